"""What measures a server counts what it says, and plays real matches."""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import cast

import pytest
from websockets.frames import Frame, Opcode

from server.protocol.messages import WatchPolicy
from server.records import Decided, decode
from server.store.redis import RedisStore, keys, link_to
from server.store.redis.address import Login
from server.store.redis.connection import answers, dial
from tests.bench.commands import Way
from tests.bench.crowd import Shown, crowd
from tests.bench.echo import Echoes
from tests.bench.ground import ground
from tests.bench.load import load
from tests.bench.tables import Pair, Tables
from tests.bench.targets import TARGETS
from tests.bench.windows import Windows
from tests.bench.wire import Wire
from tests.redis import redis_server


@pytest.mark.parametrize("piece", [1, 7, 1 << 20])
async def test_a_wire_hears_whole_frames_of_every_length_in_whatever_pieces_they_come(piece: int) -> None:
    heard: list[bytes] = []
    wire = Wire(heard.append)
    contents = [bytes(size) for size in (0, 1, 125, 126, 4_000, 65_535, 65_536)]
    said = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
    said += b"".join(Frame(Opcode.BINARY, content).serialize(mask=False) for content in contents)
    for start in range(0, len(said), piece):
        wire.data_received(said[start : start + piece])
    assert heard == contents


async def test_decisions_are_counted_that_are_in_the_logs_and_echoes_that_came_back() -> None:
    async with ground() as here:
        (worker,) = here.workers
        used, tables, echoes = worker.seconds, Tables(3, Random(0)), Echoes()
        await tables.open([worker.port] * 2, 5)
        await tables.play(150)
        store = RedisStore(link_to(here.redis.url), lambda: 0, 1.0)
        await store.open()
        owners = [str(owner, "utf-8") for owner in cast(list[bytes], here.redis.client.zrange(keys.FLEET[0], 0, -1))]
        rooms = [room for owner in owners for room in await store.owned_by(owner)]
        logs = [decode(record.body) for room in rooms for record in await store.read(room)]
        await store.close()
        assert len(rooms) == 5
        assert sum(isinstance(record, Decided) for record in logs) == tables.count >= 150
        assert used < worker.seconds < used + 60
        assert worker.resident > 1 << 20
        await echoes.open(here.echo.port, 3)
        echoes.go()
        await echoes.stop()
        assert echoes.count == 6
        assert await echoes.one() > 0
        tables.close()
        echoes.close()


async def test_a_table_whose_match_is_over_gives_way_and_is_played_again() -> None:
    async with ground() as here:
        tables = Tables(1, Random(0))
        await tables.open([here.workers[0].port] * 2, 2)
        await tables.play(10_000)  # no two matches are so long
        played = tables.count
        assert tables.one() is None
        await tables.refill()
        await tables.play(10_000)
        assert tables.count > played > 0
        tables.close()


async def test_the_load_decides_so_often_as_it_is_told() -> None:
    async with ground() as here:
        with load(here.workers[0].port) as others:
            assert await others.decide(0) == 0
            await others.decide(100)
            begun, made = time.monotonic(), 0
            while made < 40:
                made += await others.decide(100)
            assert time.monotonic() - begun > 0.2


async def test_a_crowd_is_shown_the_same_by_all_workers() -> None:
    async with ground(workers=2) as here:
        ports = [worker.port for worker in here.workers]
        pair = Pair(WatchPolicy(delay=0, decisions=0))
        await pair.arrive([ports[0]] * 2)
        await pair.sit()
        with crowd(6, ports) as onlookers:
            assert await onlookers.ask() == Shown(0, same=True)
            await onlookers.ask(f"watch {pair.table}")
            asked = pair.asked
            assert asked is not None
            assert asked.prompt is not None
            asked.decide(asked.prompt.any_decision(Random(1)))
            async with asyncio.timeout(20):
                while (shown := await onlookers.ask()).updates == 0:
                    pass
            assert shown == Shown(1, same=True)
            await onlookers.ask("stop")
        pair.close()


async def test_every_command_on_the_way_is_counted_once(tmp_path: Path) -> None:
    with redis_server(tmp_path) as server:
        way = Way(server.port)
        connection = await dial(("127.0.0.1", await way.open()), Login(), 5.0, lambda _: None)
        assert await answers(connection, [("SET", "a", bytes(100_000)), ("GET", "b"), ("SET", "b", 1)])
        assert await connection.call("GET", "b") == b"1"
        connection.abort("enough")
        assert (way.commands["SET"], way.commands["GET"]) == (2, 2)
        await way.close()


@pytest.mark.parametrize("name", ["T6", "T7", "T8", "T9", "T10", "T11", "T12", "T14"])
def test_without_a_redis_there_is_a_reason_instead_of_a_figure(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PALTABLE_REDIS", raising=False)
    monkeypatch.setenv("PATH", "/nonexistent")
    _, _, measure = TARGETS[name]
    figures = measure(Windows(1, 0.001))
    assert "No redis-server" in str(figures.pop("reason"))
    assert list(figures.values()) == [None]
