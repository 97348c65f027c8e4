"""Every scenario file holds, in every mode."""

from collections import Counter
from pathlib import Path

import pytest

from clients import rulings
from clients.scenarios import Driver, PlainDriver, find, load, run_file
from engine.cards import CARDS
from tests.engine.elsewhere import Elsewhere
from tests.scenarios.modes import CloningDriver, ReplayingDriver, SavingDriver

FOLDERS = (Path(__file__).parent, rulings.FOLDER)
FILES = {f"{folder.name}/{path.relative_to(folder)}": path for folder in FOLDERS for path in find(folder)}


def holds(name: str, driver: Driver) -> None:
    failure = run_file(FILES[name], driver).failure
    assert failure is None, "\n".join(failure.lines())


@pytest.mark.parametrize("name", FILES)
def test_scenario_holds(name: str) -> None:
    holds(name, PlainDriver())


@pytest.mark.parametrize("name", FILES)
def test_scenario_holds_when_saved_and_loaded_in_another_process(name: str, elsewhere: Elsewhere) -> None:
    holds(name, SavingDriver(elsewhere))


@pytest.mark.parametrize("name", FILES)
def test_scenario_holds_when_clones_go_other_ways(name: str) -> None:
    holds(name, CloningDriver())


@pytest.mark.parametrize("name", FILES)
def test_scenario_replays_to_the_same_chain(name: str) -> None:
    holds(name, ReplayingDriver())


def test_every_title_is_told_once() -> None:
    titles = Counter(load(path).title for path in FILES.values())
    assert [title for title, count in titles.items() if count > 1] == []


def test_every_scenario_names_its_source() -> None:
    assert [name for name, path in FILES.items() if not load(path).source] == []


def test_every_card_with_an_ability_has_a_scenario() -> None:
    with_ability = {definition.number for definition in CARDS if definition.abilities}
    assert len(with_ability) == 135
    named = {source for path in FILES.values() for source in load(path).source}
    assert sorted(with_ability - named) == []
