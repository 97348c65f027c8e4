/** An event is motion: rays, and a map, chest, egg, crystal, beam or seal by a word of its name. */

import { hexagon } from "./gear";
import { CHROMA, paletteOf, seedOf, type Palette, type Subject } from "./palette";
import { chanceFor, circle, fixed as f, oklch, path, polygon, type Chance } from "./pen";
import { backdrop, foreground, petal, PETAL } from "./scenery";

interface Ink {
  readonly bright: string;
  readonly deep: string;
  readonly hue: number;
  readonly chroma: number;
}

function rays(r: Chance, ink: Ink): string {
  let s = "";
  for (let i = 0; i < 14; i++) {
    const turn = i * 25.7 + r() * 8;
    const length = 110 + r() * 40;
    const d = `M120,88 L${f(120 - 3 - r() * 5)},${f(88 - length)} L${f(120 + 3 + r() * 5)},${f(88 - length)}Z`;
    s += path(d, ink.bright, `transform="rotate(${f(turn)} 120 88)" opacity="${(0.12 + r() * 0.2).toFixed(2)}"`);
  }
  return s;
}

function map(r: Chance, ink: Ink): string {
  let s = `<g transform="rotate(-7 120 90)"><rect x="54" y="34" width="132" height="104" rx="8" fill="${oklch(0.93, 0.03, 85)}"/><rect x="54" y="34" width="132" height="14" rx="7" fill="${ink.deep}"/>`;
  const route = `stroke="${oklch(0.42, 0.12 * ink.chroma, ink.hue)}" stroke-width="4" stroke-dasharray="7 6" stroke-linecap="round"`;
  let x = 72;
  let y = 118;
  for (let i = 0; i < 4; i++) {
    const nx = x + 24 + r() * 8;
    const ny = 64 + r() * 56;
    s += path(`M${f(x)},${f(y)} Q${f((x + nx) / 2)},${f(y - 26)} ${f(nx)},${f(ny)}`, "none", route) + circle(x, y, 6, ink.deep);
    x = nx;
    y = ny;
  }
  const cross = `M${f(x - 9)},${f(y - 9)} l18,18 m0,-18 l-18,18`;
  return `${s}${path(cross, "none", `stroke="${oklch(0.55, 0.2, 27)}" stroke-width="6" stroke-linecap="round"`)}</g>`;
}

function chest(): string {
  return (
    `<rect x="70" y="78" width="100" height="58" rx="8" fill="${oklch(0.5, 0.09, 55)}"/>` +
    path("M66,82 q4,-44 54,-44 q50,0 54,44Z", oklch(0.62, 0.1, 60), 'transform="rotate(-10 66 82)"') +
    `<rect x="66" y="78" width="108" height="12" rx="4" fill="${oklch(0.82, 0.14, 88)}"/>` +
    `<rect x="108" y="82" width="24" height="26" rx="5" fill="${oklch(0.9, 0.13, 92)}"/>` +
    circle(120, 94, 5, oklch(0.3, 0.05, 60))
  );
}

function egg(ink: Ink): string {
  const shell = "M120,28 C160,28 172,88 168,108 C164,134 144,144 120,144 C96,144 76,134 72,108 C68,88 80,28 120,28Z";
  const band =
    "M74,96 l16,-14 l15,14 l15,-14 l15,14 l15,-14 l16,14 L168,112 l-18,12 l-15,-12 l-15,12 l-15,-12 l-15,12 l-18,-12Z";
  return (
    path(shell, oklch(0.94, 0.03, ink.hue)) +
    path(band, ink.deep) +
    circle(104, 60, 8, ink.deep) +
    circle(138, 64, 6, ink.deep)
  );
}

function crystal(ink: Ink): string {
  const outer = hexagon(52, 88, -90);
  const inner = hexagon(26, 88, -90);
  const light = [5, 4, 1, 0, 2, 4];
  let s = "";
  outer.forEach((corner, k) => {
    const next = (k + 1) % 6;
    const facet = [corner, outer[next] ?? corner, inner[next] ?? corner, inner[k] ?? corner];
    s += polygon(facet, oklch(0.6 + 0.07 * (light[k] ?? 0), 0.13 * ink.chroma, ink.hue + k * 3));
  });
  const [a, b, , , , last] = inner;
  if (a && b && last) s += polygon(inner, ink.bright) + polygon([a, b, [120, 88], last], "#fff", 'opacity=".45"');
  const orbit = `transform="rotate(-18 120 88)" fill="none" stroke="${ink.bright}" stroke-width="4" stroke-dasharray="150 34"`;
  return `${s}<ellipse cx="120" cy="88" rx="84" ry="22" ${orbit}/>${circle(196, 62, 7, "#fff")}`;
}

function beam(ink: Ink): string {
  let s = "";
  for (let i = 0; i < 7; i++) {
    const k = 40 - i * 5;
    const d = `M-10,${f(150 - i * 9 + k * 0.5)} C60,${f(120 - i * 3 + k * 0.4)} 120,${f(110 - i * 4)} ${f(190 + i * 5)},${f(48 + i * 2)} C130,${f(78 - i * 3)} 60,${f(84 - i * 3)} -10,${f(96 - i * 2)}Z`;
    s += path(d, i % 2 ? ink.bright : ink.deep, `opacity="${(0.35 + i * 0.07).toFixed(2)}"`);
  }
  s += circle(192, 52, 22, ink.bright) + circle(192, 52, 11, "#fff");
  for (let i = 0; i < 7; i++) {
    const point = (radius: number, turn: number) => [192 + radius * Math.cos(turn), 52 + radius * Math.sin(turn)] as const;
    s += polygon([point(40, i * 0.9), point(24, i * 0.9 + 0.12), point(24, i * 0.9 - 0.12)], ink.bright);
  }
  return s;
}

function seal(r: Chance, p: Palette, ink: Ink): string {
  let s = "";
  for (let i = 0; i < 3; i++) {
    const dashes = `${(10 + r() * 40) | 0} ${(5 + r() * 10) | 0}`;
    const line = `stroke="${ink.bright}" stroke-width="${4 - i}" stroke-dasharray="${dashes}" opacity="${0.95 - i * 0.2}"`;
    s += circle(120, 88, 30 + i * 16, "none", line);
  }
  for (let i = 0; i < 8; i++) {
    const shape = path(petal(PETAL[p.element], 44, 10, 1), i % 2 ? ink.deep : ink.bright);
    s += `<g transform="translate(120 88) rotate(${i * 45})">${shape}</g>`;
  }
  return s + circle(120, 88, 15, "#fff") + circle(120, 88, 8, ink.deep);
}

function motif(card: Subject, r: Chance, p: Palette, ink: Ink): string {
  if (card.name.includes("Strategy")) return map(r, ink);
  if (/Chest|Supplies/.test(card.name)) return chest();
  if (card.name.includes("Egg")) return egg(ink);
  if (card.name.includes("Sphere")) return crystal(ink);
  if (/Breath|Cannon|Blast|Strike/.test(card.name)) return beam(ink);
  return seal(r, p, ink);
}

export function drawEvent(card: Subject): string {
  const r = chanceFor(seedOf(card));
  const p = paletteOf(card, r);
  const chroma = Math.max(CHROMA[card.colour], 0.5);
  const ink: Ink = {
    bright: oklch(0.86, 0.13 * chroma, p.accent),
    deep: oklch(0.66, 0.16 * chroma, p.hue),
    hue: p.hue,
    chroma,
  };
  return backdrop(card, r, p) + rays(r, ink) + motif(card, r, p, ink) + foreground(r, p);
}
