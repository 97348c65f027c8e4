import { describe, expect, test } from "vitest";
import { NOTHING } from "../src/lib/choice";
import type { Decision, Explained, Prompt, WhyNot } from "../src/lib/protocol";
import { hindrancesOf, tauntOf } from "../src/lib/reasons";
import { HAND, MINE, PROMPTS, THEIRS } from "./fixtures/table";

const no = (decision: Decision, text: string, code: WhyNot["code"] = "souls"): WhyNot => ({ decision, code, text });
const told = (card: number, ...refusals: WhyNot[]): Explained => ({ type: "explained", card, refusals });
const why = (card: number, prompt: Prompt, explained: Explained | undefined, picked = 0): string[] =>
  hindrancesOf(card, prompt, { ...NOTHING, card: picked }, explained).map(({ what, why }) => `${what} ${why}`.trim());

describe("why a card cannot do what it cannot", () => {
  test("is what the server tells, and nothing before it does", () => {
    const answer = told(HAND.grizzbolt, no({ verb: "play", card: HAND.grizzbolt }, "Costs 7 souls, you have 5."));
    expect(why(HAND.grizzbolt, PROMPTS.main, answer)).toEqual(["Costs 7 souls, you have 5."]);
    expect(why(HAND.grizzbolt, PROMPTS.main, undefined)).toEqual([]);
  });

  test("names the ability, by its number if there are several, and says the same once", () => {
    const use = (number: number): Decision => ({ verb: "activate", card: MINE.pit, number });
    expect(why(MINE.pit, PROMPTS.main, told(MINE.pit, no(use(1), "Used this turn.", "used")))).toEqual(["Its ability cannot be used. Used this turn."]);
    const both = told(MINE.pit, no(use(1), "Used this turn.", "used"), no(use(2), "Needs 2 Material, you have 1.", "resource"));
    expect(why(MINE.pit, PROMPTS.main, both)).toEqual(["Ability 1 cannot be used. Used this turn.", "Ability 2 cannot be used. Needs 2 Material, you have 1."]);
    const rests = told(MINE.jolthog, no({ verb: "activate", card: MINE.jolthog, number: 1 }, "Already resting.", "resting"), no({ verb: "attack", card: MINE.jolthog }, "Already resting.", "resting"));
    expect(why(MINE.jolthog, PROMPTS.main, rests)).toEqual(["Its ability cannot be used. Already resting."]);
  });

  test("is, of a card that can interrupt, said about that in the quick step, and about playing it in the main phase", () => {
    const play = no({ verb: "play", card: HAND.foxparks }, "Not a Quick card.", "not_quick");
    const use = no({ verb: "activate", card: HAND.foxparks, number: 1 }, "Costs 1 soul, you have 0; or needs 1 card to discard, you have 0.");
    expect(why(HAND.foxparks, { ...PROMPTS.quick, decisions: {} }, told(HAND.foxparks, play, use))).toEqual([`Its ability cannot be used. ${use.text}`]);
    expect(why(HAND.foxparks, PROMPTS.quick, told(HAND.foxparks, play))).toEqual([]);
    expect(why(HAND.grizzbolt, PROMPTS.quick, told(HAND.grizzbolt, no({ verb: "play", card: HAND.grizzbolt }, play.text, "not_quick")))).toEqual(["Not a Quick card."]);
    const later = no({ verb: "activate", card: HAND.foxparks, number: 1 }, "Only while an opponent's Pal attacks.", "only_when_attacked");
    expect(why(HAND.foxparks, PROMPTS.main, told(HAND.foxparks, later))).toEqual([]);
  });

  test("is, of an opponent's card, told for the picked attacker, or for all if none could attack it", () => {
    const by = (card: number, target: number, text: string): WhyNot => no({ verb: "attack", card, target }, text, "standing");
    const standing = told(THEIRS.broncherry, by(MINE.cryst, THEIRS.broncherry, "It stands."), by(MINE.pit, THEIRS.broncherry, "It stands."));
    expect(why(THEIRS.broncherry, PROMPTS.main, standing)).toEqual(["Cannot be attacked. It stands."]);
    const one = told(THEIRS.astegon, by(MINE.pit, THEIRS.astegon, "Too small."));
    expect(why(THEIRS.astegon, PROMPTS.main, one)).toEqual([]);
    expect(why(THEIRS.astegon, PROMPTS.main, one, MINE.cryst)).toEqual([]);
    expect(why(THEIRS.astegon, PROMPTS.main, one, MINE.pit)).toEqual(["Cannot be attacked. Too small."]);
  });

  test("is Taunt for the Pal that is picked, and is said with the question", () => {
    const text = "Broncherry has Taunt: nothing else can be attacked.";
    const answer = told(MINE.cryst, no({ verb: "attack", card: MINE.cryst }, text, "taunt"));
    expect(tauntOf(MINE.cryst, answer)).toBe(text);
    expect(tauntOf(MINE.pit, answer)).toBe("");
    expect(why(MINE.cryst, PROMPTS.main, answer)).toEqual([]);
  });
});
