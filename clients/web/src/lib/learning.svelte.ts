/** Lessons and puzzles as the page leads through them: where the reader is, what may be done, what is done already. */

import type { Draft, Offer } from "./choice";
import { loadLessons } from "./facts";
import { after, forced, hintOf, isDeed, isFailed, isThrough, narrowed, questionAt, reached, stepsOf, type Asked, type Hint } from "./lesson";
import { keepLearned, keepPlace, recallLearned, recallPlaces } from "./memory";
import type { Decision, LessonFacts, LessonStep, Prompt, View } from "./protocol";
import type { Seat } from "./seats";
import type { Game } from "./game";

/** What the coach sees of the table, and what it has done there. */
export interface Class {
  readonly game: Game | undefined;
  readonly seat: Seat;
  /** The open question as the server put it, or as it follows from a step. */
  readonly open: Prompt | undefined;
  readonly choosing: { readonly steps: readonly unknown[]; readonly draft: Draft };
  /** Begins a lesson or a puzzle; a lesson goes on at this question, 0 is its beginning. */
  learn(lesson: string, at: number): void;
  concede(): void;
  leave(): void;
}

export class Learning {
  /** All of them in order; unknown until they are loaded. */
  all = $state.raw<readonly LessonFacts[] | undefined>(undefined);
  failed = $state(false);
  /** The names of those that are done or solved. */
  done = $state.raw<ReadonlySet<string>>(new Set(recallLearned()));
  /** How often something was tried that is not the step; each time it is said again what is. */
  nudges = $state(0);
  /** What was meant then; nothing while the table moved or the other player was asked. */
  private missed = $state<string | undefined>(undefined);
  /** At which step each lesson is that was begun. */
  private places = $state.raw(recallPlaces());
  /** The name of the lesson or puzzle that was left for the list, until its place there is found again. */
  private lastLeft = "";
  private log = $state("");
  private asked = $state<Asked>(0);
  private read = $state(0);
  /** How the table stood when nothing moved there last. */
  private seen = $state.raw<View | undefined>(undefined);
  /** The table is on the way to be left, and what is to be learned then; "" is nothing. */
  private leaving = $state<string | undefined>(undefined);
  private standsUp = false;

  readonly current = $derived.by((): LessonFacts | undefined => {
    const name = this.room.game?.table.lesson ?? "";
    return name === "" ? undefined : this.all?.find((lesson) => lesson.name === name);
  });
  /** Whether the table that is shown is a lesson's or a puzzle's. */
  readonly isOn = $derived.by((): boolean => (this.room.game?.table.lesson ?? "") !== "");
  readonly isPuzzle = $derived(this.current?.kind === "puzzle");
  readonly steps = $derived(this.current ? stepsOf(this.current) : []);
  /** What is asked now: choices of a cost that are not sent yet are behind, too. */
  private readonly here = $derived.by((): Asked => (this.asked === "over" ? "over" : this.asked + this.room.choosing.steps.length));
  /** Whether the reader has seen how it came to the open question: until then, the words of the last step stand. */
  private readonly isSeen = $derived.by((): boolean => this.asked === "over" || this.asked >= (this.room.game?.prompt?.id ?? 0));
  /** How many steps lie behind. */
  readonly at = $derived(this.isPuzzle ? 0 : reached(this.steps, this.here, this.read));
  readonly step = $derived<LessonStep | undefined>(this.steps[this.at]);
  /** The words that are shown: those of the step, until the next one is due. */
  readonly says = $derived(this.isPuzzle ? this.steps.map(({ say }) => say).join(" ") : ((this.step ?? this.steps.at(-1))?.say ?? ""));
  /** Whether the words are only read, and nothing is to be done yet. */
  readonly reads = $derived(this.isOn && !this.isPuzzle && this.step !== undefined && !isDeed(this.step));
  readonly isFailed = $derived.by((): boolean => this.isPuzzle && this.seen !== undefined && isFailed(this.seen, this.room.seat));
  /** Whether it was won in its turn; whoever plays on after that only plays. */
  readonly isSolved = $derived.by((): boolean => this.isPuzzle && !this.isFailed && this.asked === "over" && this.room.game?.outcome?.winner === this.room.seat);
  /** Whether all that there is to say was read, and the end panel is due. */
  readonly isOver = $derived(
    this.leaving === undefined && this.current !== undefined && (this.isSolved || (!this.isPuzzle && this.at >= this.steps.length)),
  );
  readonly isLeaving = $derived(this.leaving !== undefined);
  readonly next = $derived(this.current && after(this.all ?? [], this.current));
  /** The decision that is due at the open question; none where any is welcome. */
  readonly due = $derived.by((): Decision | undefined => {
    const { step } = this;
    return this.isSeen && !this.isPuzzle && isDeed(step) && step?.prompt === this.here ? step.decision : undefined;
  });
  readonly hint = $derived.by((): Hint | undefined =>
    this.due && this.room.open ? hintOf(this.room.open, this.due, this.room.choosing.draft) : undefined,
  );
  /** What is meant now, as a text that differs from that at any other time in this lesson: to be read, or to be touched. */
  private readonly meant = $derived(this.reads || this.hint ? `${this.at} ${JSON.stringify(this.hint ?? "read")}` : undefined);
  /** Whether something else than what is meant was touched last. */
  private readonly isMissed = $derived(this.missed !== undefined && this.missed === this.meant);
  /** What is to be touched instead of what was, until it is. */
  readonly instead = $derived(this.isMissed ? this.hint : undefined);
  /** Whether something was touched while the words are to be read. */
  readonly isHasty = $derived(this.isMissed && this.reads);
  /** The answer that the page gives by itself: no step says anything, and nothing else is possible. */
  readonly forced = $derived.by((): Decision | undefined => {
    const { open } = this.room;
    return this.isOn && this.isSeen && !this.isPuzzle && open && !this.due && !this.reads ? forced(open) : undefined;
  });

  constructor(private readonly room: Class) {}

  /** Loads the list, once. */
  async load(): Promise<void> {
    if (this.all) return;
    this.failed = false;
    try {
      this.all = await loadLessons();
    } catch {
      this.failed = true;
    }
  }

  /** What of the open question is left to the reader; nothing while there is something to read or to see, or all is over. */
  left(prompt: Prompt | undefined): Prompt | undefined {
    if (!prompt || !this.isOn) return prompt;
    if (this.current === undefined || this.reads || this.isLeaving) return undefined;
    if (this.isPuzzle) return prompt;
    return this.due ? narrowed(prompt, this.due) : undefined;
  }

  /** The offer where one thing is to be done: all the rest of the table is dimmed, and nothing else is told to be possible. */
  lit(offer: Offer): Offer {
    if (!this.due) return offer;
    return { ...offer, dims: "all", ...(offer.brief && { brief: { ...offer.brief, detail: offer.detail } }) };
  }

  /** Whether this lesson was left on its way, and goes on there. */
  isBegun({ name }: LessonFacts): boolean {
    return this.questionOf(name) !== undefined;
  }

  /** Begins a lesson or a puzzle; a lesson that was left goes on where it was. */
  begin(name: string): void {
    this.room.learn(name, this.questionOf(name) ?? 0);
  }

  /** Begins a lesson at its first step, wherever it was left. */
  beginAnew(name: string): void {
    this.forget(name);
    this.begin(name);
  }

  private questionOf(name: string): number | undefined {
    const lesson = this.all?.find((one) => one.name === name);
    return lesson && questionAt(stepsOf(lesson), this.places[name] ?? 0);
  }

  private forget(name: string): void {
    this.places = keepPlace(name, undefined);
  }

  /** The table is another one, or is to be left. */
  follow(game: Game | undefined): void {
    if (game && (game.table.lesson ?? "") !== "") void this.load();
    const log = game?.table.log ?? "";
    if (log !== this.log) {
      this.log = log;
      this.asked = 0;
      this.read = this.places[game?.table.lesson ?? ""] ?? 0;
      this.nudges = 0;
      this.missed = undefined;
      if (game) this.leaving = undefined;
    }
    this.goOn(game);
  }

  /** All that has led to where the table stands has been seen, and nothing moves there any more. */
  see(game: Game | undefined): void {
    this.seen = game?.view;
    if (game?.outcome?.winner === this.room.seat) this.asked = "over";
    else if (this.asked !== "over") this.asked = Math.max(this.asked, game?.prompt?.id ?? 0);
    this.mark();
  }

  /** On to the next words. */
  readOn(): void {
    this.read = this.at + 1;
    this.mark();
  }

  /** Something was tried that is not the step. */
  nudge(): void {
    if (!this.isOn) return;
    this.nudges += 1;
    this.missed = this.meant;
  }

  /** The name of what was left for the list, once: whoever comes back finds it there. */
  takeLeft(): string {
    const { lastLeft } = this;
    this.lastLeft = "";
    return lastLeft;
  }

  /** Gives the table up without a word; then this is learned, or nothing. */
  leave(then = ""): void {
    const { game } = this.room;
    if (!game || this.isLeaving) return;
    this.leaving = then;
    this.lastLeft = then === "" ? (game.table.lesson ?? "") : "";
    this.standsUp = false;
    if (game.outcome) this.goOn(game);
    else this.room.concede();
  }

  /** Gives the table up, and goes to another page. */
  leaveFor(address: string): void {
    location.hash = address;
    this.leave();
  }

  again(): void {
    if (!this.current) return;
    this.forget(this.current.name);
    this.leave(this.current.name);
  }

  /** One thing after another: the match is given up, the table left, the next one asked for. */
  private goOn(game: Game | undefined): void {
    if (this.leaving === undefined) return;
    if (game?.outcome && !this.standsUp) {
      this.standsUp = true;
      this.room.leave();
    } else if (!game) {
      const then = this.leaving;
      this.leaving = undefined;
      if (then !== "") this.begin(then);
    }
  }

  private mark(): void {
    const { current } = this;
    if (current && !this.isPuzzle && !this.isLeaving && this.asked !== 0) this.remember(current.name);
    const isDone = current && (this.isSolved || (!this.isPuzzle && this.asked !== 0 && isThrough(this.steps, this.at)));
    if (!current || !isDone || this.isLeaving || this.done.has(current.name)) return;
    this.done = new Set([...this.done, current.name]);
    keepLearned([...this.done]);
  }

  /** Where nothing is left to be done, a lesson is found at its beginning again. */
  private remember(name: string): void {
    if (isThrough(this.steps, this.at)) this.forget(name);
    else if (this.places[name] !== this.at) this.places = keepPlace(name, this.at);
  }
}
