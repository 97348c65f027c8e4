"""What a client saw of a match, as facts that have to agree with the log."""

from collections import defaultdict
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from engine.model.terms import Audience, SeatName
from server.protocol.client import ClientEnd
from server.protocol.messages import (
    Ack,
    Clocks,
    Command,
    Ended,
    OpenHands,
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
    command: Command


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


class Heard(NamedTuple):
    """A watcher was sent something of a position of the log: when, by the store's clock, and which cards it named."""

    audience: Audience
    seq: int
    at: int
    numbers: frozenset[str]


class Shown(NamedTuple):
    """A watcher stood at a position, with this view, these hands and clocks.

    ``since`` is where it stood before, and ``events`` what it was told since; None if it was shown everything anew.
    """

    audience: Audience
    epoch: int
    seq: int
    picture: Digest
    since: int
    events: Digest | None


class Closed(NamedTuple):
    """A watcher was told how the match ended, at this time of the store's clock."""

    audience: Audience
    at: int
    outcome: Outcome


Sight: TypeAlias = Sent | Acked | Denied | Stood | Told | Over | Heard | Shown | Closed

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def digest(plain: object) -> Digest:
    """A short name of plain data, the same on both sides of the wire."""
    return blake2b(_encode(plain), digest_size=8).digest()


def picture(view: Plain, prompt: Plain | None) -> Digest:
    """The name of everything that a seat sees."""
    return digest([view, prompt])


def scene(view: Plain, hands: OpenHands | None, clocks: Clocks | None) -> Digest:
    """The name of everything that a watcher sees, but for the time from which on its clocks run."""
    left = None if clocks is None else replace(clocks, as_of=0)
    return digest([view, hands, left])


class Before(NamedTuple):
    """How a client stood before it got a message."""

    pending: tuple[int, ...]
    position: tuple[int, int]


class Witness:
    """Stands beside one client's end, and notes the facts by the name of the log."""

    def __init__(self, end: ClientEnd) -> None:
        self.sights: dict[str, list[Sight]] = defaultdict(list)
        self.rooms: dict[str, str] = {}
        """The room of each log."""
        self.promises: dict[str, str] = {}
        """The commitment that was told first of each log."""
        self._end = end

    def sends(self, command: Command) -> None:
        """The client sends a command; sent again it is the same."""
        table = self._end.table
        assert table is not None, "a command belongs to a table"
        self.sights[table.log].append(Sent(table.seat, command))

    def before(self) -> "Before":
        """How the client stands before a message: to be given to `receives` after its end has taken the message."""
        return Before(tuple(self._end.pending), (self._end.epoch, self._end.seq))

    def receives(self, message: ServerMessage, before: "Before") -> None:
        """Note what a message says, after the client's end has taken it in."""
        table = self._end.table
        if table is None:
            return
        seat, sights = table.seat, self.sights[table.log]
        self.rooms[table.log] = table.id
        if table.commitment:
            self.promises.setdefault(table.log, table.commitment)
        match message:
            case Refused():
                if message.n in before.pending and message.code in WRONG_CODES:
                    sights.append(Denied(seat, message.n, message.code))
            case Ended() if message.log == table.log:
                sights.append(Over(seat, message.outcome))
            case Ack() | Snapshot() | Update() if isinstance(message, Update) or message.log == table.log:
                place = message.seq if isinstance(message, Update) else 0
                sights += [Acked(seat, n, place) for n in before.pending if n not in self._end.pending]
                if not isinstance(message, Ack):
                    sights += self._stands(seat, message, before)
            case _:
                pass

    def _stands(self, seat: SeatName, message: Snapshot | Update, before: "Before") -> Iterator[Sight]:
        """What the client sees now, if it has taken the message and not passed it over."""
        at = (self._end.epoch, self._end.seq)
        came_twice = isinstance(message, Update) and at == before.position
        if at != (message.epoch, message.seq) or came_twice:
            return
        yield Stood(seat, message.epoch, message.seq, picture(self._end.view, _open(message.prompt)))
        if isinstance(message, Update):
            yield Told(seat, message.epoch, message.seq, digest(self._end.told))


def _open(prompt: Plain | UnsetType) -> Plain | None:
    return None if isinstance(prompt, UnsetType) else prompt
