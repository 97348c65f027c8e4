/** The two seats of a table. */

export type Seat = "A" | "B";

export const other = (seat: Seat): Seat => (seat === "A" ? "B" : "A");
