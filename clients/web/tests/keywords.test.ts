import { expect, test } from "vitest";
import { keywordsOf } from "../src/lib/keywords";
import { catalogue } from "./fixtures/table";

test("every keyword of the cards is explained once, and no number of one card stands for all", () => {
  const found = keywordsOf(catalogue);
  const names = new Set([...catalogue.values()].flatMap(({ keywords }) => keywords.map((one) => one.replace(/ \d+$/, ""))));
  expect(found.map(({ term }) => term)).toEqual(expect.arrayContaining([...names]));
  expect(new Set(found.map(({ term }) => term)).size).toBe(found.length);
  expect(found.find(({ term }) => term === "Brave")?.text).toBe("On Attack: This card gets Power+N until end of turn.");
});
