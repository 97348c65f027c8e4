/** The colours of one picture, from the card's colour, its elements and its seed. */

import { oklch, type Chance } from "./pen";

export type Element = "Fire" | "Water" | "Ice" | "Electric" | "Grass" | "Ground" | "Dark" | "Dragon" | "Neutral";
export type Colour = "red" | "blue" | "green" | "purple" | "colorless";

/** What the art needs to know of a card. */
export interface Subject {
  readonly number: string;
  readonly name: string;
  readonly kind: "pal" | "structure" | "gear" | "event";
  readonly colour: Colour;
  readonly lucky: boolean;
  readonly cost: number;
  readonly elements: readonly Element[];
}

/** The text that seeds a card's picture. */
export const seedOf = (card: Subject): string => card.number + card.name;

const HUE: Record<Colour, number> = { red: 27, blue: 250, green: 150, purple: 305, colorless: 80 };
export const CHROMA: Record<Colour, number> = { red: 1, blue: 0.9, green: 0.85, purple: 0.95, colorless: 0.28 };
const ELEMENT_HUE: Record<Element, number> = {
  Fire: 48,
  Water: 225,
  Ice: 205,
  Electric: 98,
  Grass: 132,
  Ground: 62,
  Dark: 300,
  Dragon: 12,
  Neutral: 84,
};
const ELEMENT_OF_COLOUR: Record<Colour, Element> = {
  red: "Fire",
  blue: "Water",
  green: "Grass",
  purple: "Dark",
  colorless: "Neutral",
};

interface Body {
  /** Body, its shade, its light parts, the mane and the mane's light layer. */
  readonly body: string;
  readonly shade: string;
  readonly light: string;
  readonly mane: string;
  readonly maneLight: string;
}

export interface Palette extends Body {
  readonly element: Element;
  readonly hue: number;
  readonly accent: number;
  readonly sky: readonly [string, string, string];
  readonly glow: string;
  readonly disc: string;
  readonly ridges: readonly [string, string, string];
  readonly spark: string;
  readonly ray: string;
  readonly ink: string;
  readonly eye: string;
  readonly iris: string;
}

/** A hue between two, on the shorter way round. */
function between(from: number, to: number, part: number): number {
  return from + (((to - from + 540) % 360) - 180) * part;
}

/** Dark Pals stand in dusk with luminous eyes. */
function dusk(h: number, accent: number, chroma: number, r: Chance): Body {
  return {
    body: oklch(0.4 + r() * 0.08, 0.1, between(h, 300, 0.5) + (r() - 0.5) * 24),
    shade: oklch(0.29, 0.085, h),
    light: oklch(0.62, 0.1, h + 10),
    mane: oklch(0.55, 0.15, between(h, accent, 0.5) + (r() - 0.5) * 40),
    maneLight: oklch(0.82, 0.13 * Math.max(chroma, 0.6), between(h, accent, 0.8)),
  };
}

function coloured(h: number, accent: number, chroma: number, bodyHue: number, r: Chance): Body {
  const c = Math.max(chroma, 0.42);
  return {
    body: oklch(0.7 + r() * 0.1, 0.135 * c, bodyHue),
    shade: oklch(0.53, 0.13 * c, bodyHue - 8),
    light: oklch(0.94, 0.045, bodyHue + 14),
    mane: oklch(0.6, 0.17 * c, between(h, accent, 0.5) + (r() - 0.5) * 24),
    maneLight: oklch(0.84, 0.13 * Math.max(chroma, 0.6), between(h, accent, 0.9)),
  };
}

function pale(h: number, accent: number, chroma: number, r: Chance): Body {
  const c = Math.max(chroma, 0.42);
  return {
    body: oklch(0.92, 0.035 + 0.02 * r(), between(h, accent, 0.7)),
    shade: oklch(0.72, 0.085 * c, between(h, accent, 0.4)),
    light: oklch(0.98, 0.015, 90),
    mane: oklch(0.6, 0.18 * c, between(h, accent, 0.35) + (r() - 0.5) * 20),
    maneLight: oklch(0.76, 0.16 * c, between(h, accent, 0.85)),
  };
}

function deep(h: number, accent: number, chroma: number, r: Chance): Body {
  const c = Math.max(chroma, 0.42);
  return {
    body: oklch(0.44 + r() * 0.06, 0.12 * c, between(h, accent, 0.2) + (r() - 0.5) * 18),
    shade: oklch(0.33, 0.1 * c, h),
    light: oklch(0.82, 0.1 * c, between(h, accent, 0.8)),
    mane: oklch(0.74, 0.17 * c, between(h, accent, 0.7)),
    maneLight: oklch(0.9, 0.12 * Math.max(chroma, 0.6), between(h, accent, 0.95)),
  };
}

/** The order in which chance is drawn is part of every picture: change it and all 148 change. */
export function paletteOf(card: Subject, r: Chance): Palette {
  const element = card.elements[0] ?? ELEMENT_OF_COLOUR[card.colour];
  const h = HUE[card.colour] + (r() - 0.5) * (card.colour === "red" ? 26 : 22);
  const chroma = CHROMA[card.colour];
  const elementHue = ELEMENT_HUE[element];
  const accent = card.elements[1] ? ELEMENT_HUE[card.elements[1]] : elementHue;
  const dark = element === "Dark";
  const bodyHue = between(h, accent, 0.35) + (r() - 0.5) * 26;
  const q = r();
  const body = dark
    ? dusk(h, accent, chroma, r)
    : q < 0.42
      ? coloured(h, accent, chroma, bodyHue, r)
      : q < 0.7
        ? pale(h, accent, chroma, r)
        : deep(h, accent, chroma, r);
  return {
    ...body,
    element,
    hue: h,
    accent,
    sky: [
      oklch(0.24, 0.075 * chroma, h - 8),
      oklch(0.42, 0.125 * chroma, h),
      oklch(0.56, 0.13 * chroma, between(h, elementHue, 0.45)),
    ],
    glow: oklch(0.82, 0.13 * Math.max(chroma, 0.5), between(h, elementHue, 0.6)),
    disc: oklch(0.79 + (r() - 0.5) * 0.08, 0.12 * Math.max(chroma, 0.45), between(h, elementHue, 0.7)),
    ridges: [
      oklch(0.43, 0.11 * chroma, between(h, elementHue, 0.3)),
      oklch(0.335, 0.095 * chroma, between(h, elementHue, 0.2)),
      oklch(0.215, 0.07 * chroma, h),
    ],
    spark: oklch(0.93, 0.07, elementHue),
    ray: oklch(0.93, 0.12, 92),
    ink: oklch(0.17, 0.04, h),
    eye: dark ? oklch(0.9, 0.15, r() < 0.5 ? 95 : h + 20) : oklch(0.98, 0.01, 90),
    iris: oklch(0.42, 0.12, accent + 180),
  };
}
