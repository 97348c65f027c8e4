/** How an arrow goes over the table: along what is free, so that it crosses nothing that is read. */

export interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A way and the head at its end, as SVG paths in the pixels of the layer. */
export interface Way {
  readonly line: string;
  readonly head: string;
  /** Where it begins. */
  readonly from: string;
  /** 1 for an arrow beside a tile of 84 pixels. */
  readonly size: number;
}

/** What the way to a player is drawn around. */
export interface Field {
  readonly from: Rect;
  readonly panel: Rect;
  readonly horizon: Rect;
  /** The defender's cards. */
  readonly cards: readonly Rect[];
  /** What is written on the table, and what is pressed. */
  readonly words: readonly Rect[];
}

/** Between an arrow and what it comes from or goes to. */
const CLEAR = 12;
/** Half of what a line with its shade covers, at size 1. */
const HALF = 6;
/** Half of the width of its head, at size 1. */
const HEAD = 13;

const width = ({ left, right }: Rect): number => right - left;
const middle = ({ left, right }: Rect): number => (left + right) / 2;
const sizeFor = (from: Rect): number => Math.min(1.8, Math.max(0.7, width(from) / 84));

function way(line: string, [x, y]: readonly [number, number], up: boolean, size: number, [x1, y1]: readonly [number, number]): Way {
  const away = up ? 1 : -1;
  const at = (dx: number, dy: number): string => `${x + dx * size},${y + dy * size * away}`;
  const head = `M${at(-HEAD, 20)} L${at(0, -2)} L${at(HEAD, 20)} Q${at(0, 13)} ${at(-HEAD, 20)}Z`;
  return { line: `${line} ${x},${y + 16 * size * away}`, head, from: `${x1}px ${y1}px`, size };
}

/** From a card to a point: up or down, in a bow. */
export function wayToPoint(from: Rect, [x, y]: readonly [number, number], clear = 4, x1 = middle(from)): Way {
  const up = from.top > y;
  const y1 = up ? from.top - clear : from.bottom + clear;
  const bow = (y1 + y) / 2;
  return way(`M${x1},${y1} C${x1},${bow} ${x},${bow}`, [x, y], up, sizeFor(from), [x1, y1]);
}

/**
 * From a card to a card, clear of the tags: "Attacks" on the upper edge of a tile, the forecast on its lower one. It leaves
 * and comes as near to their middles as it can without crossing what is `read` between them, and without leaving the `layer`,
 * whose width is given.
 */
export function wayToCard(from: Rect, to: Rect, read: readonly Rect[] = [], layer = Infinity): Way {
  const tag = (from.bottom - from.top) * 0.16;
  const up = from.top > to.top;
  const [y, clear] = [up ? to.bottom + 10 + tag : to.top - CLEAR - 2, up ? CLEAR : 2 + tag];
  const y1 = up ? from.top - clear : from.bottom + clear;
  const half = HALF * sizeFor(from);
  const crossed = (x1: number, x2: number): number => read.filter((rect) => crosses([x1, y1], [x2, y], rect, half)).length;
  const head = (HEAD + 3) * sizeFor(from);
  const isOff = (x: number): boolean => x < head || x > layer - head;
  let best = { x1: middle(from), x2: middle(to), cost: Infinity };
  for (const start of ASIDE)
    for (const end of ASIDE) {
      const [x1, x2] = [middle(from) + start * width(from), middle(to) + end * width(to)];
      if (isOff(x1) || isOff(x2)) continue;
      const cost = crossed(x1, x2) + (Math.abs(start) + Math.abs(end)) / 10;
      if (cost < best.cost) best = { x1, x2, cost };
    }
  return wayToPoint(from, [best.x2, y], clear, best.x1);
}

/** So far from the middle of a card an arrow may leave it, in its widths. */
const ASIDE = Array.from({ length: 41 }, (_, i) => (i - 20) * 0.023);
const SAMPLES = 24;

/** Whether a bow between two points meets something. */
function crosses([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], { left, right, top, bottom }: Rect, half: number): boolean {
  for (let i = 0; i <= SAMPLES; i++) {
    const t = i / SAMPLES;
    const share = t * t * (3 - 2 * t); // how far a bow has gone sideways
    const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * (1.5 * t * (1 - t) + t * t * t)];
    if (x > left - half && x < right + half && y > top - half && y < bottom + half) return true;
  }
  return false;
}

/** From a card to a player: beside the bases, or straight across where the panel lies behind one. */
export function wayToPlayer(field: Field): Way {
  const { panel, horizon } = field;
  return panel.right <= horizon.left ? besideTheBases(field) : acrossTheBase(field);
}

/** Along the edge of the horizon to the column of the players, and there up or down. */
function besideTheBases({ from, panel, horizon }: Field): Way {
  const up = from.top > panel.top;
  const size = sizeFor(from);
  const edge = up ? horizon.bottom - 2 * size : horizon.top + 2 * size;
  const [x1, y1] = [middle(from), up ? from.top - 2 : from.bottom + 2];
  const [x2, y2] = [panel.left + width(panel) * 0.7, up ? panel.bottom + CLEAR : panel.top - CLEAR];
  const turn = Math.min(40 * size, Math.max(0, x1 - horizon.left));
  const bend = y2 + (edge - y2) * 0.55;
  const out = horizon.left + Math.min(8 * size, turn);
  return way(`M${x1},${y1} C${x1},${edge} ${x1},${edge} ${x1 - turn},${edge} L${out},${edge} C${x2 + 8 * size},${edge} ${x2},${bend}`, [x2, y2], up, size, [x1, y1]);
}

/** Straight through the base where the fewest cards lie, and the fewest words behind it, near the attacker. */
function acrossTheBase({ from, panel, horizon, cards, words }: Field): Way {
  const up = from.top > panel.top;
  const size = sizeFor(from);
  const [x1, y1] = [middle(from), up ? from.top - 2 : from.bottom + 2];
  const y2 = up ? panel.bottom + CLEAR : panel.top - CLEAR;
  const edge = up ? horizon.top : horizon.bottom;
  const crossed = words.filter(({ top, bottom }) => Math.min(edge, y2) < bottom && top < Math.max(edge, y2));
  const x2 = freest(x1, panel, [...cards, ...crossed], HALF * size);
  const bow = (y1 + edge) / 2;
  return way(`M${x1},${y1} C${x1},${bow} ${x2},${bow} ${x2},${edge} L`, [x2, y2], up, size, [x1, y1]);
}

/** The place nearest to `wish` at which a band of twice `half` covers least of what lies there. */
function freest(wish: number, { left, right }: Rect, laid: readonly Rect[], half: number): number {
  const covered = (x: number): number =>
    laid.reduce((sum, one) => sum + Math.max(0, Math.min(one.right, x + half) - Math.max(one.left, x - half)), 0);
  let best = { x: wish, cost: Infinity };
  for (let x = left + 4 * half; x <= right - 4 * half; x += 2) {
    const cost = covered(x) + Math.abs(x - wish) / 1_000;
    if (cost < best.cost) best = { x, cost };
  }
  return best.x;
}
