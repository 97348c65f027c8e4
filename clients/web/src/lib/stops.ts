/** Where the arrow keys lead: to the nearest thing that way, first in the same region, then in the next row of the table. */

import type { Way } from "./keys";
import type { Box } from "./press";

/** Something that can have the focus. */
export interface Stop {
  /** The place of its region among the rows of the table, from above. */
  readonly region: number;
  readonly box: Box;
}

/** The middle from left to right. */
export const middle = ({ left, right }: Box): number => (left + right) / 2;
const centre = ({ top, bottom }: Box): number => (top + bottom) / 2;
const high = ({ top, bottom }: Box): number => bottom - top;
const wide = ({ left, right }: Box): number => right - left;
/** How much of the smaller one of two lies beside the other one, to be beside it. */
const BESIDE = 0.25;

const abreast = (a: Box, b: Box): boolean =>
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > BESIDE * Math.min(high(a), high(b));
const aligned = (a: Box, b: Box): boolean =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > BESIDE * Math.min(wide(a), wide(b));

/**
 * The index of the stop to which a key leads from another one; the same one if there is none that way. The stops are those
 * of all rows of the table, or those of one region.
 *
 * `column` is the place, from left to right, from which a way up or down began: rows of other widths do not lose it.
 */
export function reached(from: number, stops: readonly Stop[], way: Way, column: number): number {
  const here = stops[from];
  if (!here) return from;
  const peers = stops.flatMap((stop, i) => (stop.region === here.region ? [i] : []));
  if (way === "first") return peers[0] ?? from;
  if (way === "last") return peers.at(-1) ?? from;
  const along = way === "left" || way === "right";
  const on = way === "right" || way === "down" ? 1 : -1;

  /** How far it is, if it is that way and in line. */
  const distance = (box: Box): number | undefined => {
    const away = along ? middle(box) - middle(here.box) : centre(box) - centre(here.box);
    const least = along ? 0 : Math.max(high(box), high(here.box)) / 2;
    const inLine = along ? abreast(box, here.box) : aligned(box, here.box);
    return inLine && away * on > least ? away * on : undefined;
  };
  const beside = nearest(peers, (i) => distance(boxOf(stops, i)));
  if (beside !== undefined) return beside;
  const rows = [...new Set(stops.map((stop) => stop.region))].sort((a, b) => (a - b) * on);
  if (along || rows.length === 1) return peers[peers.indexOf(from) + on] ?? from;
  const next = rows[rows.indexOf(here.region) + 1];
  const inRow = [...stops.keys()].filter((i) => stops[i]?.region === next);
  return nearest(inRow, (i) => Math.abs(middle(boxOf(stops, i)) - column)) ?? from;
}

const NOWHERE: Box = { left: 0, right: 0, top: 0, bottom: 0 };
const boxOf = (stops: readonly Stop[], i: number): Box => stops[i]?.box ?? NOWHERE;

/** The first one that is nearest; those without a distance do not count. */
function nearest(among: readonly number[], distance: (i: number) => number | undefined): number | undefined {
  let [best, least]: [number | undefined, number] = [undefined, Infinity];
  for (const i of among) {
    const far = distance(i);
    if (far !== undefined && far < least) [best, least] = [i, far];
  }
  return best;
}
