import { describe, expect, test } from "vitest";
import { merge } from "../src/lib/merge";
import { CAP_MS, counted, paced } from "../src/lib/motion/pace";
import { makesRoomAt, MS, plan, revealTime, turningTime, type Flight, type Plan, type Timed } from "../src/lib/motion/plan";
import { LONGEST, Queue, type Play } from "../src/lib/motion/queue";
import type { CardMoved, GameEvent, View } from "../src/lib/protocol";
import { GRAVE, HAND, MINE, THEIRS, view } from "./fixtures/table";

const planned = (events: readonly GameEvent[], after: View = view(), before: View = view()): Plan => plan(events, before, after);
const flights = ({ moves }: Plan): Timed<Flight>[] => moves.filter((move): move is Timed<Flight> => move.kind === "flight");
const only = (all: Plan): Timed<Flight> => {
  const [flight, ...more] = flights(all);
  expect(more).toEqual([]);
  if (!flight) throw new Error("nothing flies");
  return flight;
};
const moved = (card: number, from: string, to: string, cause: CardMoved["cause"], more: Partial<CardMoved> = {}): CardMoved => ({
  type: "card_moved", card, seat: "A", from, to, cause, ...more,
}); // prettier-ignore
const kinds = ({ moves }: Plan): string[] => moves.toSorted((a, b) => a.at - b.at).map(({ kind }) => kind);
const ends = (move: Timed | undefined): number => (move ? move.at + move.ms : Number.NaN);

describe("what flies from where", () => {
  test("a drawn card comes from the own deck as a back and is turned over", () => {
    const flight = only(planned([{ type: "card_drawn", seat: "A", card: HAND.breath, number: "ETD01-011" }]));
    expect(flight).toMatchObject({ way: "draw", from: { seat: "A", place: "deck" }, to: { seat: "A", place: "hand" } });
    expect(flight.open).toEqual({ before: false, after: true });
  });

  test("what the opponent draws is a back from beginning to end", () => {
    const flight = only(planned([{ type: "card_drawn", seat: "B", card: 0 }]));
    expect(flight).toMatchObject({ handle: 0, open: { before: false, after: false }, to: { seat: "B", place: "hand" } });
    expect(flight.number).toBeUndefined();
  });

  test("a card that the opponent plays shows its face only when it leaves the hand", () => {
    const events: GameEvent[] = [
      { type: "card_played", seat: "B", card: THEIRS.astegon, number: "ETD02-012", souls: 6 },
      moved(THEIRS.astegon, "resolution", "base", "play", { seat: "B", number: "ETD02-012" }),
    ];
    const before = view();
    delete before.cards[THEIRS.astegon];
    expect(only(planned(events, view(), before))).toMatchObject({
      way: "play", from: { seat: "B", place: "hand" }, to: { seat: "B", place: "base" }, open: { before: false, after: true },
    }); // prettier-ignore
  });

  test("a Pal that goes back to the opponent's hand arrives as a back", () => {
    const flight = only(planned([moved(THEIRS.astegon, "base", "hand", "return", { seat: "B", number: "ETD02-012" })]));
    expect(flight.open).toEqual({ before: true, after: false });
  });

  test("a card that nobody names to this viewer stays a back, wherever it goes", () => {
    const hidden = only(planned([moved(0, "deck", "exile", "exile", { seat: "B" })]));
    expect(hidden.open).toEqual({ before: false, after: false });
    expect(hidden.number).toBeUndefined();
  });

  test("whoever only watches sees a player's hand as backs", () => {
    const watched: View = { ...view(), viewer: "spectator" };
    const flight = only(planned([moved(HAND.breath, "hand", "graveyard", "discard", { number: "ETD01-011" })], watched, watched));
    expect(flight.open).toEqual({ before: false, after: true });
  });

  test("an event is shown where it resolves before it goes to the graveyard", () => {
    const [shown, gone, ...more] = flights(
      planned([
        { type: "card_played", seat: "A", card: HAND.breath, number: "ETD01-011", souls: 2 },
        moved(HAND.breath, "resolution", "graveyard", "resolved"),
      ]),
    );
    expect(more).toEqual([]);
    expect(shown).toMatchObject({ way: "show", from: { place: "hand" }, to: { place: "resolution" }, at: 0 });
    expect(gone).toMatchObject({ way: "go", from: { place: "resolution" }, to: { place: "graveyard" } });
    expect(gone?.at).toBe(MS.move + MS.look);
  });

  test("a destroyed Pal goes to its owner's graveyard", () => {
    expect(only(planned([moved(MINE.jolthog, "base", "graveyard", "rule")]))).toMatchObject({ way: "destroy", open: { before: true, after: true } });
  });

  test("cards that damage turns are shown by the reveal, and do not fly as well", () => {
    const all = planned([
      { type: "damage_dealt", card: 0, seat: "A", amount: 1, source: THEIRS.broncherry },
      moved(GRAVE.blazamut, "deck", "graveyard", "damage"),
      { type: "player_damage_revealed", seat: "A", card: GRAVE.blazamut, number: "ETD01-007" },
      { type: "life_lost", seat: "A", amount: 1 },
    ]);
    expect(kinds(all)).toEqual(["strike", "reveal", "life"]);
  });
});

describe("the order", () => {
  test("events follow each other in the order in which they came", () => {
    const all = planned([
      { type: "turn_began", turn: 8, seat: "A" },
      { type: "card_stood", card: MINE.jolthog },
      { type: "card_drawn", seat: "A", card: HAND.breath, number: "ETD01-011" },
    ]);
    const [begin, turn, flight] = all.moves;
    expect([begin?.kind, turn?.kind, flight?.kind]).toEqual(["begin", "turn", "flight"]);
    expect(turn?.at).toBe(ends(begin));
    expect(flight?.at).toBe(ends(turn));
  });

  test("in a fight the attacker runs, both are hurt at once, and then one falls", () => {
    const fight: View = { ...view(), battle: { step: "damage", attacker: MINE.cryst, target: THEIRS.astegon } };
    const all = planned(
      [
        { type: "damage_dealt", card: THEIRS.astegon, seat: "B", amount: 2100, source: MINE.cryst },
        { type: "damage_dealt", card: MINE.cryst, seat: "A", amount: 900, source: THEIRS.astegon },
        moved(THEIRS.astegon, "base", "graveyard", "rule", { seat: "B" }),
      ],
      view(),
      fight,
    );
    const [strike, hurt, back, fall] = all.moves;
    expect([strike?.kind, hurt?.kind, back?.kind, fall?.kind]).toEqual(["strike", "hurt", "hurt", "flight"]);
    expect(hurt?.at).toBe(MS.strike / 2);
    expect(back?.at).toBe(hurt?.at);
    expect(fall?.at).toBe(ends(hurt));
  });

  test("life is counted down as soon as the cards have been turned, while their result is looked at", () => {
    const all = planned([
      { type: "damage_dealt", card: 0, seat: "A", amount: 1, source: THEIRS.broncherry },
      { type: "player_damage_revealed", seat: "A", card: GRAVE.blazamut, number: "ETD01-007" },
      { type: "life_lost", seat: "A", amount: 1 },
    ]);
    const reveal = all.moves.find(({ kind }) => kind === "reveal");
    expect(all.moves.find(({ kind }) => kind === "life")).toMatchObject({ before: 7, after: 6, at: ends(reveal) - MS.result });
    expect(all.ms).toBe(ends(reveal));
  });

  test("two blows in one update have a reveal each", () => {
    const blow = (card: number): GameEvent[] => [
      { type: "damage_dealt", card: 0, seat: "A", amount: 1 },
      { type: "player_damage_revealed", seat: "A", card, number: "ETD01-007" },
    ];
    const reveals = planned([...blow(81), ...blow(82)]).moves.flatMap((move) => (move.kind === "reveal" ? [move.reveal.cards] : []));
    expect(reveals.map((cards) => cards.map(({ handle }) => handle))).toEqual([[81], [82]]);
  });

  test("souls are paid while the card flies", () => {
    const after = merge(view(), { players: { A: { souls: 3, resting_souls: 4 } } });
    const all = planned([{ type: "card_played", seat: "A", card: HAND.breath, number: "ETD01-011", souls: 2 }], after);
    expect(all.moves.find(({ kind }) => kind === "souls")).toMatchObject({ before: 5, after: 3, at: 0 });
    expect(flights(all)[0]?.at).toBe(0);
  });

  test("the others make room when the first card comes or goes", () => {
    const all = planned([{ type: "turn_began", turn: 8, seat: "B" }, moved(MINE.jolthog, "base", "graveyard", "rule")]);
    expect(makesRoomAt(all, { seat: "A", place: "base" })).toBe(MS.begin);
    expect(makesRoomAt(all, { seat: "B", place: "base" })).toBe(0);
  });
});

describe("how long it may take", () => {
  const long = (ms: number, moves: Plan["moves"] = []): Plan => ({ moves, ms });

  test("what takes no longer than the cap keeps its times", () => {
    expect(paced(long(CAP_MS), 0, 1)(CAP_MS)).toBe(CAP_MS);
  });

  test("what comes after the cap is shortened to 40 %", () => {
    expect(paced(long(2_600), 0, 1)(2_600)).toBe(CAP_MS + 400);
  });

  test("what has just been shown counts", () => {
    expect(paced(long(1_000), CAP_MS - 500, 1)(1_000)).toBe(500 + 200);
    expect(paced(long(1_000), CAP_MS, 1)(1_000)).toBe(400);
  });

  test("fast takes half", () => {
    expect(paced(long(1_000), 0, 0.5)(1_000)).toBe(500);
  });

  test("the reveal of damage keeps its length and costs the rest nothing", () => {
    const reveal = { seat: "A", damage: 3, cancelled: true, cards: [1, 2].map((handle) => ({ handle, number: "", lucky: handle === 2 })) } as const;
    const scene: Timed = { kind: "reveal", reveal, at: 400, ms: revealTime(reveal) };
    const whole = long(400 + scene.ms + 400, [scene]);
    const time = paced(whole, 0, 1);
    expect(time(ends(scene)) - time(scene.at)).toBe(scene.ms);
    expect(time(whole.ms)).toBe(whole.ms);
    expect(counted(whole)).toBe(800);
  });

  test("what became of damage is told when the last card has turned and been looked at", () => {
    const reveal = { seat: "A", damage: 2, cancelled: false, cards: [1, 2].map((handle) => ({ handle, number: "", lucky: false })) } as const;
    expect(turningTime(reveal)).toBe(MS.nextCard + MS.flip + MS.look);
    expect(revealTime(reveal)).toBe(turningTime(reveal) + MS.result);
  });

  test("a Lucky save takes less than a second and a half", () => {
    const reveal = { seat: "A", damage: 1, cancelled: false, cards: [{ handle: 1, number: "", lucky: false }] } as const;
    const usual = revealTime(reveal) - MS.result;
    expect(revealTime({ ...reveal, cancelled: true }) - usual).toBeLessThan(1_500);
  });
});

describe("what waits", () => {
  interface Shown {
    readonly item: string;
    readonly spent: number | undefined;
    over: () => void;
    isCut: boolean;
  }

  function table(): { queue: Queue<string>; shown: Shown[]; rests: () => number } {
    const shown: Shown[] = [];
    let rests = 0;
    const queue = new Queue<string>((item, spent) => {
      const one: Shown = { item, spent, over: () => undefined, isCut: false };
      shown.push(one);
      if (spent === undefined || item.startsWith("still")) return undefined;
      const play: Play = { spent: 300, then: (over) => (one.over = over), cut: () => (one.isCut = true) };
      return play;
    }, () => (rests += 1));
    return { queue, shown, rests: () => rests };
  }
  const items = (shown: readonly Shown[]): string[] => shown.map(({ item }) => item);

  test("an update is shown when those before it have come to rest, in order", () => {
    const { queue, shown } = table();
    for (const item of ["a", "b", "c"]) queue.add(item);
    expect(items(shown)).toEqual(["a"]);
    expect(queue.isBehind).toBe(true);
    shown[0]?.over();
    shown[1]?.over();
    expect(items(shown)).toEqual(["a", "b", "c"]);
    expect(queue.isBehind).toBe(false);
    expect(shown.map(({ spent }) => spent)).toEqual([0, 300, 600]);
  });

  test("what does not move keeps nothing waiting", () => {
    const { queue, shown } = table();
    queue.add("still");
    queue.add("still more");
    expect(items(shown)).toEqual(["still", "still more"]);
    expect(queue.isPlaying).toBe(false);
  });

  test("the last update is on the table while it moves, and the next one is new again", () => {
    const { queue, shown } = table();
    queue.add("a");
    expect([queue.isBehind, queue.isPlaying]).toEqual([false, true]);
    shown[0]?.over();
    queue.add("b");
    expect(shown[1]?.spent).toBe(0);
  });

  test("skipping shows everything at once, and ends what moves", () => {
    const { queue, shown } = table();
    for (const item of ["a", "b", "c"]) queue.add(item);
    queue.skip();
    expect(items(shown)).toEqual(["a", "b", "c"]);
    expect(shown[0]?.isCut).toBe(true);
    expect(shown.slice(1).map(({ spent }) => spent)).toEqual([undefined, undefined]);
    expect([queue.isBehind, queue.isPlaying]).toEqual([false, false]);
  });

  test("whoever is too far behind sees how things stand", () => {
    const { queue, shown } = table();
    for (let i = 0; i <= LONGEST + 1; i++) queue.add(String(i));
    expect(shown).toHaveLength(LONGEST + 2);
    expect(queue.isBehind).toBe(false);
  });

  test("it rests when the last update has been shown to its end, or is skipped, and not between two of them", () => {
    const { queue, shown, rests } = table();
    expect(queue.isAtRest).toBe(true);
    queue.add("a");
    queue.add("b");
    shown[0]?.over();
    expect([queue.isAtRest, rests()]).toEqual([false, 0]);
    shown[1]?.over();
    expect([queue.isAtRest, rests()]).toEqual([true, 1]);
    queue.add("c");
    queue.skip();
    queue.skip();
    expect([queue.isAtRest, rests()]).toEqual([true, 2]);
    queue.add("still");
    expect([queue.isAtRest, rests()]).toEqual([true, 3]);
  });

  test("at another table nothing of this one is shown", () => {
    const { queue, shown } = table();
    for (const item of ["a", "b"]) queue.add(item);
    queue.clear();
    expect(items(shown)).toEqual(["a"]);
    expect(queue.isPlaying).toBe(false);
  });
});
