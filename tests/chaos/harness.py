"""A real server of several workers on a real Redis, with players, faults by signals, and the checker at the end."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

from engine import catalogue
from server.app import clock
from server.store.base import Store, Whereabouts
from server.store.redis import RedisStore, link_to
from tests.chaos.history import History, check
from tests.chaos.players import Player
from tests.chaos.processes import Anywhere, WorkerProcess
from tests.chaos.proving import prove
from tests.chaos.report import Report, Stopwatch
from tests.chaos.witness import Sight
from tests.redis import RedisServer

PATIENCE: Final = 30.0
"""So many seconds after the last fault every match goes on, and every player can leave."""


class Harness:
    """Workers, players and what was measured."""

    def __init__(self, redis: RedisServer, workers: Sequence[WorkerProcess], store: Store, seed: int) -> None:
        self.redis = redis
        self.workers = workers
        self.store = store
        self.chance = Random(seed)
        self.report = Report()
        self.stopwatch = Stopwatch(self.report, time.perf_counter)
        self.players: list[Player] = []
        self.ways: list[Anywhere] = []
        self._playing: list[asyncio.Task[None]] = []

    # --- players ---

    def add_players(self, count: int, think: tuple[float, float]) -> None:
        """Let so many more players begin."""
        for number in range(len(self.players), len(self.players) + count):
            chance = Random(self.chance.getrandbits(64))
            way = Anywhere(self.workers, chance, doubles=True)
            player = Player(f"p{number}", way, chance, think)
            player.end.acknowledged = self.stopwatch.acknowledged
            self.ways.append(way)
            self.players.append(player)
            self._playing.append(asyncio.create_task(player.live()))

    async def rooms(self) -> dict[str, Whereabouts]:
        """The matches that are being played now, by their logs, and who owns them."""
        ids = {player.client.table.id: None for player in self.players if player.is_playing and player.client.table}
        found = await asyncio.gather(*[self.store.where(room) for room in ids])
        return {where.log: where for where in found if where is not None and where.state == "playing"}

    async def owned_by(self, worker: WorkerProcess) -> dict[str, Whereabouts]:
        """Those of them that a worker owns."""
        return {log: where for log, where in (await self.rooms()).items() if worker.owns(where.owner)}

    def hit(self, kind: str, rooms: Mapping[str, Whereabouts]) -> None:
        """A fault hits these matches now."""
        self.report.counts[kind] += 1
        for log, where in rooms.items():
            self.stopwatch.hit(kind, log, where.epoch)

    # --- the end ---

    async def settle(self) -> None:
        """After the last fault every match goes on; then all give up and leave."""
        stood = {player.name: player.end.seq for player in self.players if player.is_playing}
        end = time.perf_counter() + PATIENCE
        while stood and time.perf_counter() < end:
            await asyncio.sleep(0.1)
            for player in self.players:
                if not player.is_playing or player.end.seq != stood.get(player.name):
                    stood.pop(player.name, None)
        self.report.findings += [f"the match of {name} does not go on" for name in stood]
        await self.leave()

    async def leave(self) -> None:
        """Everyone gives up and goes."""
        parting = []
        for player, task in zip(self.players, self._playing, strict=True):
            player.may_begin = False
            if player.alone:
                task.cancel()
            else:
                parting.append(asyncio.create_task(player.give_up()))
        _, late = await asyncio.wait([*self._playing, *parting], timeout=PATIENCE)
        for task in late:
            task.cancel()
        if late:
            self.report.findings.append(f"{len(late)} players cannot leave")

    async def check(self) -> None:
        """Read every log, and compare it with what its players saw."""
        sights: dict[str, list[Sight]] = defaultdict(list)
        rooms: dict[str, str] = {}
        for player in self.players:
            self.report.findings += player.complaints
            for log, seen in player.end.witness.sights.items():
                sights[log] += seen
                rooms[log] = player.end.witness.rooms[log]
        for log, seen in sights.items():
            records = await self.store.read(rooms[log])
            history = History(rooms[log], records, seen)
            self.report.findings += check(history, catalogue) if records else [f"log {log} is nowhere"]
            row = await self.store.row(rooms[log])
            if row is not None:
                self.report.findings += prove(row, records, catalogue)
                self.report.counts["replays"] += row.state == "ended"
            self.report.counts["records"] += len(records)
            self.report.counts["rooms"] += 1
        self.report.counts["decisions"] += sum(player.decided for player in self.players)


@asynccontextmanager
async def harness(
    folder: Path, redis: RedisServer, workers: int, seed: int, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Harness]:
    """Workers that serve, on a Redis that runs; all of them end with the block."""
    processes = [WorkerProcess(redis.url, folder, settings) for _ in range(workers)]
    store = RedisStore(link_to(redis.url), clock, 1.0)
    try:
        for process in processes:
            process.begin()
        await asyncio.gather(*[process.ready() for process in processes])
        await store.open()
        yield Harness(redis, processes, store, seed)
    finally:
        for process in processes:
            process.kill()
        await store.close()
