/** The keys of this player: which one does what, and whether single letters act at all. */

import { bindingsWith, changedIn, COMMANDS, isFunctionKey, refusalOf, USUAL, type Bindings, type Command, type Refusal } from "./bindings";
import { keepKeys, keepLetters, recallKeys, recallLetters } from "./memory";

class Keyboard {
  bindings = $state.raw<Bindings>(bindingsWith(recallKeys()));
  /** Single letters, digits and signs act. */
  letters = $state(recallLetters());
  readonly isUsual = $derived(COMMANDS.every((command) => this.bindings[command] === USUAL[command]));

  setLetters(on: boolean): void {
    this.letters = on;
    keepLetters(on);
  }

  /** Gives a command this key; if it cannot have it, says why and changes nothing. */
  bind(command: Command, name: string | undefined): Refusal | undefined {
    const refusal = refusalOf(name, command, this.bindings);
    if (refusal === undefined && name !== undefined) this.keep({ ...this.bindings, [command]: name });
    return refusal;
  }

  /** Goes back to the usual keys. */
  restore(): void {
    this.keep(USUAL);
  }

  private keep(bindings: Bindings): void {
    this.bindings = bindings;
    keepKeys(changedIn(bindings));
  }

  /** The key that does this now, to be shown where it acts; none if it does not. */
  hint(command: Command | undefined): string | undefined {
    const name = command && this.bindings[command];
    return name !== undefined && (this.letters || isFunctionKey(name)) ? name : undefined;
  }
}

export const keyboard = new Keyboard();
