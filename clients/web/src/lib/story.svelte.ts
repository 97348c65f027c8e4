/** What has happened, as the page tells it: the log, what is said aloud, the damage on the stage, who blocked. */

import { blockerAfter, type Moment } from "./film";
import type { Line } from "./lines";
import { narrate, type Telling } from "./log";
import { keepLog, recallLog } from "./memory";
import { motion } from "./motion/motion.svelte";
import { revealTime } from "./motion/plan";
import { spoken } from "./pieces";
import { revealOf, type Reveal } from "./reveal";
import type { News } from "./game";
import { aloudLog, words } from "./words";

/** So long damage stays on the stage after it has been shown, and where nothing moves, altogether. */
const AFTER_MS = 2_500;
const STILL_MS = 4_000;
const MOST_LINES = 400;

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

  /** Begins anew, with what was kept of the match with this log, or with what came before it. */
  begin(log: string | undefined, before: readonly Line[] = []): void {
    this.lines = (log === undefined ? undefined : recallLog(log)?.lines) ?? before;
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

  /** Says in the log that it begins in the middle, unless it does not. */
  beginsWith(sentence: string): void {
    if (this.lines.length === 0) this.lines = [{ by: "nobody", pieces: [sentence] }];
  }

  say(text: string): void {
    this.told = { text };
  }

  /** Tells an update, and keeps the log under its name, if it has one. */
  tell({ list, before, after, seq }: News, { names, catalogue }: Pick<Telling, "names" | "catalogue">, log: string | undefined): void {
    this.blocker = blockerAfter(this.blocker, list, after);
    this.show(revealOf(list));
    const telling = { before, after, names, catalogue };
    const heard = narrate(list, telling, aloudLog);
    if (heard.length === 0) return;
    this.earlier = this.lines;
    const last = this.lines.at(-1);
    this.lines = [...(last ? this.lines.slice(0, -1) : []), ...narrate(list, telling, words.log, last)].slice(-MOST_LINES);
    this.say(heard.map((line) => spoken(line.pieces)).join(" "));
    if (log !== undefined) keepLog({ log, seq, lines: this.lines });
  }

  private show(reveal: Reveal | undefined): void {
    this.reveal = reveal;
    clearTimeout(this.revealTimer);
    if (!reveal) return;
    const shown = motion.isStill ? STILL_MS : revealTime(reveal) + AFTER_MS;
    this.revealTimer = setTimeout(() => (this.reveal = undefined), shown);
  }
}
