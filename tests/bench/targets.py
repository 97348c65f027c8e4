"""What is measured: the engine alone (T1 to T5), servers on a real Redis (T6 to T12, T14), the size of an
update (T13), the page in a real browser (T18).
"""

import copy
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Final

from engine import Game, catalogue
from server.protocol.codec import CODECS
from server.protocol.messages import JSON, MSGPACK
from tests.bench import games, named, updates
from tests.bench.appends import batched_over_awaited
from tests.bench.commands import commands_of_a_decision
from tests.bench.memory import memory_of_a_socket, memory_of_a_table
from tests.bench.page import first_load
from tests.bench.serving import cost_of_a_decision, slowest_under_load, time_of_a_decision
from tests.bench.watched import players_who_are_watched
from tests.bench.windows import Windows, over_and_over, rounded
from tests.bench.yardsticks import YARDSTICKS, why_missing

Figures = dict[str, object]

SAMPLES: Final = 40
"""Positions, or games, from which sizes are taken."""


def decisions_over(package: str) -> Callable[[Windows], Figures]:
    """Decisions a second over those of another program; and the decisions that were choices over the same."""

    def measure(windows: Windows) -> Figures:
        if reason := why_missing(package):
            return {"ratio": None, "reason": reason}
        theirs = YARDSTICKS[package]()
        figures = windows.compare(games.decisions(), theirs).plain()
        unforced = windows.compare(games.choices(), theirs)
        return {**figures, "ratio_without_forced": rounded(unforced.ratio)}

    return measure


def clone_over_deepcopy(windows: Windows) -> Figures:
    """How many times as fast as ``copy.deepcopy`` of the same game ``clone()`` is; both share the card pool."""
    positions = games.mid_games(SAMPLES)
    ours = over_and_over(Turn(positions, Game.clone))
    theirs = over_and_over(Turn(positions, deep_copy))
    return windows.compare(ours, theirs).plain()


def deep_copy(game: Game) -> Game:
    """A game with everything that it holds copied, but for the compiled cards."""
    match = game._match
    return copy.deepcopy(game, {id(match.catalogue): match.catalogue, id(match.cards): match.cards})


def save_and_load_over_named(windows: Windows) -> Figures:
    """How many times as fast as one dict with named fields per card ``save()`` and ``load()`` are; and both sizes."""
    positions = games.mid_games(SAMPLES)
    ours = over_and_over(Turn(positions, lambda game: Game.load(game.save(), catalogue)))
    theirs = over_and_over(Turn(positions, lambda game: named.load(named.save(game._match.state))))
    sizes = [len(game.save()) for game in positions]
    return windows.compare(ours, theirs).plain() | {
        "save_bytes": {"median": median(sizes), "largest": max(sizes)},
        "named_bytes": {"median": median(len(named.save(game._match.state)) for game in positions)},
    }


class Turn:
    """Acts on one position after another."""

    def __init__(self, positions: list[Game], act: Callable[[Game], object]) -> None:
        self._positions = positions
        self._act = act
        self._next = 0

    def __call__(self) -> object:
        position = self._positions[self._next]
        self._next = (self._next + 1) % len(self._positions)
        return self._act(position)


def bytes_of_updates(windows: Windows) -> Figures:
    """The bytes of what one seat is sent for one decision, of either player, in both codecs."""
    sizes: dict[str, list[int]] = {MSGPACK: [], JSON: []}
    rng = Random(0)
    for number in range(max(2 * windows.pairs // 4, 1)):
        for _, sent in updates.updates(games.begin(number), rng):
            for name, found in sizes.items():
                found.extend(len(CODECS[name].encode(each)) for each in sent)
    return {
        name: {"median": median(found), "largest": max(found), "mean": rounded(sum(found) / len(found))}
        for name, found in sizes.items()
    }


def cost_of_updates(windows: Windows) -> Figures:
    """Decisions with the updates of both seats, over the same with views found anew; and what a decision takes."""
    kept_up = windows.compare(updates.kept_up(), updates.found_anew())
    alone = windows.compare(updates.kept_up(), games.decisions())
    return kept_up.plain() | {
        "microseconds": rounded(1e6 / kept_up.ours),
        "over_rules_alone": rounded(alone.ratio),
    }


def forced_decisions(windows: Windows) -> Figures:
    """How many random decisions had one legal answer."""
    forced, passes = games.forced_share(max(windows.pairs, 1))
    return {"forced": rounded(forced), "forced_passes": rounded(passes)}


TARGETS: Final[dict[str, tuple[str, str, Callable[[Windows], Figures]]]] = {
    "T1": ("decisions a second over dgisim's", "at least 50, never below 15", decisions_over("dgisim")),
    "T2": ("decisions a second over moves of python-chess", "at least 1.0, never below 0.35", decisions_over("chess")),
    "T3": ("decisions a second over steps of RLCard's uno", "at least 0.5, never below 0.15", decisions_over("rlcard")),
    "T4": ("speed of clone() over that of copy.deepcopy", "at least 40", clone_over_deepcopy),
    "T5": (
        "speed of save() and load() over that of named fields in msgpack",
        "at least 5; a save of at most 2,048 bytes in mid-game",
        save_and_load_over_named,
    ),
    "T6": (
        "decisions, stored in Redis and sent to both, for a second of a worker, over echoes for one of a bare echo",
        "at least 0.16, never below 0.10",
        cost_of_a_decision,
    ),
    "T7": (
        "time until a player is told of a decision, over that of an echo and an append to Redis, unloaded",
        "at most 1.7, with one seat relayed 2.2; never above 2.5 and 3",
        time_of_a_decision,
    ),
    "T8": (
        "99th hundredth of the times of decisions at half of what a worker can do, over that without load",
        "at most 3",
        slowest_under_load,
    ),
    "T9": (
        "memory of a connection that has said hello, over that of a bare echo's",
        "at most 1.3",
        memory_of_a_socket,
    ),
    "T10": (
        "memory of a table with two players, beyond that of their connections",
        "at most 32,768 bytes",
        memory_of_a_table,
    ),
    "T11": (
        "appends a second to Redis, batched by our own pipe, over those awaited one by one with redis-py",
        "at least 8",
        batched_over_awaited,
    ),
    "T12": (
        "commands to Redis for a decision, on the owner's path",
        "1, with a seat relayed too; signs of life, matches that end and so on come on top",
        commands_of_a_decision,
    ),
    "T13": ("bytes of an update", "median at most 300 in msgpack, 500 in JSON", bytes_of_updates),
    "T14": (
        "99th hundredth of the times of decisions at a table that 1,000 watch at two workers, over that without them",
        "at most 1.1",
        players_who_are_watched,
    ),
    "T18": (
        "time until the page, opened for the first time on a processor four times as slow, can be used; its scripts",
        "under 1,000 milliseconds; at most 153,600 bytes with gzip",
        first_load,
    ),
    "updates": (
        "decisions a second with both seats' updates over those with views found anew",
        "none: what T6 has to carry",
        cost_of_updates,
    ),
    "forced": (
        "share of random decisions with one legal answer",
        "none: to read T1 to T3 with",
        forced_decisions,
    ),
}
"""By name: what is measured, the goal, and how."""
