"""The commands about decks: any list in, any form out, and a sentence for whatever cannot be read."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from clients.cli.lookup import UnreadableDeck, find_cards, read_deck
from clients.cli.main import app
from clients.cli.simulate import Plan, Played, Tally
from engine import catalogue
from engine.decks import FORMS, PRESETS
from engine.decks.code import encode
from tests.decks.legal import swarm

CODE = encode(PRESETS["trial-1"].main)


def run(*arguments: str, given: str | bytes = "") -> Result:
    return CliRunner().invoke(app, ["deck", *arguments], input=given, env={"COLUMNS": "60"})


def test_the_decks_of_the_game_are_listed_with_their_keys_the_trial_decks_first() -> None:
    lines = run("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)
    assert lines[0].endswith("Trial deck 1, our list (50 cards; red, blue)")


# --- where a deck comes from ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_deck_in_any_form_is_read_from_a_file_and_from_the_standard_input(form: str, tmp_path: Path) -> None:
    text = FORMS[form](PRESETS["trial-1"], catalogue)
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8")
    for result in (run("convert", str(file)), run("convert", "-", given=text)):
        assert (result.exit_code, result.stdout) == (0, f"{CODE}\n")


@pytest.mark.parametrize(
    "literal",
    ["trial-1", CODE, CODE.lower(), f"https://example.org/{CODE}", FORMS["link"](PRESETS["trial-1"], catalogue)],
)
def test_a_key_a_code_and_a_link_are_read_as_they_are(literal: str) -> None:
    result = run("convert", literal, "--to", "code")
    assert (result.exit_code, result.stdout) == (0, f"{CODE}\n")


@pytest.mark.parametrize("command", ["check", "show", "convert"])
def test_what_is_none_of_them_is_bad_input(command: str) -> None:
    result = run(command, "no-such-deck")
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: There is no file no-such-deck, and no deck of this name comes with the game. "
        "Those that do: paltable deck list\n"
    )


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("trial1", "There is no file trial1, and no deck of this name comes with the game. Did you mean trial-1?"),
        ("lists/mine.txt", "There is no file lists/mine.txt, and no deck of this name comes with the game. Those"),
        ("https://example.org/decks/7", "There is no list in the link https://example.org/decks/7, and nothing is"),
        (f"PT1-{CODE[4:7]}", f"PT1-{CODE[4:7]} is not a whole code"),
        (f"PT–{CODE[4:]}", f"PT–{CODE[4:]} is not a whole code"),
        (".", ". is a folder."),
        ("x" * 300, "cannot be read: File name too long."),
    ],
)
def test_what_cannot_be_read_is_told_for_what_it_looks_like(wanted: str, why: str) -> None:
    result = run("check", wanted)
    assert (result.exit_code, result.stdout) == (2, "")
    assert why in result.stderr


JAPANESE = FORMS["text"](PRESETS["trial-1"], catalogue) + "# デッキのメモ：炎と水、三十枚\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
def test_a_list_is_read_in_whatever_encoding_it_was_saved(encoding: str, tmp_path: Path) -> None:
    raw = JAPANESE.replace(" – ", " - ").encode(encoding)
    (tmp_path / "mine.txt").write_bytes(raw)
    for result in (run("convert", str(tmp_path / "mine.txt")), run("convert", "-", given=raw)):
        assert (result.exit_code, result.stdout, result.stderr) == (0, f"{CODE}\n", "")


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (JAPANESE.encode() + b"caf\xe9", f"damaged in line {JAPANESE.count(chr(10)) + 1}."),
        (b"\xef\xbb\xbf1 a\n\xff", "damaged in line 2."),
        (b"\xff\xfe\x00", "begins like a text in UTF-16 and is none."),
        (b"\x81\x00\xff\xa0\xa0", "is not a text in UTF-8, UTF-16 or Shift-JIS."),
        (b"PK\x03\x04\x00\x00", "is not a text."),
    ],
)
def test_what_is_not_text_is_told_as_far_as_it_is_known(raw: bytes, why: str, tmp_path: Path) -> None:
    file = tmp_path / "deck"
    file.write_bytes(raw)
    for result, name in ((run("check", str(file)), str(file)), (run("check", "-", given=raw), "The standard input")):
        assert result.exit_code == 2
        assert result.stderr.startswith(f"Error: {name} ")
        assert why in result.stderr


def test_of_a_line_that_is_not_read_the_beginning_is_shown_and_nothing_that_a_terminal_obeys() -> None:
    result = run("check", "-", given="x\x1b[2Jy" + "z" * 10_000)
    assert result.stdout.startswith("Line 1 was not read: x\ufffd[2Jyz")
    assert "z… (No card is called so.)" in result.stdout
    assert max(map(len, result.stdout.splitlines())) < 140


# --- convert ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_converted_deck_is_what_that_form_is_on_one_line_per_line(form: str) -> None:
    """Nothing is wrapped or coloured, however narrow the screen is: it is copied from there."""
    result = run("convert", "trial-2", "--to", form)
    assert (result.exit_code, result.stdout) == (0, FORMS[form](PRESETS["trial-2"], catalogue) + "\n")


def test_lines_that_are_not_read_are_told_beside_the_result_and_fail_it() -> None:
    result = run("convert", "-", "--to", "numbers", given="2 EBP01-001\nhello\n")
    assert (result.exit_code, result.stdout) == (1, "BP01-001,BP01-001\n")
    assert result.stderr == "Line 2 was not read: hello (No card is called so.)\n"


def test_nothing_is_written_if_nothing_was_read() -> None:
    result = run("convert", "PT2-ABCDEFGH")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "of version 2; this version of Paltable reads 1" in result.stderr


def test_a_form_that_cannot_hold_a_deck_names_those_that_can() -> None:
    code = encode(swarm(20).main)
    result = run("convert", code, "--to", "link")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "at most 4 copies of a card, and Beegarde – Knight of the Flower Garden has 20" in result.stderr
    assert "The other forms are: code, text, numbers, sections." in result.stderr


def test_a_form_that_is_not_there_is_bad_input() -> None:
    result = run("convert", "trial-1", "--to", "pdf")
    assert result.exit_code == 2
    assert "sections" in result.stderr


# --- check and show ---------------------------------------------------------------------------------------------------


def test_a_deck_that_may_be_played_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("# my deck\n" + run("show", "trial-1").stdout, encoding="utf-8")
    result = run("check", str(file))
    assert (result.exit_code, result.stdout) == (0, "mine may be played.\n")


def test_everything_that_is_wrong_is_told_with_the_number_of_the_line() -> None:
    result = run("check", "-", given="5 ETD01-002\n\n1 XYZ-001\nFoxparks x2\n9 Soul\n")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "Line 3 was not read: 1 XYZ-001 (XYZ-001 is not a card of this pool.)",
        "Line 4 was not read: Foxparks x2 (Several cards are called so: "
        "Foxparks – Light of Courage (EBP01-006) or Foxparks – A Toasty Hug (ETD01-004).)",
        "6 cards: 44 cards missing.",
        "5 copies of Jolthog – Shocking Yet Innocent: at most 4.",
        "9 soul cards: 1 missing.",
    ]


def test_what_became_of_every_line_is_shown_when_asked_for() -> None:
    result = run("check", "-", "--lines", given="# hello\n2 EBP01-001\nwhat\n")
    assert result.stdout.splitlines()[:3] == ["   1 note   # hello", "   2 cards  2 EBP01-001", "   3 unread what"]


def test_a_shown_deck_has_every_card_by_number_and_name() -> None:
    result = run("show", "-", given="2 EBP01-001\n1 EBP09-001\n")
    assert result.stdout == "2 EBP01-001 Jormuntide Ignis – Savage Lava Dragon\n1 EBP09-001 ?\n"
    assert (result.exit_code, result.stderr[:6]) == (1, "Line 2")


def test_a_deck_to_play_with_must_be_readable_to_the_last_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("2 etd01-002 Jolthog\n1x ETD01-002\n\n", encoding="utf-8")
    assert read_deck(str(file)).main == {"ETD01-002": 3}
    assert read_deck(CODE).main == dict(PRESETS["trial-1"].main)
    file.write_text("2 ETD01-002\nJolthog\n", encoding="utf-8")
    with pytest.raises(UnreadableDeck, match=r"Line 2 was not read: Jolthog \(It does not say how many copies"):
        read_deck(str(file))


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ("EBP01-001", ["EBP01-001"]),
        ("bp01-001ssp", ["EBP01-001"]),
        ("PR-010", ["EBP01-001"]),
        ("アグニドラ", ["EBP01-001"]),
        ("Foxparks", ["EBP01-006", "ETD01-004"]),
        ("foxparks - a toasty hug", ["ETD01-004"]),
        ("toasty", ["ETD01-004"]),
        ("EBP09-001", []),
        ("nobody", []),
    ],
)
def test_a_card_is_found_by_any_printing_and_in_either_language(wanted: str, numbers: list[str]) -> None:
    assert [definition.number for definition in find_cards(wanted)] == numbers


# --- simulate ---------------------------------------------------------------------------------------------------------


def test_all_decks_can_be_simulated_by_one_word() -> None:
    result = CliRunner().invoke(app, ["simulate", "--games", "30", "--decks", "all", "--a", "random"])
    assert result.exit_code == 0
    assert [deck for deck in PRESETS if f" {deck} " not in result.stdout] == []


def test_the_table_by_deck_counts_either_side_and_no_match_of_a_deck_against_itself() -> None:
    tally = Tally(Plan("x", "y", ("p", "q", "r"), seed=0))
    for winner, reason, decks in (
        ("a", "life", ("p", "q")),
        ("b", "deck", ("p", "q")),
        ("b", "life", ("p", "q")),
        ("draw", "life and deck", ("q", "p")),
        ("a", "life", ("p", "p")),
    ):
        tally.played.append(Played(winner, reason, 9, 99, "A", decks))
    columns = tally.deck_table().columns
    assert [column.header for column in columns] == [
        "deck", "games", "won", "lost", "drawn", "share", "life", "deck", "both"
    ]  # fmt: skip
    q, p = zip(*(column.cells for column in columns), strict=True)
    assert q == ("q", "4", "2", "1", "1", "50.0 %", "2", "1", "1")
    assert p == ("p", "4", "1", "2", "1", "25.0 %", "2", "1", "1")


def test_the_table_by_bot_tells_how_each_won() -> None:
    tally = Tally(Plan("x", "y", ("p", "q"), seed=0))
    for winner, reason in (("a", "life"), ("a", "deck"), ("b", "life"), ("draw", "loop")):
        tally.played.append(Played(winner, reason, 9, 99, "A", ("p", "q")))
    columns = {column.header: list(column.cells) for column in tally.table().columns}
    assert columns == {
        "bot": ["x (a)", "y (b)", "draws"],
        "won": ["2", "1", "1"],
        "share": ["50.0 %", "25.0 %", "25.0 %"],
        "by life": ["1", "1", ""],
        "by deck": ["1", "", ""],
        "by loop": ["", "", "1"],
    }
    assert "ended 2 by life (11.3), 1 by deck (11.3), 1 by loop (13.1)" in tally.facts()
