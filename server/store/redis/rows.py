"""Rooms as they stand in Redis: fields of a hash, records of a stream."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from engine.model.terms import SeatName
from server.store.base import Record, RoomRow, Seat, StoreFailed, Whereabouts

FIELDS: Final = (
    "log", "code", "state", "seats", "epoch", "seq", "created", "touched", "pin", "owner", "open", "fault", "time",
)  # fmt: skip
"""The fields of a row, in the order in which the scripts return them."""
WHERE: Final = ("owner", "epoch", "seq", "log", "state", "pin")

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[SeatName, Seat]).decode


def to_row(room: str, values: Sequence[bytes | None]) -> RoomRow | None:
    """The row of a room from its `FIELDS`; None if there is none. Raises `StoreFailed` if it cannot be read."""
    if values[0] is None:
        return None
    *others, time = values
    log, code, state, seats, epoch, seq, created, touched, pin, owner, is_open, fault = map(_there, others)
    try:
        return RoomRow(
            room, log.decode(), code.decode(), state.decode(),  # type: ignore[arg-type] # one of the states
            _decode(seats), int(epoch), int(seq), int(created), int(touched), pin.decode(), owner.decode(),
            open=is_open == b"1", fault=fault == b"1", time=(time or b"none").decode(),  # type: ignore[arg-type]
        )  # fmt: skip
    except (msgspec.DecodeError, ValueError) as error:
        raise StoreFailed(f"the row of room {room} cannot be read: {error}") from error


def to_where(values: Sequence[bytes | None]) -> Whereabouts | None:
    """Where a room is, from the fields `WHERE`."""
    if values[0] is None:
        return None
    owner, epoch, seq, log, state, pin = map(_there, values)
    return Whereabouts(owner.decode(), int(epoch), int(seq), log.decode(), state.decode(), pin.decode())  # type: ignore[arg-type]


def _there(value: bytes | None) -> bytes:
    if value is None:
        raise StoreFailed("a room in Redis lacks a field that every room has")
    return value


def to_records(entries: Sequence[Any]) -> tuple[Record, ...]:
    """The records of a stream; those of an earlier version have no time."""
    records = []
    for name, (_, body, *timed) in entries:
        epoch, _, seq = name.partition(b"-")
        records.append(Record(int(seq), int(epoch), body, int(timed[1]) if timed else 0))
    return tuple(records)


def pack_seats(row: RoomRow) -> bytes:
    """Who sits at the table."""
    return _encode(row.seats)
