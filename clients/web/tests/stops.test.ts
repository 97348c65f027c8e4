import { describe, expect, test } from "vitest";
import { middle, reached, type Stop } from "../src/lib/stops";
import type { Way } from "../src/lib/keys";

const stop = (region: number, left: number, top: number, width = 80, height = 90): Stop => ({
  region,
  box: { left, top, right: left + width, bottom: top + height },
});

/** Their base; our base with three structures in a column, two Pals and a gear; the prompt; a hand that overlaps. */
const TABLE = {
  theirs: stop(0, 400, 50),
  bench: stop(1, 0, 200, 140, 48),
  fire: stop(1, 0, 256, 140, 48),
  bed: stop(1, 0, 312, 140, 48),
  fox: stop(1, 300, 230),
  lamb: stop(1, 400, 230),
  hat: stop(1, 600, 250, 140, 48),
  draw: stop(2, 560, 400, 100, 40),
  end: stop(2, 680, 400, 100, 40),
  first: stop(3, 200, 460, 120, 168),
  second: stop(3, 270, 452, 120, 168),
  third: stop(3, 340, 460, 120, 168),
} as const;
type Name = keyof typeof TABLE;
const NAMES = Object.keys(TABLE) as Name[];

const from = (name: Name, way: Way, column = middle(TABLE[name].box)): Name | undefined =>
  NAMES[reached(NAMES.indexOf(name), Object.values(TABLE), way, column)];

describe("an arrow key", () => {
  test("leads along a row to what stands beside", () => {
    expect(from("fox", "right")).toBe("lamb");
    expect(from("lamb", "right")).toBe("hat");
    expect(from("fire", "right")).toBe("fox");
    expect(from("first", "right")).toBe("second");
    expect(from("third", "left")).toBe("second");
  });

  test("leads up and down a column before it leaves the row", () => {
    expect(from("bench", "down")).toBe("fire");
    expect(from("bed", "up")).toBe("fire");
    expect(from("bed", "down")).toBe("draw");
  });

  test("leads to the nearest in the next row, and keeps the column on the way through a row of other widths", () => {
    expect(from("third", "up")).toBe("draw");
    expect(from("draw", "up", middle(TABLE.third.box))).toBe("lamb");
    expect(from("lamb", "up")).toBe("theirs");
    expect(from("lamb", "down")).toBe("draw");
  });

  test("stays where nothing is that way", () => {
    expect(from("theirs", "up")).toBe("theirs");
    expect(from("first", "left")).toBe("first");
    expect(from("second", "down")).toBe("second");
  });

  test("leads to the ends of the row", () => {
    expect(from("lamb", "first")).toBe("bench");
    expect(from("second", "last")).toBe("third");
  });

  test("leads through everything in a region of its own, one after the other", () => {
    const names = [stop(0, 0, 0, 50, 20), stop(0, 60, 0, 50, 20), stop(0, 200, 30, 50, 20)];
    expect(reached(1, names, "right", 0)).toBe(2);
    expect(reached(2, names, "up", 0)).toBe(1);
    expect(reached(0, names, "down", 0)).toBe(1);
    expect(reached(2, names, "right", 0)).toBe(2);
  });
});
