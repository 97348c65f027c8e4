/** A structure is an isometric model on a slab, built of boxes in three tones; a word of its name picks the family. */

import { CHROMA, paletteOf, seedOf, type Subject } from "./palette";
import { chanceFor, circle, fixed as f, oklch, path, polygon, type Chance, type Point } from "./pen";
import { backdrop, petal } from "./scenery";

/** Light from above: top, left and right face of a box. */
type Tones = readonly [string, string, string];

interface Materials {
  readonly stone: Tones;
  readonly wood: Tones;
  readonly metal: Tones;
  readonly iron: Tones;
  readonly glow: string;
}

/** A point of the model on the picture: x runs right and down, y left and down, z up. */
const at = (x: number, y: number, z: number): Point => [120 + (x - y) * 0.866, 128 + (x + y) * 0.5 - z];

function box(x: number, y: number, z: number, w: number, d: number, h: number, [top, left, right]: Tones): string {
  return (
    polygon([at(x, y, z + h), at(x + w, y, z + h), at(x + w, y + d, z + h), at(x, y + d, z + h)], top) +
    polygon([at(x, y + d, z + h), at(x + w, y + d, z + h), at(x + w, y + d, z), at(x, y + d, z)], left) +
    polygon([at(x + w, y, z + h), at(x + w, y + d, z + h), at(x + w, y + d, z), at(x + w, y, z)], right)
  );
}

function flame(x: number, y: number, z: number, scale: number): string {
  const [px, py] = at(x, y, z);
  return (
    `<g transform="translate(${f(px)} ${f(py)}) scale(${scale})">` +
    path(petal("flame", 46, 18, 1), oklch(0.7, 0.19, 45)) +
    path(petal("flame", 46, 15, -1), oklch(0.76, 0.17, 60)) +
    path(petal("leaf", 28, 9, 1), oklch(0.93, 0.12, 95)) +
    "</g>"
  );
}

function plot(m: Materials, r: Chance): string {
  let s = "";
  for (let i = 0; i < 4; i++) {
    s += box(-38 + i * 20, -38, 0, 12, 76, 5, m.wood);
    for (let j = 0; j < 5; j++) {
      const [x, y] = at(-32 + i * 20, -32 + j * 15, 6);
      s += circle(x, y - 4, 5.5, m.metal[1]) + circle(x - 2, y - 6, 3, m.metal[0]);
      if (r() < 0.6) s += circle(x + 2, y - 2, 2.3, oklch(0.66, 0.19, 20));
    }
  }
  return s + box(-40, -44, 0, 4, 4, 30, m.wood) + box(36, -44, 0, 4, 4, 30, m.wood) + box(-40, -44, 24, 80, 4, 6, m.metal);
}

function spring(m: Materials): string {
  let s = box(-38, -38, 0, 76, 76, 10, m.stone);
  s += polygon([at(-30, -30, 10), at(30, -30, 10), at(30, 30, 10), at(-30, 30, 10)], oklch(0.74, 0.11, 215));
  for (let i = 0; i < 4; i++) {
    const [x, y] = at(-16 + i * 12, -8 + (i % 2) * 16, 12);
    const steam = `M${f(x)},${f(y)} c-9,-12 9,-20 0,-34 c-6,-12 5,-16 2,-26`;
    s += path(steam, "none", 'stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".65"');
  }
  return s;
}

function campfire(m: Materials): string {
  let s = "";
  for (let i = 0; i < 8; i++) {
    const turn = (i * Math.PI) / 4;
    const [x, y] = at(28 * Math.cos(turn), 28 * Math.sin(turn), 2);
    s += `<ellipse cx="${f(x)}" cy="${f(y)}" rx="9" ry="7" fill="${m.stone[i % 3] ?? m.stone[0]}"/>`;
  }
  return s + box(-18, -3, 2, 36, 7, 7, m.wood) + box(-3, -18, 4, 7, 36, 7, m.wood) + flame(2, 2, 8, 1.5);
}

function cauldron(m: Materials): string {
  const y = at(0, 0, 0)[1];
  const pot = `M76,${f(y - 52)} Q80,${f(y - 8)} 120,${f(y - 8)}`;
  return (
    box(-30, -30, 0, 60, 60, 8, m.stone) +
    `<ellipse cx="120" cy="${f(y - 10)}" rx="16" ry="8" fill="${m.iron[2]}"/>` +
    path(`${pot} Q160,${f(y - 8)} 164,${f(y - 52)}Z`, m.metal[2]) +
    path(`${pot} L120,${f(y - 52)}Z`, m.metal[1]) +
    `<ellipse cx="120" cy="${f(y - 52)}" rx="46" ry="15" fill="${m.iron[2]}"/>` +
    `<ellipse cx="120" cy="${f(y - 54)}" rx="37" ry="10" fill="${oklch(0.74, 0.18, 55)}"/>` +
    flame(-10, -10, 40, 1.25) +
    flame(14, -2, 46, 0.9)
  );
}

function furnace(m: Materials): string {
  return (
    box(-26, -26, 0, 52, 52, 34, m.stone) +
    box(-20, -20, 34, 40, 40, 16, m.iron) +
    flame(0, 0, 50, 1.35) +
    polygon([at(-10, 26, 22), at(10, 26, 22), at(10, 26, 4), at(-10, 26, 4)], m.glow)
  );
}

function post(m: Materials, lamp: boolean): string {
  const [x, y] = at(26, 0, 58);
  const bell = `M${f(x - 15)},${f(y + 12)} q4,-6 4,-16 q1,-13 11,-13 q10,0 11,13 q0,10 4,16Z`;
  return (
    box(-14, -14, 0, 28, 28, 8, m.stone) +
    box(-4, -4, 8, 8, 8, 66, m.iron) +
    box(-4, -4, 70, 36, 8, 5, m.iron) +
    circle(x, y, 32, m.glow, 'opacity=".28"') +
    (lamp
      ? circle(x, y, 13, m.glow) + circle(x - 3, y - 4, 5, "#fff")
      : path(bell, oklch(0.82, 0.14, 88)) + circle(x, y + 14, 4, m.iron[1]))
  );
}

function bench(m: Materials): string {
  const [x, y] = at(-10, 2, 48);
  return (
    box(-36, -20, 0, 6, 40, 26, m.wood) +
    box(28, -20, 0, 6, 40, 26, m.wood) +
    box(-40, -24, 26, 80, 48, 8, m.wood) +
    box(-30, -20, 34, 60, 5, 30, m.metal) +
    box(-20, -4, 34, 16, 14, 12, m.iron) +
    box(8, 0, 34, 18, 10, 6, m.stone) +
    circle(x + 2, y - 8, 9, m.glow) +
    circle(x - 1, y - 10, 3.4, "#fff")
  );
}

function wall(m: Materials, r: Chance): string {
  let s = "";
  for (let i = 0; i < 6; i++) s += box(-42 + i * 14, -5, 0, 12, 10, 46 + r() * 12, m.wood);
  return s;
}

function sign(m: Materials): string {
  const [x, y] = at(0, 9, 50);
  const cross = `M${f(x - 13)},${f(y - 12)} l26,26 M${f(x + 13)},${f(y - 2)} l-26,6`;
  return (
    box(-4, -4, 0, 8, 8, 60, m.wood) +
    box(-30, 4, 36, 60, 5, 28, m.metal) +
    path(cross, "none", `stroke="${m.iron[2]}" stroke-width="6" stroke-linecap="round"`)
  );
}

function chair(m: Materials): string {
  return (
    box(-20, -20, 0, 6, 6, 24, m.wood) +
    box(16, -20, 0, 6, 6, 24, m.wood) +
    box(-20, -22, 24, 42, 6, 46, m.wood) +
    box(-20, -20, 22, 42, 40, 7, m.metal) +
    box(-20, 14, 0, 6, 6, 22, m.wood) +
    box(16, 14, 0, 6, 6, 22, m.wood)
  );
}

/** A frame with a mirror or a curtain in it. */
function panel(m: Materials, mirrored: boolean): string {
  const pane = polygon(
    [at(-30, 2, 74), at(30, 2, 74), at(30, 2, 10), at(-30, 2, 10)],
    mirrored ? oklch(0.88, 0.06, 220) : m.metal[1],
  );
  const fold = (i: number): string =>
    polygon([at(-26 + i, 2, 74), at(-20 + i, 2, 74), at(-22 + i, 2, 10), at(-28 + i, 2, 10)], m.metal[0], 'opacity=".6"');
  const shine = polygon([at(-20, 2, 70), at(0, 2, 70), at(-14, 2, 14), at(-30, 2, 14)], "#fff", 'opacity=".45"');
  return (
    box(-36, -8, 0, 72, 12, 8, m.wood) +
    box(-36, -4, 8, 6, 6, 70, m.wood) +
    box(30, -4, 8, 6, 6, 70, m.wood) +
    pane +
    (mirrored ? shine : [0, 15, 30, 45].map(fold).join("")) +
    box(-38, -6, 78, 76, 10, 6, m.wood)
  );
}

function cage(m: Materials): string {
  let s = box(-30, -30, 0, 60, 60, 5, m.iron);
  for (let i = 0; i < 6; i++) s += box(-30 + i * 11, 28, 5, 3, 3, 58, m.stone);
  for (let i = 0; i < 5; i++) s += box(28, -30 + i * 11, 5, 3, 3, 58, m.stone);
  const [x, y] = at(0, 0, 70);
  return s + box(-32, -32, 62, 64, 64, 6, m.metal) + circle(x, y - 8, 9, "none", `stroke="${m.stone[0]}" stroke-width="4"`);
}

function gun(m: Materials): string {
  const [x, y] = at(58, 3, 44);
  return (
    box(-22, -22, 0, 44, 44, 18, m.stone) +
    box(-10, -10, 18, 20, 20, 18, m.iron) +
    box(-12, -14, 34, 26, 26, 16, m.metal) +
    box(10, -5, 40, 46, 5, 5, m.iron) +
    box(10, 5, 40, 46, 5, 5, m.iron) +
    circle(x, y, 13, m.glow, 'opacity=".8"') +
    circle(x, y, 6, "#fff")
  );
}

function bed(m: Materials): string {
  const linen: Tones = [oklch(0.97, 0.01, 90), oklch(0.86, 0.02, 90), oklch(0.76, 0.02, 90)];
  return (
    box(-24, -40, 0, 48, 80, 14, m.wood) +
    box(-22, -38, 14, 44, 76, 7, m.metal) +
    box(-18, -36, 21, 36, 18, 8, linen) +
    box(-24, -44, 0, 48, 5, 40, m.wood)
  );
}

/** Where stone is broken: steps go down to what glints, and a pick leans on the rim. */
function pit(m: Materials, r: Chance): string {
  const floor = [at(-24, -24, 0), at(24, -24, 0), at(24, 24, 0), at(-24, 24, 0)];
  let s = polygon(floor, m.iron[2]);
  for (let i = 0; i < 3; i++) {
    const [x, y] = at(-10 + i * 11, 8 - i * 9, 2);
    s += circle(x, y, 4, m.metal[1]) + circle(x - 1.5, y - 1.5, 1.8, m.glow);
  }
  const blocks: [number, number][] = [];
  for (let i = 0; i < 5; i++) blocks.push([-42 + i * 17, -42], [-42 + i * 17, 26]);
  for (let i = 1; i < 4; i++) blocks.push([-42, -42 + i * 17], [26, -42 + i * 17]);
  for (const [x, y] of blocks.toSorted((a, b) => a[0] + a[1] - b[0] - b[1])) {
    const isBehind = x < -40 || y < -40;
    s += box(x, y, 0, 15, 15, (isBehind ? 20 : 6) + 12 * r(), m.stone);
  }
  const [x, y] = at(34, 34, 16);
  const handle = `M${f(x)},${f(y)} l-26,-46`;
  const head = `M${f(x - 44)},${f(y - 36)} q14,-16 34,-10`;
  return (
    s +
    path(handle, "none", `stroke="${m.wood[1]}" stroke-width="6" stroke-linecap="round"`) +
    path(head, "none", `stroke="${m.iron[1]}" stroke-width="7" stroke-linecap="round"`)
  );
}

function cabinet(m: Materials, antique: boolean): string {
  const body = antique ? m.wood : m.metal;
  let s = box(-26, -20, 0, 52, 40, 68, body);
  for (let i = 0; i < 3; i++) {
    const z = 60 - i * 20;
    const drawer = [at(-20, 20, z), at(20, 20, z), at(20, 20, z - 14), at(-20, 20, z - 14)];
    const [x, y] = at(0, 20, z - 7);
    s += polygon(drawer, i === 0 && !antique ? m.glow : body[0], 'opacity=".85"') + circle(x, y, 2.6, m.iron[2]);
  }
  return s + box(-29, -23, 68, 58, 46, 5, body);
}

/** The families, first match of the name wins; whatever is left is a cabinet. */
const FAMILIES: readonly (readonly [RegExp, (m: Materials, r: Chance) => string])[] = [
  [/Farm|Ranch|Plantation|Feed/, plot],
  [/Spring/, spring],
  [/Campfire/, campfire],
  [/Cauldron/, cauldron],
  [/Furnace/, furnace],
  [/Lamp/, (m) => post(m, true)],
  [/Bell/, (m) => post(m, false)],
  [/Workbench/, bench],
  [/Wall/, wall],
  [/Sign/, sign],
  [/Chair/, chair],
  [/Mirror/, (m) => panel(m, true)],
  [/Curtain/, (m) => panel(m, false)],
  [/Cage|Trap/, cage],
  [/Machine Gun/, gun],
  [/Bed/, bed],
  [/Pit/, pit],
  [/Antique/, (m) => cabinet(m, true)],
];

export function drawStructure(card: Subject): string {
  const r = chanceFor(seedOf(card));
  const p = paletteOf(card, r);
  const h = p.hue;
  const chroma = CHROMA[card.colour];
  const strong = Math.max(chroma, 0.5);
  const materials: Materials = {
    stone: [oklch(0.8, 0.03, h + 30), oklch(0.62, 0.035, h), oklch(0.46, 0.04, h)],
    wood: [oklch(0.74, 0.085, 62), oklch(0.57, 0.085, 55), oklch(0.43, 0.075, 48)],
    metal: [oklch(0.88, 0.09 * strong, h), oklch(0.66, 0.14 * strong, h), oklch(0.5, 0.13 * strong, h)],
    iron: [oklch(0.4, 0.04, h), oklch(0.32, 0.04, h), oklch(0.25, 0.04, h)],
    glow: oklch(0.92, 0.13, p.accent),
  };
  const behind = backdrop(card, r, p);
  const slab =
    box(-48, -48, -16, 96, 96, 14, [oklch(0.6, 0.09 * chroma, h), materials.iron[1], materials.iron[2]]) +
    box(-44, -44, -3, 88, 88, 3, [oklch(0.7, 0.08 * chroma, h + 8), materials.iron[0], materials.iron[1]]);
  const build = FAMILIES.find(([word]) => word.test(card.name))?.[1] ?? ((m: Materials) => cabinet(m, false));
  return `${behind}<g transform="translate(0 4)">${slab}${build(materials, r)}</g>`;
}
