"""Rooms as they stand in Redis: fields of a hash, records of a stream."""

from collections.abc import Sequence
from typing import Any, Final, cast, get_args

import msgspec

from engine.model.terms import SeatName
from server.protocol.messages import TableState, TimeControlName
from server.store.base import Record, RoomRow, Seat, Unreadable, Whereabouts

FIELDS: Final = (
    "log", "code", "state", "seats", "epoch", "seq", "created", "touched", "pin", "owner", "open", "fault", "time",
)  # fmt: skip
"""The fields of a row, in the order in which the scripts return them."""
WHERE: Final = ("owner", "epoch", "seq", "log", "state", "pin")

_STATES: Final = get_args(TableState)
_TIMES: Final = get_args(TimeControlName)

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[SeatName, Seat]).decode


def to_row(room: str, values: Sequence[bytes | None]) -> RoomRow | None:
    """The row of a room from its `FIELDS`; None if there is none. Raises `Unreadable`."""
    if not any(value is not None for value in values):
        return None
    try:
        *others, time = values
        log, code, state, seats, epoch, seq, created, touched, pin, owner, is_open, fault = map(_there, others)
        return RoomRow(
            room, log.decode(), code.decode(), _to_state(state), _decode(seats), int(epoch), int(seq), int(created),
            int(touched), pin.decode(), owner.decode(), open=is_open == b"1", fault=fault == b"1", time=_to_time(time),
        )  # fmt: skip
    except (msgspec.DecodeError, ValueError) as error:
        raise Unreadable(f"the row of room {room} cannot be read: {error}") from error


def to_where(room: str, values: Sequence[bytes | None]) -> Whereabouts | None:
    """Where a room is, from the fields `WHERE`. Raises `Unreadable`."""
    if not any(value is not None for value in values):
        return None
    try:
        owner, epoch, seq, log, state, pin = map(_there, values)
        return Whereabouts(owner.decode(), int(epoch), int(seq), log.decode(), _to_state(state), pin.decode())
    except ValueError as error:
        raise Unreadable(f"the row of room {room} cannot be read: {error}") from error


def _there(value: bytes | None) -> bytes:
    if value is None:
        raise ValueError("it lacks a field that every room has")
    return value


def _to_state(value: bytes) -> TableState:
    state = value.decode()
    if state not in _STATES:
        raise ValueError(f"no table is {state!r}")
    return cast(TableState, state)


def _to_time(value: bytes | None) -> TimeControlName:
    time = "none" if value is None else value.decode()  # rooms of an earlier version have none
    if time not in _TIMES:
        raise ValueError(f"there is no time control {time!r}")
    return cast(TimeControlName, time)


def to_save(saved: bytes | None, save: bytes | None) -> tuple[int, bytes]:
    """The position for which a save stands, and the save; none if nobody can tell where: the log does as well."""
    if save is None or saved is None or not saved.isdigit():
        return 0, b""
    return int(saved), save


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
