"""Promises 5 and 6: the log replays, a twin goes its own way, and what is derived is what the state says."""

import json
from array import array
from collections.abc import Iterator
from random import Random

import pytest

from engine import Game, catalogue
from engine.model.state import State
from tests.engine.play import Player, begin, over_many_games
from tests.engine.promises import (
    DerivedIsFresh,
    LogReplays,
    LookingChangesNothing,
    Means,
    NoCacheIsNeeded,
    TwinsGoTheirOwnWay,
    keep_over,
)


@over_many_games
def test_the_replay_of_a_log_has_the_same_chain_at_every_decision(numbers: range) -> None:
    keep_over(numbers, LogReplays)


@pytest.mark.parametrize("end", ["concede", "adjudicate"])
def test_a_concession_and_an_adjudication_are_entries_that_replay(end: str) -> None:
    for number in range(20):
        game, player, rng = begin(number), Player(number), Random(number)
        decisions = rng.randrange(60)
        while (prompt := game.prompt) is not None and game.decisions < decisions:
            game.decide(player.decide(prompt))
        if game.outcome is not None:
            continue
        if end == "concede":
            game.concede(rng.choice(("A", "B")))
        else:
            game.adjudicate(rng.choice(("A", "B", "draw")), "loss on time")
        assert game.prompt is None
        log = json.loads(json.dumps(game.log))
        assert Game.replay(log, catalogue).chain == game.chain
        assert Game.load(game.save(), catalogue).outcome == game.outcome


@over_many_games
def test_a_twin_that_goes_another_way_leaves_the_game_as_it_is(numbers: range) -> None:
    keep_over(numbers, TwinsGoTheirOwnWay)


def test_a_twin_shares_no_mutable_value_with_its_game() -> None:
    """A list that both held would be a leak that no random game need find."""
    for number in range(30):
        game, player = begin(number), Player(number)
        while (prompt := game.prompt) is not None:
            twin = game.clone()
            mine, its = (list(mutable(each._match.state)) for each in (game, twin))
            assert len(mine) == len(its) > 20
            assert not {id(value) for value in mine} & {id(value) for value in its}
            game.decide(player.decide(prompt))


def mutable(state: State) -> Iterator[object]:
    """Every list, bytearray and dict of the state, but the locals of frames, which are replaced and never changed."""
    for name in State.__slots__:
        yield from _mutable(getattr(state, name))
    if state.battle is not None:
        yield from (state.battle, state.battle.fired)


def _mutable(value: object) -> Iterator[object]:
    if isinstance(value, array | bytearray | dict):
        yield value
    elif isinstance(value, list):
        yield value
        yield from (each for each in value if isinstance(each, array | list))


def test_looking_at_a_game_changes_nothing() -> None:
    keep_over(range(30), LookingChangesNothing, means=Means(rarer=0))


# --- derived values ---------------------------------------------------------------------------------------------------


@over_many_games
def test_a_value_derived_with_the_cache_is_the_value_derived_without(numbers: range) -> None:
    keep_over(numbers, DerivedIsFresh)


@pytest.mark.parametrize("first", [0, 10, 20, 30])
def test_a_whole_game_without_the_cache_has_the_same_chain(first: int) -> None:
    keep_over(range(first, first + 10), NoCacheIsNeeded, means=Means(rarer=0))
