import { expect, test } from "vitest";
import { curveOf, heightOf, heroOf, lastLossOf, pathOf, tallyOf, topOf } from "../src/lib/curve";
import type { Line } from "../src/lib/lines";
import { narrate } from "../src/lib/log";
import type { GameEvent } from "../src/lib/protocol";
import { catalogue, MINE, THEIRS, view } from "./fixtures/table";

const names = { A: "Oshiro", B: "Mirai" };
const began = (turn: number): GameEvent => ({ type: "turn_began", turn, seat: turn % 2 === 1 ? "A" : "B" });
const log = (...events: GameEvent[]): Line[] => {
  const fresh = view();
  for (const player of Object.values(fresh.players)) player.life = 10;
  return narrate(events, { before: fresh, after: view(), names, catalogue });
};

test("the curve has the life at the beginning of each turn, and at the end", () => {
  const lines = log(began(1), { type: "life_lost", seat: "B", amount: 3 }, began(2), { type: "life_gained", seat: "A", amount: 2 });
  expect(curveOf(lines, { ...view(), turn: 2 })).toEqual([
    { turn: 1, A: 10, B: 10 },
    { turn: 2, A: 10, B: 7 },
    { turn: 3, A: 7, B: 5 },
  ]);
});

test("there is none if the log does not tell of each turn", () => {
  expect(curveOf(log(began(1), began(3)), { ...view(), turn: 3 })).toBeUndefined();
  expect(curveOf(log(began(2), began(3)), { ...view(), turn: 3 })).toBeUndefined();
  expect(curveOf(log(began(1)), { ...view(), turn: 2 })).toBeUndefined();
  expect(curveOf([], { ...view(), turn: 0 })).toBeUndefined();
});

test("nothing is summed up of a log that says that something is missing in it", () => {
  const [first, ...more] = log(began(1), { type: "life_lost", seat: "B", amount: 3 });
  const lines: Line[] = [first!, { by: "nobody", pieces: ["You came back here."], isAfterGap: true }, ...more];
  expect(curveOf(lines, { ...view(), turn: 1 })).toBeUndefined();
  expect(tallyOf(lines, { ...view(), turn: 1 })).toBeUndefined();
});

test("what befell each player is summed up, in whatever line it is told", () => {
  const hit = (seat: "A" | "B", amount: number, source: number): GameEvent[] => [
    { type: "damage_dealt", card: 0, seat, amount, source },
    { type: "player_damage_revealed", seat, card: 0, number: "ETD01-001" },
  ];
  const lines = log(
    began(1),
    ...hit("B", 3, MINE.cryst),
    { type: "life_lost", seat: "B", amount: 3 },
    { type: "damage_dealt", card: THEIRS.mossanda, seat: "B", amount: 700, source: MINE.cryst },
    { type: "card_moved", card: THEIRS.mossanda, seat: "B", from: "base", to: "graveyard", cause: "damage" },
    { type: "card_moved", card: THEIRS.plantation, seat: "B", from: "base", to: "graveyard", cause: "damage" },
    ...hit("A", 2, THEIRS.astegon),
    { type: "damage_prevented", seat: "A" },
    { type: "life_lost", seat: "A", amount: 1 },
  );
  expect(tallyOf(lines, { ...view(), turn: 1 })).toEqual({
    A: { lifeLost: 1, palsLost: 0, saves: 1 },
    B: { lifeLost: 3, palsLost: 1, saves: 0 },
  });
  expect(lastLossOf(lines, "B")).toEqual({ figure: "lifeLost", seat: "B", amount: 3, by: "Mammorest Cryst" });
});

test("the hero of a match is the card that struck last, or else the winner's strongest Pal that stands", () => {
  const name = (striker?: string): string | undefined => heroOf(view(), "A", catalogue, striker)?.main_name;
  const shown = view();
  const standing = shown.players.A.base.map((handle) => shown.cards[handle]).filter((card) => card?.strike !== undefined && !card.rest);
  const strongest = standing.toSorted((a, b) => (b?.power ?? 0) - (a?.power ?? 0))[0];
  expect(name()).toBe(catalogue.get(strongest?.number ?? "")?.main_name);
  expect(name("Jolthog Cryst")).toBe("Jolthog Cryst");
});

test("the highest life is the top, and all that is lost the bottom", () => {
  const moments = [
    { turn: 1, A: 10, B: 10 },
    { turn: 2, A: 12, B: 6 },
    { turn: 3, A: 12, B: -2 },
  ];
  expect(topOf(moments)).toBe(12);
  expect(topOf(moments.slice(0, 1))).toBe(10);
  expect(topOf([{ turn: 1, A: 13, B: 9 }])).toBe(14);
  expect(heightOf(-2, 12)).toBe(100);
  expect(pathOf(moments, "B", 12)).toBe("M0.00 16.67 L50.00 50.00 L100.00 100.00");
});
