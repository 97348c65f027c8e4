"""Rooms and stores to try things on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import time_ns
from typing import TypeVar

import msgspec

from server.protocol.messages import TableState
from server.store.base import RoomRow, Seat, Store, Stored, StoreFailed, Whereabouts
from server.store.fleet import Fleet
from server.store.local import LocalFleet
from server.store.redis import Link, RedisFleet, RedisStore, link_to
from server.store.sqlite import SqliteStore
from tests.redis import RedisServer
from tests.store.memory import MemoryBackend, MemoryFleet, MemoryStore, Wire

T = TypeVar("T")

ANN = Seat("ann", "Ann", "Own deck", {"ETD01-001": 50})
BEN = Seat("ben", "Ben", "Own deck", {"ETD01-002": 50})
BOT = Seat("", "Even bot", "Own deck", {"ETD01-003": 50}, bot="greedy")
PIN = "rules 1, saves 1, cards 00"
KEEP_DAYS = 30.0
KINDS = ("sqlite", "memory", "redis")
FLEETS = ("local", "memory", "redis")


def now() -> int:
    """Milliseconds of the Unix epoch."""
    return time_ns() // 1_000_000


def a_room(name: str = "room", code: str = "CODE", state: TableState = "playing", **seats: Seat) -> RoomRow:
    """A room as its maker describes it; a match is one that the lobby shows."""
    return RoomRow(
        id=name, log=f"log of {name}", code=code, state=state, seats=seats or {"A": ANN, "B": BEN},  # type: ignore[arg-type]
        pin="" if state == "waiting" else PIN, open=state == "playing",
    )  # fmt: skip


async def made(store: Store, row: RoomRow, worker: str = "w") -> RoomRow:
    """The room, made by a worker, with one record."""
    created = await store.create(row, worker, [b"first"], b"save 1")
    assert created is not None
    return created


async def acquired(store: Store, room: str, worker: str, record: bytes = b"owned", pin: str = PIN) -> Stored:
    """The room, taken over from whoever has it now."""
    where = await there(store, room)
    stored = await store.acquire(room, worker, where.epoch, record, pin)
    assert stored is not None
    return stored


async def there(store: Store, room: str) -> Whereabouts:
    """Where the room is."""
    where = await store.where(room)
    assert where is not None
    return where


async def bodies(store: Store, room: str) -> list[bytes]:
    """What the records of the log say."""
    return [record.body for record in await store.read(room)]


def changed(row: RoomRow, **values: object) -> RoomRow:
    """The row with other values."""
    return msgspec.structs.replace(row, **values)


@asynccontextmanager
async def a_store(kind: str, folder: Path, server: RedisServer) -> AsyncIterator[Store]:
    """An open, empty store of this kind."""
    store: Store
    if kind == "sqlite":
        store = SqliteStore(folder / "store.sqlite3", now)
    elif kind == "memory":
        store = MemoryStore(MemoryBackend(now, Wire()), "w")
    else:
        store = RedisStore(link_to(server.url), now, KEEP_DAYS)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def a_link(server: RedisServer, limit: float = 5.0) -> AsyncIterator[Link]:
    """An open link."""
    link = link_to(server.url, limit)
    await link.open()
    try:
        yield link
    finally:
        await link.close()


@asynccontextmanager
async def a_fleet(kind: str, server: RedisServer, hear: "Heard", worker: str = "w") -> AsyncIterator[Fleet]:
    """An open fleet of this kind, for one worker."""
    fleet: Fleet
    link: Link | None = None
    if kind == "local":
        fleet = LocalFleet(now)
    elif kind == "memory":
        fleet = MemoryFleet(MemoryBackend(now, Wire()))
    else:
        link = link_to(server.url)
        await link.open()
        fleet = RedisFleet(link)
    await fleet.open(worker, hear)
    try:
        yield fleet
    finally:
        await fleet.close()
        if link is not None:
            await link.close()


class Heard(list[bytes]):
    """An inbox that remembers everything."""

    def __call__(self, body: bytes) -> None:
        self.append(body)


async def retried(act: Callable[[], Awaitable[T]]) -> T:
    """What a room does while its store is away: the same again, until it is done."""
    async with asyncio.timeout(20):
        while True:
            try:
                return await act()
            except StoreFailed:
                await asyncio.sleep(0.01)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what another process brings about."""
    async with asyncio.timeout(20):
        while not is_so():  # noqa: ASYNC110 - nobody here could set an event
            await asyncio.sleep(0.005)
