/** What the server passes for the reader, in this match and in those to come. */

import { keepAutoPass, recallAutoPass } from "./memory";
import { NO_PASSES, type Game, type Passes } from "./game";

/** Whose passes they are. */
export interface Passer {
  readonly game: Game | undefined;
  /** Tells the server. */
  choosePasses(passes: Passes): void;
}

export class AutoPass {
  /** What the server passes in this match, or will as soon as it hears of it. */
  now = $state.raw<Passes>(NO_PASSES);
  /** Whether it is told to pass what can only be passed, in matches to come. */
  private later = $state(recallAutoPass());
  /** The log of the match in which the server knows what the reader has chosen for all of them. */
  private told = "";
  /** Whether what can only be passed is passed: in the match that is played, or else in those to come. */
  readonly on = $derived.by((): boolean => (this.passer.game ? this.now.passing === "playable" : this.later));

  constructor(private readonly passer: Passer) {}

  /** Has the server pass what can only be passed, in this match and later ones. */
  set(on: boolean): void {
    keepAutoPass(on);
    this.later = on;
    if (this.passer.game) this.choose(on);
  }

  private choose(on: boolean): void {
    this.passer.choosePasses({ ...this.now, passing: on ? "playable" : "ask" });
  }

  /** Has the server pass everything while this card attacks, in this match, or nothing more. */
  setYield(number: string, on: boolean): void {
    const others = this.now.yields.filter((other) => other !== number);
    this.passer.choosePasses({ ...this.now, yields: on ? [...others, number] : others });
  }

  /** At the first sight of a match the server is told what the reader has chosen for all of them. */
  recall({ table }: Game): void {
    if (table.log === this.told) return;
    this.told = table.log;
    if (this.later !== (this.now.passing === "playable")) this.choose(this.later);
  }
}
