/** Why a card of the reader's cannot act now: one sentence, from what stands on the table. */

import { costOf, seatOf, type Context, type Offer } from "./choice";
import type { Prompt } from "./protocol";
import { words } from "./words";

/** The reason, or undefined for a card that can act, is not the reader's, or needs no reason now. */
export function whyNot(handle: number, prompt: Prompt, offer: Offer, context: Context): string | undefined {
  const { view, catalogue } = context;
  const card = view.cards[handle];
  const facts = card && catalogue.get(card.number);
  if (!card || !facts || card.owner !== seatOf(view) || offer.chosen.size > 0) return undefined;
  if (prompt.kind === "block") return card.zone === "base" && facts.kind === "pal" && card.rest ? words.why.resting : undefined;
  if (prompt.kind !== "main" && prompt.kind !== "quick") return undefined;
  if (offer.can.has(handle)) return undefined;
  if (card.zone === "base") return card.rest ? words.why.resting : undefined;
  if (card.zone !== "hand") return undefined;
  if (prompt.kind === "quick" && !facts.quick && !facts.keywords.includes("Interrupt")) return words.why.notQuick;
  const cost = costOf(handle, context);
  const souls = view.players[seatOf(view)].souls;
  return cost > souls ? words.why.cost(cost, souls) : words.why.notNow;
}
