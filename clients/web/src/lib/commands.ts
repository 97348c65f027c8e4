/**
 * The commands of one player at one table: each has a number, and waits here until the server has acknowledged it.
 *
 * Sent again with the same number, a command is acknowledged again and not applied again.
 */

import type { Passes } from "./game";
import type { ClaimWin, Concede, Decide, Decision, Prompt, Settings } from "./protocol";

export type Command = Decide | Concede | ClaimWin | Settings;

/** What the server passes for a seat, as it is told of it or has told; whatever is not said is asked. */
export const passesOf = ({ passing = "ask", yields = [] }: { passing?: Passes["passing"]; yields?: readonly string[] }): Passes => ({ passing, yields });

export class Commands {
  /** Those that are on their way, in order. */
  pending: readonly Command[] = [];
  /** The highest number that the server has acknowledged. */
  acknowledged = 0;
  /** The highest number that was given. */
  private used = 0;

  /** What is on its way and changes the game. */
  get deciding(): readonly Command[] {
    return this.pending.filter((command) => command.type !== "settings");
  }

  /** What was asked to be passed and is not acknowledged yet. */
  get passes(): Passes | undefined {
    const asked = this.pending.findLast((command) => command.type === "settings");
    return asked && passesOf(asked);
  }

  /**
   * The answers to a prompt and, in order, to those that follow from it up to the payment of a cost: prompts are numbered
   * by the game's decisions, so the next ones are known.
   */
  decide(prompt: Prompt, decisions: readonly Decision[]): Decide[] {
    return decisions.map((decision, i) => this.add({ type: "decide", n: this.next(), prompt: prompt.id + i, decision }));
  }

  concede(): Concede {
    return this.add({ type: "concede", n: this.next() });
  }

  claimWin(): ClaimWin {
    return this.add({ type: "claim_win", n: this.next() });
  }

  choosePasses({ passing, yields }: Passes): Settings {
    return this.add({ type: "settings", n: this.next(), passing, yields: [...yields] });
  }

  /** The server knows numbers up to this one, given here or by another tab: the next ones are higher. */
  goOnFrom(n: number): void {
    this.used = Math.max(this.used, n);
  }

  /** Everything up to this number is acknowledged; gives what was chosen by it to be passed. */
  settle(n: number): Passes[] {
    this.acknowledged = Math.max(this.acknowledged, n);
    const settled = this.pending.filter((command) => command.n <= n);
    this.pending = this.pending.filter((command) => command.n > n);
    return settled.filter((command) => command.type === "settings").map(passesOf);
  }

  /** The command with this number was refused. */
  drop(n: number): void {
    this.pending = this.pending.filter((command) => command.n !== n);
  }

  /** Another table: numbers begin anew. */
  clear(): void {
    this.pending = [];
    this.used = 0;
    this.acknowledged = 0;
  }

  private next(): number {
    return ++this.used;
  }

  private add<T extends Command>(command: T): T {
    this.pending = [...this.pending, command];
    return command;
  }
}
