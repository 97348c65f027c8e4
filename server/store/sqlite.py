"""The embedded store: one SQLite file, one process, straight in the loop, one transaction for each turn of the loop."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.model.terms import SeatName
from server.store.base import (
    Appended,
    Notice,
    Record,
    RoomRow,
    Seat,
    Sitting,
    Store,
    Stored,
    StoreFailed,
    Tail,
    Unreadable,
    Whereabouts,
    decode_policy,
    encode_policy,
    is_shown,
    other_version,
)
from server.store.fence import check_creator, check_healer, check_owner, check_seen, check_writable, in_common
from server.store.file import File

Clock: TypeAlias = Callable[[], int]
"""Milliseconds of the Unix epoch."""
Post: TypeAlias = Callable[[str, bytes], None]
"""Sends to a worker's inbox without waiting (`server.store.fleet.Fleet.post`)."""

_COLUMNS: Final = "id, log, code, state, seats, epoch, seq, created, touched, pin, owner, open, fault, time, watch"

_seats_decoder = msgspec.msgpack.Decoder(dict[SeatName, Seat])


def nobody(worker: str, body: bytes) -> None:
    """Takes the notices of a process that relays nothing."""


class SqliteStore(Store):
    """Keeps the promises of `Store` in one file. ``post`` takes the notices, as soon as what they tell is committed."""

    def __init__(self, path: Path, clock: Clock, synchronous: str = "NORMAL", post: Post = nobody) -> None:
        self.file = File(path, synchronous)
        self._clock = clock
        self._post = post

    async def open(self) -> None:
        self.file.open()

    async def close(self) -> None:
        self.file.close()

    async def healthy(self) -> bool:
        try:
            self.file.check()
        except StoreFailed:
            return False
        return True

    async def signing_key(self) -> bytes:
        ((key,),) = self.file.rows("SELECT value FROM meta WHERE key='key'")
        return bytes(key)

    # --- a room, read ---

    async def where(self, room: str) -> Whereabouts | None:
        return self.file.read(lambda db: _where(db, room))

    async def row(self, room: str) -> RoomRow | None:
        return self.file.read(lambda db: _row(db, room))

    async def read(self, room: str) -> tuple[Record, ...]:
        return self.file.read(lambda db: _records(db, room))

    async def read_from(self, room: str, epoch: int, seq: int) -> Tail | None:
        return self.file.read(lambda db: _tail(db, room, epoch, seq, self._clock()))

    # --- a room, written ---

    async def create(self, row: RoomRow, worker: str, records: Sequence[bytes], save: bytes) -> RoomRow | None:
        return await self.file.write(lambda db: self._create(db, row, worker, records, save))

    def _create(
        self, db: sqlite3.Connection, row: RoomRow, worker: str, records: Sequence[bytes], save: bytes
    ) -> RoomRow | None:
        there = _row(db, row.id)
        if there is not None:
            return check_creator(there, row, worker)
        if _is_taken(db, row):
            return None
        now = self._clock()
        made = replace(row, owner=worker, epoch=max(1, now), seq=len(records), created=now, touched=now)
        _put_row(db, made)
        _put_records(db, row.id, made.epoch, 0, records, now)
        _put_save(db, row.id, made.seq, save)
        return made

    async def acquire(self, room: str, worker: str, epoch: int, record: bytes, pin: str) -> Stored | None:
        return await self.file.write(lambda db: self._acquire(db, room, worker, epoch, record, pin))

    def _acquire(
        self, db: sqlite3.Connection, room: str, worker: str, epoch: int, record: bytes, pin: str
    ) -> Stored | None:
        row = _row(db, room)
        if row is None:
            return None
        check_seen(row, epoch)
        if other := other_version(row, pin):
            raise other
        self._begin_epoch(db, room, row, worker, record)
        return _stored(db, room)

    def _begin_epoch(
        self, db: sqlite3.Connection, room: str, found: RoomRow | Whereabouts, owner: str, record: bytes
    ) -> int:
        """Give the room to this owner under a new epoch; the new position."""
        now = self._clock()
        epoch = max(found.epoch + 1, now)
        seq = _put_records(db, room, epoch, found.seq, [] if found.state == "ended" else [record], now)
        db.execute("UPDATE rooms SET owner=?, epoch=?, seq=?, touched=? WHERE id=?", (owner, epoch, seq, now, room))
        return seq

    async def append(
        self,
        room: str,
        worker: str,
        epoch: int,
        seq: int,
        records: Sequence[bytes],
        save: bytes,
        row: RoomRow | None = None,
        notices: Sequence[Notice] = (),
    ) -> Appended:
        landed: Appended | None = None

        def act(db: sqlite3.Connection) -> Appended:
            nonlocal landed
            found = check_owner(_where(db, room), room, worker, epoch)
            landed = None if found.seq == seq else _landed(db, room, found.seq, seq, records)
            return landed or self._append(db, room, found, seq, records, save, row)

        def then() -> None:
            for notice in () if landed else notices:
                self._post(*notice)

        return await self.file.write(act, then)

    def _append(
        self,
        db: sqlite3.Connection,
        room: str,
        found: Whereabouts,
        seq: int,
        records: Sequence[bytes],
        save: bytes,
        row: RoomRow | None,
    ) -> Appended:
        check_writable(found, room, seq, records)
        now = self._clock()
        new = _put_records(db, room, found.epoch, seq, records, now)
        _put_save(db, room, new, save)
        db.execute("UPDATE rooms SET seq=?, touched=? WHERE id=?", (new, now, room))
        if row is not None:
            _change_row(db, row)
        return Appended(new, now)

    async def hand_over(
        self, room: str, worker: str, epoch: int, seq: int, record: bytes, save: bytes, target: str, notice: bytes
    ) -> None:
        def act(db: sqlite3.Connection) -> None:
            found = check_owner(_where(db, room), room, worker, epoch)
            check_writable(found, room, seq)
            _put_save(db, room, self._begin_epoch(db, room, found, target, record), save)

        await self.file.write(act, (lambda: self._post(target, notice)) if target else None)

    async def heal(self, row: RoomRow, worker: str, records: Sequence[Record], save: bytes, saved: int) -> None:
        await self.file.write(lambda db: self._heal(db, row, worker, records, save, saved))

    def _heal(
        self, db: sqlite3.Connection, row: RoomRow, worker: str, records: Sequence[Record], save: bytes, saved: int
    ) -> None:
        if not check_healer(_where(db, row.id), row, worker):
            return
        kept = in_common(_records(db, row.id), records)
        db.execute("DELETE FROM records WHERE room=? AND seq>?", (row.id, kept))
        for record in records[kept:]:
            _put_records(db, row.id, record.epoch, record.seq - 1, [record.body], record.at)
        code = "" if row.state != "ended" and _is_taken(db, row) else row.code
        _put_row(db, replace(row, owner=worker, code=code, touched=self._clock()))
        db.execute("DELETE FROM saves WHERE room=?", (row.id,))
        _put_save(db, row.id, saved, save)

    async def forget(self, room: str, worker: str, epoch: int) -> None:
        def act(db: sqlite3.Connection) -> None:
            if found := _where(db, room):
                check_seen(found, epoch)
                check_owner(found, room, worker, epoch)
                _remove(db, room)

        await self.file.write(act)

    # --- many rooms ---

    async def owned_by(self, worker: str) -> tuple[str, ...]:
        return self._ids("SELECT id FROM rooms WHERE owner=? AND owner<>'' ORDER BY id", worker)

    async def find(self, code: str) -> str | None:
        found = self._ids("SELECT id FROM rooms WHERE code=? AND code<>'' AND state<>'ended'", code)
        return found[0] if found else None

    async def faulted(self) -> tuple[str, ...]:
        return self._ids("SELECT id FROM rooms WHERE fault ORDER BY id")

    def _ids(self, statement: str, *values: object) -> tuple[str, ...]:
        return tuple(str(room) for (room,) in self.file.rows(statement, *values))

    async def rooms_of(self, user: str) -> tuple[Sitting, ...]:
        rows = self.file.rows(
            "SELECT r.id, r.state, r.pin FROM sitting s JOIN rooms r ON r.id=s.room WHERE s.user=?"
            " ORDER BY r.state='waiting', r.created DESC, r.id",
            user,
        )
        return tuple(Sitting(*row) for row in rows)

    async def open_tables(self, owners: Collection[str], most: int) -> tuple[RoomRow, ...]:
        return self._listed("state='waiting' AND open", owners, "created, id", most)

    async def live_tables(self, owners: Collection[str], most: int) -> tuple[RoomRow, ...]:
        return self._listed("state='playing'", owners, "created DESC, id", most, is_shown)

    def _listed(
        self,
        which: str,
        owners: Collection[str],
        order: str,
        most: int,
        fits: Callable[[RoomRow], bool] = lambda _: True,
    ) -> tuple[RoomRow, ...]:
        statement = f"SELECT {_COLUMNS} FROM rooms WHERE {which} AND owner IN ({','.join('?' * len(owners))})"

        def readable(db: sqlite3.Connection) -> Iterator[RoomRow]:
            for found in db.execute(f"{statement} ORDER BY {order}", tuple(owners)):
                with suppress(Unreadable):
                    yield _to_row(found)

        return self.file.read(lambda db: tuple(islice(filter(fits, readable(db)), most)))

    async def forget_old(self, before: int, most: int) -> int:
        def act(db: sqlite3.Connection) -> int:
            rooms = db.execute(
                "SELECT id FROM rooms WHERE state<>'playing' AND NOT fault AND touched<? LIMIT ?", (before, most)
            ).fetchall()
            for (room,) in rooms:
                _remove(db, room)
            return len(rooms)

        return await self.file.write(act)

    # --- tickets ---

    async def put_ticket(self, ticket: str, body: bytes, expires: int) -> None:
        def act(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM tickets WHERE expires<=?", (self._clock(),))
            db.execute("INSERT OR REPLACE INTO tickets VALUES (?, ?, ?)", (ticket, body, expires))

        await self.file.write(act)

    async def take_ticket(self, ticket: str, now: int) -> bytes | None:
        def act(db: sqlite3.Connection) -> bytes | None:
            found = db.execute("DELETE FROM tickets WHERE id=? RETURNING body, expires", (ticket,)).fetchone()
            return bytes(found[0]) if found and found[1] > now else None

        return await self.file.write(act)


# --- what stands in the tables ----------------------------------------------------------------------------------------


def _where(db: sqlite3.Connection, room: str) -> Whereabouts | None:
    found = db.execute("SELECT owner, epoch, seq, log, state, pin FROM rooms WHERE id=?", (room,)).fetchone()
    return None if found is None else Whereabouts(*found)


def _row(db: sqlite3.Connection, room: str) -> RoomRow | None:
    found = db.execute(f"SELECT {_COLUMNS} FROM rooms WHERE id=?", (room,)).fetchone()
    return None if found is None else _to_row(found)


def _to_row(found: Sequence[Any]) -> RoomRow:
    room, log, code, state, packed, epoch, seq, created, touched, pin, owner, is_open, fault, time, watch = found
    try:
        seats, policy = _seats_decoder.decode(packed), decode_policy(watch)
    except msgspec.DecodeError as error:
        raise Unreadable(f"the row of room {room} cannot be read: {error}") from error
    return RoomRow(
        room, log, code, state, seats, epoch, seq, created, touched, pin, owner, open=bool(is_open), fault=bool(fault),
        time=time, watch=policy,
    )  # fmt: skip


def _stored(db: sqlite3.Connection, room: str) -> Stored | None:
    row = _row(db, room)
    if row is None:
        return None
    saved, save = db.execute("SELECT seq, body FROM saves WHERE room=?", (room,)).fetchone() or (0, b"")
    return Stored(row, bytes(save), int(saved), _records(db, room))


def _records(db: sqlite3.Connection, room: str, behind: tuple[int, int] = (0, 0), after: int = 0) -> tuple[Record, ...]:
    """The records behind this epoch and position, and after this position."""
    rows = db.execute(
        "SELECT seq, epoch, body, at FROM records WHERE room=? AND (epoch, seq)>(?, ?) AND seq>? ORDER BY seq",
        (room, *behind, after),
    )
    return tuple(Record(int(seq), int(epoch), bytes(body), int(at)) for seq, epoch, body, at in rows)


def _tail(db: sqlite3.Connection, room: str, epoch: int, seq: int, now: int) -> Tail | None:
    where = _where(db, room)
    return None if where is None else Tail(where, _records(db, room, (epoch, seq)), now)


def _landed(db: sqlite3.Connection, room: str, head: int, seq: int, records: Sequence[bytes]) -> Appended | None:
    """The append of just these records that stand after this position already: an earlier try was kept after all."""
    if not records or head != seq + len(records):
        return None
    there = _records(db, room, after=seq)
    return Appended(head, there[-1].at) if [each.body for each in there] == list(records) else None


def _is_taken(db: sqlite3.Connection, row: RoomRow) -> bool:
    found = db.execute(
        "SELECT 1 FROM rooms WHERE code=? AND code<>'' AND state<>'ended' AND id<>?", (row.code, row.id)
    ).fetchone()
    return found is not None


def _put_row(db: sqlite3.Connection, row: RoomRow) -> None:
    db.execute(
        f"INSERT OR REPLACE INTO rooms ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.id, row.log, row.code, row.state, msgspec.msgpack.encode(row.seats), row.epoch, row.seq, row.created,
            row.touched, row.pin, row.owner, row.open, row.fault, row.time, encode_policy(row.watch),
        ),
    )  # fmt: skip
    _put_sitting(db, row)


def _change_row(db: sqlite3.Connection, row: RoomRow) -> None:
    db.execute(
        "UPDATE rooms SET state=?, seats=?, pin=?, open=?, fault=? WHERE id=?",
        (row.state, msgspec.msgpack.encode(row.seats), row.pin, row.open, row.fault, row.id),
    )
    _put_sitting(db, row)


def _put_sitting(db: sqlite3.Connection, row: RoomRow) -> None:
    db.execute("DELETE FROM sitting WHERE room=?", (row.id,))
    for seat in row.seats.values():
        if seat.user and not seat.left:
            db.execute("INSERT OR REPLACE INTO sitting VALUES (?, ?)", (seat.user, row.id))


def _put_records(db: sqlite3.Connection, room: str, epoch: int, seq: int, bodies: Iterable[bytes], at: int) -> int:
    """Add these after the position; the new position."""
    for body in bodies:
        seq += 1
        db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?)", (room, seq, epoch, body, at))
    return seq


def _put_save(db: sqlite3.Connection, room: str, seq: int, save: bytes) -> None:
    if save:
        db.execute("INSERT OR REPLACE INTO saves VALUES (?, ?, ?)", (room, seq, save))


def _remove(db: sqlite3.Connection, room: str) -> None:
    db.execute("DELETE FROM rooms WHERE id=?", (room,))
    db.execute("DELETE FROM records WHERE room=?", (room,))
    db.execute("DELETE FROM saves WHERE room=?", (room,))
    db.execute("DELETE FROM sitting WHERE room=?", (room,))
