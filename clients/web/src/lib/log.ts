/** The log in words: what happened in one update, as sentences with cards in them. */

import type { Catalogue } from "./facts";
import { Lines, type Line } from "./lines";
import type { CardRef, Sentence } from "./pieces";
import type { AbilityActivated, CardMoved, GameEvent, View } from "./protocol";
import { typeset } from "./rules";
import { other, type Seat } from "./seats";
import { words, type Voice, type Who } from "./words";

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

/**
 * All lines of one update. With the last line of the log, that one comes first, longer by what belongs to it: a deed
 * may take several updates.
 */
export function narrate(events: readonly GameEvent[], telling: Telling, voice: Voice = words.log, last?: Line): Line[] {
  return new Narrator(events, telling, voice, last).told();
}

class Narrator {
  private readonly lines: Lines;
  private readonly events: readonly GameEvent[];
  private readonly life: Record<Seat, number>;
  private readonly souls: Record<Seat, number>;
  private actor: Seat | undefined;
  /** Whose turn it is: what this player does needs no subject in a log that has a heading for each turn. */
  private turn: Seat | undefined;
  private index = 0;

  constructor(
    events: readonly GameEvent[],
    private readonly telling: Telling,
    private readonly say: Voice,
    last: Line | undefined,
  ) {
    const { before, after, names } = telling;
    this.lines = new Lines({ side: sideOf(after), names: Object.values(names), isLinked: say.isWritten }, last);
    this.events = events.filter((event) => !isToldOtherwise(event));
    const start = (before ?? after).players;
    this.life = { A: start.A.life, B: start.B.life };
    const souls = (seat: Seat): number => start[seat].souls + start[seat].resting_souls;
    this.souls = { A: souls("A"), B: souls("B") };
    this.actor = actorIn(before ?? after);
    this.turn = (before ?? after).active;
  }

  told(): Line[] {
    while (this.index < this.events.length) {
      const event = this.events[this.index++];
      if (event) this.tell(event);
    }
    return this.lines.all;
  }

  private who(seat: Seat): Who {
    const { after, names } = this.telling;
    return { you: seat === after.viewer, name: names[seat], acts: this.say.isWritten && seat === this.turn };
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
    const { lines, say } = this;
    switch (event.type) {
      case "game_started":
        return lines.add(undefined, say.first(this.who(event.first)));
      case "kept":
        return lines.add(event.seat, say.kept(this.who(event.seat)));
      case "redrawn":
        return lines.add(event.seat, say.redrawn(this.who(event.seat)));
      case "turn_began":
        this.actor = this.turn = event.seat;
        return lines.turn(say.turn(event.turn, this.who(event.seat)), { ...this.life, turn: event.turn });
      case "card_drawn":
        return this.drawn(event);
      case "souls_gained":
        this.souls[event.seat] += event.amount;
        return lines.result(
          event.seat,
          say.soulsFrom(this.who(event.seat), this.souls[event.seat] - event.amount, this.souls[event.seat]),
        );
      case "souls_paid":
        return lines.cost(event.seat, say.soulsPaid(this.who(event.seat), event.amount));
      case "soul_drawn":
        return lines.deed(event.seat, 0, say.drewForSouls(this.who(event.seat)));
      case "card_played":
        this.actor = event.seat;
        return lines.deed(
          event.seat,
          event.card,
          say.played(this.who(event.seat), this.card(event.card, event.number), event.souls ?? 0),
        );
      case "ability_activated":
        this.actor = event.seat;
        return lines.deed(event.seat, event.card, this.activated(event));
      case "ability_resolved":
        return lines.triggered(this.ownerOf(event.card), event.card, say.resolved(this.card(event.card, event.number)));
      case "card_moved":
        return this.moved(event);
      case "cards_shuffled":
        return lines.result(event.seat, say.shuffled(this.who(event.seat)));
      case "card_rested":
        return this.rested(event.card);
      case "card_stood":
        if (!this.some((e) => e.type === "turn_began")) lines.result(this.actor, say.stood(this.card(event.card)));
        return;
      case "pal_assigned":
        return this.assigned(event.card, event.to ?? 0);
      case "resource_gained":
        return lines.result(event.seat, say.gained(this.who(event.seat), event.amount, event.resource));
      case "resource_consumed":
        return lines.cost(event.seat, say.consumed(this.who(event.seat), event.amount, event.resource));
      case "resource_lost":
        return lines.result(event.seat, say.lost(this.who(event.seat), event.amount, event.resource));
      case "life_gained":
        return this.lifeChanged(event.seat, event.amount);
      case "life_lost":
        this.lifeChanged(event.seat, -event.amount);
        return lines.count({ figure: "lifeLost", seat: event.seat, amount: event.amount, ...this.blowTo(event.seat) });
      case "damage_dealt":
        return this.damaged(event);
      case "player_damage_revealed": {
        const run = this.run(event);
        const cards = run.map((e) => this.card(e.card, e.number));
        return lines.result(this.actor, say.turned(this.who(event.seat), cards, this.damageTo(event.seat)));
      }
      case "damage_prevented": {
        const lucky = this.events.findLast((e) => e.type === "player_damage_revealed" && e.lucky);
        const card = lucky?.type === "player_damage_revealed" ? this.card(lucky.card, lucky.number) : undefined;
        lines.append(this.actor, say.prevented(card, this.who(event.seat), this.life[event.seat]));
        return lines.count({ figure: "saves", seat: event.seat, amount: 1 });
      }
      case "attack_declared":
        return this.attacked(event.seat, event.card, event.target ?? 0);
      case "blocked":
        return lines.deed(this.ownerOf(event.card), event.card, say.blocked(this.card(event.card)));
      case "not_blocked":
        return lines.append(this.turn, say.notBlocked());
      case "attack_failed":
        return lines.add(undefined, say.attackFailed());
      case "value_changed": {
        const run = this.run(event, (e) => e.power === event.power && e.strike === event.strike);
        const cards = run.map((e) => this.card(e.card, e.number));
        return lines.result(this.actor, say.changed(cards, event.power ?? 0, event.strike ?? 0));
      }
      case "ability_granted":
        return lines.result(this.actor, say.granted(this.card(event.card), brief(event.text)));
      case "name_declared":
        return lines.result(event.seat, say.named(this.who(event.seat), event.name));
      case "night_fell":
        return lines.result(this.actor, say.nightFell());
      case "night_ended":
        return lines.add(undefined, say.nightEnded());
      case "cards_looked":
        return lines.result(event.seat, say.looked(this.who(event.seat), event.amount));
      case "card_revealed": {
        const run = this.run(event, (e) => e.seat === event.seat);
        return lines.result(event.seat, say.revealed(this.who(event.seat), run.map((e) => this.card(e.card, e.number))));
      }
      case "conceded":
        return lines.add(event.seat, say.conceded(this.who(event.seat)));
      case "game_ended":
        return lines.add(undefined, event.winner === "draw" ? say.drawn() : say.won(this.who(event.winner)));
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

  /** The card whose damage a loss of life is, if damage it is. */
  private blowTo(seat: Seat): { by?: string } {
    const dealt = this.events.findLast((e) => e.type === "damage_dealt" && e.card === 0 && e.seat === seat);
    const source = dealt?.type === "damage_dealt" ? (dealt.source ?? 0) : 0;
    return source === 0 ? {} : { by: this.card(source).name };
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
    this.lines.result(seat, sentence);
  }

  /** A Pal is assigned to use a structure, or by an effect. */
  private assigned(handle: number, to: number): void {
    const [pal, structure] = [this.card(handle), this.card(to)];
    const { actor } = this;
    if (actor !== undefined && this.lines.isOf(actor, to)) this.lines.cost(actor, this.say.assigned(this.who(actor), pal, structure));
    else this.lines.result(this.actor, this.say.wasAssigned(pal, structure));
  }

  /** Both sides of a fight are one sentence. */
  private damaged({ card, seat, amount, source = 0 }: Extract<GameEvent, { type: "damage_dealt" }>): void {
    const { lines, say } = this;
    this.actor = this.ownerOf(source) ?? this.actor;
    if (card === 0) return lines.deed(this.actor, 0, say.damageTo(this.who(seat), amount));
    const next = this.events[this.index];
    if (next?.type === "damage_dealt" && source !== 0 && next.card === source && next.source === card) {
      this.index++;
      return lines.add(this.actor, say.fought(this.card(source), amount, this.card(card), next.amount));
    }
    if (lines.isOpenFor(this.actor, source)) return lines.result(this.actor, say.hurt(amount, this.card(card)));
    lines.add(this.actor, source === 0 ? say.damaged(this.card(card), amount) : say.dealt(this.card(source), amount, this.card(card)));
  }

  private attacked(seat: Seat, card: number, target: number): void {
    const attacker = this.card(card);
    if (target !== 0) return this.lines.deed(seat, card, this.say.attackedCard(attacker, this.card(target)));
    const strike = (this.telling.after.cards[card] ?? this.telling.before?.cards[card])?.strike ?? 0;
    this.lines.deed(seat, card, this.say.attackedPlayer(attacker, this.who(other(seat)), strike));
  }

  private lifeChanged(seat: Seat, change: number): void {
    const before = this.life[seat];
    this.life[seat] = before + change;
    this.lines.append(this.actor, this.say.life(this.who(seat), before, before + change));
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
    if (!byItself) this.lines.result(this.actor, this.say.rested(this.card(handle)));
  }

  /** A card that acts from another player's hand is known only when it comes to lie in the open. */
  private activated({ seat, card, number, text }: AbilityActivated): Sentence {
    if (card !== 0) return this.say.activated(this.who(seat), this.card(card, number));
    const [word = "", ...more] = brief(text ?? "").split(" ");
    return this.say.activatedFromHand(this.who(seat), more.length === 0 ? word : "");
  }

  private destroyed({ card: handle, number, seat }: CardMoved): void {
    const card = this.card(handle, number);
    this.lines.append(this.actor, this.say.destroyed(card));
    if (this.telling.catalogue.get(card.number)?.kind === "pal") this.lines.count({ figure: "palsLost", seat, amount: 1 });
  }

  private moved(event: CardMoved): void {
    const { lines, say } = this;
    const same = (e: CardMoved): boolean =>
      e.cause === event.cause && e.seat === event.seat && e.from === event.from && e.to === event.to;
    const owner = this.who(event.seat);
    switch (event.cause) {
      case "play":
      case "resolved":
        return;
      case "deploy": {
        const played = this.some((e) => e.type === "card_played" && e.number === event.number && e.seat === event.seat);
        if (!played) lines.result(event.seat, say.deployed(this.card(event.card, event.number), owner));
        return;
      }
      case "discard":
      case "mill":
      case "cost": {
        const run = this.run(event, same);
        const cards = run.map((e) => this.card(e.card, e.number));
        if (event.cause === "discard") return lines.result(event.seat, say.discarded(owner, cards));
        if (event.cause === "mill") return lines.result(event.seat, say.milled(owner, cards));
        return lines.cost(event.seat, say.paid(owner, cards));
      }
      case "search": {
        const run = this.run(event, same);
        const known = run.filter((e) => e.number !== undefined);
        for (const e of known) lines.result(event.seat, say.took(owner, this.card(e.card, e.number), event.from));
        if (known.length < run.length) lines.result(event.seat, say.tookHidden(owner, run.length - known.length, event.from));
        return;
      }
      case "butcher":
        return lines.append(this.actor, say.butchered(this.card(event.card, event.number)));
      case "damage":
        return this.destroyed(event);
      case "rule":
        if (this.wasHurt(event.card)) return this.destroyed(event);
        return lines.append(this.actor, say.buried([this.card(event.card, event.number)]));
      case "return":
        if (event.from === "deck") return lines.result(event.seat, say.took(owner, this.card(event.card, event.number), event.from));
        return lines.result(this.actor, say.returned(this.card(event.card, event.number), owner));
      case "exile":
        return lines.append(this.actor, say.exiled(this.card(event.card, event.number)));
      case "effect": {
        const cards = this.run(event, same).map((e) => this.card(e.card, e.number));
        return lines.result(this.actor, event.to === "graveyard" ? say.buried(cards) : say.moved(cards, event.to));
      }
    }
  }
}
