/** What the numbers of a card are made of: asked of the server for a card that is looked at, if any is not as printed. */

import type { Context } from "./choice";
import type { Explain, Explained, View } from "./protocol";

/** Who is asked, and about what. */
export interface Explainer {
  readonly context: Context | undefined;
  /** Whether the server has this table: what it shows of a film is not there to be asked about. */
  readonly isLive: boolean;
  /** Asks the server; false without a connection. */
  ask(question: Explain): boolean;
}

/** Whether a number of a card is not the printed one. */
export function isChanged(handle: number, { view, catalogue }: Context): boolean {
  const card = view.cards[handle];
  const facts = card && catalogue.get(card.number);
  if (!card || !facts) return false;
  return (["power", "strike", "durability", "cost"] as const).some((name) => card[name] !== undefined && card[name] !== facts[name]);
}

export class Explaining {
  private answers = $state.raw<ReadonlyMap<number, Explained>>(new Map());
  /** The cards as they were when their answers came: other cards, other answers. */
  private cards: View["cards"] | undefined;
  private asked = new Set<number>();

  constructor(private readonly explainer: Explainer) {}

  /** Asks about a card, unless that was asked of this very table, or there is nothing to tell. */
  about(handle: number): void {
    const { context, isLive } = this.explainer;
    if (!context || !isLive) return;
    this.forgetOthers(context.view);
    if (this.asked.has(handle) || !isChanged(handle, context)) return;
    if (this.explainer.ask({ type: "explain", card: handle })) this.asked.add(handle);
  }

  told(answer: Explained): void {
    if (this.asked.has(answer.card)) this.answers = new Map(this.answers).set(answer.card, answer);
  }

  /** What is known of this card now. */
  of(handle: number): Explained | undefined {
    return this.explainer.context?.view.cards === this.cards ? this.answers.get(handle) : undefined;
  }

  private forgetOthers({ cards }: View): void {
    if (cards === this.cards) return;
    this.cards = cards;
    this.asked = new Set();
    this.answers = new Map();
  }
}
