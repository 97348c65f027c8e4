"""Promises 2, 3 and 9: cards are never lost, every game ends, and rule actions leave nothing to do."""

from engine.model.terms import PromptKind
from tests.engine.play import over_many_games
from tests.engine.promises import CardsAreConserved, GamesEnd, NothingIsDue, a_near_stall_guard, keep_over, met


@over_many_games
def test_every_card_is_in_exactly_one_zone_and_every_player_has_ten_souls(numbers: range) -> None:
    keep_over(numbers, CardsAreConserved)


@over_many_games
def test_every_game_ends_by_the_rules_and_far_from_the_stall_guard(numbers: range) -> None:
    with a_near_stall_guard():
        assert keep_over(numbers, GamesEnd)[GamesEnd.title, ""] == len(numbers)


@over_many_games
def test_no_rule_action_is_due_at_a_prompt_but_in_the_middle_of_a_resolution(numbers: range) -> None:
    assert PromptKind.ORDER in met(NothingIsDue, keep_over(numbers, NothingIsDue))
