"""Bots against bots: many matches, and a table of what came of them. Each follows from the seed and its place."""

import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from random import Random
from statistics import median
from typing import Final, NamedTuple

from rich.table import Table

from clients.bots import BOTS
from engine import SEATS, Game, SeatName, catalogue
from engine.decks import PRESETS
from engine.model.terms import OTHER

CHUNK: Final = 4
"""So many matches are given to a process at once."""


class Plan(NamedTuple):
    """Who plays whom with which decks (keys of presets), and from which seed."""

    a: str
    b: str
    decks: tuple[str, ...]
    seed: int


class Played(NamedTuple):
    """One match: the winner is ``a``, ``b`` or ``draw``."""

    winner: str
    reason: str
    turns: int
    decisions: int
    first: bool
    """Whether ``a`` went first."""
    decks: tuple[str, str]
    """The decks of ``a`` and ``b``."""


def play(plan: Plan, place: int) -> Played:
    """Play one match: pairs of decks take turns, and in every second match the bots change seats."""
    chance = Random(f"{plan.seed}:{place // 2}")
    pairs = list(product(plan.decks, repeat=2))
    of_a, of_b = pairs[place // 2 % len(pairs)]
    seat_of_a: SeatName = SEATS[place % 2]
    seat_of_b = OTHER[seat_of_a]
    decks = {seat_of_a: PRESETS[of_a], seat_of_b: PRESETS[of_b]}
    bots = {seat_of_a: BOTS[plan.a], seat_of_b: BOTS[plan.b]}
    game = Game.start(catalogue, decks, chance.randbytes(32))
    while (prompt := game.prompt) is not None:
        bot = bots[prompt.seat]
        game.decide(bot.choose(game.view(prompt.seat), prompt, prompt.legal(), chance.getrandbits(63)))
    outcome = game.outcome
    assert outcome is not None, "a game without a prompt has ended"
    winner = {seat_of_a: "a", seat_of_b: "b"}.get(outcome.winner, "draw")  # type: ignore[call-overload]
    return Played(winner, outcome.reason, game.view("A")["turn"], game.decisions, seat_of_a == "A", (of_a, of_b))


def play_all(plan: Plan, games: int, jobs: int) -> Iterator[Played]:
    """Play the matches in order, in so many processes."""
    one = partial(play, plan)
    if jobs == 1:
        yield from map(one, range(games))
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(one, range(games), chunksize=CHUNK)


@dataclass(slots=True)
class Tally:
    """What came of the matches so far."""

    plan: Plan
    played: list[Played] = field(default_factory=list)
    began: float = field(default_factory=time.perf_counter)

    def count(self, matches: Iterable[Played]) -> Iterator[Played]:
        """Pass matches on, and count them."""
        for match in matches:
            self.played.append(match)
            yield match

    def table(self) -> Table:
        """The result, by who won and how."""
        reasons = sorted({match.reason for match in self.played})
        table = Table("", "wins", "share", *(f"by {reason}" for reason in reasons))
        for column in table.columns[1:]:
            column.justify = "right"
        for winner, name in (("a", f"{self.plan.a} (a)"), ("b", f"{self.plan.b} (b)"), ("draw", "draws")):
            won = [match for match in self.played if match.winner == winner]
            by_reason = Counter(match.reason for match in won)
            share = f"{100 * len(won) / max(1, len(self.played)):.1f} %"
            table.add_row(name, str(len(won)), share, *(str(by_reason[reason] or "") for reason in reasons))
        return table

    def deck_table(self) -> Table:
        """The result by deck, best first; a match of a deck against itself counts for neither of its sides."""
        wins: Counter[str] = Counter()
        draws: Counter[str] = Counter()
        games: Counter[str] = Counter()
        for match in self.played:
            a, b = match.decks
            if a != b:
                games.update(match.decks)
                draws.update(match.decks if match.winner == "draw" else ())
                wins.update({"a": [a], "b": [b]}.get(match.winner, []))
        shares = {deck: wins[deck] / games[deck] for deck in self.plan.decks if games[deck]}
        table = Table("deck", "games", "wins", "draws", "share")
        for column in table.columns[1:]:
            column.justify = "right"
        for deck in sorted(shares, key=lambda deck: -shares[deck]):
            counts = (games[deck], wins[deck], draws[deck])
            table.add_row(deck, *(str(count or "") for count in counts), f"{100 * shares[deck]:.1f} %")
        return table

    def facts(self) -> Sequence[str]:
        """The figures below the table."""
        seconds = time.perf_counter() - self.began
        decisions = sum(match.decisions for match in self.played)
        games = max(1, len(self.played))
        middle = median(match.turns for match in self.played) if self.played else 0
        return [
            f"{len(self.played)} games, decks {', '.join(self.plan.decks)}, seed {self.plan.seed}",
            f"{middle:g} turns in the median game, {decisions / games:.0f} decisions a game",
            f"{decisions / seconds:,.0f} decisions a second, {len(self.played) / seconds:,.1f} games a second",
        ]
