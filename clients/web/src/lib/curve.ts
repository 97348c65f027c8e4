/** Both players' life over the turns of a match, as the log has told it. */

import type { Line } from "./lines";
import type { Seat } from "./seats";
import type { View } from "./protocol";

/** Life when a turn began; the last one, when the match ended. */
export type Moment = Readonly<Record<Seat, number>> & { readonly turn: number };

/** From the first turn to the end, or nothing if the log does not tell of each. */
export function curveOf(lines: readonly Line[], { turn, players }: View): readonly Moment[] | undefined {
  const moments: Moment[] = lines.flatMap(({ began }) => (began ? [began] : []));
  const isWhole = turn > 0 && moments.length === turn && moments.every((moment, i) => moment.turn === i + 1);
  return isWhole ? [...moments, { turn: turn + 1, A: players.A.life, B: players.B.life }] : undefined;
}

/** One player's line in a box of 100 by 100: life below 0 lies at the bottom. */
export function pathOf(moments: readonly Moment[], seat: Seat, top: number): string {
  const at = (moment: Moment, i: number): string => `${((100 * i) / (moments.length - 1)).toFixed(2)} ${heightOf(moment[seat], top).toFixed(2)}`;
  return `M${moments.map(at).join(" L")}`;
}

/** How far from the top a life lies, of 100. */
export const heightOf = (life: number, top: number): number => 100 - (100 * Math.max(0, life)) / top;

/** The most life that anybody had, but at least what a match begins with. */
export const topOf = (moments: readonly Moment[]): number => Math.max(10, ...moments.flatMap(({ A, B }) => [A, B]));
