/** What a screen reader says at once: the question to the reader, and the end. */

import type { Context, Offer } from "./choice";
import type { Outcome, Prompt } from "./protocol";
import { other, type Seat } from "./seats";
import { words, type Who } from "./words";

/** "Broncherry attacks you. Block with a Pal? Strike 3. 3 can block." */
export function questionAloud(prompt: Prompt, { question, detail, blockers }: Offer, { view }: Context): string {
  if (prompt.kind !== "block") return detail === "" ? question : `${question} ${detail}`;
  const strike = view.cards[view.battle?.attacker ?? 0]?.strike;
  return [question, strike === undefined ? "" : words.aloud.strike(strike), words.aloud.canBlock(blockers.size)]
    .filter((part) => part !== "")
    .join(" ");
}

/** "You win. Mirai’s life reached 0." */
export function endAloud({ winner, reason }: Outcome, whoIs: (seat: Seat) => Who): string {
  if (winner === "draw") return `${words.aloud.drawn} ${words.end.drawReason(reason)}`;
  const loser = other(winner);
  return `${words.aloud.wins(whoIs(winner))} ${words.end.reason(reason, whoIs(loser))}`;
}

/** Seconds at which the reader is told how many are left. */
const WARNINGS = [10, 30];

/** What is said about the time that is left; nothing while there is enough. */
export function timeAloud(left: number | undefined): string {
  const seconds = left === undefined ? undefined : WARNINGS.find((warning) => left <= warning * 1_000);
  return seconds === undefined ? "" : words.aloud.left(seconds);
}
