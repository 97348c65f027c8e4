"""Another version of the server on the same state: other cards, rules or saves. No match is lost."""

import asyncio
import json
import random
import re
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

import engine.game
from engine import OtherVersion, SeatName, catalogue, pin, saves
from engine.decks import PRESETS
from server import records, restore
from server.app import running
from server.protocol.messages import (
    MSGPACK,
    CreateTable,
    DeckChoice,
    Join,
    Refused,
    Resync,
    Snapshot,
    Table,
)
from server.records import Started
from server.rooms import PARKED
from server.settings import Settings
from server.store.base import RoomRow, Seat
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.nodes import FileGround
from tests.server.player import DECK, OTHER_DECK, Player, play_on, seat_two
from tests.server.pools import NEWER
from tests.server.process import served
from tests.server.test_restart import move
from tests.server.world import Client, World
from tests.server.written import rewrite, written

pytestmark = pytest.mark.usefixtures("plain_logs")


def welcomed(client: Client) -> tuple[str, str]:
    """The table and the sentence of the last welcome."""
    assert client.end.welcome is not None
    return client.end.welcome.table, client.end.welcome.parked


def refusals(client: Client) -> list[tuple[str, str]]:
    return [(refused.code, refused.why) for refused in client.of(Refused)]


# --- what earlier versions wrote --------------------------------------------------------------------------------------

OLDER = {file.stem: json.loads(file.read_text()) for file in sorted((Path(__file__).parent / "older").glob("*.json"))}
"""Rooms as earlier versions wrote them: whoever raises the number of a format keeps one of the version before."""


def test_a_room_of_each_earlier_format_of_the_log_is_kept() -> None:
    assert list(OLDER) == [f"log{version}" for version in range(1, records.VERSION)]


@pytest.mark.parametrize("older", OLDER.values(), ids=OLDER)
async def test_a_room_of_an_earlier_version_is_refused_by_its_name_and_kept_as_it_is(
    world: World, older: dict[str, Any]
) -> None:
    node = await world.start()
    bodies = [b64decode(body) for body in older["records"]]
    row = RoomRow("older", "older", "OLDER", "playing", {"A": Seat("", "A", "", {}, bot="random")}, pin=older["pin"])
    assert await node.store.create(row, node.name, bodies, b64decode(older["save"])) is not None
    with pytest.raises(
        OtherVersion, match=re.escape(f"the match belongs to {older['pin']}, this is {records.pin(catalogue)}")
    ):
        await node.worker.rooms.open("older")
    assert [record.body for record in await node.store.read("older")] == bodies


# --- what happens to a match ------------------------------------------------------------------------------------------


async def test_a_match_of_other_cards_is_kept_as_it_is_and_goes_on_when_they_are_back(
    world: World, file: FileGround
) -> None:
    await world.start()
    await world.seat()
    ann, ben = world.clients
    old, view, before = ann.table, ann.end.view, [(each.end.view, each.end.prompt) for each in world.clients]
    await world.stop()
    rows = written(file.database, old.id)

    await world.start(NEWER)
    await world.arrive()
    assert [welcomed(client) for client in world.clients] == [("", PARKED)] * 2
    assert [client.end.table for client in world.clients] == [None, None]
    ann.send(Join(code=old.code, deck=DECK))
    ann.send(Resync())
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    assert refusals(ann) == [("other_version", PARKED), ("bad_state", "You sit at no table.")]
    newer = ann.table
    ben.send(Join(code=newer.code, deck=OTHER_DECK))
    await world.deliver_all()
    assert ben.table.id == newer.id
    await world.stop()
    assert written(file.database, old.id) == rows, "nothing is written to a match of another version"
    rows = written(file.database, newer.id)

    await world.start()
    await world.arrive()
    assert [welcomed(client) for client in world.clients] == [(old.id, PARKED)] * 2, "now the newer one is kept"
    assert [(each.end.view, each.end.prompt) for each in world.clients] == before
    asked = world.decide()
    await world.deliver_all()
    assert asked.end.acked == 1
    assert asked.end.pending == {}
    assert (ann.end.view, ben.end.view) != (view, view)
    await world.stop()
    assert written(file.database, newer.id) == rows


@pytest.mark.parametrize("name", ["rules", "saves", "records"])
async def test_a_match_of_other_rules_saves_or_records_is_kept_as_it_is(
    world: World, file: FileGround, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    await world.start()
    await world.seat()
    ann = world.clients[0]
    old, view = ann.table, ann.end.view
    await world.stop()
    rows = written(file.database, old.id)
    with monkeypatch.context() as later:
        if name == "rules":
            later.setattr(engine.game, "ENGINE_VERSION", "later")
        else:
            module = saves if name == "saves" else records
            later.setattr(module, "VERSION", module.VERSION + 1)
        await world.start()
        await world.arrive()
        assert [welcomed(client) for client in world.clients] == [("", PARKED)] * 2
        await world.stop()
    assert written(file.database, old.id) == rows
    await world.start()
    await world.arrive()
    assert welcomed(ann) == (old.id, "")
    assert ann.end.view == view
    await world.stop()


async def test_a_match_of_another_version_is_logged_once_and_without_a_traceback(world: World) -> None:
    await world.start()
    await world.seat()
    code, room = world.clients[0].table.code, world.clients[0].table.id
    await world.stop()
    with capture_logs() as logs:
        await world.start(NEWER)
        for _ in range(2):
            await world.arrive()
            for client in world.clients:
                client.send(Join(code=code, deck=DECK))
            await world.deliver_all()
        await world.stop()
    told = [entry for entry in logs if entry["log_level"] in ("warning", "error")]
    assert [(entry["event"], entry["room"]) for entry in told] == [("room of another version is parked", room)]
    assert "exc_info" not in told[0]
    assert records.pin(catalogue) in told[0]["why"]


async def test_a_finished_match_of_another_version_keeps_nobody_and_is_not_told(world: World) -> None:
    await world.start()
    await world.seat()
    ann, _ = world.clients
    ann.send(ann.end.concede())
    await world.deliver_all()
    assert ann.end.outcome is not None
    await world.stop()
    await world.start(NEWER)
    await world.arrive()
    assert welcomed(ann) == ("", "")
    ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    assert ann.table.state == "playing"
    await world.stop()


async def test_a_log_of_another_version_in_a_row_of_this_one_is_kept_too(world: World, file: FileGround) -> None:
    """The row and the log cannot disagree, unless someone has changed the file; even then no match is ended."""
    await world.start()
    await world.seat()
    old, before = world.clients[0].table, [(each.end.view, each.end.prompt) for each in world.clients]
    records_before = len(await world.store.read(old.id))
    await world.stop()
    rewrite(file.database, "UPDATE rooms SET pin=?", records.pin(NEWER))
    await world.start(NEWER)
    await world.arrive()
    ann, ben = world.clients
    assert refusals(ann) == [("other_version", PARKED)], "whoever comes first finds it out"
    assert welcomed(ben) == ("", PARKED)
    await world.pass_time(10.0)  # the worker owns a room that it cannot run, and goes on without it
    await world.arrive()
    assert [welcomed(client) for client in world.clients] == [("", PARKED)] * 2
    assert await world.store.find(old.code) == old.id, "it is not over"
    assert len(await world.store.read(old.id)) == records_before + 1, "it is taken over once, and then left alone"
    await world.stop()
    rewrite(file.database, "UPDATE rooms SET pin=?", records.pin(catalogue))
    await world.start()
    await world.arrive()
    assert [(each.end.view, each.end.prompt) for each in world.clients] == before


# --- tables at which no match has begun -------------------------------------------------------------------------------


async def test_a_table_that_waits_is_joined_after_an_upgrade_and_the_match_belongs_to_the_new_version(
    world: World,
) -> None:
    await world.start()
    ann, ben = world.clients
    await world.arrive()
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    await world.stop()
    await world.start(NEWER)
    await world.arrive()
    ben.send(Join(code=ann.table.code, deck=OTHER_DECK))
    await world.deliver_all()
    assert ann.end.view
    assert ben.end.view
    (sitting,) = await world.store.rooms_of(ann.guest.id)
    assert (sitting.state, sitting.pin) == ("playing", records.pin(NEWER))
    (started,) = [
        entry
        for entry in (records.decode(record.body) for record in await world.store.read(sitting.room))
        if isinstance(entry, Started)
    ]
    assert started.pin == pin(NEWER)
    await world.stop()


async def test_a_table_whose_deck_this_version_does_not_know_says_so_and_stays_open(world: World) -> None:
    await world.start(NEWER)
    ann, ben = world.clients
    await world.arrive()
    *most, last = [card.number for card in NEWER.definitions[:-14:-1]]
    listed = DeckChoice(main={**dict.fromkeys(most, 4), last: 2})
    ann.send(CreateTable(opponent="human", deck=listed))
    await world.deliver_all()
    code = ann.table.code
    await world.stop()
    await world.start()
    await world.arrive()
    ben.send(Join(code=code, deck=OTHER_DECK))
    await world.deliver_all()
    assert refusals(ben) == [("bad_state", "The deck of whoever opened this table may not be played any more.")]
    assert ann.table.state == "waiting"
    assert ben.end.table is None
    await world.stop()


# --- logs -------------------------------------------------------------------------------------------------------------


def test_a_log_of_another_version_is_not_replayed_and_not_called_broken() -> None:
    decks: dict[SeatName, DeckChoice] = {"A": DECK, "B": OTHER_DECK}
    seats = {name: Seat(name, name, "", deck_of(choice)) for name, choice in decks.items()}
    game, started = restore.start(bytes(32), seats, "log", NEWER)
    again = restore.replay([started], NEWER, restore.untouched()).game
    assert again is not None
    assert again.chain == game.chain
    with pytest.raises(OtherVersion):
        restore.replay([started], catalogue, restore.untouched())


def deck_of(choice: DeckChoice) -> dict[str, int]:
    assert isinstance(choice.preset, str)
    return dict(PRESETS[choice.preset].main)


# --- over real sockets, and in processes of their own -----------------------------------------------------------------


async def test_over_a_socket_both_are_told_and_play_something_else(settings: Settings) -> None:
    async with running(settings, BOTS, Scripted(1)) as url:
        ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben", MSGPACK).arrive()
        await seat_two(ann, ben)
        assert ann.end.table is not None
        old, view = ann.end.table, ann.end.view
        await ann.leave()
        await ben.leave()
    async with running(settings, BOTS, Scripted(2), NEWER) as url:
        for player in (ann, ben):
            player.url = url
            await player.arrive()
            assert player.end.welcome is not None
            assert (player.end.welcome.table, player.end.welcome.parked) == ("", PARKED)
        await ann.send(Join(code=old.code, deck=DECK))
        assert (await ann.wait(Refused)).code == "other_version"
        await ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
        await ann.wait(Snapshot)
        await play_on(ann, random.Random(1))
        assert ann.end.outcome is not None
        await ann.leave()
        await ben.leave()
    async with running(settings, BOTS, Scripted(3)) as url:
        ann.url = url
        await ann.arrive()
        assert (await ann.wait(Table)).id == old.id
        assert (await ann.wait(Snapshot)).view == view
        await ann.leave()


async def test_a_killed_server_is_replaced_by_a_newer_one_and_that_by_the_old_one(tmp_path: Path) -> None:
    chance = random.Random(5)
    async with served(tmp_path) as first:
        ann, ben = await Player(first.url, "Ann").arrive(), await Player(first.url, "Ben", MSGPACK).arrive()
        players = [ann, ben]
        await seat_two(ann, ben)
        await move(players, chance, 20)
        for player in players:
            await player.catch_up()
        before = [(player.end.view, player.end.prompt, player.end.n) for player in players]
        await first.kill()
    async with served(tmp_path, "newer") as second:
        for player in players:
            player.url = second.url
            await player.arrive()
            assert player.end.welcome is not None
            assert (player.end.welcome.table, player.end.welcome.parked) == ("", PARKED)
        await ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
        await ann.wait(Snapshot)
        await second.kill()
    async with served(tmp_path) as third:
        for player in players:
            player.url = third.url
            await player.arrive()
            await player.wait(Snapshot)
        assert [(player.end.view, player.end.prompt, player.end.n) for player in players] == before
        async with asyncio.TaskGroup() as tasks:
            for player in players:
                tasks.create_task(play_on(player, chance))
        assert ann.end.outcome is not None
        assert ann.end.outcome.reason != "fault"
        assert ann.end.outcome == ben.end.outcome
        for player in players:
            await player.leave()
