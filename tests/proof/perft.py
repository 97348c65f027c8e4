"""Counting decision trees: how many ways lead so many decisions on from a position. One wrong rule changes a number.

Ten positions are counted: nine scenario files in ``trees``, each up to its last step, and the beginning of a match.
``python -m tests.proof perft`` prints the numbers; those in ``trees/golden.txt`` are what is right.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from clients.scenarios import PlainDriver, find, load, run
from engine import Game, catalogue
from engine.decks import TRIAL_DECKS

TREES: Final = Path(__file__).with_name("trees")
GOLDEN: Final = TREES / "golden.txt"

ENOUGH: Final = 8_000
"""A tree is counted as deep as it has no more prompts than these above its last decisions."""
DEEPEST: Final = 12
"""No tree is counted deeper, not even one that grows no more."""

SET_UP: Final = "set-up"


class Count(NamedTuple):
    """How many sequences of so many decisions there are; a game that ends sooner counts once."""

    name: str
    depth: int
    leaves: int


class _Keeper(PlainDriver):
    """Keeps the game of a scenario after its last step."""

    game: Game

    def finish(self, game: Game) -> None:
        self.game = game


def positions() -> dict[str, Game]:
    """The games to count from, by name."""
    a, b = TRIAL_DECKS.values()
    found = {SET_UP: Game.start(catalogue, {"A": a, "B": b}, bytes(32))}
    for file in find(TREES):
        keeper = _Keeper()
        failure = run(load(file), keeper).failure
        if failure is not None:
            raise ValueError("\n".join(failure.lines()))
        found[file.stem] = keeper.game
    return found


def leaves(game: Game, depth: int) -> int:
    """The number of leaves of the tree, so many decisions deep; the last ones are counted and not taken."""
    prompt = game.prompt
    if prompt is None or depth == 0:
        return 1
    legal = prompt.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for decision in legal:
        twin = game.clone()
        twin.decide(decision)
        total += leaves(twin, depth - 1)
    return total


def counts(name: str, game: Game) -> Iterator[Count]:
    """The numbers of one position, as deep as is quickly counted."""
    for depth in range(1, DEEPEST + 1):
        found = Count(name, depth, leaves(game, depth))
        yield found
        if found.leaves > ENOUGH:
            return


def table(numbers: list[Count]) -> str:
    """One number in a line, as in the golden file."""
    return "".join(f"{each.name:18} {each.depth} {each.leaves:10}\n" for each in numbers)


def golden() -> list[Count]:
    """The numbers that are right."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return [Count(name, int(depth), int(number)) for name, depth, number in map(str.split, lines)]
