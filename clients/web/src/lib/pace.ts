/** How often phrases may be said: the server refuses what comes sooner. */

export class Pace {
  private readonly times: number[] = [];

  /** At most so many times within any window: pairs of a number and milliseconds. */
  constructor(private readonly bounds: readonly (readonly [most: number, milliseconds: number])[]) {}

  /** Does it now, if it may be done. */
  take(now: number): boolean {
    const isTooSoon = this.bounds.some(([most, milliseconds]) => {
      const then = this.times.at(-most);
      return then !== undefined && now - then < milliseconds;
    });
    if (isTooSoon) return false;
    this.times.push(now);
    this.times.splice(0, this.times.length - Math.max(...this.bounds.map(([most]) => most)));
    return true;
  }
}

export const PHRASE_PACE = [
  [1, 2_000],
  [5, 30_000],
] as const;
