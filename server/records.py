"""What stands in a room's log: each record is one of these, as msgpack."""

from typing import TypeAlias

import msgspec

from engine.model.terms import SeatName
from server.protocol.shapes import Decision


class Started(msgspec.Struct, frozen=True, tag="s", omit_defaults=True):
    """The match began: everything that it follows from, and the chain after it."""

    seed: bytes
    decks: dict[SeatName, tuple[str, dict[str, int]]]
    chain: bytes
    pin: str
    """The name of rules, save format and cards (`engine.pin`): the match goes on under no other."""
    chooser: SeatName | None = None
    """Who was named to choose to go first or second, as in a rematch; None if that was left to chance."""


class Decided(msgspec.Struct, frozen=True, tag="d"):
    """A seat decided; ``n`` is the number of its command (0 for a bot)."""

    seat: SeatName
    n: int
    decision: Decision
    chain: bytes


class Conceded(msgspec.Struct, frozen=True, tag="c"):
    """A seat gave up."""

    seat: SeatName
    n: int
    chain: bytes


class Owned(msgspec.Struct, frozen=True, tag="o"):
    """A process took the room over; the first record of its epoch."""

    worker: str


class Faulted(msgspec.Struct, frozen=True, tag="f"):
    """The engine failed and the table is over; the log before this record replays up to the failure."""

    why: str


Entry: TypeAlias = Started | Decided | Conceded | Owned | Faulted

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Entry).decode


class Save(msgspec.Struct, frozen=True, array_like=True):
    """What is kept beside the log: the game, and the last command number of each seat."""

    a: int
    b: int
    game: bytes


encode_save = msgspec.msgpack.Encoder().encode
decode_save = msgspec.msgpack.Decoder(Save).decode
