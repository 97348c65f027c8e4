/** Watching a match, and its overlay for streams. */

import { counted } from "./grammar";

export const watch = {
  watch: "Watch",
  watchPair: (one: string, other: string): string => `Watch ${one} and ${other}`,
  late: (seconds: number): string =>
    seconds === 0 ? "Live" : seconds % 60 === 0 ? `${seconds / 60} min late` : `${seconds} s late`,
  lateHint: (seconds: number, decisions: number): string => {
    const behind = [seconds > 0 ? counted(seconds, "second") : "", decisions > 0 ? counted(decisions, "decision") : ""];
    const shown = behind.filter((part) => part !== "");
    return shown.length === 0 ? "You see it as it happens." : `What you see is ${shown.join(" and ")} old.`;
  },
  watchers: (n: number): string => `${n} watching`,
  watchersHint: (n: number): string => (n === 1 ? "1 person watches this table." : `${n} people watch this table.`),
  openHands: "Open hands",
  openHandsHint: "Whoever watches sees both hands.",
  player: "Player",
  turn: "See the table from the other side",
  leave: "Leave",
  lobby: "Back to the lobby",
  notYet: "There is nothing to show yet",
  notYetText: (seconds: number): string =>
    seconds === 0
      ? "This match has just begun. It appears here by itself."
      : `This match has just begun, and is shown ${counted(seconds, "second")} late. It appears here by itself.`,
  gone: "This match is not shown",
  goneOver: "This match is over",
  logGap: {
    first: "You began to watch here. What happened before is not in this log.",
    between: "What happened in between is not in this log.",
  },
  notHere: "You sit at a table here, or look for an opponent. To watch, open the link in another tab.",
  youAreAsked: "You are asked, in the window in which you play.",
  playsAgain: "They play again.",
  rematch: "Watch the rematch",
} as const;

export const overlay = {
  turn: (turn: number, phase: string): string => `Turn ${turn}, ${phase.toLowerCase()}`,
  phase: (phase: string): string => `${phase} phase`,
  moves: "To move",
  soon: "The match is shown here in a moment.",
  refused: "This match is not shown now.",
  title: "For others",
  copyWatch: "Copy the link to watch",
  copy: "Copy overlay link",
  where: "Every match that others may watch has a link to watch it and one for streaming software: in the settings at its table, under “For others”.",
  hint: "The overlay is for streaming software: a page that lies transparent over your picture.",
} as const;
