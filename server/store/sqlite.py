"""The embedded store: one SQLite file, one process, straight in the loop, one transaction for each turn of the loop.

`WAL` with ``synchronous=NORMAL``: what was committed survives the death of the process at any instant; a power cut may
cost the last moments, unless ``synchronous`` is ``FULL``. The file is locked for this process alone, so nobody else can
move a head: epochs and positions of the rooms that this process owns are kept in memory.
"""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from engine.model.errors import OtherVersion
from engine.model.terms import SeatName
from server.store.base import Fenced, Record, RoomRow, Seat, Sitting, Store, Stored, StoreFailed, other_version

T = TypeVar("T")
Clock: TypeAlias = Callable[[], int]

VERSION = 2
"""Of the tables below. A file of an earlier version is brought up to this one, step by step, when it is opened."""

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE rooms (
    id TEXT PRIMARY KEY, log TEXT NOT NULL, code TEXT NOT NULL, state TEXT NOT NULL, seats BLOB NOT NULL,
    epoch INTEGER NOT NULL, created INTEGER NOT NULL, touched INTEGER NOT NULL, pin TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE UNIQUE INDEX rooms_by_code ON rooms (code) WHERE state <> 'ended';
CREATE INDEX rooms_by_age ON rooms (touched) WHERE state <> 'playing';
CREATE TABLE records (
    room TEXT NOT NULL, seq INTEGER NOT NULL, epoch INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (room, seq)
) WITHOUT ROWID;
CREATE TABLE saves (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE sitting (user TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (user, room)) WITHOUT ROWID;
CREATE INDEX sitting_by_room ON sitting (room);
CREATE TABLE tickets (id TEXT PRIMARY KEY, body BLOB NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX tickets_by_end ON tickets (expires);
"""

STEPS = {1: "ALTER TABLE rooms ADD COLUMN pin TEXT NOT NULL DEFAULT ''"}
"""What leads from a version to the next. Matches of before the second have no pin: their saves have an older format."""

_REFUSED: tuple[type[Exception], ...] = (Fenced, OtherVersion, StoreFailed)
"""What work raises before it writes anything, so that the rest of its transaction goes on."""

_seats_decoder = msgspec.msgpack.Decoder(dict[SeatName, Seat])


class _Work:
    """One thing to do in the next transaction, and who waits for it."""

    __slots__ = ("act", "done", "room")

    def __init__(self, room: str, act: Callable[[], Any], done: asyncio.Future[Any]) -> None:
        self.room = room
        self.act = act
        self.done = done


class SqliteStore(Store):
    """Keeps the promises of `Store` in one file; ``clock`` gives milliseconds of the Unix epoch."""

    def __init__(self, path: Path, clock: Clock, synchronous: str = "NORMAL") -> None:
        self.path = path
        self._clock = clock
        self._synchronous = synchronous
        self._batch: list[_Work] = []
        self._heads: dict[str, list[int]] = {}
        """By owned room: the epoch under which this process owns it, and its last position."""
        self._db: sqlite3.Connection | None = None
        self._epoch = 0
        self._failed = False
        """Whether the last transaction failed."""
        self.transactions = 0

    # --- opening and closing ---

    def open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, timeout=1.0, isolation_level=None)
            self._prepare(self._db)
        except (OSError, sqlite3.Error) as error:
            self._disconnect()
            if "locked" in str(error):
                raise StoreFailed(
                    f"{self.path} is in use by another Paltable; stop it, or set another state_dir"
                ) from error
            raise StoreFailed(f"{self.path} cannot be opened: {error}") from error

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute(f"PRAGMA synchronous={self._synchronous}")
        db.execute("BEGIN IMMEDIATE")
        found = int(db.execute("PRAGMA user_version").fetchone()[0])
        if not 0 <= found <= VERSION:
            raise sqlite3.DatabaseError(f"it was written by another version ({found}, this one writes {VERSION})")
        if found == 0:
            for statement in SCHEMA.split(";"):
                db.execute(statement)
            db.execute("INSERT INTO meta VALUES ('key', ?), ('epoch', 0)", (secrets.token_bytes(32),))
        for version in range(found or VERSION, VERSION):
            db.execute(STEPS[version])
        db.execute(f"PRAGMA user_version={VERSION}")
        last = int(db.execute("SELECT value FROM meta WHERE key='epoch'").fetchone()[0])
        self._epoch = max(last + 1, self._clock())
        db.execute("UPDATE meta SET value=? WHERE key='epoch'", (self._epoch,))
        db.execute("COMMIT")

    def close(self) -> None:
        if self._batch:
            self._flush()
        self._disconnect()

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def healthy(self) -> bool:
        try:
            self._one("SELECT 1")
            if self._failed:
                self._try_to_write()
        except StoreFailed:
            return False
        return True

    def _try_to_write(self) -> None:
        """After a failure: a full or read-only disk can still be read."""
        try:
            self._connection.execute("UPDATE meta SET value=value WHERE key='epoch'")
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error
        self._failed = False

    def signing_key(self) -> bytes:
        row = self._one("SELECT value FROM meta WHERE key='key'")
        assert row is not None, "the key is written together with the schema"
        return bytes(row[0])

    # --- reading and writing ---

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            raise StoreFailed("the store is closed")
        return self._db

    def _one(self, statement: str, *values: object) -> Any:
        try:
            return self._connection.execute(statement, values).fetchone()
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error

    def _write(self, room: str, act: Callable[[], T]) -> asyncio.Future[T]:
        """Do it in this turn's transaction; the future is done when that is committed."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._batch:
            loop.call_soon(self._flush)
        self._batch.append(_Work(room, act, done))
        return done

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        if not batch:
            return
        try:
            outcomes = self._commit(batch)
        except Exception as error:  # noqa: BLE001 - whoever waits gets an answer, whatever it was
            self._failed = True
            for work in batch:
                self._heads.pop(work.room, None)
                if not work.done.done():
                    work.done.set_exception(StoreFailed(str(error)))
            return
        self._failed = False
        for work, outcome in zip(batch, outcomes, strict=True):
            if work.done.done():
                continue
            if isinstance(outcome, _REFUSED):
                work.done.set_exception(outcome)
            else:
                work.done.set_result(outcome)

    def _commit(self, batch: list[_Work]) -> list[object]:
        db = self._connection
        outcomes: list[object] = []
        db.execute("BEGIN IMMEDIATE")
        try:
            for work in batch:
                try:
                    outcomes.append(work.act())
                except _REFUSED as refused:
                    outcomes.append(refused)
            db.execute("COMMIT")
        except Exception:  # whatever it is: a transaction that stays open would fail everyone after it
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        self.transactions += 1
        return outcomes

    # --- rooms ---

    async def create(self, row: RoomRow, records: Sequence[bytes], save: bytes) -> RoomRow | None:
        return await self._write(row.id, lambda: self._create(row, records, save))

    def _create(self, row: RoomRow, records: Sequence[bytes], save: bytes) -> RoomRow | None:
        db = self._connection
        if db.execute("SELECT 1 FROM rooms WHERE code=? AND state<>'ended'", (row.code,)).fetchone():
            return None
        created = msgspec.structs.replace(row, epoch=self._epoch, seq=len(records), created=self._clock())
        self._put_row(created)
        self._heads[row.id] = [self._epoch, 0]
        self._put_records(row.id, records, save)
        return created

    async def acquire(self, room: str, record: bytes, pin: str) -> Stored | None:
        return await self._write(room, lambda: self._acquire(room, record, pin))

    def _acquire(self, room: str, record: bytes, pin: str) -> Stored | None:
        db = self._connection
        row = self._row(room)
        if row is None:
            return None
        if other := other_version(row, pin):
            raise other
        epoch = row.epoch
        if row.state != "ended":
            epoch = max(epoch + 1, self._epoch)
            db.execute("UPDATE rooms SET epoch=? WHERE id=?", (epoch, room))
        self._heads[room] = [epoch, row.seq]
        if row.state != "ended":
            self._put_records(room, [record], b"")
        save = db.execute("SELECT seq, body FROM saves WHERE room=?", (room,)).fetchone() or (0, b"")
        owned = msgspec.structs.replace(row, epoch=epoch, seq=self._heads[room][1])
        return Stored(owned, bytes(save[1]), self._records(room, int(save[0])))

    def _row(self, room: str) -> RoomRow | None:
        db = self._connection
        found = db.execute(
            "SELECT log, code, state, seats, epoch, created, touched, pin FROM rooms WHERE id=?", (room,)
        ).fetchone()
        if found is None:
            return None
        log, code, state, packed, epoch, created, touched, pin = found
        try:
            seats = _seats_decoder.decode(packed)
        except msgspec.DecodeError as error:
            raise StoreFailed(f"the row of room {room} cannot be read: {error}") from error
        seq = int(db.execute("SELECT coalesce(max(seq), 0) FROM records WHERE room=?", (room,)).fetchone()[0])
        return RoomRow(
            id=room, log=log, code=code, state=state, seats=seats, epoch=epoch, seq=seq, created=created,
            touched=touched, pin=pin,
        )  # fmt: skip

    async def append(
        self, room: str, epoch: int, seq: int, records: Sequence[bytes], save: bytes, row: RoomRow | None = None
    ) -> int:
        return await self._write(room, lambda: self._append(room, epoch, seq, records, save, row))

    def _append(
        self, room: str, epoch: int, seq: int, records: Sequence[bytes], save: bytes, row: RoomRow | None
    ) -> int:
        if self._heads.get(room) != [epoch, seq]:
            raise Fenced(room)
        if row is not None:
            self._put_row(msgspec.structs.replace(row, epoch=epoch))
        return self._put_records(room, records, save)

    def _put_row(self, row: RoomRow) -> None:
        db = self._connection
        db.execute(
            "INSERT OR REPLACE INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                row.id,
                row.log,
                row.code,
                row.state,
                msgspec.msgpack.encode(row.seats),
                row.epoch,
                row.created,
                self._clock(),
                row.pin,
            ),
        )
        db.execute("DELETE FROM sitting WHERE room=?", (row.id,))
        for seat in row.seats.values():
            if seat.user and not seat.left:
                db.execute("INSERT OR REPLACE INTO sitting VALUES (?, ?)", (seat.user, row.id))

    def _put_records(self, room: str, records: Sequence[bytes], save: bytes) -> int:
        db = self._connection
        head = self._heads[room]
        for body in records:
            head[1] += 1
            db.execute("INSERT INTO records VALUES (?, ?, ?, ?)", (room, head[1], head[0], body))
        if save:
            db.execute("INSERT OR REPLACE INTO saves VALUES (?, ?, ?)", (room, head[1], save))
        return head[1]

    async def read(self, room: str) -> tuple[Record, ...]:
        try:
            return self._records(room, 0)
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error

    def _records(self, room: str, after: int) -> tuple[Record, ...]:
        rows = self._connection.execute(
            "SELECT seq, epoch, body FROM records WHERE room=? AND seq>? ORDER BY seq", (room, after)
        )
        return tuple(Record(int(seq), int(epoch), bytes(body)) for seq, epoch, body in rows)

    async def forget(self, room: str, epoch: int) -> None:
        await self._write(room, lambda: self._forget(room, epoch))

    def _forget(self, room: str, epoch: int) -> None:
        if self._heads.get(room, [0])[0] != epoch:
            raise Fenced(room)
        del self._heads[room]
        self._remove(room)

    def _remove(self, room: str) -> None:
        db = self._connection
        db.execute("DELETE FROM rooms WHERE id=?", (room,))
        db.execute("DELETE FROM records WHERE room=?", (room,))
        db.execute("DELETE FROM saves WHERE room=?", (room,))
        db.execute("DELETE FROM sitting WHERE room=?", (room,))

    async def find(self, code: str) -> str | None:
        row = self._one("SELECT id FROM rooms WHERE code=? AND state<>'ended'", code)
        return None if row is None else str(row[0])

    async def rooms_of(self, user: str) -> tuple[Sitting, ...]:
        try:
            rows = self._connection.execute(
                "SELECT r.id, r.state, r.pin FROM sitting s JOIN rooms r ON r.id=s.room WHERE s.user=?"
                " ORDER BY r.state='waiting', r.created DESC",
                (user,),
            ).fetchall()
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error
        return tuple(Sitting(*row) for row in rows)

    async def forget_old(self, before: int, most: int) -> int:
        return await self._write("", lambda: self._forget_old(before, most))

    def _forget_old(self, before: int, most: int) -> int:
        rooms = self._connection.execute(
            "SELECT id FROM rooms WHERE state<>'playing' AND touched<? LIMIT ?", (before, most)
        ).fetchall()
        for (room,) in rooms:
            self._heads.pop(room, None)
            self._remove(room)
        return len(rooms)

    # --- tickets ---

    async def put_ticket(self, ticket: str, body: bytes, expires: int) -> None:
        await self._write("", lambda: self._put_ticket(ticket, body, expires))

    def _put_ticket(self, ticket: str, body: bytes, expires: int) -> None:
        db = self._connection
        db.execute("DELETE FROM tickets WHERE expires<=?", (self._clock(),))
        db.execute("INSERT INTO tickets VALUES (?, ?, ?)", (ticket, body, expires))

    async def take_ticket(self, ticket: str, now: int) -> bytes | None:
        return await self._write("", lambda: self._take_ticket(ticket, now))

    def _take_ticket(self, ticket: str, now: int) -> bytes | None:
        row = self._connection.execute(
            "DELETE FROM tickets WHERE id=? AND expires>? RETURNING body", (ticket, now)
        ).fetchone()
        return None if row is None else bytes(row[0])
