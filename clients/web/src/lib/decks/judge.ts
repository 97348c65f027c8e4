/**
 * What keeps a list of cards from being a deck, as one builds it. The limits come from the server with the presets;
 * the server judges again whatever is played, and a test holds this to the engine.
 */

import type { Colour } from "../art";
import type { Catalogue } from "../facts";
import type { CardFacts, DeckRules } from "../protocol";

/** Copies by card number. */
export type Main = Readonly<Record<string, number>>;

/** The codes of the rules that a deck can break, as the engine gives them. */
export type Defect = "unknown_card" | "size" | "copies" | "lucky" | "colours";

export interface Judgement {
  readonly size: number;
  /** Cards that are missing; below 0, cards too many. */
  readonly missing: number;
  /** Its colours besides colorless, in the order of the rule book. */
  readonly colours: readonly Colour[];
  readonly lucky: number;
  /** Names with too many copies, each with its copies. */
  readonly over: readonly (readonly [name: string, copies: number])[];
  /** Numbers that are no cards of this pool. */
  readonly unknown: readonly string[];
  /** What is wrong; a deck without any of it can be played. */
  readonly defects: ReadonlySet<Defect>;
}

const COLOURS: readonly Colour[] = ["red", "blue", "green", "purple"];

export const sizeOf = (main: Main): number => Object.values(main).reduce((sum, copies) => sum + copies, 0);

/** Whether two lists are the same deck, in whichever order. */
export const isSame = (one: Main, other: Main): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([number, copies]) => other[number] === copies);

/** The cards of a list that the catalogue knows, with their copies. */
export function cardsOf(main: Main, catalogue: Catalogue): (readonly [CardFacts, number])[] {
  return Object.entries(main).flatMap(([number, copies]) => {
    const facts = catalogue.get(number);
    return facts ? [[facts, copies] as const] : [];
  });
}

/** Its colours besides colorless, in the order of the rule book. */
export function coloursOf(main: Main, catalogue: Catalogue): Colour[] {
  const present = new Set(cardsOf(main, catalogue).map(([facts]) => facts.colour));
  return COLOURS.filter((colour) => present.has(colour));
}

/** How many Lucky cards it has. */
export const luckyIn = (main: Main, catalogue: Catalogue): number =>
  cardsOf(main, catalogue).reduce((sum, [facts, copies]) => sum + (facts.lucky ? copies : 0), 0);

/** Copies by name: the rules count names, and not numbers. */
export function copiesOf(main: Main, catalogue: Catalogue): Map<string, number> {
  const byName = new Map<string, number>();
  for (const [{ name }, copies] of cardsOf(main, catalogue)) byName.set(name, (byName.get(name) ?? 0) + copies);
  return byName;
}

/** How many copies of this card a deck may have. */
export const mostOf = (facts: CardFacts, rules: DeckRules): number => (rules.unlimited.includes(facts.name) ? Infinity : rules.copies);

export function judge(main: Main, catalogue: Catalogue, rules: DeckRules): Judgement {
  const size = sizeOf(main);
  const colours = coloursOf(main, catalogue);
  const lucky = luckyIn(main, catalogue);
  const over = [...copiesOf(main, catalogue)].filter(([name, copies]) => copies > rules.copies && !rules.unlimited.includes(name));
  const unknown = Object.keys(main).filter((number) => !catalogue.has(number));
  const broken: Record<Defect, boolean> = {
    unknown_card: unknown.length > 0,
    size: size !== rules.size,
    copies: over.length > 0,
    lucky: lucky > rules.lucky,
    colours: colours.length > rules.colours,
  };
  const defects = new Set((Object.keys(broken) as Defect[]).filter((defect) => broken[defect]));
  return { size, missing: rules.size - size, colours, lucky, over, unknown, defects };
}
