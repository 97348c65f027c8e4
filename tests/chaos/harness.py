"""A real server of several workers on a real Redis, with players, faults by signals, and the checker at the end."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from clients.sdk.transport import Document, Unreachable
from engine import catalogue
from server.app import clock
from server.store.base import RoomRow, Store, Whereabouts, watched_by
from server.store.redis import RedisStore, link_to
from tests.chaos.history import History, check
from tests.chaos.pairs import Host, Visitor
from tests.chaos.players import Player
from tests.chaos.processes import Anywhere, WorkerProcess
from tests.chaos.proving import path, prove
from tests.chaos.report import Report, Stopwatch
from tests.chaos.watchers import CODECS, Watcher
from tests.chaos.witness import Acked, Shown, Sight
from tests.redis import RedisServer

PATIENCE: Final = 30.0
"""So many seconds after the last fault every match goes on, and every player can leave."""
APART: Final = 0.5
ASKED: Final = 6
"""So many replays are asked for at once."""
EMPTYING: Final = 30.0
"""So many seconds later no worker holds anything of anyone."""
HELD: Final = ("sockets", "links", "watchers", "readers")
"""What a worker holds of those who are connected to it (`/metrics`)."""
P = TypeVar("P", bound=Player)


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
        self.watchers: list[Watcher] = []
        self.ways: list[Anywhere] = []
        self._playing: list[asyncio.Task[None]] = []
        self._watching: list[asyncio.Task[None]] = []

    # --- players ---

    def add_players(self, count: int, think: tuple[float, float]) -> None:
        """Let so many more players begin."""
        for _ in range(count):
            self._add(Player, think)

    def add_pairs(self, count: int, think: tuple[float, float]) -> None:
        """Let so many more pairs of players begin, who make tables for each other."""
        for _ in range(count):
            host = self._add(Host, think)
            self._add(Visitor, think).host = host

    def _add(self, kind: type[P], think: tuple[float, float]) -> P:
        chance = Random(self.chance.getrandbits(64))
        way = Anywhere(self.workers, chance, doubles=True)
        player = kind(f"p{len(self.players)}", way, chance, think)
        player.end.acknowledged = self.stopwatch.acknowledged
        self.ways.append(way)
        self.players.append(player)
        self._playing.append(asyncio.create_task(player.live()))
        return player

    def add_watchers(self, count: int) -> None:
        """Let so many more watch; every third one the own table of a player, from a second window."""
        for number in range(len(self.watchers), len(self.watchers) + count):
            chance = Random(self.chance.getrandbits(64))
            way = Anywhere(self.workers, chance)
            player = self.chance.choice(self.players) if number % 3 == 2 else None
            watcher = Watcher(f"o{number}", way, chance, clock, CODECS[number % 2], player)
            self.ways.append(way)
            self.watchers.append(watcher)
            self._watching.append(asyncio.create_task(watcher.live()))

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
        await self._pry()
        await self.leave()

    async def _pry(self) -> None:
        """Nobody is told the replay of a match that goes on."""
        way = Anywhere(self.workers, self.chance)
        tables = [player.client.table for player in self.players if player.is_playing]
        for room in dict.fromkeys(table.id for table in tables if table is not None):
            answer, row = await _ask(way, room), await self.store.row(room)
            if row is not None and row.state != "ended":
                self.report.findings += prove(row, answer, "", catalogue)
                self.report.counts["replays refused"] += answer.status == 404

    async def leave(self) -> None:
        """Everyone gives up and goes."""
        parting = []
        for player in self.players:
            player.may_begin = False
        for player, task in sorted(zip(self.players, self._playing, strict=True), key=lambda each: each[0].alone):
            if player.alone:  # one after another: two who leave at once may be paired just then
                await asyncio.sleep(APART)
            if player.alone:
                task.cancel()
            else:
                parting.append(asyncio.create_task(player.give_up()))
        _, late = await asyncio.wait([*self._playing, *parting], timeout=PATIENCE)
        for task in late:
            task.cancel()
        if late:
            self.report.findings.append(f"{len(late)} players cannot leave")
        await self._look_away()

    async def _look_away(self) -> None:
        """Whoever watches sees the end of every match that has ended; one that both have left may go on for ever."""
        for watcher in self.watchers:
            watcher.may_begin = False
        if not self._watching:
            return
        _, late = await asyncio.wait(self._watching, timeout=PATIENCE)
        for watcher, task in zip(self.watchers, self._watching, strict=True):
            watched = watcher.client.watched
            row = None if watched is None else await self.store.row(watched.id)
            if task in late and (row is None or row.state == "ended"):
                self.report.findings.append(f"{watcher.name} does not see the end of {watched}")
            task.cancel()
        if late:
            await asyncio.wait(late)

    async def empty(self) -> None:
        """Nothing is left of anyone at any worker."""
        end, held = time.perf_counter() + EMPTYING, dict[int, dict[str, int]]()
        while time.perf_counter() < end:
            with suppress(Unreachable):
                held = {worker.port: await worker.holds(HELD) for worker in self.workers}
                if not any(sum(each.values()) for each in held.values()):
                    return
            await asyncio.sleep(0.5)
        self.report.findings.append(f"something is left: {held}")

    async def check(self) -> None:
        """Read every log, and compare it with what players and watchers saw; prove the replay of each match."""
        sights: dict[str, list[Sight]] = defaultdict(list)
        rooms: dict[str, str] = {}
        promises: dict[str, str] = {}
        for player in self.players:
            self.report.findings += player.complaints
            promises |= player.end.witness.promises
            for log, seen in player.end.witness.sights.items():
                if seen:  # a table to which nobody came is forgotten
                    sights[log] += seen
                    rooms[log] = player.end.witness.rooms[log]
        await self._check_watchers(sights, rooms)
        rows = await self._rows({log: rooms[log] for log in sights})
        answers = await self.replays(rows)
        for log, row in rows.items():
            records = await self.store.read(row.id)
            self.report.counts["records"] += len(records)
            self.report.counts["rooms"] += 1
            self.report.counts["acks"] += sum(isinstance(sight, Acked) for sight in sights[log])
            history = History(row.id, records, sights[log], watched=watched_by(row))
            self.report.findings += check(history, catalogue)
            wrong = prove(row, answers[log], promises.get(log, ""), catalogue)
            self.report.findings += wrong
            self.report.counts["proved"] += row.state == "ended" and not wrong
        self.report.counts["decisions"] += sum(player.decided for player in self.players)

    async def _rows(self, rooms: Mapping[str, str]) -> dict[str, RoomRow]:
        """The rows of rooms, by log; a room that is nowhere is a finding."""
        rows: dict[str, RoomRow] = {}
        for log, room in rooms.items():
            row = await self.store.row(room)
            if row is None or row.log != log:
                self.report.findings.append(f"log {log} is nowhere")
            else:
                rows[log] = row
        return rows

    async def replays(self, rows: Mapping[str, RoomRow]) -> dict[str, Document]:
        """What any worker answers to the question for each replay; they make some at the same time."""
        turn, way = asyncio.Semaphore(ASKED), Anywhere(self.workers, self.chance)

        async def ask(row: RoomRow) -> Document:
            async with turn:
                return await _ask(way, row.id)

        return dict(zip(rows, await asyncio.gather(*[ask(row) for row in rows.values()]), strict=True))

    async def _check_watchers(self, sights: dict[str, list[Sight]], rooms: dict[str, str]) -> None:
        """Note what they saw by its log, and what went wrong with them."""
        for watcher in self.watchers:
            self.report.findings += watcher.end.complaints
            self.report.counts["matches watched"] += watcher.seen
            rooms |= watcher.end.rooms
            for room, why in watcher.dropped:
                row = await self.store.row(room)
                if row is None or row.state != "ended":
                    self.report.findings.append(f"{watcher.name} was not shown {room} any more: {why}")
            for log, seen in watcher.end.sights.items():
                sights[log] += seen
                self.report.counts["views watched"] += sum(isinstance(sight, Shown) for sight in seen)


async def _ask(way: Anywhere, room: str) -> Document:
    """What any worker answers to the question for a replay."""
    for _ in range(10):
        with suppress(Unreachable):
            answer = await way.get(path(room))
            if answer.status != 503:
                return answer
        await asyncio.sleep(0.5)
    return Document(503, b"no worker has given it")


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
