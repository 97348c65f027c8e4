"""What a client saw of a match, as facts that have to agree with the log."""

from collections import defaultdict
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import UnsetType

from engine.model.terms import SeatName
from server.protocol.client import ClientEnd
from server.protocol.messages import (
    Ack,
    Concede,
    Decide,
    Ended,
    Outcome,
    Plain,
    Refused,
    ServerMessage,
    Snapshot,
    Update,
)

Digest: TypeAlias = bytes
WRONG_CODES = ("stale_prompt", "not_your_prompt", "illegal", "game_over")
"""With these a command is refused for what it is, so that it may stand in no log."""


class Sent(NamedTuple):
    """A command, when it was sent for the first time."""

    seat: SeatName
    command: Decide | Concede


class Acked(NamedTuple):
    """A command was acknowledged; ``place`` is its position in the log, 0 where the message does not say it."""

    seat: SeatName
    n: int
    place: int


class Denied(NamedTuple):
    """A command was refused for what it is."""

    seat: SeatName
    n: int
    code: str


class Stood(NamedTuple):
    """The client stood at a position of the log, with this view and this prompt."""

    seat: SeatName
    epoch: int
    seq: int
    picture: Digest


class Told(NamedTuple):
    """The client was told what the record at this position did."""

    seat: SeatName
    epoch: int
    seq: int
    events: Digest


class Over(NamedTuple):
    """The client was told how the match ended."""

    seat: SeatName
    outcome: Outcome


Sight: TypeAlias = Sent | Acked | Denied | Stood | Told | Over

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def digest(plain: object) -> Digest:
    """A short name of plain data, the same on both sides of the wire."""
    return blake2b(_encode(plain), digest_size=8).digest()


def picture(view: Plain, prompt: Plain | None) -> Digest:
    """The name of everything that a seat sees."""
    return digest([view, prompt])


class Witness:
    """Stands beside one client's end, and notes the facts by the name of the log."""

    def __init__(self, end: ClientEnd) -> None:
        self.sights: dict[str, list[Sight]] = defaultdict(list)
        self._end = end

    def sends(self, command: Decide | Concede) -> None:
        """The client sends a command; sent again it is the same."""
        table = self._end.table
        assert table is not None, "a command belongs to a table"
        self.sights[table.log].append(Sent(table.seat, command))

    def expects(self) -> tuple[int, ...]:
        """The commands that wait for an answer: to be given to `receives` after the end has taken the message."""
        return tuple(self._end.pending)

    def receives(self, message: ServerMessage, expected: tuple[int, ...]) -> None:
        """Note what a message says, after the client's end has taken it in."""
        table = self._end.table
        if table is None or not isinstance(message, Ack | Snapshot | Update | Refused | Ended):
            return
        seat, sights = table.seat, self.sights[table.log]
        if isinstance(message, Refused):
            if message.n in expected and message.code in WRONG_CODES:
                sights.append(Denied(seat, message.n, message.code))
            return
        if message.log != table.log:
            return
        if isinstance(message, Ended):
            sights.append(Over(seat, message.outcome))
            return
        for n in expected:
            if n not in self._end.pending:
                sights.append(Acked(seat, n, message.seq if isinstance(message, Update) else 0))
        if isinstance(message, Snapshot | Update) and self._stands_at(message):
            sights.append(Stood(seat, message.epoch, message.seq, picture(self._end.view, _open(message.prompt))))
            if isinstance(message, Update):
                sights.append(Told(seat, message.epoch, message.seq, digest(self._end.told)))

    def _stands_at(self, message: Snapshot | Update) -> bool:
        """Whether the end has taken the message for its new position, and not passed it over."""
        prompt = _open(message.prompt)
        at = (self._end.epoch, self._end.seq) == (message.epoch, message.seq)
        return at and (self._end.prompt is prompt or isinstance(message, Snapshot))


def _open(prompt: Plain | UnsetType) -> Plain | None:
    return None if isinstance(prompt, UnsetType) else prompt
