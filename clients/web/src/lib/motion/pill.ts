/** The sign of the phase that is on, while it goes from one phase to the next: what it lies on is dark, all else is light. */

import type { Box } from "./boxes";

type Start = (element: Element, frames: Keyframe[]) => Animation;

/** A frame as large as the strip, of which what lies outside is cut off; what is in it stays where it is on the strip. */
function frameOf(inside: HTMLElement): HTMLElement {
  const frame = document.createElement("div");
  frame.className = "pill-window";
  frame.append(inside);
  return frame;
}

/** The strip as if no phase were on, or all of them. */
function copyOf(strip: HTMLElement, className: string): HTMLElement {
  const copy = strip.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-testid");
  copy.classList.add(className);
  for (const name of copy.children) {
    name.classList.remove("on");
    name.removeAttribute("aria-current");
  }
  return copy;
}

/** Where an edge begins and ends, in pixels from the left edge of the strip. */
type Way = readonly [from: number, to: number];

/**
 * How far the three frames go, each within the one before: the first is cut at the pill's left edge, the second at its
 * right edge, and the third stays where the strip is.
 */
export function frameWays(width: number, left: Way, right: Way): readonly [Way, Way, Way] {
  const at = (i: 0 | 1): [number, number, number] => [left[i], right[i] - width - left[i], width - right[i]];
  const [from, to] = [at(0), at(1)];
  return [[from[0], to[0]], [from[1], to[1]], [from[2], to[2]]];
}

/**
 * Lets the pill slide on a copy that lies over the strip until it has arrived. Two frames, one cut at its left edge and
 * one at its right, show dark names on a light ground; they move, and what is in them moves against them.
 */
export function slidePill(strip: HTMLElement, from: Box, to: Box, start: Start): void {
  const on = strip.querySelector<HTMLElement>(".on");
  if (!on) return;
  const [width, shift] = [strip.offsetWidth, on.offsetLeft - strip.offsetLeft - (to.x - to.width / 2)];
  const edge = (side: -1 | 1): Way => [from.x + (side * from.width) / 2 + shift, to.x + (side * to.width) / 2 + shift];

  const third = frameOf(copyOf(strip, "under-pill"));
  const second = frameOf(third);
  const first = frameOf(second);
  const over = document.createElement("div");
  over.className = "pill-slides";
  over.setAttribute("aria-hidden", "true");
  over.style.cssText = `left:${strip.offsetLeft}px;top:${strip.offsetTop}px;width:${width}px;height:${strip.offsetHeight}px`;
  over.append(copyOf(strip, "beside-pill"), first);
  strip.after(over);

  const ways = frameWays(width, edge(-1), edge(1));
  const moves = [first, second, third].map((frame, i) =>
    start(frame, (ways[i] ?? []).map((x) => ({ transform: `translateX(${x}px)` }))),
  );
  const done = (): void => over.remove();
  Promise.all(moves.map((move) => move.finished)).then(done, done);
}
