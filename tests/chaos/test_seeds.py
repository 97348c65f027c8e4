"""Simulated stories in every test run: fixed seeds, fresh ones, and proofs that a story can be repeated and broken."""

import re
import subprocess
import sys

import pytest

from tests.chaos.mutants import MUTANTS, Change, Mutant, tells
from tests.chaos.report import plain_environment
from tests.chaos.seeds import UNENDED
from tests.chaos.story import Outcome

REPEATED = 4
"""A seed that is told twice, under different hash seeds."""


def _simulate(*arguments: str, hash_seed: str = "0") -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.chaos", "simulate", *arguments]
    ran = subprocess.run(
        command, env=plain_environment(PYTHONHASHSEED=hash_seed), capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout + ran.stderr


@pytest.mark.parametrize("first", range(1, 21, 4))
def test_nothing_is_lost_in_the_stories_of_the_fixed_seeds(first: int) -> None:
    code, told = _simulate(*map(str, range(first, first + 4)))
    assert code == 0, told


def test_nothing_is_lost_in_stories_that_nobody_has_told_before() -> None:
    code, told = _simulate("--only-fresh")
    assert code == 0, f"repeat it with `python -m tests.chaos simulate SEED --trace`:\n{told}"


def test_a_seed_tells_the_same_story_in_every_process() -> None:
    first, second = (
        re.search(rf"seed {REPEATED}: (\w+)", told)
        for _, told in (_simulate(str(REPEATED), hash_seed=hash_seed) for hash_seed in ("0", "1"))
    )
    assert first is not None
    assert second is not None
    assert first[1] == second[1]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_mutants_fit_the_source_that_they_break(mutant: Mutant) -> None:
    assert all(change.made() for change in mutant.changes)


def test_a_mutant_that_only_breaks_itself_is_not_found() -> None:
    with pytest.raises(AssertionError, match=r"does not know \{'Unheard'\}"):
        Change("server.match:Match._heal_once", (("StoreFailed", "Unheard"),)).made()
    lost, crashed = "r: command 3 of A was acknowledged and is not in the log", "a worker logged: TypeError: str()"
    assert tells(Outcome(1, [lost]))
    assert not tells(Outcome(1, [lost, crashed]))
    assert not tells(Outcome(1, [f"{UNENDED}, or took too long"]))
    assert not tells(Outcome(1))


def test_a_server_that_answers_before_it_has_written_is_found() -> None:
    command = [sys.executable, "-m", "tests.chaos", "mutants", "answers before the append"]
    ran = subprocess.run(command, env=plain_environment(), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "seed" in ran.stdout
