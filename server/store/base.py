"""What a store promises to the rooms, in words; every store keeps the same promises.

A *room* is its row (who sits there, what has become of it), its log and its last save. The log is the truth: positions
count from 1 without holes, and every record was written by the owner of its epoch. A save is a shortcut: it stands for
the log up to its position. A *worker* is a process that owns rooms; what workers share besides rooms is in `fleet`.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.model.errors import OtherVersion
from engine.model.terms import SEATS, SeatName
from server.protocol.messages import Player, Players, TableState, TimeControlName, WatchPolicy


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
    entropy: str = ""
    """What the player's client added to the chance of the shuffles."""
    open_hands: bool = False
    """Agrees that watchers see both hands."""
    again: tuple[str, dict[str, int], str] | None = None
    """The deck, by name and list, with which this player offers a rematch, or has gone on to it (``left``), and what
    its client adds to the chance of that one's shuffles."""


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
    """Milliseconds of the Unix epoch, by the store's clock."""
    touched: int = 0
    """When the row or the log was last written."""
    pin: str = ""
    """The name of rules, save format, cards and records with which the match began; empty until it begins."""
    owner: str = ""
    """The worker that owns the room; empty for nobody."""
    open: bool = False
    """Whether everyone may see that this table waits for a second player."""
    fault: bool = False
    """Whether the match ended because it failed: such a room is evidence, and is never removed by its age."""
    time: TimeControlName = "none"
    """How the players' time is measured; it is chosen when the table is made, and stays."""
    watch: WatchPolicy = WatchPolicy()
    """As whoever made the table has asked for; what is so, `watched_by` tells."""


class Whereabouts(msgspec.Struct, frozen=True):
    """Who owns a room, and how long its log is: the small part of its row that is asked for often."""

    owner: str
    epoch: int
    seq: int
    log: str
    state: TableState
    pin: str


class Sitting(msgspec.Struct, frozen=True):
    """A room where someone sits and has not left."""

    room: str
    state: TableState
    pin: str


def other_version(room: RoomRow | Whereabouts | Sitting, pin: str) -> OtherVersion | None:
    """Whether the room's match has begun, and under another pin than this one: an exception that says so."""
    if room.state == "waiting" or room.pin == pin:
        return None
    return OtherVersion(f"the match belongs to {room.pin or 'a version without a name'}, this is {pin}")


encode_policy = msgspec.msgpack.Encoder().encode

_policy_decoder = msgspec.msgpack.Decoder(WatchPolicy)


def decode_policy(packed: bytes) -> WatchPolicy:
    """What `encode_policy` made; of nothing, the policy of tables that were made before anyone could watch."""
    return _policy_decoder.decode(packed) if packed else WatchPolicy()


def watched_by(row: RoomRow) -> WatchPolicy:
    """Who may watch a table, and what a watcher is shown: open hands if everyone who sits there agrees."""
    are_open = all(seat.open_hands for seat in row.seats.values())
    return replace(row.watch, hands="open" if are_open else "hidden")


def is_shown(row: RoomRow) -> bool:
    """Whether the lobby lists a match while it is played: everyone may watch, and anyone could have sat down."""
    return row.watch.who == "everyone" and (row.open or any(seat.bot for seat in row.seats.values()))


def players_of(row: RoomRow) -> Players:
    """Who plays at a table at which both sit."""
    return Players(**{seat: Player(name=row.seats[seat].name, bot=bool(row.seats[seat].bot)) for seat in SEATS})


class Record(msgspec.Struct, frozen=True):
    """One record of a log."""

    seq: int
    epoch: int
    body: bytes
    at: int = 0
    """When it was written: milliseconds of the Unix epoch, by the store's clock. 0 if that was not kept."""


class Appended(NamedTuple):
    """Where a log ends after an append, and when its records were written (as `Record.at`)."""

    seq: int
    at: int


class Stored(msgspec.Struct, frozen=True):
    """A room as its new owner gets it: the row, the last save with its position, and the whole log."""

    row: RoomRow
    save: bytes
    """Empty before the first save."""
    saved: int
    """The position for which the save stands; 0 before the first."""
    records: tuple[Record, ...]
    """From position 1 on; an owner keeps them, to give back what a store loses."""

    @property
    def tail(self) -> tuple[Record, ...]:
        """The records after the save."""
        return self.records[self.saved :]


class Tail(NamedTuple):
    """What stands in a log behind some position, where the room is, and the time of the store's clock, all at once."""

    where: Whereabouts
    records: tuple[Record, ...]
    now: int
    """Milliseconds of the Unix epoch."""


class Notice(NamedTuple):
    """A message for the inbox of a worker (`server.store.fleet.Fleet.listen`)."""

    worker: str
    body: bytes


class Fenced(Exception):
    """Someone else owns the room, or it is over for writers: whoever wanted to write has to drop it."""


class Behind(Exception):
    """The store has lost records of this owner's epoch, or the whole room: the owner has to `Store.heal` it."""


class StoreFailed(Exception):
    """The store cannot be written or read now; whether a write was kept is unknown until it is tried again."""


class Unreadable(StoreFailed):
    """What the store keeps of one room cannot be read, now or later. All other rooms are not concerned."""


class Store(ABC):
    """The promises.

    - *Durable*: what ``create``, ``append`` or ``put_ticket`` returned from survives the death of this process at once.
    - *Fenced*: ``append`` writes only for the owner and the epoch that last acquired the room, and only at the expected
      position. An epoch is higher than every earlier one of the room, and is never used twice: it is at least the time
      of the store's clock (milliseconds), so that this holds even for a store that has forgotten the room's last.
    - *Whole*: the records, the save, the row and the notices of one append are kept and sent together or not at all.
    - *Timed*: every record is written with the time of the store's own clock, which is the same for all workers.
    - *Once*: a ticket is taken at most once, a code names at most one table that is not over, and a log gets no record
      after the one with which its room's state became ``ended``. An append that is tried again after `StoreFailed`,
      with the same position and records, is kept once.

    Every coroutine may raise `StoreFailed`, and none waits for a store that is away: that is the caller's business.
    Whatever is asked of one room raises `Unreadable` if its row is damaged, and then nothing is written to it; whatever
    is asked of many leaves it out.
    """

    @abstractmethod
    async def open(self) -> None:
        """Begin, before anything else."""

    @abstractmethod
    async def close(self) -> None:
        """End; what was appended is kept."""

    @abstractmethod
    async def healthy(self) -> bool:
        """Whether the store can be read and written now."""

    @abstractmethod
    async def signing_key(self) -> bytes:
        """The key of the server's identities; the same for ever and for all workers: a restart signs nobody out."""

    # --- rooms ---

    @abstractmethod
    async def create(self, row: RoomRow, worker: str, records: Sequence[bytes], save: bytes) -> RoomRow | None:
        """Keep a new room that ``worker`` owns; its row with epoch and position, or None if its code is taken.

        The records are written when the row is ``created``.

        A room of this id that is there already is left as it is: raises `Fenced`, but for the same worker trying again
        with the same log name, who gets the row.
        """

    @abstractmethod
    async def where(self, room: str) -> Whereabouts | None:
        """Who owns the room; None if there is no such room."""

    @abstractmethod
    async def row(self, room: str) -> RoomRow | None:
        """The room's row; None if there is no such room."""

    @abstractmethod
    async def acquire(self, room: str, worker: str, epoch: int, record: bytes, pin: str) -> Stored | None:
        """Become the owner under a new, higher epoch, which begins with ``record``, and read the room.

        ``epoch`` is the one that the caller saw (`where`): raises `Fenced` if it is another one now. A room that is
        over gets the new owner and epoch, but no record. None if there is no such room. Raises `OtherVersion` for a
        room whose match has another ``pin`` (see `other_version`): then nothing was written.
        """

    @abstractmethod
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
        """Add records after position ``seq``, with the save after them and, if given, a changed row; where, and when.

        An append that was kept by an earlier try tells the time of that. An empty ``save`` leaves the last save and its
        position as they are. Raises `Fenced`, or `Behind`: then nothing was written.
        """

    @abstractmethod
    async def hand_over(
        self, room: str, worker: str, epoch: int, seq: int, record: bytes, save: bytes, target: str, notice: bytes
    ) -> None:
        """Give the room to ``target`` under a new epoch, which begins with ``record``; ``notice`` is sent to it.

        The target acquires it before it does anything else. An empty target gives it to nobody, and then nothing is
        sent; a room that is over gets no record. Raises `Fenced`, or `Behind`.
        """

    @abstractmethod
    async def heal(self, row: RoomRow, worker: str, records: Sequence[Record], save: bytes, saved: int) -> None:
        """Give back what the store has lost: ``row`` with its epoch and position, and the whole log with its times.

        Writes what is missing behind the store's head. Raises `Fenced` if the store knows a newer epoch, or this epoch
        of another owner, or a log of another name.
        """

    @abstractmethod
    async def read(self, room: str) -> tuple[Record, ...]:
        """The whole log."""

    @abstractmethod
    async def read_from(self, room: str, epoch: int, seq: int) -> Tail | None:
        """The log behind the record of this epoch and position (zeros: all of it); None if there is no such room."""

    @abstractmethod
    async def forget(self, room: str, worker: str, epoch: int) -> None:
        """Remove a room for good. Raises `Fenced`."""

    @abstractmethod
    async def owned_by(self, worker: str) -> tuple[str, ...]:
        """The rooms that this worker may own: all that it does, and perhaps some that it does not any more."""

    @abstractmethod
    async def find(self, code: str) -> str | None:
        """The room with this code that is not over."""

    @abstractmethod
    async def rooms_of(self, user: str) -> tuple[Sitting, ...]:
        """The rooms where this identity sits and has not left: matches first, and of two the one made later."""

    @abstractmethod
    async def open_tables(self, owners: Collection[str], most: int) -> tuple[RoomRow, ...]:
        """Tables of these workers that wait openly for a second player, the one that has waited longest first."""

    @abstractmethod
    async def live_tables(self, owners: Collection[str], most: int) -> tuple[RoomRow, ...]:
        """Tables of these workers whose match is being played and shown (`is_shown`), the latest first."""

    @abstractmethod
    async def faulted(self) -> tuple[str, ...]:
        """The rooms that are kept as evidence (`RoomRow.fault`)."""

    @abstractmethod
    async def forget_old(self, before: int, most: int) -> int:
        """Remove so many rooms at most that were over, or had not begun, before this time (milliseconds); how many.

        A store whose rooms expire by themselves removes nothing here.
        """

    # --- tickets ---

    @abstractmethod
    async def put_ticket(self, ticket: str, body: bytes, expires: int) -> None:
        """Keep a ticket until this time (milliseconds)."""

    @abstractmethod
    async def take_ticket(self, ticket: str, now: int) -> bytes | None:
        """The body of a ticket that is valid, which is so no longer; None for every other."""
