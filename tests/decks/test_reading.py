"""Lists as people write them: what is read, and that nothing gets lost."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Deck, catalogue
from engine.decks import PRESETS, Reading, read_deck
from engine.decks.code import encode
from engine.decks.japanese import JAPANESE_NAMES
from engine.decks.names import key
from engine.decks.printings import RARITIES, REPRINTS
from engine.decks.reading import LineKind
from engine.effects.catalogue import Catalogue
from engine.model.errors import Defect
from tests.decks.legal import legal_decks
from tests.decks.printings import PARALLELS, SOUL_NUMBERS

FOXPARKS, HUG, IGNIS, SUZAKU = "EBP01-006", "ETD01-004", "EBP01-001", "EBP01-002"


def read(text: str, pool: Catalogue = catalogue) -> Reading:
    return read_deck(text, pool)


def main_of(text: str) -> dict[str, int]:
    """What a text lists; every line of it must be read."""
    reading = read(text)
    assert reading.unread == (), reading.unread
    return dict(reading.deck.main)


def refused(text: str) -> str:
    """Why the one line of a text is not read; it must leave no trace in the deck."""
    reading = read(text)
    assert (reading.deck.main, reading.souls) == ({}, None)
    (line,) = reading.unread
    assert (line.number, line.text) == (1, text.strip())
    return line.reason


# --- the five forms that other tools write ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/tools/deck-builder?list=EBP01-001x4,EBP01-002x3&name=My%20deck",
        "https://example.org/ja/tools/deck-builder?list=EBP01-001x4%2CEBP01-002x3&name=My+deck#top",
        "?name=My%20deck&list=EBP01-001x4,EBP01-002x3",
        "list=ebp01-001x4,ebp01-002x3&name=My%20deck",
        "My list: https://example.org/?resume=1&list=EBP01-001x4,EBP01-002x3&name=My%20deck",
    ],
)
def test_a_link_with_a_list_is_a_deck_with_a_name(address: str) -> None:
    reading = read(address)
    assert reading.unread == ()
    assert reading.deck == Deck("My deck", {IGNIS: 4, SUZAKU: 3})
    assert reading.souls is None


def test_each_entry_of_a_link_that_cannot_be_read_is_told_and_the_others_are_read() -> None:
    reading = read("\n?list=EBP01-001x4,hello,EBP09-001x2,,EBP01-002x0&name=%00A%0AB%7F")
    assert reading.deck == Deck("AB", {IGNIS: 4, "EBP09-001": 2})
    assert [(line.number, line.text, line.reason) for line in reading.unread] == [
        (2, "hello", "No card is called so."),
        (2, "EBP09-001x2", "EBP09-001 is not a card of this pool."),
        (2, "EBP01-002x0", "0 copies are none."),
    ]


def test_numbers_may_stand_one_after_the_other_with_commas_spaces_or_lines_between() -> None:
    expected = {"EBP01-021": 2, "EBP01-022": 1, "ETD02-003": 1}
    assert main_of("BP01-021,BP01-021,BP01-022,TD02-003") == expected
    assert main_of("BP01-021 BP01-021  BP01-022 TD02-003") == expected
    assert main_of("BP01-021, BP01-021;BP01-022 TD02-003,") == expected
    assert main_of("BP01-021\nBP01-021\nBP01-022\nTD02-003\n") == expected


def test_lines_of_copies_name_and_number_in_brackets() -> None:
    reading = read(
        "deck vermelho:\n"
        "2 Foxparks – Light of Courage (BP01-006)\n"
        "// Eventos\n"
        "3 whatever it is called (TD01-009)\n"
        "1 Jormuntide Ignis (BP01-001SSP)\n"
        "10 Soul (SOUL-001)\n"
    )
    assert reading.unread == ()
    assert (reading.deck.main, reading.souls) == ({FOXPARKS: 2, "ETD01-009": 3, IGNIS: 1}, 10)


def test_sections_of_copies_number_and_name() -> None:
    reading = read("# Red\n# main\n4 BP01-001 Jormuntide Ignis – Savage Lava Dragon\n\n# soul\n10 SOUL-001 Soul\n")
    assert reading.unread == ()
    assert (reading.deck.main, reading.souls) == ({IGNIS: 4}, 10)


def test_lines_of_copies_and_name_alone() -> None:
    assert main_of("2 Cryolinx – Arctic Ordeal\n2 Pal Sphere\n3 Foxparks' Harness\n") == {
        number_of("Cryolinx – Arctic Ordeal"): 2,
        number_of("Pal Sphere"): 2,
        number_of("Foxparks' Harness"): 3,
    }


def number_of(name: str) -> str:
    (number,) = [definition.number for definition in catalogue.definitions if definition.name == name]
    return number


# --- numbers and copies -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "4 EBP01-001", "4x EBP01-001", "4 x EBP01-001", "x4 EBP01-001", "4xEBP01-001", "4× EBP01-001", "04 EBP01-001",
        "EBP01-001 x4", "EBP01-001x4", "EBP01-001 x 4", "EBP01-001 ×4", "EBP01-001 4", "EBP01-001: 4", "EBP01-001=4",
        "EBP01-001 (4)", "EBP01-001 (x4)", "EBP01-001,4", "EBP01-001 4x", "4,EBP01-001", "4;EBP01-001;Jormuntide Ignis",
        "4 ebp01-001", "4 BP01-001", "4 bp01-001", "４　ＥＢＰ０１－００１",
        "ＥＢＰ０１‐００１　×４", "4 EBP01–001", "4 EBP01—001", "4 EBP01−001",
        "\ufeff4 EBP01-001", "4\tEBP01-001\tJormuntide Ignis",
        "- 4 EBP01-001", "* 4 EBP01-001", "• 4x EBP01-001", "・4 EBP01-001", "| 4 | EBP01-001 | Jormuntide Ignis |",
        '"EBP01-001": 4,', '{"EBP01-001": 4}', "4 EBP01-001 # the dragon", "4 EBP01-001 // the dragon",
        "EBP01-001 Jormuntide Ignis x4", "Jormuntide Ignis – Savage Lava Dragon (EBP01-001) x4", "4 [EBP01-001]",
        "4 EBP01-001SSP", "4 BP01-001-SSP", "4 EBP01-001-osr", "EBP01-001SSPx4", "4 EPR-010", "4 PR-010", "4 pr-010s",
        "4 EBP01-001 x4", "4 x EBP01-001 荒ぶる溶岩竜 – アグニドラ",
    ],
)  # fmt: skip
def test_four_copies_of_a_number_in_every_spelling(line: str) -> None:
    assert main_of(line) == {IGNIS: 4}


@pytest.mark.parametrize(
    "line",
    [
        "4 EBP01-001, 3 EBP01-002", "4x EBP01-001; 3x EBP01-002", "EBP01-001x4,EBP01-002x3",
        "EBP01-001 x4 EBP01-002 x3",
        "EBP01-001x4 EBP01-002x3", "4 EBP01-001 3 EBP01-002", "EBP01-001 4 EBP01-002 3",
        '{"EBP01-001": 4, "EBP01-002": 3}', "4 EBP01-001 Jormuntide Ignis, 3 EBP01-002 Suzaku",
    ],
)  # fmt: skip
def test_several_cards_on_one_line(line: str) -> None:
    assert main_of(line) == {IGNIS: 4, SUZAKU: 3}


def test_copies_of_one_card_add_up_over_numbers_printings_and_names() -> None:
    text = "1 EBP01-001\nEBP01-001SSP\n2 EPR-010\n1 Jormuntide Ignis – Savage Lava Dragon\n1 荒ぶる溶岩竜 – アグニドラ"
    assert main_of(text) == {IGNIS: 6}


@pytest.mark.parametrize("number", PARALLELS)
def test_every_other_printing_is_the_same_card(number: str) -> None:
    for rarity in PARALLELS[number]:
        assert rarity in RARITIES
        for written in (f"{number}{rarity}", f"{number[1:]}-{rarity}", f"{number}{rarity}".lower()):
            assert main_of(f"2 {written}\n{written}x1") == {number: 3}


def test_every_reprint_is_the_card_that_it_prints_again() -> None:
    for number, printed in REPRINTS.items():
        assert main_of(f"1 {number}\n1 {number[1:]}\n1 {number}S") == {printed: 3}
        assert printed in catalogue


@pytest.mark.parametrize("number", SOUL_NUMBERS)
def test_every_soul_card_is_a_soul_card(number: str) -> None:
    assert read(f"4 Soul ({number})\n{number} x6").souls == 10


# --- names ------------------------------------------------------------------------------------------------------------


def test_every_card_is_known_by_its_english_and_by_its_japanese_name() -> None:
    assert set(JAPANESE_NAMES) == {definition.number for definition in catalogue.definitions}
    for definition in catalogue.definitions:
        assert main_of(f"2 {definition.name}") == {definition.number: 2}
        assert main_of(f"{JAPANESE_NAMES[definition.number]} ×2") == {definition.number: 2}


def test_no_two_cards_share_a_name_in_either_language() -> None:
    names = [definition.name for definition in catalogue.definitions] + list(JAPANESE_NAMES.values())
    assert len({key(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name",
    [
        "Foxparks – A Toasty Hug", "Foxparks - A Toasty Hug", "Foxparks — A Toasty Hug", "Foxparks A Toasty Hug",
        "foxparks - a toasty hug", "FOXPARKS – A TOASTY HUG", "Ｆｏｘｐａｒｋｓ － Ａ Ｔｏａｓｔｙ Ｈｕｇ",
        "Foxparks: A Toasty Hug",
        "Foxparks (A Toasty Hug)", "Foxparks – A Toasty Hug [R]", '"Foxparks – A Toasty Hug"',
    ],
)  # fmt: skip
def test_a_name_in_every_spelling(name: str) -> None:
    for line in (f"3 {name}", f"3x {name}", f"{name} x3", f"{name} ×3", f"x3 {name}", f"{name} (3)"):
        assert main_of(line) == {HUG: 3}


@pytest.mark.parametrize("apostrophe", ["'", "’", "‘", "´", "＇", ""])
def test_a_name_with_every_apostrophe(apostrophe: str) -> None:
    assert main_of(f"2 Foxparks{apostrophe} Harness") == {number_of("Foxparks' Harness"): 2}


def test_a_main_name_is_enough_if_one_card_has_it() -> None:
    assert main_of("2 Suzaku\nアグニドラ x1") == {SUZAKU: 2, IGNIS: 1}


def test_a_main_name_that_several_cards_have_is_refused_with_all_of_them() -> None:
    assert refused("2 Foxparks") == (
        "Several cards are called so: Foxparks – Light of Courage (EBP01-006) or Foxparks – A Toasty Hug (ETD01-004)."
    )


def test_a_misspelled_name_is_refused_with_the_one_that_it_is_like() -> None:
    assert refused("4 Suzakuu – Helfire Wings") == "No card is called so; is it Suzaku – Hellfire Wings?"


# --- souls ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    ["10 SOUL-001", "10 Soul", "Soul x10", "10 Souls", "10 soul cards", "ソウル ×10", "ESOUL-002 x10", "Souls: 10",
     "Soul deck (10)", "# soul\n10 SOUL-001 Soul", "Souls (10)\n10 Soul (SOUL-001)", "3 SOUL-001\n7 SOUL-008"],
)  # fmt: skip
def test_ten_souls_in_every_spelling(lines: str) -> None:
    reading = read(lines)
    assert (reading.unread, reading.souls, reading.deck.main) == ((), 10, {})
    assert not [defect for defect in reading.defects(catalogue) if defect.code == "souls"]


@pytest.mark.parametrize(
    ("souls", "sentence"), [("9 Soul", "9 soul cards: 1 missing."), ("SOUL-001 x12", "12 soul cards: 2 too many.")]
)
def test_another_number_of_souls_is_a_defect(souls: str, sentence: str) -> None:
    """6.1.2.1."""
    reading = read(f"{encode(PRESETS['trial-1'].main)}\n{souls}")
    assert reading.unread == ()
    assert reading.defects(catalogue) == (Defect("souls", sentence),)


def test_a_list_without_souls_means_ten() -> None:
    reading = read(encode(PRESETS["trial-1"].main))
    assert (reading.souls, reading.defects(catalogue)) == (None, ())


def test_a_card_under_the_souls_is_refused() -> None:
    reading = read("# soul\n10 SOUL-001\n4 EBP01-001\n# main\n3 EBP01-001")
    assert [(line.number, line.reason) for line in reading.unread] == [
        (3, "It stands under the souls, but is no soul card.")
    ]
    assert reading.deck.main == {IGNIS: 3}


# --- headings, comments, the name -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "heading",
    ["Pals (24)", "Structures: 12", "Main Deck (50 cards)", "== Main ==", "[Main]", "**Gear**", "メインデッキ",
     "Events", "my favourite cards:", "Total: 50", "# anything at all, even 4 EBP01-001", "// so it is", "; and so"],
)  # fmt: skip
def test_headings_and_comments_are_known_as_such(heading: str) -> None:
    reading = read(f"{heading}\n2 EBP01-001")
    assert [line.kind for line in reading.lines] == [LineKind.NOTE, LineKind.CARDS]
    assert reading.deck.main == {IGNIS: 2}


@pytest.mark.parametrize(
    "line", ["# name: Fire!", "Name: Fire!", "// Deck name: Fire!", "title: Fire!", "デッキ名：Fire!"]
)
def test_a_line_may_name_the_deck(line: str) -> None:
    reading = read_deck(f"{line}\n2 EBP01-001\nName: Another", catalogue, "given")
    assert (reading.deck.name, reading.unread) == ("Fire!", ())


def test_a_deck_without_a_name_gets_the_given_one() -> None:
    assert read_deck("2 EBP01-001", catalogue, "mine").deck.name == "mine"


def test_cards_beside_the_deck_are_refused() -> None:
    reading = read("4 EBP01-001\nSideboard:\n2 EBP01-002\nMain:\n1 EBP01-002")
    assert reading.deck.main == {IGNIS: 4, SUZAKU: 1}
    assert [(line.number, line.reason) for line in reading.unread] == [
        (3, "It stands under a heading for cards outside the deck.")
    ]


# --- what is not read -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Enjoy this deck!", "No card is called so."),
        ("Suzaku", "It does not say how many copies."),
        ("EBP01-001 is the best", "It does not say how many copies."),
        ("0 EBP01-001", "0 copies are none."),
        ("0 Suzaku", "0 copies are none."),
        ("4 EBP01-001 x3", "It says 4 copies and 3."),
        ("4 EBP01-001 and 3 EBP01-002", "Several cards on one line need commas between them."),
        ("EBP01-001 4 EBP01-002", "Several cards on one line need commas between them."),
        (
            "4 EBP01-001 Suzaku – Hellfire Wings",
            "EBP01-001 is Jormuntide Ignis – Savage Lava Dragon, but the name is that of EBP01-002.",
        ),
        (
            "2 Foxparks (EBP01-007)",
            "EBP01-007 is Kitsun – Wyrmbane Fangs, but the name is that of EBP01-006 or ETD01-004.",
        ),
        ("https://example.org/view/ABC12", "A link without a list in it cannot be read; copy the list itself."),
        ("https://example.org/?deck=red", "A link without a list in it cannot be read; copy the list itself."),
        ("https://example.org/?list=&name=Nothing", "The list in the link is empty."),
        ("PT2-ABCDEFGH", "The code is of version 2; this version of Paltable reads 1."),
        ("PT1-ABCDEFGH", "The code is damaged: a character is wrong, missing or too many."),
    ],
)
def test_a_line_that_is_not_read_says_why(line: str, reason: str) -> None:
    assert refused(line) == reason


@pytest.mark.parametrize(
    ("written", "known"), [("EBP02-001", "EBP02-001"), ("EBP01-101", "EBP01-101"), ("bp01-001xyz", "BP01-001XYZ")]
)
def test_a_number_that_no_card_has_is_kept_and_told(written: str, known: str) -> None:
    """It counts for the size of the deck, so that no other defect is told that there is not."""
    reading = read(f"4 EBP01-001\n2 {written}")
    assert reading.deck.main == {IGNIS: 4, known: 2}
    assert [(line.number, line.reason) for line in reading.unread] == [(2, f"{known} is not a card of this pool.")]
    assert [defect.code for defect in reading.defects(catalogue)] == ["size"]


def test_a_code_that_holds_a_card_of_a_larger_pool_says_which() -> None:
    smaller = Catalogue(card for card in catalogue.definitions if card.number != SUZAKU)
    reading = read(encode({IGNIS: 4, SUZAKU: 2}), smaller)
    assert reading.deck.main == {IGNIS: 4, SUZAKU: 2}
    assert [line.reason for line in reading.unread] == ["EBP01-002 is not a card of this pool."]


def test_a_code_is_found_in_an_address_and_in_a_sentence() -> None:
    code = encode(PRESETS["trial-2"].main)
    for text in (code, code.lower(), f"https://example.org/decks/{code}", f"Mine is {code}, try it!"):
        assert main_of(text) == dict(PRESETS["trial-2"].main)


# --- nothing gets lost ------------------------------------------------------------------------------------------------

words = st.sampled_from(
    [IGNIS, "BP01-002", "4", "x3", "2x", "0", "Suzaku", "Foxparks", "Soul", "SOUL-001", "# soul", "# main", "#", "//",
     ":", ",", "(", ")", "list=", "?", "&name=", "PT1-97X631", "EBP77-001", "sideboard", "–", "ソウル", "a", "\t", '"']
)  # fmt: skip


@given(st.lists(st.one_of(st.lists(words, max_size=8).map(" ".join), st.text(max_size=40)), max_size=8))
def test_every_line_that_is_not_blank_is_accounted_for(lines: list[str]) -> None:
    text = "\n".join(lines)
    reading = read(text)
    told = {line.number for line in reading.lines}
    visible = {place for place, line in enumerate(text.splitlines(), 1) if any(letter.isalnum() for letter in line)}
    assert visible <= told
    assert told <= set(range(1, len(text.splitlines()) + 1))
    assert all(line.reason.endswith((".", "?")) for line in reading.unread)
    assert all(copies > 0 for copies in reading.deck.main.values())


@given(legal_decks(), st.randoms(use_true_random=False))
def test_a_list_in_many_hands_is_the_same_deck(deck: Deck, rng: Random) -> None:
    """Every line of a list is written in another way, and the lines stand in any order."""
    lines = [rng.choice(SPELLINGS)(number, copies) for number, copies in deck.main.items()]
    rng.shuffle(lines)
    assert main_of("\n".join(lines)) == dict(deck.main)


SPELLINGS = (
    lambda number, copies: f"{copies} {number}",
    lambda number, copies: f"{number.lower()} x{copies}",
    lambda number, copies: f"{copies}x {catalogue.by_number(number).name.replace('–', '-').upper()}",
    lambda number, copies: f"{copies} {catalogue.by_number(number).name} ({number[1:]}SR)",
    lambda number, copies: f"{JAPANESE_NAMES[number]} ×{copies}",
    lambda number, copies: ",".join([number[1:]] * copies),
    lambda number, copies: f"?list={number}x{copies}",
    lambda number, copies: encode({number: copies}),
)
