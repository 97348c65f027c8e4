/** Damage to a player as one thing to see: the cards that were turned, and whether a Lucky one cancelled it. */

import type { Catalogue } from "./facts";
import type { Seat } from "./seats";
import type { GameEvent } from "./protocol";

export interface Reveal {
  readonly seat: Seat;
  readonly damage: number;
  readonly cards: readonly { readonly handle: number; readonly number: string; readonly lucky: boolean }[];
  readonly cancelled: boolean;
}

/** The short name of the Lucky card, which is the last that was turned. */
export const saverOf = ({ cards }: Reveal, catalogue: Catalogue): string => catalogue.get(cards.at(-1)?.number ?? "")?.main_name ?? "";

/** The last damage to a player among these events. */
export function revealOf(events: readonly GameEvent[]): Reveal | undefined {
  let reveal: Reveal | undefined;
  for (const event of events) {
    if (event.type === "damage_dealt" && event.card === 0)
      reveal = { seat: event.seat, damage: event.amount, cards: [], cancelled: false };
    else if (event.type === "player_damage_revealed" && reveal) {
      const { card: handle, number = "", lucky = false } = event;
      reveal = { ...reveal, cards: [...reveal.cards, { handle, number, lucky }] };
    } else if (event.type === "damage_prevented" && reveal) reveal = { ...reveal, cancelled: true };
  }
  return reveal;
}
