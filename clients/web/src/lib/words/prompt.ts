/** What is asked, what can be answered, and why something cannot be done. */

import { counted, enumerated, type Who } from "./grammar";

export const prompt = {
  back: "Back",
  clear: "Clear",
  sending: "Sending…",
  waiting: {
    setup: (p: Who): string => `${p.name} is getting ready.`,
    main: (p: Who): string => `${p.name} is playing their main phase.`,
    block: (p: Who): string => `${p.name} is choosing a block.`,
    quick: (p: Who): string => `${p.name} may answer the attack.`,
    cards: (p: Who): string => `${p.name} is choosing cards.`,
    option: (p: Who): string => `${p.name} is choosing one of several effects.`,
    number: (p: Who): string => `${p.name} is choosing a number.`,
    may: (p: Who): string => `${p.name} may use an effect.`,
    name: (p: Who): string => `${p.name} is naming a card.`,
    order: (p: Who): string => `${p.name} is choosing which ability resolves first.`,
  },
  nothing: "One moment …",
  claim: "Claim the win",
  hurry: (time: string): string => `${time} left to answer; then it is done for you.`,
  overTitle: "The game is over.",
  overDetail: "You can still look at every card on the table.",
  lobby: "Lobby",
  drawBrief: "3\u00a0souls:",
  mainBrief: "Your main phase",
  mainBriefDetail: (n: number): string => (n === 1 ? "Tap or drag the outlined card." : `Tap or drag one of ${n} outlined cards.`),
  quickBrief: "Answer the attack?",
  blockQuestion: (name: string): string => `Block ${name}?`,
  blockBriefDetail: (n: number): string =>
    n === 0 ? "No Pal of yours can block." : n === 1 ? "Tap the Pal that can, or let it through." : `Tap one of ${n} Pals, or let it through.`,
  outlined: (n: number): string => (n === 1 ? "1 card you can use is outlined." : `${n} cards you can use are outlined.`),
  soulsToSpend: (n: number): string => `You have ${counted(n, "soul")} to spend.`,
  /** Why no card may be drawn for souls, with the reason that the server gives. */
  noDraw: (why: string): string => `No draw for souls: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
  answersAtHand: (inHand: number, inBase: number, souls: number): string => {
    if (inHand + inBase === 0) return "You have no answer.";
    const answers = inHand > 0 ? [`${counted(inHand, "answer")} in hand`, inBase > 0 ? `${inBase} in your base` : ""] : [`${counted(inBase, "answer")} in your base`];
    return `You have ${enumerated([...answers, counted(souls, "soul")])}.`;
  },
  nothingToDo: "There is nothing else you can do.",
  onlyDraw: "No card can be used, but you may draw one.",
  goFirst: "Go first",
  goSecond: "Go second",
  keep: "Keep",
  firstQuestion: "Go first?",
  firstBrief: "First: no draw in that turn. Second: 1 soul more.",
  redrawBrief: "You may draw new ones, once.",
  redraw: "Redraw",
  endTurn: "End turn",
  drawForSouls: "3\u00a0souls: draw",
  noBlock: "No block",
  blockBrief: "Block with",
  blockWith: (name: string): string => `Block with ${name}`,
  resolve: "Let it resolve",
  yes: "Yes, do it",
  no: "No, leave it",
  playQuestion: (name: string, cost: number): string =>
    cost === 0 ? `Play ${name} for no souls?` : `Play ${name} for ${counted(cost, "soul")}?`,
  ifBlocks: (name: string): string => `If ${name} blocks:`,
  fate: (name: string, takes: number, of: number, falls: boolean): string => `${name} takes ${takes} of its ${of} and ${falls ? "is destroyed" : "stays"}.`,
  lifeStays: (life: number): string => `Your life stays at ${life}.`,
  idle: "Nothing to choose now: it would do nothing.",
  playDetail: (left: number): string => `You will have ${counted(left, "standing soul")} left.`,
  play: "Play",
  playFor: (cost: number): string => `Play for ${cost}`,
  useQuestion: (name: string): string => `Use the ability of ${name}?`,
  whichAbility: (name: string): string => `${name}: which ability?`,
  use: "Use it",
  useNth: (n: number): string => `Use ability ${n}`,
  attackQuestion: (name: string): string => `What does ${name} attack?`,
  attackBriefQuestion: (name: string): string => `Attack with ${name}?`,
  /** What the attack on the player would do, for a phone. */
  attackBriefDetail: (name: string, life: number, after: number): string => `${name}: ${life} → ${after} if no Lucky.`,
  targetsBrief: "Tap a marked card.",
  attackDetail: (n: number): string => (n === 1 ? "1 target is marked. Pick it." : `${n} targets are marked. Pick one.`),
  attackOrUse: (name: string): string => `${name}: pick a target to attack, or use an ability.`,
  attackPlayerBrief: "Attack",
  attackPlayer: (name: string): string => `Attack ${name}`,
  chooseNone: "Choose none",
  /** How an answer that picks something is called; the brief form is how the label begins. */
  picking: {
    brief: "Choose",
    these: (names: readonly string[]): string =>
      names.length <= 2 ? `Choose ${names.join(" and ")}` : `Choose these ${names.length} cards`,
    some: (n: number): string => `Choose ${counted(n, "card")}`,
    row: "Choose this one",
    pickRow: "Pick one",
    number: (n: number): string => `Choose ${n}`,
  },
  /** The same where the choice is part of a price. */
  paying: {
    brief: "Pay",
    these: (names: readonly string[]): string =>
      names.length <= 2 ? `Pay with ${names.join(" and ")}` : `Pay with these ${names.length} cards`,
    some: (n: number): string => `Pay with ${counted(n, "card")}`,
    row: "Pay this",
    pickRow: "Pick what to pay",
    number: (n: number): string => `Pay ${n}`,
  },
  chosenOf: (chosen: number, minimum: number, maximum: number): string =>
    minimum === maximum ? `${chosen} of ${maximum} chosen.` : `${chosen} chosen, ${minimum} to ${maximum} allowed.`,
  optionTitle: "One of these",
  abilitiesTitle: "Abilities",
  optionNotNow: "Not possible now",
  less: "One less",
  more: "One more",
  nameLabel: "Card name",
  namePlaceholder: "Type to search",
  nameSend: (name: string): string => `Name ${name}`,
  nameBrief: "Name",
  nameNone: "Pick a name from the list",
  nameNoMatch: "No card has this name.",
  resolveBrief: "Resolve",
  resolveFirst: (name: string): string => `Resolve ${name} first`,
  waitingAbilities: (n: number): string => `${counted(n, "ability", "abilities")} ${n === 1 ? "is" : "are"} waiting`,
  waitingAbilitiesDetail: "They resolve one at a time.",
  lookTitle: "Cards to choose from",
  lookedTitle: "Cards you are looking at",
  /** Before a choice with which a cost is paid; nothing of it is sent yet. */
  toPay: "To pay",
} as const;

/** What cannot be done, before the reason that the server gives. */
export const why = {
  attack: "Cannot attack.",
  attacked: "Cannot be attacked.",
  ability: "Its ability cannot be used.",
  nthAbility: (n: number): string => `Ability ${n} cannot be used.`,
} as const;

/** What a screen reader says at once. */
export const aloud = {
  strike: (n: number): string => `Strike ${n}.`,
  canBlock: (n: number): string => `${n} can block.`,
  left: (seconds: number): string => `${counted(seconds, "second")} left.`,
  wins: (p: Who): string => (p.you ? "You win." : `${p.name} wins.`),
  drawn: "It is a draw.",
} as const;
