"""The replay of a finished match, made from its room's log alone, at any worker."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Generator, Sequence
from typing import Final, Protocol, assert_never

import structlog

from engine import Game, OtherVersion
from engine.effects.catalogue import Catalogue
from engine.model.terms import SEATS
from server import records, restore
from server.protocol import replay_file, shuffles
from server.protocol.replays import Head, Replay, Side, Sides, Writer
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
"""So many may wait for theirs to be made; the others are asked for patience."""
PAUSE: Final = 4
"""After so many entries whatever else waits comes first: making a file takes as long as a game of two bots."""

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class NoReplay(Exception):
    """There is no finished match of this name. A running one is not told from one that never was."""


class BrokenLog(Exception):
    """The match is over, and its log does not hold: it is kept as evidence, and cannot be shown."""


class Busy(Exception):
    """Too many wait for their replays."""


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
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def file(self, room: str) -> bytes:
        """The file of a match. Raises `NoReplay`, `OtherVersion`, `BrokenLog`, `Busy` and `StoreFailed`."""
        row = await self._store.row(room) if _NAME.fullmatch(room) else None
        if row is None or row.state != "ended":
            raise NoReplay
        if room not in self._files:
            await self._make(row)
        return self._files[room]

    async def _make(self, row: RoomRow) -> None:
        if self._waiting >= WAITING:
            raise Busy
        self._waiting += 1
        try:
            async with self._turn:
                if row.id not in self._files:
                    made = await replay_of(row, await self._store.read(row.id), self._catalogue)
                    self._files[row.id] = replay_file.encode(made)
                while len(self._files) > KEPT:
                    self._files.popitem(last=False)
        finally:
            self._waiting -= 1


async def replay_of(row: RoomRow, log: Sequence[Record], catalogue: Catalogue) -> Replay:
    """The replay of a finished room, made while the loop goes on. Raises `OtherVersion` and `BrokenLog`."""
    making = make(row, log, catalogue)
    while True:
        try:
            next(making)
        except StopIteration as made:
            replay: Replay = made.value
            return replay
        await asyncio.sleep(0)


def make(row: RoomRow, log: Sequence[Record], catalogue: Catalogue) -> Generator[None, None, Replay]:
    """Make the replay of a finished room, a few entries at a time. Raises `OtherVersion` and `BrokenLog`."""
    try:
        made = yield from _play(row, log, catalogue)
    except OtherVersion:
        raise
    except Exception as error:
        # A damaged log may raise anything, and so may a view that broke the match.
        structlog.get_logger("server.replays").error("log does not hold", room=row.id, error=repr(error))
        raise BrokenLog from error
    if made is None:
        raise BrokenLog
    return made


def _play(row: RoomRow, log: Sequence[Record], catalogue: Catalogue) -> Generator[None, None, Replay | None]:
    """The replay; None if the match never began or did not end."""
    game: Game | None = None
    head: Head | None = None
    writer: Writer | None = None
    fault = False
    for record in log:
        entry = records.decode(record.body)
        match entry:
            case Started():
                game = _begin(entry, catalogue)
                writer = Writer({seat: game.watch(seat) for seat in SEATS})
                head = _head(row, entry, writer, record.at)
            case Decided() | Conceded() | Adjudicated():
                if game is None or writer is None:
                    raise ValueError("a decision before the match")
                _enter(game, writer, entry, record.at)
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
    game = restore.begun(started, catalogue)
    if game.chain != started.chain:
        raise ValueError("the log's first chain is another one than the game's")
    return game


def _head(row: RoomRow, started: Started, writer: Writer, at: int) -> Head:
    sides = [
        Side(
            name=row.seats[seat].name, bot=bool(row.seats[seat].bot), deck_name=started.decks[seat][0],
            deck=started.decks[seat][1], entropy=started.entropy.get(seat, ""),
        )
        for seat in SEATS
    ]  # fmt: skip
    return Head(
        pin=started.pin, log=row.log, seats=Sides(*sides), seed=started.seed.hex(), secret=started.secret.hex(),
        commitment=shuffles.commitment(started.secret) if started.secret else "", at=at, time=row.time,
        chooser=started.chooser or "", chain=started.chain.hex(), views=writer.views,
    )  # fmt: skip


def _enter(game: Game, writer: Writer, entry: Played, at: int) -> None:
    events = restore.apply(game, entry)
    writer.enter(game.last_entry, events, game.chain, at=at, by=entry.taken if isinstance(entry, Decided) else "")
