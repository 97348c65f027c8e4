/** What a key means at the table. Pure: it is told what was pressed, and what it would be pressed into. */

import type { Answer, Offer } from "./choice";

export type Way = "left" | "right" | "up" | "down" | "first" | "last";
/** Letters that answer the open question. */
export type AnswerKey = "E" | "N" | "D";

export type Action =
  | { readonly does: "go"; readonly way: Way }
  /** Acts on what has the focus. */
  | { readonly does: "act" }
  /** Takes the half-made choice back: one step, or all of it. */
  | { readonly does: "undo"; readonly wholly: boolean }
  | { readonly does: "answer"; readonly key: AnswerKey }
  | { readonly does: "row"; readonly row: number }
  | { readonly does: "pile"; readonly mine: boolean; readonly pile: "graveyard" | "exile" }
  | { readonly does: "inspect" | "numbers" | "log" | "hand" | "autopass" | "sound" | "board" | "keys" }
  /** A key that is held down does nothing twice. */
  | { readonly does: "nothing" };

export type Pressed = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "repeat">;

export interface Where {
  /** What has the focus takes letters, only arrows, or neither of them. */
  readonly takes: "letters" | "arrows" | "nothing";
  /** A dialog or a menu lies over the table. */
  readonly covered: boolean;
  /** Single letters act. */
  readonly letters: boolean;
}

const WAYS: Readonly<Record<string, Way>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

function letter(key: string, shifted: boolean): Action | undefined {
  switch (key) {
    case "E":
    case "N":
    case "D":
      return { does: "answer", key };
    case "G":
      return { does: "pile", mine: !shifted, pile: "graveyard" };
    case "X":
      return { does: "pile", mine: !shifted, pile: "exile" };
    case "I":
      return { does: "inspect" };
    case "P":
      return { does: "numbers" };
    case "L":
      return { does: "log" };
    case "H":
      return { does: "hand" };
    case "A":
      return { does: "autopass" };
    case "M":
      return { does: "sound" };
    case "B":
      return { does: "board" };
    case "?":
      return { does: "keys" };
    default:
      return /^[1-9]$/.test(key) ? { does: "row", row: Number(key) - 1 } : undefined;
  }
}

/** What the key does; undefined leaves it to the browser. */
export function actionOf(pressed: Pressed, { takes, covered, letters }: Where): Action | undefined {
  const { key, shiftKey, repeat } = pressed;
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return undefined;
  if (key === "Escape") return covered ? undefined : { does: "undo", wholly: shiftKey };
  const way = WAYS[key];
  if (way) return takes === "nothing" && !shiftKey ? { does: "go", way } : undefined;
  if (takes === "letters") return undefined;
  if (key === "Enter") return repeat ? { does: "nothing" } : { does: "act" };
  if (covered || !letters || repeat) return undefined;
  return letter(key.toUpperCase(), shiftKey);
}

/** The letter that gives this answer. */
export function keyOf({ decision, disabled }: Answer): AnswerKey | undefined {
  if (!decision || disabled) return undefined;
  switch (decision.verb) {
    case "end":
      return "E";
    case "draw":
      return "D";
    case "pass":
    case "no":
      return "N";
    case "choose":
      return decision.cards?.length === 0 ? "N" : undefined;
    default:
      return undefined;
  }
}

/** The answer that goes on with what is picked, if there is only one way to go on. */
export function sendingOf({ answers, targets }: Offer): Answer | undefined {
  const ways = answers.filter((answer) => answer.decision && !answer.disabled && keyOf(answer) === undefined);
  return ways.length + targets.size === 1 ? ways[0] : undefined;
}
