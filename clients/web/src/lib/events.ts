/** What an update leaves out of its events, put back. */

import type { GameEvent, View } from "./protocol";

/** The events, each with the number of its card, as one of the views around them has it. */
export function inFull(events: readonly GameEvent[], before: View, after: View): GameEvent[] {
  return events.map((event) => {
    if (!("card" in event)) return event;
    const seen = after.cards[event.card] ?? before.cards[event.card];
    return seen ? { ...event, number: seen.number } : event;
  });
}
