/** What the reader is about to decide: the half-made choice, and the choices of a cost that are not sent yet. */

import { isStarted, NOTHING, seatOf, type Context, type Draft } from "./choice";
import type { Decision, Preview, Prompt, WouldAsk } from "./protocol";
import { sounds } from "./sound.svelte";
import { tapCard, tapPlayer, type Tap } from "./taps";

/** A choice of a cost that was made and can be taken back. */
export interface Step {
  readonly decision: Decision;
  readonly prompt: Prompt;
}

/** A hand card that was dropped on what its play shall choose first. */
export interface Aim {
  readonly card: number;
  readonly target: number;
}

/** What the choice is about, and where it goes. */
export interface Asker {
  /** The question that the server has asked. */
  readonly asked: Prompt | undefined;
  /** The question that is open now: the server's, or one that follows from a step. */
  readonly prompt: Prompt | undefined;
  readonly context: Context | undefined;
  /** Whether nothing can be decided now. */
  readonly waits: boolean;
  /** Asks the server what would be asked; false without a connection. */
  ask(preview: Preview): boolean;
  send(decisions: readonly Decision[]): void;
  /** Something was tried that cannot be done. */
  denied(): void;
}

export class Choosing {
  draft = $state.raw<Draft>(NOTHING);
  /** Choices of a cost that are made and not sent, each with the question that follows from it. */
  steps = $state.raw<readonly Step[]>([]);
  /** Choices whose next question is being asked of the server. */
  trying = $state.raw<Preview | undefined>(undefined);

  /** Where the card that is being played was dropped, until its play has asked for that. */
  private aim: Aim | undefined;

  constructor(private readonly asker: Asker) {}

  /** Plays a card that was dropped on what it shall choose. */
  dropOn(aim: Aim, decision: Decision): void {
    if (!this.asker.asked || this.asker.waits) return;
    this.aim = aim;
    this.decide(decision);
  }

  /**
   * The server asks something new. What the played card was dropped on is chosen: that is sent if it is the opponent's and
   * all that there is to choose, and else stands as a half-made choice. The own base is where cards are dropped anyway.
   */
  meet(asked: Prompt): void {
    const { aim } = this;
    if (!aim) return;
    if (asked.kind === "main" || asked.kind === "quick" || asked.kind === "block") this.aim = undefined;
    if (asked.kind !== "cards" || asked.source !== aim.card) return;
    this.aim = undefined;
    if (!asked.candidates?.includes(aim.target)) return;
    const { view } = this.asker.context ?? {};
    const isTheirs = view !== undefined && view.cards[aim.target]?.owner !== seatOf(view);
    if (asked.maximum === 1 && isTheirs) this.asker.send([{ verb: "choose", cards: [aim.target] }]);
    else this.change({ cards: [aim.target] });
  }

  /** Another table, or none: nothing of what was begun is left. */
  clear(): void {
    this.aim = undefined;
    this.forget();
  }

  /** A click on a card; whether it did anything. */
  tap(handle: number): boolean {
    const { prompt, context } = this.asker;
    if (!prompt || !context) {
      this.asker.denied();
      return false;
    }
    return this.act(tapCard(prompt, this.draft, handle, context));
  }

  tapPlayer(): boolean {
    const { prompt } = this.asker;
    return prompt !== undefined && this.act(tapPlayer(prompt, this.draft));
  }

  private act(tap: Tap | undefined): boolean {
    if (!tap || this.asker.waits) {
      sounds.play("nope");
      this.asker.denied();
      return false;
    }
    sounds.play("tick");
    if ("decision" in tap) this.decide(tap.decision);
    else this.draft = tap.draft;
    return true;
  }

  change(part: Partial<Draft>): void {
    this.draft = { ...NOTHING, ...part };
  }

  pickRow(row: number): void {
    const { card } = this.draft;
    this.draft = { ...NOTHING, card, row: this.draft.row === row ? -1 : row };
  }

  /** Takes the half-made choice back, one step at a time; false if there is none. */
  undo(): boolean {
    if (isStarted(this.draft)) this.draft = NOTHING;
    else if (this.steps.length > 0) this.steps = this.steps.slice(0, -1);
    else return false;
    return true;
  }

  /** Takes the whole half-made choice back; false if there is none. */
  undoAll(): boolean {
    const isBegun = isStarted(this.draft) || this.steps.length > 0;
    if (isBegun) this.forget();
    return isBegun;
  }

  forget(): void {
    this.draft = NOTHING;
    this.steps = [];
    this.trying = undefined;
  }

  /**
   * Answers the open question. The choices of a cost are collected first, so that they can be taken back: what would
   * be asked next is asked of the server, and all is sent when nothing but carrying it out is left.
   */
  decide(decision: Decision): void {
    const { asked, waits } = this.asker;
    if (!asked || waits) return;
    const decisions = [...this.steps.map((step) => step.decision), decision];
    const hasCost = decision.verb === "activate" || this.steps.length > 0;
    const preview: Preview = { type: "preview", prompt: asked.id, decisions };
    if (!hasCost) return this.asker.send(decisions);
    this.trying = preview;
    if (!this.asker.ask(preview)) this.asker.send(decisions);
  }

  /** What would be asked after the collected choices: one more step, or they are complete. */
  wouldAsk({ prompt, would }: WouldAsk): void {
    const decisions = this.trying?.decisions;
    const last = decisions?.at(-1);
    if (!decisions || !last || prompt !== this.asker.asked?.id) return;
    this.trying = undefined;
    if (!would) return this.asker.send(decisions);
    this.steps = [...this.steps, { decision: last, prompt: would }];
    this.draft = NOTHING;
  }
}
