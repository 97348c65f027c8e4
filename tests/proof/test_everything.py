"""The search for everything that the cards can do: what counts as a goal, and that it gets there."""

import pytest

from engine import catalogue
from engine.effects import instructions as do
from engine.rules.executors import EXECUTE
from tests.engine.play import abilities
from tests.proof.everything import Search, progress, report
from tests.proof.goals import IN_FORCE, PLAYED, STEP, USED, Goal, goals_of

FEW: int = 25
"""Games in which most of everything happens."""


def test_every_card_every_ability_and_every_operation_is_a_goal() -> None:
    goals = goals_of(catalogue, abilities())
    assert {goal.what for goal in goals if goal.kind == PLAYED} == {card.number for card in catalogue.definitions}
    used = {goal.what for goal in goals if goal.kind in (USED, IN_FORCE)}
    own_effects = {card.effect.id for card in catalogue.cards if card.effect is not None}
    assert used | own_effects == {ability.id for ability in abilities()}
    steps = {tuple(goal.what.split(" ")[:2]) for goal in goals if goal.kind == STEP}
    assert steps == {(a.id, path) for a in abilities() if a.program is not None for path in a.program.operations}


def test_every_way_on_is_a_goal_of_its_own() -> None:
    steps = {goal.what for goal in goals_of(catalogue, abilities()) if goal.kind == STEP}
    assert {"EBP01-081/1 do.1 -> do.1.yes.1", "EBP01-081/1 do.1 -> do.2"} <= steps, "yes and no"
    assert {"EBP01-015/1 do -> do.again.1", "EBP01-015/1 do -> end"} <= steps, "again and no more"
    assert {"EBP01-001/1 cost -> cost.1.pay", "EBP01-001/1 cost -> cost.2.1"} <= steps, "each cost"
    assert sum(step.startswith("EBP01-023/1 do -> do.mode") for step in steps) == 3, "each mode"


def test_few_games_play_every_card_and_do_most_of_what_the_cards_say() -> None:
    search = Search()
    every = len(search.missing)
    for _ in search.run(limit=FEW):
        pass
    kinds = {goal.kind for goal in search.missing}
    assert kinds <= {USED, STEP}, "every card was played, every continuous ability was in force"
    assert len(search.missing) < every // 20
    assert len(search.reached_in) + len(search.missing) == every


@pytest.mark.slow
def test_the_search_comes_to_its_end() -> None:
    search = Search()
    for _ in search.run():
        pass
    assert search.missing == set()
    assert "missing" not in report(search)


def test_what_never_happens_stays_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that always answers a condition with no leaves the way of yes."""
    monkeypatch.setitem(EXECUTE, do.If, lambda match, frame, operation, node: operation.branches[1])
    search = Search()
    for _ in search.run(limit=3):
        pass
    sign = [goal for goal in search.missing if goal.kind == STEP and goal.what.startswith("EBP01-061/2 ")]
    assert Goal(STEP, "EBP01-061/2 do.2 -> do.2.then") in sign
    assert "missing: step EBP01-061/2 do.2 -> do.2.then" in report(search)
    assert progress(search).startswith("game 3: missing ")
