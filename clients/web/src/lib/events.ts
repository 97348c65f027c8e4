/** What an update leaves out of its events, put back. */

import type { Catalogue } from "./facts";
import type { GameEvent, View } from "./protocol";

/** The events, each with the number of its card, as one of the views around them has it. */
export function inFull(events: readonly GameEvent[], before: View, after: View): GameEvent[] {
  return events.map((event) => {
    if (!("card" in event)) return event;
    const seen = after.cards[event.card] ?? before.cards[event.card];
    return seen ? { ...event, number: seen.number } : event;
  });
}

type OfAbility = Extract<GameEvent, { type: "ability_activated" | "ability_triggered" | "ability_resolved" }>;

/** The words of an event's ability: those that it brings along, else what is printed on its card. */
export function wordsOf({ text, ability = 0, number = "" }: OfAbility, catalogue: Catalogue): string {
  return text ?? catalogue.get(number)?.text[ability - 1] ?? "";
}
