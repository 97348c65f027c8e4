/** Plays a plan on the elements of the table, which already stand where they end: nothing here changes what is true. */

import { tick } from "svelte";
import type { Seat } from "../seats";
import type { View } from "../protocol";
import type { Reveal } from "../reveal";
import { sounds } from "../sound.svelte";
import { cardOf, measure, placeName, placeOf, type Box, type Snapshot } from "./boxes";
import { castOf, stillCastOf, type Actors, type Ghost, type Shown, type Sign } from "./cast";
import { ABSENT, BEAT, EASE, easeOf, FADE_IN, FADE_OUT, firstLook, journey, lastLook, lunge, POP, PRESENT, SHAKE, SIGNS, slide } from "./frames";
import { counted, FACTOR, paced } from "./pace";
import { slidePill } from "./pill";
import { makesRoomAt, MS, revealTime, turningTime, type Flight, type Spot, type Timed } from "./plan";
import type { Play } from "./queue";
import { tempo } from "./tempo.svelte";

/** Damage to a player while its cards are turned. */
export interface Scene {
  readonly reveal: Reveal;
  /** Where the cards come from and where they go. */
  readonly deck: Box | undefined;
  readonly grave: Box | undefined;
  /** How many cards are turned. */
  readonly turned: number;
  readonly stage: "turning" | "result" | "leaving";
  /** How long a card takes to be turned, and a Lucky one to grow. */
  readonly flip: number;
}

const STILL_MS = 120;
/** A Power counts to its new value in so many steps. */
const STEPS = 4;
const LEAVE_MS = 320;
/** So long what shows without motion stays. */
const HELD_MS = 600;

const zoneOf = (view: View, handle: number): Spot | undefined => {
  const card = view.cards[handle];
  return card && { seat: card.owner, place: card.zone };
};

/** The cards with which a move ends on an open pile. */
const landingOn = (move: Timed): readonly number[] => {
  if (move.kind === "reveal") return move.reveal.cards.map(({ handle }) => handle);
  return move.kind === "flight" && (move.to.place === "graveyard" || move.to.place === "exile") ? [move.handle] : [];
};

export class Motion {
  ghosts = $state.raw<readonly Ghost[]>([]);
  signs = $state.raw<readonly Sign[]>([]);
  scene = $state.raw<Scene | undefined>(undefined);
  /** Whether there is a scene in what is played now: until it is over, nothing else tells how it ends. */
  hasScene = $state(false);
  /** Life that is still written, by seat. */
  life = $state.raw<Readonly<Partial<Record<Seat, number>>>>({});
  /** Power that is still written, by handle. */
  power = $state.raw<Readonly<Record<number, number>>>({});
  /** Cards that lie on a pile and have not been seen to come there, by handle. */
  private arriving = $state.raw<ReadonlySet<number>>(new Set());
  /** Whether something is on its way. */
  isMoving = $state(false);
  /** Where cards fly, on the table. */
  layer: HTMLElement | undefined;
  private running: Animation[] = [];
  private run = 0;
  private count = 0;
  private readonly next = (): number => ++this.count;

  private get table(): HTMLElement | undefined {
    return this.layer?.parentElement ?? undefined;
  }

  /** What of a pile has been seen to come there. */
  seenOf(pile: readonly number[]): readonly number[] {
    return this.arriving.size === 0 ? pile : pile.filter((handle) => !this.arriving.has(handle));
  }

  /** Where everything is now; nothing if nobody sees it. */
  snapshot(): Snapshot | undefined {
    return this.table && !document.hidden ? measure(this.table) : undefined;
  }

  /** Plays what has led to what the table shows from the next moment on. */
  play(shown: Shown, from: Snapshot, spent: number): Play | undefined {
    const { plan } = shown;
    const run = ++this.run;
    if (tempo.isStill) {
      sounds.follow(plan, shown.mine, (time) => time * FACTOR.fast);
      void this.settled(run, (to) => to && this.light(shown, from, to));
      return undefined;
    }
    const time = paced(plan, spent, tempo.factor);
    sounds.follow(plan, shown.mine, time);
    this.hasScene = plan.moves.some(({ kind }) => kind === "reveal");
    this.holdNumbers(shown);
    this.isMoving = true;
    let over: (() => void) | undefined;
    const end = (): void => {
      this.finish();
      over?.();
    };
    void this.settled(run, async (to) => {
      if (!to) return end();
      this.cast(castOf(shown, from, to, this.next));
      await tick();
      if (run !== this.run) return;
      this.animate(shown, from, to, time);
      this.later(time(plan.ms), end);
    });
    return { spent: counted(plan), then: (then) => (over = then), cut: () => this.cut() };
  }

  /** Does something when the table has been laid out, unless something else has begun. */
  private async settled(run: number, then: (to: Snapshot | undefined) => void | Promise<void>): Promise<void> {
    await tick();
    if (run === this.run) await then(this.snapshot());
  }

  cut(): void {
    this.run += 1;
    this.finish();
    sounds.hush();
  }

  private finish(): void {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.ghosts = [];
    this.signs = [];
    this.scene = undefined;
    this.hasScene = false;
    this.life = {};
    this.power = {};
    this.arriving = new Set();
    this.isMoving = false;
  }

  // --- before it begins --------------------------------------------------------------------------------------------

  private holdNumbers({ plan, before }: Shown): void {
    this.arriving = new Set(plan.moves.flatMap(landingOn).filter((handle) => handle !== 0));
    for (const move of plan.moves) {
      if (move.kind === "life" && this.life[move.seat] === undefined) this.life = { ...this.life, [move.seat]: move.before };
      const power = move.kind === "change" ? before.cards[move.handle]?.power : undefined;
      if (move.kind === "change" && power !== undefined) this.power = { ...this.power, [move.handle]: power };
    }
  }

  /** Puts the cards on the table that fly, and the words that show. */
  private cast(actors: Actors): void {
    this.ghosts = actors.ghosts;
    this.signs = actors.signs;
  }

  // --- motion ------------------------------------------------------------------------------------------------------

  private start(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, options);
    this.running.push(animation);
    return animation;
  }

  /** Does something at a time of the same clock that moves everything else. */
  private later(delay: number, then: () => void): void {
    if (!this.layer) return;
    const clock = this.layer.animate(null, { duration: delay });
    clock.onfinish = then;
    this.running.push(clock);
  }

  private ghost(id: number): HTMLElement | null {
    return this.layer?.querySelector<HTMLElement>(`[data-ghost="${id}"]`) ?? null;
  }

  /** The element that stands for a card now: on its way out, or where it stays. */
  private actor(handle: number): HTMLElement | undefined {
    const leaving = this.ghosts.find(({ flight }) => flight.handle === handle && flight.from.place === "base");
    return (leaving && this.ghost(leaving.id)) ?? (this.table && cardOf(this.table, handle));
  }

  private animate(shown: Shown, from: Snapshot, to: Snapshot, time: (ms: number) => number): void {
    const { plan } = shown;
    const span = ({ at, ms }: { at: number; ms: number }): { delay: number; duration: number } => ({
      delay: time(at),
      duration: Math.max(1, time(at + ms) - time(at)),
    });
    this.fly(shown, time);
    this.makeRoom(shown, from, to, time);
    for (const sign of this.signs) this.showSign(sign, span(sign));
    for (const move of plan.moves) this.move(move, from, span(move), time);
    for (const move of plan.moves) if (move.kind === "flight") this.later(time(move.at + move.ms), () => this.land(landingOn(move)));
    for (const move of plan.moves) if (move.kind === "change") this.countPower(move.handle, shown, span(move));
    const [was, is] = [from.phase, to.phase];
    const strip = this.table?.querySelector<HTMLElement>("[data-testid=phases]");
    if (was && is && strip && Math.abs(was.x - is.x) > 1)
      slidePill(strip, was, is, (element, frames) => this.start(element, frames, { duration: MS.turn * tempo.factor, easing: EASE.travel }));
  }

  private fly(shown: Shown, time: (ms: number) => number): void {
    const arrived = new Map<number, number>();
    const hidden = new Map<HTMLElement, number>();
    this.ghosts.forEach(({ id, flight, from, to, looks }) => {
      const ghost = this.ghost(id);
      if (!ghost) return;
      const { way, handle, open } = flight;
      const [begin, end] = [time(flight.at), Math.max(time(flight.at) + 1, time(flight.at + flight.ms))];
      const isThere = flight.from.place === "base" || flight.from.place === "resolution" || (flight.from.place === "hand" && open.before);
      const shows = arrived.get(handle) ?? (isThere && handle !== 0 ? 0 : begin);
      const timing: KeyframeAnimationOptions = { delay: begin, duration: end - begin, fill: "both", easing: easeOf(way, flight.to.seat === shown.mine) };
      this.start(ghost, PRESENT, { delay: shows, duration: end - shows });
      this.start(ghost, journey(way, from, to), timing);
      const [first, last] = ghost.children;
      const turns = open.before !== open.after;
      if (first) this.start(first, firstLook(way, from, to, turns, looks.length === 1), { ...timing, easing: EASE.travel });
      if (last && looks.length > 1) this.start(last, lastLook(way, from, to, turns), { ...timing, easing: EASE.travel });
      if (handle !== 0) arrived.set(handle, end);
      const target = this.targetOf(flight, shown, hidden);
      if (target) hidden.set(target, end);
    });
    for (const [element, until] of hidden) this.start(element, ABSENT, { duration: until });
  }

  /** The element at the end of a flight: hidden cards come to the last of the backs. */
  private targetOf({ handle, to }: Flight, { after }: Shown, taken: ReadonlyMap<HTMLElement, number>): HTMLElement | undefined {
    if (!this.table) return undefined;
    const spot = zoneOf(after, handle);
    if (handle !== 0 && (to.place === "base" || to.place === "resolution" || to.place === "hand") && spot?.place === to.place) {
      const card = cardOf(this.table, handle);
      if (card) return card;
    }
    if (to.place !== "hand") return undefined;
    const backs = [...(placeOf(this.table, to.seat, "hand")?.querySelectorAll<HTMLElement>(".card-back") ?? [])];
    return backs.reverse().find((back) => !taken.has(back));
  }

  /** What stays slides to its new place, when the first card comes or goes there or when it turns. */
  private makeRoom({ plan, before, after }: Shown, from: Snapshot, to: Snapshot, time: (ms: number) => number): void {
    for (const [handle, box] of to.cards) {
      const [was, zone] = [from.cards.get(handle), zoneOf(after, handle)];
      const frames = was && slide(was, box);
      const element = this.table && cardOf(this.table, handle);
      if (!frames || !element || !zone || zone.place !== zoneOf(before, handle)?.place) continue;
      const turn = plan.moves.find((move) => move.kind === "turn" && move.handle === handle);
      const at = turn ? turn.at : makesRoomAt(plan, zone);
      this.start(element, frames, { delay: time(at), duration: MS.turn * tempo.factor, easing: EASE.travel, fill: "backwards", composite: "add" });
    }
  }

  private move(move: Timed, from: Snapshot, span: { delay: number; duration: number }, time: (ms: number) => number): void {
    const inPlace = (part: "life" | "material" | "ingredient", seat: Seat): HTMLElement | null =>
      this.table ? placeOf(this.table, seat, part) : null;
    switch (move.kind) {
      case "strike": {
        const [attacker, target] = [this.actor(move.attacker), this.actor(move.target)];
        const start = from.cards.get(move.attacker);
        const end = move.target === 0 ? from.places.get(placeName(move.seat, "panel")) : from.cards.get(move.target);
        if (attacker && start && end) this.start(attacker, lunge(start, end), { ...span, composite: "add" });
        if (target) this.start(target, SHAKE, { delay: span.delay + span.duration / 2, duration: span.duration / 2, composite: "add" });
        return;
      }
      case "hurt": {
        const card = this.actor(move.handle);
        for (const tag of card?.querySelectorAll(".damage-tag") ?? []) this.start(tag, POP, { ...span, fill: "backwards", easing: EASE.out });
        for (const bar of card?.querySelectorAll(".damage-bar i") ?? [])
          this.start(bar, [{ transform: "scaleX(0)" }, { transform: "none" }], { ...span, fill: "backwards", easing: EASE.out });
        return;
      }
      case "change": {
        const card = this.actor(move.handle);
        const y = move.rises ? 6 : -6;
        for (const value of card?.querySelectorAll(".stats .power, .stats .strike") ?? [])
          this.start(value, [{ transform: `translateY(${y}px)`, opacity: 0.2 }, { transform: "none", opacity: 1 }], { ...span, fill: "backwards", easing: EASE.out });
        return;
      }
      case "use": {
        const card = this.actor(move.handle);
        if (card) this.start(card, [{ scale: "1" }, { scale: "1.06" }, { scale: "1" }], span);
        return;
      }
      case "gain": {
        const chip = inPlace(move.resource, move.seat);
        if (chip) this.start(chip, BEAT, { delay: span.delay + span.duration * 0.7, duration: span.duration * 0.6 });
        return;
      }
      case "souls":
        return this.turnPips(move, span.delay);
      case "life": {
        const life = inPlace("life", move.seat);
        const heart = life?.querySelector(".icon");
        if (heart) this.start(heart, BEAT, { ...span, easing: EASE.out });
        return this.countLife(move, span);
      }
      case "reveal":
        return this.playScene(move, from, time);
      case "flight":
      case "turn":
      case "begin":
      case "attack":
      case "night":
      case "end":
        return;
    }
  }

  /** From right to left when they are paid, and from left to right when they stand up. */
  private turnPips({ seat, before, after }: { seat: Seat; before: number; after: number }, delay: number): void {
    const pips = [...((this.table && placeOf(this.table, seat, "panel"))?.querySelectorAll(".pip") ?? [])];
    const turning = pips.slice(Math.min(before, after), Math.max(before, after));
    if (after < before) turning.reverse();
    turning.forEach((pip, i) =>
      this.start(pip, [{ transform: "scaleX(0)" }, { transform: "none" }], {
        delay: delay + i * MS.soulGap * tempo.factor,
        duration: MS.souls * tempo.factor,
        fill: "backwards",
      }),
    );
  }

  private countLife({ seat, before, after }: { seat: Seat; before: number; after: number }, span: { delay: number; duration: number }): void {
    const steps = Math.abs(after - before);
    for (let i = 1; i <= steps; i++)
      this.later(span.delay + (span.duration * (i - 1)) / steps, () => (this.life = { ...this.life, [seat]: before + Math.sign(after - before) * i }));
    const edge = this.table?.querySelector(`[data-half="${seat}"]`);
    if (edge && after < before) this.start(edge, [{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 0 }], { ...span, duration: span.duration * 1.6 });
  }

  /** From the old number to the new one, in a few steps. */
  private countPower(handle: number, { before, after }: Shown, span: { delay: number; duration: number }): void {
    const [was, is] = [before.cards[handle]?.power, after.cards[handle]?.power];
    if (was === undefined || is === undefined) return;
    for (let i = 1; i <= STEPS; i++) {
      const shown = i === STEPS ? is : Math.round(was + ((is - was) * i) / STEPS);
      this.later(span.delay + (span.duration * i) / STEPS, () => (this.power = { ...this.power, [handle]: shown }));
    }
  }

  private land(handles: readonly number[]): void {
    if (handles.some((handle) => this.arriving.has(handle))) this.arriving = new Set([...this.arriving].filter((handle) => !handles.includes(handle)));
  }

  private showSign(sign: Sign, span: { delay: number; duration: number }): void {
    const element = this.ghost(sign.id);
    if (!element) return;
    this.start(element, SIGNS[sign.kind], { ...span, easing: EASE.out });
  }

  /** One card after the other, then what became of the damage. */
  private playScene({ at, reveal }: Timed & { kind: "reveal" }, { places }: Snapshot, time: (ms: number) => number): void {
    const place = (part: "deck" | "graveyard"): Box | undefined =>
      places.get(placeName(reveal.seat, part)) ?? places.get(placeName(reveal.seat, "panel"));
    const scene: Scene = {
      reveal,
      deck: place("deck"),
      grave: place("graveyard"),
      turned: 0,
      stage: "turning",
      flip: MS.flip * tempo.factor,
    };
    const set = (part: Partial<Scene>): void => void (this.scene = this.scene ? { ...this.scene, ...part } : undefined);
    const end = at + turningTime(reveal);
    const leave = at + revealTime(reveal);
    this.later(time(at), () => (this.scene = scene));
    reveal.cards.forEach((_, i) => this.later(time(at + i * MS.nextCard) + 1, () => set({ turned: i + 1 })));
    this.later(time(end), () => set({ stage: "result" }));
    this.later(time(leave) - LEAVE_MS * tempo.factor, () => set({ stage: "leaving" }));
    this.later(time(leave), () => {
      this.scene = undefined;
      this.land(reveal.cards.map(({ handle }) => handle));
    });
  }

  // --- without motion ----------------------------------------------------------------------------------------------

  /** Cards that come fade in, cards that go fade out, and what else happens flashes once. */
  private async light(shown: Shown, from: Snapshot, to: Snapshot): Promise<void> {
    const run = this.run;
    this.finish();
    const actors = stillCastOf(shown, from, to, this.next);
    this.cast(actors);
    this.isMoving = true;
    await tick();
    if (run !== this.run || !this.table) return;
    for (const ghost of actors.ghosts) {
      const element = this.ghost(ghost.id);
      if (!element) continue;
      this.start(element, journey("go", ghost.from, ghost.from), { duration: STILL_MS });
      this.start(element, FADE_OUT, { duration: STILL_MS });
    }
    for (const sign of actors.signs) this.showSign(sign, { delay: 0, duration: sign.ms });
    for (const move of shown.plan.moves) {
      const element =
        move.kind === "flight"
          ? move.handle !== 0 && cardOf(this.table, move.handle)
          : move.kind === "gain"
            ? placeOf(this.table, move.seat, move.resource)
            : move.kind === "life" && placeOf(this.table, move.seat, "life");
      if (element) this.start(element, FADE_IN, { duration: STILL_MS });
    }
    this.later(HELD_MS, () => this.finish());
  }
}

export const motion = new Motion();
