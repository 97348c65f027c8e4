/** What a key means at the table. Pure: it is told what was pressed, and what it would be pressed into. */

import { COMMANDS, isDigit, isFunctionKey, keyName, type Bindings, type Command, type Pressed } from "./bindings";
import type { Answer, Offer } from "./choice";

export type Way = "left" | "right" | "up" | "down" | "first" | "last";
export type Action =
  | { readonly does: "go"; readonly way: Way }
  /** Acts on what has the focus. */
  | { readonly does: "act" }
  /** Takes the half-made choice back: one step, or all of it. */
  | { readonly does: "undo"; readonly wholly: boolean }
  | { readonly does: "row"; readonly row: number }
  | { readonly does: Command }
  /** A key that is held down does nothing twice. */
  | { readonly does: "nothing" };

export interface Where {
  /** What has the focus takes letters, only arrows, or neither of them. */
  readonly takes: "letters" | "arrows" | "nothing";
  /** A dialog or a menu lies over the table. */
  readonly covered: boolean;
}

export interface Keys {
  readonly bindings: Bindings;
  /** Single letters, digits and signs act. */
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

/** What the key does; undefined leaves it to the browser. */
export function actionOf(pressed: Pressed, { takes, covered }: Where, { letters, bindings }: Keys): Action | undefined {
  const { key, shiftKey, repeat } = pressed;
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return undefined;
  if (key === "Escape") return covered ? undefined : { does: "undo", wholly: shiftKey };
  const way = WAYS[key];
  if (way) return takes === "nothing" && !shiftKey ? { does: "go", way } : undefined;
  if (takes === "letters") return undefined;
  if (key === "Enter") return repeat ? { does: "nothing" } : { does: "act" };
  const name = covered || repeat ? undefined : keyName(pressed);
  if (name === undefined || !(letters || isFunctionKey(name))) return undefined;
  if (isDigit(name)) return { does: "row", row: Number(name) - 1 };
  const command = COMMANDS.find((one) => bindings[one] === name);
  return command && { does: command };
}

/** What gives this answer, if it has a key of its own. */
export function commandOf({ decision, disabled }: Answer): Command | undefined {
  if (!decision || disabled) return undefined;
  switch (decision.verb) {
    case "end":
      return "end";
    case "draw":
      return "draw";
    case "pass":
    case "no":
      return "no";
    case "choose":
      return decision.cards?.length === 0 ? "no" : undefined;
    default:
      return undefined;
  }
}

/** The answer that goes on with what is picked, if there is only one way to go on. */
export function sendingOf({ answers, targets }: Offer): Answer | undefined {
  const ways = answers.filter((answer) => answer.decision && !answer.disabled && commandOf(answer) === undefined);
  return ways.length + targets.size === 1 ? ways[0] : undefined;
}
