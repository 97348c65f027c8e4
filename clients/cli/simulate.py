"""Bots against bots: many matches, and a table of what came of them. Each follows from the seed and its place."""

import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from clients.bots import BOTS
from clients.replays import SUFFIX, Recording, Side, Sides, encode
from engine import SEATS, Game, SeatName, catalogue
from engine.decks import PRESETS
from engine.model.terms import OTHER

CHUNK: Final = 4
"""So many matches are given to a process at once."""

ENDS: Final = {
    "life": ("life", "11.3"),
    "deck": ("deck", "11.3"),
    "life and deck": ("both", "11.3"),
    "loop": ("loop", "13.1"),
}
"""How a match between bots can end, as nobody concedes or is late: a word for it, and the rule.

A loop that nobody can leave is what the engine's guard against a stall makes a draw.
"""


class Plan(NamedTuple):
    """Who plays whom with which decks (keys of presets), and from which seed; replays go to a ``folder``."""

    a: str
    b: str
    decks: tuple[str, ...]
    seed: int
    folder: Path | None = None


class Played(NamedTuple):
    """One match: the winner is ``a``, ``b`` or ``draw``."""

    winner: str
    reason: str
    turns: int
    decisions: int
    seat: SeatName
    """Where ``a`` sat."""
    decks: tuple[str, str]
    """The decks of ``a`` and ``b``."""


def play(plan: Plan, place: int) -> Played:
    """Play one match: pairs of decks take turns, and in every second match the bots change seats."""
    chance = Random(f"{plan.seed}:{place // 2}")
    of_a, of_b = pair_of(plan.decks, place // 2)
    seat_of_a: SeatName = SEATS[place % 2]
    seat_of_b = OTHER[seat_of_a]
    decks = {seat_of_a: PRESETS[of_a], seat_of_b: PRESETS[of_b]}
    bots = {seat_of_a: BOTS[plan.a], seat_of_b: BOTS[plan.b]}
    seed = chance.randbytes(32)
    game = Game.start(catalogue, decks, seed)
    sides = [
        Side(name=bots[seat].name, bot=True, deck_name=decks[seat].name, deck=dict(decks[seat].main)) for seat in SEATS
    ]
    recording = None if plan.folder is None else Recording(game, Sides(*sides), seed)
    while (prompt := game.prompt) is not None:
        bot = bots[prompt.seat]
        events = game.decide(bot.choose(game.view(prompt.seat), prompt, prompt.legal(), chance.getrandbits(63)))
        if recording is not None:
            recording.follow(events)
    outcome = game.outcome
    assert outcome is not None, "a game without a prompt has ended"
    if plan.folder is not None and recording is not None:
        name = f"{place + 1:06}-{of_a}-{of_b}{SUFFIX}"
        (plan.folder / name).write_bytes(encode(recording.replay()))
    winner = {seat_of_a: "a", seat_of_b: "b"}.get(outcome.winner, "draw")  # type: ignore[call-overload]
    return Played(winner, outcome.reason, game.view("A")["turn"], game.decisions, seat_of_a, (of_a, of_b))


def pair_of(decks: tuple[str, ...], place: int) -> tuple[str, str]:
    """Every pair in turn: each deck soon plays, and last of all each against itself."""
    distance, at = divmod(place % len(decks) ** 2, len(decks))
    return decks[at], decks[(at + distance + 1) % len(decks)]


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
        """The result by bot: how much each won, and how; a draw is nobody's."""
        table = _table("bot", "won", "share", *(f"by {ENDS[reason][0]}" for reason in self._reasons()))
        for winner, name in (("a", f"{self.plan.a} (a)"), ("b", f"{self.plan.b} (b)"), ("draw", "draws")):
            won = [match for match in self.played if match.winner == winner]
            by_reason = Counter(match.reason for match in won)
            counts = (by_reason[reason] for reason in self._reasons())
            table.add_row(
                name, str(len(won)), _share(len(won), len(self.played)), *(str(each or "") for each in counts)
            )
        return table

    def deck_table(self) -> Table:
        """The result by deck, best first, with how its games ended, whoever won them.

        A match of a deck against itself counts for neither of its sides.
        """
        records = {deck: Record() for deck in self.plan.decks}
        for match in self.played:
            a, b = match.decks
            if a != b:
                records[a].enter("a", match)
                records[b].enter("b", match)
        table = _table(
            "deck", "games", "won", "lost", "drawn", "share", *(ENDS[reason][0] for reason in self._reasons())
        )
        seen = [(deck, record) for deck, record in records.items() if record.games]
        for deck, record in sorted(seen, key=lambda each: -each[1].won / each[1].games):
            counts = (record.games, record.won, record.lost, record.drawn)
            ends = (record.ends[reason] for reason in self._reasons())
            row = [*(str(each or "") for each in counts), _share(record.won, record.games)]
            table.add_row(deck, *row, *(str(each or "") for each in ends))
        return table

    def _reasons(self) -> list[str]:
        """How matches ended, in the order of the rule book."""
        met = {match.reason for match in self.played}
        return [reason for reason in ENDS if reason in met]

    def facts(self) -> Sequence[str]:
        """The figures below the tables."""
        seconds = time.perf_counter() - self.began
        decisions = sum(match.decisions for match in self.played)
        games = max(1, len(self.played))
        middle = median(match.turns for match in self.played) if self.played else 0
        mirrors = sum(match.decks[0] == match.decks[1] for match in self.played)
        ends = Counter(match.reason for match in self.played)
        ended = ", ".join(f"{ends[reason]:,} by {reason} ({ENDS[reason][1]})" for reason in self._reasons())
        return [
            f"{len(self.played):,} games, {mirrors:,} of a deck against itself; seed {self.plan.seed}",
            f"ended {ended}",
            f"{middle:g} turns in the median game, {decisions / games:.0f} decisions a game",
            f"{decisions / seconds:,.0f} decisions a second, {len(self.played) / seconds:,.1f} games a second",
        ]


@dataclass(slots=True)
class Record:
    """How a deck did."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    def enter(self, side: str, match: Played) -> None:
        """Count a match in which the deck was on that side."""
        self.games += 1
        self.ends[match.reason] += 1
        if match.winner == "draw":
            self.drawn += 1
        elif match.winner == side:
            self.won += 1
        else:
            self.lost += 1


def _table(name: str, *columns: str) -> Table:
    """A table of a name and numbers that stays within 80 columns."""
    table = Table(name, *columns, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def _share(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"
