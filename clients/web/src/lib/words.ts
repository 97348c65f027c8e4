/**
 * Every word that the page itself says. A language is one object of this shape; card names, card texts and the
 * questions of the prompts come from the server as they are.
 */

import { listed, say, type CardRef, type Sentence } from "./pieces";
import type { Colour } from "./art";
import type { TimeControlName } from "./clocks";
import type { AudienceName } from "./policy";
import type { CardFacts, Said, View } from "./protocol";
import type { Place } from "./route";

type Kind = CardFacts["kind"];
type Phase = View["phase"];
type Step = NonNullable<View["battle"]>["step"];
type Zone = "hand" | "base" | "graveyard" | "exile" | "resolution" | "deck";

/** A player in a sentence. `you` is true for the reader, `acts` where it goes without saying who does it. */
export interface Who {
  readonly you: boolean;
  readonly name: string;
  readonly acts?: boolean;
}

const counted = (n: number, one: string, many: string = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
const who = (p: Who): string => (p.you ? "You" : p.name);
const whose = (p: Who): string => (p.you ? "your" : p.name.endsWith("s") ? `${p.name}’` : `${p.name}’s`);
/** What a player did; without the player where that goes without saying. */
const did = (p: Who, verb: string): string => (p.acts ? upper(verb) : `${who(p)} ${verb}`);
const plain = (n: number): string => (n < 0 ? `−${-n}` : String(n));
const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);
/** The text with a full stop, unless it ends with one. */
const stopped = (text: string): string => (/[.!?][)”›]*$/.test(text) ? text : `${text}.`);
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const COLOURS: Record<Colour, string> = {
  red: "Red",
  blue: "Blue",
  green: "Green",
  purple: "Purple",
  colorless: "Colorless",
};
const KINDS: Record<Kind, string> = { pal: "Pal", structure: "Structure", gear: "Gear", event: "Event" };
const REASONS: Record<string, (loser: Who) => string> = {
  life: (loser) => (loser.you ? "Your life reached 0." : `${upper(whose(loser))} life reached 0.`),
  deck: (loser) => (loser.you ? "Your deck ran out." : `${upper(whose(loser))} deck ran out.`),
  "life and deck": (loser) => `${who(loser)} had no life and no deck left.`,
  concede: (loser) => `${who(loser)} conceded.`,
  time: (loser) => (loser.you ? "Your time ran out." : `${upper(whose(loser))} time ran out.`),
  abandoned: (loser) => (loser.you ? "You were away for too long." : `${who(loser)} was away for too long.`),
};
const DRAWS: Record<string, string> = {
  loop: "The game could not go on: the same things would happen for ever.",
  life: "Both players’ life reached 0 at the same time.",
  deck: "Both players’ decks ran out at the same time.",
  "life and deck": "Life and deck ran out at the same time.",
  fault: "The server could not go on with this game, so nobody wins.",
};

export const words = {
  product: "Paltable",
  titleAsked: "● Your choice · Paltable",
  titles: {
    main: "● Your turn · Paltable",
    block: "● Block? · Paltable",
    quick: "● Your answer? · Paltable",
  },
  nav: {
    title: "Pages",
    home: "Paltable, to the first page",
    play: "Play",
  } satisfies Record<"title" | "home" | Place, string>,
  settings: {
    open: "Settings",
    motion: "Motion",
    speed: { normal: "Normal", fast: "Fast", off: "Off" },
    reduced: "Your system asks for less motion, so nothing moves here.",
    sound: "Sound",
    soundOn: "Play sounds",
    volume: "Volume",
    letters: "Letters act",
    soundHint: "With sound on, you also hear when you are asked something while this tab is in the background.",
  },

  colour: (colour: Colour): string => COLOURS[colour],
  kind: (kind: Kind): string => KINDS[kind],
  phase: { setup: "Setup", stand: "Stand", draw: "Draw", soul: "Soul", main: "Main", end: "End" } satisfies Record<Phase, string>,
  step: { attack: "Attack", block: "Block", quick: "Quick", damage: "Damage", end: "End" } satisfies Record<Step, string>,

  start: {
    loading: "Loading the cards…",
    failed: "The server does not answer.",
    retry: "Try again",
    connecting: "Connecting…",
    unreachable: "The server cannot be reached now; trying again.",
  },

  lobby: {
    title: "Pick a deck and play",
    deck: "Deck",
    chosen: "Chosen",
    deckAtTable: "This deck is at your table. To take another one, close the table first.",
    deckLine: (colours: readonly Colour[], cards: number, lucky: number): string =>
      `${colours.map((c) => COLOURS[c]).join(" · ")}, ${counted(cards, "card")}, ${lucky} Lucky`,
    quick: "Quick match",
    quickHint: "Plays the next person who is waiting.",
    friend: "Play a friend",
    code: "Table code",
    join: "Join",
    create: "Create a private table",
    createHint: "Found by its code alone.",
    more: "More",
    moreTitle: "Tables you open",
    done: "Done",
    time: "Time",
    audience: "Who may watch",
    audiences: {
      late: "Everyone, 30 seconds late",
      later: "Everyone, 5 minutes late",
      live: "Everyone, as it happens",
      nobody: "Nobody",
    } satisfies Record<AudienceName, string>,
    openHands: "Watchers see both hands, if the other player agrees",
    notOpenToNobody: "A table that is open to everyone can be watched, too. Choose so under “More”.",
    wantsOpenHands: "Wants open hands",
    agreeTitle: "Play with open hands?",
    agreeText: (name: string): string => `${name} wants those who watch to see both hands.`,
    agreeTextUnknown: "Whoever invites you wants those who watch to see both hands.",
    agree: "Open hands",
    disagree: "Closed hands",
    waitingOpenHands: "Whoever follows the link is asked to play with open hands. With the code alone, hands stay closed.",
    times: {
      none: "No clock",
      standard: "15 min + 10 s a decision",
      fast: "5 min + 5 s a decision",
    } satisfies Record<TimeControlName, string>,
    tables: "Tables",
    createOpen: "Open a table to everyone",
    play: "Play",
    playWith: (name: string): string => `Play with ${name}`,
    nobodyWaits: "Nobody waits for an opponent. Open a table, and whoever likes to play sits down.",
    onlyYouWait: "Nobody else waits for an opponent.",
    pair: (one: string, other: string): string => `${one} and ${other}`,
    playing: "playing",
    since: (minutes: number): string => (minutes < 1 ? "just now" : minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`),
    bot: "Play the house bot",
    bots: { random: "Easy", greedy: "Even" },
    botHint: { random: "Plays any legal move.", greedy: "Looks one move ahead." },
    botDeck: "Its deck",
    start: "Start now",
    name: "Your name",
    changeName: "Change name",
    saveName: "Save",
    cancel: "Cancel",
    waitingTitle: "Waiting for your friend",
    waitingText: "Send them this code or the link. The game begins when they sit down.",
    openTitle: "Waiting for an opponent",
    openText: "Everyone sees your table. The game begins when somebody sits down.",
    copyCode: "Copy code",
    copyLink: "Copy link",
    copied: "Copied.",
    closeTable: "Close the table",
    queuedTitle: "Looking for an opponent",
    queuedText: "The game begins as soon as somebody else looks for one. To play a friend or the bot, stop looking first.",
    notWhileQueued: "You are looking for an opponent. Stop looking first.",
    leaveQueue: "Stop looking",
    lostPlace: "You have lost your place and are not looking for an opponent any more.",
    invited: (code: string): string => `You are invited to table ${code}. Pick a deck and join.`,
    invitedLater: (code: string): string => `You are invited to table ${code}. That is kept until you have left this one.`,
    emptyCode: "Type the code of the table first.",
  },

  watch: {
    watch: "Watch",
    watchPair: (one: string, other: string): string => `Watch ${one} and ${other}`,
    late: (seconds: number): string =>
      seconds === 0 ? "Live" : seconds % 60 === 0 ? `${seconds / 60} min late` : `${seconds} s late`,
    lateHint: (seconds: number, decisions: number): string => {
      const behind = [seconds > 0 ? counted(seconds, "second") : "", decisions > 0 ? counted(decisions, "decision") : ""];
      const shown = behind.filter((part) => part !== "");
      return shown.length === 0 ? "You see it as it happens." : `What you see is ${shown.join(" and ")} old.`;
    },
    watchers: (n: number): string => `${n} watching`,
    watchersHint: (n: number): string => (n === 1 ? "1 person watches this table." : `${n} people watch this table.`),
    openHands: "Open hands",
    openHandsHint: "Whoever watches sees both hands.",
    player: "Player",
    turn: "See the table from the other side",
    leave: "Leave",
    lobby: "Back to the lobby",
    copyLink: "Copy the link for others to watch",
    notYet: "There is nothing to show yet",
    notYetText: (seconds: number): string =>
      seconds === 0
        ? "This match has just begun. It appears here by itself."
        : `This match has just begun, and is shown ${counted(seconds, "second")} late. It appears here by itself.`,
    gone: "This match is not shown",
    goneOver: "This match is over",
    logBefore: "You began to watch here. What happened before is not in this log.",
    notHere: "You sit at a table here, or look for an opponent. To watch, open the link in another tab.",
    youAreAsked: "You are asked, in the window in which you play.",
    playsAgain: "They play again.",
    rematch: "Watch the rematch",
  },

  table: {
    yours: "You",
    theirs: "Opponent",
    bot: "House bot",
    online: "Here",
    offline: "Not connected",
    number: plain,
    life: (n: number): string => `${plain(n)} life`,
    material: (n: number): string => `${n} Material`,
    ingredient: (n: number): string => `${n} Ingredient`,
    souls: (standing: number, all: number): string => `${standing} of ${all} souls standing`,
    soulDeck: (n: number): string => `${counted(n, "soul")} still to come`,
    handOf: (p: Who, n: number): string => (p.you ? `Your hand, ${counted(n, "card")}` : `${upper(whose(p))} hand, ${counted(n, "card")}`),
    baseOf: (p: Who): string => (p.you ? "Your base" : `${upper(whose(p))} base`),
    structures: "Structures",
    pals: "Pals",
    gear: "Gear",
    freeSlot: "Free place for a Pal",
    deck: "Deck",
    graveyard: "Graveyard",
    exile: "Exile",
    pileOf: (p: Who, pile: string, n: number): string => `${upper(whose(p))} ${pile.toLowerCase()}, ${counted(n, "card")}`,
    pilesOf: (p: Who): string => `${upper(whose(p))} piles`,
    pileTitle: (p: Who, pile: string): string => `${upper(whose(p))} ${pile.toLowerCase()}`,
    emptyPile: "No cards here.",
    hiddenCard: "A card you may not see",
    hiddenCardInText: "a hidden card",
    newestFirst: "The newest card first.",
    close: "Close",
    hide: "Hide",
    show: "Show",
    day: "Day",
    night: "Night",
    turn: (p: Who): string => (p.you ? "Your turn" : `${upper(whose(p))} turn`),
    beforeFirstTurn: "Before the first turn",
    over: "Game over",
    battleStep: (step: string): string => `${step} step`,
    log: "Log",
    drawer: "Log and tools",
    logEmpty: "What happens is told here.",
    logBefore: "You came back here. What happened before is not in this log.",
    resolving: "Resolving",
    turned: "Cards turned by damage",
    luckyShout: "Lucky!",
    damageTo: (p: Who, damage: number): string => `${damage} damage to ${p.you ? "you" : p.name}`,
    fromTheTop: "Cards from the top of the deck, one at a time.",
    noLucky: (life: number): string => `No Lucky card. ${life > 0 ? `${life} life left` : `Life: ${plain(life)}`}.`,
    nthTurned: (n: number, of: number, lucky: boolean): string => `${n} of ${of}${lucky ? ", Lucky" : ""}`,
    notTurned: "Not turned",
    skip: "Skip",
    space: "Space",
    cancelled: (p: Who, damage: number, life: number): string =>
      `All ${damage} damage is cancelled. ${p.you ? "You stay" : `${p.name} stays`} at ${plain(life)} life.`,
    suffered: (p: Who, damage: number, life: number): string =>
      `${damage} damage to ${p.you ? "you" : p.name}, no Lucky card. ${life > 0 ? `${life} life left` : `Life: ${plain(life)}`}.`,
    tools: "Table tools",
    concede: "Concede",
    clock: (p: Who): string => (p.you ? "Your clock" : `${upper(whose(p))} clock`),
    concedeTitle: "Concede this game?",
    concedeText: (p: Who): string => `${p.name} wins at once. This cannot be taken back.`,
    goOn: "Play on",
    autoPassShort: "Auto-pass",
    autoPassNow: (on: boolean): string => (on ? "Auto-pass is on." : "Auto-pass is off."),
    autoPass: (on: boolean): string => (on ? "Auto-pass is on" : "Auto-pass is off"),
    autoPassAsk: "Always ask me",
    autoPassPlayable: "Pass what I could only pass",
    autoPassHint: "Your passes take a short moment that chance chooses, so nobody learns from their speed what you hold.",
    autoPassYields: "Passed in this match",
    autoPassYield: (name: string): string => `When ${name} attacks`,
    autoPassAskAgain: (name: string): string => `Ask again when ${name} attacks`,
    autoPassed: "Passed for you.",
    passing: "Passing …",
    yieldShort: "Always pass",
    yieldHint: (name: string): string => `Passes for you whenever ${name} attacks, in this match. Auto-pass takes it back.`,
    lag: (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`),
    inspect: (name: string): string => `Show ${name}`,
    attacks: "Attacks",
    blocks: "Blocks",
    block: "Block",
    target: "Target",
    chosen: "Chosen",
    destroyed: "Destroyed",
    survives: "Survives",
    against: "against",
    ifNoLucky: (p: Who, life: number, after: number): string =>
      `${p.you ? "to you" : `to ${p.name}`}: ${life} → ${after} if no Lucky`,
    used: "used",
    numbers: (name: string, parts: readonly string[]): string =>
      parts.length === 0 ? `${name}: every number is as printed.` : `${name}. ${parts.join(" ")}`,
    strikeNow: (now: number, printed: number): string =>
      `Strike is ${now} now: ${printed} printed, ${signed(now - printed)} by effects.`,
    durabilityNow: (now: number, printed: number): string =>
      `Durability is ${now} now: ${printed} printed, ${signed(now - printed)} by effects.`,
    costNow: (now: number, printed: number): string =>
      `It costs ${counted(now, "soul")} now: ${printed} printed, ${signed(now - printed)} by effects.`,
    damageNow: (n: number, of: number): string => `${n} damage of the ${of} that destroy it.`,
    powerNow: (now: number, printed: number): string =>
      `Power is ${now} now: ${printed} printed, ${signed(now - printed)} by effects.`,
    powerWord: "Power",
    noAbility: "No ability",
    noAbilitySentence: "No ability.",
    lucky: "Lucky",
  },

  rules: {
    title: "How to play",
    open: "How to play",
    close: "Got it",
    lines: [
      ["Goal", "You both begin with 10 life. Bring the other player to 0, or see their deck run out."],
      ["Lucky", "Damage to a player turns one card of their deck for each point. If one is Lucky, all of that damage is cancelled."],
      ["Turn", "Your cards stand up. You draw a card and get 2 souls, up to 10. Then, in your main phase, do what you like in any order."],
      ["Souls", "The number in a card’s corner is how many souls you rest to play it. Once a turn you may rest 3 to draw a card."],
      ["Cards", "Pals fight, five at most. Structures and gear stay and help them. An event happens once."],
      ["Attack", "Rest a Pal to attack the other player, a structure, or a Pal that rests. A new Pal may attack at once."],
      ["Fight", "Pals damage each other by their Power. Damage that reaches a card’s Power or Durability destroys it; lesser damage is gone at the end of the turn. Against a player, Strike is the damage."],
      ["Block", "The other side may rest a standing Pal, which becomes the target. A Pal that attacked or blocked rests until its player’s next turn."],
      ["Quick", "Then the other side may answer with Quick cards and Interrupts from the hand."],
      ["Help", "Yellow outlines can act: click one. Point at any card to read it. Everything can be done with keys: ? shows them."],
    ],
  },

  /** What a screen reader says at once. */
  aloud: {
    strike: (n: number): string => `Strike ${n}.`,
    canBlock: (n: number): string => `${n} can block.`,
    left: (seconds: number): string => `${counted(seconds, "second")} left.`,
    wins: (p: Who): string => (p.you ? "You win." : `${p.name} wins.`),
    drawn: "It is a draw.",
  },

  keys: {
    title: "Keys",
    open: "All keys",
    groups: [
      {
        about: "To move",
        lines: [
          [["Tab", "Shift+Tab"], "next region, last one"],
          [["←", "→"], "along a row"],
          [["↑", "↓"], "from row to row"],
          [["H"], "your hand"],
          [["L"], "the log"],
        ],
      },
      {
        about: "To act",
        lines: [
          [["Enter"], "act on it; again, to confirm"],
          [["Space"], "skip what moves; choose it, or put it back"],
          [["Esc"], "one step back, close"],
          [["Shift+Esc"], "the whole choice back"],
          [["E"], "end the turn"],
          [["N"], "no: no block, let it resolve, choose none"],
          [["D"], "rest 3 souls to draw"],
          [["1–9"], "row of a list"],
          [["A"], "auto-pass on or off"],
          [["M"], "sound on or off"],
        ],
      },
      {
        about: "To read",
        lines: [
          [["I"], "the card in full"],
          [["P"], "its numbers, and how they came about"],
          [["G", "Shift+G"], "your graveyard, theirs"],
          [["X", "Shift+X"], "your exile, theirs"],
          [["B"], "the board as tables"],
          [["?"], "these keys"],
        ],
      },
    ] satisfies { about: string; lines: [string[], string][] }[],
    letters: "Letters, digits and ? act by themselves",
    lettersHint: "Turn this off if you speak to your computer, or press keys by accident. The other keys go on working.",
  },

  board: {
    title: "The board",
    players: "Players",
    player: "Player",
    life: "Life",
    souls: "Souls",
    material: "Material",
    ingredient: "Ingredient",
    hand: "Hand",
    deck: "Deck",
    ofAll: (standing: number, all: number): string => `${standing} of ${all}`,
    card: "Card",
    kind: "Kind",
    cost: "Cost",
    power: "Power",
    strike: "Strike",
    durability: "Durability",
    damage: "Damage",
    state: "State",
    none: "None.",
  },

  /** One line for the first of these words that a card has; what it explains itself is not repeated. */
  help: {
    Quick: "can also be played in the quick step, as an answer to an attack.",
    "On Deploy": "happens when this card enters your base.",
    "On Attack": "resolves when this Pal is declared as attacker, before blocks.",
    "On Assign": "happens when this card is assigned to a structure.",
    "Once per turn": "lets you use this again in your next turn.",
    AUTO: "happens by itself when its moment comes.",
    ACT: "is used in your main phase, by tapping the card in your base.",
    CONT: "works as long as this card is in your base.",
  },

  connection: {
    online: "Connected",
    connecting: "Connecting…",
    lost: "Connection lost. Reconnecting. Your seat is safe.",
    lostHere: "Connection lost. Reconnecting.",
    back: "Connected again.",
    paused: "The table is paused: the server is catching up. Nothing is lost.",
    slow: "This connection was too slow to keep up, so the server closed it. Connecting again.",
    restart: "The server restarts. Reconnecting. Your seat is safe.",
    replacedTitle: "This game is open elsewhere",
    replacedText: "Another tab or window took your seat.",
    takeOver: "Play here",
    refused: "The server and this page do not understand each other. Reload the page.",
    reload: "Reload",
    outdated: "A new version is here. Reload to update; nothing is lost.",
    unsent: "Not sent yet. It goes out when the connection is back.",
  },

  prompt: {
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
    nothing: "The table is settling.",
    claim: "Claim the win",
    hurry: (time: string): string => `${time} left to answer; then it is done for you.`,
    overTitle: "The game is over.",
    overDetail: "You can still look at every card on the table.",
    lobby: "Lobby",
    mainBrief: "Your main phase",
    mainBriefDetail: "Drag or tap to play and to attack.",
    quickBrief: "Answer the attack?",
    quickBriefDetail: "Tap a card that can, or let it go on.",
    blockQuestion: (name: string): string => `Block ${name}?`,
    blockBriefDetail: (n: number): string =>
      n === 0 ? "No Pal of yours can block." : n === 1 ? "Tap the Pal that can, or let it through." : `Tap one of ${n} Pals, or let it through.`,
    outlined: (n: number): string => (n === 1 ? "1 card you can use is outlined." : `${n} cards you can use are outlined.`),
    soulsToSpend: (n: number): string => `You have ${counted(n, "soul")} to spend.`,
    nothingToDo: "There is nothing else you can do.",
    goFirst: "Go first",
    goSecond: "Go second",
    keep: "Keep",
    redraw: "Redraw",
    endTurn: "End turn",
    drawForSouls: "3 souls: draw",
    drawForSoulsBrief: "3",
    noBlock: "No block",
    blockBrief: "Block",
    blockWith: (name: string): string => `Block with ${name}`,
    resolve: "Let it resolve",
    yes: "Yes, do it",
    no: "No, leave it",
    playQuestion: (name: string, cost: number): string =>
      cost === 0 ? `Play ${name} for no souls?` : `Play ${name} for ${counted(cost, "soul")}?`,
    playDetail: (left: number): string => `You will have ${counted(left, "standing soul")} left.`,
    play: "Play",
    playFor: (cost: number): string => `Play for ${cost}`,
    useQuestion: (name: string): string => `Use the ability of ${name}?`,
    whichAbility: (name: string): string => `${name}: which ability?`,
    use: "Use it",
    useNth: (n: number): string => `Use ability ${n}`,
    attackQuestion: (name: string): string => `What does ${name} attack?`,
    attackDetail: (n: number): string => (n === 1 ? "1 target is marked. Pick it." : `${n} targets are marked. Pick one.`),
    attackOrUse: (name: string): string => `${name}: pick a target to attack, or use an ability.`,
    attackPlayerBrief: "Attack",
    attackPlayer: (name: string): string => `Attack ${name}`,
    chooseNone: "Choose none",
    choose: (names: readonly string[]): string =>
      names.length <= 2 ? `Choose ${names.join(" and ")}` : `Choose these ${names.length} cards`,
    chooseBrief: "Choose",
    chooseCards: (n: number): string => `Choose ${counted(n, "card")}`,
    chosenOf: (chosen: number, minimum: number, maximum: number): string =>
      minimum === maximum ? `${chosen} of ${maximum} chosen.` : `${chosen} chosen, ${minimum} to ${maximum} allowed.`,
    chooseOption: (n: number): string => `Choose ${n}`,
    pickRow: "Pick a row",
    optionTitle: "One of these",
    abilitiesTitle: "Abilities",
    optionNotNow: "Not possible now",
    number: (n: number): string => `Choose ${n}`,
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
    steps: (n: number): string => `Step ${n} `,
  },

  why: {
    cost: (cost: number, souls: number): string => `Costs ${counted(cost, "soul")}, you have ${souls}.`,
    notQuick: "Not a Quick card.",
    resting: "Already resting.",
    notNow: "Nothing you can do with it now.",
  },

  card: {
    yours: (kind: string): string => `your ${kind}`,
    theirs: (p: Who, kind: string): string => `${whose(p)} ${kind}`,
    inZone: { hand: "in hand", base: "", graveyard: "in the graveyard", exile: "in exile", resolution: "resolving", deck: "in the deck" } satisfies Record<Zone, string>,
    standing: "standing",
    resting: "resting",
    power: (n: number): string => `Power ${n}`,
    changed: (n: number, printed: number): string => (n > printed ? `raised from ${printed}` : `lowered from ${printed}`),
    strike: (n: number): string => `Strike ${n}`,
    durability: (n: number): string => `Durability ${n}`,
    damage: (n: number, of: number): string => `damage ${n} of ${of}`,
    cost: (n: number): string => `cost ${n}`,
    usedAbility: "ability used this turn",
    locked: "does not stand",
    holds: (n: number): string => `holds ${counted(n, "card")} in exile`,
    canPlay: "Can be played.",
    canAttack: "Can attack.",
    canUse: "Has an ability to use.",
    canBlock: "Can block.",
    canBeChosen: "Can be chosen.",
    canBeTarget: "Can be attacked.",
    isChosen: "Chosen.",
    attacking: "Attacking.",
    attacked: "Being attacked.",
  },

  end: {
    wins: (p: Who): string => `${p.name} wins`,
    victory: "Victory",
    defeat: "Defeat",
    draw: "Draw",
    reason: (reason: string, loser: Who): string => REASONS[reason]?.(loser) ?? `${upper(reason)}.`,
    drawReason: (reason: string): string => DRAWS[reason] ?? `${upper(reason)}.`,
    turns: "turns",
    life: "life",
    deck: "cards in deck",
    souls: "souls",
    to: "to",
    rematch: "Rematch",
    rematchHint: "Whoever did not choose who goes first in this match chooses in the next.",
    accept: "Play again",
    wants: (p: Who): string => `${p.name} wants a rematch.`,
    waits: (p: Who): string => `Waiting for ${p.name} …`,
    takeBack: "Take it back",
    declined: (p: Who): string => (p.you ? "There is no rematch." : `${p.name} plays no rematch.`),
    look: "Look at the table",
    save: "Save the replay",
    proof: "The replay proves how both decks were shuffled: anyone can verify it.",
    lobby: "Lobby",
  },

  phrases: {
    open: "Say something",
    say: (text: string): string => `Say: ${text}`,
    said: (p: Who, text: string): string => `${p.name}: ${text}`,
    showed: (p: Who, text: string): string => `${p.name} ${text}.`,
    mute: "Hear nothing",
    unmute: "Hear again",
    tooSoon: "One thing at a time: wait a moment.",
    texts: {
      hello: "Hello!",
      good_luck: "Good luck!",
      well_played: "Well played!",
      thanks: "Thanks!",
      oops: "Oops!",
      one_moment: "One moment …",
      that_was_close: "That was close!",
      good_game: "Good game!",
    } satisfies Partial<Record<Said["phrase"], string>>,
    emotes: {
      smile: "smiles",
      laugh: "laughs",
      surprise: "is surprised",
      thinking: "thinks hard",
      sad: "is sad",
      heart: "likes that",
    } satisfies Partial<Record<Said["phrase"], string>>,
  },

  log: {
    /** Whether each turn has a heading, and a deed and what it brings are one sentence. */
    isWritten: true as boolean,
    turn: (n: number, p: Who): string => `Turn ${n} · ${p.you ? "you" : p.name}`,
    first: (p: Who): Sentence => (p.you ? say`You go first.` : say`${p.name} goes first.`),
    kept: (p: Who): Sentence => say`${who(p)} kept the opening hand.`,
    redrawn: (p: Who): Sentence => say`${who(p)} drew a new opening hand.`,
    drew: (p: Who, n: number): Sentence => say`${did(p, "drew")} ${counted(n, "card")}.`,
    drewCards: (p: Who, cards: readonly CardRef[]): Sentence => say`${did(p, "drew")} ${listed(cards)}.`,
    soulsFrom: (p: Who, before: number, after: number): Sentence =>
      say`${p.acts ? "Souls" : `${upper(whose(p))} souls`} ${before} → ${after}.`,
    soulsPaid: (p: Who, n: number): Sentence => say`${did(p, "paid")} ${counted(n, "soul")}.`,
    drewForSouls: (p: Who): Sentence => say`${did(p, "rested")} 3 souls to draw.`,
    played: (p: Who, card: CardRef, cost: number): Sentence =>
      cost === 0 ? say`${did(p, "played")} ${card}.` : say`${did(p, "played")} ${card} for ${cost}.`,
    activated: (p: Who, card: CardRef): Sentence => say`${did(p, "used")} ${card}.`,
    resolved: (card: CardRef): Sentence => say`${card} triggered.`,
    deployed: (card: CardRef, p: Who): Sentence => say`${card} entered ${whose(p)} base.`,
    butchered: (card: CardRef): Sentence => say`${card} was butchered.`,
    discarded: (p: Who, cards: readonly CardRef[]): Sentence => say`${did(p, "discarded")} ${listed(cards)}.`,
    destroyed: (card: CardRef): Sentence => say`${card} was destroyed.`,
    buried: (cards: readonly CardRef[]): Sentence => say`${listed(cards)} went to the graveyard.`,
    paid: (p: Who, cards: readonly CardRef[]): Sentence => say`${did(p, "paid")} with ${listed(cards)}.`,
    returned: (card: CardRef, p: Who): Sentence => say`${card} returned to ${whose(p)} hand.`,
    exiled: (card: CardRef): Sentence => say`${card} was exiled.`,
    milled: (p: Who, cards: readonly CardRef[]): Sentence =>
      say`From the top of ${whose(p)} deck to the graveyard: ${listed(cards)}.`,
    took: (p: Who, card: CardRef, zone: string): Sentence => say`${did(p, "took")} ${card} from the ${zone}.`,
    tookHidden: (p: Who, n: number, zone: string): Sentence => say`${did(p, "took")} ${counted(n, "card")} from the ${zone}.`,
    moved: (cards: readonly CardRef[], zone: string): Sentence => say`${listed(cards)} went to the ${zone}.`,
    shuffled: (p: Who): Sentence => say`${did(p, "shuffled")} ${p.you ? "your" : "their"} deck.`,
    rested: (card: CardRef): Sentence => say`${card} was rested.`,
    stood: (card: CardRef): Sentence => say`${card} stood up.`,
    assigned: (p: Who, card: CardRef, to: CardRef): Sentence =>
      p.acts ? say`Assigned ${card}.` : say`${card} was assigned to ${to}.`,
    wasAssigned: (card: CardRef, to: CardRef): Sentence => say`${card} was assigned to ${to}.`,
    gained: (p: Who, n: number, resource: string): Sentence => say`${did(p, "got")} ${n} ${upper(resource)}.`,
    lost: (p: Who, n: number, resource: string): Sentence => say`${did(p, "lost")} ${n} ${upper(resource)}.`,
    consumed: (p: Who, n: number, resource: string): Sentence => say`${did(p, "paid")} ${n} ${upper(resource)}.`,
    life: (p: Who, before: number, after: number): Sentence => say`${upper(whose(p))} life ${plain(before)} → ${plain(after)}.`,
    dealt: (source: CardRef, n: number, card: CardRef): Sentence => say`${source} dealt ${n} damage to ${card}.`,
    hurt: (n: number, card: CardRef): Sentence => say`${n} damage to ${card}.`,
    fought: (one: CardRef, n: number, other: CardRef, m: number): Sentence =>
      say`${one} dealt ${n} damage to ${other} and took ${m}.`,
    damaged: (card: CardRef, n: number): Sentence => say`${card} took ${n} damage.`,
    damageTo: (p: Who, n: number): Sentence => (p.you ? say`${n} damage to you.` : say`${n} damage to ${p.name}.`),
    turned: (_p: Who, cards: readonly CardRef[], _damage: number): Sentence => say`${listed(cards)}.`,
    prevented: (card: CardRef | undefined, _p: Who, _life: number): Sentence =>
      card === undefined ? say`A Lucky card cancelled the damage.` : say`${card} is Lucky: all the damage is cancelled.`,
    attackedCard: (card: CardRef, target: CardRef): Sentence => say`${card} attacked ${target}.`,
    attackedPlayer: (card: CardRef, p: Who, strike: number): Sentence =>
      say`${card} attacked ${p.you ? "you" : p.name} with Strike ${strike}.`,
    blocked: (card: CardRef): Sentence => say`${card} blocked.`,
    notBlocked: (): Sentence => say`No block.`,
    attackFailed: (): Sentence => say`The attack failed.`,
    changed: (cards: readonly CardRef[], power: number, strike: number): Sentence => {
      const parts = [power === 0 ? "" : `Power ${signed(power)}`, strike === 0 ? "" : `Strike ${signed(strike)}`];
      return say`${listed(cards)} got ${parts.filter((part) => part !== "").join(" and ")}.`;
    },
    granted: (card: CardRef, text: string): Sentence => say`${card} got the skill ${stopped(`“${text}”`)}`,
    named: (p: Who, name: string): Sentence => say`${did(p, "named")} ${name}.`,
    nightFell: (): Sentence => say`It is night.`,
    nightEnded: (): Sentence => say`It is day again.`,
    looked: (p: Who, n: number): Sentence => say`${did(p, "looked")} at ${counted(n, "card")}.`,
    revealed: (p: Who, cards: readonly CardRef[]): Sentence => say`${did(p, "revealed")} ${listed(cards)}.`,
    conceded: (p: Who): Sentence => say`${who(p)} conceded.`,
    won: (p: Who): Sentence => (p.you ? say`You won.` : say`${p.name} won.`),
    drawn: (): Sentence => say`The game is a draw.`,
  },
} as const;

export type Words = typeof words;
/** How what happens is told. */
export type Voice = Words["log"];

/** What is said aloud, where what is written does not say it well. */
export const aloud: Voice = {
  ...words.log,
  isWritten: false,
  turn: (n, p) => `${p.you ? "Your" : whose(p)} turn ${n}.`,
  soulsFrom: (_p, _before, after) => say`${counted(after, "soul")}.`,
  life: (p, _before, after) => say`${who(p)} ${p.you ? "have" : "has"} ${plain(after)} life.`,
  turned: (_p, cards, damage) => say`${cards.length} of ${damage} turned: ${listed(cards)}.`,
  prevented: (card, p, life) => {
    const stays = `${p.you ? "You stay" : `${p.name} stays`} at ${plain(life)} life.`;
    return card === undefined ? say`A Lucky card cancelled the damage. ${stays}` : say`${card} is Lucky: damage cancelled. ${stays}`;
  },
};
