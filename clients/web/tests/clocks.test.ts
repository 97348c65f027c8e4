import { describe, expect, it } from "vitest";
import { left, leftToAnswer, written } from "../src/lib/clocks";
import type { Clocks } from "../src/lib/protocol";

const CLOCKS: Clocks = { A: 61_000, B: 300_000, as_of: 1_790_000_000_000, running: "A", left: 45_000 };

describe("clocks", () => {
  it("run for the seat that is asked alone", () => {
    expect(left(CLOCKS, "A", 1_500)).toBe(59_500);
    expect(left(CLOCKS, "B", 1_500)).toBe(300_000);
  });

  it("never show less than nothing, nor more than was told", () => {
    expect(left(CLOCKS, "A", 70_000)).toBe(0);
    expect(left(CLOCKS, "A", -10)).toBe(61_000);
  });

  it("stand when nobody is asked", () => {
    const { running: _running, left: _left, ...over } = CLOCKS;
    expect(left(over, "A", 5_000)).toBe(61_000);
    expect(leftToAnswer(over, 5_000)).toBeUndefined();
  });

  it("tell how long the open question may take", () => {
    expect(leftToAnswer(CLOCKS, 5_000)).toBe(40_000);
    expect(leftToAnswer(CLOCKS, 50_000)).toBe(0);
  });

  it("are written as minutes and seconds", () => {
    expect([0, 1, 1_000, 59_001, 60_000, 899_500, 900_000].map(written)).toEqual([
      "0:00", "0:01", "0:01", "1:00", "1:00", "15:00", "15:00",
    ]);
  });
});
