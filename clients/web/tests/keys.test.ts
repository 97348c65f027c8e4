import { describe, expect, test } from "vitest";
import { NOTHING, offerOf } from "../src/lib/choice";
import { actionOf, keyOf, sendingOf, type Pressed, type Where } from "../src/lib/keys";
import { words } from "../src/lib/words";
import { context, HAND, MINE, PROMPTS, THEIRS } from "./fixtures/table";

const FREE: Where = { takes: "nothing", covered: false, letters: true };
const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...more,
}); // prettier-ignore

describe("a key", () => {
  test("acts by its letter, large or small", () => {
    expect(actionOf(press("e"), FREE)).toEqual({ does: "answer", key: "E" });
    expect(actionOf(press("E"), FREE)).toEqual({ does: "answer", key: "E" });
    expect(actionOf(press("g"), FREE)).toEqual({ does: "pile", mine: true, pile: "graveyard" });
    expect(actionOf(press("G", { shiftKey: true }), FREE)).toEqual({ does: "pile", mine: false, pile: "graveyard" });
    expect(actionOf(press("?", { shiftKey: true }), FREE)).toEqual({ does: "keys" });
    expect(actionOf(press("3"), FREE)).toEqual({ does: "row", row: 2 });
    expect(actionOf(press("0"), FREE)).toBeUndefined();
  });

  test("is left to the browser with Control, Alt or Meta", () => {
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
      expect(actionOf(press("e", held), FREE)).toBeUndefined();
      expect(actionOf(press("ArrowLeft", held), FREE)).toBeUndefined();
    }
  });

  test("is a letter where letters are typed", () => {
    const typing: Where = { ...FREE, takes: "letters" };
    for (const key of ["e", "?", "1", "ArrowLeft", "Enter"]) expect(actionOf(press(key), typing)).toBeUndefined();
    expect(actionOf(press("Escape"), typing)).toEqual({ does: "undo", wholly: false });
  });

  test("moves a slider or a set of choices by its arrow", () => {
    expect(actionOf(press("ArrowLeft"), { ...FREE, takes: "arrows" })).toBeUndefined();
    expect(actionOf(press("ArrowLeft"), FREE)).toEqual({ does: "go", way: "left" });
    expect(actionOf(press("Home"), FREE)).toEqual({ does: "go", way: "first" });
  });

  test("under a dialog only moves and acts in it", () => {
    const covered: Where = { ...FREE, covered: true };
    for (const key of ["e", "?", "1", "Escape"]) expect(actionOf(press(key), covered)).toBeUndefined();
    expect(actionOf(press("ArrowDown"), covered)).toEqual({ does: "go", way: "down" });
    expect(actionOf(press("Enter"), covered)).toEqual({ does: "act" });
  });

  test("that is a single letter can be switched off, the others go on", () => {
    const off: Where = { ...FREE, letters: false };
    for (const key of ["e", "n", "1", "?"]) expect(actionOf(press(key), off)).toBeUndefined();
    for (const key of ["Enter", "Escape", "ArrowUp"]) expect(actionOf(press(key), off)).toBeDefined();
  });

  test("that is held down acts once, and goes on moving", () => {
    expect(actionOf(press("Enter", { repeat: true }), FREE)).toEqual({ does: "nothing" });
    expect(actionOf(press("e", { repeat: true }), FREE)).toBeUndefined();
    expect(actionOf(press("ArrowLeft", { repeat: true }), FREE)).toEqual({ does: "go", way: "left" });
  });

  test("takes back a step, or with Shift the whole choice", () => {
    expect(actionOf(press("Escape"), FREE)).toEqual({ does: "undo", wholly: false });
    expect(actionOf(press("Escape", { shiftKey: true }), FREE)).toEqual({ does: "undo", wholly: true });
  });
});

describe("the letter of an answer", () => {
  const lettersOf = (prompt: keyof typeof PROMPTS, draft = NOTHING): (string | undefined)[] =>
    offerOf(PROMPTS[prompt], draft, context()).answers.map(keyOf);

  test("is E to end the turn, D to draw, N for no", () => {
    expect(lettersOf("main")).toEqual(["D", "E"]);
    expect(lettersOf("block")).toEqual(["N"]);
    expect(lettersOf("quick")).toEqual(["N"]);
  });

  test("is N for no card, where none may be chosen", () => {
    expect(lettersOf("upToTwo")).toEqual(["N"]);
    expect(lettersOf("one")).toEqual([undefined]);
  });
});

describe("what is picked and confirmed", () => {
  const sends = (prompt: keyof typeof PROMPTS, draft: Partial<typeof NOTHING>): string | undefined =>
    sendingOf(offerOf(PROMPTS[prompt], { ...NOTHING, ...draft }, context()))?.label;

  test("is sent if there is one way to go on", () => {
    expect(sends("main", { card: HAND.breath })).toBe(words.prompt.play);
    expect(sends("main", { card: MINE.launcher })).toBe(words.prompt.use);
    expect(sends("block", { card: MINE.cryst })).toMatch(/^Block with /);
    expect(sends("one", { cards: [THEIRS.astegon] })).toMatch(/^Choose /);
  });

  test("waits if there are several, or none", () => {
    expect(sends("main", { card: MINE.cryst })).toBeUndefined();
    expect(sends("main", {})).toBeUndefined();
    expect(sends("one", {})).toBeUndefined();
  });
});

test("the sheet of keys names every letter that acts", () => {
  const named = words.keys.groups.flatMap(({ lines }) => lines.flatMap(([names]) => names));
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ?"].filter((key) => actionOf(press(key), FREE));
  for (const letter of letters) expect(named).toContain(letter);
});
