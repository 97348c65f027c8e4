/** Updates that wait until those before them have been shown. */

/** Whoever is so far behind follows no longer. */
export const LONGEST = 30;

/** Something that is being shown. */
export interface Play {
  /** How much of what is shown at full length it takes, in milliseconds. */
  readonly spent: number;
  /** Is told when it is over. */
  then(over: () => void): void;
  /** Ends it at once. */
  cut(): void;
}

export class Queue<T> {
  private waiting: T[] = [];
  private playing: Play | undefined;
  private isBusy = false;
  /** How much was shown since the table last stood still. */
  private spent = 0;

  /**
   * `show` puts an item on the table, with motion if it is told what was spent on that before; it gives what moves.
   * `rested` is told when all has been shown to its end.
   */
  constructor(
    private readonly show: (item: T, spent: number | undefined) => Play | undefined,
    private readonly rested: () => void = () => undefined,
  ) {}

  /** Whether all that was added has been shown, to its end. */
  get isAtRest(): boolean {
    return !this.isBusy;
  }

  /** Whether the table shows less than has happened. */
  get isBehind(): boolean {
    return this.waiting.length > 0;
  }

  get isPlaying(): boolean {
    return this.playing !== undefined;
  }

  add(item: T): void {
    this.waiting.push(item);
    this.isBusy = true;
    if (this.waiting.length > LONGEST) this.skip();
    else if (!this.playing) this.next();
  }

  private next(): void {
    for (let item = this.waiting.shift(); item !== undefined; item = this.waiting.shift()) {
      const play = this.show(item, this.spent);
      if (!play) continue;
      this.playing = play;
      this.spent += play.spent;
      play.then(() => {
        if (this.playing !== play) return;
        this.playing = undefined;
        this.next();
      });
      return;
    }
    this.rest();
  }

  private rest(): void {
    this.spent = 0;
    if (!this.isBusy) return;
    this.isBusy = false;
    this.rested();
  }

  /** Shows all that waits; nothing moves any more. */
  skip(): void {
    this.playing?.cut();
    this.playing = undefined;
    for (let item = this.waiting.shift(); item !== undefined; item = this.waiting.shift()) this.show(item, undefined);
    this.rest();
  }

  /** Forgets what waits: the table is another one. */
  clear(): void {
    this.waiting = [];
    this.skip();
  }
}
