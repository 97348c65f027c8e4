/** The state of the page, and everything that the parts of the page may do. */

import { isStarted, NOTHING, offerOf, type Context, type Draft, type Offer } from "./choice";
import { loadCatalogue, loadPresets, type Catalogue } from "./facts";
import { becomeGuest, Link, type LinkState } from "./link";
import { narrate, type Line, type Seat } from "./log";
import {
  keepAutoPass,
  keepBotGame,
  keepDeck,
  keepLog,
  recallAutoPass,
  recallBotGame,
  recallDeck,
  recallLog,
  type BotGame,
} from "./memory";
import { spoken } from "./pieces";
import { Pointing } from "./pointing.svelte";
import type {
  ClientMessage,
  Decision,
  DeckChoice,
  PresetDeck,
  Prompt,
  Refused,
  ServerMessage,
  WouldAsk,
} from "./protocol";
import { revealOf, type Reveal } from "./reveal";
import { typeset } from "./rules";
import { Session, type Game, type Reaction } from "./session";
import { tapCard, tapPlayer, type Tap } from "./taps";
import { Toasts } from "./toasts.svelte";
import { words, type Who } from "./words";

const AGENT = "paltable-web/0.1.0";
const REVEAL_MS = 6_000;

export interface Sheet {
  readonly seat: Seat;
  readonly pile: "graveyard" | "exile";
}

/** A choice of a cost that was made and can be taken back. */
export interface Step {
  readonly decision: Decision;
  readonly prompt: Prompt;
}

export class App {
  catalogue = $state.raw<Catalogue>(new Map());
  presets = $state.raw<readonly PresetDeck[]>([]);
  /** Ready as soon as it is known whether this player sits at a table, so that a reload shows no lobby in between. */
  start = $state<"loading" | "failed" | "connecting" | "ready">("loading");

  link = $state<LinkState>("connecting");
  lag = $state(0);
  name = $state("");
  /** A sentence about a match that another version of the server began; it is kept, and this player is free. */
  parked = $state("");
  queued = $state(false);
  game = $state.raw<Game | undefined>(undefined);
  pending = $state(0);

  draft = $state.raw<Draft>(NOTHING);
  /** Choices of a cost that are made and not sent, each with the question that follows from it. */
  steps = $state.raw<readonly Step[]>([]);
  lines = $state.raw<readonly Line[]>([]);
  /** The end panel was put away to look at the table. */
  lookAround = $state(false);
  sheet = $state.raw<Sheet | undefined>(undefined);
  /** The rules in short are open. */
  showsRules = $state(false);
  autoPass = $state(recallAutoPass());
  deck = $state(recallDeck() ?? "");
  /** The Pal that blocked in the battle that is going on; 0 if none did, or nobody here saw it. */
  blocker = $state(0);
  /** The damage to a player that was dealt last, as long as it is shown. */
  reveal = $state.raw<Reveal | undefined>(undefined);
  /** What the screen reader says: events politely, questions at once. */
  told = $state("");

  readonly toasts = new Toasts();
  readonly pointing = new Pointing();
  private readonly session = new Session();
  private readonly connection: Link;
  private queueDeck: DeckChoice | undefined;
  /** The seat was given up here; if the server refuses that, it still has us at the table. */
  private leaving = false;
  /** Choices whose next question is being asked of the server. */
  private trying = $state.raw<readonly Decision[] | undefined>(undefined);
  private revealTimer: ReturnType<typeof setTimeout> | undefined;

  readonly context = $derived.by((): Context | undefined => {
    const view = this.game?.view;
    if (!view) return undefined;
    // The end interrupts a battle in any step; nothing of it is going on any more.
    const { battle, ...shown } = view;
    if (battle && !this.game?.outcome) Object.assign(shown, { battle });
    return { view: shown, catalogue: this.catalogue, names: { A: this.nameOf("A"), B: this.nameOf("B") } };
  });
  /** The open question, unless its answer is already on the way. */
  readonly prompt = $derived(
    this.pending === 0 && !this.game?.outcome ? (this.steps.at(-1)?.prompt ?? this.game?.prompt) : undefined,
  );
  /** Whether the page waits for the server's word about the choice just made. */
  readonly waits = $derived(this.trying !== undefined);
  readonly offer = $derived.by((): Offer | undefined =>
    this.prompt && this.context ? offerOf(this.prompt, this.draft, this.context) : undefined,
  );
  /** Why the table is over, if it cannot be shown. */
  readonly lost = $derived.by((): string | undefined => {
    const outcome = this.game?.outcome;
    return outcome && !this.game?.view ? words.end.drawReason(outcome.reason) : undefined;
  });
  readonly seat = $derived<Seat>(this.game?.table.seat ?? "A");
  readonly opponent = $derived<Seat>(this.seat === "A" ? "B" : "A");

  constructor() {
    this.connection = new Link({
      hello: (ticket, tab, conn) => this.session.hello(ticket, AGENT, tab, conn),
      message: (message) => this.receive(message),
      state: (state) => {
        if (state === "online" && this.link === "lost") this.toasts.show(words.connection.back);
        if (state !== "online") this.trying = undefined;
        this.link = state;
      },
      lag: (milliseconds) => (this.lag = milliseconds),
    });
  }

  /** Loads the cards and connects. */
  async begin(): Promise<void> {
    this.start = "loading";
    try {
      [this.catalogue, this.presets] = await Promise.all([loadCatalogue(), loadPresets()]);
    } catch {
      this.start = "failed";
      return;
    }
    if (!this.presets.some((deck) => deck.key === this.deck)) this.deck = this.presets[0]?.key ?? "";
    this.start = "connecting";
    this.connection.connect();
  }

  nameOf(seat: Seat): string {
    const game = this.game;
    const named = game?.players?.[seat].name;
    if (named !== undefined && named !== "") return named;
    return seat === game?.table.seat ? this.name : (game?.table.opponent?.name ?? words.table.theirs);
  }

  who(seat: Seat): Who {
    return { you: seat === this.seat, name: this.nameOf(seat) };
  }

  // --- the lobby ---------------------------------------------------------------------------------------------------

  chooseDeck(key: string): void {
    this.deck = key;
    keepDeck(key);
  }

  private get deckChoice(): DeckChoice {
    return { preset: this.deck };
  }

  playBot(bot: BotGame["bot"], botDeck: string): void {
    keepBotGame({ bot, botDeck });
    this.send({ type: "create_table", opponent: "bot", bot, deck: this.deckChoice, bot_deck: { preset: botDeck } });
  }

  /** Whether the game that ended was one against a bot, which can begin anew at once. */
  get canPlayAgain(): boolean {
    return this.game?.players?.[this.opponent].bot === true && recallBotGame() !== undefined;
  }

  playAgain(): void {
    const last = recallBotGame();
    if (!last) return;
    this.leave();
    this.playBot(last.bot, last.botDeck);
  }

  createTable(): void {
    this.send({ type: "create_table", opponent: "human", deck: this.deckChoice });
  }

  join(code: string): void {
    this.send({ type: "join", code: code.trim().toUpperCase(), deck: this.deckChoice });
  }

  queue(): void {
    this.queueDeck = this.deckChoice;
    this.send({ type: "queue", deck: this.queueDeck });
  }

  leaveQueue(): void {
    this.queueDeck = undefined;
    this.send({ type: "leave_queue" });
  }

  /** Stands up from a table that has ended or not begun. */
  leave(): void {
    if (!this.send({ type: "leave" })) return;
    this.leaving = true;
    this.session.leaveTable();
    this.publish();
    this.clearTable();
  }

  /** Takes another name; it is known from the next connection on. */
  async rename(name: string): Promise<void> {
    try {
      await becomeGuest(name);
    } catch {
      this.toasts.show(words.start.failed, true);
      return;
    }
    this.connection.connect();
  }

  reconnect(): void {
    this.connection.connect();
  }

  // --- the table ---------------------------------------------------------------------------------------------------

  tap(handle: number): boolean {
    if (!this.prompt || !this.context) return false;
    return this.act(tapCard(this.prompt, this.draft, handle, this.context));
  }

  tapPlayer(): boolean {
    return this.prompt !== undefined && this.act(tapPlayer(this.prompt, this.draft));
  }

  private act(tap: Tap | undefined): boolean {
    if (!tap || this.trying) return false;
    if ("decision" in tap) this.decide(tap.decision);
    else this.draft = tap.draft;
    return true;
  }

  change(part: Partial<Draft>): void {
    this.draft = { ...NOTHING, ...part };
  }

  /** Takes the half-made choice back, one step at a time; false if there is none. */
  undo(): boolean {
    if (isStarted(this.draft)) this.draft = NOTHING;
    else if (this.steps.length > 0) this.steps = this.steps.slice(0, -1);
    else return false;
    return true;
  }

  pickRow(row: number): void {
    const { card } = this.draft;
    this.draft = { ...NOTHING, card, row: this.draft.row === row ? -1 : row };
  }

  /**
   * Answers the open question. The choices of a cost are collected first, so that they can be taken back: what would
   * be asked next is asked of the server, and all is sent when nothing but carrying it out is left.
   */
  decide(decision: Decision): void {
    const prompt = this.game?.prompt;
    if (!prompt || this.trying) return;
    const decisions = [...this.steps.map((step) => step.decision), decision];
    const hasCost = decision.verb === "activate" || this.steps.length > 0;
    if (hasCost && this.connection.send({ type: "preview", prompt: prompt.id, decisions })) this.trying = decisions;
    else this.commit(decisions);
  }

  private commit(decisions: readonly Decision[]): void {
    const commands = this.session.decide(decisions);
    this.forgetChoice();
    this.publish();
    for (const command of commands) this.transmit(command);
  }

  /** What would be asked after the collected choices: one more step, or they are complete. */
  private wouldAsk({ prompt, would }: WouldAsk): void {
    const decisions = this.trying;
    const last = decisions?.at(-1);
    if (!decisions || !last || prompt !== this.game?.prompt?.id) return;
    this.trying = undefined;
    if (!would) return this.commit(decisions);
    this.steps = [...this.steps, { decision: last, prompt: would }];
    this.draft = NOTHING;
  }

  private forgetChoice(): void {
    this.draft = NOTHING;
    this.steps = [];
    this.trying = undefined;
  }

  concede(): void {
    const command = this.session.concede();
    this.publish();
    this.transmit(command);
  }

  setAutoPass(on: boolean): void {
    this.autoPass = on;
    keepAutoPass(on);
    this.passIfNothingElse();
  }

  // --- messages ----------------------------------------------------------------------------------------------------

  /** Sends a command of the game; without a connection it waits in the session. */
  private transmit(message: ClientMessage): void {
    if (!this.connection.send(message)) this.toasts.show(words.connection.unsent);
  }

  /** Sends a message of the lobby, which means nothing later. */
  private send(message: ClientMessage): boolean {
    const sent = this.connection.send(message);
    if (!sent) this.toasts.show(words.connection.lost, true);
    return sent;
  }

  private receive(message: ServerMessage): void {
    const promptBefore = this.session.game?.prompt?.id;
    const reactions = this.session.receive(message);
    if (this.session.game?.prompt?.id !== promptBefore) this.forgetChoice();
    this.publish();
    if (this.start === "connecting") this.arrive(message);
    for (const reaction of reactions) this.react(reaction);
    if (message.type === "table") this.seated(message.log);
    if (message.type === "welcome" && message.table === undefined && this.queueDeck)
      this.send({ type: "queue", deck: this.queueDeck });
    this.passIfNothingElse();
  }

  private arrive(message: ServerMessage): void {
    const atNoTable = message.type === "welcome" && message.table === undefined;
    const atTable = message.type === "snapshot" || (message.type === "table" && message.state === "waiting");
    const atLostTable = message.type === "ended"; // of a table that can be shown, the snapshot came before
    if (atNoTable || atTable || atLostTable || message.type === "refused") this.start = "ready";
  }

  private publish(): void {
    this.game = this.session.game;
    this.pending = this.session.pending.length;
    this.queued = this.session.queued;
    this.name = this.session.name;
    this.parked = this.session.parked;
    if (this.game) this.queueDeck = undefined;
  }

  private seated(log: string): void {
    const kept = recallLog(log);
    this.clearTable();
    this.leaving = false;
    this.lines = kept?.lines ?? [];
  }

  private clearTable(): void {
    this.forgetChoice();
    this.lines = [];
    this.sheet = undefined;
    this.reveal = undefined;
    this.lookAround = false;
    this.pointing.clear();
    this.blocker = 0;
  }

  private react(reaction: Reaction): void {
    if (reaction.send) this.connection.send(reaction.send);
    if (reaction.refused) this.refused(reaction.refused);
    if (reaction.wouldAsk) this.wouldAsk(reaction.wouldAsk);
    if (reaction.replaced) this.sayIfMissed();
    if (reaction.events) this.tell(reaction.events);
  }

  /** After a reload the log goes on where it stopped; if nothing was kept, it says so. */
  private sayIfMissed(): void {
    const view = this.game?.view;
    const begun = view !== undefined && (view.turn > 1 || view.phase !== "setup");
    if (this.lines.length === 0 && begun)
      this.lines = [{ by: "nobody", pieces: [words.table.logBefore] }];
  }

  private tell({ list, before, after, seq }: NonNullable<Reaction["events"]>): void {
    for (const event of list) {
      if (event.type === "blocked") this.blocker = event.card;
      else if (event.type === "attack_declared") this.blocker = 0;
    }
    if (!after.battle) this.blocker = 0;
    this.show(revealOf(list));
    const names = { A: this.nameOf("A"), B: this.nameOf("B") };
    const lines = narrate(list, { before, after, names, catalogue: this.catalogue });
    if (lines.length === 0 || !this.game) return;
    this.lines = [...this.lines, ...lines].slice(-400);
    this.told = lines.map((line) => spoken(line.pieces)).join(" ");
    keepLog({ log: this.game.table.log, seq, lines: this.lines });
  }

  private show(reveal: Reveal | undefined): void {
    if (!reveal) return;
    this.reveal = reveal;
    clearTimeout(this.revealTimer);
    this.revealTimer = setTimeout(() => (this.reveal = undefined), REVEAL_MS);
  }

  private refused(refused: Refused): void {
    this.forgetChoice();
    if (this.leaving && !this.game) this.connection.connect();
    this.leaving = false;
    const defects = refused.defects?.map((defect) => defect.text).join(" ") ?? "";
    this.toasts.show(typeset(defects === "" ? refused.why : `${refused.why} ${defects}`), true);
  }

  /** Answers a prompt that public information leaves only `pass` for, if the reader wants that. */
  private passIfNothingElse(): void {
    if (!this.autoPass || !this.prompt?.only_pass) return;
    this.toasts.show(words.table.autoPassed);
    this.decide({ verb: "pass" });
  }
}

export const app = new App();
