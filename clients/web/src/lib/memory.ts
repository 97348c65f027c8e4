/** What the page keeps between visits: the log of the game that is being played, decks, and settings. */

import type { Main } from "./decks/judge";
import type { Line } from "./lines";
import type { Seat } from "./seats";
import type { Speed } from "./motion/pace";
import type { DeckChoice, Outcome } from "./protocol";

const KEPT_LINES = 400;
const KEPT_MATCHES = 50;

export interface KeptLog {
  /** The id of the server's log. */
  readonly log: string;
  /** Where the match stood after what its lines tell. */
  readonly mark: string;
  readonly lines: readonly Line[];
}

/** Why this browser does not keep something: it has no room left, or it lets the page keep nothing. */
export type Trouble = "full" | "forbidden";

const PREFIX = "paltable.";
let tell: (trouble: Trouble) => void = () => undefined;

/** Has it told when something cannot be kept; what is not kept is forgotten when the page is closed. */
export function whenNotKept(listener: (trouble: Trouble) => void): void {
  tell = listener;
}

/** What a browser throws that lets the page keep nothing, or has no room left. */
const troubleOf = (error: unknown): Trouble =>
  error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "forbidden";

function read<T>(key: string): T | undefined {
  let text: string | null;
  try {
    text = localStorage.getItem(PREFIX + key);
  } catch {
    return undefined; // nothing was ever kept; whoever keeps something is told
  }
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    // Written by another version of the page: as good as nothing.
    localStorage.removeItem(PREFIX + key);
    return undefined;
  }
}

/** Whether it is kept; if not, that is told. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch (error) {
    tell(troubleOf(error));
    return false;
  }
}

/** Whether nobody has used this browser here before; where nothing is kept, nobody knows. */
export function isFirstVisit(): boolean {
  try {
    return localStorage.getItem(PREFIX + "here") === null;
  } catch {
    return false;
  }
}
export const keepVisit = (): boolean => write("here", true);

/** The lines of this log that were told before, or nothing. */
export function recallLog(log: string): KeptLog | undefined {
  const kept = read<KeptLog>("log");
  return kept?.log === log ? kept : undefined;
}

export const keepLog = (kept: KeptLog): boolean => write("log", { ...kept, lines: kept.lines.slice(-KEPT_LINES) });

/** The deck that was chosen last: the key of a preset, or the id of an own deck. */
export const recallDeck = (): string | undefined => read<string>("deck");
export const keepDeck = (key: string): boolean => write("deck", key);

/** The deck that was brought along to this match, if it was asked for in this browser. */
export function recallBrought(log: string): DeckChoice | undefined {
  const kept = read<{ readonly log: string; readonly deck: DeckChoice }>("brought");
  return kept?.log === log ? kept.deck : undefined;
}
export const keepBrought = (log: string, deck: DeckChoice): boolean => write("brought", { log, deck });

export const BOT_LEVELS = ["random", "greedy", "search"] as const;
export type BotLevel = (typeof BOT_LEVELS)[number];

/** The house bot that was last chosen. */
export const recallLevel = (): BotLevel => BOT_LEVELS.find((level) => level === read<unknown>("bot")) ?? "greedy";
export const keepLevel = (level: BotLevel): boolean => write("bot", level);

export const recallAutoPass = (): boolean => read<boolean>("autopass") ?? true;
export const keepAutoPass = (on: boolean): boolean => write("autopass", on);

/** Whether single letters act at the table. */
export const recallLetters = (): boolean => read<boolean>("letters") ?? true;
export const keepLetters = (on: boolean): boolean => write("letters", on);

/** The keys that were changed, by what they do. */
export function recallKeys(): Readonly<Record<string, unknown>> {
  const kept = read<unknown>("keys");
  return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
}
export const keepKeys = (keys: Readonly<Record<string, string>>): boolean => write("keys", keys);

/** Whether what a thumb presses stands on the left. */
export const recallLeftHanded = (): boolean => read<boolean>("left") ?? false;
export const keepLeftHanded = (on: boolean): boolean => write("left", on);

/** The names of the lessons and puzzles that are done. */
export const recallLearned = (): string[] => read<string[]>("learned") ?? [];
export const keepLearned = (names: readonly string[]): boolean => write("learned", names);

/** At which step each lesson is that was begun and is not done, by its name. */
export const recallPlaces = (): Readonly<Record<string, number>> => read<Record<string, number>>("lessons") ?? {};
/** Keeps the place in one lesson; without a step it is forgotten. Gives all of them. */
export function keepPlace(lesson: string, at: number | undefined): Readonly<Record<string, number>> {
  const { [lesson]: _before, ...others } = recallPlaces();
  const places = at === undefined ? others : { ...others, [lesson]: at };
  write("lessons", places);
  return places;
}

/** Whether this tab hears no phrases; another tab may. */
export const recallMuted = (): boolean => sessionStorage.getItem("paltable.muted") !== null;
export const keepMuted = (on: boolean): void =>
  on ? sessionStorage.setItem("paltable.muted", "yes") : sessionStorage.removeItem("paltable.muted");

export const recallSpeed = (): Speed => read<Speed>("speed") ?? "normal";
export const keepSpeed = (speed: Speed): boolean => write("speed", speed);

export interface Hearing {
  readonly on: boolean;
  /** From 0 to 1. */
  readonly volume: number;
}

export const recallHearing = (): Hearing => read<Hearing>("sound") ?? { on: false, volume: 0.6 };
export const keepHearing = (hearing: Hearing): boolean => write("sound", hearing);

// --- own decks -------------------------------------------------------------------------------------------------------

/** A deck of the reader's own. */
export interface OwnDeck {
  readonly id: string;
  readonly name: string;
  readonly main: Main;
  /** When it was made, in milliseconds since 1970: the order of the list. */
  readonly made: number;
}

/** Each deck has a place of its own, so that two windows that change two decks do not lose one. */
const DECK = "own.";

/** Every deck that is kept here, the oldest first; what is no deck is left where it is. */
export function recallDecks(): OwnDeck[] {
  const ids: string[] = [];
  try {
    for (let place = 0; place < localStorage.length; place++) {
      const key = localStorage.key(place) ?? "";
      if (key.startsWith(PREFIX + DECK)) ids.push(key.slice((PREFIX + DECK).length));
    }
  } catch {
    return [];
  }
  return ids
    .map((id) => ({ id, deck: read<unknown>(DECK + id) }))
    .flatMap(({ id, deck }) => (isDeck(deck) ? [{ ...deck, id }] : []))
    .sort((a, b) => a.made - b.made || a.id.localeCompare(b.id));
}

function isDeck(value: unknown): value is OwnDeck {
  if (typeof value !== "object" || value === null) return false;
  const { name, main, made } = value as Partial<Record<keyof OwnDeck, unknown>>;
  const isList = typeof main === "object" && main !== null && Object.values(main).every((copies) => Number.isInteger(copies) && copies > 0);
  return typeof name === "string" && typeof made === "number" && isList;
}

export const keepOwnDeck = (deck: OwnDeck): boolean => write(DECK + deck.id, deck);

export function forgetOwnDeck(id: string): void {
  try {
    localStorage.removeItem(PREFIX + DECK + id);
  } catch (error) {
    tell(troubleOf(error));
  }
}

/** Calls back when another window has changed the decks; gives what ends that. */
export function whenDecksChange(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(PREFIX + DECK)) listener();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

/** The own deck that was open in the builder. */
export const recallOpenDeck = (): string | undefined => read<string>("open");
export const keepOpenDeck = (id: string): boolean => write("open", id);

// --- how the page looks ----------------------------------------------------------------------------------------------

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const recallTheme = (): Theme => read<Theme>("theme") ?? "system";
export const keepTheme = (theme: Theme): boolean => write("theme", theme);

/** More contrast than the system asks for. */
export const recallContrast = (): boolean => read<boolean>("contrast") ?? false;
export const keepContrast = (on: boolean): boolean => write("contrast", on);

// --- finished matches ------------------------------------------------------------------------------------------------

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
