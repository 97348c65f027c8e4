import { describe, expect, test } from "vitest";
import { wayToCard, wayToPlayer, type Rect } from "../src/lib/arrows";

const rect = (left: number, top: number, width: number, height: number): Rect => ({ left, top, right: left + width, bottom: top + height });
/** From where an arrow comes, and where it ends. */
const ends = ({ from, line }: { from: string; line: string }): [number, number] => [
  Number.parseFloat(from),
  Number(/ ([-\d.]+),[-\d.]+$/.exec(line)?.[1]),
];

describe("an arrow between two cards of a phone", () => {
  const [attacker, blocker] = [rect(38, 132, 54, 70), rect(38, 268, 54, 68)];
  const label = rect(22, 218, 53, 30);

  test("goes from middle to middle where nothing is read between them", () => {
    expect(ends(wayToCard(attacker, blocker))).toEqual([65, 65]);
    expect(ends(wayToCard(attacker, blocker, [rect(146, 218, 160, 30)]))).toEqual([65, 65]);
  });

  test("goes beside what is read", () => {
    const [from, to] = ends(wayToCard(attacker, blocker, [label]));
    for (const x of [from, to]) {
      expect(x).toBeGreaterThan(label.right + 4);
      expect(x).toBeLessThan(attacker.right);
    }
  });

  test("finds a narrow gap, as between the number of the turn and the phases", () => {
    const [turn, phases] = [rect(305, 226, 122, 18), rect(443, 218, 342, 33)];
    const [from, to] = ends(wayToCard(rect(376, 94, 84, 92), rect(376, 299, 84, 92), [turn, phases]));
    for (const x of [from, to]) {
      expect(x).toBeGreaterThan(turn.right + 5);
      expect(x).toBeLessThan(phases.left - 5);
    }
  });

  test("does not leave the window to go beside what is read", () => {
    const across = (left: number, label: Rect): number[] => ends(wayToCard(rect(left, 140, 65, 83), rect(left, 289, 65, 83), [label], 360));
    expect(Math.min(...across(2, rect(12, 236, 100, 36)))).toBeGreaterThan(10);
    expect(Math.max(...across(293, rect(248, 236, 100, 36)))).toBeLessThan(350);
  });

  test("goes straight across what it cannot go around", () => {
    expect(ends(wayToCard(attacker, blocker, [rect(0, 218, 360, 30)]))).toEqual([65, 65]);
  });
});

/** Where the head of an arrow is. */
function tipOf(head: string): number {
  const [, x] = /L([\d.]+),/.exec(head) ?? [];
  return Number(x);
}

describe("an attack on a player in a high window", () => {
  const horizon = rect(0, 360, 820, 40);
  const panel = rect(0, 740, 820, 80);
  const cards = [40, 220, 400, 580].map((left) => rect(left, 450, 130, 160));
  const from = rect(60, 190, 130, 160);
  const across = (words: readonly Rect[]): number => tipOf(wayToPlayer({ from, panel, horizon, cards, words }).head);

  test("goes between two cards, near the attacker", () => {
    expect(across([])).toBeGreaterThan(170);
    expect(across([])).toBeLessThan(220);
  });

  test("goes between two cards where nothing is written behind them", () => {
    const [question, button] = [rect(20, 690, 500, 40), rect(720, 690, 90, 40)];
    expect(across([question, button])).toBeGreaterThan(530);
    expect(across([question, button])).toBeLessThan(580);
  });

  test("does not keep off what is written beyond it", () => {
    expect(across([rect(20, 900, 500, 40)])).toBe(across([]));
  });
});
