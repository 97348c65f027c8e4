/** Gear is one object on a hexagon plate, turned and with a soft shadow; a word of its name picks the family. */

import { CHROMA, paletteOf, seedOf, type Palette, type Subject } from "./palette";
import { chanceFor, circle, fixed as f, oklch, path, type Point } from "./pen";
import { backdrop } from "./scenery";

interface Metals {
  readonly bright: string;
  readonly mid: string;
  readonly dark: string;
  readonly wood: string;
  readonly woodDark: string;
  readonly paint: string;
  readonly paintDark: string;
}

/** The six corners of a hexagon around (120, y). */
export function hexagon(radius: number, y: number, turn: number): Point[] {
  return [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = ((k * 60 + turn) * Math.PI) / 180;
    return [120 + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
}

function plate(p: Palette): string {
  const rings: readonly (readonly [number, string, number])[] = [
    [78, p.ridges[1], 0.9],
    [58, p.ridges[0], 0.85],
    [38, p.sky[2], 0.85],
  ];
  return rings
    .map(([radius, fill, opacity]) => {
      const points = hexagon(radius, 90, -30).map(([x, y]) => `${f(x)},${f(y)}`);
      return `<polygon points="${points.join(" ")}" fill="${fill}" opacity="${opacity}"/>`;
    })
    .join("");
}

const rect = (x: number, y: number, w: number, h: number, round: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${round}" fill="${fill}"/>`;

function firearm(m: Metals, big: boolean): string {
  const extra = big ? 1 : 0;
  return (
    rect(-76, -9, 104 + extra * 10, 18 + extra * 8, 5, m.mid) +
    rect(-76, -9, 104 + extra * 10, 7, 3, m.bright) +
    rect(22, -13, 34, 28 + extra * 8, 6, m.paintDark) +
    rect(22, -13, 34, 10, 5, m.paint) +
    path("M34,12 L56,12 L74,48 L50,52Z", m.woodDark) +
    path("M34,12 L44,12 L58,50 L50,52Z", m.wood) +
    path("M6,12 q4,22 20,14", "none", `stroke="${m.dark}" stroke-width="5"`) +
    rect(-78, -12, 14, 24 + extra * 8, 4, m.dark) +
    (big ? circle(-22, 16, 15, m.paintDark) + circle(-22, 16, 8, m.bright) : rect(-40, -18, 40, 8, 4, m.dark))
  );
}

function shafted(m: Metals, p: Palette, name: string): string {
  const shaft = rect(-84, -5, 150, 10, 5, m.woodDark) + rect(-84, -5, 150, 4, 2, m.wood);
  if (name.includes("Spear"))
    return (
      shaft +
      path("M50,0 L66,-17 L110,0 L66,17Z", m.mid) +
      path("M50,0 L66,-17 L110,0Z", m.bright) +
      rect(42, -9, 12, 18, 3, m.paintDark)
    );
  if (name.includes("Cleaver"))
    return (
      shaft +
      path("M4,-8 L78,-10 Q90,12 74,42 L8,36Z", m.mid) +
      path("M8,36 L74,42 Q80,34 82,24 L7,22Z", m.bright) +
      circle(64, 4, 5, p.ridges[1])
    );
  return (
    shaft +
    path("M40,-62 Q72,-30 66,0 Q72,30 40,62 Q50,30 46,0 Q50,-30 40,-62Z", m.mid) +
    path("M40,-62 Q72,-30 66,0 L46,0 Q50,-30 40,-62Z", m.bright) +
    rect(40, -11, 26, 22, 4, m.paintDark)
  );
}

function hat(m: Metals, p: Palette): string {
  return (
    `<ellipse cx="0" cy="28" rx="78" ry="20" fill="${m.paintDark}"/>` +
    path("M-46,26 Q-44,-44 0,-46 Q44,-44 46,26 Q0,44 -46,26Z", m.paint) +
    path("M-46,14 Q0,34 46,14 L46,27 Q0,45 -46,27Z", m.dark) +
    circle(26, 26, 8, p.maneLight)
  );
}

function necklace(m: Metals, p: Palette): string {
  const bead = (i: number): string => {
    const turn = (i - 6) * 0.24;
    const y = -34 + 64 * Math.cos(turn) * 1.15 - 10;
    return circle(64 * Math.sin(turn), y, i === 6 ? 0 : 6.5, i % 2 ? m.paint : m.bright);
  };
  const beads = Array.from({ length: 13 }, (_, i) => bead(i)).join("");
  return beads + path("M0,24 L18,46 L0,72 L-18,46Z", m.paintDark) + path("M0,24 L18,46 L0,46Z", p.maneLight);
}

function harness(m: Metals): string {
  return (
    path("M-62,-10 Q0,-62 62,-10 L56,16 Q0,-32 -56,16Z", m.paintDark) +
    path("M-62,-10 Q0,-62 62,-10 L60,-2 Q0,-52 -60,-2Z", m.paint) +
    path("M-50,14 Q-40,62 0,66 Q40,62 50,14", "none", `stroke="${m.wood}" stroke-width="10"`) +
    rect(-13, -46, 26, 30, 5, m.bright) +
    rect(-6, -39, 12, 16, 3, m.dark)
  );
}

function objectOf(card: Subject, m: Metals, p: Palette): string {
  const upright = (shape: string): string => `<g transform="rotate(32)">${shape}</g>`;
  if (/gun|Gun|Rifle|Launcher/.test(card.name)) return firearm(m, /Rocket|Pump|Sphere/.test(card.name));
  if (/Pickaxe|Spear|Cleaver/.test(card.name)) return shafted(m, p, card.name);
  if (card.name.includes("Hat")) return upright(hat(m, p));
  if (card.name.includes("Necklace")) return upright(necklace(m, p));
  return upright(harness(m));
}

export function drawGear(card: Subject): string {
  const r = chanceFor(seedOf(card));
  const p = paletteOf(card, r);
  const chroma = Math.max(CHROMA[card.colour], 0.5);
  const metals: Metals = {
    bright: oklch(0.9, 0.02, p.hue),
    mid: oklch(0.68, 0.03, p.hue),
    dark: oklch(0.42, 0.04, p.hue),
    wood: oklch(0.62, 0.09, 55),
    woodDark: oklch(0.46, 0.08, 50),
    paint: oklch(0.74, 0.16 * chroma, p.hue),
    paintDark: oklch(0.56, 0.15 * chroma, p.hue),
  };
  const shape = objectOf(card, metals, p);
  const shadow = `<g transform="translate(5 8)" opacity=".28" style="filter:brightness(0)">${shape}</g>`;
  return `${backdrop(card, r, p, false)}${plate(p)}<g transform="translate(126 96) rotate(-32)">${shadow}${shape}</g>`;
}
