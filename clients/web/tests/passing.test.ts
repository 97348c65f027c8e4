import { beforeEach, describe, expect, test } from "vitest";
import { isPassed } from "../src/lib/passing";
import type { Prompt, Settings, Snapshot, Table } from "../src/lib/protocol";
import { NO_PASSES, type Passes } from "../src/lib/game";
import { Session } from "../src/lib/session";
import { MINE, PROMPTS, THEIRS, view } from "./fixtures/table";

const PLAYABLE: Passes = { passing: "playable", yields: [] };
const attacked = { ...view(), battle: { step: "block", attacker: THEIRS.broncherry } } as const;
const asked = (kind: Prompt["kind"], decisions: Prompt["decisions"]): Prompt =>
  ({ id: 40, kind, text: "What now?", ...(decisions ? { decisions } : {}) }); // prettier-ignore
const onlyPass = asked("quick", { plain: ["pass"] });
const mayBlock = asked("block", { block: [MINE.pit], plain: ["pass"] });

describe("what is passed by itself", () => {
  test("nothing, unless the player wants it", () => {
    expect(isPassed(onlyPass, attacked, NO_PASSES)).toBe(false);
  });

  test("a window in which nothing else can be done, and no other question", () => {
    expect(isPassed(onlyPass, attacked, PLAYABLE)).toBe(true);
    expect(isPassed(mayBlock, attacked, PLAYABLE)).toBe(false);
    expect(isPassed(asked("may", { plain: ["pass"] }), attacked, PLAYABLE)).toBe(false);
  });

  test("everything while a card attacks to which the player yields", () => {
    const yields = { passing: "ask", yields: ["ETD02-006"] } as const;
    expect(isPassed(mayBlock, attacked, yields)).toBe(true);
    expect(isPassed(mayBlock, { ...attacked, battle: { step: "block", attacker: THEIRS.mossanda } }, yields)).toBe(false);
    expect(isPassed(mayBlock, { ...attacked, battle: { step: "block" } }, yields)).toBe(false);
  });
});

describe("how it is chosen", () => {
  const table: Table = { type: "table", id: "t1", code: "QXRT", seat: "A", log: "L", state: "playing" };
  const snapshot = (more: Partial<Snapshot> = {}): Snapshot => ({
    type: "snapshot", log: "L", epoch: 1, seq: 5, view: view(), n: 0, prompt: PROMPTS.main,
    players: { A: { name: "Oshiro", bot: false }, B: { name: "Mirai", bot: false } }, ...more,
  }); // prettier-ignore
  let session: Session;
  let settings: Settings;

  beforeEach(() => {
    session = new Session();
    session.receive(table);
    session.receive(snapshot({ passing: "playable" }));
    settings = session.commands.choosePasses({ passing: "ask", yields: ["ETD02-006"] });
  });

  test("a snapshot tells it, so that it survives a reload", () => {
    const anew = new Session();
    anew.receive(table);
    anew.receive(snapshot({ passing: "playable", yields: ["ETD02-001"] }));
    expect(anew.passes).toEqual({ passing: "playable", yields: ["ETD02-001"] });
  });

  test("it holds at once, and no answer waits for it", () => {
    expect(settings).toEqual({ type: "settings", n: 1, passing: "ask", yields: ["ETD02-006"] });
    expect(session.passes).toEqual({ passing: "ask", yields: ["ETD02-006"] });
    expect(session.decide([{ verb: "end" }])).toHaveLength(1);
    expect(session.again()).toHaveLength(2);
  });

  test("when it is acknowledged it stays, and nothing is missing", () => {
    expect(session.receive({ type: "ack", log: "L", epoch: 1, seq: 6, n: 1 })).toEqual([]);
    expect(session.commands.pending).toEqual([]);
    expect(session.passes.yields).toEqual(["ETD02-006"]);
    expect(session.game?.prompt).toBeDefined();
  });

  test("when it is refused all is as it was", () => {
    session.receive({ type: "refused", n: 1, code: "limit", why: "You choose too often." });
    expect(session.passes).toEqual(PLAYABLE);
  });
});
