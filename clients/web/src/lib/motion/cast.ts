/** Who plays in an update: the cards that fly, and the words and numbers that show. Pure, from where everything was and is. */

import type { Seat } from "../seats";
import type { Card, View } from "../protocol";
import { boxAt, placeName, type Box, type Snapshot } from "./boxes";
import { SIGNS } from "./frames";
import type { Flight, Plan, Spot, Timed } from "./plan";

/** How a card looks on its way: its back, as in a hand, or as it lies in a base. */
export interface Look {
  readonly shape: "back" | "hand" | "tile";
  readonly number: string;
  readonly card: Card | undefined;
  readonly font: number;
}

/** A card on its way; it stands for one that is not there any more, or not there yet. */
export interface Ghost {
  readonly id: number;
  readonly flight: Timed<Flight>;
  readonly from: Box;
  readonly to: Box;
  readonly looks: readonly Look[];
}

/** A word or number that shows for a moment. */
export interface Sign {
  readonly id: number;
  readonly kind: keyof typeof SIGNS;
  readonly text: string;
  readonly resource?: "material" | "ingredient";
  readonly box: Box;
  readonly at: number;
  readonly ms: number;
}

/** What is needed to play an update. */
export interface Shown {
  readonly plan: Plan;
  readonly before: View;
  readonly after: View;
  readonly mine: Seat | undefined;
  /** What is written over the horizon when a turn begins. */
  readonly banner: (seat: Seat) => string;
}

export interface Actors {
  readonly ghosts: readonly Ghost[];
  readonly signs: readonly Sign[];
}

const FLASH_MS = 240;
const BANNER_MS = 900;
const RING_MS = 420;
const COUNT_MS = 600;

/** With motion; `next` gives each its own number. */
export function castOf(shown: Shown, from: Snapshot, to: Snapshot, next: () => number): Actors {
  const ghosts: Ghost[] = [];
  const signs: Sign[] = [];
  const hand = [...from.cards.values(), ...to.cards.values()].find((box) => box.height > box.width * 1.3);
  const spots = new Map<number, Box>();
  const sign = (part: Omit<Sign, "id">): unknown => signs.push({ ...part, id: next() });
  for (const move of shown.plan.moves) {
    if (move.kind === "flight") {
      const begin = spots.get(move.handle) ?? boxAt(from, move.from, move.handle, hand);
      const end = boxAt(to, move.to, move.handle, hand);
      if (!begin || !end) continue;
      if (move.handle !== 0) spots.set(move.handle, end);
      ghosts.push({ id: next(), flight: move, from: begin, to: end, looks: looksOf(move, begin, end, shown) });
      if (move.way === "exile") sign({ kind: "exile", text: "", box: end, at: move.at + move.ms / 2, ms: RING_MS });
    } else if (move.kind === "hurt" && !to.cards.has(move.handle)) {
      const box = from.cards.get(move.handle);
      if (box) sign({ kind: "hurt", text: `−${move.amount}`, box, at: move.at, ms: 900 });
    } else if (move.kind === "gain") {
      const box = to.places.get(placeName(move.seat, move.resource));
      if (box) sign({ kind: "gain", text: `+${move.amount}`, resource: move.resource, box, at: move.at, ms: move.ms });
    } else if (move.kind === "begin") {
      const box = to.places.get("horizon");
      if (box) sign({ kind: "turn", text: shown.banner(move.seat), box, at: move.at, ms: BANNER_MS });
    }
  }
  return { ghosts, signs };
}

/** Without motion: what leaves a base fades out there, what is hit is ringed, what is drawn is counted. */
export function stillCastOf({ plan, after }: Shown, from: Snapshot, to: Snapshot, next: () => number): Actors {
  const shown = { before: after, after };
  const [ghosts, signs]: [Ghost[], Sign[]] = [[], []];
  const drawn: Partial<Record<Seat, number>> = {};
  const hit = new Set<number>();
  for (const move of plan.moves) {
    if (move.kind === "strike" || move.kind === "hurt") hit.add(move.kind === "strike" ? move.target : move.handle);
    if (move.kind !== "flight") continue;
    const gone = move.from.place === "base" ? from.cards.get(move.handle) : undefined;
    if (gone) ghosts.push({ id: next(), flight: move, from: gone, to: gone, looks: looksOf(move, gone, gone, shown).slice(0, 1) });
    if (move.to.place === "hand" && !to.cards.has(move.handle)) drawn[move.to.seat] = (drawn[move.to.seat] ?? 0) + 1;
  }
  for (const handle of hit) {
    const box = to.cards.get(handle);
    if (box) signs.push({ id: next(), kind: "ring", text: "", box, at: 0, ms: FLASH_MS });
  }
  for (const seat of ["A", "B"] as const) {
    const [more, box] = [drawn[seat], to.places.get(placeName(seat, "hand"))];
    if (more !== undefined && box) signs.push({ id: next(), kind: "count", text: `+${more}`, box, at: 0, ms: COUNT_MS });
  }
  return { ghosts, signs };
}

/** A card in a hand or a pile is so many times as wide as its font. */
const EMS = 12;

/** How a flying card looks at first and at last; one look, if that is the same. */
function looksOf(flight: Flight, from: Box, to: Box, { before, after }: Pick<Shown, "before" | "after">): Look[] {
  const { handle, number = "", open } = flight;
  const look = (isOpen: boolean, { place }: Spot, card: Card | undefined, { font, width }: Box): Look => ({
    shape: !isOpen ? "back" : place === "base" ? "tile" : "hand",
    number: isOpen ? number : "",
    card: isOpen ? card : undefined,
    font: isOpen && place === "base" ? font : width / EMS,
  });
  const first = look(open.before, flight.from, before.cards[handle] ?? after.cards[handle], from);
  const last = look(open.after, flight.to, after.cards[handle] ?? before.cards[handle], to);
  return first.shape === last.shape || flight.way === "exile" ? [first] : [first, last];
}

