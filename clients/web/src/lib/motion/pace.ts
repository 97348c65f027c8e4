/** How long motion may take: what goes on for too long is shortened, and the reader chooses the speed. */

import type { Plan } from "./plan";

export type Speed = "slow" | "normal" | "fast" | "off";

/** So much of what happens in one go is shown at full length, in milliseconds. */
export const CAP_MS = 1_600;
/** What is left of the rest. */
const SHORTENED = 0.4;

export const FACTOR: Readonly<Record<Exclude<Speed, "off">, number>> = { slow: 1.8, normal: 1, fast: 0.5 };

const shortened = (ms: number): number => Math.min(ms, CAP_MS) + SHORTENED * Math.max(0, ms - CAP_MS);

/**
 * Turns the times of a plan into those at which its moves are shown, when so much has been shown just before it.
 *
 * The reveal of damage keeps its length: it is what the reader wants to see, and not on the way to it.
 */
export function paced(plan: Plan, spent: number, factor: number): (time: number) => number {
  const scenes = plan.moves.filter(({ kind }) => kind === "reveal");
  const ofScenes = (time: number): number =>
    scenes.reduce((sum, { at, ms }) => sum + Math.max(0, Math.min(time, at + ms) - at), 0);
  return (time) => {
    const scene = ofScenes(time);
    return factor * (shortened(spent + time - scene) - shortened(spent) + scene);
  };
}

/** How much a plan takes of what is shown at full length. */
export const counted = ({ moves, ms }: Plan): number =>
  moves.reduce((left, move) => (move.kind === "reveal" ? left - move.ms : left), ms);
