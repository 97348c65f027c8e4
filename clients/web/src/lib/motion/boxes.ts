/** Where everything is on the table: all rectangles are read at once, before anything is written. */

import type { Seat } from "../seats";
import type { Place, Spot } from "./plan";

/** An element as it is laid out: its middle on the table, its size before it is turned, and its font size. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** In degrees. */
  readonly angle: number;
  readonly font: number;
}

export interface Snapshot {
  readonly cards: ReadonlyMap<number, Box>;
  readonly places: ReadonlyMap<string, Box>;
  /** The sign of the phase that is on. */
  readonly phase: Box | undefined;
}

/** Cards at their places; a card can be shown in a dialog as well. */
const CARDS = ".base [data-handle], .hand [data-handle], .stage [data-handle]";
/** A player's part of the table that is no pile. */
export type Part = Place | "panel" | "material" | "ingredient" | "life";

/** Places that are named for the cards in them. */
const PILES = /^(deck|hand|graveyard|exile) /;

export const placeName = (seat: Seat, part: Part): string => `${part} ${seat}`;

/** The element of a place, marked with `data-spot`. */
export const placeOf = (table: Element, seat: Seat, part: Part): HTMLElement | null =>
  table.querySelector<HTMLElement>(`[data-spot="${placeName(seat, part)}"]`);

export const cardOf = (table: Element, handle: number): HTMLElement | undefined =>
  [...table.querySelectorAll<HTMLElement>(CARDS)].find((card) => card.dataset["handle"] === String(handle));

function boxOf(element: HTMLElement, origin: DOMRect): Box | undefined {
  const rect = element.getBoundingClientRect();
  if (rect.width === 0) return undefined;
  const style = getComputedStyle(element);
  const matrix = new DOMMatrix(style.transform);
  return {
    x: (rect.left + rect.right) / 2 - origin.left,
    y: (rect.top + rect.bottom) / 2 - origin.top,
    width: element.offsetWidth,
    height: element.offsetHeight,
    angle: (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI,
    font: Number.parseFloat(style.fontSize),
  };
}

/** The card that is seen of a pile, the last of those that are held, or where one would lie. */
const topOf = (place: HTMLElement): HTMLElement | undefined =>
  [...place.querySelectorAll<HTMLElement>(".stack > .card, .stack > .empty, :scope > .card-back")].at(-1);

/** How large a card is that comes to a place without one. */
const USUAL = { width: 60, height: 84 };

export function measure(table: Element): Snapshot {
  // A transition that begins now would be measured at its beginning.
  table.classList.add("measured");
  const origin = table.getBoundingClientRect();
  const cards = new Map<number, Box>();
  for (const element of table.querySelectorAll<HTMLElement>(CARDS)) {
    const box = boxOf(element, origin);
    if (box) cards.set(Number(element.dataset["handle"]), box);
  }
  const places = new Map<string, Box>();
  for (const element of table.querySelectorAll<HTMLElement>("[data-spot]")) {
    const name = element.dataset["spot"] ?? "";
    const card = topOf(element);
    const seen = card && boxOf(card, origin); // where a pile is a count, its cards are there and not shown
    const box = seen ?? boxOf(element, origin);
    const holds = PILES.test(name) && !seen;
    if (box) places.set(name, holds ? { ...box, ...USUAL } : box);
  }
  const phase = table.querySelector<HTMLElement>(".phases .on");
  const snapshot = { cards, places, phase: phase ? boxOf(phase, origin) : undefined };
  table.classList.remove("measured");
  return snapshot;
}

/** Where a card is, or would be, at a spot. */
export function boxAt(snapshot: Snapshot, { seat, place }: Spot, handle: number, hand: Box | undefined): Box | undefined {
  const card = place === "hand" || place === "base" || place === "resolution" ? snapshot.cards.get(handle) : undefined;
  if (card) return card;
  if (place === "resolution") return between(snapshot, hand);
  const panel = snapshot.places.get(placeName(seat, "panel"));
  return snapshot.places.get(placeName(seat, place)) ?? (panel && { ...panel, ...USUAL });
}

/** Between the players' panels, where a card resolves. */
function between({ places }: Snapshot, hand: Box | undefined): Box | undefined {
  const [a, b] = [places.get(placeName("A", "panel")), places.get(placeName("B", "panel"))];
  if (!a || !b) return undefined;
  const like = hand ?? { width: 100, height: 140, font: 8.4 };
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, width: like.width, height: like.height, font: like.font, angle: 0 };
}
