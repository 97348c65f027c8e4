/**
 * Notices that a connection is dead although nobody has closed it: silence is answered with a question, and a question
 * that is not answered ends it.
 *
 * The browser lets the timers of a page that nobody sees run late, in the end once a minute, and those of a page that
 * sleeps not at all. So such a page asks seldom; and a timer that comes late proves nothing, because what has arrived in
 * the meantime is read only after it: then the question is asked once more.
 */

export interface WatchEvents {
  /** Something has to be sent that is answered at once. */
  ask(): void;
  lost(): void;
}

/** After so much silence a question is asked, and so long its answer may take; in milliseconds. */
interface Patience {
  readonly silence: number;
  readonly answer: number;
}

const SEEN: Patience = { silence: 1_000, answer: 1_500 };
const HIDDEN: Patience = { silence: 15_000, answer: 10_000 };
/** A timer that fires so much later than it was to fire was held up. */
const LATE = 400;
/** So many questions are asked at most before the connection is given up. */
const QUESTIONS = 2;

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
    if (held && this.questions < QUESTIONS) return this.ask();
    this.stop();
    this.events.lost();
  }
}
