/** What the page keeps between visits: the log of the game that is being played, the last deck, speed and sound. */

import type { Line, Seat } from "./log";
import type { Speed } from "./motion/pace";
import type { Outcome } from "./protocol";

const KEPT_LINES = 400;
const KEPT_MATCHES = 50;

export interface KeptLog {
  /** The id of the server's log. */
  readonly log: string;
  /** Position of the last update whose lines are in it. */
  readonly seq: number;
  readonly lines: readonly Line[];
}

function read<T>(key: string): T | undefined {
  const text = localStorage.getItem(`paltable.${key}`);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    // Written by another version of the page: as good as nothing.
    localStorage.removeItem(`paltable.${key}`);
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  localStorage.setItem(`paltable.${key}`, JSON.stringify(value));
}

/** The lines of this log that were told before, or nothing. */
export function recallLog(log: string): KeptLog | undefined {
  const kept = read<KeptLog>("log");
  return kept?.log === log ? kept : undefined;
}

export const keepLog = (kept: KeptLog): void => write("log", { ...kept, lines: kept.lines.slice(-KEPT_LINES) });

export const recallDeck = (): string | undefined => read<string>("deck");
export const keepDeck = (key: string): void => write("deck", key);

export const recallAutoPass = (): boolean => read<boolean>("autopass") ?? true;
export const keepAutoPass = (on: boolean): void => write("autopass", on);

/** Whether single letters act at the table. */
export const recallLetters = (): boolean => read<boolean>("letters") ?? true;
export const keepLetters = (on: boolean): void => write("letters", on);

/** Whether this tab hears no phrases; another tab may. */
export const recallMuted = (): boolean => sessionStorage.getItem("paltable.muted") !== null;
export const keepMuted = (on: boolean): void =>
  on ? sessionStorage.setItem("paltable.muted", "yes") : sessionStorage.removeItem("paltable.muted");

export const recallSpeed = (): Speed => read<Speed>("speed") ?? "normal";
export const keepSpeed = (speed: Speed): void => write("speed", speed);

export interface Hearing {
  readonly on: boolean;
  /** From 0 to 1. */
  readonly volume: number;
}

export const recallHearing = (): Hearing => read<Hearing>("sound") ?? { on: false, volume: 0.6 };
export const keepHearing = (hearing: Hearing): void => write("sound", hearing);

/** A match that was played here to its end. */
export interface KeptMatch {
  readonly room: string;
  readonly names: Readonly<Record<Seat, string>>;
  /** The reader's. */
  readonly seat: Seat;
  /** When it ended, in milliseconds of the Unix epoch. */
  readonly at: number;
  readonly outcome: Outcome;
}

/** The newest first. */
export const recallMatches = (): readonly KeptMatch[] => read<KeptMatch[]>("matches") ?? [];

/** Keeps a match, unless it is kept already. */
export function keepMatch(match: KeptMatch): void {
  const kept = recallMatches();
  if (!kept.some(({ room }) => room === match.room)) write("matches", [match, ...kept].slice(0, KEPT_MATCHES));
}
