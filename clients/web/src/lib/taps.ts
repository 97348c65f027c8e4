/** What a click on the table does to the half-made choice. */

import { decisionsOf, NOTHING, offerOf, targetOf, type Context, type Draft } from "./choice";
import type { Decision, Prompt } from "./protocol";

/** What a click brings: a new draft, or a decision to send. */
export type Tap = { readonly draft: Draft } | { readonly decision: Decision };

/** A click on a card: it is picked, put back, attacked; undefined if it is not part of the choice. */
export function tapCard(prompt: Prompt, draft: Draft, card: number, context: Context): Tap | undefined {
  const offer = offerOf(prompt, draft, context);
  switch (prompt.kind) {
    case "main":
    case "quick": {
      const attack = decisionsOf(prompt, draft.card).find((d) => d.verb === "attack" && targetOf(d) === card);
      if (attack && card !== 0 && draft.card !== 0) return { decision: attack };
      if (card === draft.card) return { draft: NOTHING };
      return decisionsOf(prompt, card).length > 0 ? { draft: { ...NOTHING, card } } : undefined;
    }
    case "block":
      if (!offer.blockers.has(card)) return undefined;
      return { draft: { ...NOTHING, card: card === draft.card ? 0 : card } };
    case "cards":
      return offer.can.has(card) ? { draft: { ...NOTHING, cards: toggled(prompt, draft, card) } } : undefined;
    case "order": {
      const row = offer.rows.findIndex((r) => r.card === card && r.decision);
      return row === -1 ? undefined : { draft: { ...NOTHING, row: row === draft.row ? -1 : row } };
    }
    default:
      return undefined;
  }
}

/** Picked once more it is put back; with one card to choose, another one takes its place. */
function toggled(prompt: Prompt, draft: Draft, card: number): number[] {
  if (draft.cards.includes(card)) return draft.cards.filter((other) => other !== card);
  if (prompt.maximum === 1) return [card];
  return draft.cards.length < (prompt.maximum ?? 0) ? [...draft.cards, card] : [...draft.cards];
}

/** A click on the opponent: the picked Pal attacks the player. */
export function tapPlayer(prompt: Prompt, draft: Draft): Tap | undefined {
  if (draft.card === 0) return undefined;
  const attack = decisionsOf(prompt, draft.card).find((d) => d.verb === "attack" && targetOf(d) === 0);
  return attack && { decision: attack };
}
