"""Words for what instructions do to cards."""

from engine.effects.english.clauses import clauses
from engine.effects.english.nouns import (
    number_words,
    subject_words,
    value_words,
)
from engine.effects.english.skills import granted_words
from engine.effects.english.speech import Reference, Scope, joined
from engine.effects.instructions import (
    AllMustAttack,
    Butcher,
    CannotBlock,
    Deal,
    DealToOpponent,
    Deploy,
    DiscardCards,
    Exile,
    Gets,
    GetsName,
    LockedByThis,
    LookAtTop,
    NextGearCostsLess,
    OnTopOfDeck,
    PlayIt,
    PutIntoGraveyard,
    Rest,
    Reveal,
    ShuffleDeck,
    SkipsStanding,
    Stand,
    ToHand,
    Until,
    Who,
)
from engine.effects.subjects import Number, Side, Subject, This, Those, Value
from engine.model.terms import Zone


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
    """The bonuses that are given: "Power+500" and "Strike+1"."""
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
    return [f"{_told(instruction.what, scope)}put {subject_words(instruction.what, scope).words} into the graveyard"]


@clauses.register
def _(instruction: Butcher, scope: Scope) -> list[str]:
    return [f"butcher {subject_words(instruction.what, scope).words}"]


@clauses.register
def _(instruction: DiscardCards, scope: Scope) -> list[str]:
    return [f"{_told(instruction.what, scope)}discard {subject_words(instruction.what, scope).words}"]


def _told(subject: Subject, scope: Scope) -> str:
    """What stands before the things that the opponent does with cards of the opponent's choice: "they "."""
    chosen_by = scope.reference(subject.variable).chooser if isinstance(subject, Those) else Who.YOU
    return "they " if chosen_by is Who.OPPONENT else ""


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
