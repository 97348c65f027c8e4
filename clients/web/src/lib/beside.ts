/** Where something that floats goes: near what it is about, and over as little as possible of what is needed. */

import type { Box, Point } from "./press";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What shall not be covered. To cover a thousand square pixels of it is as bad as to be so many pixels farther away. */
export interface Kept {
  readonly box: Box;
  /** Infinity: where this would be covered there is no place. */
  readonly weight: number;
}

/** Between what floats and what is beside it, in pixels. */
const GAP = 10;

const spanOf = (low: number, high: number, otherLow: number, otherHigh: number): number =>
  Math.max(0, Math.min(high, otherHigh) - Math.max(low, otherLow));
export const covered = (a: Box, b: Box): number => spanOf(a.left, a.right, b.left, b.right) * spanOf(a.top, a.bottom, b.top, b.bottom);
/** How far apart two spans are; 0 if they overlap. */
const apart = (low: number, high: number, otherLow: number, otherHigh: number): number => Math.max(0, otherLow - high, low - otherHigh);
const distance = (a: Box, b: Box): number => Math.hypot(apart(a.left, a.right, b.left, b.right), apart(a.top, a.bottom, b.top, b.bottom));

/** Every place along one side of the room at which it would stand just before, just behind or in the middle of something. */
function placesOf(edges: readonly (readonly [number, number])[], length: number, low: number, high: number): number[] {
  const fits = (place: number): number => Math.round(Math.min(Math.max(place, low), Math.max(low, high - length)));
  const places = edges.flatMap(([from, to]) => [from - GAP - length, to + GAP, (from + to - length) / 2]);
  return [...new Set([low, high - length, ...places].map(fits))];
}

/** What it costs to stand in a place. */
const costOf = (box: Box, about: Box, kept: readonly Kept[]): number =>
  kept.reduce((sum, one) => {
    const area = covered(box, one.box);
    return area === 0 ? sum : sum + (one.weight * area) / 1_000;
  }, distance(box, about));

/**
 * The best place in the room for something of this size that is about the thing at `about`: its left upper corner.
 * Undefined if it would everywhere cover what must not be covered.
 */
export function placeBeside(about: Box, { width, height }: Size, room: Box, kept: readonly Kept[]): Point | undefined {
  const boxes = [about, ...kept.map(({ box }) => box)];
  let best: Point | undefined;
  let least = Infinity;
  for (const x of placesOf(boxes.map(({ left, right }) => [left, right]), width, room.left, room.right))
    for (const y of placesOf(boxes.map(({ top, bottom }) => [top, bottom]), height, room.top, room.bottom)) {
      const box = { left: x, right: x + width, top: y, bottom: y + height };
      const cost = costOf(box, about, kept);
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  return best;
}
