import { expect, test } from "vitest";
import { legalOf } from "../src/lib/legal";
import { HAND, MINE, PROMPTS, THEIRS } from "./fixtures/table";

test("a legal list that comes by verb is every decision", () => {
  expect(legalOf(PROMPTS.main)).toEqual([
    { verb: "play", card: HAND.breath },
    { verb: "activate", card: MINE.cryst, number: 1 },
    { verb: "activate", card: MINE.launcher, number: 1 },
    { verb: "attack", card: MINE.cryst },
    { verb: "attack", card: MINE.cryst, target: THEIRS.astegon },
    { verb: "attack", card: MINE.cryst, target: THEIRS.plantation },
    { verb: "draw" },
    { verb: "end" },
  ]);
  expect(legalOf(PROMPTS.block)).toEqual([{ verb: "block", card: MINE.cryst }, { verb: "pass" }]);
  expect(legalOf(PROMPTS.option)).toEqual([{ verb: "option", number: 2 }]);
});

test("each waiting ability can be the next one", () => {
  expect(legalOf(PROMPTS.order)).toEqual([
    { verb: "resolve", card: MINE.cryst, number: 1 },
    { verb: "resolve", card: MINE.pit, number: 1 },
  ]);
});

test("what is not listed has no list", () => {
  expect(legalOf(PROMPTS.number)).toEqual([]);
  expect(legalOf(PROMPTS.one)).toEqual([]);
});
