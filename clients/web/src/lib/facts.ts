/** The card catalogue, the preset decks and what a deck may be, as the server gives them. */

import type { Colour, Element, Subject } from "./art";
import type { Main } from "./decks/judge";
import type { CardFacts, Decks, LessonFacts } from "./protocol";

export type Catalogue = ReadonlyMap<string, CardFacts>;

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path); // as the page preloads it
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return (await response.json()) as T;
}

/** Every card by its printed number. */
export async function loadCatalogue(): Promise<Catalogue> {
  return catalogueOf(await fetchJson<Record<string, CardFacts>>("/cards.json"));
}

export function catalogueOf(table: Record<string, CardFacts>): Catalogue {
  return new Map(Object.entries(table));
}

export const loadDecks = (): Promise<Decks> => fetchJson<Decks>("/decks.json");

export const loadLessons = (): Promise<LessonFacts[]> => fetchJson<LessonFacts[]>("/lessons.json");

/** What the art needs of a card. */
export function subjectOf(facts: CardFacts): Subject {
  return {
    number: facts.number,
    name: facts.main_name,
    kind: facts.kind,
    colour: facts.colour as Colour,
    lucky: facts.lucky,
    cost: facts.cost,
    elements: facts.elements as Element[],
  };
}

/** The deck's faces: its dearest Pals, Lucky ones first, one picture per name. */
export function facesOf(main: Main, catalogue: Catalogue, count: number): CardFacts[] {
  const cards = Object.keys(main)
    .map((number) => catalogue.get(number))
    .filter((facts) => facts !== undefined)
    .filter((facts) => facts.kind === "pal")
    .sort((a, b) => Number(b.lucky) - Number(a.lucky) || b.cost - a.cost || (a.number < b.number ? -1 : 1));
  const names = new Set<string>();
  const faces = cards.filter((facts) => !names.has(facts.main_name) && names.add(facts.main_name));
  return faces.slice(0, count);
}
