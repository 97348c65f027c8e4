"""What a decision costs a worker, and how long it takes: beside a bare echo on the same stack, in turn with it."""

import asyncio
from collections.abc import Sequence
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Final, NamedTuple, Protocol

from tests.bench.appends import Appending
from tests.bench.echo import Echoes
from tests.bench.ground import Process, ground, run, why_missing
from tests.bench.load import load
from tests.bench.tables import Tables
from tests.bench.windows import Rate, Ratio, Windows, rounded

Figures = dict[str, object]

AT_ONCE: Final = 20
"""So many tables are played at once; two connections each."""
SPARE: Final = 12


class Playing(Protocol):
    """What can be let go, and stopped."""

    count: int

    def go(self) -> None: ...

    async def stop(self) -> None: ...


async def window(playing: Playing, process: Process, seconds: float) -> Rate:
    """One window: for each second on the processor."""
    count, used = playing.count, process.seconds
    playing.go()
    await asyncio.sleep(seconds)
    await playing.stop()
    return Rate(playing.count - count, process.seconds - used)


def cost_of_a_decision(windows: Windows) -> Figures:
    """Decisions for each second that a worker uses, over echoes for each second that the echo uses."""
    if reason := why_missing():
        return {"ratio": None, "reason": reason}
    ratio = Ratio.of(run(_cost(windows)))
    return ratio.plain() | {"microseconds": rounded(1e6 / ratio.ours), "echo_microseconds": rounded(1e6 / ratio.theirs)}


async def _cost(windows: Windows) -> list[tuple[Rate, Rate]]:
    async with ground() as here:
        tables, echoes = Tables(AT_ONCE, Random(0)), Echoes()
        await tables.open([here.workers[0].port] * 2, AT_ONCE + SPARE)
        await echoes.open(here.echo.port, 2 * AT_ONCE)
        pairs = []
        for _ in range(windows.pairs + 1):
            ours = await window(tables, here.workers[0], 2 * windows.seconds)
            pairs.append((ours, await window(echoes, here.echo, 2 * windows.seconds)))
            await tables.refill()
        tables.close()
        echoes.close()
    return pairs[1:]  # the first warms both up


# --- how long it takes ------------------------------------------------------------------------------------------------


class Stopwatch:
    """One table at a time, at which single decisions are timed: until each of the players is told."""

    def __init__(self, chance: Random) -> None:
        self._tables = Tables(1, chance)
        self._tables.told = self._told
        self._seconds: list[float] = []

    async def open(self, ports: Sequence[int]) -> None:
        """With players at these workers, the first of which owns the tables."""
        await self._tables.open(ports, 2)

    async def one(self) -> None:
        """Time a decision."""
        while self._tables.one() is None:
            await self._tables.refill()
            await asyncio.sleep(0)  # perhaps the one who is asked has not been told yet
        await self._tables.all_back()

    def take(self) -> list[float]:
        """The seconds since the last time that this was asked."""
        taken, self._seconds = self._seconds, []
        return taken

    def close(self) -> None:
        self._tables.close()

    def _told(self, *_: object) -> None:
        self._seconds.append(perf_counter() - self._tables.sent_at)


def time_of_a_decision(windows: Windows) -> Figures:
    """The time until a player is told, over that of an echo and an append; and so with one seat relayed."""
    if reason := why_missing():
        return {"ratio": None, "reason": reason}
    times = run(_times(windows))
    names = ("local", "relayed", "echo", "append")
    return {
        "ratio": rounded(median(each.local / (each.echo + each.append) for each in times)),
        "ratio_relayed": rounded(median(each.relayed / (each.echo + each.append) for each in times)),
        "microseconds": {name: rounded(1e6 * median(getattr(each, name) for each in times)) for name in names},
    }


class Times(NamedTuple):
    """Medians of one window, in seconds."""

    local: float
    relayed: float
    echo: float
    append: float


async def _times(windows: Windows) -> list[Times]:
    async with ground(workers=2) as here:
        owner, other = (worker.port for worker in here.workers)
        local, relayed, echoes = Stopwatch(Random(0)), Stopwatch(Random(0)), Echoes()
        appending = Appending(here.redis)
        await appending.open()
        await local.open([owner, owner])
        await relayed.open([owner, other])
        await echoes.open(here.echo.port, 1)
        times = []
        for _ in range(windows.pairs + 1):
            echo: list[float] = []
            append: list[float] = []
            end = perf_counter() + 2 * windows.seconds
            while perf_counter() < end or not echo:
                await local.one()
                await relayed.one()
                echo.append(await echoes.one())
                append.append(await appending.one())
            times.append(Times(median(local.take()), median(relayed.take()), median(echo), median(append)))
        await appending.close()
    return times[1:]


def slowest_under_load(windows: Windows) -> Figures:
    """The 99th hundredth of the times of decisions at half of what a worker can do, over that without load."""
    if reason := why_missing():
        return {"ratio": None, "reason": reason}
    quiet, loaded, rate = run(_under_load(windows))
    return {
        "ratio": rounded(hundredth_of(loaded) / hundredth_of(quiet)),
        "milliseconds": {"quiet": rounded(1e3 * hundredth_of(quiet)), "loaded": rounded(1e3 * hundredth_of(loaded))},
        "medians": {"quiet": rounded(1e3 * median(quiet)), "loaded": rounded(1e3 * median(loaded))},
        "load_per_second": rounded(rate),
    }


def hundredth_of(times: list[float]) -> float:
    """The time that one of a hundred exceeds."""
    return quantiles(times, n=100, method="inclusive")[98]


async def _under_load(windows: Windows) -> tuple[list[float], list[float], float]:
    """The times without load and with it, and so many decisions a second as the load was."""
    async with ground() as here:
        (worker,) = here.workers
        half = await _capacity(worker, windows) / 2
        watch = Stopwatch(Random(0))
        await watch.open([worker.port] * 2)
        quiet: list[float] = []
        loaded: list[float] = []
        decisions, seconds = 0, 0.0
        with load(worker.port) as others:
            for _ in range(windows.pairs):
                quiet += await _timed(watch, 2 * windows.seconds)
                await others.decide(half)
                begun = perf_counter()
                loaded += await _timed(watch, 2 * windows.seconds)
                decisions += await others.decide(0)
                seconds += perf_counter() - begun
    return quiet, loaded, decisions / seconds


async def _timed(watch: Stopwatch, seconds: float) -> list[float]:
    end = perf_counter() + seconds
    await watch.one()
    while perf_counter() < end:
        await watch.one()
    return watch.take()


async def _capacity(worker: Process, windows: Windows) -> float:
    """So many decisions a second are all that a worker can do."""
    tables = Tables(AT_ONCE, Random(0))
    await tables.open([worker.port] * 2, AT_ONCE + SPARE)
    rates = [await window(tables, worker, 2 * windows.seconds) for _ in range(4)]
    tables.close()
    return median(rate.per_second for rate in rates[1:])
