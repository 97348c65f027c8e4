/** The lines of the log while they are written: what belongs together becomes one line. */

import { joined, linked, type Sentence } from "./pieces";
import type { Seat } from "./seats";

/** What befell a player, and is summed up in the end. */
export interface Count {
  readonly figure: "lifeLost" | "palsLost" | "saves";
  readonly seat: Seat;
  readonly amount: number;
  /** The name of the card that did it, if it is known. */
  readonly by?: string;
}

export interface Line {
  /** Whose doing it is, for the coloured edge; a turn's heading; or nobody's. */
  readonly by: "you" | "them" | "turn" | "nobody";
  readonly pieces: Sentence;
  /** What may still be added: what a deed costs or brings, or more of what it brings. */
  readonly open?: "deed" | "results";
  /** The card whose deed it is. */
  readonly card?: number;
  /** Of a turn's heading: both players' life as it began. */
  readonly began?: Readonly<Record<Seat, number>> & { readonly turn: number };
  /** What it tells that is summed up in the end. */
  readonly counts?: readonly Count[];
  /** Before it something happened that the log does not tell. */
  readonly isAfterGap?: true;
}

/** How lines are written. */
export interface Script {
  /** The seat whose deeds have the reader's colour. */
  readonly side: Seat;
  /** The names of the players, which stay as they are where a sentence goes on in another one. */
  readonly names: readonly string[];
  /** Whether a deed and what it brings are one sentence. */
  readonly isLinked: boolean;
}

export class Lines {
  readonly all: Line[];

  /** With the last line of the log, that one may become longer. */
  constructor(
    private readonly script: Script,
    last: Line | undefined,
  ) {
    this.all = last ? [last] : [];
  }

  private by(seat: Seat): "you" | "them" {
    return seat === this.script.side ? "you" : "them";
  }

  /** The last line, if it is of this player. */
  private lastOf(seat: Seat | undefined): Line | undefined {
    const last = this.all.at(-1);
    return seat !== undefined && last?.by === this.by(seat) ? last : undefined;
  }

  /** The same, if it may go on as one sentence. */
  private openOf(seat: Seat | undefined): Line | undefined {
    return this.script.isLinked ? this.lastOf(seat) : undefined;
  }

  private amend(change: (line: Line) => Line): void {
    const last = this.all.pop();
    if (last) this.all.push(change(last));
  }

  private link(sign: string, sentence: Sentence, open?: "results"): void {
    const { names } = this.script;
    this.amend((line) => ({ ...line, pieces: linked(line.pieces, sign, sentence, names), ...(open && { open }) }));
  }

  /** The heading of a turn. */
  turn(heading: string, began: NonNullable<Line["began"]>): void {
    this.all.push({ by: "turn", pieces: [heading], began });
  }

  /** A line of its own; without a seat it is nobody's. */
  add(seat: Seat | undefined, sentence: Sentence): void {
    this.all.push({ by: seat === undefined ? "nobody" : this.by(seat), pieces: sentence });
  }

  /** Begins a line that takes along what the deed costs and what it brings. */
  deed(seat: Seat | undefined, card: number, sentence: Sentence): void {
    this.add(seat, sentence);
    this.amend((line) => ({ ...line, open: "deed", card }));
  }

  /** Says it with the last line if that is the same player's, so that one deed reads as one line. */
  append(seat: Seat | undefined, sentence: Sentence): void {
    if (!this.lastOf(seat)) return this.add(seat, sentence);
    this.amend(({ open: _open, card: _card, ...line }) => ({ ...line, pieces: joined([line.pieces, sentence]) }));
  }

  /**
   * What the deed brings, in the same sentence: "Used Ranch: got 3 Material, drew 1 card." What begins with the name of a
   * card would be read with the names before it, but for the sign: "800 damage to Direhowl; Reptyro got Strike +1."
   */
  result(seat: Seat | undefined, sentence: Sentence): void {
    const open = this.openOf(seat)?.open;
    if (open === undefined) return this.append(seat, sentence);
    const isOfCard = typeof sentence[0] === "object";
    this.link(open === "deed" ? ": " : isOfCard ? "; " : ", ", sentence, "results");
  }

  /** What the deed costs: "Used Ranch, assigned Flopie." */
  cost(seat: Seat | undefined, sentence: Sentence): void {
    if (this.openOf(seat)?.open !== "deed") return this.result(seat, sentence);
    this.link(", ", sentence);
  }

  /** An ability that happens by itself: part of the deed of its own card, else a sentence that what it brings follows. */
  triggered(seat: Seat | undefined, card: number, sentence: Sentence): void {
    const last = this.lastOf(seat);
    if (last?.open !== undefined && last.card === card && card !== 0) return;
    this.append(seat, sentence);
    this.amend((line) => ({ ...line, open: "deed", card }));
  }

  /** Takes down with the last line what will be summed up. */
  count(count: Count): void {
    this.amend((line) => ({ ...line, counts: [...(line.counts ?? []), count] }));
  }

  /** Whether the last line is this player's, and is about the deed of this card. */
  isOf(seat: Seat | undefined, card: number): boolean {
    return this.lastOf(seat)?.card === card;
  }

  /** Whether what this card brings goes on in the last line. */
  isOpenFor(seat: Seat | undefined, card: number): boolean {
    const last = this.openOf(seat);
    return last?.open !== undefined && last.card === card;
  }
}
