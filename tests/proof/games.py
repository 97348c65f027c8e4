"""Random games with every promise watched: what was played, how often was looked, and what was broken."""

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from engine import SEATS, Game
from engine.decks import PRESETS
from tests.engine.elsewhere import Elsewhere
from tests.engine.play import Player, decks_of
from tests.engine.promises import PROMISES, Broken, Means, Pool, Promise, SavesGoOn, Tally, a_near_stall_guard, keep
from tests.engine.promises.watching import begin_in, by_pool
from tests.proof.failures import Failure, failure_of

BATCH: Final = 100
"""Games that are played between two reports; they share another process for saves."""

RARER: Final = 4
"""What is looked at seldom in the ordinary tests is looked at so many times as seldom here.

What needs a marked pool, and so a game of its own, is looked at as often as there, in one of so many games.
"""

ENOUGH: Final = 10
"""After so many failures nothing new is learned."""

HASH_SEED: Final = 4242
"""Of the other processes."""

BY_CHANCE: Final = "by chance"


@dataclass(slots=True)
class Figures:
    """What came of some games."""

    games: int = 0
    decisions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    """How games ended: the winner's seat, or a draw, and the rule."""
    decks: Counter[str] = field(default_factory=Counter)
    """In how many games a deck was played, once for each side; by key."""
    tally: Tally = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: "Figures") -> None:
        """Count other games in."""
        self.games += other.games
        self.decisions += other.decisions
        self.ends += other.ends
        self.decks += other.decks
        self.tally += other.tally
        self.failures += other.failures


def play(numbers: Sequence[int], promises: Sequence[type[Promise]] = PROMISES, rarer: int = RARER) -> Figures:
    """Play the games of these numbers, and watch; failures are made small."""
    figures = Figures()
    with other_process(promises) as elsewhere, a_near_stall_guard():
        plain = Means(elsewhere, rarer, figures.tally)
        marked = Means(elsewhere, min(rarer, 1), figures.tally)
        for number in numbers:
            for pool, together in by_pool(promises).items():
                if pool is Pool.PLAIN:
                    _count(figures, number, _play_one(number, pool, together, plain, figures))
                elif Random(f"marked {number}").randrange(max(rarer, 1)) == 0:
                    _play_one(number, pool, together, marked, figures)
    return figures


def other_process(promises: Sequence[type[Promise]]) -> AbstractContextManager[Elsewhere | None]:
    """The process in which saves go on, if they are watched."""
    return Elsewhere(HASH_SEED) if SavesGoOn in promises else nullcontext()


def _play_one(number: int, pool: Pool, promises: list[type[Promise]], means: Means, figures: Figures) -> Game:
    game = begin_in(pool, number)
    try:
        keep(game, Player(number).decide, promises, means, number)
    except Broken as broken:
        figures.failures.append(failure_of(number, broken, means))
    return game


def _count(figures: Figures, number: int, game: Game) -> None:
    figures.games += 1
    figures.decisions += game.decisions
    outcome = game.outcome
    figures.ends["broken" if outcome is None else f"{outcome.winner} by {outcome.reason}"] += 1
    keys = {id(deck): key for key, deck in PRESETS.items()}
    decks = decks_of(number)
    figures.decks.update(keys.get(id(decks[seat]), BY_CHANCE) for seat in SEATS)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    figures: Figures
    games: int
    """All that are to be played."""
    seconds: float

    def line(self) -> str:
        """Tell it in a line."""
        played = self.figures.games
        left = (self.games - played) * self.seconds / max(1, played) / 60
        return (
            f"{played:,} of {self.games:,} games, {self.figures.decisions:,} decisions, "
            f"{len(self.figures.failures)} failures, {played / self.seconds:.1f} games a second, {left:.0f} min left"
        )


def prove(first: int, games: int, jobs: int) -> Iterator[Progress]:
    """Play the games from number ``first`` on, in so many processes; tells after every batch how far it is."""
    began = time.perf_counter()
    figures = Figures()
    batches = [range(at, min(at + BATCH, first + games)) for at in range(first, first + games, BATCH)]
    with _mapping(jobs) as mapped:
        for batch in mapped(play, batches):
            figures.add(batch)
            yield Progress(figures, games, time.perf_counter() - began)
            if len(figures.failures) >= ENOUGH:
                return


Mapped = Callable[[Callable[[Sequence[int]], Figures], list[range]], Iterator[Figures]]


@contextmanager
def _mapping(jobs: int) -> Iterator[Mapped]:
    """Results as they come, from so many processes; 0 for one on each core."""
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        yield lambda work, batches: map(work, batches)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        try:
            yield partial(_as_they_come, pool)
        finally:
            pool.shutdown(cancel_futures=True)


def _as_they_come(
    pool: ProcessPoolExecutor, work: Callable[[Sequence[int]], Figures], batches: list[range]
) -> Iterator[Figures]:
    for future in as_completed([pool.submit(work, batch) for batch in batches]):
        yield future.result()


def report(progress: Progress, first: int) -> str:
    """Everything about a run so far, at 80 columns."""
    figures, seconds = progress.figures, progress.seconds
    lines = [
        f"{figures.games:,} games from number {first}, {figures.decisions:,} decisions, {seconds:,.0f} seconds",
        "",
        "How they ended",
        *(f"  {count:9,}  {end}" for end, count in sorted(figures.ends.items())),
        "",
        "Decks, once for each side",
        *(f"  {figures.decks[key]:9,}  {key}" for key in (*PRESETS, BY_CHANCE)),
        "",
        "Promises, and how often was looked",
    ]
    for promise in sorted(PROMISES, key=lambda each: each.number):
        lines.append(f"  {figures.tally[promise.title, '']:9,}  {promise.number:2} {promise.title}")
    lines += ["", f"{len(figures.failures)} failures"]
    lines += [f"  {failure}" for failure in figures.failures]
    return "\n".join(lines)
