/** The end of a match. */

import { plain, upper, who, whose, type Who } from "./grammar";

const REASONS: Record<string, (loser: Who) => string> = {
  life: (loser) => (loser.you ? "Your life reached 0." : `${upper(whose(loser))} life reached 0.`),
  deck: (loser) => (loser.you ? "Your deck ran out." : `${upper(whose(loser))} deck ran out.`),
  "life and deck": (loser) => `${who(loser)} had no life and no deck left.`,
  concede: (loser) => `${who(loser)} conceded.`,
  time: (loser) => (loser.you ? "Your time ran out." : `${upper(whose(loser))} time ran out.`),
  abandoned: (loser) => (loser.you ? "You were away for too long." : `${who(loser)} was away for too long.`),
};
const DRAWS: Record<string, string> = {
  loop: "The game could not go on: the same things would happen for ever.",
  life: "Both players’ life reached 0 at the same time.",
  deck: "Both players’ decks ran out at the same time.",
  "life and deck": "Life and deck ran out at the same time.",
  fault: "The server could not go on with this game, so nobody wins.",
};

export const end = {
  wins: (p: Who): string => `${p.name} wins`,
  victory: "Victory",
  defeat: "Defeat",
  draw: "Draw",
  reason: (reason: string, loser: Who): string => REASONS[reason]?.(loser) ?? `${upper(reason)}.`,
  blow: (card: string, loser: Who, amount: number, turn: number): string =>
    `${card} hit ${loser.you ? "you" : loser.name} for ${amount} on turn ${turn}. No Lucky card turned up, and ${whose(loser)} life ran out.`,
  drawReason: (reason: string): string => DRAWS[reason] ?? `${upper(reason)}.`,
  curve: (ends: readonly string[]): string => `Life by turn. At the end: ${ends.join("; ")}.`,
  lifeOf: (p: Who, life: number): string => `${p.you ? "You" : p.name}, ${plain(life)} life`,
  turns: "turns",
  life: "life",
  lifeTaken: "life taken",
  palsDestroyed: "Pals destroyed",
  saves: "Lucky saves",
  deck: "cards in deck",
  souls: "souls",
  to: "to",
  rematch: "Rematch",
  rematchHint: "Whoever did not choose who goes first in this match chooses in the next.",
  accept: "Play again",
  wants: (p: Who): string => `${p.name} wants a rematch.`,
  waits: (p: Who): string => `Waiting for ${p.name} …`,
  takeBack: "Take it back",
  declined: (p: Who): string => (p.you ? "There is no rematch." : `${p.name} plays no rematch.`),
  look: "Look at the table",
  replay: "Watch the replay",
  save: "Save the replay",
  proof: "The replay proves how both decks were shuffled: anyone can verify it.",
  lobby: "Lobby",
} as const;
