import { describe, expect, it } from "vitest";
import { attracted, isForAnother, opensDrawer, Press, type Box } from "../src/lib/press";

const start = { x: 100, y: 600 };
const to = (dx: number, dy: number) => ({ x: start.x + dx, y: start.y + dy });

describe("a press", () => {
  it("is a tap as long as it hardly moves", () => {
    expect(new Press(start, true, "hand").move(to(5, -7))).toBe("pressed");
  });

  it("upward from the hand is a drag, sideways it is left to the scrolling hand", () => {
    expect(new Press(start, true, "hand").move(to(3, -9))).toBe("dragged");
    expect(new Press(start, true, "hand").move(to(-9, -3))).toBe("left");
    expect(new Press(start, true, "hand").move(to(0, 9))).toBe("left");
  });

  it("of a mouse drags a hand card in every direction", () => {
    expect(new Press(start, false, "hand").move(to(-9, -3))).toBe("dragged");
  });

  it("drags an attacker everywhere, and a card that cannot act nowhere", () => {
    expect(new Press(start, true, "attacker").move(to(9, 2))).toBe("dragged");
    expect(new Press(start, true, "none").move(to(2, -20))).toBe("left");
  });

  it("that stays is a look at the card and never becomes a drag", () => {
    const press = new Press(start, true, "attacker");
    expect(press.hold()).toBe("held");
    expect(press.move(to(0, -80))).toBe("held");
  });

  it("of a mouse, or one that moves already, is no look", () => {
    expect(new Press(start, false, "hand").hold()).toBe("pressed");
    const press = new Press(start, true, "hand");
    press.move(to(0, -20));
    expect(press.hold()).toBe("dragged");
  });

  it("of a finger points above it", () => {
    expect(new Press(start, true, "attacker").tip(to(0, -50))).toEqual({ x: 100, y: 526 });
    expect(new Press(start, false, "attacker").tip(to(0, -50))).toEqual({ x: 100, y: 550 });
  });
});

describe("an arrow", () => {
  const box = (left: number, top: number): Box => ({ left, top, right: left + 60, bottom: top + 80 });
  const targets = [
    [7, box(0, 0)],
    [8, box(80, 0)],
  ] as const;

  it("jumps to a target within reach, the nearest one first", () => {
    expect(attracted({ x: 66, y: 40 }, targets)).toBe(7);
    expect(attracted({ x: 76, y: 40 }, targets)).toBe(8);
    expect(attracted({ x: 100, y: 116 }, targets)).toBe(8);
  });

  it("stays free where no target is near", () => {
    expect(attracted({ x: 100, y: 117 }, targets)).toBeUndefined();
  });
});

describe("a swipe", () => {
  it("from the right edge inwards opens the drawer", () => {
    expect(opensDrawer({ x: 350, y: 300 }, { x: 305, y: 310 }, 360)).toBe(true);
  });

  it("from the left edge does so for the left hand, and only that one", () => {
    expect(opensDrawer({ x: 10, y: 300 }, { x: 55, y: 310 }, 360, true)).toBe(true);
    expect(opensDrawer({ x: 10, y: 300 }, { x: 55, y: 310 }, 360)).toBe(false);
    expect(opensDrawer({ x: 350, y: 300 }, { x: 305, y: 310 }, 360, true)).toBe(false);
  });

  it("from elsewhere, too short or mostly upward does not", () => {
    expect(opensDrawer({ x: 320, y: 300 }, { x: 200, y: 300 }, 360)).toBe(false);
    expect(opensDrawer({ x: 350, y: 300 }, { x: 330, y: 300 }, 360)).toBe(false);
    expect(opensDrawer({ x: 350, y: 300 }, { x: 305, y: 200 }, 360)).toBe(false);
  });
});

describe("the second click of a double click", () => {
  const asked = {};
  const first = { button: "Keep", asked };

  it("does nothing where another button, or the same one of another question, has come", () => {
    expect(isForAnother(2, first, { button: "End turn", asked })).toBe(true);
    expect(isForAnother(2, first, { button: "Keep", asked: {} })).toBe(true);
  });

  it("counts where everything is as it was, and so does every first click", () => {
    expect(isForAnother(2, first, { ...first })).toBe(false);
    expect(isForAnother(1, first, { button: "End turn", asked: {} })).toBe(false);
    expect(isForAnother(2, undefined, first)).toBe(false);
  });
});
