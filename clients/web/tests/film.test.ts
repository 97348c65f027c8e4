import { describe, expect, test } from "vitest";
import { clocksBetween, develop, lastTurn, nextTurn, type Film } from "../src/lib/film";
import { spoken } from "../src/lib/pieces";
import type { Fact, GameEvent, Reel, ReelStep, Refusal, Snapshot, View } from "../src/lib/protocol";
import { catalogue, MINE, THEIRS, view as seen } from "./fixtures/table";

const players = { A: { name: "Oshiro", bot: false }, B: { name: "Mirai", bot: false } };
const start: Snapshot = {
  type: "snapshot", log: "L", epoch: 0, seq: 0, players, n: 0, view: { ...seen(), turn: 0 },
  clocks: { A: 90_000, B: 80_000, as_of: 5, running: "A", left: 60_000 },
}; // prettier-ignore
const attack: GameEvent = { type: "attack_declared", card: MINE.cryst, target: 0, seat: "A" };
const blocked: GameEvent = { type: "blocked", card: THEIRS.broncherry };

let seq = 0;
const step = (turn: number, more: Partial<ReelStep["update"]> = {}, rest: Partial<ReelStep> = {}): ReelStep => ({
  update: { type: "update", epoch: 0, seq: ++seq, ...more, patch: { turn, ...more.patch } }, turn, seat: "A", ...rest,
}); // prettier-ignore

function film(steps: () => ReelStep[], more: Partial<Reel> = {}): Film {
  seq = 0;
  return develop({ angle: "A", start, steps: steps(), time: "standard", outcome: { winner: "A", reason: "life" }, ...more }, catalogue);
}

const battle = { step: "block", attacker: MINE.cryst, target: 0 } as const;
const match = (): Film =>
  film(() => [
    step(1, { patch: { active: "A" } }),
    step(1, { events: [attack], patch: { battle } }, { marks: ["attack"] }),
    step(1, { events: [blocked] }, { seat: "B" }),
    step(1, { patch: { battle: null } }),
    step(2, { patch: { active: "B" } }, { seat: "B", marks: ["deploy", "lucky"] }),
    step(3, { patch: { active: "A", outcome: { winner: "A", reason: "life" } } }),
  ]);

describe("each moment", () => {
  test("is the start and what the updates up to there have changed, so that any can be jumped to", () => {
    const { moments } = match();
    expect(moments).toHaveLength(7);
    expect(moments.map(({ view }) => view.turn)).toEqual([0, 1, 1, 1, 1, 2, 3]);
    expect(moments[2]?.view.battle).toEqual(battle);
    expect(moments[4]?.view.battle).toBeUndefined();
    expect(moments[2]?.view.players, "what has not changed is the same").toBe(moments[6]?.view.players);
  });

  test("shows both clocks on their way to what they showed at the next one, and at the last one as they stand", () => {
    const timed = film(() => [step(1, { clocks: { A: 70_000, B: 80_000, as_of: 6, running: "B" } })]);
    expect([-1, 0, 0.25, 1, 7].map((part) => clocksBetween(timed, 0, part)?.A)).toEqual([90_000, 90_000, 85_000, 70_000, 70_000]);
    expect([clocksBetween(timed, 0, 0.25)?.B, clocksBetween(timed, 1, 0.5)?.A]).toEqual([80_000, 70_000]);
    const untimed = film(() => [step(1)], { start: (({ clocks: _none, ...rest }) => rest)(start) });
    expect(clocksBetween(untimed, 0, 0.5)).toBeUndefined();
  });

  test("says what happened, or at least who has decided", () => {
    const { moments } = match();
    expect(moments[2]?.title).toContain("attacked");
    expect(moments[1]?.title).toBe("Oshiro decided.");
    const told = moments[3]?.lines.map(({ pieces }) => spoken(pieces));
    expect(told).toHaveLength(2);
    expect(told?.[1]).toContain("blocked");
  });

  test("says which choice was made, where nothing is to be seen of it, and whose turn begins", () => {
    const lines = ["choose none", "choose hog", "option 2", "number 3", "no", "pass", "end", "resolve hog 2", "keep", ""];
    const told = film(() => lines.map((line) => step(1, {}, { line }))).moments.map(({ title }) => title.replace("Oshiro ", ""));
    expect(told.slice(1)).toEqual([
      "chose nothing.", "made a choice.", "chose option 2.", "chose 3.", "said no.", "passed.", "ended the turn.",
      "chose what resolves first.", "decided.", "decided.",
    ]); // prettier-ignore
    const began: GameEvent = { type: "turn_began", turn: 2, seat: "B" };
    const drawn: GameEvent = { type: "card_drawn", card: 0, seat: "B" };
    expect(film(() => [step(2, { events: [began, drawn] })]).moments[1]?.title).toBe("Turn 2 · Mirai. Drew 1 card.");
  });

  test("knows who has blocked in the battle that goes on", () => {
    expect(match().moments.map(({ blocker }) => blocker)).toEqual([0, 0, 0, THEIRS.broncherry, 0, 0, 0]);
  });

  test("has clocks that stand still", () => {
    expect(match().moments[3]?.game.clocks).toEqual({ A: 90_000, B: 80_000, as_of: 5 });
    expect(film(() => [], { start: { ...start, clocks: undefined } as unknown as Snapshot }).moments[0]?.game.clocks).toBeUndefined();
  });

  test("is seen from the seat of the angle, and from none with both hands open", () => {
    expect(match().moments[0]?.game.table.seat).toBe("A");
    const view: View = { ...seen(), viewer: "spectator" };
    const open = film(() => [], { angle: "open", start: { ...start, view, hands: { A: ["ETD01-001"], B: [] } } });
    expect(open.moments[0]?.game.hands?.A).toEqual(["ETD01-001"]);
    expect(open.moments[0]?.game.watching?.hands).toBe("open");
  });

  test("the last one knows how the match ended", () => {
    expect(match().moments.map(({ game }) => game.outcome?.winner)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, "A"]);
  });
});

describe("a ruling", () => {
  const about = { name: "Q51-interrupt", numbers: [51], says: "Bushi in the base cannot interrupt" };
  const refused: Refusal = { verb: "attack", cards: ["ETD01-002", "ETD01-003"], why: "Only 《Jolthog》 rests." };
  const facts: Fact[] = [
    { about: "zone", card: "ETD01-002", value: "graveyard" },
    { about: "state", card: "ETD01-003", value: "rest" },
    { about: "hand", seat: "B", value: "1" },
    { about: "deck", seat: "A", value: "0" },
    { about: "graveyard", seat: "A", cards: ["ETD01-002", "ETD01-003"] },
    { about: "resting", seat: "A", value: "2" },
    { about: "night", value: "true" },
    { about: "turn", value: "B" },
    { about: "power", card: "ETD01-002", value: "-100" },
    { about: "winner", value: "A" },
    { about: "pending", cards: ["ETD01-002"] },
  ];
  const example = (): Film =>
    film(
      () => [
        step(5, { events: [attack], patch: { battle } }, { says: "Here it goes.", facts }),
        step(5, {}, { seat: "B", refused }),
        step(5, { patch: { battle: null } }),
      ],
      { ruling: about, says: "Two Pals stand.", outcome: undefined } as unknown as Partial<Reel>,
    );

  test("begins with a position, and what is said about it", () => {
    const [first] = example().moments;
    expect([first?.title, first?.says]).toEqual(["The example begins.", "Two Pals stand."]);
  });

  test("tells what is to be seen, of cards and players by their names", () => {
    expect(example().moments[1]?.facts).toEqual([
      "Jolthog is in the graveyard", "Kelpsea Ignis rests", "Mirai has 1 card in hand", "Oshiro has nothing in the deck",
      "Oshiro has Jolthog and Kelpsea Ignis in the graveyard", "Oshiro has 2 resting souls", "It is night", "Mirai has the turn",
      "Jolthog has Power −100", "Oshiro wins", "Waiting: Jolthog",
    ]); // prettier-ignore
  });

  test("says what may not be done and why, and the table stays as it is", () => {
    const [, attacked, tried] = example().moments;
    expect(attacked?.says).toBe("Here it goes.");
    expect(tried?.title).toBe("Mirai may not attack Kelpsea Ignis with Jolthog.");
    expect(tried?.remark).toBe("Only “Jolthog” rests.");
    expect(tried?.view).toEqual(attacked?.view);
    expect(tried?.blocker).toBe(attacked?.blocker);
    expect(tried?.lines).toBe(attacked?.lines);
  });
});

describe("turns", () => {
  test("are the parts of the track, with their player", () => {
    expect(match().turns).toEqual([
      { turn: 0, seat: "A", from: 0, to: 1 },
      { turn: 1, seat: "A", from: 1, to: 5 },
      { turn: 2, seat: "B", from: 5, to: 6 },
      { turn: 3, seat: "A", from: 6, to: 6 },
    ]);
  });

  test("are gone through from their beginnings, and to the ends", () => {
    const shown = match();
    expect([0, 1, 3, 5, 6].map((at) => nextTurn(shown, at))).toEqual([1, 5, 5, 6, 6]);
    expect([6, 5, 3, 1, 0].map((at) => lastTurn(shown, at))).toEqual([5, 1, 1, 0, 0]);
  });

  test("what one looks for stands at its decision", () => {
    expect(match().marks).toEqual([
      { at: 2, mark: "attack" },
      { at: 5, mark: "deploy" },
      { at: 5, mark: "lucky" },
    ]);
  });
});
