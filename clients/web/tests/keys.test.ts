import { describe, expect, test } from "vitest";
import { NOTHING, offerOf } from "../src/lib/choice";
import { bindingsWith, changedIn, COMMANDS, keyName, refusalOf, USUAL, type Pressed } from "../src/lib/bindings";
import { actionOf, commandOf, sendingOf, type Action, type Keys, type Where } from "../src/lib/keys";
import { words } from "../src/lib/words";
import { context, HAND, MINE, PROMPTS, THEIRS } from "./fixtures/table";

const FREE: Where = { takes: "nothing", covered: false };
const ON: Keys = { letters: true, bindings: USUAL };
const meant = (pressed: Pressed, where = FREE, keys = ON): Action | undefined => actionOf(pressed, where, keys);
const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false, ...more,
}); // prettier-ignore

describe("a key", () => {
  test("acts by its letter, large or small", () => {
    expect(meant(press("e"))).toEqual({ does: "end" });
    expect(meant(press("E"))).toEqual({ does: "end" });
    expect(meant(press("g"))).toEqual({ does: "graveyard" });
    expect(meant(press("G", { shiftKey: true }))).toEqual({ does: "theirGraveyard" });
    expect(meant(press("?", { shiftKey: true }))).toEqual({ does: "keys" });
    expect(meant(press("3"))).toEqual({ does: "row", row: 2 });
    expect(meant(press("0"))).toBeUndefined();
  });

  test("is left to the browser with Control, Alt or Meta", () => {
    for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
      expect(meant(press("e", held))).toBeUndefined();
      expect(meant(press("ArrowLeft", held))).toBeUndefined();
    }
  });

  test("is a letter where letters are typed", () => {
    const typing: Where = { ...FREE, takes: "letters" };
    for (const key of ["e", "?", "1", "ArrowLeft", "Enter"]) expect(meant(press(key), typing)).toBeUndefined();
    expect(meant(press("Escape"), typing)).toEqual({ does: "undo", wholly: false });
  });

  test("moves a slider or a set of choices by its arrow", () => {
    expect(meant(press("ArrowLeft"), { ...FREE, takes: "arrows" })).toBeUndefined();
    expect(meant(press("ArrowLeft"))).toEqual({ does: "go", way: "left" });
    expect(meant(press("Home"))).toEqual({ does: "go", way: "first" });
  });

  test("under a dialog only moves and acts in it", () => {
    const covered: Where = { ...FREE, covered: true };
    for (const key of ["e", "?", "1", "Escape"]) expect(meant(press(key), covered)).toBeUndefined();
    expect(meant(press("ArrowDown"), covered)).toEqual({ does: "go", way: "down" });
    expect(meant(press("Enter"), covered)).toEqual({ does: "act" });
  });

  test("that is a single letter can be switched off, the others go on", () => {
    const off: Keys = { letters: false, bindings: { ...USUAL, end: "F8" } };
    for (const key of ["n", "1", "?"]) expect(meant(press(key), FREE, off)).toBeUndefined();
    for (const key of ["Enter", "Escape", "ArrowUp", "F8"]) expect(meant(press(key), FREE, off)).toBeDefined();
  });

  test("that is held down acts once, and goes on moving", () => {
    expect(meant(press("Enter", { repeat: true }))).toEqual({ does: "nothing" });
    expect(meant(press("e", { repeat: true }))).toBeUndefined();
    expect(meant(press("ArrowLeft", { repeat: true }))).toEqual({ does: "go", way: "left" });
  });

  test("takes back a step, or with Shift the whole choice", () => {
    expect(meant(press("Escape"))).toEqual({ does: "undo", wholly: false });
    expect(meant(press("Escape", { shiftKey: true }))).toEqual({ does: "undo", wholly: true });
  });
});

describe("an answer", () => {
  const commandsOf = (prompt: keyof typeof PROMPTS, draft = NOTHING): (string | undefined)[] =>
    offerOf(PROMPTS[prompt], draft, context()).answers.map(commandOf);

  test("has a key to end the turn, to draw, to say no", () => {
    expect(commandsOf("main")).toEqual(["draw", "end"]);
    expect(commandsOf("block")).toEqual(["no"]);
    expect(commandsOf("quick")).toEqual(["no"]);
  });

  test("of no card is a no, where none may be chosen", () => {
    expect(commandsOf("upToTwo")).toEqual(["no"]);
    expect(commandsOf("one")).toEqual([undefined]);
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

describe("a key that a player has changed", () => {
  const mine = bindingsWith({ end: "Z", no: "F8", keys: "ß", graveyard: "Shift+Z" });
  const keys: Keys = { letters: true, bindings: mine };

  test("acts instead of the usual one, with Shift or as a function key too", () => {
    expect(meant(press("z"), FREE, keys)).toEqual({ does: "end" });
    expect(meant(press("Z", { shiftKey: true }), FREE, keys)).toEqual({ does: "graveyard" });
    expect(meant(press("F8"), FREE, keys)).toEqual({ does: "no" });
    expect(meant(press("e"), FREE, keys)).toBeUndefined();
  });

  test("is refused if another command has it, or the page or the browser needs it", () => {
    expect(refusalOf("N", "end", USUAL)).toEqual({ taken: "no" });
    expect(refusalOf("E", "end", USUAL)).toBeUndefined();
    expect(refusalOf("3", "end", USUAL)).toBe("digit");
    expect(refusalOf("F5", "end", USUAL)).toBe("browser");
    for (const key of ["Enter", " ", "ArrowUp", "Escape"]) expect(refusalOf(keyName(press(key)), "end", USUAL)).toBe("fixed");
  });

  test("is kept, and comes back; what fits nothing any more leaves the usual keys", () => {
    expect(bindingsWith(changedIn(mine))).toEqual(mine);
    expect(changedIn(USUAL)).toEqual({});
    expect(bindingsWith({ end: "N", no: "E" })).toMatchObject({ end: "N", no: "E" });
    for (const broken of [{ end: "N" }, { end: "3" }]) expect(bindingsWith(broken)).toBe(USUAL);
    expect(bindingsWith({ end: 7, dance: "Q" })).toEqual(USUAL);
  });
});

test("the sheet of keys has a place for every command", () => {
  const named = words.keys.groups.flatMap(({ lines }) => lines.flatMap(([names]) => names));
  expect(named.filter((name) => typeof name === "string").toSorted()).toEqual(COMMANDS.toSorted());
});
