/** The colours of a player's deck, as far as a viewer knows them: by the cards seen of it, or by the deck brought along. */

import type { Colour } from "./art";
import { coloursOf, type Main } from "./decks/judge";
import type { Catalogue } from "./facts";
import type { OpenHands, View } from "./protocol";
import type { Seat } from "./seats";

/** The numbers of the cards that were seen of each player's deck, wherever they were. */
export type Seen = Readonly<Record<Seat, ReadonlySet<string>>>;

export const NONE_SEEN: Seen = { A: new Set(), B: new Set() };

/** What was seen before, and what this view and open hands show; the same if they show nothing new. */
export function seenIn({ cards }: View, hands: OpenHands | undefined, before: Seen = NONE_SEEN): Seen {
  const shown: Record<Seat, string[]> = { A: [...(hands?.A ?? [])], B: [...(hands?.B ?? [])] };
  for (const { owner, number } of Object.values(cards)) shown[owner].push(number);
  const joined = (seat: Seat): ReadonlySet<string> =>
    shown[seat].every((number) => before[seat].has(number)) ? before[seat] : new Set([...before[seat], ...shown[seat]]);
  const [A, B] = [joined("A"), joined("B")];
  return A === before.A && B === before.B ? before : { A, B };
}

/** The colours besides colorless, in the order of the rule book: all of the deck's if every card seen is from it. */
export function knownColours(seen: ReadonlySet<string>, deck: Main | undefined, catalogue: Catalogue): Colour[] {
  const isTheDeck = deck !== undefined && [...seen].every((number) => number in deck);
  return coloursOf(isTheDeck ? deck : Object.fromEntries([...seen].map((number) => [number, 1])), catalogue);
}
