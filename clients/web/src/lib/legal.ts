/** The legal list of a prompt, which comes by verb, as decisions in its order. */

import type { Decision, Prompt } from "./protocol";

export function legalOf(prompt: Prompt): readonly Decision[] {
  if (prompt.entries) return prompt.entries.map(({ card, number }): Decision => ({ verb: "resolve", card, number }));
  const { play = [], activate = [], attack = [], block = [], option = [], plain = [] } = prompt.decisions ?? {};
  return [
    ...play.map((card): Decision => ({ verb: "play", card })),
    ...activate.flatMap(([card, ...numbers]) => numbers.map((number): Decision => of("activate", card, { number }))),
    ...attack.flatMap(([card, ...targets]) => targets.map((target): Decision => of("attack", card, target ? { target } : {}))),
    ...block.map((card): Decision => ({ verb: "block", card })),
    ...option.map((number): Decision => ({ verb: "option", number })),
    ...plain.map((verb): Decision => ({ verb })),
  ];
}

const of = (verb: Decision["verb"], card: number | undefined, more: Partial<Decision>): Decision => ({
  verb,
  ...(card === undefined ? {} : { card }),
  ...more,
});
