"""Every official ruling that states an outcome is a scenario file of `clients/rulings`, or is tested where it says.

The files themselves run, in every mode, with the other scenarios.
"""

import re
from pathlib import Path

import pytest

from clients.rulings import files
from clients.scenarios import load
from tests.tooling.project import ROOT

FILES = tuple(files().values())

SCENARIOS = (
    10, 11, 12, 13, 14, 15, 16, 18, 19, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41,
    42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 55, 56, 57, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 70, 71, 72, 73,
    74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97,
)  # fmt: skip
"""The rulings that a position and decisions can show."""

ELSEWHERE = {
    1: "tests/rulings/test_decks_and_set_up.py::test_q1_cards_of_the_booster_and_of_the_trial_decks_may_be_mixed",
    2: "tests/decks/test_deck.py::test_copies_are_counted_over_all_numbers_of_one_full_name",
    3: "tests/rulings/test_decks_and_set_up.py::test_q3_fifty_pals_are_a_deck",
    8: "tests/rulings/test_decks_and_set_up.py::test_q8_who_is_chosen_by_chance_goes_first_or_second_at_will",
    9: "tests/rulings/test_decks_and_set_up.py::test_q9_a_redraw_replaces_all_five_cards_once",
    17: "tests/decks/test_deck.py::test_three_colours_are_too_many_however_many_colorless_cards_there_are",
}
"""Rulings on decks and on the set-up, and the tests that hold them."""


def numbers_of(path: Path) -> set[int]:
    """The rulings that a file names as its sources."""
    return {int(source[1:]) for source in load(path).source if re.fullmatch(r"Q\d+", source)}


@pytest.mark.parametrize("number", SCENARIOS)
def test_a_ruling_has_a_file_of_its_own(number: int) -> None:
    own = [path for path in FILES if path.name.startswith(f"Q{number}-")]
    assert own
    assert all(number in numbers_of(path) for path in own)


def test_every_file_is_named_after_a_ruling_of_the_list() -> None:
    named = {match[1] for path in FILES if (match := re.match(r"Q(\d+)-[a-z0-9-]+\.yaml$", path.name))}
    assert len([path for path in FILES if re.match(r"Q\d+-", path.name)]) == len(FILES)
    assert {int(number) for number in named} == set(SCENARIOS)


@pytest.mark.parametrize("number", ELSEWHERE)
def test_a_ruling_that_no_position_can_show_is_tested_elsewhere(number: int) -> None:
    file, _, test = ELSEWHERE[number].partition("::")
    assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
