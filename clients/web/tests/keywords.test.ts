import { expect, test } from "vitest";
import { keywordsOf, wordsOn } from "../src/lib/keywords";
import { catalogue } from "./fixtures/table";

test("every keyword of the cards is explained once, and no number of one card stands for all", () => {
  const found = keywordsOf(catalogue);
  const names = new Set([...catalogue.values()].flatMap(({ keywords }) => keywords.map((one) => one.replace(/ \d+$/, ""))));
  expect(found.map(({ term }) => term)).toEqual(expect.arrayContaining([...names]));
  expect(new Set(found.map(({ term }) => term)).size).toBe(found.length);
  expect(found.find(({ term }) => term === "Brave")?.text).toBe("On Attack: This card gets Power+N until end of turn.");
});

test("the words and signs on a card are told one by one, and nothing else", () => {
  const terms = (number: string, given: string[] = []): string[] => {
    const facts = catalogue.get(number);
    return facts ? wordsOn(facts, given, catalogue).map(({ term }) => term) : [];
  };
  expect(terms("ETD01-008")).toEqual(["Durability", "Once per turn", "ACT", "Assign", "Material", "Collecting", "Red"]);
  expect(terms("ETD01-018")).toEqual(["Power", "Strike", "ACT", "CONT", "Discard", "Lucky", "Collecting, Cooling", "Ice, Ground", "Blue"]);
  expect(terms("ETD01-004")).toEqual(["Power", "Strike", "Quick", "ACT", "Nullify", "Discard", "①", "Kindling", "Fire", "Red"]);
  expect(terms("ETD01-003", ["Brave 300"]).slice(0, 3)).toEqual(["Power", "Strike", "Brave 300"]);
});

test("a keyword that a card was given is told with its number", () => {
  const kelpsea = catalogue.get("ETD01-003");
  expect(kelpsea && wordsOn(kelpsea, ["Brave 300"], catalogue)[2]?.text).toBe("On Attack: This card gets Power+300 until end of turn.");
});

test("every word that any card bears has its sentence", () => {
  const unnamed = [...catalogue.values()].flatMap((facts) => wordsOn(facts, [], catalogue)).filter(({ text }) => text === "");
  expect(unnamed).toEqual([]);
});

/** What everyone reads who reads English, or sees on the table: no word of the rules alone. */
const PLAIN = new Set(
  ("a ability activates add addition all also among an and antique any anything as at attack attacked attacks base battle be becomes beegarde blocked " +
    "block but by can cannot card cards choose chooses chose cost costs daedream damage deal deals deck declare declared did different digtoise " +
    "do does draw dragon during each either else end equal farming following for foxparks from game gain gear get gets graveyard greater " +
    "hand hands have hold if in increase instead into is it its leaves less least life long look loses may minus more must my name names next no " +
    "none not number of often on one opponent opponents opposing or other otherwise owner owners pal pals pengullet phase play played plus put " +
    "return reveal s shuffle state structure structures than that the their them they this times to top total turn twice until up was when while " +
    "which with without would x you your first red main").split(" "),
);

test("every word of every card is plain, or has its sentence on that card", () => {
  const unexplained = [...catalogue.values()].flatMap((facts) => {
    // A keyword that has its rule text beside it is told; the words in that text are asked for as well.
    const told = wordsOn(facts, [], catalogue).map(({ term }) => term.toLowerCase());
    const own = facts.text.join(" ").toLowerCase().match(/[a-z]+(?=( \d+)? \()/g) ?? [];
    const stems = [...told, ...own].flatMap((term) => term.split(" "));
    // "Shuffle the rest into your deck" rests nothing.
    const written = facts.text.join(" ").toLowerCase().replace(/the rest (?!state)/g, "the other ").match(/[a-z]+/g) ?? [];
    const isTold = (word: string): boolean => stems.some((stem) => word === stem || (stem.length > 3 && word.startsWith(stem.replace(/e$/, ""))));
    return [...new Set(written)].filter((word) => !PLAIN.has(word) && !isTold(word)).map((word) => `${facts.number}: ${word}`);
  });
  expect(unexplained).toEqual([]);
});
