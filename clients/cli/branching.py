"""A match is gone on with from any of its decisions: a server in this process takes over its log up to there."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from msgspec import UnsetType

from clients.bots import HOUSE_BOTS
from clients.cli.console import out
from clients.cli.keyboard import Keyboard
from clients.cli.play import Left, Play
from clients.cli.screen import YOU
from clients.replays import Entry, Replay
from clients.sdk import Client, connect, in_process
from engine.cards import catalogue
from engine.model.terms import OTHER, SEATS, SeatName
from server import records
from server.app import clock, create_app
from server.auth import Guest, Identities
from server.log import configure
from server.protocol.messages import BOT_NAMES
from server.records import Decided, Owned, Started
from server.settings import Settings
from server.store.base import RoomRow, Seat
from server.store.sqlite import SqliteStore

ROOM: Final = "branch"
PLAYER: Final = Guest("player", YOU)
READER: Final = "replay"
"""Who wrote the log, before the server of this process takes it over."""


async def go_on(replay: Replay, n: int, seat: SeatName, bot: str) -> None:
    """Play on after ``n`` decisions, against a bot. Raises `Left` and what a client raises."""
    async with _client(replay, n, seat, bot) as client:
        await client.until(lambda: client.table is not None)
        assert client.table is not None, "waited for"
        out.print(f"The match goes on after decision {n}; you play {seat}, {replay.names[seat]}'s seat.", markup=False)
        try:
            await Play(client.table, out, Keyboard()).run()
        except Left:
            return


@asynccontextmanager
async def _client(replay: Replay, n: int, seat: SeatName, bot: str) -> AsyncIterator[Client]:
    configure("critical", as_json=False)
    with tempfile.TemporaryDirectory(prefix="paltable-") as folder:
        settings = Settings(state_dir=Path(folder))
        token = await _settle(settings.database, _room(replay, seat, bot), _log(replay, n))
        async with in_process(create_app(settings, HOUSE_BOTS)) as transport, connect(transport, token=token) as client:
            yield client


async def _settle(database: Path, row: RoomRow, log: list[records.Entry]) -> str:
    """Keep the room in the store of a server that is started afterwards; the token of its player."""
    store = SqliteStore(database, clock)
    await store.open()
    try:
        made = await store.create(row, READER, [records.encode(entry) for entry in log], b"")
        assert made is not None, "the store is empty"
        given = records.encode(Owned(""))
        await store.hand_over(made.id, READER, made.epoch, made.seq, given, b"", "", b"")
        return Identities(await store.signing_key()).token(PLAYER)
    finally:
        await store.close()


def _room(replay: Replay, seat: SeatName, bot: str) -> RoomRow:
    head, sides = replay.head, replay.head.seats
    mine, theirs = sides.of(seat), sides.of(OTHER[seat])
    seats = {
        seat: Seat(PLAYER.id, PLAYER.name, mine.deck_name, mine.deck, entropy=mine.entropy),
        OTHER[seat]: Seat("", BOT_NAMES[bot], theirs.deck_name, theirs.deck, bot=bot, entropy=theirs.entropy),
    }
    return RoomRow(
        id=ROOM, log=head.log or ROOM, code=ROOM.upper(), state="playing", seats={each: seats[each] for each in SEATS},
        pin=records.pin(catalogue),
    )  # fmt: skip


def _log(replay: Replay, n: int) -> list[records.Entry]:
    head = replay.head
    started = Started(
        seed=bytes.fromhex(head.seed), decks={seat: (side.deck_name, side.deck) for seat, side in head.seats.items()},
        chain=bytes.fromhex(head.chain), pin=head.pin, secret=bytes.fromhex(head.secret),
        entropy={seat: side.entropy for seat, side in head.seats.items() if side.entropy},
        chooser=head.chooser or None,
    )  # fmt: skip
    return [Owned(READER), started, *map(_decided, replay.entries[:n])]


def _decided(entry: Entry) -> Decided:
    """A decision as it stood in the log; the last entry alone may be something else, and it is not gone on after."""
    assert entry.seat, "a ruling ends a match"
    assert not isinstance(entry.decision, UnsetType), "a ruling ends a match"
    return Decided(entry.seat, 0, entry.decision, bytes.fromhex(entry.chain))
