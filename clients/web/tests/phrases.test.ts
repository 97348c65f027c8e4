import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ICONS } from "../src/lib/icons";
import { Pace, PHRASE_PACE } from "../src/lib/pace";
import { EMOTES, TEXTS, wordsOf } from "../src/lib/phrases";

test("the page has words for every phrase of the protocol, and for no other", () => {
  const schema = JSON.parse(readFileSync("../../server/protocol/schema.json", "utf-8")) as {
    $defs: { Say: { properties: { phrase: { enum: string[] } } } };
  };
  expect([...TEXTS, ...EMOTES].toSorted()).toEqual(schema.$defs.Say.properties.phrase.enum.toSorted());
  for (const phrase of [...TEXTS, ...EMOTES]) expect(wordsOf(phrase)).not.toBe("");
  for (const emote of EMOTES) expect(ICONS[emote]).toContain("<");
});

test("one phrase is said within two seconds, and five within half a minute", () => {
  const pace = new Pace(PHRASE_PACE);
  const taken = [0, 1_999, 2_000, 4_000, 6_000, 8_000, 10_000, 29_999, 30_000, 31_000, 32_000].filter((at) => pace.take(at));
  expect(taken).toEqual([0, 2_000, 4_000, 6_000, 8_000, 30_000, 32_000]);
});
