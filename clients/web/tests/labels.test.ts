import { describe, expect, test } from "vitest";
import { duelOf, isDestroyed, remaining } from "../src/lib/battle";
import { NOTHING, offerOf } from "../src/lib/choice";
import { cardLabel } from "../src/lib/labels";
import { context, MINE, PROMPTS, THEIRS, view } from "./fixtures/table";

const NO_VERBS: ReadonlySet<string> = new Set();

describe("the spoken name of a card", () => {
  test("says what it is, how it stands, its numbers, and what it can do", () => {
    const offer = offerOf(PROMPTS.main, NOTHING, context());
    expect(cardLabel(MINE.cryst, context(), offer, new Set(["attack"]))).toBe(
      "Mammorest Cryst, your Pal, standing, Power 2100, raised from 1700, Strike 3, cost 8, blue, Lucky. Can attack.",
    );
  });

  test("names the owner, the damage and the keywords of an opponent's card", () => {
    const label = cardLabel(THEIRS.mossanda, context(), undefined, NO_VERBS);
    expect(label).toContain("Mirai’s Pal, resting");
    expect(label).toContain("damage 500 of 900");
    expect(cardLabel(THEIRS.broncherry, context(), undefined, NO_VERBS)).toContain("Taunt");
  });

  test("says that it is chosen, or can be", () => {
    const chosen = { ...NOTHING, cards: [THEIRS.astegon] };
    const offer = offerOf(PROMPTS.one, chosen, context());
    expect(cardLabel(THEIRS.astegon, context(), offer, NO_VERBS)).toContain("Chosen.");
    expect(cardLabel(THEIRS.broncherry, context(), offer, NO_VERBS)).toContain("Can be chosen.");
  });

  test("of a card that may not be seen tells nothing", () => {
    expect(cardLabel(999, context(), undefined, NO_VERBS)).toBe("A card you may not see");
  });
});

describe("the forecast of a fight", () => {
  const battle = { attacker: MINE.cryst, target: THEIRS.mossanda, step: "quick" as const };
  const fighting = { ...view(), battle };

  test("counts the damage that a card has taken", () => {
    expect(remaining(view(), THEIRS.mossanda)).toBe(400);
  });

  test("of the battle that is on", () => {
    const duel = duelOf(fighting, undefined, undefined, 0, 0);
    expect(isDestroyed(fighting, duel, THEIRS.mossanda)).toBe(true);
    expect(isDestroyed(fighting, duel, MINE.cryst)).toBe(false);
    expect(isDestroyed(fighting, duel, THEIRS.astegon)).toBeUndefined();
  });

  test("a structure does not strike back", () => {
    const duel = { attacker: MINE.cryst, target: THEIRS.plantation, imagined: true };
    expect(isDestroyed(view(), duel, THEIRS.plantation)).toBe(true);
    expect(isDestroyed(view(), duel, MINE.cryst)).toBeUndefined();
  });

  test("a card with Retaliate takes what destroys it along", () => {
    const at = view();
    const mossanda = at.cards[THEIRS.mossanda];
    if (mossanda) at.cards[THEIRS.mossanda] = { ...mossanda, keywords: ["Retaliate"] };
    const duel = { attacker: MINE.cryst, target: THEIRS.mossanda, imagined: false };
    expect(isDestroyed(at, duel, MINE.cryst)).toBe(true);
  });

  test("of a target that is only pointed at", () => {
    const picked = { ...NOTHING, card: MINE.cryst };
    const offer = offerOf(PROMPTS.main, picked, context());
    expect(duelOf(view(), PROMPTS.main, offer, MINE.cryst, THEIRS.astegon)).toEqual({
      attacker: MINE.cryst,
      target: THEIRS.astegon,
      imagined: true,
    });
    expect(duelOf(view(), PROMPTS.main, offer, MINE.cryst, THEIRS.broncherry)).toBeUndefined();
  });

  test("of a blocker that is picked and not sent", () => {
    const attacked = { ...view(), active: "B" as const, battle: { attacker: THEIRS.broncherry, target: 0, step: "block" as const } };
    const picked = { ...NOTHING, card: MINE.cryst };
    const offer = offerOf(PROMPTS.block, picked, { ...context(), view: attacked });
    expect(duelOf(attacked, PROMPTS.block, offer, MINE.cryst, 0)).toEqual({
      attacker: THEIRS.broncherry,
      target: MINE.cryst,
      imagined: true,
    });
    expect(duelOf(attacked, PROMPTS.block, offer, 0, 0)).toEqual({ attacker: THEIRS.broncherry, target: 0, imagined: false });
  });

  test("once its damage is done, or the attacked card is gone, nothing is at stake any more", () => {
    const { cryst } = MINE;
    for (const battle of [{ step: "damage", attacker: cryst, target: 0 }, { step: "end", attacker: cryst, target: 0 }, { step: "quick", attacker: cryst }] as const)
      expect(duelOf({ ...view(), battle }, undefined, undefined, 0, 0)).toBeUndefined();
  });
});
