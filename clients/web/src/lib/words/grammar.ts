/** How the catalogue makes its sentences: numbers, players, and names of what cards have. */

import type { Colour } from "../art";
import type { CardFacts } from "../protocol";

export type Kind = CardFacts["kind"];

/** A player in a sentence. `you` is true for the reader, `acts` where it goes without saying who does it. */
export interface Who {
  readonly you: boolean;
  readonly name: string;
  readonly acts?: boolean;
}

export const counted = (n: number, one: string, many: string = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
/** "a, b and c", without those that are empty. */
export function enumerated(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== "");
  return [said.slice(0, -1).join(", "), ...said.slice(-1)].filter((part) => part !== "").join(" and ");
}
export const who = (p: Who): string => (p.you ? "You" : p.name);
export const whose = (p: Who): string => (p.you ? "your" : p.name.endsWith("s") ? `${p.name}’` : `${p.name}’s`);
/** What a player did; without the player where that goes without saying. */
export const did = (p: Who, verb: string): string => (p.acts ? upper(verb) : `${who(p)} ${verb}`);
export const plain = (n: number): string => (n < 0 ? `−${-n}` : String(n));
export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
/** The text with a full stop, unless it ends with one. */
export const stopped = (text: string): string => (/[.!?][)”›]*$/.test(text) ? text : `${text}.`);
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const COLOURS: Record<Colour, string> = {
  red: "Red",
  blue: "Blue",
  green: "Green",
  purple: "Purple",
  colorless: "Colorless",
};
export const KINDS: Record<Kind, string> = { pal: "Pal", structure: "Structure", gear: "Gear", event: "Event" };
