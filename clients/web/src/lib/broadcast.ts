/** What an overlay shows of a match beside its view: the card in question, and one caption. Pure. */

import { narrate, type Telling } from "./log";
import type { Sentence } from "./pieces";
import type { GameEvent, View } from "./protocol";

/** The first wait before a lost feed is asked for again, and before that of a match that is over: the two may play again. */
const LOST_MS = 3_000;
const OVER_MS = 30_000;
const LONGEST_MS = 300_000;
/** So often it is asked for again without anything new; that takes the better part of an hour. */
const MOST_TRIES = 12;

/** How long to wait before the next of so many vain tries, in milliseconds; nothing if it is given up. */
export function waitBefore(tries: number, isOver: boolean): number | undefined {
  return tries < MOST_TRIES ? Math.min(LONGEST_MS, (isOver ? OVER_MS : LOST_MS) * 2 ** tries) : undefined;
}

/** What was told last: the card that it was about, and in words. */
export interface Told {
  /** The number of a card; empty if it was about none. */
  readonly card: string;
  readonly sentence: Sentence;
}

/** Deeds that put a card before everyone's eyes. */
const SHOWS: ReadonlySet<GameEvent["type"]> = new Set([
  "card_played", "ability_activated", "ability_resolved", "attack_declared", "blocked", "player_damage_revealed", "card_revealed",
]); // prettier-ignore

/** What an update has to tell; nothing if only numbers changed. Its events have the numbers of their cards. */
export function toldBy(events: readonly GameEvent[], telling: Telling): Told | undefined {
  const lines = narrate(events, telling).filter((line) => line.by !== "turn");
  const line = lines[0];
  const shown = events.find((event) => SHOWS.has(event.type) && "number" in event && event.number);
  if (!line && !shown) return undefined;
  return { card: shown && "number" in shown ? (shown.number ?? "") : "", sentence: line?.pieces ?? [] };
}

/** The number of the card in question: what resolves, else what attacks, else what was told of last. */
export function cardInQuestion({ resolution, battle, cards, outcome }: View, told: Told | undefined): string {
  if (outcome.winner !== undefined) return "";
  const handle = resolution.at(-1) ?? battle?.attacker;
  return (handle !== undefined && cards[handle]?.number) || (told?.card ?? "");
}
