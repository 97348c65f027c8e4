"""The decision trees of ten positions have the sizes that they had: a wrong rule makes one bush out or wither."""

from itertools import groupby

import pytest

from engine import Game
from engine.model.terms import PromptKind
from engine.rules import checking, legality
from tests.proof.perft import ENOUGH, Count, counts, golden, leaves, positions, table

POSITIONS = positions()


@pytest.mark.parametrize("name", POSITIONS)
def test_the_tree_of_a_position_has_the_golden_number_of_leaves_at_every_depth(name: str) -> None:
    """After a change that is meant: ``python -m tests.proof perft > tests/proof/trees/golden.txt``."""
    assert list(counts(name, POSITIONS[name])) == [count for count in golden() if count.name == name]


def test_the_golden_file_holds_ten_positions_each_to_a_depth_of_several_decisions() -> None:
    trees = {name: list(each) for name, each in groupby(golden(), key=lambda count: count.name)}
    assert set(trees) == set(POSITIONS)
    assert len(trees) == 10
    for tree in trees.values():
        assert [count.depth for count in tree] == list(range(1, len(tree) + 1))
        assert len(tree) >= 4
        assert tree[-1].leaves > ENOUGH


def test_the_positions_begin_with_nearly_every_kind_of_prompt() -> None:
    kinds = {game.prompt.kind for game in POSITIONS.values() if game.prompt is not None}
    assert kinds == set(PromptKind) - {PromptKind.NAME}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_last_decisions_that_are_counted_can_all_be_taken(name: str) -> None:
    for count in [each for each in golden() if each.name == name][:3]:
        assert taken(POSITIONS[name], count.depth) == count.leaves


def taken(game: Game, depth: int) -> int:
    """The leaves of a tree of which every decision is taken."""
    prompt = game.prompt
    if prompt is None or depth == 0:
        return 1
    total = 0
    for decision in prompt.legal():
        twin = game.clone()
        twin.decide(decision)
        total += taken(twin, depth - 1)
    return total


def test_a_game_that_is_over_is_one_leaf_at_every_depth() -> None:
    game = POSITIONS["main-phase"].clone()
    game.concede("A")
    assert [leaves(game, depth) for depth in range(4)] == [1, 1, 1, 1]


def test_a_wrong_rule_changes_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MAXIMUM_OF_PALS", 4)
    assert leaves(POSITIONS["overload"], 3) != leaves_of("overload", 3)
    monkeypatch.setattr(legality, "SOULS_TO_DRAW", 5)
    assert leaves(POSITIONS["main-phase"], 4) != leaves_of("main-phase", 4)


def leaves_of(name: str, depth: int) -> int:
    """The golden number."""
    (found,) = (count.leaves for count in golden() if (count.name, count.depth) == (name, depth))
    return found


def test_a_table_has_one_number_in_a_line() -> None:
    numbers = [Count("block", 1, 4), Count("quick-step", 9, 1_234_567)]
    assert table(numbers) == "block              1          4\nquick-step         9    1234567\n"
