"""Faults of real processes: what is done to a harness, by whom it is survived, and how long it takes."""

import asyncio
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from tests.chaos.harness import Harness, harness
from tests.chaos.processes import WorkerProcess
from tests.chaos.report import Report
from tests.redis import redis_server

WORKERS: Final = 3
PLAYERS: Final = 100
PAIRS: Final = 3
"""So many of their tables are made by a player for another one, and may be watched without much delay."""
WATCHERS: Final = 6
THINK: Final = (0.02, 0.06)
SETTLED: Final = (3.0, 5.0)
"""So many seconds after a fault, from and to, workers judge each other as before."""
STOP_SECONDS: Final = 5.0
TAIL_BYTES: Final = 50_000
"""At most so much of the store's log is cut off: less than it writes in the second between two syncs."""


class Faults:
    """Does harm to the workers of a harness, one fault at a time."""

    def __init__(self, world: Harness) -> None:
        self._world = world
        self._chance = Random(world.chance.getrandbits(64))

    def _worker(self) -> WorkerProcess:
        return self._chance.choice([worker for worker in self._world.workers if worker.is_ready])

    async def kill(self) -> None:
        """SIGKILL; a new process takes the place."""
        worker = self._worker()
        rooms = await self._world.owned_by(worker)
        worker.kill()
        self._world.hit("kill", rooms)
        await asyncio.sleep(self._chance.uniform(0.5, 1.5))
        await worker.start()

    async def stop(self) -> None:
        """SIGSTOP for some seconds: it looks alive from outside, and wakes with old beliefs."""
        worker = self._worker()
        rooms = await self._world.owned_by(worker)
        worker.stop()
        self._world.hit("stop", rooms)
        await asyncio.sleep(STOP_SECONDS)
        worker.go_on()

    async def term(self) -> None:
        """SIGTERM: rooms are handed over, and the process exits with 0."""
        worker = self._worker()
        self._world.hit("term", await self._world.owned_by(worker))
        code = await worker.terminate()
        if code != 0:
            self._world.report.findings.append(f"a worker that was told to stop exited with {code}")
        await worker.start()

    async def tear(self) -> None:
        """Redis dies, and its log loses its tail; every worker lives, and gives back what is missing."""
        redis = self._world.redis
        redis.kill()
        begun = time.perf_counter()
        cut = redis.cut(self._chance.randrange(TAIL_BYTES))
        await asyncio.sleep(self._chance.uniform(0.1, 2.0))
        redis.begin()
        await asyncio.to_thread(redis.wait)
        self._world.report.counts["tear"] += 1
        self._world.report.counts["bytes cut"] += cut
        await self._all_play(begun)

    async def _all_play(self, begun: float) -> None:
        """Wait until every match has gone on: each one's wait is measured from the death of the store."""
        world = self._world
        stood = {player.name: player.end.seq for player in world.players if player.is_playing}
        while stood and time.perf_counter() - begun < 20.0:
            await asyncio.sleep(0.02)
            for player in world.players:
                if player.name in stood and (not player.is_playing or player.end.seq != stood[player.name]):
                    del stood[player.name]
                    world.report.waits["tear"].append(time.perf_counter() - begun)
        world.report.findings += [f"the match of {name} does not go on after the store's death" for name in stood]

    async def disturb(self) -> None:
        """Cut some connections of players and watchers, and let others be half open."""
        for number in self._chance.sample(range(len(self._world.ways)), 4):
            way = self._world.ways[number]
            (way.break_off if self._chance.random() < 0.5 else way.go_silent)()
            table = self._world.players[number].end.table if number < len(self._world.players) else None
            if table is not None:
                self._world.stopwatch.disturbed(table.log)
            self._world.report.counts["disturbed"] += 1


async def _chaos(
    world: Harness, players: int, plan: Mapping[str, int], seconds: float, pause: tuple[float, float]
) -> None:
    world.add_pairs(PAIRS, THINK)
    world.add_players(players - 2 * PAIRS, THINK)
    world.add_watchers(WATCHERS)
    await asyncio.sleep(3.0)
    faults, end = Faults(world), time.perf_counter() + seconds
    left = dict(plan)
    while any(left.values()) and time.perf_counter() < end:
        kind = world.chance.choice([kind for kind, count in left.items() for _ in range(count)])
        left[kind] -= 1
        if kind == "tear":  # an owner that dies before it has given everything back takes it along
            await asyncio.sleep(4.0)
        await getattr(faults, kind)()
        await faults.disturb()
        await asyncio.sleep(world.chance.uniform(*pause))
    await world.settle()
    await world.check()
    await world.empty()


async def chaos(
    plan: Mapping[str, int],
    seconds: float,
    seed: int,
    players: int = PLAYERS,
    pause: tuple[float, float] = SETTLED,
) -> Report:
    """So many faults of each kind, but for no longer than so many seconds; then everyone leaves, and all is checked.

    ``pause`` lies between two faults: long enough, each is survived before the next; short, they come together.
    """
    with tempfile.TemporaryDirectory(prefix="paltable-chaos-") as folder, redis_server(Path(folder) / "redis") as redis:
        async with harness(Path(folder), redis, WORKERS, seed) as world:
            await _chaos(world, players, plan, seconds, pause)
            _read_logs(world)
            return world.report


def _read_logs(world: Harness) -> None:
    """What a worker logs as an error of its own is a finding."""
    for worker in world.workers:
        for line in worker.log.read_text().splitlines():
            if "Traceback" in line or '"exception"' in line:
                world.report.findings.append(f"a worker logged: {line[:2000]}")
