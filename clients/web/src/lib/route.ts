/** The addresses of the page: what stands behind the `#`, and what is shown there. */

import type { Angle } from "./film";

export type Route =
  | { readonly page: "play" }
  /** An invitation to a table. */
  | { readonly page: "join"; readonly code: string }
  /** Lessons and puzzles. */
  | { readonly page: "learn" }
  /** A match that is watched, by its id. */
  | { readonly page: "watch"; readonly id: string }
  | { readonly page: "decks" }
  /** A deck that somebody shares: its short code, and what it is called. */
  | { readonly page: "deck"; readonly code: string; readonly name: string }
  /** The finished matches of this reader. */
  | { readonly page: "replays" }
  /** A finished match, at a moment, as one seat saw it or with both hands open. */
  | { readonly page: "replay"; readonly room: string; readonly at: number; readonly angle: Angle }
  /** An example of an official ruling, in the same way. */
  | { readonly page: "ruling"; readonly name: string; readonly at: number; readonly angle: Angle }
  | { readonly page: "settings" };

/** Pages that are shown while a match is played here, if they are asked for then; all others show that match. */
const BESIDE_A_MATCH: ReadonlySet<Route["page"]> = new Set(["learn", "decks", "deck", "replays", "settings"]);
export const isBeside = ({ page }: Route): boolean => BESIDE_A_MATCH.has(page);

/** The pages that the bar at the top leads to, in its order; their names are in `words.nav`. */
export const PLACES = ["play", "decks", "learn", "replays"] as const satisfies readonly Route["page"][];
export type Place = (typeof PLACES)[number];

/** Where every page belongs that is no place itself. */
const PARENTS: Partial<Record<Route["page"], Place>> = { join: "play", watch: "play", deck: "decks", replay: "replays", ruling: "learn" };

export const HOME: Route = { page: "play" };

type Read = (found: readonly string[]) => Route;
const ADDRESSES: readonly (readonly [RegExp, Read])[] = [
  [/^#join=([\w-]{1,16})$/, ([, code = ""]) => ({ page: "join", code })],
  [/^#learn$/, () => ({ page: "learn" })],
  [/^#watch=([\w-]{1,64})$/, ([, id = ""]) => ({ page: "watch", id })],
  [/^#decks$/, () => ({ page: "decks" })],
  [/^#deck=([\w-]{1,400})(?:&name=(.{0,400}))?$/, ([, code = "", name = ""]) => ({ page: "deck", code, name: decoded(name) })],
  [/^#settings$/, () => ({ page: "settings" })],
  [/^#replays$/, () => ({ page: "replays" })],
  [/^#replay=([\w-]{1,64})(?:@(\d{1,6}))?(?:&as=([ab]))?$/, ([, room = "", ...moment]) => ({ page: "replay", room, ...momentOf(moment) })],
  [/^#ruling=([\w-]{1,100})(?:@(\d{1,6}))?(?:&as=([ab]))?$/, ([, name = "", ...moment]) => ({ page: "ruling", name, ...momentOf(moment) })],
];

type InFilm = { readonly at: number; readonly angle: Angle };

const momentOf = ([at = "0", seat]: readonly string[]): InFilm => ({ at: Number(at), angle: seat === "a" ? "A" : seat === "b" ? "B" : "open" });
const writtenMoment = ({ at, angle }: InFilm): string => `${at > 0 ? `@${at}` : ""}${angle === "open" ? "" : `&as=${angle.toLowerCase()}`}`;

/** What the end of an address asks for; what is no address of ours leads home. */
export function routeOf(hash: string): Route {
  for (const [pattern, read] of ADDRESSES) {
    const found = pattern.exec(hash);
    if (found) return read(found);
  }
  return HOME;
}

/** The end of the address at which this is shown; `routeOf` reads it. */
export function addressOf(route: Route): string {
  switch (route.page) {
    case "play":
      return "#";
    case "join":
      return `#join=${route.code}`;
    case "watch":
      return `#watch=${route.id}`;
    case "deck":
      return `#deck=${route.code}${route.name === "" ? "" : `&name=${encodeURIComponent(route.name)}`}`;
    case "replay":
      return `#replay=${route.room}${writtenMoment(route)}`;
    case "ruling":
      return `#ruling=${route.name}${writtenMoment(route)}`;
    default:
      return `#${route.page}`;
  }
}

/** The entry of the bar at the top that is lit; none for pages that are not among them. */
export const placeOf = ({ page }: Route): Place | undefined => PLACES.find((place) => place === page) ?? PARENTS[page];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // cut off within a sign: the deck is the same under any name
  }
}
