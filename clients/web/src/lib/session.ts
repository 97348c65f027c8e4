/**
 * One player's or watcher's side of the protocol, without sockets or timers: messages in, messages out.
 *
 * Holds what the server has told about the table (the view is replaced by snapshots and patched by updates) and what
 * is not answered yet. Commands are sent again, with the same `n`, as often as the table is told of; what has no number
 * (a wish) is sent again on the next connection, unless it came true in the meantime. Between two servers a message may
 * be lost, so whoever owns the clock sends `again()` what waits for long.
 */

import { seenIn } from "./colours";
import { Commands, passesOf } from "./commands";
import { inFull } from "./events";
import { NO_PASSES, type Game, type Passes, type Reaction } from "./game";
import { merge } from "./merge";
import type {
  Ack,
  ClientMessage,
  Clocks,
  CreateTable,
  Decide,
  Decision,
  DeckChoice,
  Hello,
  Join,
  Learn,
  Leave,
  ListTables,
  Mute,
  Outcome,
  PlayOn,
  Presence,
  Queue,
  Refused,
  Rematch,
  Resume,
  Resync,
  ServerMessage,
  Snapshot,
  Table,
  Tables,
  Update,
  View,
  Watching,
  Welcome,
} from "./protocol";
import type { Seat } from "./seats";

/** What is asked for without a number, one thing at a time. */
export type Wish = CreateTable | PlayOn | Learn | Join | Queue | Leave | Rematch;

interface Position {
  readonly log: string;
  readonly epoch: number;
  readonly seq: number;
}

const RESYNC: Resync = { type: "resync" };

/** The seat from which a view is seen, if it is seen from one. */
const seatOf = ({ viewer }: View): { seat?: Seat } => (viewer === "spectator" ? {} : { seat: viewer });

export class Session {
  name = "";
  /** A sentence about a match that another version of the server began and this one only keeps. */
  parked = "";
  /** The version of the server that greeted this page first, and whether it is another one by now. */
  private version = "";
  outdated = false;
  queued = false;
  /** The table waits until the server can store what happens. */
  paused = false;
  /** This tab hears no phrases of opponents, at any table. */
  muted = false;
  /** The tables of the lobby, as they were told of last. */
  tables: Tables | undefined;
  game: Game | undefined;
  /** The id of the match that is watched here: then this connection takes no seat. */
  watches: string | undefined;
  /** What this player does at the table, until the server has acknowledged it. */
  readonly commands = new Commands();
  private position: Position | undefined;
  /** Everything was asked for and has not come. */
  private asked = false;
  private wished: { readonly message: Wish; readonly seated: string | undefined } | undefined;
  /** Whether the tables are listed with how far their matches are; that was asked for, and a server may be too old for it. */
  private listing: "asked" | "with" | "without" = "with";
  /** The deck that goes to the next table; a rematch without one is played with the last. */
  private deck: DeckChoice | undefined;
  /** How often the queue was left and the server has not said so yet. */
  private leavings = 0;

  /** The first message of a connection. */
  hello(ticket: string, agent: string, tab: string, conn: number): Hello {
    if (this.watches !== undefined) return { type: "hello", ticket, agent, tab, conn, watches: true };
    const resume = this.resume();
    return { type: "hello", ticket, agent, tab, conn, ...(resume ? { resume } : {}) };
  }

  private resume(): Resume | undefined {
    if (!this.position || !this.game?.view) return undefined;
    return { ...this.position, n: this.commands.acknowledged };
  }

  /** The answers to the open prompt and to those that follow from it; nothing while others are on their way. */
  decide(decisions: readonly Decision[]): Decide[] {
    const prompt = this.game?.prompt;
    return prompt && this.commands.deciding.length === 0 ? this.commands.decide(prompt, decisions) : [];
  }

  /** What the server passes for this seat, or will as soon as it hears of it. */
  get passes(): Passes {
    return this.commands.passes ?? this.game?.passes ?? NO_PASSES;
  }

  /** Watches this match from the next connection on, or none. */
  watch(id: string | undefined): void {
    this.leaveTable();
    this.wished = undefined;
    this.queued = false;
    this.watches = id;
  }

  /** Asks for something of the lobby. */
  wish(message: Wish): Wish {
    this.wished = { message, seated: this.game?.table.id };
    if (message.type === "rematch") this.deck = message.deck ?? this.game?.deck;
    else if (message.type !== "leave") this.deck = "deck" in message ? message.deck : undefined;
    return message;
  }

  /** Takes note of the deck that was brought along to this match, if it was asked for before a reload. */
  remember(deck: DeckChoice): void {
    if (this.game) this.game = { ...this.game, deck };
  }

  /** Takes the offer of a rematch back, or declines the other's. */
  declineRematch(): Rematch {
    if (this.wished?.message.type === "rematch") this.wished = undefined;
    return { type: "rematch", on: false };
  }

  mute(on: boolean): Mute {
    this.muted = on;
    return { type: "mute", on };
  }

  /** Asks for the tables of the lobby, and how far their matches are; a server that is too old for that is asked without. */
  listTables(): ListTables {
    if (this.listing === "without") return { type: "list_tables" };
    this.listing = "asked";
    return { type: "list_tables", standings: true };
  }

  leaveQueue(): ClientMessage {
    this.wished = undefined;
    this.leavings += 1;
    return { type: "leave_queue" };
  }

  /** What waits for an answer that the server owes on this connection. */
  again(): ClientMessage[] {
    const wish = this.wished?.message;
    const isUnheard = wish?.type === "rematch" && this.game !== undefined && !this.game.offers.has(this.game.table.seat);
    return [...this.commands.pending, ...(this.asked ? [RESYNC] : []), ...(isUnheard ? [wish] : [])];
  }

  receive(message: ServerMessage): Reaction[] {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "queued":
        this.queued = true;
        return [];
      case "left_queue":
        return this.leftQueue();
      case "matched":
        return [{ send: { type: "confirm", offer: message.offer } }];
      case "tables":
        this.tables = message;
        if (this.listing === "asked") this.listing = "with";
        return [];
      case "left_table":
        this.wished = undefined;
        this.leaveTable();
        return [];
      case "table":
        return this.sitDown(message);
      case "snapshot":
        return this.snapshot(message);
      case "update":
        return this.update(message);
      case "ack":
        return this.acked(message);
      case "refused":
        if (message.code === "malformed" && this.listing === "asked") return this.listPlainly();
        return this.watches === undefined ? [this.refused(message)] : this.unwatched(message.why, message.code === "game_over");
      case "ended":
        this.over(message.outcome);
        return [];
      case "presence":
        this.presence(message);
        return [];
      case "paused":
        this.paused = message.on;
        return [];
      case "rematch_offered":
        return this.offered(message.seat);
      case "rematch_declined":
        return this.declined(message.seat);
      case "said":
        return [{ said: message.phrase }];
      case "explained":
        return [{ explained: message }];
      case "would_ask":
        return [{ wouldAsk: message }];
      case "watching":
        return this.lookOn(message);
      case "unwatched":
        return message.id === this.watches ? this.unwatched(message.why ?? "") : [];
      case "audience":
        if (this.game) this.game = { ...this.game, watchers: message.watchers };
        return [];
      case "rematch_began":
        if (this.game?.watching) this.game = { ...this.game, rematch: message.id };
        return [];
      case "goaway":
      case "pong":
        return [];
      default:
        // A newer server may say more than this page knows; what it knows stays true.
        message satisfies never;
        return [];
    }
  }

  private welcome(message: Welcome): Reaction[] {
    this.name = message.name;
    this.version ||= message.version;
    this.outdated = message.version !== this.version;
    this.parked = message.parked ?? "";
    this.asked = false;
    this.paused = false;
    this.leavings = 0;
    this.listing = "with";
    if (this.watches !== undefined) return [{ send: { type: "watch", table: this.watches } }];
    if (message.table !== this.game?.table.id) this.leaveTable();
    if (message.table !== this.wished?.seated) this.wished = undefined;
    const wish = this.wished?.message;
    this.queued = wish?.type === "queue";
    return wish ? [{ send: wish }] : [];
  }

  private listPlainly(): Reaction[] {
    this.listing = "without";
    return [{ send: this.listTables() }];
  }

  private leftQueue(): Reaction[] {
    this.queued = false;
    if (this.leavings > 0) {
      this.leavings -= 1;
      return [];
    }
    this.wished = undefined;
    return [{ lostPlace: true }];
  }

  /** Forgets the table: it was left, or the server knows of none. */
  leaveTable(): void {
    this.game = undefined;
    this.position = undefined;
    this.commands.clear();
    this.asked = false;
    this.paused = false;
  }

  private sitDown(table: Table): Reaction[] {
    this.queued = false;
    if (table.id !== this.wished?.seated) this.wished = undefined;
    if (this.game?.table.id !== table.id || this.game.table.log !== table.log) this.leaveTable();
    // The offers that stand are told again.
    this.game = this.game
      ? { ...this.game, table, offers: new Set() }
      : { table, absent: new Set(), offers: new Set(), watchers: 0, passes: NO_PASSES, ...(this.deck ? { deck: this.deck } : {}) };
    this.setClocks(table.clocks);
    const mute: Reaction[] = this.muted ? [{ send: { type: "mute", on: true } }] : [];
    return [...this.commands.pending.map((command) => ({ send: command })), ...mute];
  }

  /** What another worker shows may be a moment behind what the last one has shown: it is taken as it comes. */
  private lookOn(watching: Watching): Reaction[] {
    const { id, log, players, watchers } = watching;
    if (id !== this.watches) return [];
    if (this.game?.table.id !== id || this.game.table.log !== log) this.leaveTable();
    this.position = undefined;
    const table: Table = this.game?.table ?? { type: "table", id, code: "", seat: "A", log, state: "playing" };
    this.game = { absent: new Set(), offers: new Set(), passes: NO_PASSES, ...this.game, table, players, watching, watchers };
    return [];
  }

  /** Whoever has seen the end stays with it. */
  private unwatched(why: string, isOver = false): Reaction[] {
    if (this.game?.outcome) return [];
    this.leaveTable();
    return [{ unwatched: { why, isOver } }];
  }

  private snapshot(message: Snapshot): Reaction[] {
    // Of an owner that has been replaced, or written before what is known here: the right one is asked for again.
    if (!this.game || this.isOld(message)) return this.gap();
    this.asked = false;
    this.paused = false;
    this.position = { log: message.log, epoch: message.epoch, seq: message.seq };
    this.commands.goOnFrom(message.n);
    this.settle(message.n);
    const { prompt: _old, ...rest } = this.game;
    this.game = {
      ...rest,
      table: { ...rest.table, log: message.log, state: rest.table.state === "ended" ? "ended" : "playing", ...seatOf(message.view) },
      view: message.view,
      players: message.players,
      passes: passesOf(message),
      seen: seenIn(message.view, message.hands, this.game.seen),
      ...(message.prompt ? { prompt: message.prompt } : {}),
      ...(message.hands ? { hands: message.hands } : {}),
    };
    this.setClocks(message.clocks);
    this.conclude(message.view);
    return [{ replaced: true }];
  }

  private update(message: Update): Reaction[] {
    const before = this.game?.view;
    if (!this.game || !before || !this.position) return this.gap();
    const { log, epoch, seq } = this.position;
    if (message.epoch < epoch || (message.epoch === epoch && message.seq <= seq)) return [];
    // A new owner begins with everything: what its log was before may be other than what is known here.
    if (message.epoch > epoch || (message.prev ?? message.seq - 1) !== seq) return this.gap();
    this.position = { log, epoch, seq: message.seq };
    if (message.n !== undefined) this.settle(message.n);
    const after = merge(before, message.patch ?? {});
    const { prompt: _old, ...rest } = this.game;
    this.game = {
      ...rest,
      view: after,
      seen: seenIn(after, message.hands, rest.seen),
      ...(message.prompt ? { prompt: message.prompt } : {}),
      ...(message.hands ? { hands: message.hands } : {}),
    };
    this.setClocks(message.clocks);
    this.paused = false;
    this.conclude(after);
    return [{ events: { list: inFull(message.events ?? [], before, after), before, after } }];
  }

  /** A frame of an owner that has been replaced: nobody accepts a lower epoch of the same log. */
  private isReplaced({ log, epoch }: Position): boolean {
    return this.position?.log === log && epoch < this.position.epoch;
  }

  /** A state that is behind what is known here already. */
  private isOld(state: Position): boolean {
    const known = this.position;
    if (this.isReplaced(state)) return true;
    return known?.log === state.log && known.epoch === state.epoch && state.seq < known.seq;
  }

  /** Updates are missing: ask once for everything. */
  private gap(): Reaction[] {
    if (this.asked) return [];
    this.asked = true;
    return [{ send: RESYNC }];
  }

  /** A command that was sent again is acknowledged behind its update: if it still waits, the update was lost. */
  private acked(message: Ack): Reaction[] {
    const waits = this.commands.deciding.some((command) => command.n === message.n);
    this.paused = false;
    this.settle(message.n);
    if (!waits || !this.game) return [];
    const { prompt: _answered, ...rest } = this.game;
    this.game = rest;
    return this.gap();
  }

  /** The view says how it ended, too: the message that says so may be lost between two servers. */
  private conclude({ outcome: { winner, reason } }: View): void {
    if (winner !== undefined && reason !== undefined) this.over({ winner, reason });
  }

  private over(outcome: Outcome): void {
    if (!this.game) return;
    const { prompt: _closed, ...rest } = this.game;
    this.game = { ...rest, outcome, table: { ...rest.table, state: "ended" } };
  }

  private settle(n: number): void {
    for (const passes of this.commands.settle(n)) if (this.game) this.game = { ...this.game, passes };
  }

  private refused(message: Refused): Reaction {
    if (message.n === undefined) this.wished = undefined;
    else this.commands.drop(message.n);
    if (message.code === "unknown_table" && message.n === undefined) this.leaveTable();
    if (message.prompt && this.game) this.game = { ...this.game, prompt: message.prompt };
    return { refused: message };
  }

  private offered(seat: Seat): Reaction[] {
    if (!this.game || this.game.offers.has(seat)) return [];
    this.game = { ...this.game, offers: new Set([...this.game.offers, seat]) };
    return [{ offered: seat }];
  }

  private declined(seat: Seat): Reaction[] {
    if (this.wished?.message.type === "rematch") this.wished = undefined;
    if (!this.game) return [];
    this.game = { ...this.game, offers: new Set() };
    return [{ declined: seat }];
  }

  private presence({ seat, online, claim_at: claimAt }: Presence): void {
    if (!this.game) return;
    const absent = new Set(this.game.absent);
    if (online) absent.delete(seat);
    else absent.add(seat);
    if (seat === this.game.table.seat) {
      this.game = { ...this.game, absent };
      return;
    }
    const { claimAt: _before, ...rest } = this.game;
    this.game = { ...rest, absent, ...(claimAt === undefined ? {} : { claimAt }) };
  }

  /** The newest clocks are right: updates that were missed tell of earlier ones. */
  private setClocks(clocks: Clocks | undefined): void {
    if (!this.game || !clocks || clocks.as_of < (this.game.clocks?.as_of ?? 0)) return;
    this.game = { ...this.game, clocks };
  }
}
