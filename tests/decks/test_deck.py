"""What keeps a deck from being played: every defect by name, all of them at once."""

import pytest

from engine.cards import CARDS, catalogue
from engine.decks import PRESETS, TRIAL_DECKS, Deck
from engine.effects.abilities import Has, Rule
from engine.effects.catalogue import Catalogue
from engine.effects.definition import pal
from engine.effects.vocabulary import cont
from engine.model.errors import Defect, InvalidDeck
from engine.model.terms import Colour, Element

SWARM = pal(
    "TEST-001",
    "Bee – One of Many",
    Colour.GREEN,
    cost=3,
    power=400,
    strike=1,
    elements=(Element.GRASS,),
    abilities=(cont(Has(Rule.ANY_NUMBER_IN_DECK)),),
)
REPRINT = pal(
    "TEST-002", "Lamball – My First Pal", Colour.COLORLESS, cost=2, power=200, strike=1, elements=(Element.NEUTRAL,)
)
NAMESAKE = pal(
    "TEST-003", "Lamball – Second Thoughts", Colour.COLORLESS, cost=2, power=200, strike=1, elements=(Element.NEUTRAL,)
)
LARGER_POOL = Catalogue((*CARDS, SWARM, REPRINT, NAMESAKE))

TRIAL = TRIAL_DECKS["trial-1"].main


def changed(**copies: int) -> Deck:
    """Trial deck 1 with other copies of some cards, written ``ETD01_023=4``; 0 takes the card out."""
    main = {**TRIAL, **{number.replace("_", "-"): count for number, count in copies.items()}}
    return Deck("Changed", {number: count for number, count in main.items() if count})


def texts(deck: Deck, pool: Catalogue = catalogue) -> list[str]:
    """The sentences of the defects."""
    return [defect.text for defect in deck.defects(pool)]


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_can_be_played(key: str) -> None:
    assert PRESETS[key].defects(catalogue) == ()
    PRESETS[key].check(catalogue)


def test_the_presets_are_the_two_trial_decks_and_then_twelve_published_lists() -> None:
    assert {key: deck.name for key, deck in TRIAL_DECKS.items()} == {
        "trial-1": "Trial deck 1, our list",
        "trial-2": "Trial deck 2, our list",
    }
    assert list(PRESETS)[:2] == list(TRIAL_DECKS)
    assert len(PRESETS) == 14
    assert len({deck.name for deck in PRESETS.values()}) == 14


def test_the_presets_are_written_in_number_order() -> None:
    for deck in PRESETS.values():
        assert list(deck.main) == sorted(deck.main)


def test_a_deck_knows_its_size_and_its_colours_without_colorless() -> None:
    deck = TRIAL_DECKS["trial-2"]
    assert deck.size == 50
    assert deck.colours(catalogue) == (Colour.GREEN, Colour.PURPLE)


def test_one_card_missing_is_said_in_the_singular() -> None:
    """6.1.1.1."""
    assert changed(ETD01_001=1).defects(catalogue) == (Defect("size", "49 cards: 1 card missing."),)


def test_two_cards_too_many_are_counted() -> None:
    """6.1.1.1."""
    assert texts(changed(ETD01_002=4)) == ["52 cards: 2 cards too many."]


def test_an_empty_deck_lacks_fifty_cards_and_has_no_other_defect() -> None:
    assert Deck("Empty", {}).defects(catalogue) == (Defect("size", "0 cards: 50 cards missing."),)


def test_four_copies_are_allowed() -> None:
    assert texts(changed(ETD01_023=4, ETD01_024=0)) == []


def test_five_copies_of_one_name_are_too_many() -> None:
    """6.1.1.2."""
    assert changed(ETD01_023=5, ETD01_024=0, ETD01_002=1).defects(catalogue) == (
        Defect("copies", "5 copies of Lamball – My First Pal: at most 4."),
    )


def test_copies_are_counted_over_all_numbers_of_one_full_name() -> None:
    """6.1.1.2, Q2."""
    deck = changed(ETD01_023=2, TEST_002=3, ETD01_024=0, ETD01_002=1)
    assert texts(deck, LARGER_POOL) == ["5 copies of Lamball – My First Pal: at most 4."]


def test_another_card_with_the_same_main_name_is_counted_apart() -> None:
    """6.1.1.2, Q26."""
    deck = changed(ETD01_023=4, TEST_003=4, ETD01_024=0, ETD01_002=0, ETD01_003=0)
    assert texts(deck, LARGER_POOL) == []


def test_a_card_that_says_so_may_be_in_the_deck_any_number_of_times() -> None:
    assert texts(Deck("Swarm", {"TEST-001": 50}), LARGER_POOL) == []


def test_eight_lucky_pals_are_allowed_and_nine_are_not() -> None:
    """6.1.1.3."""
    assert sum(copies for number, copies in TRIAL.items() if catalogue.by_number(number).lucky) == 8
    assert texts(changed(ETD01_001=3, ETD01_002=1)) == ["9 Lucky Pals: at most 8."]


def test_three_colours_are_too_many_however_many_colorless_cards_there_are() -> None:
    """Q17."""
    deck = changed(ETD01_002=1, ETD02_002=1)
    assert deck.defects(catalogue) == (Defect("colours", "3 colours (red, blue, green): at most 2 and colorless."),)


def test_a_number_that_no_card_has_is_named() -> None:
    deck = changed(ETD01_002=1, ETD09_999=1)
    assert deck.defects(catalogue) == (Defect("unknown_card", "ETD09-999 is not a card of this pool."),)


@pytest.mark.parametrize("copies", [0, -3])
def test_a_listed_card_needs_at_least_one_copy(copies: int) -> None:
    deck = Deck("Odd", {**TRIAL, "ETD01-002": copies, "ETD01-003": 4 - copies})
    assert Defect("no_copies", f"{copies} copies of Jolthog – Shocking Yet Innocent: at least 1.") in deck.defects(
        catalogue
    )


def test_a_deck_is_told_everything_that_is_wrong_with_it_at_once() -> None:
    deck = Deck("Wrong", {"ETD01-001": 5, "ETD01-007": 5, "ETD02-001": 1, "ETD02-012": 1, "ETD09-999": 1})
    assert deck.defects(catalogue) == (
        Defect("unknown_card", "ETD09-999 is not a card of this pool."),
        Defect("size", "13 cards: 37 cards missing."),
        Defect("copies", "5 copies of Grizzbolt – Rumbling Tank: at most 4."),
        Defect("copies", "5 copies of Blazamut – Molten Sovereign: at most 4."),
        Defect("lucky", "11 Lucky Pals: at most 8."),
        Defect("colours", "3 colours (red, green, purple): at most 2 and colorless."),
    )


def test_checking_an_invalid_deck_raises_with_every_defect() -> None:
    deck = changed(ETD01_001=1)
    with pytest.raises(InvalidDeck) as refusal:
        deck.check(catalogue)
    assert refusal.value.defects == deck.defects(catalogue)
    assert str(refusal.value) == "49 cards: 1 card missing."
