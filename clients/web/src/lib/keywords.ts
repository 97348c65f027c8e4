/** The words and signs of cards with what they mean: keywords are read off the cards that have them, the rest is ours. */

import { keywordIcon } from "./faces";
import type { Catalogue } from "./facts";
import { isIcon, type IconName } from "./icons";
import type { CardFacts } from "./protocol";
import { paragraphOf, type Label } from "./rules";
import { words } from "./words";

export interface Keyword {
  readonly term: string;
  /** Its rule text; may hold keywords itself. */
  readonly text: string;
}

/** A word or sign on a card, how it looks there, and one sentence that goes on after it. */
export interface Word extends Keyword {
  readonly icons: readonly IconName[];
  /** Where it looks as in the rules text. */
  readonly label?: Label;
}

type Term = keyof typeof words.help;
const TERMS = Object.keys(words.help) as Term[];

/** How a term looks in the text of a card, where that is not the term itself. */
const IN_TEXT: Partial<Record<Term, RegExp>> = {
  AUTO: /\[AUTO\]/,
  ACT: /\[ACT\]/,
  CONT: /\[CONT\]/,
  Assign: /\bassign/i,
  Deploy: /(?<!On )\bdeploy/i,
  Rest: /(?<!the )\brest(ing)?\b|\brest state\b/i,
  Stand: /\bstand(s|ing)?\b/i,
  Nullify: /\bnullify/i,
  Skill: /\bskill\b/i,
  "Main name": /\bmain name/i,
  Discard: /\bdiscard/i,
  Consume: /\bconsume/i,
  Butcher: /\bbutcher/i,
  Exile: /\bexile/i,
  Soul: /\bsouls?\b/,
  Normal: /\bnormal\b/,
  "①": /[①②③]/,
  "◇4": /◇\d+/,
  Night: /\bnight\b/,
};

const ICONS: Partial<Record<Term, IconName>> = { Power: "power", Strike: "strike", Durability: "durability", Quick: "quick", Material: "material", Ingredient: "ingredient", Exile: "exile", Night: "moon", Lucky: "lucky" };

/** The large numbers of a card, and what has them. */
const NUMBERS: Partial<Record<Term, CardFacts["kind"]>> = { Power: "pal", Strike: "pal", Durability: "structure" };

const isOn = (term: Term, facts: CardFacts): boolean =>
  term === "Lucky" ? facts.lucky : NUMBERS[term] === facts.kind || facts.text.some((line) => (IN_TEXT[term] ?? new RegExp(`\\b${term}\\b`)).test(line));

/** The keywords that the cards have, with their rule text; a number of a card stands as N. */
function keywordsIn(texts: Iterable<readonly string[]>): Map<string, string> {
  const found = new Map<string, string>();
  for (const text of texts)
    for (const line of text) {
      const { segments } = paragraphOf(line);
      for (const [i, { kind, text: piece }] of segments.entries()) {
        const next = segments.slice(i + 1).find((other) => other.text.trim() !== "");
        if (kind !== "keyword" || next?.kind !== "reminder") continue;
        const [term = piece, n] = piece.split(/ (?=\d)/);
        if (!found.has(term)) found.set(term, n === undefined ? next.text.slice(1, -1) : next.text.slice(1, -1).replace(n, "N"));
      }
    }
  return found;
}

/** Words in the order of the alphabet, and then the signs that are none. */
function byWord({ term: a }: Keyword, { term: b }: Keyword): number {
  const [isWord, isOther] = [a, b].map((term) => /^\p{L}/u.test(term));
  return isWord === isOther ? a.localeCompare(b) : isWord ? -1 : 1;
}

const MEANINGS = new WeakMap<Catalogue, Map<string, string>>();
/** The keywords of all cards, found once. */
function meaningsIn(catalogue: Catalogue): Map<string, string> {
  const found = MEANINGS.get(catalogue) ?? keywordsIn([...catalogue.values()].map(({ text }) => text));
  MEANINGS.set(catalogue, found);
  return found;
}

/** All words with what they mean, by name. */
export function keywordsOf(catalogue: Catalogue): Keyword[] {
  const plain = TERMS.map((term) => [term, words.learn.ofPlain(words.help[term])] as const);
  const found = new Map([...plain, ...meaningsIn(catalogue)]);
  return [...found].map(([term, text]) => ({ term, text })).sort(byWord);
}

/** The keywords that a card's text names without telling what they mean. */
function namedOn({ text }: CardFacts): string[] {
  const named = text.flatMap((line) => paragraphOf(line).segments).filter(({ kind }) => kind === "keyword").map((segment) => segment.text);
  const told = keywordsIn([text]);
  return named.filter((term) => !(term in words.help) && !told.has(term.replace(/ \d+$/, "")));
}

/**
 * The words and signs on a card: its large numbers, what stands in its text, its other signs. What the card explains itself is not repeated: of keywords,
 * only those are here that it was given, or that its text names and leaves at that.
 */
export function wordsOn(facts: CardFacts, given: readonly string[], catalogue: Catalogue): Word[] {
  const granted = new Set([...given.filter((keyword) => !facts.keywords.includes(keyword)), ...namedOn(facts)]);
  const meanings = granted.size > 0 ? meaningsIn(catalogue) : new Map<string, string>();
  const keywords = [...granted].map((term): Word => {
    const icon = keywordIcon(term);
    const [name = term, n = "N"] = term.split(/ (?=\d)/);
    return { term, text: (meanings.get(name) ?? "").replace("N", n), icons: icon ? [icon] : [] };
  });
  const plain = TERMS.filter((term) => isOn(term, facts)).map((term): Word => {
    const icon = ICONS[term];
    return { term: term === "◇4" ? costOn(facts) : term, text: words.help[term], icons: icon ? [icon] : [], ...(term === "AUTO" || term === "ACT" || term === "CONT" ? { label: term } : {}) };
  });
  const isNumber = ({ term }: Word): boolean => term in NUMBERS;
  return [...plain.filter(isNumber), ...keywords, ...plain.filter((word) => !isNumber(word)), ...signsOn(facts)];
}

/** The first cost that its text names, as it stands there. */
const costOn = ({ text }: CardFacts): string => /◇\d+/.exec(text.join(" "))?.[0] ?? "";

function signsOn({ work, elements, colour }: CardFacts): Word[] {
  const signs: Word[] = [];
  if (work.length > 0) signs.push({ term: work.join(", "), text: words.signs.work(work.length), icons: work.filter(isIcon) });
  if (elements.length > 0) signs.push({ term: elements.join(", "), text: words.signs.elements(elements.length), icons: elements.filter(isIcon) });
  return [...signs, { term: words.colour(colour), text: words.signs.colour, icons: [] }];
}
