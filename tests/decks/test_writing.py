"""Every form that a deck is written in, and what comes back when it is read."""

import re
from urllib.parse import parse_qs

import pytest
from hypothesis import given

from engine import Deck, catalogue
from engine.decks import FORMS, PRESETS, UnwritableDeck, read_deck
from engine.decks.deck import COPIES
from engine.decks.writing import LONGEST_NAME, as_link, as_numbers, as_sections, as_text
from tests.decks.legal import ANY_NUMBER, legal_decks, swarm

NAMED = ("text", "sections", "link")
"""The forms that hold the deck's name."""

DECK = Deck("Me & you", {"ETD01-001": 2, "EBP01-021": 1, "EBP01-006": 4})
"""Too small to be played, long enough to see how it is written."""


def assert_it_comes_back(deck: Deck, form: str) -> None:
    reading = read_deck(FORMS[form](deck, catalogue), catalogue, "not its name")
    assert reading.unread == ()
    assert dict(reading.deck.main) == dict(deck.main)
    assert reading.souls == (10 if form in ("text", "sections") else None)
    assert reading.deck.name == (deck.name if form in NAMED else "not its name")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_comes_back_from_every_form(key: str, form: str) -> None:
    assert_it_comes_back(PRESETS[key], form)


@given(legal_decks())
def test_every_legal_deck_comes_back_from_every_form_that_can_hold_it(deck: Deck) -> None:
    for form in FORMS:
        if form == "link" and max(deck.main.values()) > COPIES:
            with pytest.raises(UnwritableDeck, match="at most 4 copies of a card, and Beegarde"):
                as_link(deck, catalogue)
        else:
            assert_it_comes_back(deck, form)


@pytest.mark.parametrize("form", set(FORMS) - {"link"})
def test_twenty_beegarde_come_back(form: str) -> None:
    deck = swarm(20)
    assert deck.main[ANY_NUMBER] == 20
    assert_it_comes_back(deck, form)


# --- the forms, to the letter: other tools read them ------------------------------------------------------------------


def test_a_link_lists_numbers_as_sorted_texts_and_the_name() -> None:
    assert as_link(DECK, catalogue) == "?list=EBP01-006x4,EBP01-021x1,ETD01-001x2&name=Me%20%26%20you"


@given(legal_decks())
def test_what_reads_links_elsewhere_can_read_ours(deck: Deck) -> None:
    """Entries of this shape, 50 cards, at most 4,000 characters of list and 52 of name."""
    if max(deck.main.values()) <= COPIES:
        query = parse_qs(as_link(deck, catalogue).lstrip("?"), strict_parsing=True)
        entries = query["list"][0].split(",")
        assert all(re.fullmatch(r"[A-Z0-9-]{5,20}x[1-4]", entry) for entry in entries)
        assert len(query["list"][0]) <= 4_000
        assert len(query["name"][0]) <= LONGEST_NAME


def test_a_long_name_is_cut_in_a_link_and_nowhere_else() -> None:
    deck = Deck("x" * 60, DECK.main)
    assert as_link(deck, catalogue).endswith("&name=" + "x" * 52)
    assert read_deck(as_text(deck, catalogue), catalogue).deck.name == "x" * 60


def test_a_name_of_several_lines_is_written_on_one() -> None:
    deck = Deck(" My\n4 EBP01-001\tdeck ", DECK.main)
    for form in NAMED:
        reading = read_deck(FORMS[form](deck, catalogue), catalogue)
        assert (reading.deck.name, reading.deck.main) == ("My 4 EBP01-001 deck", DECK.main)


def test_numbers_stand_as_often_as_there_are_copies_without_the_e() -> None:
    assert as_numbers(DECK, catalogue) == "TD01-001,TD01-001,BP01-021,BP01-006,BP01-006,BP01-006,BP01-006"


def test_text_has_copies_full_name_and_number_in_brackets_and_the_souls() -> None:
    lines = as_text(DECK, catalogue).splitlines()
    assert lines == [
        "# name: Me & you",
        "2 Grizzbolt – Rumbling Tank (TD01-001)",
        f"1 {catalogue.by_number('EBP01-021').name} (BP01-021)",
        "4 Foxparks – Light of Courage (BP01-006)",
        "10 Soul (SOUL-001)",
    ]
    assert all(re.match(r"^(\d+)\s+.*\(([A-Za-z0-9-]+)\)\s*$", line) for line in lines[1:])


def test_sections_have_copies_number_and_name_under_main_and_soul() -> None:
    lines = as_sections(DECK, catalogue).splitlines()
    assert lines[:3] == ["# name: Me & you", "# main", "2 TD01-001 Grizzbolt – Rumbling Tank"]
    assert lines[-2:] == ["# soul", "10 SOUL-001 Soul"]
    assert all(re.match(r"^(\d+)\s+(\S+)(?:\s+(.*))?$", line) for line in lines if not line.startswith("#"))


def test_a_card_that_the_pool_does_not_know_is_written_by_its_number() -> None:
    assert "3 EBP09-001 (BP09-001)" in as_text(Deck("New", {"EBP09-001": 3}), catalogue)
