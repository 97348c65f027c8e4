import { describe, expect, test } from "vitest";
import { cleared, find, read, toggled, vocabularyOf } from "../src/lib/decks/search";
import type { CardFacts } from "../src/lib/protocol";
import { catalogue } from "./fixtures/table";

const vocabulary = vocabularyOf(catalogue);
const cards = [...catalogue.values()];
const found = (typed: string): string[] => find(read(typed, vocabulary), catalogue, "number").map((facts) => facts.number).sort();
const those = (test: (facts: CardFacts) => boolean): string[] => cards.filter(test).map((facts) => facts.number).sort();
const onDeploy = (facts: CardFacts): boolean => facts.text.some((line) => line.includes("On Deploy"));

describe("a search in words", () => {
  test.each<[string, (facts: CardFacts) => boolean]>([
    ["", () => true],
    ["cost under 5 red on deploy", (facts) => facts.cost < 5 && facts.colour === "red" && onDeploy(facts)],
    ["cost under 5, red", (facts) => facts.cost < 5 && facts.colour === "red"],
    ["blue pal strike 3", (facts) => facts.colour === "blue" && facts.kind === "pal" && facts.strike === 3],
    ["lucky fire", (facts) => facts.lucky && facts.elements.includes("Fire")],
    ["Lucky Fire Pals", (facts) => facts.lucky && facts.elements.includes("Fire") && facts.kind === "pal"],
    ["red or blue", (facts) => ["red", "blue"].includes(facts.colour)],
    ["red blue gear", (facts) => ["red", "blue"].includes(facts.colour) && facts.kind === "gear"],
    ["colourless", (facts) => facts.colour === "colorless"],
    ["power 300 to 500", (facts) => facts.power !== undefined && facts.power >= 300 && facts.power <= 500],
    ["power at least 1500", (facts) => (facts.power ?? 0) >= 1500],
    ["strike 3 or more", (facts) => (facts.strike ?? 0) >= 3],
    ["3+ strike", (facts) => (facts.strike ?? 0) >= 3],
    ["cost<=2", (facts) => facts.cost <= 2],
    ["2 cost structures", (facts) => facts.cost === 2 && facts.kind === "structure"],
    ["durability over 900", (facts) => (facts.durability ?? 0) > 900],
    ["not lucky red", (facts) => !facts.lucky && facts.colour === "red"],
    ["-red -blue", (facts) => !["red", "blue"].includes(facts.colour)],
    ["kindling transporting", (facts) => facts.work.includes("Kindling") && facts.work.includes("Transporting")],
    ["nocturnal", (facts) => facts.keywords.includes("Nocturnal") || facts.text.some((line) => line.includes("Nocturnal"))],
    ["quick event", (facts) => facts.quick && facts.kind === "event"],
    ["suzaku", (facts) => facts.name.includes("Suzaku") || facts.text.some((line) => line.includes("Suzaku"))],
    ["EBP01-002", (facts) => facts.number === "EBP01-002"],
    ['"fire"', (facts) => [facts.name, ...facts.elements, ...facts.text].join("\n").toLowerCase().includes("fire")],
    ["suzaku cost under", (facts) => found("suzaku").includes(facts.number)],
    ["nonesuch", () => false],
  ])("%j", (typed, test) => expect(found(typed)).toEqual(those(test)));

  test("none of the examples above finds nothing by mistake", () => {
    for (const typed of ["cost under 5 red on deploy", "blue pal strike 3", "lucky fire", "quick event", "2 cost structures"])
      expect(found(typed).length).toBeGreaterThan(0);
  });

  test("finds cards by their name before those that only speak of it", () => {
    const [first] = find(read("beegarde", vocabulary), catalogue, "cost");
    expect(first?.main_name).toBe("Beegarde");
  });
});

describe("a filter is a word of the search", () => {
  test("that is put in and taken out, whatever stands around it", () => {
    const red = { facet: "colour", word: "red" } as const;
    expect(toggled("", red, vocabulary)).toBe("red");
    expect(toggled("cost under 9", red, vocabulary)).toBe("cost under 9 red");
    expect(toggled("cost under 9, Red", red, vocabulary)).toBe("cost under 9");
    expect(toggled("red, cost under 9", red, vocabulary)).toBe("cost under 9");
    expect(toggled("lucky red fire", red, vocabulary)).toBe("lucky fire");
  });

  test("and is known by all its spellings", () => {
    expect(toggled("colourless pals", { facet: "colour", word: "colorless" }, vocabulary)).toBe("pals");
    expect(cleared("red pals gear", "kind", vocabulary)).toBe("red");
  });
});
