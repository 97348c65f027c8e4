/** The decks that there are: the presets of the server, and the reader's own, which this browser keeps. */

import type { Catalogue } from "../facts";
import { forgetOwnDeck, keepOwnDeck, recallDecks, whenDecksChange, type OwnDeck } from "../memory";
import type { DeckChoice, DeckRules, PresetDeck } from "../protocol";
import { judge, type Judgement, type Main } from "./judge";

/** A deck of the list. */
export interface ListedDeck {
  /** The key of a preset, or the id of an own deck. */
  readonly key: string;
  readonly name: string;
  readonly main: Main;
  readonly own: boolean;
}

const NO_RULES: DeckRules = { size: 0, copies: 0, lucky: 0, colours: 0, unlimited: [] };

export class Shelf {
  catalogue = $state.raw<Catalogue>(new Map());
  /** What a deck may be; known as soon as the presets are. */
  rules = $state.raw<DeckRules>(NO_RULES);
  presets = $state.raw<readonly PresetDeck[]>([]);
  own = $state.raw<readonly OwnDeck[]>(recallDecks());
  /** Own decks that this browser could not keep, by id. */
  unkept = $state.raw<ReadonlySet<string>>(new Set());

  readonly list = $derived.by((): readonly ListedDeck[] => [
    ...this.own.map(({ id, name, main }) => ({ key: id, name, main, own: true })),
    ...this.presets.map(({ key, name, main }) => ({ key, name, main, own: false })),
  ]);

  constructor() {
    whenDecksChange(() => {
      const here = this.own.filter(({ id }) => this.unkept.has(id));
      this.own = [...recallDecks().filter(({ id }) => !this.unkept.has(id)), ...here];
    });
  }

  find(key: string): ListedDeck | undefined {
    return this.list.find((deck) => deck.key === key);
  }

  /** The cards of a deck as the server is told of it; nothing for a preset that there is no more. */
  mainOf({ preset, main }: DeckChoice): Main | undefined {
    return main ?? this.presets.find(({ key }) => key === preset)?.main;
  }

  judge(main: Main): Judgement {
    return judge(main, this.catalogue, this.rules);
  }

  isLegal(main: Main): boolean {
    return this.judge(main).defects.size === 0;
  }

  /** Keeps an own deck as it is now. */
  keep(deck: OwnDeck): void {
    const isKept = keepOwnDeck(deck);
    if (isKept === this.unkept.has(deck.id))
      this.unkept = new Set(isKept ? [...this.unkept].filter((id) => id !== deck.id) : [...this.unkept, deck.id]);
    const isKnown = this.own.some(({ id }) => id === deck.id);
    this.own = isKnown ? this.own.map((other) => (other.id === deck.id ? deck : other)) : [...this.own, deck];
  }

  forget(id: string): void {
    forgetOwnDeck(id);
    this.own = this.own.filter((deck) => deck.id !== id);
  }

  /** This name, or one with a number behind it that no own deck has. */
  freeName(name: string): string {
    const taken = new Set(this.own.map((deck) => deck.name));
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
    return free;
  }
}

/** How the server is told of a deck. */
export const choiceOf = (deck: ListedDeck): DeckChoice => (deck.own ? { main: { ...deck.main } } : { preset: deck.key });
