/** A deck as its list and its curve show it. */

import type { Colour } from "../art";
import type { Catalogue } from "../facts";
import type { CardFacts } from "../protocol";
import { cardsOf, type Main } from "./judge";
import { byCost, COLOURS, KINDS } from "./search";

/** Costs from here on share one bar. */
const LAST_BAR = 8;

export interface Bar {
  readonly cost: string;
  readonly count: number;
  /** Copies of each colour, in the order of the rule book; only those that there are. */
  readonly parts: readonly { readonly colour: Colour; readonly copies: number }[];
}

/** Copies by cost from 1 on, split by colour. */
export function curveOf(main: Main, catalogue: Catalogue): Bar[] {
  const cards = cardsOf(main, catalogue);
  return Array.from({ length: LAST_BAR }, (_, place) => {
    const [cost, isLast] = [place + 1, place + 1 === LAST_BAR];
    const here = cards.filter(([facts]) => (isLast ? facts.cost >= cost : facts.cost === cost || (cost === 1 && facts.cost < 1)));
    const parts = COLOURS.map((colour) => ({ colour, copies: sum(here.filter(([facts]) => facts.colour === colour)) }));
    return { cost: isLast ? `${cost}+` : String(cost), count: sum(here), parts: parts.filter(({ copies }) => copies > 0) };
  });
}

export interface Group {
  readonly kind: CardFacts["kind"];
  readonly count: number;
  readonly cards: readonly (readonly [CardFacts, number])[];
}

/** The cards by kind, each kind by cost; only kinds that there are. */
export function groupsOf(main: Main, catalogue: Catalogue): Group[] {
  const cards = cardsOf(main, catalogue).sort(([a], [b]) => byCost(a, b));
  return KINDS.map((kind) => ({ kind, cards: cards.filter(([facts]) => facts.kind === kind) }))
    .filter((group) => group.cards.length > 0)
    .map((group) => ({ ...group, count: sum(group.cards) }));
}

const sum = (cards: readonly (readonly [CardFacts, number])[]): number => cards.reduce((all, [, copies]) => all + copies, 0);
