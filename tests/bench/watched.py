"""How long players wait for their decisions while many watch them, beside how long they wait while nobody does."""

import asyncio
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from server.protocol.messages import WatchPolicy
from tests.bench.crowd import Crowd, crowd
from tests.bench.ground import ground, run, why_missing
from tests.bench.serving import Figures, hundredth_of
from tests.bench.tables import Pair
from tests.bench.windows import Windows, quarters, rounded

WATCHERS: Final = 1000
PER_SECOND: Final = 40.0
"""So many decisions are made at the table, at moments of chance: more than any two people make."""
MATCH: Final = 40
"""Seconds of a match for each second of a window: what is seldom has to be seen often enough."""
SHOWN_WITHIN: Final = 60.0
"""Seconds in which all watchers have to come to the same."""
POLICY: Final = WatchPolicy(delay=0, decisions=0)
"""Watchers are shown everything as it happens: then they cost most when players decide."""


def players_who_are_watched(windows: Windows) -> Figures:
    """The 99th hundredth of the times of decisions at a table that 1,000 watch at two workers, over that without.

    The ratio is the median of pairs of matches next to each other: the slowest of all times are the machine's.
    """
    if reason := why_missing():
        return {"ratio": None, "reason": reason}
    pairs, updates = run(_measure(windows, WATCHERS))
    ratios = [hundredth_of(watched) / hundredth_of(quiet) for quiet, watched in pairs]
    quiet, watched = ([each for pair in pairs for each in pair[which]] for which in (0, 1))
    return {
        "ratio": rounded(median(ratios)),
        "quarters": [rounded(ratio) for ratio in quarters(ratios)],
        "milliseconds": {name: rounded(1e3 * hundredth_of(times)) for name, times in _named(quiet, watched)},
        "medians": {name: rounded(1e3 * median(times)) for name, times in _named(quiet, watched)},
        "decisions": {name: len(times) // 2 for name, times in _named(quiet, watched)},
        "updates_of_each_watcher": updates,
    }


def _named(quiet: list[float], watched: list[float]) -> tuple[tuple[str, list[float]], ...]:
    return ("quiet", quiet), ("watched", watched)


async def _measure(windows: Windows, watchers: int) -> tuple[list[tuple[list[float], list[float]]], int]:
    """Pairs of the times without watchers and with them, and how many updates each of those was shown."""
    async with ground(workers=2) as here:
        ports = [worker.port for worker in here.workers]
        pairs: list[tuple[list[float], list[float]]] = []
        updates = 0
        table = _Table(Random(0))
        await table.open(ports[0])
        with crowd(watchers, ports) as onlookers:
            await onlookers.ask()
            await table.match(MATCH * windows.seconds)  # warms everything up
            for _ in range(windows.pairs):
                quiet = await table.match(MATCH * windows.seconds)
                watched, seen = await table.watched_match(onlookers, MATCH * windows.seconds)
                pairs.append((quiet, watched))
                updates += seen
        table.close()
    return pairs, updates


class _Table:
    """Two players of one worker, who decide at moments of chance."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._pair = Pair(POLICY)
        self._times: list[float] = []
        self._sent_at = 0.0
        for player in self._pair.players:
            player.told = lambda _: self._times.append(perf_counter() - self._sent_at)

    async def open(self, port: int) -> None:
        await self._pair.arrive([port, port])
        await self._pair.sit()

    async def match(self, seconds: float) -> list[float]:
        """Play for so long, at new tables if need be; when each of the two was told of each decision."""
        return await self._play(seconds, None)

    async def watched_match(self, onlookers: Crowd, seconds: float) -> tuple[list[float], int]:
        """The same, while all of them watch; and how many updates each was shown."""
        await onlookers.ask(f"watch {self._pair.table}")
        self._seen = 0
        times = await self._play(seconds, onlookers)
        await asyncio.sleep(2.0)  # so that the last update is shown, too
        await self._look(onlookers, "stop")
        return times, self._seen

    async def _look(self, onlookers: Crowd, line: str) -> None:
        async with asyncio.timeout(SHOWN_WITHIN):
            while not (await onlookers.ask()).same:  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.1)
        self._seen += (await onlookers.ask(line)).updates

    async def _play(self, seconds: float, onlookers: Crowd | None) -> list[float]:
        self._times = []
        end = perf_counter() + seconds
        while perf_counter() < end:
            await asyncio.sleep(self._chance.expovariate(PER_SECOND))
            if self._pair.is_over:
                await asyncio.sleep(2.0 if onlookers else 0.0)
                await self._pair.sit_again()
                if onlookers is not None:
                    await self._look(onlookers, f"watch {self._pair.table}")
            asked = self._pair.asked
            if asked is not None and asked.prompt is not None:
                decision = asked.prompt.any_decision(self._chance)
                self._sent_at = perf_counter()
                asked.decide(decision)
        await asyncio.sleep(0.5)
        return self._times

    def close(self) -> None:
        self._pair.close()
