import { expect, test } from "vitest";
import type { GameEvent } from "../src/lib/protocol";
import { revealOf } from "../src/lib/reveal";

const hit: GameEvent = { type: "damage_dealt", card: 0, seat: "A", amount: 3 };
const turned = (number: string, lucky = false): GameEvent => ({
  type: "player_damage_revealed",
  seat: "A",
  card: 9,
  number,
  lucky,
});

test("damage to a player shows the cards that it turned", () => {
  expect(revealOf([hit, turned("ETD01-013"), turned("ETD01-011"), { type: "life_lost", seat: "A", amount: 3 }])).toEqual({
    seat: "A",
    damage: 3,
    cancelled: false,
    cards: [
      { handle: 9, number: "ETD01-013", lucky: false },
      { handle: 9, number: "ETD01-011", lucky: false },
    ],
  });
});

test("a Lucky card cancels it", () => {
  const reveal = revealOf([hit, turned("ETD01-001", true), { type: "damage_prevented", seat: "A" }]);
  expect(reveal?.cancelled).toBe(true);
  expect(reveal?.cards.at(-1)?.lucky).toBe(true);
});

test("damage to a card shows nothing", () => {
  expect(revealOf([{ type: "damage_dealt", card: 4, seat: "A", amount: 700 }])).toBeUndefined();
});
