/** The players' clocks as this page lets them run on. */

import { left, leftToAnswer } from "./clocks";
import type { Seat } from "./seats";
import type { Game } from "./game";
import { sounds } from "./sound.svelte";

const TICK_MS = 250;

/** Whose clocks they are. */
export interface Timed {
  readonly game: Game | undefined;
  readonly seat: Seat;
  readonly own: Seat | undefined;
  /** What both clocks show in a film that is played; nothing elsewhere. */
  readonly cinema: { readonly clocks: Record<Seat, number> | undefined };
  /** Whether the table waits for the server, and no clock runs. */
  readonly paused: boolean;
}

export class RunningClocks {
  /** This computer's time, as far as anything on the page follows it. */
  private now = $state(performance.now());
  /** The seconds of the own clock while it runs. */
  private seconds: number | undefined;
  /** When the clocks were told. */
  private heard = 0;
  /** The server's clock, as far as it is ahead of this one's, in milliseconds. */
  private ahead = 0;
  /** The server's clock, as far as it is ahead of the time since the page began. */
  private aheadOfPage = 0;

  /** Milliseconds that each seat has left; none at a table without clocks. */
  readonly left = $derived.by((): Record<Seat, number> | undefined => {
    const { game, paused } = this.table;
    if (!game?.clocks) return undefined;
    if (this.table.cinema.clocks) return this.table.cinema.clocks;
    const since = paused || game.outcome ? 0 : this.now - this.heard;
    return { A: left(game.clocks, "A", since), B: left(game.clocks, "B", since) };
  });
  /** Milliseconds that are left to answer the open question of this seat; none without clocks. */
  readonly leftToAnswer = $derived.by((): number | undefined => {
    const { game, paused, seat } = this.table;
    if (!game?.clocks || game.clocks.running !== seat || paused || game.outcome) return undefined;
    return leftToAnswer(game.clocks, this.now - this.heard);
  });
  /** Whether the opponent has been away for so long that the win can be claimed. */
  readonly mayClaim = $derived.by((): boolean => {
    const { claimAt, outcome } = this.table.game ?? {};
    return claimAt !== undefined && !outcome && this.now + this.aheadOfPage >= claimAt;
  });

  constructor(private readonly table: Timed) {
    setInterval(() => {
      const { game } = this.table;
      if (game?.clocks || game?.claimAt !== undefined) this.now = performance.now();
      this.tickDown();
    }, TICK_MS);
  }

  /** The clocks were told just now. */
  told(): void {
    this.heard = this.now = performance.now();
  }

  /** The server's time, in milliseconds since 1970, was told just now. */
  set(serverTime: number): void {
    this.ahead = serverTime - Date.now();
    this.aheadOfPage = serverTime - performance.now();
  }

  /** The server's time, in milliseconds since 1970. */
  get today(): number {
    return Date.now() + this.ahead;
  }

  /** How many minutes ago a moment of the server's clock was. */
  minutesSince(moment: number): number {
    return Math.max(0, Math.floor((this.today - moment) / 60_000));
  }

  /** A tick for each of the last seconds of the own clock. */
  private tickDown(): void {
    const { own, game, paused } = this.table;
    const runs = own !== undefined && game?.clocks?.running === own && !game.outcome && !paused;
    const seconds = runs && this.left ? Math.ceil(this.left[own] / 1_000) : undefined;
    if (seconds !== this.seconds && seconds !== undefined && seconds < 10) sounds.play("lowtime");
    this.seconds = seconds;
  }
}
