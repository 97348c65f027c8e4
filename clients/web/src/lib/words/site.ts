/** What every page says: its titles, the way to the other pages, and the connection. */

import type { Place } from "../route";

export const product = "Paltable";

export const titleAsked = "● Your choice · Paltable";

export const titles = {
  main: "● Your turn · Paltable",
  block: "● Block? · Paltable",
  quick: "● Your answer? · Paltable",
} as const;

export const nav = {
  title: "Pages",
  home: "Paltable, to the first page",
  play: "Play",
  learn: "Learn",
  decks: "Decks",
  replays: "Replays",
} as const satisfies Record<"title" | "home" | Place, string>;

/** On other pages, while a match is played here. */
export const running = {
  match: (name: string): string => `You are in a game with ${name}.`,
  lesson: (title: string): string => `You are in “${title}”.`,
  over: (name: string): string => `Your game with ${name} is over.`,
  asked: "Your turn",
  back: "Return",
} as const;

export const start = {
  loading: "Loading the cards…",
  failed: "The server does not answer.",
  retry: "Try again",
  connecting: "Connecting…",
  unreachable: "The server cannot be reached now; trying again.",
} as const;

export const connection = {
  online: "Connected",
  connecting: "Connecting…",
  lost: "Connection lost. Reconnecting. Your seat is safe.",
  lostHere: "Connection lost. Reconnecting.",
  back: "Connected again.",
  paused: "The table is paused: the server is catching up. Nothing is lost.",
  slow: "This connection was too slow to keep up, so the server closed it. Connecting again.",
  restart: "The server restarts. Reconnecting. Your seat is safe.",
  replacedTitle: "This game is open elsewhere",
  replacedText: "Another tab or window took your seat.",
  takeOver: "Play here",
  refused: "The server and this page do not understand each other. Reload the page.",
  reload: "Reload",
  outdated: "A new version is here. Reload to update; nothing is lost.",
  unsent: "Not sent yet. It goes out when the connection is back.",
} as const;
