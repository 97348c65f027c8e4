import { describe, expect, test } from "vitest";
import { cardInQuestion, toldBy, waitBefore } from "../src/lib/broadcast";
import { spoken } from "../src/lib/pieces";
import type { GameEvent, View } from "../src/lib/protocol";
import { catalogue, GRAVE, MINE, view as seen } from "./fixtures/table";

const names = { A: "Oshiro", B: "Mirai" };
const view = (changed: Partial<View> = {}): View => ({ ...seen(), viewer: "spectator", ...changed });
const tell = (events: readonly GameEvent[]) => toldBy(events, { before: view(), after: view(), names, catalogue });
const number = (handle: number): string => seen().cards[handle]?.number ?? "";

describe("a feed that is lost", () => {
  const waits = (isOver: boolean): number[] => {
    const all: number[] = [];
    for (let wait = waitBefore(0, isOver); wait !== undefined; wait = waitBefore(all.length, isOver)) all.push(wait / 1_000);
    return all;
  };

  test("is asked for again after longer and longer, and given up within an hour", () => {
    expect(waits(false)).toEqual([3, 6, 12, 24, 48, 96, 192, 300, 300, 300, 300, 300]);
    expect(waits(true)).toEqual([30, 60, 120, 240, ...new Array<number>(8).fill(300)]);
    for (const isOver of [false, true]) expect(waits(isOver).reduce((sum, wait) => sum + wait)).toBeLessThan(3_600);
  });
});

describe("the caption", () => {
  test("is the first thing that an update has to tell, and its card", () => {
    const told = tell([{ type: "attack_declared", card: MINE.cryst, target: 0, seat: "A", number: number(MINE.cryst) }]);
    expect(told?.card).toBe(number(MINE.cryst));
    expect(spoken(told?.sentence ?? [])).toContain("attacked Mirai");
  });

  test("stays as it is when nothing is to be told", () => {
    expect(tell([])).toBeUndefined();
    expect(tell([{ type: "cards_shuffled", seat: "A" }])?.card ?? "").toBe("");
  });

  test("does not name the card that somebody draws", () => {
    const told = tell([{ type: "card_drawn", seat: "A", card: 0 }]);
    expect(told?.card).toBe("");
    expect(told?.sentence.every((piece) => typeof piece === "string")).toBe(true);
  });
});

describe("the card in question", () => {
  const told = { card: "EBP01-001", sentence: [] };
  const battle = { step: "block", attacker: MINE.cryst, target: 0 } as const;

  test("is what resolves, else what attacks, else what was told of last", () => {
    expect(cardInQuestion(view({ resolution: [GRAVE.blazamut], battle }), told)).toBe(number(GRAVE.blazamut));
    expect(cardInQuestion(view({ battle }), told)).toBe(number(MINE.cryst));
    expect(cardInQuestion(view(), told)).toBe("EBP01-001");
    expect(cardInQuestion(view(), undefined)).toBe("");
  });

  test("is none when the match is over", () => {
    expect(cardInQuestion(view({ battle, outcome: { winner: "A", reason: "life" } }), told)).toBe("");
  });
});
