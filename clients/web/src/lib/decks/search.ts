/**
 * A search for cards in words: "cost under 5 red on deploy", "blue pal strike 3", "lucky fire".
 *
 * What a card is (colour, kind, element, work, keyword, numbers) is understood; every other word is looked for in what
 * stands on the card. Words in quotes are always looked for.
 */

import type { Catalogue } from "../facts";
import type { CardFacts } from "../protocol";

export const COLOURS = ["red", "blue", "green", "purple", "colorless"] as const;
export const KINDS = ["pal", "structure", "gear", "event"] as const;
export const SORTS = ["cost", "name", "power", "number"] as const;
export type Sort = (typeof SORTS)[number];
export type Facet = "colour" | "kind" | "element" | "work" | "keyword" | "mark";

/** Something that a card is, by the word for it. */
export interface Term {
  readonly facet: Facet;
  readonly word: string;
}

/** The words that the search understands, by facet. */
export type Vocabulary = Readonly<Record<Facet, readonly string[]>>;

export interface Query {
  readonly terms: readonly Term[];
  /** What is looked for in names and texts, in lower case. */
  readonly texts: readonly string[];
  readonly fits: (facts: CardFacts) => boolean;
}

type Field = "cost" | "power" | "strike" | "durability";
type Test = (facts: CardFacts) => boolean;

const FIELD = "(cost|power|strike|durability)s?";
const SIGNS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  "=": (value, limit) => value === limit,
  ">=": (value, limit) => value >= limit,
  ">": (value, limit) => value > limit,
};
const WORDS_OF_SIGNS: Readonly<Record<string, string>> = {
  under: "<", below: "<", "less than": "<", "lower than": "<", "fewer than": "<", "≤": "<=", "at most": "<=", "up to": "<=", max: "<=", maximum: "<=",
  "no more than": "<=", exactly: "=", "≥": ">=", "at least": ">=", min: ">=", minimum: ">=", "no less than": ">=", over: ">", above: ">",
  "more than": ">", "greater than": ">", "higher than": ">",
}; // prettier-ignore
const SIGN = [...Object.keys(SIGNS), ...Object.keys(WORDS_OF_SIGNS)].sort((a, b) => b.length - a.length).join("|");
const BEHIND = "or more|or higher|or greater|and more|\\+|or less|or lower|or fewer|and less";
/** "cost under 5", "power 300 to 500", "strike 2 or more". */
const COMPARED = new RegExp(`\\b${FIELD}\\s*(?:(?:is|of|:)\\s*)?(${SIGN})?\\s*(\\d+)(?:\\s*(?:-|–|to)\\s*(\\d+)|\\s*(${BEHIND}))?`, "g");
/** "5 cost", "4+ cost". */
const TURNED = new RegExp(`(?<![\\d.])(?:(${SIGN})\\s*)?(\\d+)\\s*(${BEHIND})?\\s+${FIELD}\\b`, "g");
/** A comparison that is still being typed. */
const UNFINISHED = new RegExp(`\\b${FIELD}\\s*(?:is|of|:)?\\s*(?:${SIGN})?\\s*$`);
const PHRASES = ["on deploy", "on attack", "on assign", "once per turn"];
const FILLERS = new Set(["and", "or", "with", "a", "an", "the", "of", "that", "card", "cards", "is", "are", "has", "have"]);
const SAME: Readonly<Record<string, string>> = { colourless: "colorless", gears: "gear", flash: "quick" };
/** Words of one facet that exclude each other on a card are alternatives. */
const ALTERNATIVES: readonly Facet[] = ["colour", "kind"];

/** Every word for what cards are, as the catalogue has them. */
export function vocabularyOf(catalogue: Catalogue): Vocabulary {
  const cards = [...catalogue.values()];
  const known = (words: readonly string[]): string[] => [...new Set(words)].sort();
  return {
    colour: COLOURS,
    kind: KINDS,
    element: known(cards.flatMap((facts) => facts.elements)),
    work: known(cards.flatMap((facts) => facts.work)),
    keyword: known(cards.flatMap((facts) => facts.keywords.map(plainKeyword))),
    mark: ["Lucky", "Quick"],
  };
}

const plainKeyword = (keyword: string): string => keyword.split(" ")[0] ?? keyword;

/** The text that is searched: everything that stands on the card. */
const standsOn = (facts: CardFacts): string =>
  [facts.name, facts.number, facts.colour, facts.kind, ...facts.elements, ...facts.work, ...facts.keywords, ...facts.text, facts.lucky ? "lucky" : ""]
    .join("\n")
    .toLowerCase()
    .replace(/[–—]/g, "-");

/** Whether a card is what the term says. */
function isOf({ facet, word }: Term, facts: CardFacts): boolean {
  switch (facet) {
    case "colour":
      return facts.colour === word;
    case "kind":
      return facts.kind === word;
    case "element":
      return facts.elements.includes(word);
    case "work":
      return facts.work.includes(word);
    case "keyword":
      return facts.keywords.some((keyword) => plainKeyword(keyword) === word) || facts.text.some((line) => new RegExp(`\\b${word}\\b`).test(line));
    case "mark":
      return word === "Lucky" ? facts.lucky : facts.quick;
  }
}

function termOf(word: string, vocabulary: Vocabulary): Term | undefined {
  const meant = SAME[word] ?? word;
  const singular = meant.replace(/s$/, "");
  for (const facet of Object.keys(vocabulary) as Facet[]) {
    const found = vocabulary[facet].find((known) => known.toLowerCase() === meant || known.toLowerCase() === singular);
    if (found !== undefined) return { facet, word: found };
  }
  return undefined;
}

function comparison(field: string, sign: string | undefined, from: string, to?: string, behind?: string): Test {
  const [low, high] = [Number(from), to === undefined ? undefined : Number(to)];
  const said = behind === undefined ? (sign ?? "=") : /less|lower|fewer/.test(behind) ? "<=" : ">=";
  const compare = SIGNS[WORDS_OF_SIGNS[said] ?? said];
  return (facts) => {
    const value = facts[field as Field];
    if (value === undefined) return false;
    return high === undefined ? (compare?.(value, low) ?? false) : value >= Math.min(low, high) && value <= Math.max(low, high);
  };
}

/** What a search in words means. */
export function read(typed: string, vocabulary: Vocabulary): Query {
  const tests: Test[] = [];
  const terms: Term[] = [];
  const texts: string[] = [];
  let rest = typed.toLowerCase().replace(/[“”]/g, '"').replace(/[–—]/g, "-");
  const cut = (pattern: RegExp, taken: (found: readonly (string | undefined)[]) => void): void => {
    rest = rest.replace(pattern, (...found: (string | undefined)[]) => {
      taken(found);
      return " ";
    });
  };
  cut(/"([^"]*)"?/g, ([, text = ""]) => text.trim() !== "" && texts.push(text.trim()));
  cut(COMPARED, ([, field = "", sign, from = "", to, behind]) => tests.push(comparison(field, sign, from, to, behind)));
  cut(TURNED, ([, sign, from = "", behind, field = ""]) => tests.push(comparison(field, sign, from, undefined, behind)));
  cut(UNFINISHED, () => undefined);
  for (const phrase of PHRASES) cut(new RegExp(`\\b${phrase}\\b`, "g"), () => texts.push(phrase));
  let isDenied = false;
  for (const word of rest.split(/[\s,;]+/).filter((part) => part !== "")) {
    if (word === "not" || word === "no" || word === "without") {
      isDenied = true;
      continue;
    }
    const bare = word.replace(/^-(?=\w)/, "");
    const isNot = isDenied || bare !== word;
    isDenied = false;
    if (FILLERS.has(bare)) continue;
    const term = termOf(bare, vocabulary);
    if (isNot) tests.push((facts) => !(term ? isOf(term, facts) : standsOn(facts).includes(bare)));
    else if (term) terms.push(term);
    else texts.push(bare);
  }
  return { terms, texts, fits: (facts) => tests.every((test) => test(facts)) && isEvery(terms, facts) && stands(texts, facts) };
}

const stands = (texts: readonly string[], facts: CardFacts): boolean => {
  if (texts.length === 0) return true;
  const on = standsOn(facts);
  return texts.every((text) => on.includes(text));
};

function isEvery(terms: readonly Term[], facts: CardFacts): boolean {
  return terms.every((term) =>
    ALTERNATIVES.includes(term.facet)
      ? terms.some((other) => other.facet === term.facet && isOf(other, facts))
      : isOf(term, facts),
  );
}

/** The search with this word in it if it was not, and without it if it was. */
export function toggled(typed: string, term: Term, vocabulary: Vocabulary): string {
  const isMeant = (word: string): boolean => {
    const other = termOf(word.toLowerCase(), vocabulary);
    return other?.facet === term.facet && other.word === term.word;
  };
  const words = typed.split(/([\s,;]+)/);
  if (!words.some(isMeant)) return [typed.trim(), term.word.toLowerCase()].filter((part) => part !== "").join(" ");
  return without(words, isMeant);
}

/** The search without any word of this facet. */
export function cleared(typed: string, facet: Facet, vocabulary: Vocabulary): string {
  return without(typed.split(/([\s,;]+)/), (word) => termOf(word.toLowerCase(), vocabulary)?.facet === facet);
}

const without = (words: readonly string[], isMeant: (word: string) => boolean): string =>
  words.filter((word) => !isMeant(word)).join("").replace(/\s*[,;](?=\s*[,;])/g, "").replace(/\s+/g, " ").replace(/^[\s,;]+|[\s,;]+$/g, ""); // prettier-ignore

const COLOUR_PLACE = new Map<string, number>(COLOURS.map((colour, place) => [colour, place]));

const ORDERS: Readonly<Record<Sort, (a: CardFacts, b: CardFacts) => number>> = {
  cost: (a, b) => a.cost - b.cost || (COLOUR_PLACE.get(a.colour) ?? 0) - (COLOUR_PLACE.get(b.colour) ?? 0) || a.number.localeCompare(b.number),
  name: (a, b) => a.name.localeCompare(b.name) || a.number.localeCompare(b.number),
  power: (a, b) => (b.power ?? -1) - (a.power ?? -1) || a.cost - b.cost || a.number.localeCompare(b.number),
  number: (a, b) => a.number.localeCompare(b.number),
};

/** The cards that a search finds; those whose name has all of its words come first. */
export function find(query: Query, catalogue: Catalogue, sort: Sort): CardFacts[] {
  const found = [...catalogue.values()].filter(query.fits).sort(ORDERS[sort]);
  if (query.texts.length === 0) return found;
  const isNamed = ({ name }: CardFacts): boolean => query.texts.every((text) => name.toLowerCase().replace(/[–—]/g, "-").includes(text));
  return [...found.filter(isNamed), ...found.filter((facts) => !isNamed(facts))];
}

/** The order in which a deck lists its cards. */
export const byCost = ORDERS.cost;
