/** The deck that is brought along to matches. */

import { freshEntropy } from "../entropy";
import { keepDeck, recallDeck } from "../memory";
import type { DeckChoice } from "../protocol";
import type { Toasts } from "../toasts.svelte";
import { words } from "../words";
import { choiceOf, type ListedDeck, type Shelf } from "./shelf.svelte";
import { reasonsOf } from "./verdicts";

/** What is brought along to each match: a deck, and chance for the shuffles. */
export interface Luggage {
  readonly deck: DeckChoice;
  readonly entropy: string;
}

export class ChosenDeck {
  /** The key of the deck that was chosen last. */
  private key = $state(recallDeck() ?? "");
  /** The deck chosen, or the first if that is gone. */
  readonly chosen = $derived.by((): ListedDeck | undefined => this.shelf.find(this.key) ?? this.shelf.list.find((deck) => !deck.own));
  /** Why it cannot be brought along, as it may have been changed since it was chosen; empty if nothing does. */
  readonly trouble = $derived.by((): string => this.whyNot(this.chosen));

  constructor(
    private readonly shelf: Shelf,
    private readonly toasts: Toasts,
  ) {}

  /** Takes this deck along from now on; false, with the reason, if it cannot be played. */
  choose(deck: ListedDeck): boolean {
    const why = this.whyNot(deck);
    if (why !== "") {
      this.toasts.show(why, true);
      return false;
    }
    this.key = deck.key;
    keepDeck(deck.key);
    return true;
  }

  /** A sentence with what keeps a deck from being played; empty if nothing does. */
  whyNot(deck: ListedDeck | undefined): string {
    const reasons = deck ? reasonsOf(this.shelf.judge(deck.main), this.shelf.rules) : [];
    return deck && reasons.length > 0 ? words.decks.cannotPlay(deck.name, reasons) : "";
  }

  /** What is brought along; nothing, with the reason told, if it cannot be played. */
  pack(): Luggage | undefined {
    if (this.chosen && this.trouble === "") return { deck: choiceOf(this.chosen), entropy: freshEntropy() };
    this.toasts.show(this.trouble, true);
    return undefined;
  }
}
