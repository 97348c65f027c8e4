/** Which words of a card belong to an activated ability. */

import type { Context } from "./choice";
import { paragraphOf, typeset } from "./rules";

/** Abilities that are used from the hand say so in their text. */
const fromHand = (paragraph: string): boolean => paragraph.includes("(From hand");

/**
 * The text of the n-th activated ability of a card where it is now: printed ones in printed order.
 *
 * Abilities that were granted are counted after the printed ones; their words are not on the card, so they have none
 * here.
 */
export function activatedText(handle: number, n: number, { view, catalogue }: Context): string {
  const card = view.cards[handle];
  const facts = card && catalogue.get(card.number);
  if (!card || !facts) return "";
  const inHand = card.zone === "hand";
  const activated = facts.text.filter((line) => line.startsWith("[ACT]") && fromHand(line) === inHand);
  return typeset((activated[n - 1] ?? "").replace(/^\[ACT\] /, ""));
}

/** A longer price is only read in the sentence beside the button. */
const SHORT = 16;

/** What an ability costs, as its text says it; empty if there are several ways to pay, none, or many words. */
export function costsOf(text: string): string {
  const costs = paragraphOf(text).segments.filter(({ kind }) => kind === "cost");
  const [cost] = costs;
  return cost && costs.length === 1 && cost.text.length <= SHORT ? cost.text : "";
}
