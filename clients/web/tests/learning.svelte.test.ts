/** What the coach says while the table still moves. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NOTHING, offerOf, type Draft } from "../src/lib/choice";
import type { Game } from "../src/lib/game";
import { NO_PASSES } from "../src/lib/game";
import { Learning, type Class } from "../src/lib/learning.svelte";
import type { LessonFacts, Outcome, Prompt, View } from "../src/lib/protocol";
import { context, MINE, view } from "./fixtures/table";

const HIT: LessonFacts = {
  name: "hit", title: "Hit", kind: "lesson", goal: "Hit them.",
  steps: [{ say: "Attack.", prompt: 1, decision: { verb: "attack", card: MINE.cryst } }, { say: "They lost 1 life." }, { say: "End.", prompt: 3, decision: { verb: "end" } }, { say: "Done." }],
}; // prettier-ignore
const LOOK: LessonFacts = {
  name: "look", title: "Look", kind: "lesson", goal: "Look.",
  steps: [{ say: "Look." }, { say: "Attack.", prompt: 1, decision: { verb: "attack", card: MINE.cryst } }, { say: "Done." }],
}; // prettier-ignore
const PUZZLE: LessonFacts = { name: "clear", title: "Clear", kind: "puzzle", goal: "Win.", steps: [{ say: "One Pal." }] };
const WON: Outcome = { winner: "A", reason: "life" };

const main = (id: number): Prompt => ({ id, kind: "main", text: "", decisions: { attack: [[MINE.cryst, 0]], plain: ["end"] } });
const at = (lesson: string, now: { prompt?: Prompt; outcome?: Outcome; view?: View }): Game => ({
  table: { id: "t", code: "", seat: "A", state: "playing", lesson, log: "log" } as unknown as Game["table"],
  view: view(), absent: new Set(), offers: new Set(), watchers: 0, passes: NO_PASSES, ...now,
}); // prettier-ignore

class Room implements Class {
  game = $state.raw<Game | undefined>(undefined);
  readonly seat = "A";
  draft = $state.raw<Draft>(NOTHING);
  readonly choosing = ((room) => ({ steps: [], get draft() { return room.draft; } }))(this); // prettier-ignore
  readonly begun: [string, number][] = [];
  get open(): Prompt | undefined {
    return this.game?.prompt;
  }
  learn(lesson: string, at: number): void {
    this.begun.push([lesson, at]);
  }
  concede(): void {}
  leave(): void {}
}

let room: Room, coach: Learning;

/** Somebody opens the page. */
function come(): void {
  room = new Room();
  coach = new Learning(room);
  coach.all = [HIT, LOOK, PUZZLE];
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  come();
});
afterEach(() => vi.unstubAllGlobals());

/** The table shows this, and what led to it still moves, or has been seen. */
function show(game: Game, isSeen: boolean): void {
  room.game = game;
  coach.follow(game);
  if (isSeen) coach.see(game);
}

test("the words of the next step wait until the deed has been seen, and so does every answer", () => {
  show(at("hit", { prompt: main(1) }), true);
  expect([coach.says, coach.due?.verb, coach.hint]).toEqual(["Attack.", "attack", { touch: "card", card: MINE.cryst }]);
  show(at("hit", { prompt: main(3) }), false);
  expect([coach.says, coach.reads, coach.due, coach.hint, coach.forced, coach.left(main(3))]).toEqual(["Attack.", false, undefined, undefined, undefined, undefined]);
  coach.see(room.game);
  expect([coach.says, coach.reads]).toEqual(["They lost 1 life.", true]);
  coach.readOn();
  expect([coach.says, coach.due?.verb]).toEqual(["End.", "end"]);
});

test("neither the last words nor the end panel come before the last damage", () => {
  show(at("hit", { prompt: main(3) }), true);
  coach.readOn();
  show(at("hit", { outcome: WON }), false);
  expect(coach.says).toBe("End.");
  coach.see(room.game);
  expect([coach.says, coach.isOver]).toEqual(["Done.", false]);
  coach.readOn();
  expect(coach.isOver).toBe(true);
});

test("a puzzle is solved, or has failed, when that has been seen", () => {
  show(at("clear", { prompt: main(1), view: { ...view(), turn: 5 } }), true);
  show(at("clear", { outcome: WON, view: { ...view(), turn: 5 } }), false);
  expect([coach.isSolved, coach.isOver]).toEqual([false, false]);
  coach.see(room.game);
  expect([coach.isSolved, coach.isOver]).toEqual([true, true]);
  show(at("clear", { prompt: main(9), view: { ...view(), turn: 6 } }), false);
  expect(coach.isFailed).toBe(false);
  coach.see(room.game);
  expect(coach.isFailed).toBe(true);
});

test("a lesson that is left goes on where it was, also when the page is opened again, until it is begun anew", () => {
  expect(coach.isBegun(HIT)).toBe(false);
  coach.begin("hit");
  show(at("hit", { prompt: main(1) }), true);
  show(at("hit", { prompt: main(3) }), true);
  coach.readOn();
  coach.leave();
  come();
  expect(coach.isBegun(HIT)).toBe(true);
  coach.begin("hit");
  show(at("hit", { prompt: main(3) }), true);
  expect([room.begun, coach.says]).toEqual([[["hit", 3]], "End."]);
  coach.beginAnew("hit");
  expect([room.begun.at(-1), coach.isBegun(HIT)]).toEqual([["hit", 0], false]);
});

test("a lesson that is read to its end, and a puzzle, begin at their beginning", () => {
  show(at("look", { prompt: main(1) }), true);
  coach.readOn();
  show(at("look", { outcome: WON }), true);
  coach.readOn();
  show(at("clear", { prompt: main(1) }), true);
  expect([coach.isBegun(LOOK), coach.isBegun(PUZZLE)]).toEqual([false, false]);
  come();
  show(at("look", { prompt: main(1) }), true);
  expect(coach.says).toBe("Look.");
});

test("a lesson that was won, and left before its last words, begins at its first words", () => {
  show(at("look", { prompt: main(1) }), true);
  coach.readOn();
  show(at("look", { outcome: WON }), true);
  expect([coach.says, coach.isBegun(LOOK)]).toEqual(["Done.", false]);
  come();
  coach.begin("look");
  show(at("look", { prompt: main(1) }), true);
  expect([room.begun, coach.says]).toEqual([[["look", 0]], "Look."]);
});

test("what was touched in one lesson says nothing in the next", () => {
  show(at("look", { prompt: main(1) }), true);
  coach.nudge();
  expect([coach.isHasty, coach.nudges]).toEqual([true, 1]);
  const next = at("look", { prompt: main(1) });
  show({ ...next, table: { ...next.table, log: "another" } }, true);
  expect([coach.isHasty, coach.nudges]).toEqual([false, 0]);
});

test("a lesson that was given up is not done", () => {
  show(at("hit", { prompt: main(3) }), true);
  show(at("hit", { outcome: { winner: "B", reason: "concede" } }), true);
  expect([coach.isOver, coach.done.has("hit")]).toEqual([false, false]);
});

test("where one thing is to be done, all the rest is dimmed, and nothing else is told", () => {
  const offer = offerOf(main(1), NOTHING, context());
  show(at("clear", { prompt: main(1) }), true);
  expect(coach.lit(offer)).toBe(offer);
  show(at("hit", { prompt: main(1) }), true);
  expect(coach.lit(offer)).toMatchObject({ dims: "all", brief: { detail: offer.detail } });
});

test("whoever touches something else is told what is meant, until that is touched", () => {
  show(at("hit", { prompt: main(1) }), true);
  expect(coach.instead).toBeUndefined();
  coach.nudge();
  expect(coach.instead).toEqual({ touch: "card", card: MINE.cryst });
  room.draft = { ...NOTHING, card: MINE.cryst };
  expect(coach.instead).toBeUndefined();
  coach.nudge();
  expect(coach.instead).toEqual({ touch: "player" });
  show(at("hit", { prompt: main(3) }), true);
  expect([coach.instead, coach.isHasty]).toEqual([undefined, false]);
  coach.nudge();
  expect(coach.isHasty).toBe(true);
  coach.readOn();
  expect(coach.isHasty).toBe(false);
});
