import { expect, test } from "vitest";
import { chipsOf, paragraphOf } from "../src/lib/rules";
import { catalogue } from "./fixtures/table";

test("labels, costs, keywords and reminders are told apart", () => {
  expect(paragraphOf("[ACT] Once per turn — [Assign 1 Pal] Get 3 Material.").segments).toEqual([
    { kind: "label", text: "ACT" },
    { kind: "text", text: " " },
    { kind: "keyword", text: "Once per turn" },
    { kind: "text", text: " — " },
    { kind: "cost", text: "Assign 1 Pal" },
    { kind: "text", text: " Get 3 Material." },
  ]);
  expect(paragraphOf("[CONT] Stealth (Attacks cannot be blocked.)").segments.map((s) => s.kind)).toEqual([
    "label",
    "text",
    "keyword",
    "text",
    "reminder",
  ]);
});

test("a reminder may hold costs in brackets of its own", () => {
  const { segments } = paragraphOf("Interrupt (From hand — [①, discard this card] Nullify (it).)");
  expect(segments.at(-1)).toEqual({ kind: "reminder", text: "(From hand — [①, discard this card] Nullify (it).)" });
});

test("no word of any card is lost", () => {
  const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");
  for (const facts of catalogue.values())
    for (const line of facts.text) {
      const pieces = paragraphOf(line).segments.map((segment) => segment.text);
      expect(letters(pieces.join(""))).toBe(letters(line));
    }
});

test("a mode is a bullet", () => {
  expect(paragraphOf("• Draw 1 card.").mode).toBe(true);
  expect(paragraphOf("Draw 1 card.").mode).toBe(false);
});

test("chips name what a card does, at most two, and one when both are long", () => {
  expect(chipsOf(["Quick — Choose 1 Pal."], [], true)).toEqual(["Quick"]);
  expect(chipsOf(["[AUTO] On Deploy: Draw 1 card.", "[ACT] [Rest this card] Draw."], [], false)).toEqual(["On Deploy"]);
  expect(chipsOf(["[AUTO] When this leaves, draw.", "[ACT] Draw."], [], false)).toEqual(["AUTO", "ACT"]);
  expect(chipsOf(["[AUTO] On Deploy: Draw.", "[AUTO] On Attack: Draw."], [], false)).toEqual(["On Deploy"]);
  expect(chipsOf([], [], false)).toEqual([]);
});
