/** What has happened, in sentences. */

import { listed, say, type CardRef, type Sentence } from "../pieces";
import { counted, did, plain, signed, stopped, upper, who, whose, type Who } from "./grammar";

export const log = {
  /** Whether each turn has a heading, and a deed and what it brings are one sentence. */
  isWritten: true as boolean,
  turn: (n: number, p: Who): string => `Turn ${n} · ${p.you ? "you" : p.name}`,
  first: (p: Who): Sentence => (p.you ? say`You go first.` : say`${p.name} goes first.`),
  kept: (p: Who): Sentence => say`${who(p)} kept the opening hand.`,
  redrawn: (p: Who): Sentence => say`${who(p)} drew a new opening hand.`,
  drew: (p: Who, n: number): Sentence => say`${did(p, "drew")} ${counted(n, "card")}.`,
  drewCards: (p: Who, cards: readonly CardRef[]): Sentence => say`${did(p, "drew")} ${listed(cards)}.`,
  soulsFrom: (p: Who, before: number, after: number): Sentence =>
    say`${p.acts ? "Souls" : `${upper(whose(p))} souls`} ${before} → ${after}.`,
  soulsPaid: (p: Who, n: number): Sentence => say`${did(p, "paid")} ${counted(n, "soul")}.`,
  drewForSouls: (p: Who): Sentence => say`${did(p, "rested")} 3 souls to draw.`,
  played: (p: Who, card: CardRef, cost: number): Sentence =>
    cost === 0 ? say`${did(p, "played")} ${card}.` : say`${did(p, "played")} ${card} for ${cost}.`,
  activated: (p: Who, card: CardRef): Sentence => say`${did(p, "used")} ${card}.`,
  activatedFromHand: (p: Who, keyword: string): Sentence => say`${did(p, "used")} ${keyword === "" ? "an ability" : keyword} from the hand.`,
  resolved: (card: CardRef): Sentence => say`${card} triggered.`,
  deployed: (card: CardRef, p: Who): Sentence => say`${card} entered ${whose(p)} base.`,
  butchered: (card: CardRef): Sentence => say`${card} was butchered.`,
  discarded: (p: Who, cards: readonly CardRef[]): Sentence => say`${did(p, "discarded")} ${listed(cards)}.`,
  destroyed: (card: CardRef): Sentence => say`${card} was destroyed.`,
  buried: (cards: readonly CardRef[]): Sentence => say`${listed(cards)} went to the graveyard.`,
  paid: (p: Who, cards: readonly CardRef[]): Sentence => say`${did(p, "paid")} with ${listed(cards)}.`,
  returned: (card: CardRef, p: Who): Sentence => say`${card} returned to ${whose(p)} hand.`,
  exiled: (card: CardRef): Sentence => say`${card} was exiled.`,
  milled: (p: Who, cards: readonly CardRef[]): Sentence =>
    say`From the top of ${whose(p)} deck to the graveyard: ${listed(cards)}.`,
  took: (p: Who, card: CardRef, zone: string): Sentence => say`${did(p, "took")} ${card} from the ${zone}.`,
  tookHidden: (p: Who, n: number, zone: string): Sentence => say`${did(p, "took")} ${counted(n, "card")} from the ${zone}.`,
  moved: (cards: readonly CardRef[], zone: string): Sentence => say`${listed(cards)} went to the ${zone}.`,
  shuffled: (p: Who): Sentence => say`${did(p, "shuffled")} ${p.you ? "your" : "their"} deck.`,
  rested: (card: CardRef): Sentence => say`${card} was rested.`,
  stood: (card: CardRef): Sentence => say`${card} stood up.`,
  assigned: (p: Who, card: CardRef, to: CardRef): Sentence =>
    p.acts ? say`Assigned ${card}.` : say`${card} was assigned to ${to}.`,
  wasAssigned: (card: CardRef, to: CardRef): Sentence => say`${card} was assigned to ${to}.`,
  gained: (p: Who, n: number, resource: string): Sentence => say`${did(p, "got")} ${n} ${upper(resource)}.`,
  lost: (p: Who, n: number, resource: string): Sentence => say`${did(p, "lost")} ${n} ${upper(resource)}.`,
  consumed: (p: Who, n: number, resource: string): Sentence => say`${did(p, "paid")} ${n} ${upper(resource)}.`,
  life: (p: Who, before: number, after: number): Sentence => say`${upper(whose(p))} life ${plain(before)} → ${plain(after)}.`,
  dealt: (source: CardRef, n: number, card: CardRef): Sentence => say`${source} dealt ${n} damage to ${card}.`,
  hurt: (n: number, card: CardRef): Sentence => say`${n} damage to ${card}.`,
  fought: (one: CardRef, n: number, other: CardRef, m: number): Sentence =>
    say`${one} dealt ${n} damage to ${other} and took ${m}.`,
  damaged: (card: CardRef, n: number): Sentence => say`${card} took ${n} damage.`,
  damageTo: (p: Who, n: number): Sentence => (p.you ? say`${n} damage to you.` : say`${n} damage to ${p.name}.`),
  turned: (_p: Who, cards: readonly CardRef[], _damage: number): Sentence => say`${listed(cards)}.`,
  prevented: (card: CardRef | undefined, _p: Who, _life: number): Sentence =>
    card === undefined ? say`A Lucky card cancelled the damage.` : say`${card} is Lucky: all the damage is cancelled.`,
  attackedCard: (card: CardRef, target: CardRef): Sentence => say`${card} attacked ${target}.`,
  attackedPlayer: (card: CardRef, p: Who, strike: number): Sentence =>
    say`${card} attacked ${p.you ? "you" : p.name} with Strike ${strike}.`,
  blocked: (card: CardRef): Sentence => say`${card} blocked.`,
  notBlocked: (): Sentence => say`No block.`,
  attackFailed: (): Sentence => say`The attack failed.`,
  changed: (cards: readonly CardRef[], power: number, strike: number): Sentence => {
    const parts = [power === 0 ? "" : `Power ${signed(power)}`, strike === 0 ? "" : `Strike ${signed(strike)}`];
    return say`${listed(cards)} got ${parts.filter((part) => part !== "").join(" and ")}.`;
  },
  granted: (card: CardRef, text: string): Sentence => say`${card} got the skill ${stopped(`“${text}”`)}`,
  named: (p: Who, name: string): Sentence => say`${did(p, "named")} ${name}.`,
  nightFell: (): Sentence => say`It is night.`,
  nightEnded: (): Sentence => say`It is day again.`,
  looked: (p: Who, n: number): Sentence => say`${did(p, "looked")} at ${counted(n, "card")}.`,
  revealed: (p: Who, cards: readonly CardRef[]): Sentence => say`${did(p, "revealed")} ${listed(cards)}.`,
  conceded: (p: Who): Sentence => say`${who(p)} conceded.`,
  won: (p: Who): Sentence => (p.you ? say`You won.` : say`${p.name} won.`),
  drawn: (): Sentence => say`The game is a draw.`,
} as const;

/** How what happens is told. */
export type Voice = typeof log;

/** What is said aloud, where what is written does not say it well. */
export const aloudLog: Voice = {
  ...log,
  isWritten: false,
  turn: (n, p) => `${p.you ? "Your" : whose(p)} turn ${n}.`,
  soulsFrom: (_p, _before, after) => say`${counted(after, "soul")}.`,
  life: (p, _before, after) => say`${who(p)} ${p.you ? "have" : "has"} ${plain(after)} life.`,
  turned: (_p, cards, damage) => say`${cards.length} of ${damage} turned: ${listed(cards)}.`,
  prevented: (card, p, life) => {
    const stays = `${p.you ? "You stay" : `${p.name} stays`} at ${plain(life)} life.`;
    return card === undefined ? say`A Lucky card cancelled the damage. ${stays}` : say`${card} is Lucky: damage cancelled. ${stays}`;
  },
};
