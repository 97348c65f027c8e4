/** Which questions the server passes for this player, as it has been told to. */

import { legalOf } from "./legal";
import type { Prompt, View } from "./protocol";
import type { Passes } from "./game";

/** Whether a question is one that may be passed for a player. */
export const isWindow = (prompt: Prompt): boolean => prompt.kind === "block" || prompt.kind === "quick";

/** The number of the card that attacks, as long as it is there. */
export const attackerOf = ({ battle, cards }: View): string | undefined => cards[battle?.attacker ?? 0]?.number;

/** Whether this question is passed by itself in a moment: then nobody needs to be asked. */
export function isPassed(prompt: Prompt, view: View, { passing, yields }: Passes): boolean {
  if (!isWindow(prompt)) return false;
  if (passing === "playable" && legalOf(prompt).every(({ verb }) => verb === "pass")) return true;
  const attacker = attackerOf(view);
  return attacker !== undefined && yields.includes(attacker);
}
