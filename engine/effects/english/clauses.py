"""Words for instructions: each is one or more clauses, later made into sentences or joined behind "you may"."""

from functools import singledispatch

from engine.effects.english.conditions import condition_words
from engine.effects.english.costs import resource_name
from engine.effects.english.nouns import (
    counted,
    kind_words,
    number_words,
    subject_words,
    value_words,
)
from engine.effects.english.skills import granted_words
from engine.effects.english.speech import Reference, Scope, joined, no_words, sentences
from engine.effects.instructions import (
    AllMustAttack,
    Butcher,
    CannotBlock,
    Choose,
    Deal,
    DealToOpponent,
    DeclareName,
    Deploy,
    DiscardCards,
    Do,
    Draw,
    Exile,
    GainLife,
    Get,
    Gets,
    GetsName,
    If,
    IncreaseSouls,
    Instruction,
    Later,
    Let,
    LockedByThis,
    LookAtTop,
    May,
    NextGearCostsLess,
    NightFalls,
    NullifyAttack,
    OneOf,
    OnTopOfDeck,
    OpponentLoses,
    PlayIt,
    PutIntoGraveyard,
    Repeat,
    Rest,
    Reveal,
    ShuffleDeck,
    SkipsStanding,
    Stand,
    StandSouls,
    ToHand,
    Until,
    Who,
)
from engine.effects.subjects import Number, Side, Subject, This, Those, Value
from engine.effects.values import Variable
from engine.model.terms import Zone


@singledispatch
def clauses(instruction: Instruction, scope: Scope) -> list[str]:
    """The clauses of an instruction, without capitals and full stops."""
    raise no_words(instruction)


def effect_words(effect: Instruction, scope: Scope) -> str:
    """A whole effect in sentences, with the numbers it uses explained at the end."""
    words = sentences(clauses(effect, scope))
    notes, scope.notes = sentences(scope.notes), []
    return f"{words} {notes}".strip()


# --- choosing ---------------------------------------------------------------------------------------------------------


@clauses.register
def _(instruction: Choose, scope: Scope) -> list[str]:
    cards = instruction.cards
    what = counted(instruction.number, cards, scope, up_to=instruction.up_to, chooser=instruction.who)
    plural = instruction.number != 1
    side = Side.OPPONENTS if instruction.who is Who.OPPONENT and cards.side is Side.YOURS else cards.side
    zone = Zone.DECK if cards.among else cards.zone
    name = f"the chosen {kind_words(cards.kinds, plural=plural)}"
    scope.bind(instruction.bind, Reference(name, plural, zone, side, instruction.who))
    return [f"your opponent chooses {what}" if instruction.who is Who.OPPONENT else f"choose {what}"]


@clauses.register
def _(instruction: DeclareName, scope: Scope) -> list[str]:
    return ["declare 1 card name"]


# --- control ----------------------------------------------------------------------------------------------------------


@clauses.register
def _(instruction: Do, scope: Scope) -> list[str]:
    return [clause for step in instruction.steps for clause in clauses(step, scope)]


@clauses.register
def _(instruction: If, scope: Scope) -> list[str]:
    condition = condition_words(instruction.condition, scope)
    last = scope.last
    words = [f"if {condition}, {joined(clauses(instruction.then, scope))}"]
    if instruction.otherwise is not None:
        scope.last = last
        words.append(f"otherwise, {joined(clauses(instruction.otherwise, scope))}")
    return words


@clauses.register
def _(instruction: May, scope: Scope) -> list[str]:
    return [f"you may {joined(clauses(instruction.do, scope))}"]


@clauses.register
def _(instruction: OneOf, scope: Scope) -> list[str]:
    modes = [clauses(mode, scope) for mode in instruction.modes]
    if all(isinstance(mode, Get) for mode in instruction.modes):
        return ["either " + " or ".join(joined(mode) for mode in modes)]
    return ["choose 1 of the following:" + "".join(f" • {sentences(mode)}" for mode in modes).removesuffix(".")]


@clauses.register
def _(instruction: Repeat, scope: Scope) -> list[str]:
    times = number_words(instruction.times, scope)
    return [f"do this {times} times: {joined(clauses(instruction.do, scope))}"]


@clauses.register
def _(instruction: Later, scope: Scope) -> list[str]:
    return [f"at the end of this turn, {joined(clauses(instruction.do, scope))}"]


@clauses.register
def _(instruction: Let, scope: Scope) -> list[str]:
    number = instruction.number
    words = str(number) if isinstance(number, int) else value_words(number, scope)
    return [f"{value_words(Variable(instruction.bind), scope)} is {words}"]


# --- what happens to cards --------------------------------------------------------------------------------------------


@clauses.register
def _(instruction: Deal, scope: Scope) -> list[str]:
    amount = number_words(instruction.amount, scope)
    return [f"deal {amount} damage to {subject_words(instruction.to, scope).words}"]


@clauses.register
def _(instruction: DealToOpponent, scope: Scope) -> list[str]:
    amount = instruction.amount
    if isinstance(amount, int):
        return [f"deal {amount} damage to your opponent"]
    return [f"deal damage equal to {value_words(amount, scope)} to your opponent"]


def signed(number: Number, scope: Scope) -> str:
    """A bonus behind the word it belongs to: "+500", "-3", "+X"."""
    return f"{number:+d}" if isinstance(number, int) else f"+{number_words(number, scope)}"


def bonus_words(power: Number, strike: Number, scope: Scope) -> list[str]:
    """ "Power+500" and "Strike+1", as far as they are given."""
    parts = (("Power", power), ("Strike", strike))
    return [name + signed(number, scope) for name, number in parts if isinstance(number, Value) or number]


UNTIL = {
    Until.END_OF_TURN: "until end of turn",
    Until.END_OF_BATTLE: "until the end of the battle",
    Until.END_OF_OPPONENTS_NEXT_TURN: "until the end of your opponent's next turn",
}


@clauses.register
def _(instruction: Gets, scope: Scope) -> list[str]:
    spoken = subject_words(instruction.to, scope)
    given = bonus_words(instruction.power, instruction.strike, scope)
    if instruction.abilities:
        given.append(granted_words(instruction.abilities))
    return [f"{spoken.verb('gets', 'get')} {joined(given)} {UNTIL[instruction.until]}"]


@clauses.register
def _(instruction: GetsName, scope: Scope) -> list[str]:
    spoken = subject_words(instruction.to, scope)
    return [f"{spoken.verb('gets', 'get')} the declared card name in addition until end of turn"]


@clauses.register
def _(instruction: Rest, scope: Scope) -> list[str]:
    return [f"rest {subject_words(instruction.what, scope).words}"]


@clauses.register
def _(instruction: Stand, scope: Scope) -> list[str]:
    return [f"stand {subject_words(instruction.what, scope).words}"]


@clauses.register
def _(instruction: SkipsStanding, scope: Scope) -> list[str]:
    verb = subject_words(instruction.what, scope).verb("does", "do")
    return [f"{verb} not stand during your opponent's next stand phase"]


@clauses.register
def _(instruction: LockedByThis, scope: Scope) -> list[str]:
    verb = subject_words(instruction.what, scope).verb("does", "do")
    return [f"{verb} not stand as long as this card is in the base"]


@clauses.register
def _(instruction: CannotBlock, scope: Scope) -> list[str]:
    return [f"{subject_words(instruction.what, scope).subject} cannot block until end of turn"]


@clauses.register
def _(instruction: AllMustAttack, scope: Scope) -> list[str]:
    return ["until end of turn, your Pals cannot be assigned and must attack as often as they can"]


@clauses.register
def _(instruction: PutIntoGraveyard, scope: Scope) -> list[str]:
    return [f"put {subject_words(instruction.what, scope).words} into the graveyard"]


@clauses.register
def _(instruction: Butcher, scope: Scope) -> list[str]:
    return [f"butcher {subject_words(instruction.what, scope).words}"]


@clauses.register
def _(instruction: DiscardCards, scope: Scope) -> list[str]:
    by_opponent = chooser(instruction.what, scope) is Who.OPPONENT
    words = subject_words(instruction.what, scope).words
    return [f"they discard {words}" if by_opponent else f"discard {words}"]


def chooser(subject: Subject, scope: Scope) -> Who:
    """The player who chose these cards."""
    return scope.reference(subject.variable).chooser if isinstance(subject, Those) else Who.YOU


@clauses.register
def _(instruction: ToHand, scope: Scope) -> list[str]:
    what = instruction.what
    spoken = subject_words(what, scope)
    if isinstance(what, This):
        return [f"return {spoken.words} to your hand"]
    reference = scope.reference(what.variable) if isinstance(what, Those) else None
    if reference is not None and reference.zone is Zone.DECK:
        return [f"add {spoken.words} to your hand"]
    if reference is not None and reference.side is Side.YOURS:
        return [f"return {spoken.words} to your hand"]
    hand = "their owners' hands" if spoken.plural else "its owner's hand"
    return [f"return {spoken.words} to {hand}"]


@clauses.register
def _(instruction: OnTopOfDeck, scope: Scope) -> list[str]:
    return [f"put {subject_words(instruction.what, scope).words} on top of your deck"]


@clauses.register
def _(instruction: Exile, scope: Scope) -> list[str]:
    return [f"exile {subject_words(instruction.what, scope).words}"]


@clauses.register
def _(instruction: Deploy, scope: Scope) -> list[str]:
    spoken = subject_words(instruction.what, scope)
    base = ""
    if instruction.to_owners:
        base = " into their owners' bases" if spoken.plural else " into its owner's base"
    return [f"deploy {spoken.words}{base}{' in the rest state' if instruction.resting else ''}"]


@clauses.register
def _(instruction: PlayIt, scope: Scope) -> list[str]:
    words = f"play {subject_words(instruction.what, scope).words}"
    if instruction.reduced_by:
        words += f" for {instruction.reduced_by} less, but at least {instruction.floor}"
    return [words]


@clauses.register
def _(instruction: NextGearCostsLess, scope: Scope) -> list[str]:
    by = number_words(instruction.by, scope)
    return [
        f"until end of turn, the next gear you play from your hand costs {by} less, but at least {instruction.floor}"
    ]


@clauses.register
def _(instruction: Reveal, scope: Scope) -> list[str]:
    return [f"reveal {subject_words(instruction.what, scope).words}"]


@clauses.register
def _(instruction: LookAtTop, scope: Scope) -> list[str]:
    plural = instruction.number > 1
    cards = f"top {instruction.number} cards" if plural else "top card"
    name = f"the {'revealed' if instruction.revealed else 'looked-at'} {'cards' if plural else 'card'}"
    scope.bind(instruction.bind, Reference(name, plural, Zone.DECK, Side.YOURS))
    return [f"{'reveal' if instruction.revealed else 'look at'} the {cards} of your deck"]


@clauses.register
def _(instruction: ShuffleDeck, scope: Scope) -> list[str]:
    return ["shuffle the rest into your deck" if "looked" in scope.references else "shuffle your deck"]


# --- what happens to players ------------------------------------------------------------------------------------------


@clauses.register
def _(instruction: Draw, scope: Scope) -> list[str]:
    number = number_words(instruction.number, scope)
    return [f"draw {number} {'card' if instruction.number == 1 else 'cards'}"]


@clauses.register
def _(instruction: Get, scope: Scope) -> list[str]:
    return [f"get {number_words(instruction.number, scope)} {resource_name(instruction.resource)}"]


@clauses.register
def _(instruction: OpponentLoses, scope: Scope) -> list[str]:
    return [
        f"choose up to {instruction.number} of your opponent's Material and Ingredient in total",
        "your opponent loses them",
    ]


@clauses.register
def _(instruction: GainLife, scope: Scope) -> list[str]:
    return [f"gain {instruction.number} life"]


@clauses.register
def _(instruction: IncreaseSouls, scope: Scope) -> list[str]:
    state = "rest" if instruction.resting else "stand"
    return [f"increase your souls by {instruction.number} in the {state} state"]


@clauses.register
def _(instruction: StandSouls, scope: Scope) -> list[str]:
    number = instruction.number
    up_to = "up to " if isinstance(number, Value) else ""
    return [
        f"choose {up_to}{number_words(number, scope)} {'soul' if number == 1 else 'souls'} "
        f"and stand {'it' if number == 1 else 'them'}"
    ]


@clauses.register
def _(instruction: NullifyAttack, scope: Scope) -> list[str]:
    return ["nullify your opponent's attack"]


@clauses.register
def _(instruction: NightFalls, scope: Scope) -> list[str]:
    return ["it becomes night until the end of your opponent's next turn"]
