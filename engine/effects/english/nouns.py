"""Words for cards: what an instruction may be done to."""

from collections.abc import Sequence
from functools import singledispatch

from engine.effects.english.speech import Scope, Spoken, no_words
from engine.effects.instructions import Who
from engine.effects.subjects import (
    Cards,
    CostAtLeast,
    CostAtMost,
    CostIs,
    ExiledByThis,
    HasColour,
    HasElement,
    HasKeyword,
    HasWork,
    IsNormal,
    IsResting,
    IsStanding,
    LacksKeyword,
    MainNameIs,
    NameContains,
    Number,
    PowerAtMost,
    Side,
    Subject,
    Test,
    TheRest,
    This,
    Those,
    Value,
    WasAssigned,
)
from engine.effects.values import (
    CostOf,
    CountOf,
    DifferentNamesOf,
    Plus,
    PowerOf,
    Times,
    Variable,
)
from engine.model.terms import Kind, Zone

# --- numbers ----------------------------------------------------------------------------------------------------------


@singledispatch
def value_words(value: Value, scope: Scope) -> str:
    """What a number is that only the game knows: "the number of your structures"."""
    raise no_words(value)


@value_words.register
def _(value: Variable, scope: Scope) -> str:
    match value.name:
        case "x":
            return "X"
        case "event_cost":
            return f"the cost of {scope.reference('event').description}"
        case "strike":
            return "this card's Strike"
        case other:
            return f"the {other.replace('_', ' ')}"


@value_words.register
def _(value: CountOf, scope: Scope) -> str:
    return f"the number of {group(value.cards)}"


@value_words.register
def _(value: DifferentNamesOf, scope: Scope) -> str:
    return f"the number of different card names among {group(value.cards)}"


@value_words.register
def _(value: CostOf, scope: Scope) -> str:
    return f"the cost of {full_name(value.subject, scope).words}"


@value_words.register
def _(value: PowerOf, scope: Scope) -> str:
    return f"{full_name(value.subject, scope).possessive} Power"


@value_words.register
def _(value: Times, scope: Scope) -> str:
    return f"{value.factor} times {number_words(value.number, scope)}"


@value_words.register
def _(value: Plus, scope: Scope) -> str:
    inner = str(value.number) if isinstance(value.number, int) else value_words(value.number, scope)
    return f"{inner} {'plus' if value.constant > 0 else 'minus'} {abs(value.constant)}"


def number_words(number: Number, scope: Scope) -> str:
    """A number in a place that takes a figure: itself, or a letter that the end of the text explains."""
    number = _settled(number, scope)
    match number:
        case int():
            return str(number)
        case Variable("x"):
            return "X"
        case Times(factor, Variable("x")):
            return f"{factor}X"
        case _:
            if number not in scope.letters:
                scope.notes.append(f"{scope.letter(number)} is {value_words(number, scope)}")
            return scope.letter(number)


def _settled(number: Number, scope: Scope) -> Number:
    """The figure of a number that stands already."""
    return number if isinstance(number, int) else scope.known.get(number, number)


# --- predicates -------------------------------------------------------------------------------------------------------


def cost_words(number: Number, scope: Scope) -> str:
    """The cost that a test compares with: ◇7 as cards print it, "cost 7" in a question, or "cost X"."""
    number = _settled(number, scope)
    printed = isinstance(number, int) and not scope.still_open
    return f"◇{number}" if printed else f"cost {number_words(number, scope)}"


@singledispatch
def predicate_words(test: Test, plural: bool, scope: Scope) -> tuple[str, str]:
    """The words of a predicate before and after the noun; one of the two is empty."""
    raise no_words(test)


@predicate_words.register
def _(test: CostAtMost, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", f"of {cost_words(test.number, scope)} or less"


@predicate_words.register
def _(test: CostAtLeast, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", f"of {cost_words(test.number, scope)} or greater"


@predicate_words.register
def _(test: CostIs, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", f"of {cost_words(test.number, scope)}"


@predicate_words.register
def _(test: PowerAtMost, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", f"with Power {test.number} or less"


@predicate_words.register
def _(test: HasColour, plural: bool, scope: Scope) -> tuple[str, str]:
    return str(test.colour), ""


@predicate_words.register
def _(test: HasElement, plural: bool, scope: Scope) -> tuple[str, str]:
    return str(test.element), ""


@predicate_words.register
def _(test: HasWork, plural: bool, scope: Scope) -> tuple[str, str]:
    return str(test.work), ""


@predicate_words.register
def _(test: MainNameIs, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", f"with the main name 《{test.name}》"


@predicate_words.register
def _(test: NameContains, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", f"with 《{test.text}》 in {'their card names' if plural else 'its card name'}"


@predicate_words.register
def _(test: IsStanding, plural: bool, scope: Scope) -> tuple[str, str]:
    return "standing", ""


@predicate_words.register
def _(test: IsResting, plural: bool, scope: Scope) -> tuple[str, str]:
    return "resting", ""


@predicate_words.register
def _(test: IsNormal, plural: bool, scope: Scope) -> tuple[str, str]:
    return "normal", ""


@predicate_words.register
def _(test: HasKeyword, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", f"with 〈{test.keyword}〉"


@predicate_words.register
def _(test: LacksKeyword, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", f"without 〈{test.keyword}〉"


@predicate_words.register
def _(test: WasAssigned, plural: bool, scope: Scope) -> tuple[str, str]:
    return "", "assigned this turn"


# --- sets of cards ----------------------------------------------------------------------------------------------------

_KINDS = {
    Kind.PAL: ("Pal", "Pals"),
    Kind.STRUCTURE: ("structure", "structures"),
    Kind.GEAR: ("gear", "gear"),
    Kind.EVENT: ("event", "events"),
}


def kind_words(kinds: tuple[Kind, ...], *, plural: bool, before: Sequence[str] = ()) -> str:
    """The kinds as one noun, each with what stands before it: "Pal", "red structures or red gear", "card"."""
    names = [_KINDS[kind][plural] for kind in kinds] or ["cards" if plural else "card"]
    return " or ".join(" ".join([*before, name]) for name in names)


def noun(cards: Cards, *, plural: bool, scope: Scope | None = None) -> str:
    """The description without owner, zone and number: "other red Pals of ◇3 or less"."""
    scope = Scope() if scope is None else scope
    tests = [predicate_words(test, plural, scope) for test in cards.tests]
    kinds = kind_words(cards.kinds, plural=plural, before=[words for words, _ in tests if words])
    after = [words for _, words in tests if words]
    return " ".join([*(["other"] if cards.other else []), kinds, *after])


def owner_words(side: Side, chooser: Who = Who.YOU) -> str:
    """Whose they are, from the chooser's side: "your", "your opponent's", "their"; empty for either side's."""
    match side, chooser:
        case Side.ANY, _:
            return ""
        case Side.YOURS, Who.YOU:
            return "your"
        case Side.YOURS, Who.OPPONENT:
            return "their"
        case Side.OPPONENTS, Who.YOU:
            return "your opponent's"
        case _:
            return "your"


def place_words(cards: Cards, chooser: Who = Who.YOU) -> str:
    """The zone behind the noun: " from your hand"; empty for the bases."""
    if cards.zone is Zone.BASE:
        return ""
    owner = owner_words(cards.side, chooser)
    return f" from {owner} {cards.zone}" if owner else f" from either {cards.zone}"


def group(cards: Cards, scope: Scope | None = None) -> str:
    """All of them, without a number: "your red Pals", "cards in your graveyard"."""
    described = noun(cards, plural=True, scope=scope)
    if cards.zone is not Zone.BASE:
        return described + place_words(cards).replace(" from ", " in ")
    return f"{owner_words(cards.side)} {described}".lstrip()


def one_of(cards: Cards) -> str:
    """Any single one of them: "one of your red Pals", "a Pal"."""
    owner = owner_words(cards.side)
    return f"one of {owner} {noun(cards, plural=True)}" if owner else article(noun(cards, plural=False))


def article(words: str) -> str:
    """The words with their article: "a Pal", "an event"; "gear" has none."""
    if words.split(" ")[-1] == "gear" and " or " not in words:
        return words
    return f"{'an' if words[0].lower() in 'aeiou' else 'a'} {words}"


def counted(number: Number | None, cards: Cards, scope: Scope, *, up_to: bool = False, chooser: Who = Who.YOU) -> str:
    """So many of them: "1 Pal", "up to 2 of your Pals", "all Pals", "1 card from your hand"."""
    limit = "up to " if up_to else ""
    quantity = "all" if number is None else limit + number_words(number, scope)
    owner = owner_words(cards.side, chooser)
    if cards.among:
        return f"{quantity} {noun(cards, plural=number != 1, scope=scope)} from among {scope.say(cards.among).words}"
    if owner and cards.zone is Zone.BASE:
        return f"{quantity} of {owner} {noun(cards, plural=True, scope=scope)}"
    return f"{quantity} {noun(cards, plural=number != 1, scope=scope)}{place_words(cards, chooser)}"


# --- particular cards -------------------------------------------------------------------------------------------------


@singledispatch
def subject_words(subject: Subject, scope: Scope) -> Spoken:
    """Particular cards at this place of the text."""
    raise no_words(subject)


@subject_words.register
def _(subject: This, scope: Scope) -> Spoken:
    return Spoken("this card")


@subject_words.register
def _(subject: Those, scope: Scope) -> Spoken:
    return scope.say(subject.variable)


@subject_words.register
def _(subject: ExiledByThis, scope: Scope) -> Spoken:
    return Spoken("each Pal exiled by this card")


@subject_words.register
def _(subject: TheRest, scope: Scope) -> Spoken:
    scope.reference(subject.variable)
    return Spoken("the rest", plural=True)


def full_name(subject: Subject, scope: Scope) -> Spoken:
    """Particular cards, never by a pronoun."""
    if isinstance(subject, Those):
        reference = scope.reference(subject.variable)
        return Spoken(reference.description, reference.plural)
    return subject_words(subject, scope)
