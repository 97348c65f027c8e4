"""Words for conditions: what stands behind "if" and "while"."""

from functools import singledispatch

from engine.effects.conditions import (
    Belongs,
    Chose,
    Condition,
    Did,
    IsNight,
    Not,
    NothingElsePlayed,
    Passes,
    SoulsAtLeast,
    ThereAre,
    ThereAreNamed,
)
from engine.effects.english.nouns import article, noun, place_words, predicate_words, subject_words
from engine.effects.english.speech import Scope, Spoken, joined, no_words
from engine.effects.subjects import (
    Cards,
    ExiledByThis,
    IsResting,
    IsStanding,
    MainNameIs,
    NameContains,
    Side,
    Test,
    WasAssigned,
)
from engine.model.terms import Zone


@singledispatch
def condition_words(condition: Condition, scope: Scope, negated: bool = False) -> str:
    """A condition as a clause: "it is night", or its opposite."""
    raise no_words(condition)


@condition_words.register
def _(condition: Not, scope: Scope, negated: bool = False) -> str:
    return condition_words(condition.condition, scope, not negated)


@condition_words.register
def _(condition: IsNight, scope: Scope, negated: bool = False) -> str:
    return "it is not night" if negated else "it is night"


@condition_words.register
def _(condition: ThereAre, scope: Scope, negated: bool = False) -> str:
    return _existence(condition.cards, 1, scope, negated)


@condition_words.register
def _(condition: ThereAreNamed, scope: Scope, negated: bool = False) -> str:
    return _existence(condition.cards, condition.at_least, scope, negated) + " that all have different card names"


@condition_words.register
def _(condition: SoulsAtLeast, scope: Scope, negated: bool = False) -> str:
    return (
        f"you have {condition.number - 1} or fewer souls" if negated else f"you have {condition.number} or more souls"
    )


@condition_words.register
def _(condition: Passes, scope: Scope, negated: bool = False) -> str:
    spoken = subject_words(condition.subject, scope)
    return joined([predicate(test, spoken, negated, scope) for test in condition.tests])


@condition_words.register
def _(condition: Belongs, scope: Scope, negated: bool = False) -> str:
    if isinstance(condition.subject, ExiledByThis):
        exiled = noun(condition.cards, plural=False, scope=scope)
        return f"{f'no {exiled}' if negated else article(exiled)} exiled by this card is in exile"
    spoken = subject_words(condition.subject, scope)
    verb = spoken.verb("is not", "are not") if negated else spoken.verb("is", "are")
    return f"{verb} {article(noun(condition.cards, plural=False, scope=scope))}"


@condition_words.register
def _(condition: Did, scope: Scope, negated: bool = False) -> str:
    did = "you do" if scope.still_open else "you did"
    return f"{did} not" if negated else did


@condition_words.register
def _(condition: Chose, scope: Scope, negated: bool = False) -> str:
    return "you chose none" if negated else "you chose 1 or more"


@condition_words.register
def _(condition: NothingElsePlayed, scope: Scope, negated: bool = False) -> str:
    return "you have played another card this game" if negated else "you have played no other card this game"


def _existence(cards: Cards, at_least: int, scope: Scope, negated: bool) -> str:
    """Whether there are so many, as in "you have a Farming structure": whose they are decides the verb."""
    verb = {Side.YOURS: "you have", Side.OPPONENTS: "your opponent has"}.get(cards.side, "there are")
    plural = negated or at_least > 1 or cards.side is Side.ANY
    words = noun(cards, plural=plural, scope=scope)
    if cards.zone is not Zone.BASE:
        words += place_words(cards).replace(" from ", " in ")
    if at_least == 1:
        one = f"1 or more {words}" if cards.side is Side.ANY else article(words)
        return f"{verb} no {words}" if negated else f"{verb} {one}"
    return f"{verb} {at_least - 1} or fewer {words}" if negated else f"{verb} {at_least} or more {words}"


def predicate(test: Test, spoken: Spoken, negated: bool, scope: Scope) -> str:
    """One card and one test as a clause: "its main name is 《Foxparks》"."""
    is_ = "is not" if negated else "is"
    match test:
        case MainNameIs(name):
            return f"{spoken.possessive} main name {is_} 《{name}》"
        case NameContains(text):
            return f"{spoken.possessive} card name {'lacks' if negated else 'contains'} 《{text}》"
        case IsStanding():
            return f"{spoken.subject} {is_} standing"
        case IsResting():
            return f"{spoken.subject} {is_} resting"
        case WasAssigned():
            return f"{spoken.subject} {'was not' if negated else 'was'} assigned this turn"
        case _:
            before, after = predicate_words(test, False, scope)
            return f"{spoken.subject} {is_} {article(before + ' card') if before else after}"
