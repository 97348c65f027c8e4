/** An example of an official ruling, stepped through on the table. */

import type { Fact, Refusal } from "../protocol";
import { counted } from "./grammar";

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

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

/** Who or what has it, and the value of it, or the cards. */
interface Told {
  readonly of: string;
  readonly value: string;
  readonly cards: readonly string[];
}

const PLACES: Record<string, string> = {
  base: "in the base", hand: "in hand", deck: "in the deck", graveyard: "in the graveyard", exile: "in exile", resolution: "resolving",
}; // prettier-ignore

const some = (what: string, many: string) => ({ of, value, cards }: Told): string =>
  cards.length > 0 ? `${of} has ${listed(cards)} ${what}` : `${of} has ${value === "0" ? "nothing" : counted(Number(value), many)} ${what}`;
const held = (of: string, value: string, kind: string): string => `${of} has ${value === "0" ? "no" : value} ${kind}${value === "1" || kind === "gear" ? "" : "s"}`;

/** What is to be seen at a step. */
const FACTS: Record<Fact["about"], (told: Told) => string> = {
  life: ({ of, value }) => `${of} has ${value} life`,
  material: ({ of, value }) => `${of} has ${value} Material`,
  ingredient: ({ of, value }) => `${of} has ${value} Ingredient`,
  damage: ({ of, value }) => (value === "0" ? `${of} has no damage` : `${of} has ${value} damage`),
  souls: ({ of, value }) => held(of, value, "soul"),
  standing: ({ of, value }) => held(of, value, "standing soul"),
  resting: ({ of, value }) => held(of, value, "resting soul"),
  hand: some("in hand", "card"),
  deck: some("in the deck", "card"),
  graveyard: some("in the graveyard", "card"),
  exile: some("in exile", "card"),
  base: some("in the base", "card"),
  pals: some("in the base", "Pal"),
  structures: some("in the base", "structure"),
  gear: ({ of, value }) => `${of} has ${value} gear in the base`,
  zone: ({ of, value }) => `${of} is ${PLACES[value] ?? value}`,
  state: ({ of, value }) => `${of} ${value === "rest" ? "rests" : "stands"}`,
  power: ({ of, value }) => `${of} has Power ${value}`,
  strike: ({ of, value }) => `${of} has Strike ${value}`,
  durability: ({ of, value }) => `${of} has Durability ${value}`,
  cost: ({ of, value }) => `${of} costs ${value}`,
  keywords: ({ of, value }) => `${of} has ${value}`,
  names: ({ of, value }) => `${of} is called ${value}`,
  night: ({ value }) => (value === "true" ? "It is night" : "It is day"),
  turn: ({ of }) => `${of} has the turn`,
  winner: ({ of, value }) => (value === "draw" ? "Nobody wins" : `${of} wins`),
  pending: ({ cards }) => `Waiting: ${listed(cards)}`,
};

export const ruling = {
  title: (numbers: readonly number[]): string => `${numbers.length === 1 ? "Ruling" : "Rulings"} ${numbers.join(" and ")}`,
  place: (n: number, of: number): string => `${n} of ${of}`,
  begins: "The example begins.",
  step: (n: number, of: number): string => `Step ${n} of ${of}`,
  refused: (name: string, { verb, cards = [], said = "" }: Refusal, nameOf: (number: string) => string): string =>
    `${name} may not ${DEEDS[verb](cards.map(nameOf), said)}.`,
  /** `nameOf` gives the names of cards by their numbers, and those of players by their seats. */
  fact: ({ about, seat, card = "", value = "", cards = [] }: Fact, nameOf: (number: string) => string): string =>
    FACTS[about]({ of: nameOf(seat ?? (card || value)), value, cards: cards.map(nameOf) }),
  about: "About this ruling",
  previous: "The ruling before",
  next: "The next ruling",
  leave: "Close the ruling",
  loading: "The example is played…",
  failed: "This ruling cannot be shown",
  back: "All rulings",
  notHere: "You sit at a table here, or look for an opponent. To see a ruling, open the link in another tab.",
} as const;
