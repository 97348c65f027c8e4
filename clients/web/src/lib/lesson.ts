/**
 * How a lesson leads: which step is due, what of a question is left to choose, and what to touch next.
 *
 * Pure functions of the lesson, the number of the question, and the half-made choice.
 */

import { nameOf, targetOf, type Context, type Draft, type Offer } from "./choice";
import { legalOf } from "./legal";
import type { Decision, LessonFacts, LessonStep, Offered, Prompt, View } from "./protocol";
import type { Seat } from "./seats";
import { words } from "./words";

/** What has been asked so far: the number of the last question, or that the match is over. */
export type Asked = number | "over";

/** The first turn of a position: a puzzle has to be won in it. */
const FIRST_TURN = 5;

export const stepsOf = (lesson: LessonFacts): readonly LessonStep[] => lesson.steps ?? [];
/** Whether something is to be done at this step; else it is only read. */
export const isDeed = (step: LessonStep | undefined): boolean => (step?.prompt ?? 0) > 0;

/**
 * How many steps lie behind: all up to the last one that was done, and those that were read since. Until the question is
 * open that the next words lead to, or all is over, the last step stands.
 */
export function reached(steps: readonly LessonStep[], asked: Asked, read: number): number {
  const isBehind = (step: LessonStep): boolean => isDeed(step) && (asked === "over" || (step.prompt ?? 0) < asked);
  const due = steps.findIndex((step) => isDeed(step) && !isBehind(step));
  const at = Math.max(steps.findLastIndex(isBehind) + 1, due === -1 ? read : Math.min(read, due));
  const next = steps.slice(at).find(isDeed)?.prompt ?? Infinity;
  return asked === "over" || next <= asked ? at : Math.max(0, at - 1);
}

/** The question at which a lesson goes on that was left at this step; none if it was not begun, or nothing is left to be done. */
export const questionAt = (steps: readonly LessonStep[], at: number): number | undefined =>
  at > 0 ? steps.slice(at).find(isDeed)?.prompt : undefined;

/** Whether nothing is left to be done. */
export const isThrough = (steps: readonly LessonStep[], at: number): boolean => !steps.slice(at).some(isDeed);

/** The question with nothing left to choose but this decision; how much else there is, it does not say. */
export function narrowed(prompt: Prompt, decision: Decision): Prompt {
  switch (decision.verb) {
    case "choose": {
      const cards = decision.cards ?? [];
      return { ...prompt, candidates: [...cards], minimum: cards.length, maximum: cards.length };
    }
    case "number":
      return { ...prompt, minimum: decision.number ?? 0, maximum: decision.number ?? 0 };
    case "resolve":
      return { ...prompt, entries: (prompt.entries ?? []).filter(({ card, number }) => card === decision.card && number === (decision.number ?? 1)) };
    case "name":
      return prompt;
    default:
      return { ...prompt, decisions: offered(decision), detail: words.learn.asTold };
  }
}

function offered({ verb, card = 0, target = 0, number = 1 }: Decision): Offered {
  switch (verb) {
    case "play":
    case "block":
      return { [verb]: [card] };
    case "activate":
      return { activate: [[card, number]] };
    case "attack":
      return { attack: [[card, target]] };
    case "option":
      return { option: [number] };
    default:
      return { plain: [verb as NonNullable<Offered["plain"]>[number]] };
  }
}

/** The one decision that a question leaves, if it leaves no choice. What a main phase is used for is never forced. */
export function forced(prompt: Prompt): Decision | undefined {
  if (prompt.kind === "main") return undefined;
  if (prompt.kind === "cards") {
    const { candidates = [], minimum = 0, maximum = 0 } = prompt;
    const isForced = maximum === 0 || (minimum === candidates.length && maximum === minimum);
    return isForced ? { verb: "choose", cards: maximum === 0 ? [] : [...candidates].sort((a, b) => a - b) } : undefined;
  }
  if (prompt.kind === "number")
    return prompt.minimum === prompt.maximum ? { verb: "number", number: prompt.minimum ?? 0 } : undefined;
  const [only, another] = legalOf(prompt);
  return another === undefined ? only : undefined;
}

/** What to touch next on the way to a decision. */
export type Hint =
  | { readonly touch: "card"; readonly card: number }
  | { readonly touch: "player" }
  | { readonly touch: "row"; readonly row: number }
  | { readonly touch: "answer" };

export function hintOf(prompt: Prompt, decision: Decision, draft: Draft): Hint {
  const { verb, card = 0, cards = [] } = decision;
  switch (verb) {
    case "attack":
      if (draft.card !== card) return { touch: "card", card };
      return targetOf(decision) === 0 ? { touch: "player" } : { touch: "card", card: targetOf(decision) };
    case "play":
    case "activate":
    case "block":
      return draft.card === card ? { touch: "answer" } : { touch: "card", card };
    case "choose": {
      const next = cards.find((one) => !draft.cards.includes(one));
      return next === undefined ? { touch: "answer" } : { touch: "card", card: next };
    }
    case "option":
    case "resolve": {
      const { options = [], entries = [] } = prompt;
      const n = decision.number ?? 1;
      const row = verb === "option" ? options.findIndex(({ number }) => number === n) : entries.findIndex((entry) => entry.card === card && entry.number === n);
      return draft.row === row ? { touch: "answer" } : { touch: "row", row };
    }
    default:
      return { touch: "answer" };
  }
}

/** What is to be touched, as it is called on the table; `brief` where buttons have little room. */
export function calledOf(hint: Hint, offer: Offer, context: Context, brief: boolean): string {
  const answer = offer.answers.find(({ decision }) => decision !== undefined);
  switch (hint.touch) {
    case "card":
      return nameOf(hint.card, context);
    case "row":
      return words.learn.quoted(offer.rows[hint.row]?.title || (offer.rows[hint.row]?.text ?? ""));
    case "player":
    case "answer":
      return words.learn.quoted((brief && answer?.brief) || (answer?.label ?? ""));
  }
}

/** Whether a puzzle cannot be solved any more: the turn has passed, or it is lost. */
export const isFailed = ({ turn, active, outcome }: Pick<View, "turn" | "active" | "outcome">, own: Seat): boolean =>
  turn > FIRST_TURN || (active !== undefined && active !== own) || (outcome.winner !== undefined && outcome.winner !== own);

/** What comes after this one in the list of its kind. */
export function after(all: readonly LessonFacts[], { kind, name }: LessonFacts): LessonFacts | undefined {
  const alike = all.filter((lesson) => lesson.kind === kind);
  return alike[alike.findIndex((lesson) => lesson.name === name) + 1];
}
