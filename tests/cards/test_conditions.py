"""Conditions and their opposites in words, and the errors for nodes that no language knows."""

from collections.abc import Callable

import pytest

from engine.effects import subjects
from engine.effects.abilities import Static
from engine.effects.conditions import (
    NIGHT,
    Belongs,
    Chose,
    Condition,
    Did,
    Not,
    NothingElsePlayed,
    Passes,
    SoulsAtLeast,
    ThereAre,
    ThereAreNamed,
)
from engine.effects.costs import CostPart
from engine.effects.english.abilities import static_words
from engine.effects.english.conditions import condition_words
from engine.effects.english.costs import part_words
from engine.effects.english.nouns import article, group, noun, predicate_words, subject_words, value_words
from engine.effects.english.speech import Scope, Spoken
from engine.effects.subjects import (
    CARDS,
    GEAR,
    PALS,
    STRUCTURES,
    STRUCTURES_OR_GEAR,
    THIS,
    CostIs,
    ExiledByThis,
    HasColour,
    HasWork,
    IsResting,
    IsStanding,
    MainNameIs,
    NameContains,
    Subject,
    Value,
    WasAssigned,
)
from engine.effects.values import CountOf, PowerOf, Times, Variable
from engine.model.errors import InvalidCard
from engine.model.terms import Colour, Work, Zone

FARM = STRUCTURES.yours.that(HasWork(Work.FARMING))

CONDITIONS: tuple[tuple[Condition, str, str], ...] = (
    (NIGHT, "it is night", "it is not night"),
    (ThereAre(FARM), "you have a Farming structure", "you have no Farming structures"),
    (ThereAre(GEAR.yours), "you have gear", "you have no gear"),
    (ThereAre(PALS), "there are 1 or more Pals", "there are no Pals"),
    (ThereAre(PALS.opponents), "your opponent has a Pal", "your opponent has no Pals"),
    (ThereAre(PALS.in_your_graveyard), "you have a Pal in your graveyard", "you have no Pals in your graveyard"),
    (
        ThereAreNamed(PALS.in_your_graveyard, 3),
        "you have 3 or more Pals in your graveyard that all have different card names",
        "you have 2 or fewer Pals in your graveyard that all have different card names",
    ),
    (
        ThereAreNamed(PALS.yours, 3),
        "you have 3 or more Pals that all have different card names",
        "you have 2 or fewer Pals that all have different card names",
    ),
    (SoulsAtLeast(10), "you have 10 or more souls", "you have 9 or fewer souls"),
    (Passes(THIS, (IsResting(),)), "this card is resting", "this card is not resting"),
    (Passes(THIS, (IsStanding(),)), "this card is standing", "this card is not standing"),
    (Passes(THIS, (WasAssigned(),)), "this card was assigned this turn", "this card was not assigned this turn"),
    (
        Passes(THIS, (MainNameIs("Bee"),)),
        "this card's main name is 《Bee》",
        "this card's main name is not 《Bee》",
    ),
    (
        Passes(THIS, (NameContains("Bee"),)),
        "this card's card name contains 《Bee》",
        "this card's card name lacks 《Bee》",
    ),
    (Passes(THIS, (HasColour(Colour.RED),)), "this card is a red card", "this card is not a red card"),
    (Passes(THIS, (CostIs(3),)), "this card is of ◇3", "this card is not of ◇3"),
    (
        Belongs(THIS, STRUCTURES_OR_GEAR.costing_at_most(6)),
        "this card is a structure or gear of ◇6 or less",
        "this card is not a structure or gear of ◇6 or less",
    ),
    (
        Belongs(ExiledByThis(), PALS),
        "a Pal exiled by this card is in exile",
        "no Pal exiled by this card is in exile",
    ),
    (Did(), "you did", "you did not"),
    (Chose(), "you chose 1 or more", "you chose none"),
    (
        NothingElsePlayed(),
        "you have played no other card this game",
        "you have played another card this game",
    ),
)


@pytest.mark.parametrize(("condition", "words", "opposite"), CONDITIONS, ids=map(str, range(len(CONDITIONS))))
def test_a_condition_and_its_opposite_are_put_into_words(condition: Condition, words: str, opposite: str) -> None:
    assert condition_words(condition, Scope()) == words
    assert condition_words(Not(condition), Scope()) == opposite
    assert condition_words(Not(Not(condition)), Scope()) == words


def test_a_question_speaks_of_what_is_not_done_yet() -> None:
    assert condition_words(Did(), Scope(still_open=True)) == "you do"
    assert condition_words(Not(Did()), Scope(still_open=True)) == "you do not"


@pytest.mark.parametrize(
    "say",
    [
        lambda: condition_words(Condition(), Scope()),
        lambda: predicate_words(subjects.Test(), False, Scope()),
        lambda: value_words(Value(), Scope()),
        lambda: subject_words(Subject(), Scope()),
        lambda: part_words(CostPart(), Scope()),
        lambda: static_words(Static(), Scope()),
    ],
    ids=["condition", "predicate", "value", "subject", "cost part", "static"],
)
def test_a_node_without_words_is_an_error_of_whatever_sort_it_is(say: Callable[[], object]) -> None:
    with pytest.raises(InvalidCard, match="English has no words for"):
        say()


def test_numbers_that_the_game_counts_are_named() -> None:
    scope = Scope()
    assert value_words(CountOf(PALS.in_your_graveyard), scope) == "the number of Pals in your graveyard"
    assert value_words(PowerOf(THIS), scope) == "this card's Power"
    assert value_words(Times(2, CountOf(GEAR.yours)), scope) == "2 times X"
    assert value_words(Variable("extra_cost"), scope) == "the extra cost"


def test_different_numbers_of_one_text_have_different_letters_and_the_same_number_the_same() -> None:
    scope = Scope()
    gear, pals = CountOf(GEAR.yours), CountOf(PALS.yours)
    assert [scope.letter(gear), scope.letter(pals), scope.letter(gear)] == ["X", "Y", "X"]


def test_nouns_have_their_articles_and_places() -> None:
    assert [article("Pal"), article("event"), article("gear"), article("red gear")] == [
        "a Pal",
        "an event",
        "gear",
        "red gear",
    ]
    assert noun(PALS.others.standing, plural=True) == "other standing Pals"
    assert group(CARDS.in_your_hand) == "cards in your hand"
    assert group(PALS.opponents) == "your opponent's Pals"
    assert group(type(PALS)(PALS.kinds, zone=Zone.GRAVEYARD)) == "Pals in either graveyard"


def test_a_plural_owner_has_an_apostrophe_only() -> None:
    assert Spoken("the chosen Pals", plural=True).possessive == "the chosen Pals'"
    assert Spoken("them", plural=True).possessive == "their"
    assert Spoken("it").possessive == "its"
