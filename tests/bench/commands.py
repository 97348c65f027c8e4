"""How often a worker turns to Redis for a decision, counted on the connection itself."""

import asyncio
from collections import Counter
from random import Random
from typing import Final

import hiredis

from tests.bench.ground import ground, run, why_missing
from tests.bench.tables import Tables
from tests.bench.windows import Windows, rounded
from tests.redis import RedisServer

Figures = dict[str, object]

TABLES: Final = 8
DECISIONS: Final = 60
"""So many are made for each pair of windows."""


class Way:
    """A worker's way to Redis, on which every command is counted by its name."""

    def __init__(self, redis_port: int) -> None:
        self.commands: Counter[str] = Counter()
        self._redis_port = redis_port
        self._server: asyncio.Server | None = None
        self._pumps: list[asyncio.Task[None]] = []

    async def open(self) -> int:
        """Begin; its port."""
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Cut it."""
        assert self._server is not None, "it was opened"
        self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, asks = await asyncio.open_connection("127.0.0.1", self._redis_port)
        self._pumps += [
            asyncio.create_task(pump) for pump in (_pump(reader, asks, self.commands), _pump(answers, writer, None))
        ]


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, counts: Counter[str] | None) -> None:
    parser = hiredis.Reader()
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            if counts is not None:
                parser.feed(data)
                while command := parser.gets():
                    counts[command[0].decode()] += 1
    finally:
        writer.close()


def commands_of_a_decision(windows: Windows) -> Figures:
    """Commands of the owner for each decision, whatever they are for; and so with every second seat relayed."""
    if reason := why_missing():
        return {"commands": None, "reason": reason}
    local, relayed, holder = run(_commands(DECISIONS * windows.pairs))
    return {
        "commands": rounded(sum(local.values())),
        "commands_relayed": rounded(sum(relayed.values())),
        "by_name": _plain(local), "by_name_relayed": _plain(relayed), "of_the_other_worker": _plain(holder),
    }  # fmt: skip


def _plain(found: dict[str, float]) -> dict[str, float]:
    return {name: rounded(each) for name, each in sorted(found.items())}


async def _commands(decisions: int) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """By name, the commands for each decision: of the owner, of it with relayed seats, and of their worker then."""
    ways: list[Way] = []

    async def made(redis: RedisServer) -> list[str]:
        ways.extend(Way(redis.port) for _ in range(2))
        return [f"redis://127.0.0.1:{await way.open()}/0" for way in ways]

    async with ground(2, made) as here:
        owner, other = (worker.port for worker in here.workers)
        local = await _counted([owner, owner], decisions, ways)
        relayed = await _counted([owner, other], decisions, ways)
        for way in ways:
            await way.close()
    return local[0], relayed[0], relayed[1]


async def _counted(ports: list[int], decisions: int, ways: list[Way]) -> list[dict[str, float]]:
    tables = Tables(TABLES, Random(0))
    await tables.open(ports, 2 * TABLES)
    before, made = [way.commands.copy() for way in ways], tables.count
    await tables.play(decisions)
    made = tables.count - made
    counted = [
        {name: each / made for name, each in (way.commands - was).items()}
        for way, was in zip(ways, before, strict=True)
    ]
    tables.close()
    return counted
