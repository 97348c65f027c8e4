/** Phrases between the players, for as long as they show beside who said them. */

import { keepMuted, recallMuted } from "./memory";
import { PHRASE_PACE, Pace } from "./pace";
import { isEmote, wordsOf, type Phrase } from "./phrases";
import type { Seat } from "./seats";
import { words, type Who } from "./words";

const SPEECH_MS = 5_000;

/** Who talks, and to whom. */
export interface Talker {
  readonly seat: Seat;
  readonly opponent: Seat;
  readonly story: { say(text: string): void };
  readonly toasts: { show(text: string): void };
  who(seat: Seat): Who;
  /** Sends a phrase, and whether any are to be heard. */
  tell(phrase: Phrase): void;
  tellMuted(on: boolean): void;
}

export class Talk {
  /** What was said last, as long as it is shown, by seat. */
  speech = $state.raw<Readonly<Partial<Record<Seat, Phrase>>>>({});
  muted = $state(recallMuted());
  private readonly timers: Partial<Record<Seat, ReturnType<typeof setTimeout>>> = {};
  private readonly pace = new Pace(PHRASE_PACE);

  constructor(private readonly talker: Talker) {}

  setMuted(on: boolean): void {
    this.muted = on;
    keepMuted(on);
    this.talker.tellMuted(on);
  }

  /** Says one of the phrases to the opponent. */
  say(phrase: Phrase): void {
    const { talker } = this;
    if (!this.pace.take(performance.now())) return talker.toasts.show(words.phrases.tooSoon);
    talker.tell(phrase);
    this.speak(talker.seat, phrase);
  }

  hear(phrase: Phrase): void {
    if (this.muted) return;
    const { opponent, story } = this.talker;
    this.speak(opponent, phrase);
    const [who, text] = [this.talker.who(opponent), wordsOf(phrase)];
    story.say(isEmote(phrase) ? words.phrases.showed(who, text) : words.phrases.said(who, text));
  }

  private speak(seat: Seat, phrase: Phrase): void {
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
