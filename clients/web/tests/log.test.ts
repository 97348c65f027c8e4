import { describe, expect, test } from "vitest";
import type { Line } from "../src/lib/lines";
import { narrate } from "../src/lib/log";
import { spoken } from "../src/lib/pieces";
import type { GameEvent } from "../src/lib/protocol";
import { words } from "../src/lib/words";
import { catalogue, HAND, MINE, THEIRS, view } from "./fixtures/table";

const names = { A: "Oshiro", B: "Mirai" };
const lines = (...events: GameEvent[]): Line[] => narrate(events, { before: view(), after: view(), names, catalogue });
const told = (...events: GameEvent[]): string[] => lines(...events).map((line) => spoken(line.pieces));

test("a turn has a heading that says whose it is", () => {
  expect(lines({ type: "turn_began", turn: 8, seat: "B" })).toEqual([
    { by: "turn", pieces: ["Turn 8 · Mirai"], began: { turn: 8, A: 7, B: 5 } },
  ]);
  expect(told({ type: "turn_began", turn: 9, seat: "A" })).toEqual(["Turn 9 · you"]);
});

test("what a turn brings is one entry", () => {
  expect(
    told(
      { type: "turn_began", turn: 9, seat: "A" },
      { type: "card_drawn", seat: "A", card: HAND.breath, number: "ETD01-011" },
      { type: "souls_gained", seat: "A", amount: 2, resting: false },
    ),
  ).toEqual(["Turn 9 · you", "Drew Ignis Breath. Souls 7 → 9."]);
});

test("what begins with a card is set off from the cards before it", () => {
  expect(
    told(
      { type: "card_played", seat: "A", card: HAND.breath, number: "ETD01-011" },
      { type: "card_drawn", seat: "A", card: MINE.jolthog, number: "ETD01-017" },
      { type: "card_moved", seat: "A", card: MINE.cryst, number: "ETD02-017", from: "hand", to: "deck", cause: "effect" },
    ).join(" "),
  ).toMatch(/: drew [^,;]+; [^,;]+ went to the deck\.$/);
});

test("cards that the reader may not know are counted, not named", () => {
  const hidden: GameEvent = { type: "card_drawn", seat: "B", card: 0 };
  expect(told(hidden, hidden)).toEqual(["Mirai drew 2 cards."]);
});

test("a played card is told with what was paid for it, and its move is not told again", () => {
  expect(
    told(
      { type: "card_played", seat: "A", card: HAND.grizzbolt, number: "ETD01-001", souls: 7 },
      { type: "card_moved", card: HAND.grizzbolt, number: "ETD01-001", seat: "A", from: "resolution", to: "base", cause: "play" },
    ),
  ).toEqual(["Played Grizzbolt for 7."]);
});

test("a payment that no deed of this update takes along is told", () => {
  expect(told({ type: "souls_paid", seat: "A", amount: 1 })).toEqual(["Paid 1 soul."]);
});

test("names of cards are references that can be shown", () => {
  const [line] = lines({ type: "card_played", seat: "A", card: HAND.breath, number: "ETD01-011" });
  expect(line?.pieces).toContainEqual({ handle: HAND.breath, number: "ETD01-011", name: "Ignis Breath" });
  expect(line?.by).toBe("you");
});

test("an ability is told by the name of its card, and by its keyword if it acts from a hand that is hidden", () => {
  const text = "[ACT] Interrupt (From hand — Quick — [①, discard this card] OR [Discard this card] Nullify it.)";
  expect(told({ type: "ability_activated", seat: "B", card: 0, text })).toEqual(["Mirai used Interrupt from the hand."]);
  expect(told({ type: "ability_activated", seat: "B", card: 0, text: "[ACT] Draw 1 card." })).toEqual(["Mirai used an ability from the hand."]);
  expect(told({ type: "ability_activated", seat: "A", card: MINE.cryst, ability: 2 })).toEqual(["Used Mammorest Cryst."]);
});

describe("a deed and what it costs and brings are one sentence", () => {
  const used: GameEvent = { type: "ability_activated", seat: "A", card: MINE.cryst, ability: 1 };
  const assigned: GameEvent = { type: "pal_assigned", card: MINE.jolthog, to: MINE.cryst };
  const brings: GameEvent[] = [
    { type: "resource_gained", seat: "A", resource: "material", amount: 3 },
    { type: "card_drawn", seat: "A", card: 0 },
  ];
  const whole = "Used Mammorest Cryst, assigned Jolthog Cryst: got 3 Material, drew 1 card.";

  test("in one update", () => {
    expect(told(used, assigned, ...brings)).toEqual([whole]);
  });

  test("and in several", () => {
    const telling = { before: view(), after: view(), names, catalogue };
    let log: Line[] = lines(used);
    for (const events of [[assigned], brings]) log = narrate(events, telling, words.log, log.at(-1));
    expect(log.map((line) => spoken(line.pieces))).toEqual([whole]);
  });

  test("with what the card itself does when it enters, and what that sets off", () => {
    const triggered = (card: number): GameEvent => ({ type: "ability_resolved", card, ability: 1 });
    const got: GameEvent = { type: "resource_gained", seat: "A", resource: "ingredient", amount: 2 };
    expect(
      told({ type: "card_played", seat: "A", card: MINE.jolthog, souls: 2 }, triggered(MINE.jolthog), got, triggered(MINE.cryst), got),
    ).toEqual(["Played Jolthog Cryst for 2: got 2 Ingredient. Mammorest Cryst triggered: got 2 Ingredient."]);
  });

  test("and the player who does it is named once", () => {
    const costs: GameEvent[] = [{ type: "souls_paid", seat: "B", amount: 1 }, { type: "resource_consumed", seat: "B", resource: "material", amount: 2 }];
    expect(told({ type: "ability_activated", seat: "B", card: THEIRS.mossanda, ability: 1 }, ...costs)).toEqual([
      "Mirai used Mossanda, paid 1 soul, paid 2 Material.",
    ]);
  });

  test("but the next deed is another one, and so is what the other player does", () => {
    const discarded: GameEvent = { type: "card_moved", card: 0, seat: "B", from: "hand", to: "graveyard", cause: "discard" };
    expect(told(used, ...brings, used, discarded)).toEqual([
      "Used Mammorest Cryst: got 3 Material, drew 1 card.",
      "Used Mammorest Cryst.",
      "Mirai discarded a hidden card.",
    ]);
  });
});

test("a granted skill is told in a sentence", () => {
  const granted = (text: string): string[] =>
    told({ type: "ability_granted", card: HAND.grizzbolt, number: "ETD01-001", text });
  expect(granted("[CONT] Stealth")).toEqual(["Grizzbolt got the skill “Stealth”."]);
  expect(granted("[AUTO] On Attack: Get 1 Material.")).toEqual(["Grizzbolt got the skill “On Attack: Get 1 Material.”"]);
});

describe("a battle", () => {
  test("with a Pal", () => {
    expect(
      told(
        { type: "attack_declared", card: MINE.cryst, target: THEIRS.mossanda, seat: "A" },
        { type: "card_rested", card: MINE.cryst },
        { type: "not_blocked" },
        { type: "damage_dealt", card: THEIRS.mossanda, seat: "B", amount: 2100, source: MINE.cryst },
        { type: "card_moved", card: THEIRS.mossanda, number: "ETD02-001", seat: "B", from: "base", to: "graveyard", cause: "rule" },
      ),
    ).toEqual([
      "Mammorest Cryst attacked Mossanda. No block.",
      "Mammorest Cryst dealt 2100 damage to Mossanda. Mossanda was destroyed.",
    ]);
  });

  test("in which both deal damage", () => {
    expect(
      told(
        { type: "damage_dealt", card: THEIRS.mossanda, seat: "B", amount: 2100, source: MINE.cryst },
        { type: "damage_dealt", card: MINE.cryst, seat: "A", amount: 900, source: THEIRS.mossanda },
      ),
    ).toEqual(["Mammorest Cryst dealt 2100 damage to Mossanda and took 900."]);
  });

  test("with a player: the turned cards and the life in one entry", () => {
    expect(
      told(
        { type: "attack_declared", card: THEIRS.broncherry, target: 0, seat: "B" },
        { type: "damage_dealt", card: 0, seat: "A", amount: 2 },
        { type: "card_moved", card: 41, number: "ETD01-013", seat: "A", from: "deck", to: "graveyard", cause: "damage" },
        { type: "player_damage_revealed", seat: "A", card: 41, number: "ETD01-013", lucky: false },
        { type: "card_moved", card: 42, number: "ETD01-011", seat: "A", from: "deck", to: "graveyard", cause: "damage" },
        { type: "player_damage_revealed", seat: "A", card: 42, number: "ETD01-011", lucky: false },
        { type: "life_lost", seat: "A", amount: 2 },
      ).at(-1),
    ).toBe("2 damage to you: Jolthog Cryst and Ignis Breath. Your life 7 → 5.");
  });

  test("stopped by a Lucky card", () => {
    expect(
      told(
        { type: "player_damage_revealed", seat: "B", card: 51, number: "ETD02-012", lucky: true },
        { type: "damage_prevented", seat: "B" },
      ).at(-1),
    ).toContain("Astegon is Lucky: all the damage is cancelled.");
  });

  test("with the Strike that stands on the table", () => {
    expect(told({ type: "attack_declared", card: MINE.cryst, target: 0, seat: "A" })).toEqual([
      "Mammorest Cryst attacked Mirai with Strike 3.",
    ]);
  });
});

test("a Pal without room in the base is not called destroyed", () => {
  expect(
    told({ type: "card_moved", card: MINE.jolthog, number: "ETD01-013", seat: "A", from: "base", to: "graveyard", cause: "rule" }),
  ).toEqual(["Jolthog Cryst went to the graveyard."]);
});

test("the same bonus for several cards is one sentence", () => {
  const bonus = (card: number): GameEvent => ({ type: "value_changed", card, power: 0, strike: 1 });
  expect(told(bonus(MINE.cryst), bonus(MINE.jolthog))).toEqual(["Mammorest Cryst and Jolthog Cryst got Strike +1."]);
});

test("standing up at the beginning of a turn is not told, standing up by an effect is", () => {
  const stood: GameEvent = { type: "card_stood", card: MINE.jolthog };
  expect(told({ type: "turn_began", turn: 9, seat: "A" }, stood)).toEqual(["Turn 9 · you"]);
  expect(told(stood)).toEqual(["Jolthog Cryst stood up."]);
});

test("the end says who won", () => {
  expect(told({ type: "game_ended", winner: "A", reason: "life" })).toEqual(["You won."]);
  expect(told({ type: "conceded", seat: "B" })).toEqual(["Mirai conceded."]);
});
