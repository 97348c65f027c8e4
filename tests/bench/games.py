"""Our side of the comparisons: whole games by uniformly random decisions, over all preset decks."""

from collections.abc import Iterator
from itertools import count, product
from random import Random
from typing import Final

from engine import Decision, Game, catalogue
from engine.decks import PRESETS
from engine.model.terms import PromptKind

PAIRS: Final = tuple(product(PRESETS.values(), repeat=2))
MID_GAME: Final = range(40, 161)
"""Log entries after which a game counts as being in its middle."""


def begin(number: int) -> Game:
    """The game of that number."""
    a, b = PAIRS[number % len(PAIRS)]
    return Game.start(catalogue, {"A": a, "B": b}, number.to_bytes(32, "big"))


def steps(rng: Random) -> Iterator[tuple[Game, Decision]]:
    """Game after game: the legal list, a uniformly random choice, validated, with events, log entry and hash chain."""
    for number in count():
        game = begin(number)
        while (prompt := game.prompt) is not None:
            legal = prompt.legal()
            decision = legal[int(rng.random() * len(legal))]
            game.decide(decision)
            yield game, decision


def decisions() -> Iterator[object]:
    """Decisions, forced ones too."""
    return steps(Random(0))


def choices() -> Iterator[object]:
    """The same games, but only decisions that were a choice count."""
    rng = Random(0)
    for number in count():
        game = begin(number)
        while (prompt := game.prompt) is not None:
            legal = prompt.legal()
            size = len(legal)
            game.decide(legal[int(rng.random() * size)])
            if size > 1:
                yield game


def forced_share(games: int) -> tuple[float, float]:
    """The share of decisions with one legal answer, and that of block and quick prompts where it was to pass."""
    rng, taken, forced, passes = Random(0), 0, 0, 0
    for number in range(games):
        game = begin(number)
        while (prompt := game.prompt) is not None:
            legal = prompt.legal()
            taken += 1
            if len(legal) == 1:
                forced += 1
                passes += prompt.kind in (PromptKind.BLOCK, PromptKind.QUICK)
            game.decide(legal[rng.randrange(len(legal))])
    return forced / taken, passes / taken


def mid_games(number: int) -> list[Game]:
    """So many games, each somewhere in its middle, as a server holds them between two decisions."""
    rng = Random("middle")
    found: list[Game] = []
    until = rng.choice(MID_GAME)
    for game, _ in steps(rng):
        if game.decisions == until and game.prompt is not None:
            found.append(game.clone())
            until = rng.choice(MID_GAME)
            if len(found) == number:
                break
    return found
