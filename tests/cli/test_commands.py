"""The commands that look things up and simulate: what they print, and how they end."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from clients.cli.lookup import find_cards, read_deck
from clients.cli.main import app
from clients.cli.simulate import Plan, pair_of, play_all
from engine.decks import PRESETS
from server import VERSION

SCENARIO = """\
title: A Pal attacks
A: {base: [ETD01-002 as hog]}
B: {}
steps:
  - A: attack hog -> player
  - settle
  - expect: {B.life: NUMBER}
"""


def run(*arguments: str, columns: int = 100) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": str(columns)})


def test_help_lists_every_command_with_what_it_does() -> None:
    text = run("--help").stdout

    for command in ("serve", "play", "tables", "bot", "simulate", "scenario", "card", "deck", "version"):
        assert f" {command} " in text
    assert run().exit_code == 2


@pytest.mark.parametrize(
    "command", [["serve"], ["play"], ["tables"], ["bot"], ["simulate"], ["scenario"], ["card"], ["deck"], ["version"]]
)
def test_every_command_explains_itself(command: list[str]) -> None:
    result = run(*command, "-h")

    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_version_names_the_product_and_its_rules() -> None:
    assert run("version").stdout.startswith(f"paltable {VERSION} (rules ")


# --- card -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ["etd01-007", "Blazamut – Molten Sovereign", "molten sov"])
def test_a_card_is_found_by_number_name_or_a_part_of_it(wanted: str) -> None:
    result = run("card", *wanted.split())

    assert result.exit_code == 0
    assert "Blazamut – Molten Sovereign" in result.stdout
    assert "Power 1600 · Strike 3" in result.stdout


def test_many_cards_are_listed_by_name() -> None:
    result = run("card", "a")

    assert result.exit_code == 0
    assert "ETD01-007  Blazamut – Molten Sovereign" in result.stdout
    assert "Say more of the name" in result.stdout


@pytest.mark.parametrize("arguments", [[], ["--all", "lamb"], ["--facts", "lamb"], ["--all", "--facts"]])
def test_either_a_card_is_named_or_all_are_asked_for(arguments: list[str]) -> None:
    result = run("card", *arguments)

    assert result.exit_code == 2
    assert "Name a card, or ask for --all or --facts." in result.stderr


def test_an_unknown_card_is_an_error() -> None:
    result = run("card", "Nobody")

    assert result.exit_code == 1
    assert "No card has the number or the name 'Nobody'" in result.stderr


def test_a_main_name_wins_over_names_that_contain_it() -> None:
    assert {definition.main_name for definition in find_cards("Jolthog")} == {"Jolthog"}


# --- deck -------------------------------------------------------------------------------------------------------------


def test_the_decks_of_the_game_are_listed() -> None:
    lines = run("deck", "list").stdout.splitlines()

    assert len(lines) == len(PRESETS)
    assert lines[0].startswith("trial-1 ")


def test_a_deck_that_is_shown_can_be_kept_in_a_file_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("# my deck\n" + run("deck", "show", "trial-1").stdout, encoding="utf-8")

    assert dict(read_deck(str(file)).main) == dict(PRESETS["trial-1"].main)
    result = run("deck", "check", str(file))
    assert (result.exit_code, result.stdout) == (0, "mine may be played.\n")


def test_a_deck_that_may_not_be_played_is_told_everything_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("5 ETD01-002\n1 XYZ-001\n", encoding="utf-8")

    result = run("deck", "check", str(file))

    assert result.exit_code == 1
    assert "XYZ-001 is not a card of this pool." in result.stdout
    assert "6 cards: 44 cards missing." in result.stdout


@pytest.mark.parametrize("command", [["deck", "check"], ["deck", "show"], ["play", "--deck"]])
def test_a_deck_that_is_nowhere_is_bad_input(command: list[str]) -> None:
    result = run(*command, "no-such-deck")

    assert result.exit_code == 2
    assert "There is no file no-such-deck" in result.stderr.replace("\n", " ")


# --- scenario ---------------------------------------------------------------------------------------------------------


def test_scenarios_that_hold_pass_and_others_fail(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_text(SCENARIO.replace("NUMBER", "9"), encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(SCENARIO.replace("NUMBER", "3"), encoding="utf-8")

    assert run("scenario", str(tmp_path / "good.yaml")).exit_code == 0
    result = run("scenario", "--trace", str(tmp_path))
    assert result.exit_code == 1
    assert result.stdout.endswith("1 passed, 1 failed\n")
    assert "attack hog -> player" in result.stdout


def test_a_scenario_that_is_not_there_is_bad_input() -> None:
    assert run("scenario", "nowhere.yaml").exit_code == 2


# --- simulate ---------------------------------------------------------------------------------------------------------


def test_a_simulation_shows_who_won_and_how() -> None:
    result = run("simulate", "--games", "6", "--seed", "2")

    assert result.exit_code == 0
    assert "greedy (a)" in result.stdout
    assert "6 games, 0 of a deck against itself; seed 2" in result.stdout
    assert "decisions a second" in result.stdout


def test_every_line_of_a_simulation_stands_within_80_columns() -> None:
    lines = run("simulate", "--games", "60", "--a", "random", columns=80).stdout.splitlines()

    assert max(map(len, lines)) <= 80
    for deck in PRESETS:
        assert any(line.split()[:1] == [deck] for line in lines), "no name is cut"
    (ended,) = (line for line in lines if line.startswith("ended "))
    counts = [int(count) for count in re.findall(r"(\d+) by (?:life|deck|life and deck) \(11\.3\)", ended)]
    assert sum(counts) == 60, "every match ends by a rule, and none is stopped as a loop"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--a", "clever"], "There is no bot 'clever'"),
        (["--decks", "trial-1,none"], "There is no deck 'none'"),
        (["--games", "0"], "games"),
    ],
)
def test_what_a_simulation_cannot_do_is_bad_input(arguments: list[str], sentence: str) -> None:
    result = run("simulate", *arguments)

    assert result.exit_code == 2
    assert sentence in result.stderr.replace("\n", " ")


def test_the_same_seed_gives_the_same_matches_in_any_number_of_processes() -> None:
    plan = Plan("greedy", "random", ("trial-1", "trial-2"), seed=5)

    assert list(play_all(plan, 8, jobs=1)) == list(play_all(plan, 8, jobs=2))


def test_every_deck_plays_soon_and_every_pair_in_its_turn() -> None:
    decks = ("p", "q", "r")
    pairs = [pair_of(decks, place) for place in range(9)]

    assert {deck for pair in pairs[:2] for deck in pair} == set(decks)
    assert sorted(pairs) == [(one, other) for one in decks for other in decks]
    assert pairs[6:] == [("p", "p"), ("q", "q"), ("r", "r")]
    assert pair_of(decks, 9) == pairs[0]


def test_bots_change_seats_and_every_pair_of_decks_takes_its_turn() -> None:
    plan = Plan("random", "random", ("trial-1", "trial-2"), seed=5)

    matches = list(play_all(plan, 8, jobs=1))

    assert {match.winner for match in matches} <= {"a", "b", "draw"}
    assert [match.seat for match in matches] == ["A", "B"] * 4


# --- play and bot: what cannot be wished ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "--table", "ABC123"], "name it with --url"),
        (["play", "--url", "http://127.0.0.1:1", "--open", "--queue"], "Choose one of"),
        (["play", "--url", "http://127.0.0.1:1", "--seed", "3"], "leave out --seed or --url"),
        (["play", "--bot", "clever"], "There is no bot"),
        (["play", "--url", "ftp://nowhere"], "is not the address of a server"),
        (["bot", "--url", "ftp://nowhere"], "is not the address of a server"),
        (["bot"], "--url"),
        (["bot", "--url", "http://127.0.0.1:1", "--table", "A", "--queue"], "Choose one of"),
        (["serve", "--port", "70000"], "between 0 and 65535"),
    ],
)
def test_a_wish_that_makes_no_sense_is_bad_input(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert sentence in re.sub(r"[│\s]+", " ", result.stderr)


def test_a_server_that_does_not_answer_is_an_error(tmp_path: Path) -> None:
    result = run("bot", "--url", "http://127.0.0.1:1", "--state-dir", str(tmp_path))

    assert result.exit_code == 1
    assert "does not answer" in result.stderr
