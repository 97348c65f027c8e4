/** The deck that is being built. Whatever is changed is kept at once, and can be taken back. */

import { keepOpenDeck, recallOpenDeck } from "../memory";
import type { CardFacts } from "../protocol";
import { copiesOf, mostOf, type Main } from "./judge";
import type { ListedDeck, Shelf } from "./shelf.svelte";

const MOST_STEPS = 200;

interface State {
  readonly name: string;
  readonly main: Main;
}

export class Builder {
  /** The own deck that this is; none as long as it is not kept, such as a deck that somebody shares. */
  id = $state<string | undefined>(undefined);
  name = $state("");
  main = $state.raw<Main>({});
  /** What it was before each change, the last one at the end. */
  private past = $state.raw<readonly State[]>([]);
  private made = 0;

  readonly judgement = $derived.by(() => this.shelf.judge(this.main));
  readonly byName = $derived.by(() => copiesOf(this.main, this.shelf.catalogue));
  readonly canUndo = $derived(this.past.length > 0);
  /** Whether it is kept, and not only here until the page is closed. */
  readonly isKept = $derived.by(() => this.id !== undefined && !this.shelf.unkept.has(this.id));

  constructor(
    private readonly shelf: Shelf,
    /** Told when a deck that was not kept becomes one of the reader's own. */
    private readonly kept: () => void,
  ) {}

  /** Opens what was open last, or else a new deck. */
  resume(named: string): void {
    if (this.id !== undefined || this.name !== "") return;
    const last = this.shelf.find(recallOpenDeck() ?? "");
    if (last?.own) this.open(last);
    else this.begin(this.shelf.freeName(named), {});
  }

  /** Opens an own deck, or a copy of a preset under a name of its own. */
  open(deck: ListedDeck, name: string = deck.name): void {
    if (!deck.own) return this.begin(name, deck.main);
    const own = this.shelf.own.find(({ id }) => id === deck.key);
    this.begin(deck.name, deck.main);
    this.id = deck.key;
    this.made = own?.made ?? 0;
    keepOpenDeck(deck.key);
  }

  /** Begins with a list that is kept as soon as it is changed. */
  begin(name: string, main: Main): void {
    this.id = undefined;
    this.name = name;
    this.main = main;
    this.past = [];
  }

  copies(number: string): number {
    return this.main[number] ?? 0;
  }

  /** Whether one more copy is allowed; cards of one name count together. */
  hasRoom(facts: CardFacts): boolean {
    return (this.byName.get(facts.name) ?? 0) < mostOf(facts, this.shelf.rules);
  }

  /** Puts one more copy in; false if there may be no more. */
  add(facts: CardFacts): boolean {
    if (!this.hasRoom(facts)) return false;
    this.change({ main: { ...this.main, [facts.number]: this.copies(facts.number) + 1 } });
    return true;
  }

  /** Takes one copy out; false if there is none. */
  remove(number: string): boolean {
    const copies = this.copies(number);
    if (copies === 0) return false;
    const { [number]: _none, ...others } = this.main;
    this.change({ main: copies === 1 ? others : { ...this.main, [number]: copies - 1 } });
    return true;
  }

  rename(name: string): void {
    if (name !== "" && name !== this.name) this.change({ name });
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.become(last);
  }

  /** Makes it one of the reader's own decks. */
  keep(): void {
    const isNew = this.id === undefined;
    if (isNew) this.made = Date.now();
    const id = (this.id ??= freshId());
    this.shelf.keep({ id, name: this.name, main: this.main, made: this.made });
    if (!isNew) return;
    keepOpenDeck(id);
    this.kept();
  }

  private change(change: Partial<State>): void {
    const { name, main } = this;
    this.past = [...this.past, { name, main }].slice(-MOST_STEPS);
    this.become({ name, main, ...change });
  }

  private become({ name, main }: State): void {
    this.name = name;
    this.main = main;
    this.keep();
  }
}

function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `own-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
