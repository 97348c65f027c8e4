import { describe, expect, test } from "vitest";
import { curveOf, groupsOf } from "../src/lib/decks/curve";
import { chance, shuffled } from "../src/lib/decks/hand";
import { judge, mostOf, sizeOf, type Main } from "../src/lib/decks/judge";
import { asText, decksIn } from "../src/lib/decks/reading";
import { reasonsOf, verdictsOf } from "../src/lib/decks/verdicts";
import judged from "./fixtures/decks.json";
import { catalogue } from "./fixtures/table";

const { rules } = judged;
const DECKS = judged.decks as unknown as readonly { main: Main; defects: readonly (readonly [string, string])[] }[];

describe("every deck of which the engine has told", () => {
  const figures = (defects: readonly (readonly [string, string])[], code: string): number[] =>
    defects.filter(([other]) => other === code).map(([, text]) => Number(/\d+/.exec(text)?.[0]));

  test("breaks the same rules here, by the same figures", () => {
    for (const { main, defects } of DECKS) {
      const judgement = judge(main, catalogue, rules);
      expect([...judgement.defects].sort()).toEqual([...new Set(defects.map(([code]) => code))].sort());
      expect(figures(defects, "size")).toEqual(judgement.missing === 0 ? [] : [judgement.size]);
      expect(figures(defects, "lucky")).toEqual(judgement.defects.has("lucky") ? [judgement.lucky] : []);
      expect(figures(defects, "colours")).toEqual(judgement.defects.has("colours") ? [judgement.colours.length] : []);
      const over = judgement.over.map(([name, copies]) => `${copies} copies of ${name}: at most ${rules.copies}.`);
      expect(over).toEqual(defects.filter(([code]) => code === "copies").map(([, text]) => text));
      expect(judgement.unknown.length).toBe(defects.filter(([code]) => code === "unknown_card").length);
    }
  });

  test("has a reason exactly for each rule that it breaks", () => {
    for (const { main, defects } of DECKS) {
      const judgement = judge(main, catalogue, rules);
      expect(reasonsOf(judgement, rules).length).toBe(new Set(defects.map(([code]) => code)).size);
      expect(verdictsOf(judgement, rules).slice(0, 4).map(({ about }) => about)).toEqual(["size", "colours", "lucky", "copies"]);
    }
  });
});

test("of a Beegarde a deck may have any number, of others four", () => {
  const beegarde = catalogue.get("EBP01-061");
  const suzaku = catalogue.get("EBP01-002");
  expect(beegarde && mostOf(beegarde, rules)).toBe(Infinity);
  expect(suzaku && mostOf(suzaku, rules)).toBe(4);
});

test("the reasons name what is missing and what is too much", () => {
  const reasons = reasonsOf(judge({ "EBP01-002": 5, "EBP01-029": 4, "EBP01-061": 20 }, catalogue, rules), rules);
  expect(reasons).toEqual([
    "21 cards missing",
    "1 of 3 colours too many: red, blue, green",
    "9 Lucky, 1 too many",
    "Suzaku – Hellfire Wings: 1 of 5 too many",
  ]);
});

test("curve and list count every card once", () => {
  for (const { main, defects } of DECKS) {
    if (defects.some(([code]) => code === "unknown_card")) continue;
    expect(curveOf(main, catalogue).reduce((sum, bar) => sum + bar.count, 0)).toBe(sizeOf(main));
    expect(groupsOf(main, catalogue).reduce((sum, group) => sum + group.count, 0)).toBe(sizeOf(main));
  }
  const bars = curveOf({ "EBP01-002": 2, "EBP01-029": 1 }, catalogue);
  expect(bars.filter((bar) => bar.count > 0)).toEqual([
    { cost: "6", count: 1, parts: [{ colour: "blue", copies: 1 }] },
    { cost: "7", count: 2, parts: [{ colour: "red", copies: 2 }] },
  ]);
});

test("a shuffled deck has every copy, in an order that chance gives", () => {
  const main = { "EBP01-002": 3, "EBP01-029": 2 };
  expect(shuffled(main).sort()).toEqual(["EBP01-002", "EBP01-002", "EBP01-002", "EBP01-029", "EBP01-029"]);
  expect(shuffled(main, () => 0)).toEqual(["EBP01-002", "EBP01-002", "EBP01-029", "EBP01-029", "EBP01-002"]);
  const drawn = Array.from({ length: 2_000 }, () => chance(5));
  expect(new Set(drawn)).toEqual(new Set([0, 1, 2, 3, 4]));
});

test("a file of all decks is cut where each deck begins", () => {
  const texts = [asText("One", { "EBP01-002": 3 }), asText("# Two", { "EBP01-029": 2 })];
  expect(decksIn(texts.join("\n\n")).map((part) => part.trim())).toEqual(texts);
  expect(decksIn("4 EBP01-002")).toEqual(["4 EBP01-002"]);
  expect(decksIn("")).toEqual([""]);
});
