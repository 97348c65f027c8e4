import { describe, expect, test } from "vitest";
import { placeBeside, type Kept } from "../src/lib/beside";
import type { Box } from "../src/lib/press";

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, right: left + width, bottom: top + height });
const ROOM = box(12, 12, 1256, 696);
const CARD = { width: 287, height: 401 };

/** The table in a window of 1280 by 720, as the design measures it. */
const PALS = [376, 473, 570, 667, 764].flatMap((left) => [box(left, 80, 84, 92), box(left, 299, 84, 92)]);
const PROMPT = box(209, 440, 807, 56);
const PHASES = box(448, 218, 328, 37);
const KEPT: Kept[] = [
  ...PALS.map((pal) => ({ box: pal, weight: 60 })),
  { box: PROMPT, weight: 2_000 },
  { box: PHASES, weight: 60 },
];

function placed(about: Box): Box {
  const place = placeBeside(about, CARD, ROOM, [...KEPT, { box: about, weight: 1_000 }]);
  if (!place) throw new Error("There is no place.");
  const { x, y } = place;
  return box(x, y, CARD.width, CARD.height);
}
const meets = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe("a card that is read at the table", () => {
  const abouts: [string, Box][] = [
    ["a Pal on the left", box(376, 299, 84, 92)],
    ["a Pal in the middle", box(570, 299, 84, 92)],
    ["a Pal on the right", box(764, 80, 84, 92)],
    ["a structure", box(220, 267, 146, 48)],
    ["gear", box(862, 75, 146, 48)],
    ["a card of the hand on the left", box(243, 530, 120, 168)],
    ["a card of the hand on the right", box(855, 530, 120, 168)],
  ];

  test.each(abouts)("covers no Pal, neither the prompt nor the phases, beside %s", (_, about) => {
    const card = placed(about);
    for (const kept of [about, PROMPT, PHASES, ...PALS]) expect(meets(card, kept)).toBe(false);
    expect(card.left >= ROOM.left && card.right <= ROOM.right && card.top >= ROOM.top && card.bottom <= ROOM.bottom).toBe(true);
  });

  test("stands on the side on which it is pointed at", () => {
    expect(placed(box(376, 299, 84, 92)).right).toBe(366);
    expect(placed(box(764, 299, 84, 92)).left).toBe(858);
    expect(placed(box(243, 530, 120, 168)).right).toBeLessThanOrEqual(366);
    expect(placed(box(855, 530, 120, 168)).left).toBeGreaterThanOrEqual(858);
  });

  test("covers what matters least where there is no room", () => {
    const narrow = box(12, 12, 520, 696);
    const [dear, cheap] = [box(12, 100, 250, 200), box(282, 100, 250, 200)];
    const place = placeBeside(box(250, 500, 40, 40), CARD, narrow, [{ box: dear, weight: 20 }, { box: cheap, weight: 2 }, { box: box(12, 480, 520, 228), weight: 99 }]); // prettier-ignore
    expect(place?.x).toBeGreaterThan(200);
  });

  test("covers no target, not even a small one, and has no place where there is nothing else", () => {
    const target = { box: box(220, 102, 146, 48), weight: Infinity };
    const about = box(570, 299, 84, 92);
    const place = placeBeside(about, CARD, ROOM, [...KEPT, target]);
    expect(place && meets(box(place.x, place.y, CARD.width, CARD.height), target.box)).toBe(false);
    expect(placeBeside(about, CARD, ROOM, [...KEPT, { box: ROOM, weight: Infinity }])).toBeUndefined();
  });
});
