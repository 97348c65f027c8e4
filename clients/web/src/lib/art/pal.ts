/** A Pal is a totem mask: one half drawn and mirrored, its right half shaded like folded paper. Cost is age. */

import { paletteOf, seedOf, type Element, type Palette, type Subject } from "./palette";
import { chanceFor, circle, fixed as f, mirror, path, polygon, type Chance } from "./pen";
import { backdrop, foreground, petal, PETAL } from "./scenery";

/** The measures of a head: its middle height, half width and half height; `age` runs from 0 (cheap) to 1 (dear). */
interface Head {
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly age: number;
  readonly outline: string;
}

type Ear = "tri" | "longup" | "round" | "droop" | "fin" | "tuft" | "leafear" | "horn" | "ram" | "antler" | "antenna";

const EARS: Record<Element, readonly Ear[]> = {
  Fire: ["tri", "longup", "tuft"],
  Water: ["fin", "round", "antenna"],
  Ice: ["tri", "round", "antler"],
  Electric: ["longup", "tri"],
  Grass: ["leafear", "droop", "antler"],
  Ground: ["ram", "round", "droop"],
  Dark: ["horn", "tri", "tuft"],
  Dragon: ["horn", "ram", "fin"],
  Neutral: ["droop", "round", "tri"],
};

function headOf(r: Chance, age: number): Head {
  const y = 88 - 8 * age + (r() - 0.5) * 6;
  const w = 45 - 9 * age + (r() - 0.5) * 10;
  const h = 39 - 3 * age + (r() - 0.5) * 9;
  const jaw = 0.05 + r() * 0.35;
  const chin = 0.35 + r() * 0.45 - 0.2 * age;
  const top = 0.5 + r() * 0.35;
  const outline = `M0,${f(y - h)} C${f(w * top)},${f(y - h)} ${f(w)},${f(y - h * 0.6)} ${f(w)},${f(y + h * jaw)} C${f(w)},${f(y + h * 0.8)} ${f(w * chin)},${f(y + h)} 0,${f(y + h)}Z`;
  return { y, w, h, age, outline };
}

function batWings(r: Chance, p: Palette, { y, age }: Head): string {
  const wy = y + 26;
  const wx = 78 + 26 * age + r() * 16;
  const wt = 22 + r() * 26;
  const skin = `M16,${f(wy + 26)} C30,${f(wy - 20)} ${f(wx * 0.6)},${f(wt - 12)} ${f(wx)},${f(wt)} Q${f(wx - 6)},${f(wt + 30)} ${f(wx + 8)},${f(wt + 58)} Q${f(wx - 16)},${f(wt + 52)} ${f(wx - 22)},${f(wt + 76)} Q${f(wx - 40)},${f(wt + 66)} ${f(wx - 46)},${f(wt + 92)} Q34,${f(wy + 50)} 16,${f(wy + 60)}Z`;
  const bones = `M${f(wx)},${f(wt)} Q46,${f(wy - 6)} 18,${f(wy + 34)} M${f(wx)},${f(wt)} Q${f(wx - 26)},${f(wt + 36)} ${f(wx - 22)},${f(wt + 74)} M${f(wx)},${f(wt)} Q${f(wx - 44)},${f(wt + 40)} ${f(wx - 46)},${f(wt + 90)}`;
  return mirror(path(skin, p.shade) + path(bones, "none", `stroke="${p.mane}" stroke-width="3" stroke-linecap="round"`));
}

function featherWings(p: Palette, { y, age }: Head): string {
  let half = "";
  for (let i = 0; i < 6; i++) {
    const feather = path(petal("leaf", 104 + 12 * age - i * 9, 11, 1), i % 2 ? p.mane : p.shade);
    half += `<g transform="translate(20 ${f(y + 38)}) rotate(${28 + i * 15})">${feather}</g>`;
  }
  return mirror(half);
}

function wings(r: Chance, card: Subject, p: Palette, second: Element, head: Head): string {
  if (p.element === "Dragon" || second === "Dragon") return batWings(r, p, head);
  if (card.cost < 6 || r() >= 0.5) return "";
  return p.element === "Dark" ? batWings(r, p, head) : featherWings(p, head);
}

function torso(r: Chance, p: Palette, head: Head): string {
  const w = 44 + 30 * head.age + r() * 10;
  const y = head.y + head.h * 0.55;
  let s = mirror(path(`M0,${f(y)} C${f(w * 0.55)},${f(y)} ${f(w * 0.9)},${f(y + 26)} ${f(w)},190 L0,190Z`, p.shade));
  const belly = `M0,${f(y + 16)} C${f(w * 0.34)},${f(y + 18)} ${f(w * 0.5)},${f(y + 50)} ${f(w * 0.46)},190 L0,190Z`;
  s += mirror(path(belly, p.light, 'opacity=".9"'));
  if (r() >= 0.6) return s;
  for (let i = 0; i < 3; i++) {
    const at = y + 34 + i * 13;
    const line = `M0,${f(at + 5)} Q${f(w * 0.2)},${f(at + 4)} ${f(w * 0.36)},${f(at - 3)}`;
    s += mirror(path(line, "none", `stroke="${p.shade}" stroke-width="2.4" stroke-linecap="round" opacity=".55"`));
  }
  return s;
}

function mane(r: Chance, p: Palette, second: Element, head: Head): string {
  const kind = PETAL[r() < 0.72 ? p.element : second];
  const count = 5 + ((r() * 4) | 0) + ((head.age * 3) | 0);
  const spread = 62 + r() * 70;
  const length = head.h * (1.35 + r() * 0.38 + head.age * 0.35);
  const width = (kind === "wave" || kind === "fluff" || kind === "rock" ? 15 : 11) * (1.1 - 0.02 * count);
  let s = "";
  for (const layer of [0, 1]) {
    for (let i = 0; i < count - layer; i++) {
      const turn = -spread + (2 * spread * i) / (count - 1) + (layer ? spread / (count - 1) : 0);
      const taper = (0.9 + 0.22 * Math.cos((turn * Math.PI) / 180)) * (i % 2 && kind !== "wave" ? 0.9 : 1);
      const shape = petal(kind, (layer ? length * 0.88 : length) * taper, width, turn < 0 ? -1 : 1);
      const fill = layer ? p.maneLight : p.mane;
      s += `<g transform="translate(120 ${f(head.y + 2)}) rotate(${f(turn)})">${path(shape, fill)}</g>`;
    }
  }
  return r() < 0.82 || head.age > 0.5 ? s : "";
}

/** The picture of an ear at the origin, pointing up. */
function earShape(kind: Ear, p: Palette): string {
  const line = (d: string, colour: string, width: number): string =>
    path(d, "none", `stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`);
  switch (kind) {
    case "tri":
      return path("M-15,10 Q-9,-22 2,-38 Q15,-20 17,8Z", p.body) + path("M-7,6 Q-4,-14 2,-24 Q9,-12 10,5Z", p.light);
    case "longup":
      return (
        path("M-10,10 C-16,-20 -10,-52 3,-62 C14,-50 16,-18 11,10Z", p.body) +
        path("M-4,4 C-8,-18 -4,-40 3,-48 C9,-38 9,-16 6,4Z", p.mane)
      );
    case "round":
      return circle(0, -9, 17, p.body) + circle(0, -8, 9.5, p.mane);
    case "droop":
      return (
        path("M-13,8 C-18,-24 -12,-50 0,-56 C13,-48 18,-20 13,8Z", p.shade) +
        path("M-6,2 C-8,-20 -5,-36 0,-42 C6,-34 8,-16 6,2Z", p.mane)
      );
    case "fin":
      return (
        path("M-14,8 Q-22,-26 -6,-48 Q-2,-34 8,-40 Q6,-26 18,-24 Q12,-8 14,8Z", p.mane) +
        line("M-4,2 L-6,-40 M3,2 L8,-34", p.maneLight, 2.6)
      );
    case "tuft":
      return (
        path("M-13,10 Q-16,-16 -4,-30 Q-2,-20 2,-42 Q8,-24 14,-28 Q16,-8 15,10Z", p.body) +
        path("M-3,6 Q-2,-10 3,-24 Q8,-8 8,6Z", p.mane)
      );
    case "leafear":
      return (
        path(petal("leaf", 54, 17, 1), p.mane) +
        line("M0,0 L0,-44 M0,-14 L7,-22 M0,-14 L-7,-22 M0,-26 L6,-33 M0,-26 L-6,-33", p.maneLight, 2)
      );
    case "horn":
      return (
        path("M-9,8 C-8,-16 4,-36 24,-46 C16,-30 14,-10 10,8Z", p.light) +
        path("M-7,-4 Q2,-8 10,-4 M-3,-17 Q4,-21 11,-17", "none", `stroke="${p.shade}" stroke-width="2.6"`)
      );
    case "ram":
      return (
        line("M0,8 C6,-26 44,-26 42,4 C41,22 20,24 20,8 C20,0 30,0 30,6", p.light, 11) +
        path("M6,-10 l7,7 M22,-20 l3,10 M38,-10 l-9,5", "none", `stroke="${p.shade}" stroke-width="2.4"`)
      );
    case "antler":
      return line("M0,8 C0,-20 10,-34 28,-50 M4,-14 C14,-16 22,-20 26,-26 M12,-30 C8,-40 8,-46 10,-54", p.light, 6);
    case "antenna":
      return (
        line("M0,8 C2,-20 8,-32 22,-40", p.shade, 4.5) +
        circle(24, -42, 7.5, p.maneLight) +
        circle(22, -44, 2.5, "#fff", 'opacity=".8"')
      );
  }
}

function ears(r: Chance, p: Palette, second: Element, { y, w, h, age }: Head): string {
  const pool = [...EARS[p.element], ...EARS[second]];
  const kind = pool[(r() * pool.length) | 0] ?? "tri";
  const ex = w * (0.5 + r() * 0.2);
  const ey = y - h * 0.62;
  const scale = 0.9 + r() * 0.5 + age * 0.35;
  const turn = 18 + r() * 24;
  const places: Record<Ear, readonly [number, number, number]> = {
    tri: [ex, ey + 8, turn],
    longup: [ex * 0.75, ey + 6, turn * 0.6],
    round: [ex * 1.1, ey + 2, turn],
    droop: [w * 0.72, ey + 14, 118 + (kind === "droop" ? r() * 14 : 0)],
    fin: [w * 0.86, y - 6, 66],
    tuft: [ex, ey + 8, turn],
    leafear: [ex, ey + 8, turn + 16],
    horn: [ex * 0.8, ey + 6, 14],
    ram: [w * 0.74, ey + 10, 0],
    antler: [ex * 0.7, ey + 6, 6],
    antenna: [ex * 0.6, ey + 4, 12],
  };
  const [x, at, angle] = places[kind];
  return mirror(
    `<g transform="translate(${f(x)} ${f(at)}) rotate(${f(angle)}) scale(${f(scale)})">${earShape(kind, p)}</g>`,
  );
}

function marking(r: Chance, p: Palette, { y, w, h }: Head): string {
  switch ((r() * 5) | 0) {
    case 0:
      return mirror(path(`M0,${f(y - h + 1)} L${f(w * 0.2)},${f(y - h * 0.86)} L0,${f(y - h * 0.12)}Z`, p.mane));
    case 1: {
      const mask = `M0,${f(y - h * 0.1)} C${f(w * 0.2)},${f(y - h * 0.5)} ${f(w * 0.9)},${f(y - h * 0.4)} ${f(w * 0.84)},${f(y + h * 0.25)} C${f(w * 0.6)},${f(y + h * 0.4)} ${f(w * 0.2)},${f(y + h * 0.3)} 0,${f(y + h * 0.2)}Z`;
      return mirror(path(mask, p.shade, 'opacity=".85"'));
    }
    case 2:
      return mirror(circle(w * 0.62, y + h * 0.38, w * 0.17, p.mane, 'opacity=".85"'));
    case 3:
      return `<g transform="translate(120 ${f(y - h * 0.58)})">${polygon([[0, -11], [7, 0], [0, 11], [-7, 0]], p.maneLight)}</g>`; // prettier-ignore
    default: {
      const stripes = `M${f(w * 0.94)},${f(y + 2)} L${f(w * 0.5)},${f(y + 8)} L${f(w * 0.9)},${f(y + 12)}Z M${f(w * 0.86)},${f(y + 17)} L${f(w * 0.48)},${f(y + 17)} L${f(w * 0.76)},${f(y + 25)}Z`;
      return mirror(path(stripes, p.mane));
    }
  }
}

type Mouth = "muzzle" | "beak" | "plain";

function mouth(r: Chance, kind: Mouth, p: Palette, { y, w, h, age }: Head): string {
  const my = y + h * 0.42;
  const stroke = (width: number, extra = ""): string =>
    `stroke="${p.ink}" stroke-width="${width}" stroke-linecap="round" ${extra}`;
  if (kind === "muzzle")
    return (
      `<ellipse cx="120" cy="${f(my)}" rx="${f(w * 0.44)}" ry="${f(h * 0.34)}" fill="${p.light}"/>` +
      path(`M112,${f(my - h * 0.14)} h16 l-8,8Z`, p.ink) +
      path(`M120,${f(my - 2)} v5 q-6,6 -11,2 M120,${f(my + 3)} q6,6 11,2`, "none", stroke(2.2))
    );
  if (kind === "beak")
    return (
      path(`M${f(120 - w * 0.3)},${f(my - 6)} Q120,${f(my - 16)} ${f(120 + w * 0.3)},${f(my - 6)} L120,${f(my + 15)}Z`, p.maneLight) +
      path(`M${f(120 - w * 0.28)},${f(my - 3)} Q120,${f(my + 4)} ${f(120 + w * 0.28)},${f(my - 3)}`, "none", stroke(2, 'opacity=".6"'))
    );
  const fangs = age > 0.35 || r() < 0.4;
  return (
    path(`M${f(120 - w * 0.26)},${f(my + 3)} Q120,${f(my + 13)} ${f(120 + w * 0.26)},${f(my + 3)}`, "none", stroke(2.8)) +
    (fangs ? mirror(polygon([[w * 0.1, my + 7], [w * 0.2, my + 6], [w * 0.15, my + 14]], "#fff")) : "") + // prettier-ignore
    mirror(circle(3, my - 5, 1.5, p.ink))
  );
}

type Eye = "round" | "browed" | "narrow" | "luminous";

function eyeKind(r: Chance, p: Palette, age: number): Eye {
  const kind = age > 0.6 ? (r() < 0.75 ? 2 : 1) : (r() * 4) | 0;
  if (p.element === "Dark" && kind !== 0) return "luminous";
  return kind === 1 ? "browed" : kind === 2 ? "narrow" : "round";
}

function eyes(r: Chance, p: Palette, head: Head, beak: boolean): string {
  const kind = eyeKind(r, p, head.age);
  const x = head.w * (0.46 + r() * 0.08);
  const y = head.y + head.h * (beak ? -0.12 : -0.02);
  const q = 8.6 - 2.4 * head.age + r() * 1.6;
  const both = (draw: (side: number) => string): string => draw(-1) + draw(1);
  if (kind === "luminous") {
    const slit = `M${f(x - q * 1.2)},${f(y + 2)} Q${f(x)},${f(y - q * 1.1)} ${f(x + q * 1.35)},${f(y - q * 0.6)} Q${f(x + q * 0.7)},${f(y + q)} ${f(x - q * 1.2)},${f(y + 2)}Z`;
    const pupil = `<ellipse cx="${f(x + 1)}" cy="${f(y - 1)}" rx="1.9" ry="${f(q * 0.55)}" fill="${p.ink}"/>`;
    return mirror(path(slit, p.eye) + pupil);
  }
  if (kind === "round") {
    const glints = both(
      (side) =>
        circle(120 + side * x - q * 0.3, y - q * 0.36, q * 0.34, "#fff") +
        circle(120 + side * x + q * 0.35, y + q * 0.4, q * 0.16, "#fff"),
    );
    const iris = circle(x - q * 0.1, y + q * 0.36, q * 0.52, p.iris, 'opacity=".9"');
    return `${mirror(circle(x, y, q, p.ink) + iris)}<g fill="#fff">${glints}</g>`;
  }
  if (kind === "browed") {
    const brow = `M${f(x - q * 1.2)},${f(y - q * 0.1)} Q${f(x)},${f(y - q * 1.7)} ${f(x + q * 1.2)},${f(y - q * 0.6)} L${f(x + q)},${f(y - q)} Z`;
    const ball = circle(x, y, q, "#fff") + circle(x - 1.2, y, q * 0.62, p.ink) + path(brow, p.shade);
    return mirror(ball) + both((side) => circle(120 + side * x - 2.4, y - 2.6, q * 0.22, "#fff"));
  }
  const white = `M${f(x - q * 1.25)},${f(y + q * 0.45)} Q${f(x - q * 0.1)},${f(y - q * 0.85)} ${f(x + q * 1.4)},${f(y - q * 0.75)} Q${f(x + q * 0.9)},${f(y + q * 0.75)} ${f(x - q * 1.25)},${f(y + q * 0.45)}Z`;
  const lid = `M${f(x - q * 1.3)},${f(y + q * 0.1)} Q${f(x)},${f(y - q * 1.2)} ${f(x + q * 1.5)},${f(y - q)}`;
  return mirror(
    path(white, "#fff") +
      circle(x + 0.6, y - 0.2, q * 0.5, p.iris) +
      circle(x + 0.6, y - 0.2, q * 0.26, p.ink) +
      path(lid, "none", `stroke="${p.ink}" stroke-width="3" stroke-linecap="round"`),
  );
}

/** Stars around a Lucky Pal; none on its face. */
function luckyStars(r: Chance, { y: hy, w, h }: Head): string {
  let s = "";
  for (let i = 0; i < 11; i++) {
    const x = 14 + r() * 212;
    const y = -30 + r() * 150;
    const q = 3 + r() * 5;
    if (Math.abs(x - 120) < w + 6 && y > hy - h - 8 && y < hy + h + 40) continue;
    const star = `M${f(x)},${f(y - q)} Q${f(x)},${f(y)} ${f(x + q)},${f(y)} Q${f(x)},${f(y)} ${f(x)},${f(y + q)} Q${f(x)},${f(y)} ${f(x - q)},${f(y)} Q${f(x)},${f(y)} ${f(x)},${f(y - q)}Z`;
    s += path(star, "oklch(.96 .1 95)");
  }
  return s;
}

/** The picture of a Pal as SVG elements; chance is drawn in this order for ever. */
export function drawPal(card: Subject): string {
  const r = chanceFor(seedOf(card));
  const p = paletteOf(card, r);
  const second = card.elements[1] ?? p.element;
  const behind = backdrop(card, r, p);
  const head = headOf(r, Math.min(1, Math.max(0, (card.cost - 2) / 6)));
  let s = behind + wings(r, card, p, second, head) + torso(r, p, head) + mane(r, p, second, head);
  s += ears(r, p, second, head) + mirror(path(head.outline, p.body));
  s += `<g transform="translate(120 0)">${path(head.outline, p.ink, 'opacity=".11"')}</g>`;
  s += marking(r, p, head);
  const kind: Mouth = (["muzzle", "beak", "plain"] as const)[(r() * 3) | 0] ?? "plain";
  s += mouth(r, kind, p, head) + eyes(r, p, head, kind === "beak") + foreground(r, p);
  return card.lucky ? s + luckyStars(r, head) : s;
}
