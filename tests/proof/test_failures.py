"""An engine that was broken on purpose: the failure is found, made small, written down, and found again in the file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from clients.scenarios import run_file
from engine.effects import instructions as do
from engine.model.state import Frame
from engine.rules import turn
from engine.rules.executors import EXECUTE
from engine.rules.match import Match
from engine.rules.zones import draw
from tests.engine.promises import (
    CardsAreConserved,
    DecisionsAreTaken,
    HiddenChangesNothing,
    ListedApply,
    Promise,
    SavesGoOn,
)
from tests.proof.case import Case, Stand
from tests.proof.failures import Failure
from tests.proof.games import other_process, play
from tests.proof.writing import read


def first_failure(promises: Sequence[type[Promise]], rarer: int = 1) -> Failure:
    """The failure of the first game that has one."""
    for number in range(30):
        if failures := play([number], promises, rarer).failures:
            return failures[0]
    raise AssertionError("nothing was found")


def cards_in(case: Case) -> int:
    """How many cards a case names."""
    assert isinstance(case.beginning, Stand)
    return sum(not card.label.startswith("ETD01-003") for half in case.beginning.halves for card in half.cards())


def is_broken(path: Path) -> bool:
    case = read(path)
    with other_process([case.promise]) as elsewhere:
        return case.run(elsewhere).broken is not None


def test_an_error_of_the_engine_is_shrunk_to_the_card_that_raises_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: Any) -> None:
        raise AssertionError("life is never gained")

    with monkeypatch.context() as patched:
        patched.setitem(EXECUTE, do.GainLife, broken)
        failure = first_failure([DecisionsAreTaken, ListedApply])
        path = failure.save(tmp_path)
        case = read(path)
        assert case.promise is DecisionsAreTaken
        assert cards_in(case) <= 3
        assert len(case.moves) <= 3
        assert "life is never gained" in failure.error
        result = run_file(path)
        assert result.failure is not None
        assert "life is never gained" in result.failure.sentence
        assert is_broken(path)
    assert run_file(path).passed
    assert not is_broken(path)


def test_a_soul_from_nowhere_is_shrunk_to_a_scenario(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(match: Match, frame: Frame, *_: Any) -> None:
        match.state.souls_standing[0] += 1

    with monkeypatch.context() as patched:
        patched.setitem(EXECUTE, do.StandSouls, broken)
        path = first_failure([CardsAreConserved]).save(tmp_path)
        case = read(path)
        assert case.promise is CardsAreConserved
        assert cards_in(case) <= 3
        assert len(case.moves) <= 3
        assert is_broken(path)
    assert run_file(path).passed
    assert not is_broken(path)


def test_a_number_that_betrays_a_hidden_card_is_shrunk_to_a_scenario(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    look = EXECUTE[do.LookAtTop]

    def broken(match: Match, frame: Frame, operation: Any, node: do.LookAtTop) -> str | None:
        following = look(match, frame, operation, node)
        match.state.life[0] += sum(match.cards[card].is_pal for card in match.state.looked[1:])
        return following

    with monkeypatch.context() as patched:
        patched.setitem(EXECUTE, do.LookAtTop, broken)
        path = first_failure([HiddenChangesNothing], rarer=0).save(tmp_path)
        case = read(path)
        assert case.promise is HiddenChangesNothing
        assert cards_in(case) <= 6
        assert len(case.moves) <= 4
        assert is_broken(path)
    assert not is_broken(path)


def test_what_no_position_can_express_is_a_log_of_the_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A position stands in turn 5 or 6, so what goes wrong in turn 2 has to be played from the beginning."""

    def broken(match: Match, seat: int, number: int) -> int:
        if match.state.turn == 2:
            match.state.material[seat] -= 1
        return draw(match, seat, number)

    with monkeypatch.context() as patched:
        patched.setattr(turn, "draw", broken)
        path = first_failure([CardsAreConserved]).save(tmp_path)
        case = read(path)
        assert path.suffix == ".json"
        assert {move.text for move in case.moves} <= {"first", "second", "keep", "redraw", "end", "pass"}
        assert len(case.moves) <= 5
        assert is_broken(path)
    assert not is_broken(path)


def test_a_save_that_forgets_is_found_in_the_other_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The other process runs the whole engine, so a change of this one alone is a difference between the two."""

    def broken(match: Match, frame: Frame, *_: Any) -> None:
        match.state.life[0] += 1

    with monkeypatch.context() as patched:
        patched.setitem(EXECUTE, do.GainLife, broken)
        path = first_failure([SavesGoOn]).save(tmp_path)
        assert read(path).promise is SavesGoOn
        assert is_broken(path)
    assert not is_broken(path)
