"""The replay of a finished match, made from its room's log alone, at any worker."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple, Protocol, TypeVar, assert_never

import structlog
from msgspec import UNSET, UnsetType

from engine import Game, OtherVersion
from engine.effects.catalogue import Catalogue
from engine.model.terms import SEATS, SeatName
from server import clocks, records, restore
from server.protocol import replay_file, shuffles
from server.protocol.replays import Banks, Head, Replay, Side, Sides, Writer
from server.records import (
    Adjudicated,
    Committed,
    Conceded,
    Corrected,
    Decided,
    Faulted,
    Owned,
    Played,
    Settled,
    Started,
)
from server.store.base import Record, RoomRow

KEPT: Final = 32
"""So many files are kept for whoever asks next."""
WAITING: Final = 16
"""So many may be there for theirs, with the one that is being made; the others are asked for patience."""
MOMENTS: Final = 4
"""So many may wait for a moment of a match: they do not keep anybody from a replay."""
PAUSE: Final = 4
"""After so many entries whatever else waits comes first: making a file takes as long as a game of two bots."""

T = TypeVar("T")

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class NoReplay(Exception):
    """There is no finished match of this name. A running one is not told from one that never was."""


class BrokenLog(Exception):
    """The match is over, and its log does not hold: it is kept as evidence, and cannot be shown."""


class Busy(Exception):
    """Too many wait for their replays."""


class FromPosition(Exception):
    """The match went on from a position: what was shuffled and decided before is not in its log."""


class NoMoment(Exception):
    """The match ended before. Its argument is how many decisions it had, a ruling or a concession among them."""


class Moment(NamedTuple):
    """A moment of a match that is over."""

    decks: dict[SeatName, tuple[str, dict[str, int]]]
    game: Game


class Logs(Protocol):
    """What is asked of a store (`server.store.base.Store`)."""

    async def row(self, room: str) -> RoomRow | None:
        """The room's row."""

    async def read(self, room: str) -> tuple[Record, ...]:
        """The whole log."""


class Replays:
    """Makes files of finished matches, one after another, and keeps the last few."""

    def __init__(self, store: Logs, catalogue: Catalogue) -> None:
        self._store = store
        self._catalogue = catalogue
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._waiting = Line(1, WAITING - 1)
        self._looking_up = Line(1, MOMENTS)

    async def file(self, room: str) -> bytes:
        """The file of a match.

        Raises `NoReplay`, `FromPosition`, `OtherVersion`, `BrokenLog`, `Busy` and `StoreFailed`.
        """
        row = await self.row(room)
        if room not in self._files:
            async with self._waiting.turn():
                if room not in self._files:
                    self._files[room] = replay_file.encode(await self.made(row))
                while len(self._files) > KEPT:
                    self._files.popitem(last=False)
        return self._files[room]

    async def moment(self, room: str, at: int) -> Moment:
        """The match as it stood after so many decisions; a ruling and a concession count, and change nothing.

        Raises `NoMoment`, and whatever `file` does.
        """
        row = await self.row(room)
        async with self._looking_up.turn():
            return await in_steps(_moment(row, await self._store.read(room), self._catalogue, at))

    async def row(self, room: str) -> RoomRow:
        """The row of a finished match. Raises `NoReplay` and `StoreFailed`."""
        row = await self._store.row(room) if _NAME.fullmatch(room) else None
        if row is None or row.state != "ended":
            raise NoReplay
        return row

    async def made(self, row: RoomRow) -> Replay:
        """Play a finished room again while the loop goes on.

        Raises `FromPosition`, `OtherVersion`, `BrokenLog` and `StoreFailed`.
        """
        return await in_steps(make(row, await self._store.read(row.id), self._catalogue))


class Line:
    """So many at once do something that takes long, and so many more may wait for that."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._turn = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._here = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, and have it. Raises `Busy` if too many wait."""
        if self._here >= self._most:
            raise Busy
        self._here += 1
        try:
            async with self._turn:
                yield
        finally:
            self._here -= 1


async def in_steps(doing: Generator[None, None, T]) -> T:
    """What a generator comes to, while the loop goes on between its steps. Raises what it raises."""
    while True:
        try:
            next(doing)
        except StopIteration as done:
            value: T = done.value
            return value
        await asyncio.sleep(0)


def make(row: RoomRow, log: Sequence[Record], catalogue: Catalogue) -> Generator[None, None, Replay]:
    """Make the replay of a finished room, a few entries at a time.

    Raises `FromPosition`, `OtherVersion` and `BrokenLog`.
    """
    return _or_broken(row.id, _play(row, log, catalogue))


def _moment(row: RoomRow, log: Sequence[Record], catalogue: Catalogue, at: int) -> Generator[None, None, Moment]:
    return _or_broken(row.id, _play_until(log, catalogue, at))


def _or_broken(room: str, making: Generator[None, None, T | None]) -> Generator[None, None, T]:
    try:
        made = yield from making
    except (OtherVersion, FromPosition, NoMoment):
        raise
    except Exception as error:
        # A damaged log may raise anything, and so may a view that broke the match.
        structlog.get_logger("server.replays").error("log does not hold", room=room, error=repr(error))
        raise BrokenLog from error
    if made is None:
        raise BrokenLog
    return made


def _play_until(log: Sequence[Record], catalogue: Catalogue, at: int) -> Generator[None, None, Moment | None]:
    """The moment; None if the match never began. Raises `NoMoment`."""
    moment: Moment | None = None
    left = at
    for record in log:
        entry = records.decode(record.body)
        if isinstance(entry, Started):
            moment = Moment(entry.decks, _begin(entry, catalogue))
        elif isinstance(entry, Decided | Conceded | Adjudicated) and moment is not None and left:
            if isinstance(entry, Decided):
                restore.apply(moment.game, entry)
            left -= 1
        if record.seq % PAUSE == 0:
            yield
    if moment is not None and left:
        raise NoMoment(at - left)
    return moment


def _play(row: RoomRow, log: Sequence[Record], catalogue: Catalogue) -> Generator[None, None, Replay | None]:
    """The replay; None if the match never began or did not end."""
    game: Game | None = None
    known: clocks.Clocks | None = None
    head: Head | None = None
    writer: Writer | None = None
    fault = False
    for record in log:
        entry = records.decode(record.body)
        known = clocks.follow(known, entry, record.at)
        match entry:
            case Started():
                game = _begin(entry, catalogue)
                writer = Writer({seat: game.watch(seat) for seat in SEATS})
                head = _head(row, entry, writer, record.at, _banks(known))
            case Decided() | Conceded() | Adjudicated():
                if game is None or writer is None:
                    raise ValueError("a decision before the match")
                _enter(game, writer, entry, record.at, _banks(known))
            case Faulted():
                fault = True
            case Committed() | Owned() | Settled() | Corrected():
                pass
            case _:
                assert_never(entry)
        if record.seq % PAUSE == 0:
            yield
    outcome = restore.outcome_of(game, "fault" if fault else "")
    return None if head is None or writer is None or outcome is None else writer.replay(head, outcome)


def _begin(started: Started, catalogue: Catalogue) -> Game:
    if started.position:
        raise FromPosition
    game = restore.begun(started, catalogue)
    if game.chain != started.chain:
        raise ValueError("the log's first chain is another one than the game's")
    return game


def _banks(known: clocks.Clocks | None) -> Banks | UnsetType:
    """Both clocks after a record, if there are any."""
    return UNSET if known is None else Banks(known.a.bank, known.b.bank)


def _head(row: RoomRow, started: Started, writer: Writer, at: int, banks: Banks | UnsetType) -> Head:
    sides = [
        Side(
            name=row.seats[seat].name, bot=bool(row.seats[seat].bot), deck_name=started.decks[seat][0],
            deck=started.decks[seat][1], entropy=started.entropy.get(seat, ""),
        )
        for seat in SEATS
    ]  # fmt: skip
    return Head(
        pin=started.pin, log=row.log, seats=Sides(*sides), seed=started.seed.hex(), secret=started.secret.hex(),
        commitment=shuffles.commitment(started.secret) if started.secret else "", at=at, clocks=banks,
        time=row.time, chooser=started.chooser or "", chain=started.chain.hex(), views=writer.views,
    )  # fmt: skip


def _enter(game: Game, writer: Writer, entry: Played, at: int, banks: Banks | UnsetType) -> None:
    events = restore.apply(game, entry)
    by = entry.taken if isinstance(entry, Decided) else ""
    writer.enter(game.last_entry, events, game.chain, at=at, by=by, clocks=banks)
