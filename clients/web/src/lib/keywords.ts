/** The keywords with what they mean, read off the cards that have them. */

import type { Catalogue } from "./facts";
import { paragraphOf } from "./rules";
import { words } from "./words";

export interface Keyword {
  readonly term: string;
  /** Its rule text; may hold keywords itself. */
  readonly text: string;
}

const PLAIN = ["Quick", "On Deploy", "On Attack", "On Assign", "Once per turn"] as const;

/** All of them by name; a number of a card stands as N. */
export function keywordsOf(catalogue: Catalogue): Keyword[] {
  const found = new Map<string, string>(PLAIN.map((term) => [term, words.learn.ofPlain(words.help[term])]));
  for (const { text } of catalogue.values())
    for (const line of text) {
      const { segments } = paragraphOf(line);
      for (const [i, { kind, text: piece }] of segments.entries()) {
        const next = segments.slice(i + 1).find((other) => other.text.trim() !== "");
        if (kind !== "keyword" || next?.kind !== "reminder") continue;
        const [term = piece, n] = piece.split(/ (?=\d)/);
        if (!found.has(term)) found.set(term, n === undefined ? next.text.slice(1, -1) : next.text.slice(1, -1).replace(n, "N"));
      }
    }
  return [...found].map(([term, text]) => ({ term, text })).sort((a, b) => a.term.localeCompare(b.term));
}
