"""What holds the cards: every scenario, and every behaviour test of a card, each as a trial of any card pool.

The behaviour tests are collected by pytest and then called without it, with the same two fixtures, ``pool`` and
``table``: that is what makes thousands of mutants affordable.
"""

import inspect
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

from clients import rulings
from clients.scenarios import PlainDriver, Scenario, find, load, run
from engine import Game
from engine.cards import CARDS
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from tests.cards.table import tables

TESTS: Final = Path(__file__).parents[1]
FOLDERS: Final = (TESTS / "scenarios", rulings.FOLDER)
FACTS: Final = "test_facts.py"
"""Holds what is printed, and is no game."""
BEHAVIOUR: Final = (
    "test_e[bt]*_*.py", "test_choices.py", "test_no_butchering.py", "test_printed_order.py", "test_timing.py", FACTS,
)  # fmt: skip
"""The files of behaviour tests. What a card's text, question or refusal says is not what it does."""
SECONDS: Final = 5.0
"""Of processor time: no trial needs a tenth of it, so what takes longer goes round in circles."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One test or scenario: ``run`` raises whatever it raises if the pool does not do what it expects."""

    name: str
    run: Callable[[Catalogue], None]
    about: str = ""
    """The number of the card that it is written for, if it names one."""
    is_of_facts: bool = False


class Endless(Exception):
    """A trial did not come to an end."""


class _Asked(Catalogue):
    """The pool, remembering which cards were asked for by number: those are the ones that occur."""

    def __init__(self) -> None:
        super().__init__(CARDS)
        self.numbers: dict[str, None] = {}

    def index(self, number: str) -> int:
        self.numbers[number] = None
        return super().index(number)

    def by_number(self, number: str) -> CardDefinition:
        self.numbers[number] = None
        return super().by_number(number)


def cards_in(trials: Iterable[Trial]) -> dict[str, tuple[str, ...]]:
    """By the name of the trial, the numbers of the cards that occur in it; each has to pass with the pool as it is."""
    pool = _Asked()
    found = {}
    for trial in trials:
        pool.numbers = {}
        trial.run(pool)
        found[trial.name] = tuple(pool.numbers)
    return found


def failure(trial: Trial, pool: Catalogue) -> Exception | None:
    """Why a trial fails with this pool; None if it passes."""
    try:
        with _limited(SECONDS):
            trial.run(pool)
    except Exception as reason:  # noqa: BLE001 - whatever a wrong card brings about, it has been noticed
        return reason
    return None


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise ``Endless`` after so much processor time."""

    def stop(_signal: int, _frame: object) -> None:
        raise Endless(f"still running after {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def all_trials() -> list[Trial]:
    """Every scenario and every behaviour test."""
    files = [path for pattern in BEHAVIOUR for path in sorted((TESTS / "cards").glob(pattern))]
    return [*scenario_trials(), *card_trials(files)]


# --- scenarios --------------------------------------------------------------------------------------------------------


class PoolDriver(PlainDriver):
    """Plays a scenario with another pool."""

    def __init__(self, pool: Catalogue) -> None:
        self._pool = pool

    def start(self, scenario: Scenario) -> Game:
        return Game.from_position(self._pool, scenario.position)


def scenario_trials() -> list[Trial]:
    """Every scenario file, rulings included."""
    return [_scenario_trial(path) for folder in FOLDERS for path in find(folder)]


def _scenario_trial(path: Path) -> Trial:
    scenario = load(path)
    cards = {definition.number for definition in CARDS}
    about = next((source for source in scenario.source if source in cards), "")

    def play(pool: Catalogue) -> None:
        failed = run(scenario, PoolDriver(pool)).failure
        assert failed is None, "\n".join(failed.lines())

    return Trial(str(path.relative_to(TESTS.parent)), play, about)


# --- behaviour tests --------------------------------------------------------------------------------------------------


class _Collected:
    """A plugin of pytest that keeps what it collects."""

    def __init__(self) -> None:
        self.items: list[pytest.Function] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = [item for item in session.items if isinstance(item, pytest.Function)]


def card_trials(files: Iterable[Path]) -> list[Trial]:
    """Every test in these files that is given a ``pool`` or a ``table``, and nothing else but parameters."""
    collected, said = _Collected(), StringIO()
    arguments = ["--collect-only", "-q", "-p", "no:randomly", "-p", "no:cacheprovider", *map(str, files)]
    with redirect_stdout(said):
        code = pytest.main([f"--rootdir={TESTS.parent}", *arguments], plugins=[collected])
    assert code == pytest.ExitCode.OK, said.getvalue()
    trials = [_card_trial(item) for item in collected.items if {"pool", "table"} & set(_arguments(item))]
    return sorted(trials, key=lambda trial: trial.name)


def _arguments(item: pytest.Function) -> Sequence[str]:
    return [name for name in inspect.signature(item.function).parameters if name != "self"]


def _card_trial(item: pytest.Function) -> Trial:
    function, owner = item.function, item.cls
    parameters = dict(item.callspec.params) if hasattr(item, "callspec") else {}
    wanted = set(_arguments(item)) - set(parameters)
    assert wanted <= {"pool", "table"}, f"{item.nodeid} wants {sorted(wanted)}"

    def call(pool: Catalogue) -> None:
        with tables(pool) as table:
            given = {name: value for name, value in (("pool", pool), ("table", table)) if name in wanted}
            bound = () if owner is None else (owner(),)
            function(*bound, **given, **parameters)

    name = item.nodeid.removeprefix(f"tests{os.sep}")
    about = (inspect.getdoc(owner) or "").partition(":")[0] if owner is not None else ""
    return Trial(name, call, about, is_of_facts=item.path.name == FACTS)
