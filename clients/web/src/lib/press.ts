/** What a finger or the mouse that is put on a card turns out to do. Pure: it is told where the pointer goes. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a press began: on a hand card, on a Pal that may attack, or on a card that only can be read. */
export type Grip = "hand" | "attacker" | "none";

/** Pressed and undecided; read while held; dragged; or left to the browser, as a scroll is. */
export type Doing = "pressed" | "held" | "dragged" | "left";

export const HOLD_MS = 350;
/** So far a pointer moves before it is more than a press. */
const SLACK = 8;
/** A finger hides what is under it, so that its arrow ends above it. */
const FINGER = 24;
/** So near to a target, its arrow jumps to it. */
const REACH = 36;

export class Press {
  doing: Doing = "pressed";

  constructor(
    readonly start: Point,
    readonly byTouch: boolean,
    readonly grip: Grip,
  ) {}

  move(to: Point): Doing {
    if (this.doing !== "pressed") return this.doing;
    const [aside, up] = [Math.abs(to.x - this.start.x), this.start.y - to.y];
    if (Math.max(aside, Math.abs(up)) < SLACK) return this.doing;
    // A finger that goes sideways scrolls the hand.
    const isPull = this.grip === "attacker" || (this.grip === "hand" && (!this.byTouch || up >= aside));
    return (this.doing = isPull ? "dragged" : "left");
  }

  /** The pointer has stayed for so long that its card is read. */
  hold(): Doing {
    if (this.doing === "pressed" && this.byTouch) this.doing = "held";
    return this.doing;
  }

  /** Where the arrow of a drag ends. */
  tip(at: Point): Point {
    return this.byTouch ? { x: at.x, y: at.y - FINGER } : at;
  }
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The target to which an arrow that ends here is drawn; undefined if none is near. */
export function attracted<T>(tip: Point, targets: readonly (readonly [T, Box])[]): T | undefined {
  let [nearest, least]: [T | undefined, number] = [undefined, REACH];
  for (const [target, box] of targets) {
    const aside = Math.max(box.left - tip.x, 0, tip.x - box.right);
    const off = Math.max(box.top - tip.y, 0, tip.y - box.bottom);
    const distance = Math.hypot(aside, off);
    if (distance < least || (distance === least && nearest === undefined)) [nearest, least] = [target, distance];
  }
  return nearest;
}

/** How far a swipe from the edge goes before the drawer follows it. */
const SWIPE = 40;
const EDGE = 24;

/** Whether a finger that came from the window's right edge has pulled the drawer out. */
export const opensDrawer = (start: Point, to: Point, width: number, isLeft = false): boolean => {
  const [fromEdge, way] = isLeft ? [start.x, to.x - start.x] : [width - start.x, start.x - to.x];
  return fromEdge <= EDGE && way >= SWIPE && way > Math.abs(start.y - to.y);
};

/** The button that a click was on, if it was on one, and what was asked then. */
export interface Clicked {
  readonly button: unknown;
  readonly asked: unknown;
}

/** Whether a click is the second one of a double click, and what it was meant for has made room for something else. */
export const isForAnother = (nth: number, before: Clicked | undefined, now: Clicked): boolean =>
  nth > 1 && before !== undefined && (before.asked !== now.asked || before.button !== now.button);
