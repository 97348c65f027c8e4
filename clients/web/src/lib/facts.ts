/** The card catalogue and the preset decks, as the server gives them. */

import type { Colour, Element, Subject } from "./art";
import type { CardFacts, LessonFacts, PresetDeck } from "./protocol";

export type Catalogue = ReadonlyMap<string, CardFacts>;

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
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

export const loadPresets = (): Promise<PresetDeck[]> => fetchJson<PresetDeck[]>("/decks.json");

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

/** A deck's size. */
export const deckSize = (deck: PresetDeck): number => Object.values(deck.main).reduce((sum, copies) => sum + copies, 0);

/** How many Lucky cards a deck has. */
export function luckyIn(deck: PresetDeck, catalogue: Catalogue): number {
  let lucky = 0;
  for (const [number, copies] of Object.entries(deck.main)) if (catalogue.get(number)?.lucky) lucky += copies;
  return lucky;
}

/** The deck's faces: its dearest Pals, Lucky ones first, one picture per name. */
export function facesOf(deck: PresetDeck, catalogue: Catalogue, count: number): CardFacts[] {
  const cards = Object.keys(deck.main)
    .map((number) => catalogue.get(number))
    .filter((facts) => facts !== undefined)
    .filter((facts) => facts.kind === "pal")
    .sort((a, b) => Number(b.lucky) - Number(a.lucky) || b.cost - a.cost || a.number.localeCompare(b.number));
  const names = new Set<string>();
  const faces = cards.filter((facts) => !names.has(facts.main_name) && names.add(facts.main_name));
  return faces.slice(0, count);
}
