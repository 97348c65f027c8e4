"""What a store promises to the rooms, in words; every store keeps the same promises.

A *room* is its row (who sits there, what has become of it), its log and its last save. The log is the truth: positions
count from 1 without holes, and every record was written by the owner of its epoch. A save is a shortcut: it stands for
the log up to its position.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec

from engine.model.errors import OtherVersion
from engine.model.terms import SeatName
from server.protocol.messages import TableState


class Seat(msgspec.Struct, frozen=True):
    """Who sits at one side of a table, with which deck."""

    user: str
    """The identity of the guest; empty for a bot."""
    name: str
    deck_name: str
    deck: dict[str, int]
    bot: str = ""
    """The name of the bot; empty for a person."""
    left: bool = False
    """Has stood up from the finished table."""


class RoomRow(msgspec.Struct, frozen=True):
    """What a store knows of a room beside its log."""

    id: str
    log: str
    code: str
    state: TableState
    seats: dict[SeatName, Seat]
    epoch: int = 0
    seq: int = 0
    created: int = 0
    """Milliseconds of the Unix epoch."""
    touched: int = 0
    """When the last record was written."""
    pin: str = ""
    """The name of rules, save format and cards with which the match began; empty until it begins."""


class Sitting(msgspec.Struct, frozen=True):
    """A room where someone sits and has not left."""

    room: str
    state: TableState
    pin: str


def other_version(room: RoomRow | Sitting, pin: str) -> OtherVersion | None:
    """Whether the room's match has begun, and under another pin than this one: an exception that says so."""
    if room.state == "waiting" or room.pin == pin:
        return None
    return OtherVersion(f"the match belongs to {room.pin or 'a version without a name'}, this is {pin}")


class Record(msgspec.Struct, frozen=True):
    """One record of a log."""

    seq: int
    epoch: int
    body: bytes


class Stored(msgspec.Struct, frozen=True):
    """A room as its new owner gets it: the row, the last save, and the records after that save."""

    row: RoomRow
    save: bytes
    """Empty before the first save."""
    records: tuple[Record, ...]


class Fenced(Exception):
    """Someone else owns the room, or the log is longer than the writer thought: the writer has to drop the room."""


class StoreFailed(Exception):
    """The store cannot be written or read now; whether the append was kept is unknown until the room is read again."""


class Store(ABC):
    """The promises.

    - *Durable*: what ``create``, ``append`` or ``put_ticket`` returned from survives the death of this process at once.
    - *Fenced*: ``append`` writes only for the epoch that last acquired the room, and only at the expected position.
    - *Whole*: the records, the save and the row of one append are kept together or not at all.
    - *Once*: a ticket is taken at most once, a code names at most one table that is not over.

    Every method may raise `StoreFailed`.
    """

    @abstractmethod
    def open(self) -> None:
        """Begin, before anything else."""

    @abstractmethod
    def close(self) -> None:
        """End; what was appended is kept."""

    @abstractmethod
    def healthy(self) -> bool:
        """Whether the store can be read and written now."""

    @abstractmethod
    def signing_key(self) -> bytes:
        """The key of the server's identities; the same for ever, so that a restart signs nobody out."""

    # --- rooms ---

    @abstractmethod
    async def create(self, row: RoomRow, records: Sequence[bytes], save: bytes) -> RoomRow | None:
        """Keep a new room that the caller owns; its row with epoch and position, or None if its code is taken."""

    @abstractmethod
    async def acquire(self, room: str, record: bytes, pin: str) -> Stored | None:
        """Become the owner under a new, higher epoch, which begins with ``record``, and read the room.

        A room that is over gets no record. None if there is no such room. Raises `OtherVersion` for a room whose match
        has another ``pin`` (see `other_version`): then nothing was written.
        """

    @abstractmethod
    async def append(
        self, room: str, epoch: int, seq: int, records: Sequence[bytes], save: bytes, row: RoomRow | None = None
    ) -> int:
        """Add records after position ``seq``, with the save after them and, if given, a changed row; the new position.

        An empty ``save`` leaves the last save and its position as they are. Raises `Fenced`: then nothing was written.
        """

    @abstractmethod
    async def read(self, room: str) -> tuple[Record, ...]:
        """The whole log."""

    @abstractmethod
    async def forget(self, room: str, epoch: int) -> None:
        """Remove a room for good. Raises `Fenced`."""

    @abstractmethod
    async def find(self, code: str) -> str | None:
        """The room with this code that is not over."""

    @abstractmethod
    async def rooms_of(self, user: str) -> tuple[Sitting, ...]:
        """The rooms where this identity sits and has not left: matches first, and of two the one made later."""

    @abstractmethod
    async def forget_old(self, before: int, most: int) -> int:
        """Remove so many rooms at most that were over, or had not begun, before this time (milliseconds); how many."""

    # --- tickets ---

    @abstractmethod
    async def put_ticket(self, ticket: str, body: bytes, expires: int) -> None:
        """Keep a ticket until this time (milliseconds)."""

    @abstractmethod
    async def take_ticket(self, ticket: str, now: int) -> bytes | None:
        """The body of a ticket that is valid, which is so no longer; None for every other."""
