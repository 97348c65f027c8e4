import { describe, expect, it } from "vitest";
import { wayToCard, wayToPlayer, type Rect } from "../src/lib/arrows";

const box = (left: number, top: number, width: number, height: number): Rect => ({ left, top, right: left + width, bottom: top + height });

/** Where the head of an arrow is. */
function tipOf(head: string): number {
  const [, x] = /L([\d.]+),/.exec(head) ?? [];
  return Number(x);
}

describe("an attack on a player in a high window", () => {
  const horizon = box(0, 360, 820, 40);
  const panel = box(0, 740, 820, 80);
  const cards = [40, 220, 400, 580].map((left) => box(left, 450, 130, 160));
  const from = box(60, 190, 130, 160);
  const across = (words: readonly Rect[]): number => tipOf(wayToPlayer({ from, panel, horizon, cards, words }).head);

  it("goes between two cards, near the attacker", () => {
    expect(across([])).toBeGreaterThan(170);
    expect(across([])).toBeLessThan(220);
  });

  it("goes between two cards where nothing is written behind them", () => {
    const [question, button] = [box(20, 690, 500, 40), box(720, 690, 90, 40)];
    expect(across([question, button])).toBeGreaterThan(530);
    expect(across([question, button])).toBeLessThan(580);
  });

  it("does not keep off what is written beyond it", () => {
    expect(across([box(20, 900, 500, 40)])).toBe(across([]));
  });
});

/** From where an arrow comes, and where it ends. */
const ends = ({ from, line }: { from: string; line: string }): [number, number] => [
  Number.parseFloat(from),
  Number(/ ([-\d.]+),[-\d.]+$/.exec(line)?.[1]),
];

describe("an arrow between two cards of a phone", () => {
  const [attacker, blocker] = [box(38, 132, 54, 70), box(38, 268, 54, 68)];
  const label = box(22, 218, 53, 30);

  it("goes from middle to middle where nothing is read between them", () => {
    expect(ends(wayToCard(attacker, blocker))).toEqual([65, 65]);
    expect(ends(wayToCard(attacker, blocker, [box(146, 218, 160, 30)]))).toEqual([65, 65]);
  });

  it("goes beside what is read", () => {
    const [from, to] = ends(wayToCard(attacker, blocker, [label]));
    for (const x of [from, to]) {
      expect(x).toBeGreaterThan(label.right + 4);
      expect(x).toBeLessThan(attacker.right);
    }
  });

  it("goes straight across what it cannot go around", () => {
    expect(ends(wayToCard(attacker, blocker, [box(0, 218, 360, 30)]))).toEqual([65, 65]);
  });
});
