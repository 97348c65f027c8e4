import { beforeEach, describe, expect, test } from "vitest";
import type { Decision, Prompt, ServerMessage, Snapshot, Table, Update } from "../src/lib/protocol";
import type { Reaction } from "../src/lib/game";
import { Session, type Wish } from "../src/lib/session";
import { MINE, PROMPTS, view } from "./fixtures/table";

const table: Table = { type: "table", id: "t1", code: "QXRT", seat: "A", log: "L", state: "playing" };
const welcome: ServerMessage = {
  type: "welcome", name: "Oshiro", version: "1", server_time: 0, limits: { frame: 8192 }, ticket: "next", table: "t1",
}; // prettier-ignore
const at = (seq: number, epoch = 1) => ({ log: "L", epoch, seq });
const snapshot = (seq: number, n = 0, prompt: Prompt | undefined = PROMPTS.main): Snapshot => ({
  type: "snapshot",
  ...at(seq),
  view: view(),
  players: { A: { name: "Oshiro", bot: false }, B: { name: "Mirai", bot: false } },
  n,
  ...(prompt ? { prompt } : {}),
});
const update = (prev: number, seq: number, more: Partial<Update> = {}): Update => ({
  type: "update",
  epoch: 1,
  seq,
  prev,
  events: [],
  patch: {},
  ...more,
});

const END: Decision = { verb: "end" };

let session: Session;

/** A new connection: what is sent because of it. */
const comeBack = (): Reaction[] => [...session.receive(welcome), ...session.receive(table)];

beforeEach(() => {
  session = new Session();
  session.receive(welcome);
  session.receive(table);
});

test("a server of another version than the first one is noticed, and one of the same is not", () => {
  session.receive(welcome);
  expect(session.outdated).toBe(false);
  session.receive({ ...welcome, version: "2" } as ServerMessage);
  expect(session.outdated).toBe(true);
});

test("the tables are asked for with how far matches are, and without that at a server that does not know it", () => {
  const old: ServerMessage = { type: "refused", code: "malformed", why: "The message does not fit the schema." };
  session.wish({ type: "leave" });
  expect(session.listTables()).toEqual({ type: "list_tables", standings: true });
  expect(session.receive(old)).toEqual([{ send: { type: "list_tables" } }]);
  expect(session.listTables()).toEqual({ type: "list_tables" });
  expect(session.receive(old), "what else is refused is told").toEqual([{ refused: old }]);
  session.receive(welcome);
  expect(session.listTables(), "another worker may know it").toEqual({ type: "list_tables", standings: true });
  session.receive({ type: "tables", open: [], live: [] });
  expect(session.receive(old)).toEqual([{ refused: old }]);
});

describe("the view", () => {
  test("a snapshot replaces it, an update patches it, and the question goes with the update", () => {
    session.receive(snapshot(5));
    expect(session.game?.prompt?.id).toBe(40);
    session.receive(update(5, 9, { patch: { turn: 8, players: { B: { life: 3 } } } }));
    expect(session.game?.view?.turn).toBe(8);
    expect(session.game?.view?.players.B.life).toBe(3);
    expect(session.game?.prompt).toBeUndefined();
  });

  test("the events of an update come with the views around it", () => {
    session.receive(snapshot(5));
    const [reaction] = session.receive(update(5, 6, { events: [{ type: "night_fell" }], patch: { night: true } }));
    expect(reaction?.events?.before?.night).toBe(false);
    expect(reaction?.events?.after.night).toBe(true);
  });

  test("an event gets the number of its card from the views around it, or has brought it along", () => {
    session.receive(snapshot(5));
    const gone = { type: "card_moved", seat: "B", from: "hand", to: "deck", cause: "effect" } as const;
    const drawn = { type: "card_drawn", seat: "A", card: 50 } as const;
    const [reaction] = session.receive(
      update(5, 6, {
        events: [{ type: "card_rested", card: MINE.cryst }, { ...gone, card: 49, number: "ETD02-001" }, drawn],
        patch: { cards: { [MINE.cryst]: null, 50: { number: "ETD01-004", owner: "A", zone: "hand" } } },
      }),
    );
    expect(reaction?.events?.list).toEqual([
      { type: "card_rested", card: MINE.cryst, number: "ETD01-018" },
      { ...gone, card: 49, number: "ETD02-001" },
      { ...drawn, number: "ETD01-004" },
    ]);
    expect(session.receive(update(6, 7, { events: [{ ...drawn, card: 0 }] }))[0]?.events?.list).toEqual([
      { ...drawn, card: 0 },
    ]);
  });

  test("an update that names no position before it follows the one right before it", () => {
    session.receive(snapshot(5));
    const { prev: _, ...following } = update(5, 6, { patch: { turn: 8 } });
    session.receive(following);
    expect(session.game?.view?.turn).toBe(8);
    expect(session.receive({ ...following, seq: 8 })).toEqual([{ send: { type: "resync" } }]);
  });

  test("a gap asks for everything, once", () => {
    session.receive(snapshot(5));
    expect(session.receive(update(7, 8, { patch: { turn: 99 } }))).toEqual([{ send: { type: "resync" } }]);
    expect(session.receive(update(8, 9))).toEqual([]);
    expect(session.game?.view?.turn).toBe(7);
    session.receive(snapshot(9));
    session.receive(update(9, 10, { patch: { turn: 10 } }));
    expect(session.game?.view?.turn).toBe(10);
  });

  test("an update that was applied before is not applied again", () => {
    session.receive(snapshot(5));
    session.receive(update(5, 6, { patch: { turn: 8 } }));
    expect(session.receive(update(5, 6, { patch: { turn: 99 } }))).toEqual([]);
    expect(session.game?.view?.turn).toBe(8);
  });

  test("frames of an owner that was replaced are not accepted", () => {
    session.receive({ ...snapshot(5), epoch: 4 });
    session.receive({ ...snapshot(9), epoch: 3, view: { ...view(), turn: 99 } });
    session.receive(update(5, 6, { epoch: 3, patch: { turn: 99 } }));
    expect(session.game?.view?.turn).toBe(7);
  });

  test.each([[5, 6], [3, 4]])("an update of a new owner from %i to %i follows nothing that is known here", (prev, seq) => {
    session.receive(snapshot(5));
    const ask = [{ send: { type: "resync" } }];
    expect(session.receive(update(prev, seq, { epoch: 2, patch: { turn: 99 } }))).toEqual(ask);
    expect(session.game?.view?.turn).toBe(7);
  });

  test("a snapshot that is behind is not accepted, and the right one is asked for", () => {
    session.receive(snapshot(5));
    expect(session.receive({ ...snapshot(4), view: { ...view(), turn: 99 } })).toEqual([{ send: { type: "resync" } }]);
    expect(session.game?.view?.turn).toBe(7);
    expect(session.receive({ ...snapshot(4), view: { ...view(), turn: 99 } })).toEqual([]);
    expect(session.again()).toEqual([{ type: "resync" }]);
    session.receive({ ...snapshot(3), epoch: 2, view: { ...view(), turn: 6 } });
    expect(session.game?.view?.turn).toBe(6);
  });
});

describe("commands", () => {
  test("count on from those that the server has applied", () => {
    session.receive(snapshot(5, 12));
    expect(session.decide([END])).toEqual([{ type: "decide", n: 13, prompt: 40, decision: END }]);
  });

  test("a question is answered once", () => {
    session.receive(snapshot(5));
    session.decide([END]);
    expect(session.decide([END])).toEqual([]);
    expect(session.commands.pending).toHaveLength(1);
  });

  test("of one cost go out together, each for the question that follows from the one before", () => {
    session.receive(snapshot(5));
    const sent = session.decide([{ verb: "activate", card: 3, number: 1 }, { verb: "option", number: 2 }]);
    expect(sent.map(({ n, prompt }) => [n, prompt])).toEqual([[1, 40], [2, 41]]); // prettier-ignore
    session.receive(update(5, 6, { n: 1, prompt: { ...PROMPTS.option, id: 41 } }));
    expect(session.commands.pending).toEqual([sent[1]]);
    expect(comeBack()).toEqual([{ send: sent[1] }]);
  });

  test("an update with their number, an acknowledgement or a refusal settles them", () => {
    session.receive(snapshot(5));
    session.decide([END]);
    session.receive(update(5, 6, { n: 1, prompt: { ...PROMPTS.main, id: 41 } }));
    expect(session.commands.pending).toEqual([]);
    session.decide([END]);
    session.receive({ type: "ack", ...at(6), n: 2 });
    expect(session.commands.pending).toEqual([]);
    session.decide([END]);
    session.receive({ type: "refused", n: 3, code: "illegal", why: "No.", prompt: PROMPTS.main });
    expect(session.commands.pending).toEqual([]);
    expect(session.game?.prompt).toBe(PROMPTS.main);
  });

  test("an opponent's update settles nothing", () => {
    session.receive(snapshot(5));
    session.commands.concede();
    session.receive(update(5, 6));
    expect(session.commands.pending).toHaveLength(1);
  });

  test("those that nobody acknowledged are sent again with the same number", () => {
    session.receive(snapshot(5));
    const [sent] = session.decide([END]);
    expect(comeBack()).toEqual([{ send: sent }]);
    session.receive(snapshot(6, 1, undefined));
    expect(session.commands.pending).toEqual([]);
    expect(comeBack()).toEqual([]);
  });

  test("those that nobody acknowledged are sent again when the table has moved to another server", () => {
    session.receive(snapshot(5));
    const [sent] = session.decide([END]);
    expect(session.receive(table)).toEqual([{ send: sent }]);
  });

  test("one whose update was lost is acknowledged when it is sent again, and everything is asked for", () => {
    session.receive(snapshot(5));
    session.decide([END]);
    expect(session.receive({ type: "ack", ...at(6), n: 1 })).toEqual([{ send: { type: "resync" } }]);
    expect(session.commands.pending).toEqual([]);
    expect(session.game?.prompt).toBeUndefined();
    session.receive(snapshot(6, 1));
    expect(session.decide([END])[0]?.n).toBe(2);
  });

  test("an acknowledgement that is repeated changes nothing", () => {
    session.receive(snapshot(5));
    session.decide([END]);
    session.receive(update(5, 6, { n: 1, prompt: { ...PROMPTS.main, id: 41 } }));
    expect(session.receive({ type: "ack", ...at(6), n: 1 })).toEqual([]);
    expect(session.game?.prompt?.id).toBe(41);
  });

  test("what waits is known, to be sent again: commands, and a question for everything", () => {
    session.receive(snapshot(5));
    expect(session.again()).toEqual([]);
    const [sent] = session.decide([END]);
    expect(session.again()).toEqual([sent]);
    session.receive(update(7, 8));
    expect(session.again()).toEqual([sent, { type: "resync" }]);
    session.receive(snapshot(8, 1));
    expect(session.again()).toEqual([]);
  });
});

describe("the lobby", () => {
  const nowhere: ServerMessage = { ...welcome, table: undefined } as unknown as ServerMessage;
  const queue: Wish = { type: "queue", deck: { preset: "trial-1" } };
  const open: Wish = { type: "create_table", opponent: "human", open: true, deck: { preset: "trial-1" } };

  beforeEach(() => {
    session = new Session();
    session.receive(nowhere);
  });

  test("an opponent that is found is confirmed at once", () => {
    session.wish(queue);
    session.receive({ type: "queued" });
    expect(session.receive({ type: "matched", offer: "o1" })).toEqual([{ send: { type: "confirm", offer: "o1" } }]);
  });

  test("the tables that are told of are known", () => {
    const tables: ServerMessage = { type: "tables", open: [{ code: "QXRT", name: "Mirai", since: 1 }], live: [] };
    session.receive(tables);
    expect(session.tables).toEqual(tables);
  });

  test("what was asked for and not answered is asked for again on the next connection", () => {
    session.wish(open);
    expect(session.receive(nowhere)).toEqual([{ send: open }]);
  });

  test("a wish that came true is not asked for again, whether the answer arrived or not", () => {
    session.wish(open);
    session.receive({ ...table, state: "waiting" });
    expect(session.receive(nowhere)).toEqual([]);
    session.receive({ ...table, state: "waiting" });
    session.wish({ type: "leave" });
    expect(session.receive(nowhere)).toEqual([]);
    session.wish(open);
    expect(session.receive(welcome)).toEqual([]);
  });

  test("a wish that was refused is not asked for again", () => {
    session.wish(open);
    session.receive({ type: "refused", code: "invalid_deck", why: "No." });
    expect(session.receive(nowhere)).toEqual([]);
  });

  test("who waited in the queue waits there again, until it leaves", () => {
    session.wish(queue);
    session.receive({ type: "queued" });
    expect(session.receive(nowhere)).toEqual([{ send: queue }]);
    expect(session.queued).toBe(true);
    expect(session.leaveQueue()).toEqual({ type: "leave_queue" });
    expect(session.receive({ type: "left_queue" })).toEqual([]);
    expect(session.queued).toBe(false);
    expect(session.receive(nowhere)).toEqual([]);
  });

  test("who is put out of the queue is told, and who left it and is back in it is not", () => {
    session.wish(queue);
    session.receive({ type: "queued" });
    session.leaveQueue();
    session.wish(queue);
    expect(session.receive({ type: "left_queue" })).toEqual([]);
    session.receive({ type: "queued" });
    expect(session.receive({ type: "left_queue" })).toEqual([{ lostPlace: true }]);
    expect(session.queued).toBe(false);
    expect(session.receive(nowhere)).toEqual([]);
  });
});

describe("a pause", () => {
  test("is known until it ends", () => {
    session.receive(snapshot(5));
    session.receive({ type: "paused", on: true });
    expect(session.paused).toBe(true);
    session.receive({ type: "paused", on: false });
    expect(session.paused).toBe(false);
  });

  test("ends with whatever shows that the table goes on, or with the table", () => {
    for (const message of [update(5, 6), snapshot(6), { type: "ack", ...at(6), n: 1 }, welcome, { type: "left_table" }]) {
      session.receive(table);
      session.receive({ ...snapshot(5), epoch: 1 });
      session.receive({ type: "paused", on: true });
      session.receive(message as ServerMessage);
      expect(session.paused).toBe(false);
    }
  });
});

describe("coming back", () => {
  test("the first message of a new connection says what was seen last", () => {
    expect(session.hello("t", "a", "tab", 1).resume).toBeUndefined();
    session.receive(snapshot(5, 3));
    expect(session.hello("t", "a", "tab", 2).resume).toEqual({ log: "L", epoch: 1, seq: 5, n: 3 });
  });

  test("a table that the server does not know any more is forgotten", () => {
    session.receive(snapshot(5));
    const { table: _none, ...elsewhere } = welcome as Extract<ServerMessage, { type: "welcome" }>;
    session.receive(elsewhere);
    expect(session.game).toBeUndefined();
    expect(session.hello("t", "a", "tab", 2).resume).toBeUndefined();
  });

  test("another table begins with nothing of the old one", () => {
    session.receive(snapshot(5, 9));
    session.receive({ ...table, id: "t2", log: "M" });
    expect(session.game?.view).toBeUndefined();
    session.receive({ ...snapshot(1, 0), log: "M" });
    expect(session.decide([END])[0]?.n).toBe(1);
  });
});

test("who is away is known until they come back", () => {
  session.receive({ type: "presence", seat: "B", online: false });
  expect(session.game?.absent.has("B")).toBe(true);
  session.receive({ type: "presence", seat: "B", online: true });
  expect(session.game?.absent.has("B")).toBe(false);
});

test("the end is known from the view, if nobody says it", () => {
  session.receive(snapshot(5));
  session.receive(update(5, 6, { patch: { outcome: { winner: "B", reason: "deck" } } }));
  expect(session.game?.outcome).toEqual({ winner: "B", reason: "deck" });
  expect(session.game?.table.state).toBe("ended");
  session.receive({ ...table, id: "t2", log: "M" });
  expect(session.game?.outcome).toBeUndefined();
  session.receive({ ...snapshot(3), log: "M", view: { ...view(), outcome: { winner: "draw", reason: "turns" } } });
  expect(session.game?.outcome?.winner).toBe("draw");
});

test("the end keeps the table to look at", () => {
  session.receive(snapshot(5));
  session.receive({ type: "ended", ...at(6), outcome: { winner: "A", reason: "life" } });
  expect(session.game?.outcome).toEqual({ winner: "A", reason: "life" });
  expect(session.game?.view).toBeDefined();
});

describe("a match that cannot go on", () => {
  test("of another version is not sat at, and its sentence is kept until the next welcome", () => {
    session.receive(snapshot(5));
    session.decide([END]);
    const { table: _none, ...nowhere } = { ...welcome, type: "welcome" as const };
    expect(session.receive({ ...nowhere, parked: "It is kept." } as ServerMessage)).toEqual([]);
    expect(session.game).toBeUndefined();
    expect(session.commands.pending).toEqual([]);
    expect(session.parked).toBe("It is kept.");
    session.receive(welcome);
    expect(session.parked).toBe("");
  });

  test("is over without a view, and can be left", () => {
    session.receive({ ...table, state: "ended" });
    session.receive({ type: "ended", ...at(7), outcome: { winner: "draw", reason: "fault" } });
    expect(session.game?.view).toBeUndefined();
    expect(session.game?.outcome?.reason).toBe("fault");
    session.leaveTable();
    expect(session.game).toBeUndefined();
  });

  test("a table that was left is forgotten", () => {
    session.receive(snapshot(5));
    session.receive({ type: "left_table" });
    expect(session.game).toBeUndefined();
    expect(session.hello("ticket", "agent", "tab", 2)).not.toHaveProperty("resume");
  });

  test("commands for one table are not sent again at another", () => {
    session.receive(snapshot(5));
    session.commands.concede();
    expect(session.receive({ ...welcome, table: "t2" } as ServerMessage)).toEqual([]);
  });
});

describe("between matches", () => {
  const END_OF_IT: ServerMessage = { type: "ended", ...at(6), outcome: { winner: "A", reason: "concede" } };
  const offered = (seat: "A" | "B"): ServerMessage => ({ type: "rematch_offered", seat });

  beforeEach(() => {
    session.receive(snapshot(5));
    session.receive(END_OF_IT);
  });

  test("offers are known until one declines, or another table comes", () => {
    expect(session.receive(offered("B"))).toEqual([{ offered: "B" }]);
    expect(session.receive(offered("B"))).toEqual([]);
    expect(session.game?.offers).toEqual(new Set(["B"]));
    expect(session.receive({ type: "rematch_declined", seat: "B" })).toEqual([{ declined: "B" }]);
    expect(session.game?.offers).toEqual(new Set());
    session.receive(offered("A"));
    session.receive({ ...table, id: "t2", log: "M" });
    expect(session.game).toMatchObject({ offers: new Set(), absent: new Set() });
    expect(session.game?.outcome).toBeUndefined();
  });

  test("an offer that was not heard is made again, and none that was, or was declined", () => {
    const rematch = session.wish({ type: "rematch" });
    expect(session.again()).toEqual([rematch]);
    expect(comeBack()).toEqual([{ send: rematch }]);
    session.receive(offered("A"));
    expect(session.again()).toEqual([]);
    session.receive({ type: "rematch_declined", seat: "B" });
    expect(session.again()).toEqual([]);
    expect(comeBack()).toEqual([]);
  });

  test("an offer that is taken back is not made again", () => {
    session.wish({ type: "rematch" });
    expect(session.declineRematch()).toEqual({ type: "rematch", on: false });
    expect(session.again()).toEqual([]);
    expect(comeBack()).toEqual([]);
  });

  test("phrases are passed on, and a mute tab says so at every table", () => {
    expect(session.receive({ type: "said", seat: "B", phrase: "thanks" })).toEqual([{ said: "thanks" }]);
    expect(session.mute(true)).toEqual({ type: "mute", on: true });
    expect(comeBack()).toEqual([{ send: { type: "mute", on: true } }]);
    session.mute(false);
    expect(comeBack()).toEqual([]);
  });
});

describe("time", () => {
  const clocks = (A: number, asOf: number) => ({ A, B: 9_000, as_of: asOf, running: "A" as const });

  test("the newest clocks are kept, though missed updates of earlier come after them", () => {
    session.receive({ ...table, time: "fast", clocks: clocks(5_000, 200) });
    session.receive({ ...snapshot(5), clocks: clocks(4_000, 300) });
    session.receive(update(5, 6, { clocks: clocks(8_000, 100) }));
    expect(session.game?.clocks).toEqual(clocks(4_000, 300));
    session.receive(update(6, 7, { clocks: clocks(3_000, 400) }));
    expect(session.game?.clocks?.A).toBe(3_000);
    session.receive(update(7, 8));
    expect(session.game?.clocks?.A).toBe(3_000);
  });

  test("the win can be claimed from when the server says, until the opponent is back", () => {
    session.receive(snapshot(5));
    session.receive({ type: "presence", seat: "B", online: false, claim_at: 60_000 });
    expect(session.game?.claimAt).toBe(60_000);
    session.receive({ type: "presence", seat: "B", online: true });
    expect(session.game?.claimAt).toBeUndefined();
    session.receive({ type: "presence", seat: "A", online: false, claim_at: 60_000 });
    expect(session.game?.claimAt).toBeUndefined();
  });

  test("a claim is a command: it is sent again until it is acknowledged or refused", () => {
    session.receive(snapshot(5));
    const claim = session.commands.claimWin();
    expect(claim).toEqual({ type: "claim_win", n: 1 });
    expect(comeBack().map((reaction) => reaction.send)).toEqual([claim]);
    session.receive({ type: "refused", n: 1, code: "bad_state", why: "Your opponent is there." });
    expect(session.commands.pending).toEqual([]);
  });
});
