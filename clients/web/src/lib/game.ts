/** What is known of the match on the table, and what a message of the server changed in it. */

import type { Seen } from "./colours";
import type { Phrase } from "./phrases";
import type { ClientMessage, Clocks, DeckChoice, Explained, GameEvent, OpenHands, Outcome, Players, Prompt, Refused, Settings, Table, View, Watching, WouldAsk } from "./protocol";
import type { Seat } from "./seats";

/** What the server passes for a seat: what it can only pass, and everything while certain cards attack. */
export interface Passes {
  readonly passing: NonNullable<Settings["passing"]>;
  readonly yields: readonly string[];
}

export const NO_PASSES: Passes = { passing: "ask", yields: [] };

/**
 * What is known of the table at which this player sits, or which is watched here; one that is over and has no view
 * cannot be shown any more.
 */
export interface Game {
  readonly table: Table;
  readonly view?: View;
  readonly prompt?: Prompt;
  readonly players?: Players;
  readonly outcome?: Outcome;
  readonly absent: ReadonlySet<Seat>;
  /** The seats that offer a rematch. */
  readonly offers: ReadonlySet<Seat>;
  /** Both clocks as they were told last; none at a table without. */
  readonly clocks?: Clocks;
  /** From when on the win can be claimed, by the server's clock. */
  readonly claimAt?: number;
  /** How it is watched, by whoever does not play here; its table has the seat of a player who watches the own match. */
  readonly watching?: Watching;
  /** How many watch, as it was told last. */
  readonly watchers: number;
  /** What both players hold, where watchers may see that. */
  readonly hands?: OpenHands;
  readonly passes: Passes;
  /** The cards that were seen of both decks. */
  readonly seen?: Seen;
  /** The deck that was brought along, if it was asked for from here. */
  readonly deck?: DeckChoice;
  /** The match in which the same two play again, for those who have watched this one. */
  readonly rematch?: string;
}

/** Why a match is not shown, and whether that is because it is over; then its replay can be read. */
export interface Unwatched {
  readonly why: string;
  readonly isOver: boolean;
}

/** What happened in one update, with the views around it and its place in the room's log. */
export interface News {
  readonly list: readonly GameEvent[];
  readonly before: View | undefined;
  readonly after: View;
}

/** What a message led to, besides the new state. */
export interface Reaction {
  readonly send?: ClientMessage;
  readonly events?: News;
  readonly refused?: Refused;
  readonly wouldAsk?: WouldAsk;
  readonly explained?: Explained;
  /** The table's view was replaced as a whole. */
  readonly replaced?: true;
  /** The opponent says something. */
  readonly said?: Phrase;
  /** This seat offers a rematch. */
  readonly offered?: Seat;
  /** The rematch that was offered was declined, by this seat or the other. */
  readonly declined?: Seat;
  /** The match that was to be watched is shown no longer. */
  readonly unwatched?: Unwatched;
  /** The place in the queue is lost, and nobody here gave it up. */
  readonly lostPlace?: true;
}
