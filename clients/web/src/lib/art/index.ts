/**
 * Generated card art: card number and name -> seed -> SVG, always the same for the same card.
 *
 * The picture's box is 280 x 320 with its origin at (-20, -70); the subject stands on x = 120. Sizes crop it with
 * CSS (`styles/art.css`), so a card costs one node and one cached image however often it is shown.
 */

import { drawEvent } from "./event";
import { drawGear } from "./gear";
import { drawPal } from "./pal";
import type { Subject } from "./palette";
import { drawStructure } from "./structure";

export type { Colour, Element, Subject } from "./palette";

const DRAW = { pal: drawPal, structure: drawStructure, gear: drawGear, event: drawEvent } as const;

/** The whole picture as an SVG document. */
export function svgOf(card: Subject): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="280" height="320" viewBox="-20 -70 280 320">${DRAW[card.kind](card)}</svg>`;
}
