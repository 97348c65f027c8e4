import { expect, test } from "vitest";
import { keywordsOf, wordsOn } from "../src/lib/keywords";
import { words } from "../src/lib/words";
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

/** What begins a sentence or a price on a card, and means what it means anywhere. */
const PLAIN = "Choose|It|If|When|Draw|Get|This|Deal|Put|OR|While|From|They|Look|Shuffle|At|Add|Reveal|Return|An|All|Gain|Attacks|Until|Otherwise|Increase|You|Do|Declare|The|Your|Once|Pals?";

test("every word of the rules on every card is told with it, or explained by the card itself", () => {
  const signs = [...catalogue.values()].flatMap(({ elements, work }) => [...elements, ...work]);
  const plain = new RegExp(`^(?:${PLAIN}|${signs.join("|")})$`);
  const untold = [...catalogue.values()].flatMap((facts) => {
    const itself = keywordsOf(new Map([[facts.number, facts]])).filter(({ term }) => !(term in words.help));
    const told = new Set([...wordsOn(facts, [], catalogue), ...itself].map(({ term }) => term));
    const text = facts.text.join(" ").replace(/《[^》]*》|\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "");
    const capitals = text.match(/\bOn [A-Z]\w+|\b[A-Z]\w+/g) ?? [];
    return capitals.filter((word) => !plain.test(word) && !told.has(word)).map((word) => `${facts.number}: ${word}`);
  });
  expect(untold).toEqual([]);
});

test("every word that any card bears has its sentence", () => {
  const unnamed = [...catalogue.values()].flatMap((facts) => wordsOn(facts, [], catalogue)).filter(({ text }) => text === "");
  expect(unnamed).toEqual([]);
});
