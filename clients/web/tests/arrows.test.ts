import { describe, expect, test } from "vitest";
import { wayToCard, type Rect } from "../src/lib/arrows";

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

  test("goes straight across what it cannot go around", () => {
    expect(ends(wayToCard(attacker, blocker, [rect(0, 218, 360, 30)]))).toEqual([65, 65]);
  });
});
