/** The spoken name of a card: what it is, how it stands, and what can be done with it. */

import type { Context, Offer } from "./choice";
import type { Explained } from "./protocol";
import { typeset } from "./rules";
import { words } from "./words";

const list = (...parts: (string | undefined | false)[]): string => parts.filter((part) => part).join(", ");

/** "Suzaku, your Pal, standing, Power 1700, raised from 1200, Strike 3. Can attack." */
export function cardLabel(handle: number, context: Context, offer: Offer | undefined, verbs: ReadonlySet<string>): string {
  const card = context.view.cards[handle];
  const facts = card && context.catalogue.get(card.number);
  if (!card || !facts) return words.table.hiddenCard;
  const say = words.card;
  const you = card.owner === context.view.viewer;
  const kind = words.kind(facts.kind);
  const owner = { you, name: context.names[card.owner] };
  const inBase = card.zone === "base";
  const power = card.power ?? facts.power;
  const printed = facts.power ?? 0;
  const strike = card.strike ?? facts.strike;
  const durability = card.durability ?? facts.durability;
  const text = list(
    facts.main_name,
    you ? say.yours(kind) : say.theirs(owner, kind),
    say.inZone[card.zone],
    inBase && (card.rest ? say.resting : say.standing),
    facts.kind === "pal" && power !== undefined && say.power(power),
    facts.kind === "pal" && power !== undefined && power !== printed && say.changed(power, printed),
    facts.kind === "pal" && strike !== undefined && say.strike(strike),
    durability !== undefined && say.durability(durability),
    (card.damage ?? 0) > 0 && say.damage(card.damage ?? 0, (facts.kind === "pal" ? power : durability) ?? 0),
    card.locked && say.locked,
    (card.used?.length ?? 0) > 0 && say.usedAbility,
    (card.exiled?.length ?? 0) > 0 && say.holds(card.exiled?.length ?? 0),
    ...(card.keywords ?? (inBase ? [] : facts.keywords)),
    say.cost(card.cost ?? facts.cost),
    words.colour(facts.colour).toLowerCase(),
    facts.lucky && words.table.lucky,
  );
  return `${text}. ${states(handle, context, offer, verbs)}`.trim();
}

/** A sentence for each number of a card that is not as printed: what it is made of, as far as that was explained. */
export function changesOf(handle: number, { view, catalogue }: Context, explained?: Explained): string[] {
  const card = view.cards[handle];
  const facts = card && catalogue.get(card.number);
  if (!card || !facts) return [];
  const say = words.table;
  const change = (name: "power" | "strike" | "durability" | "cost"): string => {
    const [now, printed] = [card[name], facts[name]];
    if (now === undefined || printed === undefined || now === printed) return "";
    const parts = explained?.[name === "durability" ? "power" : name] ?? [];
    const texts = parts.length > 0 ? parts.map(({ text }) => typeset(text).replace(/^-/, "−")) : say.byEffects(now, printed);
    return say.madeOf[name](now, texts);
  };
  return [change("power"), change("strike"), change("durability"), change("cost")].filter((sentence) => sentence !== "");
}

/** The card's numbers that are not as printed, what has changed them, and its damage. */
export function numbersOf(handle: number, context: Context, explained?: Explained): string {
  const card = context.view.cards[handle];
  const facts = card && context.catalogue.get(card.number);
  if (!card || !facts) return words.table.hiddenCard;
  const whole = card.power ?? card.durability ?? facts.power ?? facts.durability ?? 0;
  const damage = card.damage ? [words.table.damageNow(card.damage, whole)] : [];
  return words.table.numbers(facts.main_name, [...changesOf(handle, context, explained), ...damage]);
}

/** What the card does in this choice, and in the battle. */
export function states(handle: number, context: Context, offer: Offer | undefined, verbs: ReadonlySet<string>): string {
  const say = words.card;
  const { battle } = context.view;
  const parts: string[] = [];
  if (offer?.chosen.has(handle)) parts.push(say.isChosen);
  if (offer?.targets.has(handle)) parts.push(say.canBeTarget);
  if (offer?.blockers.has(handle)) parts.push(say.canBlock);
  if (verbs.has("play")) parts.push(say.canPlay);
  if (offer?.idle.has(handle)) parts.push(words.prompt.idle);
  if (verbs.has("attack")) parts.push(say.canAttack);
  if (verbs.has("activate")) parts.push(say.canUse);
  if (offer?.can.has(handle) && verbs.size === 0) parts.push(say.canBeChosen);
  if (battle?.attacker === handle) parts.push(say.attacking);
  if (battle?.target === handle) parts.push(say.attacked);
  return parts.join(" ");
}
