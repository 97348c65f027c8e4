import { describe, expect, test } from "vitest";
import { endAloud, questionAloud, timeAloud } from "../src/lib/aloud";
import { gridsOf } from "../src/lib/board";
import { NOTHING, offerOf } from "../src/lib/choice";
import { Explaining } from "../src/lib/explaining.svelte";
import { numbersOf } from "../src/lib/labels";
import { narrate } from "../src/lib/log";
import { spoken } from "../src/lib/pieces";
import type { Decision, GameEvent, Prompt } from "../src/lib/protocol";
import { aloudLog } from "../src/lib/words";
import { catalogue, context, HAND, MINE, PROMPTS, THEIRS, view } from "./fixtures/table";

const names = { A: "Oshiro", B: "Mirai" };
const YOU = { you: true, name: "Oshiro" };
const THEM = { you: false, name: "Mirai" };
const whoIs = (seat: "A" | "B"): typeof YOU => (seat === "A" ? YOU : THEM);
const heard = (...events: GameEvent[]): string =>
  narrate(events, { before: view(), after: view(), names, catalogue }, aloudLog).map((line) => spoken(line.pieces)).join(" ");

describe("what happens is said aloud", () => {
  test("at the beginning of a turn, with what it brings", () => {
    expect(
      heard(
        { type: "turn_began", turn: 13, seat: "A" },
        { type: "card_drawn", seat: "A", card: HAND.breath },
        { type: "souls_gained", seat: "A", amount: 2, resting: false },
      ),
    ).toBe("Your turn 13. You drew 1 card. 9 souls.");
    expect(heard({ type: "turn_began", turn: 14, seat: "B" })).toBe("Mirai’s turn 14.");
  });

  test("when damage is cancelled, with the cards, the reason, and the life that stays", () => {
    expect(
      heard(
        { type: "damage_dealt", card: 0, seat: "A", amount: 3 },
        { type: "player_damage_revealed", seat: "A", card: 50, number: "ETD01-011" },
        { type: "player_damage_revealed", seat: "A", card: 51, number: "ETD01-018", lucky: true },
        { type: "damage_prevented", seat: "A" },
      ),
    ).toBe("3 damage to you. 2 of 3 turned: Ignis Breath and Mammorest Cryst. Mammorest Cryst is Lucky: damage cancelled. You stay at 7 life.");
  });

  test("when life is lost, with the life that is left", () => {
    expect(heard({ type: "life_lost", seat: "B", amount: 2 })).toBe("Mirai has 3 life.");
  });
});

describe("what is said at once", () => {
  test("is the question, and what it needs to be answered", () => {
    const battle = { attacker: THEIRS.broncherry, step: "block" as const };
    const here = context({ battle });
    const offer = offerOf(PROMPTS.block, NOTHING, here);
    const strike = here.view.cards[THEIRS.broncherry]?.strike;
    expect(questionAloud(PROMPTS.block, offer, here)).toBe(`${offer.question} Strike ${strike}. ${offer.blockers.size} can block.`);
    expect(questionAloud(PROMPTS.main, offerOf(PROMPTS.main, NOTHING, here), here)).toMatch(/^What now\? .*souls to spend\.$/);
  });

  test("is how the match has ended", () => {
    expect(endAloud({ winner: "A", reason: "life" }, whoIs)).toBe("You win. Mirai’s life reached 0.");
    expect(endAloud({ winner: "B", reason: "deck" }, whoIs)).toBe("Mirai wins. Your deck ran out.");
    expect(endAloud({ winner: "draw", reason: "deck" }, whoIs)).toMatch(/^It is a draw\. /);
  });

  test("is the time, when little is left", () => {
    expect([undefined, 31_000, 30_000, 12_000, 10_000, 500].map(timeAloud)).toEqual([
      "", "", "30 seconds left.", "30 seconds left.", "10 seconds left.", "10 seconds left.",
    ]); // prettier-ignore
  });
});

describe("the numbers of a card", () => {
  test("are taken apart where they are not as printed", () => {
    expect(numbersOf(MINE.cryst, context())).toBe("Mammorest Cryst. Power 2100: printed 1700, +400 by effects.");
    expect(numbersOf(THEIRS.mossanda, context())).toBe("Mossanda. 500 damage of the 900 that destroy it.");
    expect(numbersOf(HAND.breath, context())).toBe("Ignis Breath: every number is as printed.");
  });
});

describe("what the numbers of a card are made of", () => {
  const power = [
    { value: 1700, text: "printed 1700", source: MINE.cryst },
    { value: 600, text: "+600 from Stone Pit", source: MINE.pit },
    { value: -200, text: "-200 from Mossanda, until end of turn", source: THEIRS.mossanda },
  ];
  const answer = { type: "explained", card: MINE.cryst, power } as const;

  function explaining(here: ReturnType<typeof context>, isLive = true): { asked: number[]; here: { context: typeof here; asked: Prompt | undefined; paid: readonly Decision[] }; it: Explaining } {
    const asked: number[] = [];
    const who = { context: here, asked: undefined as Prompt | undefined, paid: [] as readonly Decision[], isLive, ask: ({ card }: { card: number }) => asked.push(card) > 0 };
    return { asked, here: who, it: new Explaining(who) };
  }

  test("is said part by part", () => {
    expect(numbersOf(MINE.cryst, context(), answer)).toBe(
      "Mammorest Cryst. Power 2100: printed 1700, +600 from Stone Pit, −200 from Mossanda, until end of turn.",
    );
  });

  test("is asked once for each table, about cards that are not as printed, and not of a film", () => {
    const { asked, here, it } = explaining(context());
    for (const handle of [MINE.cryst, MINE.cryst, HAND.breath, THEIRS.mossanda, 0]) it.about(handle);
    expect(asked).toEqual([MINE.cryst]);
    here.context = context();
    it.about(MINE.cryst);
    expect(asked).toEqual([MINE.cryst, MINE.cryst]);
    const film = explaining(context(), false);
    film.it.about(MINE.cryst);
    expect(film.asked).toEqual([]);
  });

  test("is asked about every card of the table while a question is open, anew for each, and forgotten with it", () => {
    const { asked, here, it } = explaining(context());
    here.asked = PROMPTS.main;
    it.about(HAND.breath);
    it.told({ type: "explained", card: HAND.breath });
    expect(it.of(HAND.breath)).toBeDefined();
    here.asked = { ...PROMPTS.quick, id: PROMPTS.main.id + 1 };
    expect(it.of(HAND.breath)).toBeUndefined();
    it.about(HAND.breath);
    here.asked = { ...PROMPTS.may, id: PROMPTS.main.id + 2 };
    it.about(HAND.breath);
    expect(asked).toEqual([HAND.breath, HAND.breath]);
  });

  test("is asked anew when part of a price is chosen", () => {
    const { asked, here, it } = explaining(context());
    here.asked = PROMPTS.main;
    it.about(HAND.breath);
    it.told({ type: "explained", card: HAND.breath });
    here.paid = [{ verb: "activate", card: MINE.pit, number: 1 }];
    expect(it.of(HAND.breath)).toBeUndefined();
    it.about(HAND.breath);
    it.told({ type: "explained", card: HAND.breath });
    here.paid = [{ verb: "activate", card: MINE.pit, number: 2 }];
    expect(it.of(HAND.breath)).toBeUndefined();
    it.about(HAND.breath);
    expect(asked).toEqual([HAND.breath, HAND.breath, HAND.breath]);
  });

  test("is known until the table changes", () => {
    const { here, it } = explaining(context());
    it.told(answer);
    expect(it.of(MINE.cryst)).toBeUndefined();
    it.about(MINE.cryst);
    it.told(answer);
    expect(it.of(MINE.cryst)).toBe(answer);
    here.context = context();
    expect(it.of(MINE.cryst)).toBeUndefined();
  });
});

describe("the board as tables", () => {
  const offer = offerOf(PROMPTS.main, NOTHING, context());
  const grids = gridsOf(context(), PROMPTS.main, offer, [["A", YOU], ["B", THEM]]); // prettier-ignore

  test("has a heading for the players and for each zone, the near side first", () => {
    expect(grids.map(({ heading }) => heading)).toEqual([
      "Players", "Your base", "Mirai’s base", "Your hand, 3 cards", "Your graveyard", "Your exile", "Mirai’s graveyard", "Mirai’s exile",
    ]); // prettier-ignore
  });

  test("has a row for each player and each card, with what it can do", () => {
    expect(grids[0]?.rows).toEqual([
      ["You", "7", "5 of 7", "2", "0", "3", "30"],
      ["Mirai", "5", "0 of 7", "0", "1", "4", "28"],
    ]);
    const cryst = grids[1]?.rows.find(([name]) => name === "Mammorest Cryst");
    expect(cryst?.slice(1, 7)).toEqual(["Pal", "8", "2100", "3", "", ""]);
    expect(cryst?.[7]).toMatch(/^Standing.*Can attack\./);
    expect(grids[2]?.rows.find(([name]) => name === "Mossanda")?.[6]).toBe("500");
    for (const { columns, rows } of grids) for (const row of rows) expect(row).toHaveLength(columns.length);
  });
});
