/** An example of an official ruling, stepped through on the table. */

import type { Refusal } from "../protocol";

/** What may not be done, after "may not". */
const DEEDS: Record<Refusal["verb"], (cards: readonly string[], said: string) => string> = {
  play: ([card = ""]) => `play ${card}`,
  activate: ([card = ""], said) => (said === "1" ? `use ${card}` : `use ability ${said} of ${card}`),
  attack: ([card = "", target]) => (target === undefined ? `attack the player with ${card}` : `attack ${target} with ${card}`),
  block: ([card = ""]) => `block with ${card}`,
  choose: (cards) => (cards.length === 0 ? "choose nothing" : `choose ${listed(cards)}`),
  option: (_cards, said) => `choose option ${said}`,
  number: (_cards, said) => `choose ${said}`,
  name: (_cards, said) => `name ${said}`,
  resolve: ([card = ""]) => `resolve ${card} now`,
  draw: () => "draw with souls",
  end: () => "end the turn",
  pass: () => "pass",
  yes: () => "do it",
  no: () => "leave it",
  first: () => "go first",
  second: () => "go second",
  keep: () => "keep the hand",
  redraw: () => "draw a new hand",
  concede: () => "concede",
};

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export const ruling = {
  title: (numbers: readonly number[]): string => `${numbers.length === 1 ? "Ruling" : "Rulings"} ${numbers.join(" and ")}`,
  place: (n: number, of: number): string => `${n} of ${of}`,
  begins: "The example begins.",
  step: (n: number, of: number): string => `Step ${n} of ${of}`,
  refused: (name: string, { verb, cards = [], said = "" }: Refusal, nameOf: (number: string) => string): string =>
    `${name} may not ${DEEDS[verb](cards.map(nameOf), said)}.`,
  notAllowed: "Not allowed",
  about: "About this ruling",
  previous: "The ruling before",
  next: "The next ruling",
  leave: "Close the ruling",
  loading: "The example is played…",
  failed: "This ruling cannot be shown",
  back: "All rulings",
  notHere: "You sit at a table here, or look for an opponent. To see a ruling, open the link in another tab.",
} as const;
