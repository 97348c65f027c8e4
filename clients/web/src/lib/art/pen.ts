/** Drawing primitives of the generated art: seeded chance, colours and SVG elements as text. */

export type Chance = () => number;
export type Point = readonly [number, number];

/** FNV-1a of a text, 32 bits. */
function hash(text: string): number {
  let value = 2166136261;
  for (const character of text) {
    value ^= character.charCodeAt(0);
    value = Math.imul(value, 16777619);
  }
  return value >>> 0;
}

/** Numbers in [0, 1) that depend on the text alone (mulberry32), so that one card looks the same everywhere. */
export function chanceFor(text: string): Chance {
  let state = hash(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A colour; the hue wraps and is cut to whole degrees. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  return `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${(((hue % 360) + 360) % 360) | 0})`;
}

/** A coordinate with one decimal: enough at card size, and it keeps the pictures small. */
export const fixed = (value: number): string => value.toFixed(1);

/** Both halves of a symmetrical figure drawn for x >= 0; they overlap by a hair so that no seam shows. */
export const mirror = (half: string): string =>
  `<g transform="translate(119.6 0)">${half}</g><g transform="translate(120.4 0) scale(-1 1)">${half}</g>`;

export const polygon = (points: readonly Point[], fill: string, extra = ""): string =>
  `<polygon points="${points.map(([x, y]) => `${fixed(x)},${fixed(y)}`).join(" ")}" fill="${fill}" ${extra}/>`;

export const path = (d: string, fill: string, extra = ""): string => `<path d="${d}" fill="${fill}" ${extra}/>`;

export const circle = (x: number, y: number, r: number, fill: string, extra = ""): string =>
  `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(r)}" fill="${fill}" ${extra}/>`;
