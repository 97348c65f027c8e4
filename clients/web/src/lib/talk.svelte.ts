/** Phrases between the players, for as long as they show beside who said them. */

import type { Seat } from "./seats";
import { keepMuted, recallMuted } from "./memory";
import { PHRASE_PACE, Pace } from "./pace";
import type { Phrase } from "./phrases";

const SPEECH_MS = 5_000;

export class Talk {
  /** What was said last, as long as it is shown, by seat. */
  speech = $state.raw<Readonly<Partial<Record<Seat, Phrase>>>>({});
  muted = $state(recallMuted());
  private readonly timers: Partial<Record<Seat, ReturnType<typeof setTimeout>>> = {};
  private readonly pace = new Pace(PHRASE_PACE);

  /** Whether one more may be said now; then it counts. */
  maySpeak(): boolean {
    return this.pace.take(performance.now());
  }

  setMuted(on: boolean): void {
    this.muted = on;
    keepMuted(on);
  }

  speak(seat: Seat, phrase: Phrase): void {
    this.speech = { ...this.speech, [seat]: phrase };
    clearTimeout(this.timers[seat]);
    this.timers[seat] = setTimeout(() => {
      const { [seat]: _said, ...rest } = this.speech;
      this.speech = rest;
    }, SPEECH_MS);
  }

  clear(): void {
    this.speech = {};
  }
}
