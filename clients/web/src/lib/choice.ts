/**
 * The half-made choice: what is outlined, what a click does, and which answers stand in the prompt bar.
 *
 * Pure functions of the prompt that the server sent, the draft made so far, and the names to say. Everything that is
 * offered comes from the prompt's decisions, candidates or bounds; nothing is guessed here.
 */

import { activatedText, costsOf } from "./abilities";
import { fatesOf } from "./battle";
import type { Catalogue } from "./facts";
import { legalOf } from "./legal";
import type { Decision, Prompt, View } from "./protocol";
import { typeset } from "./rules";
import { other, type Seat } from "./seats";
import { words } from "./words";

/** What has been picked and not been sent. */
export interface Draft {
  /** Main, block and quick: the card that is to act. */
  readonly card: number;
  /** Cards: those picked, in the order picked. */
  readonly cards: readonly number[];
  /** Option and order: index of the picked row in `rows`, or -1. */
  readonly row: number;
  /** Number prompts: the value; -1 until touched. */
  readonly number: number;
  /** Name prompts: the full name, or "". */
  readonly name: string;
}

export const NOTHING: Draft = { card: 0, cards: [], row: -1, number: -1, name: "" };

export const isStarted = (draft: Draft): boolean =>
  draft.card !== 0 || draft.cards.length > 0 || draft.row !== -1 || draft.number !== -1 || draft.name !== "";

/** A button of the prompt bar. Without a decision it takes the draft back. */
export interface Answer {
  readonly label: string;
  /** What of the label is shown in a bar that is short of room; the sign alone if it is empty. */
  readonly brief?: string;
  readonly style: "quiet" | "send" | "block";
  readonly decision?: Decision;
  readonly disabled?: boolean;
  readonly icon?: "soul" | "undo" | "shield";
  /** What it costs, as it stands on the card; empty if that is too long for a button. */
  readonly cost?: string;
}

/** A row to pick from: a mode, a pending ability, an ability of the picked card. */
export interface Row {
  readonly card: number;
  readonly title: string;
  readonly text: string;
  /** What picking and sending it decides; without one it is not possible now. */
  readonly decision?: Decision;
}

export interface Offer {
  readonly question: string;
  readonly detail: string;
  /** Both in short, for a phone. */
  readonly brief?: Pick<Offer, "question" | "detail">;
  readonly source: number;
  /** Outlined: may act, or may be chosen. */
  readonly can: ReadonlySet<number>;
  /** Of those that may act, the plays that would do nothing now. */
  readonly idle: ReadonlySet<number>;
  /** Outlined in the colour of blocking. */
  readonly blockers: ReadonlySet<number>;
  readonly chosen: ReadonlySet<number>;
  /** In brackets: what the picked Pal can attack. */
  readonly targets: ReadonlySet<number>;
  readonly playerTarget: boolean;
  /** Which cards are dimmed if they are not part of this choice. */
  readonly dims: "none" | "hand" | "all";
  readonly rows: readonly Row[];
  readonly answers: readonly Answer[];
  /** Souls that the picked play would cost; for the pips. */
  readonly pays: number;
}

export interface Context {
  readonly view: View;
  readonly catalogue: Catalogue;
  readonly names: Readonly<Record<Seat, string>>;
}

/** The seat that looks. */
export const seatOf = (view: View): Seat => (view.viewer === "B" ? "B" : "A");

const EMPTY: ReadonlySet<number> = new Set();

/** A card's short name, as the table shows it. */
export function nameOf(handle: number, { view, catalogue }: Context): string {
  const card = view.cards[handle];
  return (card && catalogue.get(card.number)?.main_name) ?? words.table.hiddenCard;
}

/** What it costs to play the card now. */
export function costOf(handle: number, { view, catalogue }: Context): number {
  const card = view.cards[handle];
  return card?.cost ?? (card && catalogue.get(card.number)?.cost) ?? 0;
}

export const decisionsOf = (prompt: Prompt, card: number): Decision[] => legalOf(prompt).filter((d) => d.card === card);
/** What the card itself could do now; blocks are outlined in their own way. */
export const verbsOf = (prompt: Prompt | undefined, card: number): ReadonlySet<Decision["verb"]> =>
  new Set(prompt ? decisionsOf(prompt, card).map(({ verb }) => verb).filter((verb) => verb !== "block") : []);
const hasVerb = (prompt: Prompt, verb: Decision["verb"]): Decision | undefined =>
  legalOf(prompt).find((d) => d.verb === verb);
/** The cards on which a hand card may be dropped: those that its play first chooses among. */
export const aimsOf = (prompt: Prompt | undefined, card: number): readonly number[] =>
  prompt?.aims?.find(([played]) => played === card)?.slice(1) ?? [];
/** Whether playing the card would do nothing now. */
export const isIdle = (prompt: Prompt | undefined, card: number): boolean => prompt?.idle?.includes(card) ?? false;
/** Attacks on the player carry no target. */
export const targetOf = (decision: Decision): number => decision.target ?? 0;

/** The prompt with its sentences typeset. */
const inType = (prompt: Prompt): Prompt => ({
  ...prompt,
  text: typeset(prompt.text),
  detail: typeset(prompt.detail ?? ""),
  ...(prompt.options ? { options: prompt.options.map((option) => ({ ...option, text: typeset(option.text) })) } : {}),
  ...(prompt.entries ? { entries: prompt.entries.map((entry) => ({ ...entry, text: typeset(entry.text) })) } : {}),
});

/** How answers that pick something are called: choosing, or paying. */
type Picking = typeof words.prompt.picking | typeof words.prompt.paying;

/** What is offered; `isPrice` where the answer is part of what an ability costs. */
export function offerOf(asked: Prompt, draft: Draft, context: Context, isPrice = false): Offer {
  const prompt = inType(asked);
  const say: Picking = isPrice ? words.prompt.paying : words.prompt.picking;
  switch (prompt.kind) {
    case "main":
    case "quick":
      return draft.card === 0 ? playTiming(prompt, context) : pickedCard(prompt, draft, context);
    case "block":
      return block(prompt, draft, context);
    case "cards":
      return cards(prompt, draft, context, say);
    case "option":
      return rowsOffer(prompt, draft, optionRows(prompt), { label: say.row }, say);
    case "order": {
      const rows = orderRows(prompt, context);
      const picked = rows[draft.row];
      const label = words.prompt.resolveFirst(picked?.title ?? "");
      return rowsOffer(prompt, draft, rows, { label, brief: words.prompt.resolveBrief }, say);
    }
    case "number":
      return simple(prompt, [number(prompt, draft, say)]);
    case "name":
      return simple(prompt, [name(draft)]);
    case "may":
      return simple(prompt, may(prompt));
    case "setup":
      return simple(prompt, setup(prompt), { brief: hasVerb(prompt, "redraw") ? { question: prompt.text, detail: words.prompt.redrawBrief } : { question: words.prompt.firstQuestion, detail: words.prompt.firstBrief } });
  }
}

function simple(prompt: Prompt, answers: readonly Answer[], more: Partial<Offer> = {}): Offer {
  return {
    question: prompt.text,
    detail: prompt.detail ?? "",
    source: prompt.source ?? 0,
    can: EMPTY,
    idle: new Set(prompt.idle ?? []),
    blockers: EMPTY,
    chosen: EMPTY,
    targets: EMPTY,
    playerTarget: false,
    dims: "none",
    rows: [],
    pays: 0,
    answers,
    ...more,
  };
}

function setup(prompt: Prompt): Answer[] {
  const labels: Partial<Record<Decision["verb"], string>> = {
    first: words.prompt.goFirst,
    second: words.prompt.goSecond,
    keep: words.prompt.keep,
    redraw: words.prompt.redraw,
  };
  const order: Decision["verb"][] = ["redraw", "second", "first", "keep"];
  return [...legalOf(prompt)]
    .sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb))
    .map((decision, i, all) => ({
      label: labels[decision.verb] ?? decision.verb,
      style: i === all.length - 1 ? "send" : "quiet",
      decision,
    }));
}

function playTiming(prompt: Prompt, context: Context): Offer {
  const can = new Set(legalOf(prompt).map((d) => d.card ?? 0));
  can.delete(0);
  const answers: Answer[] = [];
  const draw = hasVerb(prompt, "draw");
  if (draw) answers.push({ label: words.prompt.drawForSouls, brief: words.prompt.drawBrief, style: "quiet", decision: draw, icon: "soul" });
  const end = hasVerb(prompt, "end");
  const pass = hasVerb(prompt, "pass");
  if (end) answers.push({ label: words.prompt.endTurn, style: "send", decision: end });
  if (pass)
    answers.push({ label: words.prompt.resolve, style: can.size === 0 ? "send" : "quiet", decision: pass });
  const own = context.view.players[seatOf(context.view)];
  const counted = can.size > 0 ? words.prompt.outlined(can.size) : draw ? words.prompt.onlyDraw : words.prompt.nothingToDo;
  const noDraw = prompt.no_draw ? words.prompt.noDraw(prompt.no_draw) : "";
  const inHand = [...can].filter((card) => context.view.cards[card]?.zone === "hand").length;
  const have = prompt.kind === "quick" ? words.prompt.answersAtHand(inHand, can.size - inHand, own.souls) : "";
  const detail = prompt.detail ? `${prompt.detail} ${have}`.trim() : `${counted} ${words.prompt.soulsToSpend(own.souls)} ${noDraw}`.trim();
  const brief =
    prompt.kind === "main"
      ? { question: words.prompt.mainBrief, detail: words.prompt.mainBriefDetail(can.size) }
      : { question: words.prompt.quickBrief, detail: have };
  const answering = prompt.kind === "quick" ? { source: attackingCard(context), dims: "hand" as const } : {};
  return simple(prompt, answers, { can, detail, ...answering, ...(can.size > 0 ? { brief } : {}) });
}

/** The card whose attack is asked about. */
const attackingCard = ({ view }: Context): number => view.battle?.attacker ?? 0;

const BACK: Answer = { label: words.prompt.back, brief: "", style: "quiet", icon: "undo" };

/** A card is picked: what it can do stands in the bar, what it can attack in brackets. */
function pickedCard(prompt: Prompt, draft: Draft, context: Context): Offer {
  const mine = decisionsOf(prompt, draft.card);
  const attacks = mine.filter((d) => d.verb === "attack");
  const uses = mine.filter((d) => d.verb === "activate");
  const play = mine.find((d) => d.verb === "play");
  const name = nameOf(draft.card, context);
  const answers: Answer[] = [BACK];
  const rows = uses.length + (play ? 1 : 0) > 1 ? uses.map((d) => useRow(d, draft.card, context)) : [];
  if (rows.length === 0)
    for (const d of uses)
      answers.push({ label: words.prompt.use, style: attacks.length > 0 ? "quiet" : "send", decision: d, cost: costsOf(activatedText(draft.card, d.number ?? 1, context)) });
  const picked = rows[draft.row]?.decision;
  if (picked) answers.push({ label: words.prompt.useNth(picked.number ?? 1), style: "send", decision: picked });
  if (play) answers.push({ label: words.prompt.play, style: "send", decision: play });
  const atPlayer = attacks.find((d) => targetOf(d) === 0);
  if (atPlayer) {
    const opponent = context.names[other(seatOf(context.view))];
    answers.push({ label: words.prompt.attackPlayer(opponent), brief: words.prompt.attackPlayerBrief, style: "send", decision: atPlayer });
  }
  const targets = new Set(attacks.map(targetOf));
  targets.delete(0);
  return {
    ...simple(prompt, answers),
    ...(attacks.length > 0 && uses.length === 0 ? { brief: attackInBrief(name, draft.card, atPlayer !== undefined, context) } : {}),
    ...pickedWords(prompt, mine, name, draft.card, context),
    source: draft.card,
    chosen: new Set([draft.card]),
    targets,
    playerTarget: atPlayer !== undefined,
    dims: attacks.length > 0 ? "all" : "none",
    rows,
    pays: play ? costOf(draft.card, context) : 0,
  };
}

/** On a phone: whom the button attacks, and what comes of it. */
function attackInBrief(name: string, attacker: number, atPlayer: boolean, { view, names }: Context): NonNullable<Offer["brief"]> {
  const defender = other(seatOf(view));
  const { life } = view.players[defender];
  const strike = view.cards[attacker]?.strike ?? 0;
  const detail = atPlayer ? words.prompt.attackBriefDetail(names[defender], life, Math.max(0, life - strike)) : words.prompt.targetsBrief;
  return { question: words.prompt.attackBriefQuestion(name), detail };
}

function useRow(decision: Decision, card: number, context: Context): Row {
  const n = decision.number ?? 1;
  return { card, title: words.prompt.useNth(n), text: activatedText(card, n, context), decision };
}

function pickedWords(prompt: Prompt, mine: readonly Decision[], name: string, card: number, context: Context): Pick<Offer, "question" | "detail"> {
  const attacks = mine.filter((d) => d.verb === "attack");
  const uses = mine.filter((d) => d.verb === "activate");
  const first = uses[0];
  if (attacks.length > 0) {
    const question = uses.length > 0 ? words.prompt.attackOrUse(name) : words.prompt.attackQuestion(name);
    const ability = uses.length === 1 && first ? activatedText(card, first.number ?? 1, context) : "";
    return { question, detail: ability === "" ? words.prompt.attackDetail(attacks.length) : ability };
  }
  if (mine.some((d) => d.verb === "play") && uses.length === 0) {
    const cost = costOf(card, context);
    const left = context.view.players[seatOf(context.view)].souls - cost;
    const idle = isIdle(prompt, card) ? words.prompt.idle : "";
    return { question: words.prompt.playQuestion(name, cost), detail: `${idle} ${words.prompt.playDetail(left)}`.trim() };
  }
  if (uses.length === 1 && mine.length === 1 && first)
    return { question: words.prompt.useQuestion(name), detail: activatedText(card, first.number ?? 1, context) };
  return { question: words.prompt.whichAbility(name), detail: "" };
}

function block(prompt: Prompt, draft: Draft, context: Context): Offer {
  const blockers = new Set(legalOf(prompt).filter((d) => d.verb === "block").map((d) => d.card ?? 0));
  const pass = hasVerb(prompt, "pass");
  const picked = decisionsOf(prompt, draft.card).find((d) => d.verb === "block");
  const answers: Answer[] = [];
  if (pass) answers.push({ label: words.prompt.noBlock, style: blockers.size === 0 ? "send" : "quiet", decision: pass });
  if (picked)
    answers.push({
      label: words.prompt.blockWith(nameOf(draft.card, context)),
      brief: words.prompt.blockBrief,
      style: "block",
      decision: picked,
      icon: "shield",
    });
  const brief = {
    question: words.prompt.blockQuestion(nameOf(attackingCard(context), context)),
    detail: picked ? lifeAfterBlock(context) : words.prompt.blockBriefDetail(blockers.size),
  };
  return simple(prompt, answers, { source: attackingCard(context), brief, blockers, ...(picked ? { detail: ifBlocks(draft.card, context) } : {}), chosen: picked ? new Set([draft.card]) : EMPTY });
}

/** What comes of it if this Pal blocks, with the numbers that stand now. */
export function ifBlocks(blocker: number, context: Context): string {
  const { view } = context;
  const fates = fatesOf(view, { attacker: attackingCard(context), target: blocker, imagined: true });
  const told = fates.map(({ handle, takes, of, falls }) => words.prompt.fate(nameOf(handle, context), takes, of, falls));
  return [words.prompt.ifBlocks(nameOf(blocker, context)), ...told, lifeAfterBlock(context)].join(" ").trim();
}

/** That the life which was at stake stays, if a block saves it: Breakthrough may hurt the player all the same. */
function lifeAfterBlock({ view }: Context): string {
  const { attacker = 0, target } = view.battle ?? {};
  const isSafe = attacker !== 0 && target === 0 && !view.cards[attacker]?.keywords?.includes("Breakthrough");
  return isSafe ? words.prompt.lifeStays(view.players[seatOf(view)].life) : "";
}

function cards(prompt: Prompt, draft: Draft, context: Context, say: Picking): Offer {
  const { minimum = 0, maximum = 0, candidates = [] } = prompt;
  const chosen = draft.cards.filter((card) => candidates.includes(card));
  const enough = chosen.length >= minimum && chosen.length <= maximum;
  const decision: Decision = { verb: "choose", cards: [...chosen].sort((a, b) => a - b) };
  const label =
    chosen.length > 0
      ? say.these(chosen.map((card) => nameOf(card, context)))
      : minimum === 0
        ? words.prompt.chooseNone
        : say.some(minimum);
  const answers: Answer[] = [];
  if (chosen.length > 0) answers.push({ label: words.prompt.clear, brief: "", style: "quiet", icon: "undo" });
  const none = chosen.length === 0 && candidates.length > 0;
  const brief = chosen.length > 0 ? { brief: say.brief } : {};
  answers.push({ label, ...brief, style: none && enough ? "quiet" : "send", decision, disabled: !enough });
  const progress = maximum > 1 ? words.prompt.chosenOf(chosen.length, minimum, maximum) : "";
  return simple(prompt, answers, {
    detail: [prompt.detail, progress].filter((text) => text).join(" "),
    can: new Set(candidates),
    chosen: new Set(chosen),
    dims: "all",
  });
}

function optionRows(prompt: Prompt): Row[] {
  return (prompt.options ?? []).map(({ number: n, text }) => {
    const decision = legalOf(prompt).find((d) => d.verb === "option" && d.number === n);
    return { card: 0, title: "", text, ...(decision ? { decision } : {}) };
  });
}

function orderRows(prompt: Prompt, context: Context): Row[] {
  return (prompt.entries ?? []).map(({ card, number: n, text }) => {
    const decision = legalOf(prompt).find((d) => d.verb === "resolve" && d.card === card && (d.number ?? 1) === n);
    return { card, title: nameOf(card, context), text, ...(decision ? { decision } : {}) };
  });
}

function rowsOffer(prompt: Prompt, draft: Draft, rows: readonly Row[], send: Pick<Answer, "label" | "brief">, { pickRow }: Picking): Offer {
  const decision = rows[draft.row]?.decision;
  const answers: Answer[] = [];
  if (decision) answers.push(BACK, { ...send, style: "send", decision });
  else answers.push({ label: pickRow, style: "send", disabled: true, decision: { verb: "pass" } });
  const sources = rows.filter((row) => row.decision && row.card !== 0).map((row) => row.card);
  const chosen = rows[draft.row]?.card ?? 0;
  return simple(prompt, answers, {
    rows,
    can: new Set(sources),
    chosen: chosen === 0 ? EMPTY : new Set([chosen]),
  });
}

/** The number that stands in the stepper. */
export function numberOf(prompt: Prompt, draft: Draft): number {
  const { minimum = 0, maximum = 0 } = prompt;
  return draft.number === -1 ? minimum : Math.min(maximum, Math.max(minimum, draft.number));
}

function number(prompt: Prompt, draft: Draft, say: Picking): Answer {
  const n = numberOf(prompt, draft);
  return { label: say.number(n), style: "send", decision: { verb: "number", number: n } };
}

function name(draft: Draft): Answer {
  return draft.name === ""
    ? { label: words.prompt.nameNone, style: "send", disabled: true, decision: { verb: "name", name: "" } }
    : { label: words.prompt.nameSend(draft.name), brief: words.prompt.nameBrief, style: "send", decision: { verb: "name", name: draft.name } };
}

function may(prompt: Prompt): Answer[] {
  const no = hasVerb(prompt, "no");
  const yes = hasVerb(prompt, "yes");
  const answers: Answer[] = [];
  if (no) answers.push({ label: words.prompt.no, style: yes ? "quiet" : "send", decision: no });
  if (yes) answers.push({ label: words.prompt.yes, style: "send", decision: yes });
  return answers;
}
