/** The log in words: what happened in one update, as sentences with cards in them. */

import { wordsOf } from "./events";
import type { Catalogue } from "./facts";
import { joined, type CardRef, type Sentence } from "./pieces";
import type { CardMoved, GameEvent, View } from "./protocol";
import { typeset } from "./rules";
import { words, type Voice, type Who } from "./words";

export type Seat = "A" | "B";

export interface Line {
  /** Whose doing it is, for the coloured edge; a turn's heading; or nobody's. */
  readonly by: "you" | "them" | "turn" | "nobody";
  readonly pieces: Sentence;
}

/** What the telling needs: the views around the update, the names of the players, the cards. */
export interface Telling {
  readonly before: View | undefined;
  readonly after: View;
  readonly names: Readonly<Record<Seat, string>>;
  readonly catalogue: Catalogue;
}

/** The turned cards are told as such, not as moves. */
const isToldOtherwise = (event: GameEvent): boolean =>
  event.type === "card_moved" && event.cause === "damage" && event.from === "deck";

/** An ability's words for the log: without its label and without reminders. */
const brief = (text: string): string =>
  typeset(text)
    .replace(/^\[(AUTO|ACT|CONT)\] /, "")
    .replace(/ ?\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "");

/** The seat whose deeds have the reader's colour: the own one, or for those who have none the first. */
const sideOf = ({ viewer }: View): Seat => (viewer === "spectator" ? "A" : viewer);

/** Whoever is asked: another, or else the viewer itself. */
const actorIn = ({ waiting, viewer }: View): Seat | undefined => waiting?.seat ?? (viewer === "spectator" ? undefined : viewer);

const other = (seat: Seat): Seat => (seat === "A" ? "B" : "A");

/** All lines of one update. */
export function narrate(events: readonly GameEvent[], telling: Telling, voice: Voice = words.log): Line[] {
  return new Narrator(events, telling, voice).lines();
}

class Narrator {
  private readonly out: Line[] = [];
  private readonly events: readonly GameEvent[];
  private readonly life: Record<Seat, number>;
  private readonly souls: Record<Seat, number>;
  private actor: Seat | undefined;
  private index = 0;

  constructor(
    events: readonly GameEvent[],
    private readonly telling: Telling,
    private readonly say: Voice,
  ) {
    this.events = events.filter((event) => !isToldOtherwise(event));
    const { before, after } = telling;
    const start = (before ?? after).players;
    this.life = { A: start.A.life, B: start.B.life };
    const souls = (seat: Seat): number => start[seat].souls + start[seat].resting_souls;
    this.souls = { A: souls("A"), B: souls("B") };
    this.actor = actorIn(before ?? after);
  }

  lines(): Line[] {
    while (this.index < this.events.length) {
      const event = this.events[this.index++];
      if (event) this.tell(event);
    }
    return this.out;
  }

  private who(seat: Seat): Who {
    return { you: seat === this.telling.after.viewer, name: this.telling.names[seat] };
  }

  private by(seat: Seat): "you" | "them" {
    return seat === sideOf(this.telling.after) ? "you" : "them";
  }

  private add(seat: Seat | undefined, ...sentences: Sentence[]): void {
    const by = seat === undefined ? "nobody" : this.by(seat);
    this.out.push({ by, pieces: joined(sentences) });
  }

  /** Says it with the last line if that is the same player's, so that one deed reads as one entry. */
  private append(seat: Seat | undefined, sentence: Sentence): void {
    const last = this.out.at(-1);
    if (seat === undefined) return this.add(seat, sentence);
    const by = this.by(seat);
    if (last?.by === by) this.out[this.out.length - 1] = { by, pieces: joined([last.pieces, sentence]) };
    else this.add(seat, sentence);
  }

  private card(handle: number, number?: string): CardRef {
    const { before, after, catalogue } = this.telling;
    const known = number ?? after.cards[handle]?.number ?? before?.cards[handle]?.number ?? "";
    return { handle, number: known, name: catalogue.get(known)?.main_name ?? words.table.hiddenCardInText };
  }

  private ownerOf(handle: number): Seat | undefined {
    return (this.telling.after.cards[handle] ?? this.telling.before?.cards[handle])?.owner;
  }

  /** The events that follow and are of the same sort, taken along. */
  private run<T extends GameEvent>(first: T, same: (event: T) => boolean = () => true): T[] {
    const run = [first];
    for (let next = this.events[this.index]; next?.type === first.type; next = this.events[this.index]) {
      if (!same(next as T)) break;
      run.push(next as T);
      this.index++;
    }
    return run;
  }

  private some(test: (event: GameEvent) => boolean): boolean {
    return this.events.some(test);
  }

  private tell(event: GameEvent): void {
    const { say } = this;
    switch (event.type) {
      case "game_started":
        return this.add(undefined, say.first(this.who(event.first)));
      case "kept":
        return this.add(event.seat, say.kept(this.who(event.seat)));
      case "redrawn":
        return this.add(event.seat, say.redrawn(this.who(event.seat)));
      case "turn_began":
        this.actor = event.seat;
        this.out.push({ by: "turn", pieces: [say.turn(event.turn, this.who(event.seat))] });
        return;
      case "card_drawn":
        return this.drawn(event);
      case "souls_gained":
        this.souls[event.seat] += event.amount;
        return this.append(
          event.seat,
          say.soulsFrom(this.who(event.seat), this.souls[event.seat] - event.amount, this.souls[event.seat]),
        );
      case "souls_paid":
        return this.append(event.seat, say.soulsPaid(this.who(event.seat), event.amount));
      case "soul_drawn":
        return this.add(event.seat, say.drewForSouls(this.who(event.seat)));
      case "card_played":
        this.actor = event.seat;
        return this.add(
          event.seat,
          say.played(this.who(event.seat), this.card(event.card, event.number), event.souls ?? 0),
        );
      case "ability_activated":
        this.actor = event.seat;
        return this.add(
          event.seat,
          say.activated(this.who(event.seat), this.card(event.card, event.number), brief(wordsOf(event, this.telling.catalogue))),
        );
      case "ability_resolved":
        return this.add(
          this.ownerOf(event.card),
          say.resolved(this.card(event.card, event.number), brief(wordsOf(event, this.telling.catalogue))),
        );
      case "card_moved":
        return this.moved(event);
      case "cards_shuffled":
        return this.append(event.seat, say.shuffled(this.who(event.seat)));
      case "card_rested":
        return this.rested(event.card);
      case "card_stood":
        if (!this.some((e) => e.type === "turn_began")) this.append(this.actor, say.stood(this.card(event.card)));
        return;
      case "pal_assigned":
        return this.append(this.actor, say.assigned(this.card(event.card), this.card(event.to ?? 0)));
      case "resource_gained":
        return this.append(event.seat, say.gained(this.who(event.seat), event.amount, event.resource));
      case "resource_consumed":
        return this.append(event.seat, say.consumed(this.who(event.seat), event.amount, event.resource));
      case "resource_lost":
        return this.append(event.seat, say.lost(this.who(event.seat), event.amount, event.resource));
      case "life_gained":
        return this.lifeChanged(event.seat, event.amount);
      case "life_lost":
        return this.lifeChanged(event.seat, -event.amount);
      case "damage_dealt":
        if (event.card === 0) return this.add(this.actor, say.damageTo(this.who(event.seat), event.amount));
        return this.add(
          this.actor,
          event.source
            ? say.dealt(this.card(event.source), event.amount, this.card(event.card))
            : say.damaged(this.card(event.card), event.amount),
        );
      case "player_damage_revealed": {
        const run = this.run(event);
        const cards = run.map((e) => this.card(e.card, e.number));
        return this.append(this.actor, say.turned(this.who(event.seat), cards, this.damageTo(event.seat)));
      }
      case "damage_prevented": {
        const lucky = this.events.findLast((e) => e.type === "player_damage_revealed" && e.lucky);
        const card = lucky?.type === "player_damage_revealed" ? this.card(lucky.card, lucky.number) : undefined;
        return this.append(this.actor, say.prevented(card, this.who(event.seat), this.life[event.seat]));
      }
      case "attack_declared":
        return this.attacked(event.seat, event.card, event.target ?? 0);
      case "blocked":
        return this.add(this.ownerOf(event.card), say.blocked(this.card(event.card)));
      case "not_blocked":
        return this.add(this.telling.after.active && other(this.telling.after.active), say.notBlocked());
      case "attack_failed":
        return this.add(undefined, say.attackFailed());
      case "value_changed": {
        const run = this.run(event, (e) => e.power === event.power && e.strike === event.strike);
        const cards = run.map((e) => this.card(e.card, e.number));
        return this.add(this.actor, say.changed(cards, event.power ?? 0, event.strike ?? 0));
      }
      case "ability_granted":
        return this.add(this.actor, say.granted(this.card(event.card), brief(event.text)));
      case "name_declared":
        return this.add(event.seat, say.named(this.who(event.seat), event.name));
      case "night_fell":
        return this.append(this.actor, say.nightFell());
      case "night_ended":
        return this.add(undefined, say.nightEnded());
      case "cards_looked":
        return this.add(event.seat, say.looked(this.who(event.seat), event.amount));
      case "card_revealed": {
        const run = this.run(event, (e) => e.seat === event.seat);
        return this.add(event.seat, say.revealed(this.who(event.seat), run.map((e) => this.card(e.card, e.number))));
      }
      case "conceded":
        return this.add(event.seat, say.conceded(this.who(event.seat)));
      case "game_ended":
        return this.add(undefined, event.winner === "draw" ? say.drawn() : say.won(this.who(event.winner)));
      case "souls_stood":
      case "ability_triggered":
        // The board and the resolved ability tell these.
        return;
      default:
        event satisfies never;
    }
  }

  /** The last damage to this player. */
  private damageTo(seat: Seat): number {
    const dealt = this.events.findLast((e) => e.type === "damage_dealt" && e.card === 0 && e.seat === seat);
    return dealt?.type === "damage_dealt" ? dealt.amount : 0;
  }

  /** A rule puts Pals with too much damage into the graveyard, and those for which there is no room. */
  private wasHurt(handle: number): boolean {
    const damaged = (this.telling.before?.cards[handle]?.damage ?? 0) > 0;
    return damaged || this.some((e) => e.type === "damage_dealt" && e.card === handle);
  }

  private drawn(first: Extract<GameEvent, { type: "card_drawn" }>): void {
    const { seat } = first;
    const run = this.run(first, (e) => e.seat === seat);
    const known = run.filter((e) => e.number !== undefined).map((e) => this.card(e.card, e.number));
    const sentence =
      known.length === run.length ? this.say.drewCards(this.who(seat), known) : this.say.drew(this.who(seat), run.length);
    const opening = this.some((e) => e.type === "turn_began" || e.type === "soul_drawn");
    if (opening) this.append(seat, sentence);
    else this.add(seat, sentence);
  }

  private attacked(seat: Seat, card: number, target: number): void {
    const attacker = this.card(card);
    if (target !== 0) return this.add(seat, this.say.attackedCard(attacker, this.card(target)));
    const strike = (this.telling.after.cards[card] ?? this.telling.before?.cards[card])?.strike ?? 0;
    this.add(seat, this.say.attackedPlayer(attacker, this.who(other(seat)), strike));
  }

  private lifeChanged(seat: Seat, change: number): void {
    const before = this.life[seat];
    this.life[seat] = before + change;
    this.append(this.actor, this.say.life(this.who(seat), before, before + change));
  }

  /** Resting is told when an effect did it; attackers, blockers, assigned Pals and used cards rest by themselves. */
  private rested(handle: number): void {
    const byItself = this.some(
      (e) =>
        (e.type === "attack_declared" && e.card === handle) ||
        (e.type === "blocked" && e.card === handle) ||
        (e.type === "pal_assigned" && e.card === handle) ||
        (e.type === "ability_activated" && e.card === handle),
    );
    if (!byItself) this.append(this.actor, this.say.rested(this.card(handle)));
  }

  private moved(event: CardMoved): void {
    const { say } = this;
    const same = (e: CardMoved): boolean =>
      e.cause === event.cause && e.seat === event.seat && e.from === event.from && e.to === event.to;
    const owner = this.who(event.seat);
    switch (event.cause) {
      case "play":
      case "resolved":
        return;
      case "deploy": {
        const played = this.some((e) => e.type === "card_played" && e.number === event.number && e.seat === event.seat);
        if (!played) this.append(event.seat, say.deployed(this.card(event.card, event.number), owner));
        return;
      }
      case "discard":
      case "mill":
      case "cost": {
        const run = this.run(event, same);
        const cards = run.map((e) => this.card(e.card, e.number));
        if (event.cause === "discard") return this.append(event.seat, say.discarded(owner, cards));
        if (event.cause === "mill") return this.append(event.seat, say.milled(owner, cards));
        return this.append(event.seat, say.paid(owner, cards));
      }
      case "search": {
        const run = this.run(event, same);
        const known = run.filter((e) => e.number !== undefined);
        for (const e of known) this.append(event.seat, say.took(owner, this.card(e.card, e.number), event.from));
        if (known.length < run.length) this.append(event.seat, say.tookHidden(owner, run.length - known.length, event.from));
        return;
      }
      case "butcher":
        return this.append(this.actor, say.butchered(this.card(event.card, event.number)));
      case "damage":
        return this.append(this.actor, say.destroyed(this.card(event.card, event.number)));
      case "rule": {
        const card = this.card(event.card, event.number);
        return this.append(this.actor, this.wasHurt(event.card) ? say.destroyed(card) : say.buried(card));
      }
      case "return":
        if (event.from === "deck") return this.append(event.seat, say.took(owner, this.card(event.card, event.number), event.from));
        return this.append(this.actor, say.returned(this.card(event.card, event.number), owner));
      case "exile":
        return this.append(this.actor, say.exiled(this.card(event.card, event.number)));
      case "effect": {
        const card = this.card(event.card, event.number);
        return this.append(this.actor, event.to === "graveyard" ? say.buried(card) : say.moved(card, event.to));
      }
    }
  }
}
