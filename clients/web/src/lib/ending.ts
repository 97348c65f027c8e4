/** How a match has ended, told to whoever played in neither seat. */

import type { Outcome } from "./protocol";
import { other, type Seat } from "./seats";
import { words } from "./words";

export function endingOf({ winner, reason }: Outcome, nameOf: (seat: Seat) => string): string {
  if (winner === "draw") return `${words.end.draw}. ${words.end.drawReason(reason)}`;
  const named = (seat: Seat) => ({ you: false, name: nameOf(seat) });
  return `${words.end.wins(named(winner))}. ${words.end.reason(reason, named(other(winner)))}`;
}
