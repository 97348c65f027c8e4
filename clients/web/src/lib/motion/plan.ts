/**
 * What moves on the table when something happened, and when: from an update's events and the views around it.
 *
 * Knows nothing of elements and clocks. A card is shown by its face only where the events or the views name it: what a
 * view hides flies as a back.
 */

import type { Seat } from "../seats";
import type { Card, CardMoved, GameEvent, View } from "../protocol";
import { revealOf, type Reveal } from "../reveal";

export type Place = Card["zone"];

/** A place of the table: a player's pile, hand or base, or where a card is while it resolves. */
export interface Spot {
  readonly seat: Seat;
  readonly place: Place;
}

/** How a card goes from one place to another. */
export type Way = "draw" | "play" | "show" | "destroy" | "exile" | "go";

export interface Flight {
  readonly kind: "flight";
  /** 0: a card that the reader does not see. */
  readonly handle: number;
  /** What is printed on it; nothing for a card that stays hidden. */
  readonly number?: string;
  readonly from: Spot;
  readonly to: Spot;
  readonly way: Way;
  /** Whether its face is seen where it comes from, and where it arrives. */
  readonly open: { readonly before: boolean; readonly after: boolean };
}

export type Move =
  | Flight
  /** A card turns to rest or stands up, or takes a step forward. */
  | { readonly kind: "turn"; readonly handle: number }
  /** An attacker hits a card, or a player (0). */
  | { readonly kind: "strike"; readonly attacker: number; readonly target: number; readonly seat: Seat }
  | { readonly kind: "hurt"; readonly handle: number; readonly amount: number }
  | { readonly kind: "change"; readonly handle: number; readonly rises: boolean }
  | { readonly kind: "use"; readonly handle: number }
  | { readonly kind: "gain"; readonly seat: Seat; readonly resource: "material" | "ingredient"; readonly amount: number; readonly source: number }
  | { readonly kind: "souls"; readonly seat: Seat; readonly before: number; readonly after: number }
  | { readonly kind: "life"; readonly seat: Seat; readonly before: number; readonly after: number }
  | { readonly kind: "reveal"; readonly reveal: Reveal }
  | { readonly kind: "begin"; readonly seat: Seat }
  | { readonly kind: "attack"; readonly attacker: number }
  | { readonly kind: "night"; readonly falls: boolean }
  | { readonly kind: "end"; readonly winner: Seat | "draw" };

/** A move with the time at which it begins and how long it takes, in milliseconds at normal speed. */
export type Timed<M extends Move = Move> = M & { readonly at: number; readonly ms: number };

export interface Plan {
  readonly moves: readonly Timed[];
  /** When the last of them has come to its end, and the next update may be shown. */
  readonly ms: number;
}

export const MS = {
  move: 260,
  flip: 320,
  away: 320,
  hidden: 220,
  turn: 180,
  arrow: 240,
  strike: 420,
  pop: 200,
  change: 240,
  gain: 420,
  souls: 140,
  soulGap: 30,
  life: 420,
  begin: 260,
  night: 700,
  use: 200,
  grow: 700,
  nextCard: 380,
  /** How long a card that is turned is looked at, or one that resolves, and the result of damage. */
  look: 260,
  result: 700,
} as const;

/** Between cards that go the same way together. */
const GAP = 70;

const PUBLIC: ReadonlySet<Place> = new Set<Place>(["base", "graveyard", "exile", "resolution"]);
const PLACES: ReadonlySet<string> = new Set<Place>(["base", "deck", "exile", "graveyard", "hand", "resolution"]);

/** How long damage to a player turns cards, each of which has been looked at before it is said what became of it. */
export const turningTime = ({ cards }: Reveal): number => Math.max(0, cards.length - 1) * MS.nextCard + MS.flip + MS.look;

/** How long the reveal of damage takes: each card, and then the look at what became of it. */
export const revealTime = (reveal: Reveal): number => turningTime(reveal) + (reveal.cancelled ? MS.grow : 0) + MS.result;

export function plan(events: readonly GameEvent[], before: View, after: View): Plan {
  return new Planner(events, before, after).plan();
}

/** From when on a card that only makes room moves: with the first one that comes to its place or leaves it. */
export function makesRoomAt({ moves }: Plan, { seat, place }: Spot): number {
  const touches = ({ from, to }: Flight): boolean => [from, to].some((spot) => spot.seat === seat && spot.place === place);
  const times = moves.filter((move) => move.kind === "flight" && touches(move)).map(({ at }) => at);
  return times.length > 0 ? Math.min(...times) : 0;
}

class Planner {
  private readonly moves: Timed[] = [];
  private now = 0;
  private index = 0;
  private readonly life: Record<Seat, number>;
  /** The card whose ability is being carried out. */
  private source = 0;
  private readonly struck = new Set<number>();
  /** When the last damage to a player has been shown to its end. */
  private revealed: number | undefined;

  constructor(
    private readonly events: readonly GameEvent[],
    private readonly before: View,
    private readonly after: View,
  ) {
    this.life = { A: before.players.A.life, B: before.players.B.life };
  }

  plan(): Plan {
    this.souls();
    while (this.index < this.events.length) {
      const event = this.events[this.index++];
      if (event) this.add(event);
    }
    return { moves: this.moves, ms: this.now };
  }

  /** A move that begins now; what follows waits for `wait` of its time. */
  private put(move: Move, ms: number, wait = ms, delay = 0): void {
    this.moves.push({ ...move, at: this.now + delay, ms });
    this.now += wait;
  }

  /** The events that follow and are of the same type, taken along. */
  private run<E extends GameEvent>(first: E, same: (event: E) => boolean): E[] {
    const run = [first];
    for (let next = this.events[this.index]; next?.type === first.type && same(next as E); next = this.events[this.index]) {
      run.push(next as E);
      this.index++;
    }
    return run;
  }

  private cardOf(handle: number): Card | undefined {
    return this.after.cards[handle] ?? this.before.cards[handle];
  }

  /** Pips turn while the rest goes on. */
  private souls(): void {
    for (const seat of ["A", "B"] as const) {
      const [before, after] = [this.before.players[seat].souls, this.after.players[seat].souls];
      if (before !== after) this.put({ kind: "souls", seat, before, after }, MS.souls + MS.soulGap * (Math.abs(after - before) - 1), 0);
    }
  }

  private add(event: GameEvent): void {
    switch (event.type) {
      case "turn_began":
        return this.put({ kind: "begin", seat: event.seat }, MS.begin);
      case "card_drawn":
        return this.draw(this.run(event, ({ seat }) => seat === event.seat));
      case "card_played":
        return this.play(event.card, event.number, event.seat);
      case "card_moved":
        return this.move(event);
      case "card_rested":
      case "card_stood":
        return this.together(this.run(event, () => true).map(({ card }) => ({ kind: "turn", handle: card })), MS.turn);
      case "attack_declared":
        this.put({ kind: "turn", handle: event.card }, MS.turn, 0);
        return this.put({ kind: "attack", attacker: event.card }, MS.turn + MS.arrow);
      case "blocked":
        return this.put({ kind: "turn", handle: event.card }, MS.pop);
      case "damage_dealt":
        return event.card === 0 ? this.hitPlayer(event.seat, event.source ?? 0) : this.hit(event.card, event.amount, event.source ?? 0);
      case "life_lost":
      case "life_gained": {
        const before = this.life[event.seat];
        const after = before + (event.type === "life_gained" ? event.amount : -event.amount);
        this.life[event.seat] = after;
        // While the result of damage is looked at, the number tells it, too.
        if (this.revealed === this.now) return this.put({ kind: "life", seat: event.seat, before, after }, MS.life, 0, -MS.result);
        return this.put({ kind: "life", seat: event.seat, before, after }, MS.life);
      }
      case "ability_activated":
      case "ability_resolved":
        this.source = event.card;
        return event.card === 0 ? undefined : this.put({ kind: "use", handle: event.card }, MS.use);
      case "resource_gained": {
        const { seat, resource, amount } = event;
        return this.put({ kind: "gain", seat, resource, amount, source: this.source }, MS.gain, MS.gain / 3);
      }
      case "value_changed":
        return this.together(
          this.run(event, () => true).map(({ card, power = 0, strike = 0 }) => ({ kind: "change", handle: card, rises: power + strike >= 0 })),
          MS.change,
        );
      case "night_fell":
      case "night_ended":
        return this.put({ kind: "night", falls: event.type === "night_fell" }, MS.night, MS.night / 2);
      case "game_ended":
        return this.put({ kind: "end", winner: event.winner }, 0);
      default:
        // Numbers and the log tell the rest.
        return;
    }
  }

  private together(moves: readonly Move[], ms: number): void {
    for (const move of moves) this.put(move, ms, 0);
    this.now += ms;
  }

  private draw(run: readonly { readonly seat: Seat; readonly card: number; readonly number?: string }[]): void {
    run.forEach(({ seat, card, number }, i) => {
      const flight = this.flight("draw", card, number, { seat, place: "deck" }, { seat, place: "hand" });
      this.put(flight, flight.open.after ? MS.move + MS.flip : MS.hidden, 0, i * GAP);
    });
    this.now += MS.move + (run.length - 1) * GAP;
  }

  /** What stays in a base goes there when it has been paid for; everything else is shown first. */
  private play(card: number, number: string | undefined, seat: Seat): void {
    const arrives = this.events.some((e) => e.type === "card_moved" && e.card === card && e.from === "resolution" && e.to === "base");
    if (arrives) return;
    this.put(this.flight("show", card, number, this.placeOf(card, seat), { seat, place: "resolution" }), MS.move, MS.move + MS.look);
  }

  private placeOf(card: number, seat: Seat): Spot {
    return { seat, place: this.before.cards[card]?.zone ?? "hand" };
  }

  private move(first: CardMoved): void {
    if (first.from === "deck" && first.cause === "damage") return; // The reveal shows it.
    const run = this.run(first, (e) => e.cause === first.cause && e.from === first.from && e.to === first.to && first.cause !== "play");
    let longest = 0;
    run.forEach(({ card, number, seat, from, to, cause }, i) => {
      if (!PLACES.has(from) || !PLACES.has(to) || from === to) return;
      const begin = cause === "play" ? this.placeOf(card, seat) : { seat, place: from as Place };
      const way: Way = cause === "play" || to === "base" ? "play" : to === "exile" ? "exile" : from === "base" && to === "graveyard" ? "destroy" : "go";
      const ms = way === "destroy" || way === "exile" ? MS.away : MS.move;
      this.put(this.flight(way, card, number, begin, { seat, place: to as Place }), ms, 0, i * GAP);
      longest = ms + i * GAP;
    });
    this.now += longest;
  }

  private flight(way: Way, handle: number, number: string | undefined, from: Spot, to: Spot): Flight {
    const known = number ?? this.cardOf(handle)?.number;
    const isSeen = ({ seat, place }: Spot): boolean => PUBLIC.has(place) || (place === "hand" && seat === this.after.viewer);
    return {
      kind: "flight",
      handle,
      ...(known === undefined ? {} : { number: known }),
      from,
      to,
      way,
      open: { before: known !== undefined && isSeen(from), after: known !== undefined && isSeen(to) },
    };
  }

  private get attacker(): number {
    return this.before.battle?.attacker ?? 0;
  }

  private hit(handle: number, amount: number, source: number): void {
    const lunges = source !== 0 && source === this.attacker && !this.struck.has(source);
    if (lunges) {
      this.struck.add(source);
      this.put({ kind: "strike", attacker: source, target: handle, seat: this.cardOf(handle)?.owner ?? "A" }, MS.strike, MS.strike / 2);
    }
    // Both sides of a fight are hurt at once.
    const answers = this.struck.has(this.attacker) && source !== this.attacker;
    this.put({ kind: "hurt", handle, amount }, MS.pop, answers ? 0 : MS.pop, answers ? -MS.pop : 0);
  }

  private hitPlayer(seat: Seat, source: number): void {
    if (source !== 0 && this.before.cards[source]?.zone === "base")
      this.put({ kind: "strike", attacker: source, target: 0, seat }, MS.strike);
    const reveal = revealOf(this.events.slice(this.index - 1, this.nextBlow()));
    if (!reveal || reveal.cards.length === 0) return;
    this.put({ kind: "reveal", reveal }, revealTime(reveal));
    this.revealed = this.now;
  }

  /** Where the next damage to a player begins, in the events. */
  private nextBlow(): number {
    const next = this.events.findIndex((e, i) => i >= this.index && e.type === "damage_dealt" && e.card === 0);
    return next < 0 ? this.events.length : next;
  }
}
