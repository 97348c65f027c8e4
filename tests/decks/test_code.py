"""Short codes: every deck survives, no damage passes, and a code of something unknown says so."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Deck, catalogue
from engine.decks import PRESETS
from engine.decks.code import CODE, SETS, UnreadableCode, UnwritableDeck, decode, encode
from tests.decks.legal import legal_decks, swarm

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

any_main = st.dictionaries(
    st.builds("{}-{:03}".format, st.sampled_from(SETS), st.integers(0, 999)), st.integers(1, 999), max_size=60
)


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_survives_its_code_which_is_short(key: str) -> None:
    code = encode(PRESETS[key].main)
    assert decode(code) == dict(PRESETS[key].main)
    assert len(code) <= 40


@given(legal_decks())
def test_every_legal_deck_survives_its_code(deck: Deck) -> None:
    assert deck.defects(catalogue) == ()
    code = encode(deck.main)
    assert decode(code) == dict(deck.main)
    assert re.fullmatch(r"PT1-[0-9A-HJKMNP-TV-Z]+", code)


@given(any_main)
def test_so_does_every_other_list_of_known_sets_with_any_number_of_copies(main: dict[str, int]) -> None:
    assert decode(encode(main)) == main


@pytest.mark.parametrize("copies", [1, 3, 4, 5, 20, 50])
def test_any_number_of_beegarde_survives(copies: int) -> None:
    deck = swarm(copies)
    assert deck.defects(catalogue) == ()
    assert decode(encode(deck.main)) == dict(deck.main)


def test_the_order_in_which_a_deck_is_listed_does_not_change_its_code() -> None:
    main = PRESETS["first-pals"].main
    assert encode(dict(sorted(main.items(), reverse=True))) == encode(main)


def test_codes_of_this_version_are_what_they_were_when_it_was_published() -> None:
    """A code that somebody keeps has to be read for ever: this one may never be changed."""
    assert decode("PT1-9QX632GRC632GRC631GRC631GRC631GG9DM8") == dict(PRESETS["trial-2"].main)
    assert decode("PT1-F042S6MZHK4PKAM") == {"EBP01-061": 20, "ETD02-003": 4, "ETD02-004": 26}
    assert SETS[:3] == ("EBP01", "ETD01", "ETD02")


def test_every_set_of_the_pool_has_its_place_in_codes() -> None:
    assert {definition.number.partition("-")[0] for definition in catalogue.definitions} <= set(SETS)


# --- what people do to codes ------------------------------------------------------------------------------------------


def test_capitals_do_not_matter_nor_do_letters_that_look_like_digits() -> None:
    main = dict(PRESETS["blue-purple-dragons"].main)
    code = encode(main)
    written = code[:4] + code[4:].replace("0", "O").replace("1", "l")
    assert {"O", "l"} <= set(written)
    assert decode(written) == decode(code.lower()) == decode(f" {code}\n") == main


@given(legal_decks(), st.data())
def test_a_wrong_character_is_noticed(deck: Deck, data: st.DataObject) -> None:
    code = encode(deck.main)
    at = data.draw(st.integers(4, len(code) - 1))
    wrong = data.draw(st.sampled_from(LETTERS.replace(code[at], "")))
    with pytest.raises(UnreadableCode, match="damaged"):
        decode(code[:at] + wrong + code[at + 1 :])


@given(legal_decks(), st.data())
def test_a_missing_a_doubled_and_two_exchanged_characters_are_noticed(deck: Deck, data: st.DataObject) -> None:
    code = encode(deck.main)
    at = data.draw(st.integers(4, len(code) - 2))
    for wrong in (code[:at] + code[at + 1 :], code[:at] + code[at] * 2 + code[at + 1 :], code[:-1], code + "0"):
        with pytest.raises(UnreadableCode, match="damaged"):
            decode(wrong)
    if code[at] != code[at + 1]:
        with pytest.raises(UnreadableCode, match="damaged"):
            decode(code[:at] + code[at + 1] + code[at] + code[at + 2 :])


@pytest.mark.parametrize("text", ["", "PT1", "PT1-", "PT1-ABCD", "4 EBP01-001", "QT1-ABCDEFGH", "PT1-ABC DEFGH"])
def test_what_is_no_code_at_all_is_told(text: str) -> None:
    assert CODE.fullmatch(text) is None
    with pytest.raises(UnreadableCode, match="is not a deck code"):
        decode(text)


# --- what is not known ------------------------------------------------------------------------------------------------


def test_a_code_of_another_version_says_which_one_is_read_here() -> None:
    with pytest.raises(UnreadableCode, match="of version 2; this version of Paltable reads 1"):
        decode("PT2-" + encode({"EBP01-001": 4})[4:])


def test_a_code_with_a_set_that_came_later_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.decks.code.SETS", (*SETS, "EBP02"))
    code = encode({"EBP01-001": 4, "EBP02-007": 2})
    assert decode(code) == {"EBP01-001": 4, "EBP02-007": 2}
    monkeypatch.setattr("engine.decks.code.SETS", SETS)
    with pytest.raises(UnreadableCode, match="cards of a set that this version of Paltable does not know"):
        decode(code)


@pytest.mark.parametrize("number", ["EBP09-001", "EBP01-1", "EBP01", "EBP01-1000", "EBP01-00A"])
def test_a_card_of_no_known_set_has_no_code(number: str) -> None:
    with pytest.raises(UnwritableDeck, match=number):
        encode({number: 1})


@pytest.mark.parametrize("copies", [0, -1])
def test_less_than_one_copy_has_no_code(copies: int) -> None:
    with pytest.raises(UnwritableDeck, match=f"{copies} copies of EBP01-001"):
        encode({"EBP01-001": copies})
