/**
 * Fingers and the mouse at the table: tap, press and hold, drag.
 *
 * A tap does what a click does; where the table then asks for a button, the card is shown on a sheet that has it. Whatever
 * can be dragged can be tapped as well.
 */

import type { Attachment } from "svelte/attachments";
import { app } from "./app.svelte";
import { handed } from "./handed.svelte";
import { aimsOf, decisionsOf, targetOf } from "./choice";
import { attracted, HOLD_MS, isForAnother, opensDrawer, Press, type Box, type Clicked, type Grip, type Point } from "./press";
import type { Decision } from "./protocol";

/** A Pal that is dragged to what it shall attack. */
export interface Pull {
  readonly handle: number;
  readonly tip: Point;
  /** The target that the arrow has jumped to; 0 is the player. */
  readonly over: number | undefined;
}

/** A hand card that is dragged, and what its play chooses first: it may be dropped on one of these. */
export interface Carried {
  readonly aims: ReadonlySet<number>;
  /** The one over which it is. */
  readonly over: number | undefined;
}

const cardAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-handle]") : null;
const buttonAt = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest("button") : null);
const handleOf = (element: HTMLElement): number => Number(element.dataset["handle"]);
/** Where cards of the bases are. */
const boxesOf = (handles: Iterable<number>): [number, Box][] =>
  [...handles].flatMap((handle) => {
    const box = document.querySelector(`.base [data-handle="${handle}"]`)?.getBoundingClientRect();
    return box ? [[handle, box]] : [];
  });
const at = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY });

/** Whether a card was pulled that cannot be; a finger that goes over the hand scrolls it. */
const isInVain = ({ doing, byTouch }: Press, card: HTMLElement | undefined): boolean =>
  doing === "left" && card !== undefined && !(byTouch && card.closest(".hand"));

/** Whether a hand card that is let go here is played: above what the game asks. */
const isOnTable = ({ y }: Point): boolean => {
  const prompt = document.querySelector("[data-testid=prompt]")?.getBoundingClientRect();
  return prompt !== undefined && y < prompt.top;
};

class Touching {
  pull = $state.raw<Pull | undefined>(undefined);
  carried = $state.raw<Carried | undefined>(undefined);
  /** Whether the reader's last word came from a finger. */
  private byTouch = false;
  private press: Press | undefined;
  private card: HTMLElement | undefined;
  private pointer = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;
  /** What follows a drag or a look is no click. */
  private swallows = false;
  private clicked: Clicked | undefined;
  /** Where the pointer has last been. */
  private last: Point | undefined;
  /** The card that came under a pointer that did not move: it is pointed at when that moves. */
  private beneath: { readonly card: HTMLElement; readonly handle: number; readonly number: string } | undefined;

  /** The pointer has moved, wherever on the page. */
  moved(event: PointerEvent): void {
    const { beneath } = this;
    if (this.isStill(event)) return;
    this.last = at(event);
    this.beneath = undefined;
    if (beneath?.card.matches(":hover")) app.pointing.enter(beneath.card, beneath.handle, beneath.number);
  }

  private isStill({ clientX, clientY }: PointerEvent): boolean {
    return this.last?.x === clientX && this.last.y === clientY;
  }

  /** Follows every pointer on the element. */
  readonly follow: Attachment<HTMLElement> = (table) => {
    const stop = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(type: K, does: (event: HTMLElementEventMap[K]) => void): void =>
      table.addEventListener(type, does, { capture: true, signal: stop.signal });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    table.addEventListener("touchmove", (event) => this.keep(event), { capture: true, signal: stop.signal, passive: false });
    on("pointercancel", () => this.drop());
    document.addEventListener("keydown", (event) => this.key(event), { capture: true, signal: stop.signal });
    on("contextmenu", (event) => {
      if (this.byTouch) event.preventDefault();
    });
    on("click", (event) => {
      const clicked = { button: buttonAt(event.target), asked: app.prompt };
      const isLate = isForAnother(event.detail, this.clicked, clicked);
      this.clicked = clicked;
      if (!clicked.button && event.target instanceof Element && event.target.closest("[data-region=player]") && !event.target.closest("[popover]")) app.denied();
      if (!isLate && (!this.swallows || event.detail === 0)) return;
      this.swallows = false;
      event.preventDefault();
      event.stopPropagation();
    });
    return () => stop.abort();
  };

  /**
   * The pointer or the focus came to a card. A finger does not point: it taps, or holds. A card that is dragged catches
   * the pointer wherever that is: it comes to no card then.
   */
  point(event: Event, handle: number, number: string): void {
    const isFinger = event instanceof PointerEvent ? event.pointerType === "touch" : this.byTouch;
    const card = event.currentTarget as HTMLElement;
    if (isFinger || this.press?.doing === "dragged") return;
    if (event instanceof PointerEvent && this.isStill(event)) this.beneath = { card, handle, number };
    else app.pointing.enter(card, handle, number);
  }

  /** A card was tapped or clicked. Nothing covers the coach when it says what is meant instead. */
  tap(event: MouseEvent, handle: number, number: string): void {
    const acted = app.choosing.tap(handle);
    const isRead = acted ? this.waitsForButton(handle) : !app.learning.instead;
    if (this.byTouch && event.detail > 0 && isRead) app.pointing.read(handle, number);
  }

  /** A card's name was tapped or clicked. */
  name(event: MouseEvent, handle: number, number: string): void {
    if (this.byTouch && event.detail > 0) app.pointing.read(handle, number);
    else app.pointing.enter(event.currentTarget as HTMLElement, handle, number);
  }

  /** Picked, and nothing on the table can be tapped to go on. */
  private waitsForButton(handle: number): boolean {
    const { offer, choosing } = app;
    if (!offer || choosing.draft.card !== handle) return false;
    return offer.targets.size === 0 && offer.blockers.size === 0 && !offer.playerTarget;
  }

  private grip(handle: number, card: HTMLElement): Grip {
    if (!app.prompt || app.waits || (app.prompt.kind !== "main" && app.prompt.kind !== "quick")) return "none";
    const can = decisionsOf(app.prompt, handle);
    if (card.closest(".hand") && can.length > 0) return "hand";
    return card.closest(".base") && can.some((decision) => decision.verb === "attack") ? "attacker" : "none";
  }

  /** Whether the card has an ability to be used from where it lies: whoever pulls it somewhere is shown that, as after a tap. */
  private isUsable(handle: number): boolean {
    const prompt = app.waits ? undefined : app.prompt;
    const can = prompt && app.choosing.draft.card !== handle ? decisionsOf(prompt, handle) : [];
    return can.length > 0 && can.every(({ verb }) => verb === "activate");
  }

  private down(event: PointerEvent): void {
    this.byTouch = event.pointerType === "touch";
    this.swallows = false;
    if (!event.isPrimary || event.button !== 0) return;
    this.drop();
    const card = cardAt(event.target) ?? undefined;
    const handle = card ? handleOf(card) : 0;
    this.card = card;
    this.pointer = event.pointerId;
    this.press = new Press(at(event), this.byTouch, card ? this.grip(handle, card) : "none");
    if (card) this.timer = setTimeout(() => this.hold(), HOLD_MS);
  }

  private hold(): void {
    if (this.press?.hold() !== "held" || !this.card) return;
    this.swallows = true;
    this.look(this.card);
  }

  private look(card: HTMLElement): void {
    app.pointing.show(card, handleOf(card), card.dataset["number"] ?? "");
  }

  private move(event: PointerEvent): void {
    const { press, card } = this;
    if (!press || event.pointerId !== this.pointer) return;
    const before = press.doing;
    const doing = press.move(at(event));
    if (doing !== "pressed") clearTimeout(this.timer);
    if (doing === "held") {
      const under = cardAt(document.elementFromPoint(event.clientX, event.clientY));
      if (under) this.look(under);
    } else if (doing === "dragged" && card) {
      if (before === "pressed") this.lift(card);
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => this.drag(press, card, at(event)));
    } else if (this.byTouch && opensDrawer(press.start, at(event), innerWidth, handed.left)) {
      document.getElementById("drawer")?.showPopover();
      this.drop();
    }
  }

  /**
   * Keeps a finger's move from the browser where it scrolls nothing: a browser would make a fling of it, take the next tap
   * as what stops the fling, and swallow it.
   */
  private keep(event: TouchEvent): void {
    const [touch] = event.touches;
    const { press, card } = this;
    if (!press || !touch || !event.cancelable) return;
    const [aside, up] = [Math.abs(touch.clientX - press.start.x), Math.abs(touch.clientY - press.start.y)];
    const isPulled = press.doing === "left" && up >= aside && card?.closest(".hand");
    if (press.doing === "dragged" || press.doing === "held" || isPulled) event.preventDefault();
  }

  private lift(card: HTMLElement): void {
    this.swallows = true;
    card.setPointerCapture(this.pointer);
    app.pointing.clear();
    app.choosing.change({ card: handleOf(card) });
    if (this.press?.grip !== "hand") return;
    card.classList.add("dragged");
    // In a lesson, the coach says what is chosen.
    const aims = app.learning.due ? [] : aimsOf(app.prompt, handleOf(card));
    this.carried = aims.length > 0 ? { aims: new Set(aims), over: undefined } : undefined;
  }

  private drag(press: Press, card: HTMLElement, to: Point): void {
    if (press.grip === "hand") {
      card.style.translate = `${to.x - press.start.x}px ${to.y - press.start.y}px`;
      const over = this.aimAt(press, to);
      if (this.carried && over !== this.carried.over) this.carried = { ...this.carried, over };
      return;
    }
    const tip = press.tip(to);
    const over = attracted(tip, this.targets());
    app.pointing.handle = over ?? 0;
    this.pull = { handle: handleOf(card), tip, over };
  }

  private targets(): [number, Box][] {
    const boxes = boxesOf(app.offer?.targets ?? []);
    const player = app.offer?.playerTarget && document.querySelector("[data-testid=attack-player]")?.getBoundingClientRect();
    return player ? [...boxes, [0, player]] : boxes;
  }

  /** What the carried card is over, of what it may be dropped on. */
  private aimAt(press: Press, to: Point): number | undefined {
    const boxes = boxesOf(this.carried?.aims ?? []);
    const { x, y } = press.tip(to);
    return boxes.find(([, { left, right, top, bottom }]) => x >= left && x <= right && y >= top && y <= bottom)?.[0];
  }

  /** Escape lets go of what is dragged, and nothing comes of it. */
  private key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.press?.doing !== "dragged") return;
    event.preventDefault();
    event.stopPropagation();
    app.choosing.undo();
    this.drop();
    this.swallows = true;
  }

  private up(event: PointerEvent): void {
    const { press, card } = this;
    if (!press || event.pointerId !== this.pointer) return;
    cancelAnimationFrame(this.frame);
    const decision = press.doing === "dragged" && card ? this.released(press, card, at(event)) : undefined;
    if (isInVain(press, card) || (press.doing === "dragged" && !decision)) app.denied();
    const target = decision?.verb === "play" ? this.aimAt(press, at(event)) : undefined;
    const missed = this.byTouch && !decision ? this.missed(press, at(event)) : undefined;
    if (press.doing === "dragged" && !decision) app.choosing.undo();
    const pulled = press.doing === "left" && !press.byTouch && card && this.isUsable(handleOf(card)) ? handleOf(card) : undefined;
    this.drop();
    if (pulled !== undefined) {
      this.swallows = true;
      app.choosing.tap(pulled);
    }
    if (missed && press.grip === "hand") app.choosing.tap(handleOf(missed)); // there is more than one way to play it
    if (missed && !app.learning.isOn) app.pointing.read(handleOf(missed), missed.dataset["number"] ?? "");
    if (decision?.card !== undefined && target !== undefined) app.choosing.dropOn({ card: decision.card, target }, decision);
    else if (decision) app.choosing.decide(decision);
  }

  /** What is read, with the reason, after a pull in vain: the card an attacker was pulled to, or one pulled out of the hand. */
  private missed(press: Press, to: Point): HTMLElement | undefined {
    if (press.doing !== "dragged" && press.doing !== "left") return undefined;
    if (press.grip !== "attacker") return this.card?.closest(".hand") && isOnTable(to) ? this.card : undefined;
    const { x, y } = press.tip(to);
    const found = cardAt(document.elementFromPoint(x, y));
    return found && found !== this.card ? found : undefined;
  }

  /** What a drag that ends here decides, if it is anything. */
  private released(press: Press, card: HTMLElement, to: Point): Decision | undefined {
    const can = app.prompt ? decisionsOf(app.prompt, handleOf(card)) : [];
    if (press.grip === "attacker") {
      const over = attracted(press.tip(to), this.targets());
      return can.find((decision) => decision.verb === "attack" && targetOf(decision) === over);
    }
    if (this.aimAt(press, to) !== undefined) return can.find(({ verb }) => verb === "play");
    return can.length === 1 && isOnTable(to) ? can[0] : undefined;
  }

  /** Lets go of everything. */
  private drop(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    if (this.press?.doing === "held" || this.pull) app.pointing.clear();
    if (this.card) {
      this.card.classList.remove("dragged");
      this.card.style.translate = "";
    }
    this.press = undefined;
    this.card = undefined;
    this.pull = undefined;
    this.carried = undefined;
  }
}

export const touching = new Touching();
