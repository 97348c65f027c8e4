/** What the coach says while the table still moves. */

import { beforeEach, expect, test } from "vitest";
import { NOTHING } from "../src/lib/choice";
import type { Game } from "../src/lib/game";
import { NO_PASSES } from "../src/lib/game";
import { Learning, type Class } from "../src/lib/learning.svelte";
import type { LessonFacts, Outcome, Prompt, View } from "../src/lib/protocol";
import { MINE, view } from "./fixtures/table";

const HIT: LessonFacts = {
  name: "hit", title: "Hit", kind: "lesson", goal: "Hit them.",
  steps: [{ say: "Attack.", prompt: 1, decision: { verb: "attack", card: MINE.cryst } }, { say: "They lost 1 life." }, { say: "End.", prompt: 3, decision: { verb: "end" } }, { say: "Done." }],
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
  readonly choosing = { steps: [], draft: NOTHING };
  get open(): Prompt | undefined {
    return this.game?.prompt;
  }
  learn(): void {}
  concede(): void {}
  leave(): void {}
}

let room: Room, coach: Learning;

beforeEach(() => {
  room = new Room();
  coach = new Learning(room);
  coach.all = [HIT, PUZZLE];
});

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
