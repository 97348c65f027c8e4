"""Promise 7: what a viewer may not know changes nothing that it sees, and nothing about who is asked what."""

from random import Random

from tests.engine.knowledge import another_world, begin_marked
from tests.engine.play import Player, over_many_games
from tests.engine.promises import (
    EqualCardsAreEqual,
    HandlesAreKnowledge,
    HiddenChangesNothing,
    Means,
    NothingIsSpokenOf,
    Pool,
    keep_over,
)
from tests.engine.promises.information import sees
from tests.engine.promises.watching import pool_of


@over_many_games
def test_what_a_viewer_may_not_know_changes_nothing_that_it_sees(numbers: range) -> None:
    compared = keep_over(numbers, HiddenChangesNothing)
    title = HiddenChangesNothing.title
    assert compared[title, "all"] > 9 * compared[title, "not after it"] > 0


def test_which_of_two_equal_cards_it_is_can_never_be_told() -> None:
    keep_over(range(15), EqualCardsAreEqual, means=Means(rarer=0))


@over_many_games
def test_a_viewer_has_a_handle_of_exactly_the_cards_that_it_may_know(numbers: range) -> None:
    keep_over(numbers, HandlesAreKnowledge)


@over_many_games
def test_no_event_patch_or_prompt_speaks_of_a_card_that_its_audience_may_not_know(numbers: range) -> None:
    keep_over(numbers, NothingIsSpokenOf)


def test_other_worlds_are_other_worlds() -> None:
    """The comparison has something to compare: the players that know the cards do see a difference."""
    differ = 0
    for number in range(10):
        game, player, rng = begin_marked(number, pool_of(Pool.MARKED)), Player(number), Random(number)
        while (prompt := game.prompt) is not None and game.decisions < 40:
            world = another_world(game, 2, rng, set())
            differ += sees(world, 0, []) != sees(game, 0, []) and sees(world, 1, []) != sees(game, 1, [])
            game.decide(player.decide(prompt))
    assert differ > 10 * 40 * 0.8
