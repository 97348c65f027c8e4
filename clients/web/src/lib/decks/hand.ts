/** A hand to test a deck with: drawn here, by the chance of this computer. */

import type { Main } from "./judge";

export const OPENING_HAND = 5;

/** A whole number from 0 to below `limit`, each as likely as the others. */
export function chance(limit: number): number {
  const range = 2 ** 32;
  const fair = range - (range % limit);
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= fair);
  return (drawn[0] ?? 0) % limit;
}

/** Every card of the deck once for each copy, shuffled; `pick` chooses a place below a limit. */
export function shuffled(main: Main, pick: (limit: number) => number = chance): string[] {
  const cards = Object.entries(main).flatMap(([number, copies]) => Array.from({ length: copies }, () => number));
  for (let last = cards.length - 1; last > 0; last--) {
    const other = pick(last + 1);
    const [one = "", another = ""] = [cards[last], cards[other]];
    cards[last] = another;
    cards[other] = one;
  }
  return cards;
}
