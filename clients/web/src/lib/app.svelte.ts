/** The state of the page, and everything that the parts of the page may do. */

import type { Colour } from "./art";
import { Builder } from "./decks/builder.svelte";
import { ChosenDeck, type Luggage } from "./decks/chosen.svelte";
import { isSame, type Main } from "./decks/judge";
import { Shelf } from "./decks/shelf.svelte";
import { Cinema, type Stage } from "./cinema.svelte";
import { offerOf, type Context, type Offer } from "./choice";
import { Choosing } from "./choosing.svelte";
import { knownColours, NONE_SEEN } from "./colours";
import { RunningClocks } from "./clocks.svelte";
import type { Command } from "./commands";
import { freshEntropy } from "./entropy";
import { Explaining } from "./explaining.svelte";
import { avatarOf } from "./faces";
import { loadCatalogue, loadDecks, type Catalogue } from "./facts";
import { Lasting } from "./lasting.svelte";
import { Learning } from "./learning.svelte";
import type { Moment } from "./film";
import type { Line } from "./lines";
import { becomeGuest, isAway, Link, type LinkState } from "./link";
import { isFirstVisit, keepBrought, keepMatch, keepVisit, recallBrought, whenNotKept, type Trouble } from "./memory";
import { motion } from "./motion/motion.svelte";
import type { Phrase } from "./phrases";
import { AutoPass } from "./passes.svelte";
import { isPassed } from "./passing";
import { Pages } from "./pages.svelte";
import { Pointing } from "./pointing.svelte";
import type { CardFacts, ClientMessage, Decision, Prompt, Refused, ServerMessage, Tables } from "./protocol";
import { refresh } from "./refresh";
import { Repeater } from "./repeat";
import { HOME, isFilm } from "./route";
import { typeset } from "./rules";
import { Seating } from "./seating.svelte";
import { other, type Seat } from "./seats";
import type { Game, News, Passes, Reaction, Unwatched } from "./game";
import { Session, type Wish } from "./session";
import { Showing } from "./showing.svelte";
import { sounds } from "./sound.svelte";
import { Story } from "./story.svelte";
import { Talk } from "./talk.svelte";
import { Toasts } from "./toasts.svelte";
import { words, type Who } from "./words";

const AGENT = "paltable-web/0.1.0";
/** A connection that is back sooner was never away; of a server that is replaced, its page knows that it will be. */
const QUIET_MS = 1_000;
const REPLACED_MS = 3_000;
const PAUSE_MS = 400;
const TABLES_MS = 5_000;

export interface Sheet {
  readonly seat: Seat;
  readonly pile: "graveyard" | "exile" | "hand";
}

export class App {
  catalogue = $state.raw<Catalogue>(new Map());
  /**
   * Ready when the cards are there and it is known whether this player sits at a table, so that a reload shows no lobby
   * in between. Whoever comes for the first time sits nowhere.
   */
  start = $state<"loading" | "failed" | "connecting" | "ready">("loading");
  link = $state<LinkState>("connecting");
  /** Whether the server has ever answered this page. */
  isKnown = $state(false);
  lag = $state(0);
  name = $state("");
  /** A sentence about a match that another version of the server began; it is kept, and this player is free. */
  parked = $state("");
  /** The server is of another version than the one that gave this page. */
  outdated = $state(false);
  queued = $state(false);
  /** The tables that wait for somebody, and those that play; unknown until the server has told. */
  tables = $state.raw<Tables | undefined>(undefined);
  game = $state.raw<Game | undefined>(undefined);
  pending = $state(0);
  /** The end panel was put away to look at the table. */
  lookAround = $state(false);
  sheet = $state.raw<Sheet | undefined>(undefined);
  /** The rules in short, the keys, or the board as tables are open. */
  reads = $state<"rules" | "keys" | "board" | undefined>(undefined);
  /** The table is seen from the other side, by somebody who only watches. */
  turned = $state(false);
  /** The id of the match that is watched here. */
  watches = $state<string | undefined>(undefined);
  /** Why the match that was to be watched is not shown. */
  unwatched = $state.raw<Unwatched | undefined>(undefined);
  /** Why this browser did not keep something. */
  storage = $state<Trouble | undefined>(undefined);

  /** Whether the cards are there, and what the server has said before they were. */
  private isLoaded = false;
  private early: ServerMessage[] = [];
  /** Whether the server has told where this player sits. */
  private isPlaced = false;
  /** Whether there is a connection, or one is being made: a replay alone needs none, and takes nobody's seat. */
  private connects = false;
  private readonly awayFor = new Lasting(QUIET_MS);
  private readonly opponentGone = new Lasting(QUIET_MS);
  private readonly pausedFor = new Lasting(PAUSE_MS);

  readonly shelf = new Shelf();
  readonly pages: Pages = new Pages(this);
  readonly builder = new Builder(this.shelf, () => this.pages.openDecks());
  /** A finished match, as long as one is shown on the table. */
  readonly cinema: Cinema;
  readonly toasts = new Toasts();
  readonly deck = new ChosenDeck(this.shelf, this.toasts);
  readonly pointing = new Pointing();
  readonly story = new Story();
  readonly talk: Talk = new Talk(this);
  readonly seating: Seating = new Seating(this);
  readonly passes: AutoPass = new AutoPass(this);
  readonly showing: Showing = new Showing(this);
  readonly choosing: Choosing = new Choosing(this);
  readonly explaining: Explaining = new Explaining(this);
  readonly clocks: RunningClocks = new RunningClocks(this);
  readonly learning: Learning = new Learning(this);
  /** What the log begins with at the table that is asked for: what is known of the match before it. */
  private before: readonly Line[] = [];
  private readonly session = new Session();
  private readonly connection: Link;
  private readonly repeater = new Repeater(
    () => [...this.session.again(), ...(this.choosing.trying ? [this.choosing.trying] : [])],
    (message) => this.connection.send(message),
  );
  readonly context = $derived.by((): Context | undefined => {
    const view = this.game?.view;
    if (!view) return undefined;
    // The end interrupts a battle in any step; nothing of it is going on any more.
    const { battle, ...shown } = view;
    if (battle && !this.game?.outcome) Object.assign(shown, { battle });
    return { view: shown, catalogue: this.catalogue, names: { A: this.nameOf("A"), B: this.nameOf("B") } };
  });
  /** Whether a table is what is shown: of a match, or of a film. */
  readonly isSeen = $derived(this.context !== undefined && !this.pages.isAside);
  /** Whether the open question is passed by itself in a moment, as the reader has chosen. */
  readonly isPassed = $derived.by((): boolean => {
    const { prompt, view, outcome } = this.game ?? {};
    return prompt !== undefined && view !== undefined && !outcome && isPassed(prompt, view, this.passes.now);
  });
  /** The open question, unless its answer is already on the way or nobody needs to be asked. */
  readonly open = $derived(
    this.pending === 0 && !this.game?.outcome && !this.isPassed
      ? (this.choosing.steps.at(-1)?.prompt ?? this.game?.prompt)
      : undefined,
  );
  /** What of the open question is left to choose: all of it, unless a lesson leads. */
  readonly prompt = $derived(this.learning.left(this.open));
  /** Whether the table waits for the server, and nothing can be decided. */
  readonly paused = $derived(this.pausedFor.shown && !this.game?.outcome);
  /** Whether the connection is lost for so long that the reader has to know. */
  readonly away = $derived(this.awayFor.shown);
  readonly opponentAway = $derived(this.opponentGone.shown);
  /** Whether the page waits for the server's word about the choice just made. */
  readonly waits = $derived(this.choosing.trying !== undefined || this.paused);
  readonly offer = $derived.by((): Offer | undefined =>
    this.prompt && this.context
      ? this.learning.lit(offerOf(this.prompt, this.choosing.draft, this.context, this.choosing.steps.length > 0))
      : undefined,
  );
  /** Why the table is over, if it cannot be shown. */
  readonly lost = $derived.by((): string | undefined => {
    const outcome = this.game?.outcome;
    return outcome && !this.game?.view ? words.end.drawReason(outcome.reason) : undefined;
  });
  /** The seat that is the reader's own; none for somebody who watches the match of others. */
  readonly own = $derived<Seat | undefined>(
    this.game?.watching && (this.game.view?.viewer ?? "spectator") === "spectator" ? undefined : this.game?.table.seat,
  );
  /** The seat on the near side of the table. */
  readonly seat = $derived<Seat>(this.own ?? (this.turned ? "B" : "A"));
  readonly opponent = $derived<Seat>(other(this.seat));
  /** What was seen of both decks when the table last stood still: a card is seen when it lies there. */
  private seen = $state.raw(NONE_SEEN);
  /** What is known of the colours of both decks; in a film, all that it shows. Positions of lessons and rulings have no decks. */
  readonly colours = $derived.by((): Readonly<Record<Seat, readonly Colour[]>> => {
    const { film } = this.cinema;
    if (this.learning.isOn || film?.reel.ruling) return { A: [], B: [] };
    const seen = film ? (film.moments.at(-1)?.game.seen ?? NONE_SEEN) : this.seen;
    const deck = this.game?.deck && this.shelf.mainOf(this.game.deck);
    const of = (seat: Seat): Colour[] => knownColours(seen[seat], seat === this.own ? deck : undefined, this.catalogue);
    return { A: of("A"), B: of("B") };
  });

  constructor() {
    this.session.muted = this.talk.muted;
    whenNotKept((trouble) => {
      this.storage = trouble;
      this.toasts.show(words.decks.notKept[trouble], true);
    });
    this.cinema = new Cinema(this.stage());
    this.connection = new Link({
      hello: (ticket, tab, conn) => this.session.hello(ticket, AGENT, tab, conn),
      message: (message) => (this.isLoaded ? this.receive(message) : this.early.push(message)),
      state: (state) => this.linked(state),
      lag: (milliseconds) => (this.lag = milliseconds),
    });
  }

  /** Loads the cards and connects, at the same time. */
  async begin(): Promise<void> {
    this.pages.visit(location.hash);
    this.start = "loading";
    const needsServer = !isFilm(this.pages.route);
    const isNew = this.pages.route.page === "play" && isFirstVisit();
    if (needsServer && !this.connects) this.connect();
    try {
      const [catalogue, { presets, rules }] = await Promise.all([loadCatalogue(), loadDecks()]);
      this.catalogue = this.shelf.catalogue = catalogue;
      [this.shelf.presets, this.shelf.rules] = [presets, rules];
    } catch {
      this.start = "failed";
      return;
    }
    this.isLoaded = true;
    if (!needsServer) {
      this.start = "ready";
      this.pages.visit(location.hash);
      return;
    }
    this.start = isNew ? "ready" : "connecting";
    for (const message of this.early.splice(0)) this.receive(message);
  }

  private connect(): void {
    this.start = this.isLoaded ? "connecting" : "loading";
    this.connects = true;
    this.isPlaced = false;
    this.connection.connect();
  }

  private linked(state: LinkState): void {
    if (state === "online" && this.away) this.toasts.show(words.connection.back);
    if (state === "slow") this.toasts.show(words.connection.slow, true);
    if (state !== "online") this.choosing.trying = undefined;
    this.awayFor.set(isAway(state), state === "restarting" ? REPLACED_MS : QUIET_MS);
    this.link = state;
  }

  nameOf(seat: Seat): string {
    const game = this.game;
    const named = game?.players?.[seat].name;
    if (named !== undefined && named !== "") return named;
    return seat === game?.table.seat ? this.name : (game?.table.opponent?.name ?? words.table.theirs);
  }

  /** The picture of a player at the table; both have their own. */
  faceOf(seat: Seat): CardFacts | undefined {
    const first = avatarOf(this.nameOf("A"), this.catalogue);
    if (seat === "A") return first;
    const second = avatarOf(this.nameOf("B"), this.catalogue);
    return second === first ? avatarOf(this.nameOf("B"), this.catalogue, first) : second;
  }

  who(seat: Seat): Who {
    return { you: seat === this.own, name: this.nameOf(seat) };
  }

  // --- the lobby ---------------------------------------------------------------------------------------------------

  /** Opens a deck that somebody shares, or the same one of the reader's own. */
  showShared(name: string, main: Main): void {
    const own = this.shelf.own.find((deck) => isSame(deck.main, main));
    if (!own) return this.builder.begin(this.shelf.freeName(name || words.decks.sharedName), main);
    this.builder.open({ key: own.id, name: own.name, main: own.main, own: true });
    this.pages.openDecks();
  }

  pack(): Luggage | undefined {
    return this.deck.pack();
  }

  learn(lesson: string, at: number): void {
    this.wish({ type: "learn", lesson, at });
  }

  /** Something was tried that cannot be done. */
  denied(): void {
    this.learning.nudge();
  }

  // --- between matches ---------------------------------------------------------------------------------------------

  /** Offers a rematch; against a bot it begins at once. */
  rematch(): void {
    this.wish({ type: "rematch", entropy: freshEntropy() });
    this.repeater.check();
  }

  /** Takes the own offer of a rematch back, or declines the other's. */
  declineRematch(): void {
    this.transmit(this.session.declineRematch());
  }

  // --- phrases -----------------------------------------------------------------------------------------------------

  tell(phrase: Phrase): void {
    this.transmit({ type: "say", phrase });
  }

  tellMuted(on: boolean): void {
    this.connection.send(this.session.mute(on));
  }

  // --- which match is here -----------------------------------------------------------------------------------------

  get isReady(): boolean {
    return this.start === "ready";
  }

  /** The match that is played or watched here, as the server has told of it; a film may hide it. */
  get here(): Game | undefined {
    return this.session.game;
  }

  attend(id: string | undefined): void {
    if (id !== this.watches) this.watch(id);
    else if (this.isReady && !this.connects) this.connect();
  }

  /** Watches this match, or comes back to the lobby: over a connection of its own, which takes no seat or does. */
  private watch(id: string | undefined): void {
    this.watches = id;
    this.unwatched = undefined;
    this.turned = false;
    this.session.watch(id);
    this.seated(undefined);
    this.publish();
    if (this.isReady) this.connect();
  }

  /** Watches no longer. */
  stopWatching(): void {
    this.pages.go(HOME);
  }

  // --- finished matches --------------------------------------------------------------------------------------------

  /** Plays on against a bot from the moment that is shown, in the seat on the near side. */
  playOn(): void {
    const { room, at, moment } = this.cinema;
    if (room === undefined) return;
    const { seat } = this;
    this.pages.go(HOME);
    this.before = [...(moment?.lines ?? []), { by: "nobody", pieces: [words.replay.playedOn] }];
    this.wish({ type: "play_on", room, at, seat });
  }

  /** Leaves the film for where one came from. */
  leaveFilm(): void {
    const { room, address } = this.cinema;
    if (address?.page === "ruling") return this.pages.go({ page: "learn" });
    this.pages.go(room !== undefined && (this.here || this.watches !== undefined) ? HOME : { page: "replays" });
  }

  /** The table shows the match that is played here again, or nothing. */
  closeFilm(): void {
    if (!this.cinema.source) return;
    this.cinema.close();
    motion.cut();
    this.clearTable();
    this.story.begin(this.session.game?.table.log);
    this.publish();
  }

  private stage(): Stage {
    const app = this;
    return {
      get catalogue() {
        return app.catalogue;
      },
      get isMoving() {
        return motion.isMoving;
      },
      show: (moment, follows) => this.showing.jump(moment, follows),
      settle: () => this.pages.followFilm(),
    };
  }

  invite(code: string): void {
    if (code === this.game?.table.code) return;
    this.seating.invite(code);
    if (this.game) this.toasts.show(words.lobby.invitedLater(code));
  }

  leaveInvitation(): void {
    this.pages.leaveInvitation();
  }

  leaveQueue(): void {
    this.connection.send(this.session.leaveQueue());
  }

  /** Stands up from a table that has ended or not begun. */
  leave(): void {
    this.wish({ type: "leave" });
  }

  /** Keeps the list of tables up to date for as long as the lobby is shown; gives what ends that. */
  watchTables(): () => void {
    return refresh(() => this.connection.send(this.session.listTables()), TABLES_MS);
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

  /** The cards of a hand that is open to those who watch. */
  openHand(seat: Seat): readonly string[] | undefined {
    return this.own === undefined ? this.game?.hands?.[seat] : undefined;
  }

  // --- the table ---------------------------------------------------------------------------------------------------

  /** The question that the server has asked. */
  get asked(): Prompt | undefined {
    return this.game?.prompt;
  }

  get paid(): readonly Decision[] {
    return this.choosing.steps.map(({ decision }) => decision);
  }

  /** Whether what the table shows stands at the server, too. */
  get isLive(): boolean {
    return this.game !== undefined && !this.cinema.film;
  }

  /** Asks the server about the game; false without a connection. */
  ask(question: ClientMessage): boolean {
    const isSent = this.connection.send(question);
    if (isSent) this.repeater.check();
    return isSent;
  }

  /** Sends the answers to the open question, and to those that follow from them. */
  send(decisions: readonly Decision[]): void {
    const commands = this.session.decide(decisions);
    this.choosing.forget();
    this.command(...commands);
  }

  concede(): void {
    this.command(this.session.commands.concede());
  }

  claimWin(): void {
    this.command(this.session.commands.claimWin());
  }

  choosePasses(passes: Passes): void {
    this.command(this.session.commands.choosePasses(passes));
  }

  /** Sends commands of the game, and shows at once what they change here. */
  private command(...commands: readonly Command[]): void {
    this.publish();
    for (const command of commands) this.transmit(command);
    this.repeater.check();
  }

  // --- messages ----------------------------------------------------------------------------------------------------

  /** Sends a command of the game; without a connection it waits in the session. */
  private transmit(message: ClientMessage): void {
    if (!this.connection.send(message) && this.away) this.toasts.show(words.connection.unsent);
  }

  /** Asks for something of the lobby; without a connection it is asked for on the next one. */
  wish(wish: Wish): void {
    this.seating.forgetJoining();
    this.transmit(this.session.wish(wish));
  }

  private receive(message: ServerMessage): void {
    const before = this.session.game;
    const reactions = this.session.receive(message);
    const after = this.session.game;
    if (after?.prompt?.id !== before?.prompt?.id) this.choosing.forget();
    if (after?.outcome || (after?.prompt && after.prompt.id !== before?.prompt?.id)) this.toasts.hide(words.table.autoPassed);
    if (after?.table.log !== before?.table.log) this.seated(after?.table.log);
    this.keepFinished();
    if (reactions.some(({ replaced }) => replaced)) this.catchUp();
    for (const { events } of reactions) if (events) this.showing.add(events);
    this.publish();
    if (after?.prompt && after.prompt.id !== before?.prompt?.id) this.choosing.meet(after.prompt);
    if (!before?.view && after?.view) this.pages.showTable();
    const kind = after?.prompt?.id === before?.prompt?.id ? undefined : this.prompt?.kind;
    if ((document.hidden || this.pages.isAside) && (kind === "main" || kind === "block" || kind === "quick")) sounds.play("yourturn");
    if (message.type === "welcome") {
      this.clocks.set(message.server_time);
      this.isKnown = true;
      keepVisit();
    }
    if (message.type === "watching") this.unwatched = undefined;
    if (!this.isPlaced) this.arrive(message);
    for (const reaction of reactions) this.react(reaction);
    if (this.isPassed && after?.prompt?.id !== before?.prompt?.id) this.toasts.show(words.table.autoPassed);
    this.repeater.check();
  }

  /** Remembers a match that was played here to its end, if it has a replay, so that it is found again. */
  private keepFinished(): void {
    const { table, players, outcome, watching } = this.session.game ?? {};
    if (!table?.commitment || !players || !outcome || watching) return;
    const names = { A: players.A.name, B: players.B.name };
    keepMatch({ room: table.id, names, seat: table.seat, at: this.clocks.today, outcome });
  }

  private arrive(message: ServerMessage): void {
    const atNoTable = message.type === "welcome" && message.table === undefined;
    const atTable = message.type === "snapshot" || (message.type === "table" && message.state === "waiting");
    const atLostTable = message.type === "ended"; // of a table that can be shown, the snapshot came before
    const isWatched = message.type === "watching" || message.type === "unwatched";
    if (message.type === "welcome" && this.watches !== undefined) return; // the match is asked for now
    if (!(isWatched || atNoTable || atTable || atLostTable || message.type === "refused")) return;
    this.isPlaced = true;
    this.start = "ready";
  }

  /** Shows at once what still moves or waits; whether anything new came to the table by that. */
  catchUp(): boolean {
    return this.showing.catchUp();
  }

  get isMoving(): boolean {
    return this.showing.isMoving;
  }

  publish(): void {
    if (this.session.game?.clocks !== this.game?.clocks) this.clocks.told();
    this.game = this.cinema.moment?.game ?? this.showing.of(this.session.game);
    this.pending = this.session.commands.deciding.length;
    this.passes.now = this.session.passes;
    this.queued = this.session.queued;
    this.name = this.session.name;
    this.parked = this.session.parked;
    this.outdated = this.session.outdated;
    this.tables = this.session.tables;
    this.pausedFor.set(this.session.paused);
    this.opponentGone.set(this.game?.absent.has(this.opponent) ?? false);
    this.learning.follow(this.game);
    if (this.showing.isAtRest) this.rested();
  }

  rested(): void {
    this.seen = this.game?.seen ?? NONE_SEEN;
    this.learning.see(this.game);
  }

  /** Another table is sat at, or none. */
  private seated(log: string | undefined): void {
    if (this.cinema.source && log !== undefined && this.watches === undefined) {
      this.pages.go(HOME);
      this.toasts.show(words.replay.interrupted);
    }
    this.clearTable();
    const deck = log === undefined ? undefined : (this.session.game?.deck ?? recallBrought(log));
    if (log !== undefined && deck) {
      this.session.remember(deck);
      keepBrought(log, deck);
    }
    if (log !== undefined) this.seating.satDown(this.session.game?.table.code);
    this.story.begin(this.watches === undefined ? log : undefined, this.before);
    this.before = [];
  }

  private clearTable(): void {
    this.showing.clear();
    this.seen = NONE_SEEN;
    this.choosing.clear();
    this.sheet = undefined;
    this.lookAround = false;
    this.pointing.clear();
    this.pointing.reading = undefined;
    this.talk.clear();
    this.toasts.clearAnswers();
  }

  private react(reaction: Reaction): void {
    if (reaction.send) this.connection.send(reaction.send);
    if (reaction.refused) this.refused(reaction.refused);
    if (reaction.said) this.talk.hear(reaction.said);
    if (reaction.offered === this.opponent && this.lookAround)
      this.toasts.show(words.end.wants(this.who(this.opponent)));
    if (reaction.declined) this.toasts.show(words.end.declined(this.who(reaction.declined)));
    if (reaction.unwatched) this.unwatched = reaction.unwatched;
    if (reaction.lostPlace) this.toasts.show(words.lobby.lostPlace, true);
    if (reaction.explained) this.explaining.told(reaction.explained);
    if (reaction.wouldAsk) this.choosing.wouldAsk(reaction.wouldAsk);
    if (reaction.replaced) {
      this.sayIfMissed();
      this.recallPasses();
    }
  }

  /** After a reload the log goes on where it stopped; what it does not tell of, it says so. */
  private sayIfMissed(): void {
    const view = this.game?.view;
    if (!view || this.learning.isOn || (view.turn <= 1 && view.phase === "setup")) return;
    this.story.standsAt(view, this.game?.watching ? words.watch.logGap : words.table.logGap);
  }

  /** A match that is played here is passed in as the reader likes it. */
  private recallPasses(): void {
    const { game } = this.session;
    if (game && !game.watching && !game.outcome && !this.learning.isOn) this.passes.recall(game);
  }

  stand(moment: Moment): void {
    this.story.stand(moment);
  }

  narrate(news: News): void {
    if (!this.game) return;
    const names = { A: this.nameOf("A"), B: this.nameOf("B") };
    this.story.tell(news, { names, catalogue: this.catalogue }, this.game.watching ? undefined : this.game.table.log);
  }

  private refused(refused: Refused): void {
    this.choosing.clear();
    const defects = refused.defects?.map((defect) => defect.text).join(" ") ?? "";
    const why = typeset(defects === "" ? refused.why : `${refused.why} ${defects}`);
    if (!this.seating.refused(refused, why)) this.toasts.show(why, true);
  }
}

export const app = new App();
