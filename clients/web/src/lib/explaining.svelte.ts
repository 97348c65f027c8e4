/**
 * What the numbers of a card are made of, and why it cannot do what it cannot: asked of the server for a card that is
 * looked at, if any number is not as printed or the reader is to decide something in which cards of the table have a part.
 */

import type { Context } from "./choice";
import type { Decision, Explain, Explained, Prompt, View } from "./protocol";

/** Who is asked, and about what. */
export interface Explainer {
  readonly context: Context | undefined;
  /** The question that the server has asked. */
  readonly asked: Prompt | undefined;
  /** The choices of a cost that are made and not sent: what is asked now follows from them. */
  readonly paid: readonly Decision[];
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

const isSame = (some: readonly Decision[], others: readonly Decision[]): boolean =>
  some.length === others.length && some.every((decision, i) => decision === others[i]);

const HAS_REASONS: ReadonlySet<Prompt["kind"]> = new Set<Prompt["kind"]>(["main", "quick", "block", "cards"]);

export class Explaining {
  private answers = $state.raw<ReadonlyMap<number, Explained>>(new Map());
  /** The cards as they were when their answers came, and the question: other ones, other answers. */
  private cards: View["cards"] | undefined;
  private prompt: number | undefined;
  private paid: readonly Decision[] = [];
  private asked = new Set<number>();

  constructor(private readonly explainer: Explainer) {}

  /** Asks about a card, unless that was asked of this very table, or there is nothing to tell. */
  about(handle: number): void {
    const { context, isLive, asked, paid } = this.explainer;
    if (!context || !isLive || !context.view.cards[handle]) return;
    this.forgetOthers(context.view, asked, paid);
    const isOfUse = isChanged(handle, context) || (asked !== undefined && HAS_REASONS.has(asked.kind));
    if (this.asked.has(handle) || !isOfUse) return;
    if (this.explainer.ask({ type: "explain", card: handle, ...(asked && paid.length > 0 ? { prompt: asked.id, decisions: [...paid] } : {}) })) this.asked.add(handle);
  }

  told(answer: Explained): void {
    if (this.asked.has(answer.card)) this.answers = new Map(this.answers).set(answer.card, answer);
  }

  /** What is known of this card now. */
  of(handle: number): Explained | undefined {
    const { context, asked, paid } = this.explainer;
    const answer = this.answers.get(handle); // read in any case, so that whoever shows it hears of it when it comes
    return context?.view.cards === this.cards && asked?.id === this.prompt && isSame(paid, this.paid) ? answer : undefined;
  }

  private forgetOthers({ cards }: View, prompt: Prompt | undefined, paid: readonly Decision[]): void {
    if (cards === this.cards && prompt?.id === this.prompt && isSame(paid, this.paid)) return;
    this.paid = paid;
    this.cards = cards;
    this.prompt = prompt?.id;
    this.asked = new Set();
    this.answers = new Map();
  }
}
