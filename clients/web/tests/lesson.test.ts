import { describe, expect, test } from "vitest";
import { NOTHING, offerOf } from "../src/lib/choice";
import { legalOf } from "../src/lib/legal";
import { after, calledOf, forced, hintOf, isFailed, isThrough, narrowed, questionAt, reached } from "../src/lib/lesson";
import type { Decision, LessonFacts, LessonStep, Prompt, View } from "../src/lib/protocol";
import { context, HAND, MINE, THEIRS, view } from "./fixtures/table";

const ATTACK: Decision = { verb: "attack", card: MINE.cryst, target: THEIRS.astegon };
const STEPS: LessonStep[] = [
  { say: "Read." },
  { say: "Attack.", prompt: 1, decision: ATTACK },
  { say: "Read again." },
  { say: "End.", prompt: 4, decision: { verb: "end" } },
  { say: "That was it." },
];
const MAIN: Prompt = {
  id: 1,
  kind: "main",
  text: "Your main phase.",
  decisions: {
    play: [HAND.breath],
    attack: [[MINE.cryst, THEIRS.astegon, 0], [MINE.launcher, 0]],
    activate: [[MINE.cryst, 1]],
    plain: ["draw", "end"],
  },
};
const CARDS: Prompt = { id: 2, kind: "cards", text: "Choose.", candidates: [21, 22, 23], minimum: 0, maximum: 2 };

describe("where the pupil is", () => {
  test("the words before the first deed are read one by one", () => {
    expect([0, 1].map((read) => reached(STEPS, 1, read))).toEqual([0, 1]);
  });

  test("after a deed come the next words, as soon as what they lead to is asked, also if the page is opened again", () => {
    expect(reached(STEPS, 2, 0)).toBe(1);
    expect(reached(STEPS, 3, 0)).toBe(1);
    expect(reached(STEPS, 4, 0)).toBe(2);
    expect(reached(STEPS, 4, 3)).toBe(3);
  });

  test("the last words come when all is over", () => {
    expect(reached(STEPS, 5, 0)).toBe(3);
    expect(reached(STEPS, "over", 0)).toBe(4);
  });

  test("nobody has read on past what is still to be done", () => {
    expect(reached(STEPS, 1, 4)).toBe(1);
    expect(reached(STEPS, 4, 4)).toBe(3);
  });

  test("a lesson that was left goes on at the question that comes next, and one that is done does not", () => {
    expect([0, 1, 2, 3, 4, 9].map((at) => questionAt(STEPS, at))).toEqual([undefined, 1, 4, 4, undefined, undefined]);
  });

  test("when the match is over, what is left is only read", () => {
    expect(reached(STEPS, "over", 0)).toBe(4);
    expect([3, 4, 5].map((at) => isThrough(STEPS, at))).toEqual([false, true, true]);
  });
});

describe("a question is narrowed to the step", () => {
  test("so that nothing else is legal, outlined or answered", () => {
    const prompt = narrowed(MAIN, ATTACK);
    expect(legalOf(prompt)).toEqual([ATTACK]);
    expect([...offerOf(prompt, NOTHING, context()).can]).toEqual([MINE.cryst]);
    expect(offerOf(prompt, NOTHING, context()).answers).toEqual([]);
  });

  test("and does not tell that there is nothing else", () => {
    expect(offerOf(narrowed(MAIN, { verb: "end" }), NOTHING, context()).detail).toBe("Do what the coach says.");
  });

  test.each<Decision>([
    { verb: "play", card: HAND.breath },
    { verb: "activate", card: MINE.cryst, number: 1 },
    { verb: "attack", card: MINE.launcher },
    { verb: "end" },
  ])("to $verb alone", (decision) => expect(legalOf(narrowed(MAIN, decision))).toEqual([decision]));

  test("to the cards of the step, all of them", () => {
    expect(narrowed(CARDS, { verb: "choose", cards: [22] })).toMatchObject({ candidates: [22], minimum: 1, maximum: 1 });
    expect(narrowed(CARDS, { verb: "choose", cards: [] })).toMatchObject({ candidates: [], minimum: 0, maximum: 0 });
  });
});

describe("what to touch next", () => {
  test("is the attacker, then its target", () => {
    expect(hintOf(MAIN, ATTACK, NOTHING)).toEqual({ touch: "card", card: MINE.cryst });
    expect(hintOf(MAIN, ATTACK, { ...NOTHING, card: MINE.cryst })).toEqual({ touch: "card", card: THEIRS.astegon });
    expect(hintOf(MAIN, { verb: "attack", card: 5 }, { ...NOTHING, card: 5 })).toEqual({ touch: "player" });
  });

  test("is each card that is missing, then the button", () => {
    const decision: Decision = { verb: "choose", cards: [21, 23] };
    expect(hintOf(CARDS, decision, { ...NOTHING, cards: [23] })).toEqual({ touch: "card", card: 21 });
    expect(hintOf(CARDS, decision, { ...NOTHING, cards: [23, 21] })).toEqual({ touch: "answer" });
  });

  test("is the row of a mode, then the button", () => {
    const prompt: Prompt = { id: 3, kind: "option", text: "", options: [{ number: 1, text: "" }, { number: 3, text: "" }], decisions: { option: [1, 3] } };
    expect(hintOf(prompt, { verb: "option", number: 3 }, NOTHING)).toEqual({ touch: "row", row: 1 });
    expect(hintOf(prompt, { verb: "option", number: 3 }, { ...NOTHING, row: 1 })).toEqual({ touch: "answer" });
  });
});

test("what is to be touched is called as it is written on the table", () => {
  const called = (decision: Decision, draft = NOTHING, brief = false): string =>
    calledOf(hintOf(MAIN, decision, draft), offerOf(narrowed(MAIN, decision), draft, context()), context(), brief);
  expect(called(ATTACK)).toBe("Mammorest Cryst");
  expect(called(ATTACK, { ...NOTHING, card: MINE.cryst })).toBe("Astegon");
  expect(called({ verb: "attack", card: MINE.launcher }, { ...NOTHING, card: MINE.launcher })).toBe("“Attack Mirai”");
  expect(called({ verb: "attack", card: MINE.launcher }, { ...NOTHING, card: MINE.launcher }, true)).toBe("“Attack”");
  expect(called({ verb: "end" })).toBe("“End turn”");
});

describe("what is forced", () => {
  test("is the only decision there is, but never what a main phase is used for", () => {
    const block: Prompt = { id: 4, kind: "block", text: "", decisions: { plain: ["pass"] } };
    expect(forced(block)).toEqual({ verb: "pass" });
    expect(forced({ ...block, decisions: { block: [1], plain: ["pass"] } })).toBeUndefined();
    expect(forced({ ...block, kind: "main", decisions: { plain: ["end"] } })).toBeUndefined();
  });

  test("are all the candidates, where all have to be chosen", () => {
    expect(forced({ ...CARDS, minimum: 3, maximum: 3 })).toEqual({ verb: "choose", cards: [21, 22, 23] });
    expect(forced({ ...CARDS, minimum: 0, maximum: 3 })).toBeUndefined();
  });
});

test("a puzzle is failed as soon as the turn has passed, and not before", () => {
  const start: View = { ...view(), turn: 5, active: "A" };
  expect(isFailed(start, "A")).toBe(false);
  expect(isFailed({ ...start, turn: 6, active: "B" }, "A")).toBe(true);
  expect(isFailed({ ...start, outcome: { winner: "B", reason: "deck" } }, "A")).toBe(true);
  expect(isFailed({ ...start, outcome: { winner: "A", reason: "life" } }, "A")).toBe(false);
  expect(isFailed({ ...start, turn: 7, outcome: { winner: "A", reason: "life" } }, "A")).toBe(true);
});

test("after the last lesson comes no puzzle by itself", () => {
  const named = (name: string, kind: LessonFacts["kind"]): LessonFacts => ({ name, kind, title: name, goal: "" });
  const [one, two, three] = [named("one", "lesson"), named("two", "lesson"), named("three", "puzzle")];
  expect([one, two, three].map((lesson) => after([one, two, three], lesson)?.name)).toEqual(["two", undefined, undefined]);
});
