/**
 * One player's side of the protocol, without sockets or timers: messages in, messages out.
 *
 * Holds what the server has told about the table (the view is replaced by snapshots and patched by updates) and the
 * commands that are not acknowledged yet; those are sent again, with the same `n`, after every reconnection.
 */

import { inFull } from "./events";
import { merge } from "./merge";
import type {
  ClientMessage,
  Concede,
  Decide,
  Decision,
  GameEvent,
  Hello,
  Outcome,
  Players,
  Prompt,
  Refused,
  Resume,
  ServerMessage,
  Snapshot,
  Table,
  Update,
  View,
  WouldAsk,
} from "./protocol";

export type Command = Decide | Concede;

/** What is known of the table at which this player sits; one that is over and has no view cannot be shown any more. */
export interface Game {
  readonly table: Table;
  readonly view?: View;
  readonly prompt?: Prompt;
  readonly players?: Players;
  readonly outcome?: Outcome;
  readonly absent: ReadonlySet<"A" | "B">;
}

/** What a message led to, besides the new state. */
export interface Reaction {
  readonly send?: ClientMessage;
  /** The update's events, with the views around it. */
  readonly events?: { readonly list: readonly GameEvent[]; readonly before: View | undefined; readonly after: View; readonly seq: number };
  readonly refused?: Refused;
  readonly wouldAsk?: WouldAsk;
  /** The table's view was replaced as a whole. */
  readonly replaced?: true;
}

interface Position {
  readonly log: string;
  readonly epoch: number;
  readonly seq: number;
}

const NONE: Reaction = {};

export class Session {
  name = "";
  /** A sentence about a match that another version of the server began and this one only keeps. */
  parked = "";
  queued = false;
  game: Game | undefined;
  /** Commands that are on their way; the first of them is the answer that the prompt bar waits for. */
  pending: readonly Command[] = [];
  private position: Position | undefined;
  private used = 0;
  private acknowledged = 0;
  private asked = false;

  /** The first message of a connection. */
  hello(ticket: string, agent: string, tab: string, conn: number): Hello {
    const resume = this.resume();
    return { type: "hello", ticket, agent, tab, conn, ...(resume ? { resume } : {}) };
  }

  private resume(): Resume | undefined {
    if (!this.position || !this.game?.view) return undefined;
    return { ...this.position, n: this.acknowledged };
  }

  /**
   * The answers to the open prompt and, in order, to those that follow from it up to the payment of a cost; nothing
   * while others are on their way. Prompts are numbered by the game's decisions, so the next ones are known.
   */
  decide(decisions: readonly Decision[]): Decide[] {
    const prompt = this.game?.prompt;
    if (!prompt || this.pending.length > 0) return [];
    const messages = decisions.map(
      (decision, i): Decide => ({ type: "decide", n: ++this.used, prompt: prompt.id + i, decision }),
    );
    this.pending = messages;
    return messages;
  }

  concede(): Concede {
    const message: Concede = { type: "concede", n: ++this.used };
    this.pending = [...this.pending, message];
    return message;
  }

  receive(message: ServerMessage): Reaction[] {
    switch (message.type) {
      case "welcome":
        this.name = message.name;
        this.parked = message.parked ?? "";
        this.asked = false;
        if (message.table !== this.game?.table.id) this.leaveTable();
        this.queued = false;
        return this.pending.map((command) => ({ send: command }));
      case "queued":
        this.queued = true;
        return [];
      case "left_queue":
        this.queued = false;
        return [];
      case "left_table":
        this.leaveTable();
        return [];
      case "table":
        return this.sitDown(message);
      case "snapshot":
        return [this.snapshot(message)];
      case "update":
        return this.update(message);
      case "ack":
        this.settle(message.n);
        return [];
      case "refused":
        return [this.refused(message)];
      case "ended":
        if (this.game) this.game = { ...this.game, outcome: message.outcome, table: { ...this.game.table, state: "ended" } };
        return [];
      case "presence":
        this.presence(message.seat, message.online);
        return [];
      case "would_ask":
        return [{ wouldAsk: message }];
      case "goaway":
      case "pong":
        return [];
      default:
        // A newer server may say more than this page knows; what it knows stays true.
        message satisfies never;
        return [];
    }
  }

  /** Forgets the table: it was left, or the server knows of none. */
  leaveTable(): void {
    this.game = undefined;
    this.position = undefined;
    this.pending = [];
    this.used = 0;
    this.acknowledged = 0;
  }

  private sitDown(table: Table): Reaction[] {
    this.queued = false;
    if (this.game?.table.id !== table.id) this.leaveTable();
    this.game = this.game ? { ...this.game, table } : { table, absent: new Set() };
    return [];
  }

  private snapshot(message: Snapshot): Reaction {
    if (!this.game || this.isOld(message)) return NONE;
    this.asked = false;
    this.position = { log: message.log, epoch: message.epoch, seq: message.seq };
    this.used = Math.max(this.used, message.n);
    this.settle(message.n);
    const { prompt: _old, ...rest } = this.game;
    this.game = {
      ...rest,
      table: { ...rest.table, log: message.log, state: rest.table.state === "ended" ? "ended" : "playing" },
      view: message.view,
      players: message.players,
      ...(message.prompt ? { prompt: message.prompt } : {}),
    };
    return { replaced: true };
  }

  private update(message: Update): Reaction[] {
    const before = this.game?.view;
    if (!this.game || !before || !this.position) return this.gap();
    if (this.isOld(message)) return [];
    if (message.log !== this.position.log || (message.prev ?? message.seq - 1) !== this.position.seq) {
      const known = message.log === this.position.log && message.seq <= this.position.seq;
      return known ? [] : this.gap();
    }
    this.position = { log: message.log, epoch: message.epoch, seq: message.seq };
    if (message.n !== undefined) this.settle(message.n);
    const after = merge(before, message.patch ?? {});
    const { prompt: _old, ...rest } = this.game;
    this.game = { ...rest, view: after, ...(message.prompt ? { prompt: message.prompt } : {}) };
    return [{ events: { list: inFull(message.events ?? [], before, after), before, after, seq: message.seq } }];
  }

  /** A frame of an owner that has been replaced: nobody accepts a lower epoch of the same log. */
  private isOld({ log, epoch }: Position): boolean {
    return this.position?.log === log && epoch < this.position.epoch;
  }

  /** Updates are missing: ask once for everything. */
  private gap(): Reaction[] {
    if (this.asked) return [];
    this.asked = true;
    return [{ send: { type: "resync" } }];
  }

  private settle(n: number): void {
    this.acknowledged = Math.max(this.acknowledged, n);
    this.pending = this.pending.filter((command) => command.n > n);
  }

  private refused(message: Refused): Reaction {
    if (message.n !== undefined) {
      const n = message.n;
      this.pending = this.pending.filter((command) => command.n !== n);
    }
    if (message.code === "unknown_table" && message.n === undefined) this.leaveTable();
    if (message.prompt && this.game) this.game = { ...this.game, prompt: message.prompt };
    return { refused: message };
  }

  private presence(seat: "A" | "B", online: boolean): void {
    if (!this.game) return;
    const absent = new Set(this.game.absent);
    if (online) absent.delete(seat);
    else absent.add(seat);
    this.game = { ...this.game, absent };
  }
}
