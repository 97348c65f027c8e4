"""A run of the proof: its figures, that it is the same in any number of processes, and how it ends."""

import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.decks import PRESETS
from engine.effects import instructions as do
from engine.rules.executors import EXECUTE
from tests.engine.promises import (
    PROMISES,
    CardsAreConserved,
    DecisionsAreTaken,
    EqualCardsAreEqual,
    GamesEnd,
    NoCacheIsNeeded,
)
from tests.proof import __main__ as main
from tests.proof import games
from tests.proof.games import ENOUGH, Progress, play, prove, report
from tests.tooling.project import ROOT


def test_a_run_tells_how_games_ended_who_played_and_how_often_was_looked() -> None:
    (told,) = prove(first=0, games=6, jobs=1)
    figures = told.figures
    assert told.line().startswith(f"6 of 6 games, {figures.decisions:,} decisions, 0 failures, ")
    assert sum(figures.ends.values()) == figures.games == 6
    assert sum(figures.decks.values()) == 12
    assert figures.tally[DecisionsAreTaken.title, ""] == figures.decisions
    assert figures.tally[GamesEnd.title, ""] == 6
    text = report(told, first=0)
    assert max(map(len, text.splitlines())) <= 80
    for words in (*PRESETS, *(promise.title for promise in PROMISES), "by life", "0 failures"):
        assert words in text


def test_every_promise_of_the_ten_is_watched_and_looked_at() -> None:
    assert {promise.number for promise in PROMISES} == set(range(1, 11))
    tally = play(range(3), rarer=1).tally
    seldom = {EqualCardsAreEqual, NoCacheIsNeeded}
    assert {promise for promise in PROMISES if tally[promise.title, ""]} | seldom == set(PROMISES)
    thorough = play([0], list(seldom), rarer=0).tally
    assert all(thorough[promise.title, ""] > 0 for promise in seldom), "they are looked at in one game of many"


def test_the_figures_are_the_same_in_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "BATCH", 2)
    one, two = (list(prove(first=4, games=4, jobs=jobs))[-1].figures for jobs in (1, 2))
    assert (one.tally, one.ends, one.decks, one.decisions) == (two.tally, two.ends, two.decks, two.decisions)


def test_a_run_ends_soon_when_the_engine_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise AssertionError("nothing is ever drawn")

    monkeypatch.setattr(games, "BATCH", 5)
    monkeypatch.setattr(games, "play", lambda numbers: play(numbers, [CardsAreConserved]))
    monkeypatch.setitem(EXECUTE, do.Draw, broken)
    told = list(prove(first=0, games=100, jobs=1))[-1]
    figures = told.figures
    assert ENOUGH <= len(figures.failures) < ENOUGH + 5
    assert figures.ends["broken"] == len(figures.failures)
    assert figures.games < 100
    assert {failure.promise for failure in figures.failures} == {"DecisionsAreTaken"}
    assert "nothing is ever drawn" in report(told, first=0)


def command(*arguments: str | Path, optimized: bool = False) -> subprocess.CompletedProcess[str]:
    options = ["-O"] if optimized else []
    return subprocess.run(
        [sys.executable, *options, "-m", "tests.proof", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_plays_games_and_ends_well() -> None:
    done = command("games", "--games", "2", "--seed", "3", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("2 games from number 3, ")
    assert done.stderr.startswith("2 of 2 games, ")


def test_a_run_that_is_stopped_tells_what_it_did(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(first: int, games: int, jobs: int) -> Iterator[Progress]:
        yield from prove(first, 2, jobs)
        raise KeyboardInterrupt

    monkeypatch.setattr(main, "prove", stopped)
    assert main.games(Namespace(seed=0, games=1_000, jobs=1)) == 1
    told = capsys.readouterr()
    assert told.out.startswith("2 games from number 0, ")
    assert told.err.endswith("stopped\n")


def test_without_assertions_nothing_would_be_proven() -> None:
    done = command("games", "--games", "1", optimized=True)
    assert done.returncode == 1
    assert "run without -O" in done.stderr


def test_a_file_whose_promise_is_kept_ends_well(tmp_path: Path) -> None:
    scenario = "title: x\nsource: [CardsAreConserved]\nA: {hand: [EBP01-047 as sphere]}\nB: {}\nsteps:\n"
    file = tmp_path / "kept.yaml"
    file.write_text(f"{scenario}  - A: play sphere\n  - expect: {{A.hand: 3}}\n", encoding="utf-8")
    done = command("again", file)
    assert (done.returncode, done.stdout) == (0, f"{file}: kept\n")
