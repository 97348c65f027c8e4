/** What is said about a deck's legality: four lines, each with its figures, and one more for cards that are unknown. */

import type { DeckRules } from "../protocol";
import { words } from "../words";
import type { Defect, Judgement } from "./judge";

export interface Verdict {
  readonly about: Defect;
  readonly right: boolean;
  readonly text: string;
}

export function verdictsOf({ size, missing, colours, lucky, over, unknown, defects }: Judgement, rules: DeckRules): Verdict[] {
  const say = (about: Defect, right: string, wrong: () => string): Verdict => {
    const isRight = !defects.has(about);
    return { about, right: isRight, text: isRight ? right : wrong() };
  };
  const many = over.map(([name, copies]) => words.decks.copiesOver(name, copies, rules.copies)).join("; ");
  const lines = [
    say("size", words.decks.sizeRight(size), () => words.decks.missing(missing)),
    say("colours", words.decks.coloursOf(colours.length, rules.colours), () => words.decks.coloursOver(colours, rules.colours)),
    say("lucky", words.decks.luckyOf(lucky, rules.lucky), () => words.decks.luckyOver(lucky, rules.lucky)),
    say("copies", words.decks.copiesRight(rules.copies), () => many),
  ];
  return unknown.length === 0 ? lines : [...lines, { about: "unknown_card", right: false, text: words.decks.unknown(unknown) }];
}

/** Why a deck cannot be played. */
export const reasonsOf = (judgement: Judgement, rules: DeckRules): string[] =>
  verdictsOf(judgement, rules).flatMap(({ right, text }) => (right ? [] : [text]));
