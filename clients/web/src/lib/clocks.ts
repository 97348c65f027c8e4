/** Clocks that the server tells of and this page lets run on, and how they are written. */

import type { Clocks, CreateTable } from "./protocol";
import type { Seat } from "./seats";

/** How the players' time is measured. */
export type TimeControlName = NonNullable<CreateTable["time"]>;

/** Milliseconds that a seat has left, so long after the clocks were told. */
export function left(clocks: Clocks, seat: Seat, since: number): number {
  return Math.max(0, clocks.running === seat ? clocks[seat] - Math.max(0, since) : clocks[seat]);
}

/** Milliseconds that are left for the open question, so long after the clocks were told; none if no clock runs. */
export function leftToAnswer(clocks: Clocks, since: number): number | undefined {
  return clocks.left === undefined ? undefined : Math.max(0, clocks.left - Math.max(0, since));
}

/** Minutes and seconds; a second that has begun counts. */
export function written(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
