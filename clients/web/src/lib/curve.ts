/** A match summed up, as the log has told it: both players' life over its turns, and what befell them. */

import type { Count, Line } from "./lines";
import type { Seat } from "./seats";
import type { Catalogue } from "./facts";
import type { CardFacts, View } from "./protocol";

/** Life when a turn began; the last one, when the match ended. */
export type Moment = Readonly<Record<Seat, number>> & { readonly turn: number };

/** What befell a player in the whole match. */
export type Tally = Readonly<Record<Count["figure"], number>>;

/** Life as each turn began, if the log tells of all that happened from the first turn on. */
function beginnings(lines: readonly Line[], { turn }: View): readonly Moment[] | undefined {
  const moments: Moment[] = lines.flatMap(({ began }) => (began ? [began] : []));
  const isWhole = turn > 0 && moments.length === turn && moments.every((moment, i) => moment.turn === i + 1);
  return isWhole && !lines.some(({ isAfterGap }) => isAfterGap) ? moments : undefined;
}

/** From the first turn to the end, or nothing if the log does not tell of each. */
export function curveOf(lines: readonly Line[], view: View): readonly Moment[] | undefined {
  const { turn, players } = view;
  const moments = beginnings(lines, view);
  return moments && [...moments, { turn: turn + 1, A: players.A.life, B: players.B.life }];
}

/** What befell each player, or nothing if the log does not tell of all. */
export function tallyOf(lines: readonly Line[], view: View): Readonly<Record<Seat, Tally>> | undefined {
  if (!beginnings(lines, view)) return undefined;
  const tally = { A: { lifeLost: 0, palsLost: 0, saves: 0 }, B: { lifeLost: 0, palsLost: 0, saves: 0 } };
  for (const { figure, seat, amount } of lines.flatMap(({ counts }) => counts ?? [])) tally[seat][figure] += amount;
  return tally;
}

/** The loss of life that came last to this player, if the log tells of one. */
export const lastLossOf = (lines: readonly Line[], lost: Seat): Count | undefined =>
  lines.flatMap(({ counts }) => counts ?? []).findLast(({ figure, seat }) => figure === "lifeLost" && seat === lost);

/** The card that struck last, if it is known; else the player's strongest Pal, of those that stand if any does. */
export function heroOf({ cards }: View, seat: Seat, catalogue: Catalogue, striker?: string): CardFacts | undefined {
  const mine = Object.values(cards)
    .filter(({ owner }) => owner === seat)
    .map((card) => ({ card, facts: catalogue.get(card.number) }));
  const pals = mine.filter(({ card, facts }) => card.zone === "base" && facts?.kind === "pal");
  const ranked = pals.toSorted((a, b) => Number(a.card.rest ?? false) - Number(b.card.rest ?? false) || (b.card.power ?? 0) - (a.card.power ?? 0));
  const named = mine.filter(({ facts }) => striker !== undefined && facts?.main_name === striker);
  const struck = named.toSorted((a, b) => Number(b.card.zone === "base") - Number(a.card.zone === "base")); // two cards may have one name
  return [...struck, ...ranked, ...mine][0]?.facts;
}

/** One player's line in a box of 100 by 100: life below 0 lies at the bottom. */
export function pathOf(moments: readonly Moment[], seat: Seat, top: number): string {
  const at = (moment: Moment, i: number): string => `${((100 * i) / (moments.length - 1)).toFixed(2)} ${heightOf(moment[seat], top).toFixed(2)}`;
  return `M${moments.map(at).join(" L")}`;
}

/** How far from the top a life lies, of 100. */
export const heightOf = (life: number, top: number): number => 100 - (100 * Math.max(0, life)) / top;

/** The most life that anybody had, but at least what a match begins with; even, so that its half is a life, too. */
export const topOf = (moments: readonly Moment[]): number => 2 * Math.ceil(Math.max(10, ...moments.flatMap(({ A, B }) => [A, B])) / 2);
