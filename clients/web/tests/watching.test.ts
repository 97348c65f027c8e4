import { beforeEach, describe, expect, test } from "vitest";
import { narrate } from "../src/lib/log";
import type { ServerMessage, Snapshot, Update, View, Watching } from "../src/lib/protocol";
import { Session } from "../src/lib/session";
import { MINE, catalogue, view as seen } from "./fixtures/table";

/** The table of the fixture as everyone sees it. */
const view = (changed: Partial<View> = {}): View => ({ ...seen(), viewer: "spectator", waiting: { seat: "B", kind: "block" }, ...changed });
const players = { A: { name: "Oshiro", bot: false }, B: { name: "Mirai", bot: false } };
const welcome: ServerMessage = {
  type: "welcome", name: "Kesi", version: "1", server_time: 0, limits: { frame: 8192 }, ticket: "next",
}; // prettier-ignore
const watching = (more: Partial<Watching> = {}): Watching => ({
  type: "watching", id: "t1", log: "L", players, delay: 30, decisions: 2, hands: "hidden", watchers: 3, ...more,
}); // prettier-ignore
const snapshot = (seq: number, more: Partial<Snapshot> = {}): Snapshot => ({
  type: "snapshot", log: "L", epoch: 1, seq, view: view(), players, n: 0, ...more,
}); // prettier-ignore
const update = (prev: number, seq: number, more: Partial<Update> = {}): Update => ({ type: "update", epoch: 1, seq, prev, ...more });
const ended: ServerMessage = { type: "ended", log: "L", epoch: 1, seq: 9, outcome: { winner: "B", reason: "life" } };

let session: Session;

beforeEach(() => {
  session = new Session();
  session.watch("t1");
});

const comeBack = () => session.receive(welcome);

describe("what is asked for", () => {
  test("a connection that watches takes no seat, and asks for its match each time", () => {
    expect(session.hello("ticket", "agent", "tab", 1)).toMatchObject({ watches: true });
    expect(comeBack()).toEqual([{ send: { type: "watch", table: "t1" } }]);
    session.receive(watching());
    session.receive(snapshot(5));
    expect(session.hello("ticket", "agent", "tab", 2)).not.toHaveProperty("resume");
    expect(comeBack()).toEqual([{ send: { type: "watch", table: "t1" } }]);
    expect(session.game?.view?.turn, "the table stays in sight").toBe(7);
  });

  test("whoever plays again after having watched says hello as a player", () => {
    session.watch(undefined);
    expect(session.hello("ticket", "agent", "tab", 1)).not.toHaveProperty("watches");
    expect(comeBack()).toEqual([]);
  });
});

describe("what is seen", () => {
  beforeEach(() => {
    comeBack();
    session.receive(watching());
  });

  test("before anything may be shown there is a table without a view", () => {
    expect(session.game?.watching?.delay).toBe(30);
    expect(session.game?.players).toEqual(players);
    expect(session.game?.view).toBeUndefined();
  });

  test("snapshots replace, updates patch, and nothing is ever asked", () => {
    session.receive(snapshot(5));
    session.receive(update(5, 8, { patch: { players: { A: { life: 4 } } } }));
    expect(session.game?.view?.players.A.life).toBe(4);
    expect(session.game?.prompt).toBeUndefined();
    expect(session.receive(update(11, 12))).toEqual([{ send: { type: "resync" } }]);
  });

  test("another worker that is a moment behind is believed", () => {
    session.receive(snapshot(5, { view: view({ turn: 9 }) }));
    comeBack();
    session.receive(watching());
    expect(session.receive(snapshot(4))).toEqual([{ replaced: true }]);
    expect(session.game?.view?.turn).toBe(7);
  });

  test("how many watch is told again, and open hands with what they have become", () => {
    session.receive(snapshot(5, { hands: { A: ["ETD01-001"], B: [] } }));
    session.receive({ type: "audience", watchers: 128 });
    session.receive(update(5, 6, { hands: { A: [], B: ["ETD02-001"] } }));
    session.receive(update(6, 7));
    expect(session.game?.watchers).toBe(128);
    expect(session.game?.hands).toEqual({ A: [], B: ["ETD02-001"] });
  });

  test("a player who watches the own match sees it from the own seat", () => {
    session.receive(snapshot(5, { view: view({ viewer: "B" }) }));
    expect(session.game?.table.seat).toBe("B");
  });

  test("the end, and then the match that follows", () => {
    session.receive(snapshot(5));
    session.receive(ended);
    expect(session.game?.outcome).toEqual({ winner: "B", reason: "life" });
    session.receive({ type: "rematch_began", id: "t2" });
    expect(session.game?.rematch).toBe("t2");
    session.watch("t2");
    expect(session.game).toBeUndefined();
  });
});

describe("what is shown no longer", () => {
  test("says why, and whether that is because the match is over", () => {
    comeBack();
    const refused = { type: "refused", code: "game_over", why: "This match is over." } as const;
    expect(session.receive(refused)).toEqual([{ unwatched: { why: "This match is over.", isOver: true } }]);
    session.receive(watching());
    session.receive(snapshot(5));
    const gone = { type: "unwatched", id: "t1", why: "This match cannot be shown." } as const;
    expect(session.receive({ ...gone, id: "another" })).toEqual([]);
    expect(session.receive(gone)).toEqual([{ unwatched: { why: gone.why, isOver: false } }]);
    expect(session.game).toBeUndefined();
  });

  test("whoever has seen the end stays with it", () => {
    comeBack();
    session.receive(watching());
    session.receive(snapshot(5));
    session.receive(ended);
    comeBack();
    expect(session.receive({ type: "refused", code: "game_over", why: "This match is over." })).toEqual([]);
    expect(session.game?.outcome?.winner).toBe("B");
  });
});

test("the log calls nobody you, and each side has its edge", () => {
  const after = view();
  const names = { A: "Oshiro", B: "Mirai" };
  const told = narrate(
    [
      { type: "card_drawn", seat: "A", card: 0 },
      { type: "card_rested", card: MINE.cryst },
      { type: "soul_drawn", seat: "B" },
    ],
    { before: after, after, names, catalogue },
  );
  expect(told.map(({ by }) => by)).toEqual(["you", "them", "them"]);
  expect(JSON.stringify(told.map(({ pieces }) => pieces))).not.toMatch(/\byour?\b/i);
});
