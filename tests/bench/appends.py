"""Appends to a real Redis that keeps a log: the server's own pipe, batched per turn of the loop, over redis-py."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter, process_time, time_ns
from typing import Final, NamedTuple

import redis.asyncio
import uvloop

from server.store.base import RoomRow, Seat
from server.store.redis import RedisStore, keys, link_to, scripts
from tests.bench.ground import why_no_redis
from tests.bench.windows import Rate, Ratio, Windows
from tests.redis import RedisServer, redis_server

ROOMS: Final = 64
"""So many rooms append in one turn of the loop."""
BODY: Final = bytes(60)
"""A record as long as a decision's."""

Act = Callable[[float], Awaitable[int]]
"""Appends records until this time; how many."""


class Appending:
    """Rooms to which records are appended."""

    def __init__(self, server: RedisServer) -> None:
        self._store = RedisStore(link_to(server.url), lambda: time_ns() // 1_000_000, 1.0)
        self._client = redis.asyncio.Redis(port=server.port)
        self._heads: list[tuple[str, int]] = []
        self._seqs: list[int] = []

    async def open(self) -> None:
        await self._store.open()
        for number in range(ROOMS):
            seat = Seat(f"guest {number}", "Guest", "deck", {"X": 50})
            row = RoomRow(f"room {number}", "log", f"CODE{number}", "playing", {"A": seat}, pin="pin")
            made = await self._store.create(row, "w", [BODY], b"")
            assert made is not None, "its code is its own"
            self._heads.append((made.id, made.epoch))
            self._seqs.append(made.seq)

    async def close(self) -> None:
        await self._client.aclose()
        await self._store.close()

    async def batched(self, end: float) -> int:
        """Every room has a task, as in the server; whoever appends in one turn of the loop is written together."""
        return sum(await asyncio.gather(*[self._play(number, end) for number in range(ROOMS)]))

    async def _play(self, number: int, end: float) -> int:
        room, epoch = self._heads[number]
        first = seq = self._seqs[number]
        while perf_counter() < end:
            seq, _ = await self._store.append(room, "w", epoch, seq, [BODY], b"")
        self._seqs[number] = seq
        return seq - first

    async def one(self) -> float:
        """One append, waited for; its seconds."""
        room, epoch = self._heads[0]
        begun = perf_counter()
        self._seqs[0], _ = await self._store.append(room, "w", epoch, self._seqs[0], [BODY], b"")
        return perf_counter() - begun

    async def awaited(self, end: float) -> int:
        """The same script and arguments through redis-py, each waited for before the next."""
        count = 0
        while perf_counter() < end:
            number = count % ROOMS
            (room, epoch), seq = self._heads[number], self._seqs[number]
            _, sha, many, *words = scripts.APPEND(keys.room(room), "w", epoch, seq, b"", 86_400_000, 1, BODY, 0)
            reply = await self._client.evalsha(str(sha), int(many), *words)
            assert reply[0] == b"OK", reply
            self._seqs[number] = seq + 1
            count += 1
        return count


class Window(NamedTuple):
    """What one window came to: by the clock on the wall, and by our own time on the processor."""

    wall: Rate
    processor: Rate


async def window(act: Act, seconds: float) -> Window:
    """One window."""
    start, used = perf_counter(), process_time()
    units = await act(start + seconds)
    return Window(Rate(units, perf_counter() - start), Rate(units, process_time() - used))


def batched_over_awaited(windows: Windows) -> dict[str, object]:
    """Appends for each second of this process on the processor; and, as far as the machine was quiet, on the wall."""
    if reason := why_no_redis():
        return {"ratio": None, "reason": reason}
    with (
        tempfile.TemporaryDirectory() as folder,
        redis_server(Path(folder)) as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        pairs = runner.run(_windows(server, windows))
    ratio = Ratio.of([(ours.processor, theirs.processor) for ours, theirs in pairs])
    wall = Ratio.of([(ours.wall, theirs.wall) for ours, theirs in pairs])
    return ratio.plain() | {"on_the_wall": wall.plain()}


async def _windows(server: RedisServer, windows: Windows) -> list[tuple[Window, Window]]:
    appending = Appending(server)
    await appending.open()
    pairs = []
    try:
        for _ in range(windows.pairs + 1):
            ours = await window(appending.batched, windows.seconds)
            pairs.append((ours, await window(appending.awaited, windows.seconds)))
    finally:
        await appending.close()
    return pairs[1:]  # the first warms both up
