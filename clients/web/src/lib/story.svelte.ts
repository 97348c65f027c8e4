/** What has happened, as the page tells it: the log, what is said aloud, the damage on the stage, who blocked. */

import { blockerAfter, type Moment } from "./film";
import type { Line } from "./lines";
import { narrate, type Telling } from "./log";
import { keepLog, recallLog } from "./memory";
import { motion } from "./motion/motion.svelte";
import { tempo } from "./motion/tempo.svelte";
import { revealTime } from "./motion/plan";
import { spoken } from "./pieces";
import { revealOf, type Reveal } from "./reveal";
import type { News } from "./game";
import type { View } from "./protocol";
import { aloudLog, words } from "./words";

/** So long damage stays on the stage after it has been shown, and where nothing moves, altogether. */
const AFTER_MS = 2_500;
const STILL_MS = 4_000;
const MOST_LINES = 400;

/** Where a match stands: what the log tells of changes it. */
function markOf({ turn, phase, players }: View): string {
  const sides = Object.values(players).map((player) => [
    player.life, player.souls, player.resting_souls, player.material, player.ingredient,
    player.hand_size, player.deck_size, player.base, player.graveyard.length, player.exile.length,
  ]); // prettier-ignore
  return JSON.stringify([turn, phase, sides]);
}

export class Story {
  lines = $state.raw<readonly Line[]>([]);
  /** What may be read of it now: while a scene shows damage card by card, nothing that would tell how it ends. */
  readonly legible = $derived.by(() => (motion.hasScene ? this.earlier : this.lines));
  /** The Pal that blocked in the battle that is going on; 0 if none did, or nobody here saw it. */
  blocker = $state(0);
  /** The damage to a player that was dealt last, as long as it is shown. */
  reveal = $state.raw<Reveal | undefined>(undefined);
  /** What a screen reader says when there is time: what happened last. Told again, the same is another one. */
  told = $state.raw<{ readonly text: string }>({ text: "" });
  /** The lines as they were before what is shown now. */
  private earlier = $state.raw<readonly Line[]>([]);
  private revealTimer: ReturnType<typeof setTimeout> | undefined;
  /** Where the match stands after all that the log tells of; unknown as long as it tells of nothing. */
  private mark: string | undefined;

  /** Begins anew, with what was kept of the match with this log, or with what came before it. */
  begin(log: string | undefined, before: readonly Line[] = []): void {
    const kept = log === undefined ? undefined : recallLog(log);
    this.lines = kept?.lines ?? before;
    this.mark = kept?.mark;
    this.reveal = undefined;
    this.blocker = 0;
  }

  /** Shows a moment of a film. */
  stand({ lines, blocker, events, title, remark, says, facts }: Moment): void {
    this.earlier = this.lines;
    this.lines = lines;
    this.blocker = blocker;
    this.show(revealOf(events));
    this.say([title, remark, says, facts.length > 0 ? `${facts.join(", ")}.` : ""].filter((part) => part !== "").join(" "));
  }

  /** The match is shown as it stands: the log says so if it does not tell of all that led there. */
  standsAt(view: View, { first, between }: { readonly first: string; readonly between: string }): void {
    const mark = markOf(view);
    const sentence = this.lines.length === 0 ? first : this.mark !== undefined && this.mark !== mark ? between : undefined;
    if (sentence !== undefined) this.lines = [...this.lines, { by: "nobody", pieces: [sentence], isAfterGap: true }];
    this.mark = mark;
  }

  say(text: string): void {
    this.told = { text };
  }

  /** Tells an update, and keeps the log under its name, if it has one. */
  tell({ list, before, after }: News, { names, catalogue }: Pick<Telling, "names" | "catalogue">, log: string | undefined): void {
    this.blocker = blockerAfter(this.blocker, list, after);
    this.show(revealOf(list));
    this.mark = markOf(after);
    const telling = { before, after, names, catalogue };
    const heard = narrate(list, telling, aloudLog);
    if (heard.length > 0) {
      this.earlier = this.lines;
      const last = this.lines.at(-1);
      this.lines = [...(last ? this.lines.slice(0, -1) : []), ...narrate(list, telling, words.log, last)].slice(-MOST_LINES);
      this.say(heard.map((line) => spoken(line.pieces)).join(" "));
    }
    if (log !== undefined) keepLog({ log, mark: this.mark, lines: this.lines });
  }

  private show(reveal: Reveal | undefined): void {
    this.reveal = reveal;
    clearTimeout(this.revealTimer);
    if (!reveal) return;
    const shown = tempo.isStill ? STILL_MS : revealTime(reveal) + AFTER_MS;
    this.revealTimer = setTimeout(() => (this.reveal = undefined), shown);
  }
}
