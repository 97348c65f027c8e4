"""What is compared when stores are held against each other: the same workers doing the same things to each of them.

A subject translates: epochs differ from store to store, so each is told by when it was first seen. It also remembers,
as owners do, what every worker knows of the rooms that it owned, and it can let the store fall back to how it was.
"""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine import OtherVersion
from server.store.base import Behind, Fenced, Record, RoomRow, Store
from server.store.redis import RedisStore, link_to
from server.store.sqlite import SqliteStore
from tests.redis import RedisServer
from tests.store.makers import KEEP_DAYS, now
from tests.store.memory import MemoryBackend, MemoryStore, Wire

WORKERS = ("u", "v", "w")
REFUSALS = (Fenced, Behind, OtherVersion)


class Append(NamedTuple):
    """An append as it was sent."""

    seq: int
    records: tuple[bytes, ...]
    save: bytes
    row: RoomRow | None


class Mind(NamedTuple):
    """What an owner knows of a room."""

    row: RoomRow
    records: tuple[Record, ...]
    save: bytes
    saved: int
    last: Append | None = None


class Subject(ABC):
    """A store in the hands of several workers."""

    def __init__(self) -> None:
        self.stores: dict[str, Store] = {}
        self._epochs: dict[str, list[int]] = {}
        self._minds: dict[tuple[str, str], Mind] = {}

    @abstractmethod
    def keep(self) -> object:
        """How the store is now."""

    @abstractmethod
    def fall_back(self, kept: Any) -> None:
        """Be again as it was; None is a store that has never been used."""

    # --- telling results so that they can be compared ---

    def _epoch(self, room: str, epoch: int, *, new: bool = False) -> int:
        seen = self._epochs.setdefault(room, [])
        if new:
            assert epoch not in seen, f"epoch {epoch} of {room} was used before: {seen}"
        if epoch not in seen:
            assert epoch > max(seen, default=0), f"epoch {epoch} of {room} is lower than another: {seen}"
            seen.append(epoch)
        return seen.index(epoch)

    def _row(self, row: RoomRow | None) -> object:
        return row and replace(row, epoch=self._epoch(row.id, row.epoch), created=0, touched=0)

    def _records(self, room: str, records: Sequence[Record]) -> list[object]:
        times = [1, *(record.at for record in records), now()]
        assert times == sorted(times), f"the records of {room} were written at {times}"
        return [(record.seq, self._epoch(room, record.epoch), record.body) for record in records]

    @property
    def latest(self) -> int:
        """The highest epoch that was ever seen."""
        return max((max(seen) for seen in self._epochs.values() if seen), default=0)

    # --- what workers do; each result is the same for every store ---

    async def create(self, worker: str, row: RoomRow, records: tuple[bytes, ...], save: bytes) -> object:
        known = await self.stores[worker].row(row.id)
        made = await self.stores[worker].create(row, worker, records, save)
        if made is None:
            return None
        told = self._row(made)
        if known is None:
            assert made.created == made.touched <= made.epoch
            log = tuple(Record(seq, made.epoch, body, made.created) for seq, body in enumerate(records, 1))
            self._minds[row.id, worker] = Mind(made, log, save, len(records) if save else 0)
        return told

    async def acquire(self, worker: str, room: str, pin: str, *, stale: bool) -> object:
        where = await self.stores[worker].where(room)
        epoch = (where.epoch if where else 1) - stale
        stored = await self.stores[worker].acquire(room, worker, epoch, b"owned by " + worker.encode(), pin)
        if stored is None:
            return None
        new = self._epoch(room, stored.row.epoch, new=True)
        self._minds[room, worker] = Mind(stored.row, stored.records, stored.save, stored.saved)
        records = self._records(room, stored.records)
        return new, self._row(stored.row), stored.save, stored.saved, records, len(stored.tail)

    async def append(
        self, worker: str, room: str, shift: int, records: tuple[bytes, ...], save: bytes, row: RoomRow | None
    ) -> object:
        mind = await self._mind(worker, room)
        if mind is None:
            return None
        changed = None if row is None else replace(row, created=mind.row.created)
        return await self._append(worker, mind, Append(mind.row.seq + shift, records, save, changed))

    async def _append(self, worker: str, mind: Mind, sent: Append) -> int:
        room, epoch = mind.row.id, mind.row.epoch
        seq, at = await self.stores[worker].append(room, worker, epoch, sent.seq, sent.records, sent.save, sent.row)
        added = tuple(Record(sent.seq + number, epoch, body, at) for number, body in enumerate(sent.records, 1))
        row = replace(sent.row or mind.row, id=room, log=mind.row.log, code=mind.row.code, epoch=epoch, seq=seq)
        self._minds[room, worker] = mind._replace(
            row=row,
            records=mind.records[: sent.seq] + added,
            save=sent.save or mind.save,
            saved=seq if sent.save else mind.saved,
            last=sent,
        )
        return seq

    async def append_again(self, worker: str, room: str) -> object:
        mind = self._minds.get((room, worker))
        return None if mind is None or mind.last is None else await self._append(worker, mind, mind.last)

    async def _mind(self, worker: str, room: str) -> Mind | None:
        """What the worker knows of the room; if it never owned it, what is written there."""
        if mind := self._minds.get((room, worker)):
            return mind
        row = await self.stores[worker].row(room)
        return None if row is None else Mind(row, (), b"", 0)

    async def hand_over(self, worker: str, room: str, target: str, save: bytes, shift: int) -> object:
        mind = await self._mind(worker, room)
        if mind is None:
            return None
        row = mind.row
        await self.stores[worker].hand_over(
            room, worker, row.epoch, row.seq + shift, b"handed over", save, target, b"take"
        )
        after = await self.stores[worker].where(room)
        assert after is not None
        return self._epoch(room, after.epoch, new=True), after.owner, after.seq

    async def heal(self, worker: str, room: str) -> None:
        mind = self._minds.get((room, worker))
        if mind is not None:
            await self.stores[worker].heal(mind.row, worker, mind.records, mind.save, mind.saved)

    async def forget(self, worker: str, room: str) -> None:
        mind = await self._mind(worker, room)
        if mind is not None:
            await self.stores[worker].forget(room, worker, mind.row.epoch)

    async def room(self, worker: str, room: str) -> object:
        """All that there is to know of a room."""
        store = self.stores[worker]
        where, row, records = await store.where(room), await store.row(room), await store.read(room)
        if where is None or row is None:
            return where, row, records
        assert (where.owner, where.epoch, where.seq) == (row.owner, row.epoch, row.seq)
        assert (where.log, where.state, where.pin) == (row.log, row.state, row.pin)
        assert row.created <= row.touched <= now()
        return self._row(row), self._records(room, records)

    async def lists(self, worker: str, codes: Sequence[str], guests: Sequence[str], most: int) -> object:
        """All that leads to rooms."""
        store = self.stores[worker]
        return {
            "codes": [await store.find(code) for code in codes],
            "sittings": [await store.rooms_of(guest) for guest in guests],
            "open": [self._row(row) for row in await store.open_tables(WORKERS[:2], most)],
            "live": [self._row(row) for row in await store.live_tables(WORKERS[:2], most)],
            "faulted": await store.faulted(),
            "owned": [await store.owned_by(each) for each in WORKERS],
        }


async def outcome(work: Any) -> object:
    """What came of it: a result, or the kind of a refusal."""
    try:
        return await work
    except REFUSALS as refusal:
        return type(refusal).__name__


class SqliteSubject(Subject):
    """All workers are one process."""

    TABLES = ("rooms", "records", "saves", "sitting", "tickets")

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._store = SqliteStore(file, now)
        self.stores = dict.fromkeys(WORKERS, self._store)

    def keep(self) -> object:
        return {table: self._store.file.rows(f"SELECT * FROM {table}") for table in self.TABLES}

    def fall_back(self, kept: Any) -> None:
        db = self._store.file.db
        for table in self.TABLES:
            db.execute(f"DELETE FROM {table}")
            for row in kept[table] if kept else ():
                db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


class MemorySubject(Subject):
    """All workers share a backend."""

    def __init__(self) -> None:
        super().__init__()
        self._backend = MemoryBackend(now, Wire())
        self.stores = {worker: MemoryStore(self._backend, worker) for worker in WORKERS}

    def keep(self) -> object:
        return dict(self._backend.rooms)

    def fall_back(self, kept: Any) -> None:
        rooms = self._backend.rooms
        dict.clear(rooms)
        dict.update(rooms, kept or {})


class RedisSubject(Subject):
    """Every worker has a connection of its own to one Redis."""

    def __init__(self, server: RedisServer) -> None:
        super().__init__()
        self._client = server.client
        self._client.flushall()
        self.stores = {worker: RedisStore(link_to(server.url), now, KEEP_DAYS) for worker in WORKERS}

    def keep(self) -> object:
        return {key: self._client.dump(key) for key in self._client.scan_iter()}

    def fall_back(self, kept: Any) -> None:
        self._client.flushall()
        for key, value in (kept or {}).items():
            self._client.restore(key, 0, value)

    def close(self) -> None:
        self._client.close()


@contextlib.asynccontextmanager
async def opened(subjects: Sequence[Subject]) -> AsyncIterator[None]:
    """Open every store, and close it at the end."""
    stores = list(dict.fromkeys(store for subject in subjects for store in subject.stores.values()))
    for store in stores:
        await store.open()
    try:
        yield
    finally:
        for store in stores:
            await store.close()
        for subject in subjects:
            if isinstance(subject, RedisSubject):
                subject.close()
