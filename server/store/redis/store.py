"""The store that many workers share: each verb is one script on the keys of its room, done whole or not at all."""

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine.model.errors import OtherVersion
from server.store.base import (
    Appended,
    Behind,
    Fenced,
    Notice,
    Record,
    RoomRow,
    Sitting,
    Store,
    Stored,
    StoreFailed,
    Tail,
    Unreadable,
    Whereabouts,
    encode_policy,
    is_shown,
)
from server.store.fence import check_creator
from server.store.redis import keys, scripts
from server.store.redis.connection import Word
from server.store.redis.indexes import DAY_MS, Indexes
from server.store.redis.link import Link, call_room
from server.store.redis.messages import sealed
from server.store.redis.rows import FIELDS, WHERE, pack_seats, to_records, to_row, to_save, to_where

KEY_BYTES: Final = 32


class RedisStore(Store):
    """Keeps the promises of `Store` over a link, which it opens and closes.

    ``clock`` gives milliseconds of the Unix epoch; it only orders lists. Finished rooms, and tables at which no match
    has begun, go when nobody has touched them for ``keep_days``.
    """

    def __init__(self, link: Link, clock: Callable[[], int], keep_days: float) -> None:
        self._link = link
        self._clock = clock
        self._keep_ms = int(keep_days * DAY_MS)
        self._indexes = Indexes(link, clock, self._keep_ms)
        self._key = b""

    async def open(self) -> None:
        await self._link.open()

    async def close(self) -> None:
        await self._link.close()

    async def healthy(self) -> bool:
        try:
            await self._write_key()
        except StoreFailed:
            return False
        return self._link.is_up

    async def signing_key(self) -> bytes:
        await self._write_key()
        return self._key

    async def _write_key(self) -> None:
        """Keep the key, unless one is there; whoever knows it gives it back to a Redis that has forgotten it."""
        offered = self._key or secrets.token_bytes(KEY_BYTES)
        await self._link.call(keys.SIGNING_KEY, "SET", keys.SIGNING_KEY, offered, "NX")
        if not self._key:
            self._key = await self._link.call(keys.SIGNING_KEY, "GET", keys.SIGNING_KEY)
            self._link.repeated[keys.SIGNING_KEY] = ("SET", keys.SIGNING_KEY, self._key, "NX")

    async def _run(self, room: str, script: scripts.Script, *arguments: Word) -> list[Any]:
        """The reply of a script to these arguments. Raises what it refused with."""
        names = keys.room(room)
        reply: list[Any] = await call_room(self._link, room, names[0], *script(names, *arguments))
        if reply[0] == b"FENCED":
            owner, epoch = reply[1].decode(), int(reply[2])
            raise Fenced(f"room {room} belongs to {owner or 'nobody'} in epoch {epoch}")
        if reply[0] == b"AHEAD":
            raise Fenced(f"the log of room {room} ends at {int(reply[1])}, not {int(reply[2])}")
        if reply[0] == b"OVER":
            raise Fenced(f"room {room} is over")
        if reply[0] == b"BEHIND":
            raise Behind(f"Redis has forgotten what was written last to room {room}")
        return reply

    # --- a room, read ---

    async def where(self, room: str) -> Whereabouts | None:
        name, _ = keys.room(room)
        return to_where(room, await call_room(self._link, room, name, "HMGET", name, *WHERE))

    async def row(self, room: str) -> RoomRow | None:
        name, _ = keys.room(room)
        return to_row(room, await call_room(self._link, room, name, "HMGET", name, *FIELDS))

    async def read(self, room: str) -> tuple[Record, ...]:
        _, log = keys.room(room)
        return to_records(await call_room(self._link, room, log, "XRANGE", log, "-", "+"))

    async def read_from(self, room: str, epoch: int, seq: int) -> Tail | None:
        where, log, now = await self._run(room, scripts.TAIL, epoch, seq)
        found = to_where(room, where)
        return None if found is None else Tail(found, to_records(log), int(now))

    # --- a room, written ---

    async def create(self, row: RoomRow, worker: str, records: Sequence[bytes], save: bytes) -> RoomRow | None:
        made = await self.row(row.id)
        if made is not None:
            check_creator(made, row, worker)
        elif not await self._take_code(row):
            return None
        else:
            made = await self._create(row, worker, records, save)
        await self._indexes.confirm(made)
        return made

    async def _create(self, row: RoomRow, worker: str, records: Sequence[bytes], save: bytes) -> RoomRow:
        await self._indexes.give(row.id, worker)
        await self._indexes.before(replace(row, created=self._clock()))
        reply = await self._run(
            row.id, scripts.CREATE,
            worker, row.log, row.code, row.state, pack_seats(row), row.pin, int(row.open), int(row.fault),
            row.time, encode_policy(row.watch), self._keep_ms, save, *records,
        )  # fmt: skip
        made = to_row(row.id, reply[1])
        assert made is not None, "it has just been made"
        return made

    async def _take_code(self, row: RoomRow) -> bool:
        """Whether this room has the code now; a table that is over has lost it."""
        holder = await self._indexes.claim(row)
        if holder == row.id:
            return True
        try:
            held = await self.row(holder)
        except Unreadable:
            return False
        if held is None or (held.state != "ended" and held.code == row.code):
            return False
        return await self._indexes.claim(row, holder) == row.id

    async def acquire(self, room: str, worker: str, epoch: int, record: bytes, pin: str) -> Stored | None:
        await self.row(room)  # if it cannot be read, it stays as it is
        await self._indexes.give(room, worker)
        reply = await self._run(room, scripts.ACQUIRE, worker, epoch, record, pin, self._keep_ms)
        if reply[0] == b"OTHER":
            raise OtherVersion(f"the match of room {room} does not belong to {pin}")
        if reply[0] == b"NONE":
            self._indexes.take(room, worker)
            return None
        _, owner, fields, saved, save, log = reply
        row = to_row(room, fields)
        assert row is not None, "it has just been acquired"
        if owner.decode() not in ("", worker):
            self._indexes.take(room, owner.decode())
        self._indexes.again(row)
        position, kept = to_save(saved, save)
        return Stored(row, kept, position, to_records(log))

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
        changes: tuple[Word, ...] = ()
        if row is not None:
            changes = (row.state, pack_seats(row), row.pin, int(row.open), int(row.fault))
            await self._indexes.before(row)
        reply = await self._run(
            room, scripts.APPEND,
            worker, epoch, seq, save, self._keep_ms, len(records), *records,
            len(notices), *self._sealed(worker, notices), *changes,
        )  # fmt: skip
        if row is not None:
            self._indexes.after(row)
        return Appended(int(reply[1]), int(reply[2]))

    def _sealed(self, sender: str, notices: Sequence[Notice]) -> list[Word]:
        words: list[Word] = []
        for notice in notices:
            words += (keys.inbox(notice.worker), sealed(sender, self._link.number(notice.worker), notice.body))
        return words

    async def hand_over(
        self, room: str, worker: str, epoch: int, seq: int, record: bytes, save: bytes, target: str, notice: bytes
    ) -> None:
        if target:
            await self._indexes.give(room, target)
        await self._run(
            room, scripts.HAND_OVER,
            worker, epoch, seq, record, save, target, self._keep_ms, *self._sealed(worker, [Notice(target, notice)]),
        )  # fmt: skip
        if target != worker:
            self._indexes.take(room, worker)
        if not target:
            self._indexes.rest(room)  # only now: whoever was fenced has struck out nothing

    async def heal(self, row: RoomRow, worker: str, records: Sequence[Record], save: bytes, saved: int) -> None:
        code = row.code
        if row.state != "ended" and not await self._take_code(row):
            code = ""
        await self._indexes.give(row.id, worker)
        await self._indexes.before(row)
        log: list[Word] = []
        for record in records:
            log += (record.epoch, record.seq, record.at, record.body)
        await self._run(
            row.id, scripts.HEAL,
            worker, row.log, code, row.state, pack_seats(row), row.pin, int(row.open), int(row.fault), row.epoch,
            row.seq, row.created, row.time, encode_policy(row.watch), self._keep_ms, saved, save, *log,
        )  # fmt: skip
        self._indexes.again(replace(row, code=code))

    async def forget(self, room: str, worker: str, epoch: int) -> None:
        row = await self.row(room)
        await self._run(room, scripts.FORGET, worker, epoch)
        if row is not None:
            self._indexes.gone(row)

    # --- many rooms ---

    async def owned_by(self, worker: str) -> tuple[str, ...]:
        return await self._indexes.owned_by(worker)

    async def find(self, code: str) -> str | None:
        room = await self._indexes.holder(code) if code else None
        try:
            row = await self.row(room) if room else None
        except Unreadable:
            return None
        return row.id if row is not None and row.code == code and row.state != "ended" else None

    async def rooms_of(self, user: str) -> tuple[Sitting, ...]:
        def fits(row: RoomRow) -> bool | None:
            if any(seat.user == user and not seat.left for seat in row.seats.values()):
                return True
            return None if row.state == "waiting" else False

        rooms = await self._indexes.rooms(keys.sitting(user), fits) if user else []
        rooms.sort(key=lambda row: (row.state == "waiting", -row.created, row.id))
        return tuple(Sitting(row.id, row.state, row.pin) for row in rooms)

    async def open_tables(self, owners: Collection[str], most: int) -> tuple[RoomRow, ...]:
        def fits(row: RoomRow) -> bool | None:
            return False if row.state != "waiting" else (row.open and row.owner in owners) or None

        rooms = await self._indexes.rooms(keys.OPEN, fits, most)
        return tuple(sorted(rooms, key=lambda row: (row.created, row.id)))

    async def live_tables(self, owners: Collection[str], most: int) -> tuple[RoomRow, ...]:
        def fits(row: RoomRow) -> bool | None:
            if row.state == "playing":
                return is_shown(row) and (row.owner in owners or None)
            return False if row.state == "ended" else None

        rooms = await self._indexes.rooms(keys.LIVE, fits, most, latest=True)
        return tuple(sorted(rooms, key=lambda row: (-row.created, row.id)))

    async def faulted(self) -> tuple[str, ...]:
        rooms = await self._indexes.rooms(keys.FAULTED, lambda row: row.fault or None)
        return tuple(sorted(row.id for row in rooms))

    async def forget_old(self, before: int, most: int) -> int:
        return 0

    # --- tickets ---

    async def put_ticket(self, ticket: str, body: bytes, expires: int) -> None:
        key = keys.ticket(ticket)
        await self._link.call(key, "SET", key, b"%d %s" % (expires, body), "PXAT", expires)

    async def take_ticket(self, ticket: str, now: int) -> bytes | None:
        key = keys.ticket(ticket)
        found: bytes | None = await self._link.call(key, "GETDEL", key)
        expires, _, body = (found or b"0 ").partition(b" ")
        return body if int(expires) > now else None
