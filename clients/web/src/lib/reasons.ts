/** Why a card cannot do what it cannot: the reasons that the engine gives, as far as they matter to what is chosen now. */

import { decisionsOf, targetOf, type Draft } from "./choice";
import type { Explained, Prompt, WhyNot } from "./protocol";
import { typeset } from "./rules";
import { words } from "./words";

/** Something that cannot be done with a card now, by name, and why not. */
export interface Hindrance {
  /** Empty where it goes without saying. */
  readonly what: string;
  readonly why: string;
}

/** What cannot be done with the card now; nothing as long as the server has not told. */
export function hindrancesOf(handle: number, prompt: Prompt, draft: Draft, explained: Explained | undefined): readonly Hindrance[] {
  const all = explained?.refusals ?? [];
  const interrupts = [...all.map(({ decision }) => decision), ...decisionsOf(prompt, handle)].some(({ verb }) => verb === "activate");
  const told = all.filter((refusal) => matters(refusal, handle, prompt, draft, interrupts));
  const abilities = told.filter(({ decision }) => decision.verb === "activate").length;
  const found = new Map<string, Hindrance>();
  for (const { decision, text } of told) {
    const why = typeset(text);
    if (!found.has(why)) found.set(why, { what: nameOf(decision, handle, abilities), why });
  }
  return [...found.values()];
}

/** Why the picked Pal cannot attack everything that could be attacked without Taunt; empty if it can. */
export function tauntOf(card: number, explained: Explained | undefined): string {
  const refusal = explained?.refusals?.find(({ code, decision }) => code === "taunt" && decision.card === card);
  return refusal ? typeset(refusal.text) : "";
}

function matters({ decision, code }: WhyNot, handle: number, prompt: Prompt, draft: Draft, interrupts: boolean): boolean {
  const { verb, card } = decision;
  // An attacker is picked: of all others only what it cannot attack matters, and of itself what it cannot do besides.
  if (verb === "attack" && targetOf(decision) !== 0) return draft.card === 0 ? !isTarget(handle, prompt) : card === draft.card;
  if (draft.card !== 0 && draft.card !== handle) return false;
  // What may be attacked is said of the others, and in the prompt once the Pal is picked.
  if (verb === "attack") return code !== "taunt";
  // In the hand, a card is there to be played; in the quick step, to interrupt, if it has that.
  if (verb === "play") return prompt.kind === "main" || !interrupts;
  return code !== "only_when_attacked";
}

/** Whether any Pal can attack the card. */
const isTarget = (handle: number, prompt: Prompt): boolean =>
  (prompt.decisions?.attack ?? []).some(([, ...targets]) => targets.includes(handle));

function nameOf(decision: WhyNot["decision"], handle: number, abilities: number): string {
  const { verb, number: n } = decision;
  if (verb === "activate") return abilities > 1 ? words.why.nthAbility(n ?? 1) : words.why.ability;
  if (verb !== "attack") return "";
  return targetOf(decision) === handle ? words.why.attacked : words.why.attack;
}
