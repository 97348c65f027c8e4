/** The keyframes of motion: transform and opacity, and nothing else. */

import type { Box } from "./boxes";
import type { Way } from "./plan";

export const EASE = {
  out: "cubic-bezier(.2,.8,.2,1)",
  travel: "cubic-bezier(.6,0,.2,1)",
  snap: "cubic-bezier(.3,1.4,.5,1)",
} as const;

const LUNGE = 0.4;
const LUNGE_MOST = 230;
/** Part of a draw in which the card travels; then it is turned over. */
const TRAVEL = 0.45;

const at = ({ x, y, angle }: Box, more = ""): string => `translate(${x}px, ${y}px) rotate(${angle}deg)${more}`;

export const easeOf = (way: Way, mine: boolean): string =>
  way === "draw" ? EASE.out : way === "play" && mine ? EASE.snap : EASE.travel;

/** The way of a card from one box to another. */
export function journey(way: Way, from: Box, to: Box): Keyframe[] {
  switch (way) {
    case "draw":
      return [{ transform: at(from), offset: 0 }, { transform: at(to), offset: TRAVEL }, { transform: at(to), offset: 1 }];
    case "destroy":
      return [{ transform: at(from) }, { transform: at(from, " rotate(10deg)"), offset: 0.4 }, { transform: at(to) }];
    case "exile":
      return [{ transform: at(from) }, { transform: at({ ...from, y: from.y - from.height * 0.7 }) }];
    case "play":
    case "show":
    case "go":
      return [{ transform: at(from) }, { transform: at(to) }];
  }
}

/** What the first look of a card does on its way, if a second takes its place. */
export function firstLook(way: Way, from: Box, to: Box, turns: boolean, alone: boolean): Keyframe[] {
  const scale = `scale(${to.width / from.width})`;
  if (way === "exile") return [{ transform: "scale(1)", opacity: 1 }, { transform: "scale(.82)", opacity: 0 }];
  if (alone) return [{ transform: "scale(1)" }, { transform: scale }];
  if (turns) {
    const begin = way === "draw" ? TRAVEL : 0.15;
    const middle = (begin + 1) / 2;
    return [
      { transform: "scale(1) rotateY(0deg)", opacity: 1, offset: 0 },
      { transform: `${way === "draw" ? scale : "scale(1)"} rotateY(0deg)`, opacity: 1, offset: begin },
      { transform: `${scale} rotateY(90deg)`, opacity: 1, offset: middle },
      { transform: `${scale} rotateY(90deg)`, opacity: 0, offset: 1 },
    ];
  }
  return [{ transform: "scale(1)", opacity: 1 }, { opacity: 1, offset: 0.3 }, { transform: scale, opacity: 0 }];
}

/** What the last look does: it is there at the end. */
export function lastLook(way: Way, from: Box, to: Box, turns: boolean): Keyframe[] {
  const scale = `scale(${from.width / to.width})`;
  if (turns) {
    const middle = ((way === "draw" ? TRAVEL : 0.15) + 1) / 2;
    return [
      { transform: "rotateY(-90deg)", opacity: 0, offset: 0 },
      { transform: "rotateY(-90deg)", opacity: 1, offset: middle },
      { transform: "rotateY(0deg)", opacity: 1, offset: 1 },
    ];
  }
  return [{ transform: scale, opacity: 0 }, { opacity: 1, offset: 0.45 }, { transform: "scale(1)", opacity: 1 }];
}

/** From where a card was to where it is; added to what places it there. */
export function slide(from: Box, to: Box): Keyframe[] | undefined {
  const [dx, dy, turn] = [from.x - to.x, from.y - to.y, from.angle - to.angle];
  if (Math.hypot(dx, dy) < 1 && Math.abs(turn) < 0.2) return undefined;
  return [
    { translate: `${dx}px ${dy}px`, rotate: `${turn}deg` },
    { translate: "0px 0px", rotate: "0deg" },
  ];
}

/** An attacker runs part of the way to its target, and back. */
export function lunge(from: Box, to: Box): Keyframe[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const reach = Math.min(LUNGE, LUNGE_MOST / Math.max(1, Math.hypot(dx, dy)));
  return [
    { translate: "0px 0px", easing: "cubic-bezier(.5,0,.9,.5)" },
    { translate: `${-dx * 0.05}px ${-dy * 0.05}px`, offset: 0.2, easing: "cubic-bezier(.5,0,.9,.5)" },
    { translate: `${dx * reach}px ${dy * reach}px`, offset: 0.5, easing: EASE.out },
    { translate: "0px 0px" },
  ];
}

/** Who is hit shakes twice. */
export const SHAKE: Keyframe[] = ["0px", "3px", "-3px", "3px", "-3px", "0px"].map((x) => ({ translate: `${x} 0px` }));

export const POP: Keyframe[] = [{ transform: "scale(.4)", opacity: 0 }, { transform: "scale(1.25)", opacity: 1, offset: 0.6 }, { transform: "scale(1)", opacity: 1 }];
export const FADE_IN: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }];
export const FADE_OUT: Keyframe[] = [{ opacity: 1 }, { opacity: 0 }];
export const BEAT: Keyframe[] = [{ transform: "scale(1)" }, { transform: "scale(1.35)", offset: 0.3 }, { transform: "scale(1)" }];
/** Hidden as long as it lasts. */
export const ABSENT: Keyframe[] = [{ opacity: 0 }, { opacity: 0 }];
export const PRESENT: Keyframe[] = [{ opacity: 1 }, { opacity: 1 }];

/** Words and numbers that show for a moment, by their kind. */
export const SIGNS = {
  hurt: [...POP.map((frame, i) => ({ ...frame, offset: i * 0.1 })), { transform: "none", opacity: 1, offset: 0.75 }, { transform: "none", opacity: 0 }],
  gain: [{ transform: "translateY(-4px)", opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 1, offset: 0.8 }, { transform: "translateY(16px)", opacity: 0 }],
  turn: [
    { transform: "translateX(-24px)", opacity: 0 },
    { transform: "none", opacity: 1, offset: 0.2 },
    { transform: "none", opacity: 1, offset: 0.75 },
    { transform: "translateX(24px)", opacity: 0 },
  ],
  count: [{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }],
  /** The ring into which a card has gone. */
  exile: [
    { transform: "scale(.4)", opacity: 0 },
    { transform: "none", opacity: 1, offset: 0.45 },
    { transform: "scale(1.15)", opacity: 0 },
  ],
  ring: [{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }],
} satisfies Record<string, Keyframe[]>;
