/** Forecasts from public information: what a fight would do with the numbers that stand on the table now. */

import type { Offer } from "./choice";
import type { Prompt, View } from "./protocol";

export interface Duel {
  readonly attacker: number;
  /** 0: the player. */
  readonly target: number;
  /** The fight is only looked at, by a hovered target or a blocker that is not sent. */
  readonly imagined: boolean;
}

/** The fight of the battle that is going on, as long as it is to come: before its damage, and with both fighters there. */
export function fightOf({ battle }: View): Duel | undefined {
  const { step, attacker, target } = battle ?? {};
  if (attacker === undefined || target === undefined || step === "damage" || step === "end") return undefined;
  return { attacker, target, imagined: false };
}

/** The fight to show: a blocker or target that is picked or pointed at, else that of the battle that is going on. */
export function duelOf(view: View, prompt: Prompt | undefined, offer: Offer | undefined, card: number, pointed: number): Duel | undefined {
  const { attacker } = view.battle ?? {};
  if (attacker !== undefined && prompt?.kind === "block" && offer) {
    const blocker = card !== 0 ? card : offer.blockers.has(pointed) ? pointed : 0;
    if (blocker !== 0) return { attacker, target: blocker, imagined: true };
  }
  if (view.battle) return fightOf(view);
  if (offer && card !== 0 && offer.targets.has(pointed)) return { attacker: card, target: pointed, imagined: true };
  return undefined;
}

/** How much damage destroys a card that has none yet. */
export const wholeOf = (view: View, handle: number): number => view.cards[handle]?.power ?? view.cards[handle]?.durability ?? 0;

/** How much more damage a card takes before it goes. */
export const remaining = (view: View, handle: number): number => wholeOf(view, handle) - (view.cards[handle]?.damage ?? 0);

const powerOf = (view: View, handle: number): number => Math.max(0, view.cards[handle]?.power ?? 0);
const has = (view: View, handle: number, keyword: string): boolean => view.cards[handle]?.keywords?.includes(keyword) ?? false;

/** What a fight does to one of its two cards. */
export interface Fate {
  readonly handle: number;
  /** The damage that is dealt to it, and how much it takes before it goes. */
  readonly takes: number;
  readonly of: number;
  readonly falls: boolean;
}

/** What comes of a duel between two cards, with the numbers that stand now: the attacker first. */
export function fatesOf(view: View, duel: Duel | undefined): readonly Fate[] {
  if (!duel || duel.target === 0 || !view.cards[duel.target] || !view.cards[duel.attacker]) return [];
  const { attacker, target } = duel;
  const hits = (handle: number, takes: number): Fate => {
    const of = remaining(view, handle);
    return { handle, takes, of, falls: takes > 0 && takes >= of };
  };
  const hit = hits(target, powerOf(view, attacker));
  // A structure does not strike back.
  if (view.cards[target]?.durability !== undefined) return [hit];
  const back = hits(attacker, powerOf(view, target));
  const avenges = (fallen: Fate, other: Fate): Fate => (fallen.falls && has(view, fallen.handle, "Retaliate") ? { ...other, falls: true } : other);
  return [avenges(hit, back), avenges(back, hit)];
}

/** Whether a card of the duel would be destroyed; undefined for a card that is not in it, or cannot be hurt by it. */
export function isDestroyed(view: View, duel: Duel | undefined, handle: number): boolean | undefined {
  return fatesOf(view, duel).find((fate) => fate.handle === handle)?.falls;
}
