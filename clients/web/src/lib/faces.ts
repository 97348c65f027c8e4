/** What the card faces share: class names, fitting steps of names, signs of keywords, pictures of players. */

import type { Catalogue } from "./facts";
import type { IconName } from "./icons";
import type { CardFacts } from "./protocol";

/** The classes of a card that its colour, kind and foil ask for. */
export function faceClass(facts: CardFacts): string {
  return `k-${facts.kind} col-${facts.colour}${facts.lucky ? " lucky" : ""}`;
}

const KEYWORD_ICONS: Record<string, IconName> = {
  Interrupt: "quick",
  Taunt: "flag",
  Stealth: "eye",
  Retaliate: "x",
  Vigilance: "shield",
  Assault: "sword",
  Breakthrough: "next",
  Nocturnal: "moon",
  Quick: "quick",
  Brave: "sword",
  Serious: "raise",
};

/** The sign of a keyword; its number, as in Brave 300, does not matter. */
export const keywordIcon = (keyword: string): IconName | undefined => KEYWORD_ICONS[keyword.split(" ")[0] ?? ""];

export interface Disc {
  readonly keyword: string;
  readonly icon: IconName;
  readonly count: number;
}

/** The discs of a tile: keywords that work in the base, each once with its number of instances. */
export function discsOf(keywords: readonly string[]): Disc[] {
  const discs = new Map<string, Disc>();
  for (const keyword of keywords) {
    const icon = keywordIcon(keyword);
    if (!icon || keyword === "Interrupt" || keyword === "Quick") continue;
    discs.set(keyword, { keyword, icon, count: (discs.get(keyword)?.count ?? 0) + 1 });
  }
  return [...discs.values()];
}

/** "+200" of a gear that gives Power for resting. */
export function gearPower(facts: CardFacts): string {
  const line = facts.text.find((text) => text.includes("Rest this card"));
  return /Power ?(\+\d+)/.exec(line ?? "")?.[1] ?? "";
}

/** The Pal whose picture stands for a player; the same for the same name, unless it is the picture of the `other` one. */
export function avatarOf(name: string, catalogue: Catalogue, other?: CardFacts): CardFacts | undefined {
  const pals = [...catalogue.values()].filter((facts) => facts.kind === "pal" && facts !== other);
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return pals[sum % pals.length];
}
