/**
 * Notices that a connection is dead although nobody has closed it: silence is answered with a question, and a question
 * that is not answered ends it.
 *
 * The browser lets the timers of a page that nobody sees run late, in the end once a minute, and those of a page that
 * sleeps not at all. So such a page asks seldom; and a timer that comes late proves nothing, because what has arrived in
 * the meantime is read only after it: then the question is asked again.
 */

export interface WatchEvents {
  /** Something has to be sent that is answered at once. */
  ask(): void;
  lost(): void;
}

/**
 * After so much silence a question is asked, and so long its answer may take; in milliseconds. Of a page whose timers
 * come late each time so many are asked: one that is seen is held up by its own work, and comes to it.
 */
interface Patience {
  readonly silence: number;
  readonly answer: number;
  readonly questions: number;
}

const SEEN: Patience = { silence: 1_000, answer: 1_500, questions: 6 };
const HIDDEN: Patience = { silence: 15_000, answer: 10_000, questions: 2 };
/** A timer that fires so much later than it was to fire was held up. */
const LATE = 400;

export class Watch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = 0;
  private heardAt = 0;
  private questions = 0;

  constructor(private readonly events: WatchEvents) {}

  /** A connection has been made. It is asked at once, so that the way there and back is known. */
  start(): void {
    this.heard();
    this.ask();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Something has come. */
  heard(): void {
    this.heardAt = performance.now();
    if (this.questions === 0) return;
    this.questions = 0;
    if (this.timer !== undefined) this.wait(this.patience.silence);
  }

  /** Somebody looks again, or the network has changed: ask now. */
  hurry(): void {
    if (this.timer === undefined) return;
    this.questions = 0;
    this.ask();
  }

  private get patience(): Patience {
    return document.visibilityState === "visible" ? SEEN : HIDDEN;
  }

  private wait(milliseconds: number): void {
    clearTimeout(this.timer);
    this.due = performance.now() + milliseconds;
    this.timer = setTimeout(() => this.look(), milliseconds);
  }

  private ask(): void {
    this.questions += 1;
    this.wait(this.patience.answer);
    this.events.ask();
  }

  private look(): void {
    const now = performance.now();
    if (this.questions === 0) {
      const left = this.heardAt + this.patience.silence - now;
      if (left > 0) this.wait(left);
      else this.ask();
      return;
    }
    const held = now - this.due > LATE;
    if (held && this.questions < this.patience.questions) return this.ask();
    this.stop();
    this.events.lost();
  }
}
