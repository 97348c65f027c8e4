/** What stands behind and before the subject: sky, disc, ridges in the element's outline, motes, rays. */

import type { Element, Palette, Subject } from "./palette";
import { circle, fixed, path, polygon, type Chance } from "./pen";

type Petal = "flame" | "wave" | "shard" | "bolt" | "leaf" | "rock" | "wisp" | "spike" | "fluff";
type Ridge = "flame" | "wave" | "peak" | "hill" | "mesa";

/** The shape of a mane's petals. */
export const PETAL: Record<Element, Petal> = {
  Fire: "flame",
  Water: "wave",
  Ice: "shard",
  Electric: "bolt",
  Grass: "leaf",
  Ground: "rock",
  Dark: "wisp",
  Dragon: "spike",
  Neutral: "fluff",
};

const RIDGE: Record<Element, Ridge> = {
  Fire: "flame",
  Water: "wave",
  Ice: "peak",
  Electric: "peak",
  Grass: "hill",
  Ground: "mesa",
  Dark: "hill",
  Dragon: "peak",
  Neutral: "hill",
};

/** Path of one petal of length `l` and half width `w`, rooted at the origin and pointing up; `side` is 1 or -1. */
export function petal(kind: Petal, l: number, w: number, side: number): string {
  const f = fixed;
  switch (kind) {
    case "flame":
      return `M0,4 C${f(w * 1.1)},${f(-l * 0.2)} ${f(w * 0.2 * side)},${f(-l * 0.55)} ${f(w * 0.75 * side)},${f(-l)} C${f(-w * 0.1 * side)},${f(-l * 0.8)} ${f(-w * 1.3)},${f(-l * 0.4)} 0,4Z`;
    case "leaf":
      return `M0,4 C${f(w)},${f(-l * 0.2)} ${f(w * 0.9)},${f(-l * 0.7)} 0,${f(-l)} C${f(-w * 0.9)},${f(-l * 0.7)} ${f(-w)},${f(-l * 0.2)} 0,4Z`;
    case "shard":
      return `M${f(-w * 0.45)},4 L${f(-w * 0.7)},${f(-l * 0.6)} L0,${f(-l)} L${f(w * 0.7)},${f(-l * 0.6)} L${f(w * 0.45)},4Z`;
    case "bolt":
      return `M${f(-w * 0.6)},4 L${f(-w * 0.15 * side)},${f(-l * 0.5)} L${f(-w * 0.5 * side)},${f(-l * 0.46)} L${f(w * 0.5 * side)},${f(-l)} L${f(w * 0.25 * side)},${f(-l * 0.6)} L${f(w * 0.6 * side)},${f(-l * 0.62)} L${f(w * 0.6)},4Z`;
    case "wave":
      return `M${f(-w)},4 C${f(-w)},${f(-l * 0.5)} ${f(-w * 0.6)},${f(-l)} 0,${f(-l)} C${f(w * 0.6)},${f(-l)} ${f(w)},${f(-l * 0.5)} ${f(w)},4Z`;
    case "rock":
      return `M${f(-w)},4 L${f(-w * 0.8)},${f(-l * 0.72)} L${f(-w * 0.1)},${f(-l)} L${f(w * 0.7)},${f(-l * 0.78)} L${f(w)},4Z`;
    case "wisp":
      return `M${f(-w * 0.7)},4 C${f(-w)},${f(-l * 0.4)} ${f(-w * 0.2 * side)},${f(-l * 0.7)} ${f(w * 1.2 * side)},${f(-l)} C${f(w * 1.1 * side)},${f(-l * 0.5)} ${f(w * 0.9)},${f(-l * 0.3)} ${f(w * 0.6)},4Z`;
    case "spike":
      return `M${f(-w * 0.8)},4 Q${f(-w * 0.1)},${f(-l * 0.5)} ${f(w * 0.25 * side)},${f(-l)} Q${f(w * 0.5)},${f(-l * 0.4)} ${f(w * 0.8)},4Z`;
    case "fluff":
      return `M${f(-w)},4 C${f(-w * 1.2)},${f(-l * 0.7)} ${f(-w * 0.4)},${f(-l)} 0,${f(-l * 0.92)} C${f(w * 0.4)},${f(-l)} ${f(w * 1.2)},${f(-l * 0.7)} ${f(w)},4Z`;
  }
}

/** One crest of a ridge, `w` wide from `x`, `a` high; `amp` is the ridge's own height. */
function crest(r: Chance, kind: Ridge, x: number, y: number, w: number, a: number, amp: number): string {
  const f = fixed;
  switch (kind) {
    case "wave":
      return `Q${f(x + w / 2)},${f(y - a)} ${f(x + w)},${f(y)} `;
    case "flame":
      return `C${f(x + w * 0.1)},${f(y - a * 0.4)} ${f(x + w * 0.55)},${f(y - a * 0.5)} ${f(x + w * 0.5)},${f(y - a)} C${f(x + w * 0.8)},${f(y - a * 0.6)} ${f(x + w * 0.95)},${f(y - a * 0.3)} ${f(x + w)},${f(y)} `;
    case "peak":
      return `L${f(x + w * (0.35 + r() * 0.3))},${f(y - a)} L${f(x + w)},${f(y + (r() - 0.5) * amp * 0.3)} `;
    case "mesa":
      return `L${f(x + w * 0.22)},${f(y - a)} L${f(x + w * 0.74)},${f(y - a * 0.92)} L${f(x + w)},${f(y)} `;
    case "hill":
      return `C${f(x + w * 0.3)},${f(y - a)} ${f(x + w * 0.7)},${f(y - a)} ${f(x + w)},${f(y)} `;
  }
}

function ridge(r: Chance, y: number, amp: number, crests: number, kind: Ridge, fill: string): string {
  let d = `M-4,184 L-4,${fixed(y)} `;
  const w = 248 / crests;
  for (let i = 0; i < crests; i++) d += crest(r, kind, -4 + i * w, y, w, amp * (0.55 + r() * 0.6), amp);
  return path(`${d}L244,184Z`, fill);
}

function defs(p: Palette): string {
  return (
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${p.sky[0]}"/>` +
    `<stop offset=".62" stop-color="${p.sky[1]}"/><stop offset="1" stop-color="${p.sky[2]}"/></linearGradient>` +
    `<radialGradient id="g" cx=".5" cy=".45" r=".6"><stop offset="0" stop-color="${p.glow}" stop-opacity=".85"/>` +
    `<stop offset="1" stop-color="${p.glow}" stop-opacity="0"/></radialGradient></defs>` +
    `<rect x="-20" y="-70" width="280" height="320" fill="url(#s)"/>`
  );
}

function luckyRays(r: Chance, p: Palette): string {
  let s = "";
  for (let i = 0; i < 18; i++) {
    const turn = fixed(i * 20 + r() * 4);
    s += path("M120,86 L112,-90 L128,-90Z", p.ray, `transform="rotate(${turn} 120 86)" opacity="${i % 2 ? 0.1 : 0.2}"`);
  }
  return s;
}

/** A small bright thing in the air, by element. */
function mote(r: Chance, p: Palette): string {
  const f = fixed;
  const x = r() * 240;
  const y = -50 + r() * 150;
  const q = 1 + r() * 2.4;
  const opacity = `opacity="${(0.25 + r() * 0.5).toFixed(2)}"`;
  switch (p.element) {
    case "Ice":
      return polygon([[x, y - q * 1.7], [x + q, y], [x, y + q * 1.7], [x - q, y]], p.spark, opacity); // prettier-ignore
    case "Grass":
      return `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(q * 2)}" ry="${f(q * 0.8)}" transform="rotate(${(r() * 180) | 0} ${f(x)} ${f(y)})" fill="${p.spark}" ${opacity}/>`;
    case "Electric":
      return `<path d="M${f(x)},${f(y)} l${f(q * 2)},${f(-q * 3)} l${f(q)},${f(q * 1.6)} l${f(q * 2)},${f(-q * 3)}" stroke="${p.spark}" fill="none" stroke-width="1.2" ${opacity}/>`;
    case "Dark":
      return circle(x, y, q * 0.6, p.spark, opacity);
    default:
      return circle(x, y, q * 0.9, p.spark, opacity);
  }
}

function disc(p: Palette, x: number, y: number, radius: number, visible: boolean): string {
  let s = visible ? circle(x, y, radius, p.disc, 'opacity=".92"') : "";
  if (p.element === "Dark") s += circle(x + radius * 0.34, y - radius * 0.2, radius * 0.86, p.sky[1], 'opacity=".75"');
  if (p.element === "Dragon" || p.element === "Electric") {
    const dashes = p.element === "Electric" ? "18 9" : "60 12";
    s += circle(x, y, radius * 1.2, "none", `stroke="${p.disc}" stroke-width="2" stroke-dasharray="${dashes}" opacity=".55"`);
  }
  return s;
}

/** Everything behind the subject; `sun` false leaves the disc out (gear lies on a plate instead). */
export function backdrop(card: Subject, r: Chance, p: Palette, sun = true): string {
  const x = 120 + (r() - 0.5) * 26;
  const y = 74 + (r() - 0.5) * 12;
  const radius = 52 + r() * 20;
  let s = defs(p) + circle(x, y, radius * 1.75, "url(#g)");
  if (card.lucky) s += luckyRays(r, p);
  s += disc(p, x, y, radius, sun);
  const kind = RIDGE[p.element];
  const [far, near] = kind === "peak" ? [54, 40] : kind === "mesa" ? [40, 28] : [26, 22];
  s += ridge(r, 118, far, kind === "mesa" ? 4 : kind === "wave" ? 5 : 6, kind, p.ridges[0]);
  s += ridge(r, 140, near, kind === "mesa" ? 5 : 7, kind, p.ridges[1]);
  for (let i = 0; i < 16; i++) s += mote(r, p);
  return s;
}

/** The ridge before the subject. */
export function foreground(r: Chance, p: Palette): string {
  const kind = RIDGE[p.element];
  return ridge(r, 176, kind === "peak" ? 22 : 16, 8, kind, p.ridges[2]);
}
