"""Every puzzle can be won in this turn whatever the other player does, and not by just anything."""

from collections.abc import Iterable

import pytest

from clients.lessons import Lesson, lessons
from clients.scenarios import loads
from engine import Game, catalogue
from tests.lessons.search import Search, moves

LIMIT = 20_000
PUZZLES = [lesson for lesson in lessons().values() if lesson.facts.kind == "puzzle"]
LUCKLESS = """
title: A Lucky card on top of the deck saves the other player
A: {souls: 2, base: [ETD01-002 as hog]}
B: {life: 1, deck: [ETD01-001]}
steps: [A: attack hog -> player, expect: {B.life: 1}]
"""


def named(puzzles: Iterable[Lesson]) -> list[str]:
    return [puzzle.name for puzzle in puzzles]


def test_there_are_ten_puzzles_at_least() -> None:
    assert len(PUZZLES) >= 10
    assert len({puzzle.facts.title for puzzle in PUZZLES}) == len(PUZZLES)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=named(PUZZLES))
def test_a_puzzle_is_won_by_force_but_not_by_every_first_move(puzzle: Lesson) -> None:
    game, search = Game.from_position(catalogue, puzzle.position), Search(LIMIT)
    won = {search.wins(search.after(game, decision)) for decision in moves(game)}
    assert won == {True, False}


def test_the_search_finds_no_win_where_a_lucky_card_prevents_it() -> None:
    game = Game.from_position(catalogue, loads(LUCKLESS, "lucky").position)
    assert not Search(LIMIT).wins(game)
