import { describe, expect, test } from "vitest";
import { frameWays } from "../src/lib/motion/pill";

describe("While the sign of the phase slides", () => {
  const [width, left, right] = [300, [20, 200], [70, 290]] as const;
  const ways = frameWays(width, left, right);
  const along = ([from, to]: readonly [number, number], share: number): number => from + share * (to - from);

  test.each([0, 0.25, 0.5, 1])("at %d of its way it shows the names that it lies on, where they stand", (share) => {
    const [first, second, third] = ways.map((way) => along(way, share)) as [number, number, number];
    expect(first).toBeCloseTo(along(left, share));
    expect(first + second + width).toBeCloseTo(along(right, share));
    expect(first + second + third).toBeCloseTo(0);
  });
});
