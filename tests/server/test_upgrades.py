"""Another version of the server on the same state: other cards, rules or saves. No match is lost."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import structlog
from structlog.testing import capture_logs

import engine.game
from engine import OtherVersion, SeatName, catalogue, pin, saves
from engine.decks import PRESETS
from server import records, restore
from server.app import running
from server.protocol.messages import (
    JSON,
    MSGPACK,
    CreateTable,
    DeckChoice,
    Join,
    Refused,
    Resync,
    Snapshot,
    Table,
)
from server.records import Decided, Started
from server.rooms import PARKED
from server.settings import Settings
from server.store.base import Seat, Stored
from server.store.sqlite import SqliteStore
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.player import DECK, OTHER_DECK, Player, any_decision, play_on, seat_two
from tests.server.pools import NEWER
from tests.server.process import served
from tests.server.test_restart import move
from tests.server.world import Client, World
from tests.server.written import rewrite, written


def table_of(client: Client) -> Table:
    assert client.end.table is not None
    return client.end.table


def welcomed(client: Client) -> tuple[str, str]:
    """The table and the sentence of the last welcome."""
    assert client.end.welcome is not None
    return client.end.welcome.table, client.end.welcome.parked


def refusals(client: Client) -> list[tuple[str, str]]:
    return [(message.code, message.why) for message in client.seen if isinstance(message, Refused)]


async def arrive(world: World) -> None:
    for client in world.clients:
        await world.connect(client)
    await world.deliver_all()


# --- what happens to a match ------------------------------------------------------------------------------------------


async def test_a_match_of_other_cards_is_kept_as_it_is_and_goes_on_when_they_are_back(tmp_path: Path) -> None:
    settings = Settings(state_dir=tmp_path)
    world = World(settings, 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    ann, ben = world.clients
    old, view, before = table_of(ann), ann.end.view, [(each.end.view, each.end.prompt) for each in world.clients]
    await world.stop()
    rows = written(settings.database, old.id)

    await world.start(NEWER)
    await arrive(world)
    assert [welcomed(client) for client in world.clients] == [("", PARKED)] * 2
    assert [client.end.table for client in world.clients] == [None, None]
    ann.send(Join(code=old.code, deck=DECK))
    ann.send(Resync())
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    assert refusals(ann) == [("other_version", PARKED), ("bad_state", "You sit at no table.")]
    newer = table_of(ann)
    ben.send(Join(code=newer.code, deck=OTHER_DECK))
    await world.deliver_all()
    assert table_of(ben).id == newer.id
    await world.stop()
    assert written(settings.database, old.id) == rows, "nothing is written to a match of another version"
    rows = written(settings.database, newer.id)

    await world.start()
    await arrive(world)
    assert [welcomed(client) for client in world.clients] == [(old.id, PARKED)] * 2, "now the newer one is kept"
    assert [(each.end.view, each.end.prompt) for each in world.clients] == before
    asked = next(client for client in world.clients if client.end.prompt is not None)
    assert asked.end.prompt is not None
    asked.send(asked.end.decide(any_decision(asked.end.prompt, world.chance)))
    await world.deliver_all()
    assert asked.end.acked == 1
    assert asked.end.pending == {}
    assert (ann.end.view, ben.end.view) != (view, view)
    await world.stop()
    assert written(settings.database, newer.id) == rows


@pytest.mark.parametrize("name", ["rules", "saves"])
async def test_a_match_of_other_rules_or_saves_is_kept_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    settings = Settings(state_dir=tmp_path)
    world = World(settings, 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    ann = world.clients[0]
    old, view = table_of(ann), ann.end.view
    await world.stop()
    rows = written(settings.database, old.id)
    with monkeypatch.context() as later:
        if name == "rules":
            later.setattr(engine.game, "ENGINE_VERSION", "later")
        else:
            later.setattr(saves, "VERSION", saves.VERSION + 1)
        await world.start()
        await arrive(world)
        assert [welcomed(client) for client in world.clients] == [("", PARKED)] * 2
        await world.stop()
    assert written(settings.database, old.id) == rows
    await world.start()
    await arrive(world)
    assert welcomed(ann) == (old.id, "")
    assert ann.end.view == view
    await world.stop()


async def test_a_match_of_another_version_is_logged_once_and_without_a_traceback(tmp_path: Path) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    code, room = table_of(world.clients[0]).code, table_of(world.clients[0]).id
    await world.stop()
    with capture_logs() as logs:
        await world.start(NEWER)
        for _ in range(2):
            await arrive(world)
            for client in world.clients:
                client.send(Join(code=code, deck=DECK))
            await world.deliver_all()
        await world.stop()
    told = [entry for entry in logs if entry["log_level"] in ("warning", "error")]
    assert [(entry["event"], entry["room"]) for entry in told] == [("room of another version is parked", room)]
    assert "exc_info" not in told[0]
    assert pin(catalogue) in told[0]["why"]


async def test_a_finished_match_of_another_version_keeps_nobody_and_is_not_told(tmp_path: Path) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    ann, _ = world.clients
    ann.send(ann.end.concede())
    await world.deliver_all()
    assert ann.end.outcome is not None
    await world.stop()
    await world.start(NEWER)
    await arrive(world)
    assert welcomed(ann) == ("", "")
    ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    assert table_of(ann).state == "playing"
    await world.stop()


async def test_a_save_of_another_version_in_a_row_of_this_one_is_kept_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row and the save cannot disagree, unless someone has changed the file; even then no match is ended."""
    settings = Settings(state_dir=tmp_path)
    world = World(settings, 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    old = table_of(world.clients[0])
    await world.stop()
    rewrite(settings.database, "UPDATE rooms SET pin=?", pin(NEWER))
    await world.start(NEWER)
    await arrive(world)
    assert [welcomed(client) for client in world.clients] == [("", PARKED)] * 2
    assert await world.server.store.find(old.code) == old.id, "it is not over"
    await world.stop()


# --- tables at which no match has begun -------------------------------------------------------------------------------


async def test_a_table_that_waits_is_joined_after_an_upgrade_and_the_match_belongs_to_the_new_version(
    tmp_path: Path,
) -> None:
    settings = Settings(state_dir=tmp_path)
    world = World(settings, 1, (JSON, MSGPACK))
    await world.start()
    ann, ben = world.clients
    await arrive(world)
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    await world.stop()
    await world.start(NEWER)
    await arrive(world)
    ben.send(Join(code=table_of(ann).code, deck=OTHER_DECK))
    await world.deliver_all()
    assert ann.end.view
    assert ben.end.view
    (sitting,) = await world.server.store.rooms_of(ann.guest.id)
    assert (sitting.state, sitting.pin) == ("playing", pin(NEWER))
    (started,) = [
        entry
        for entry in (records.decode(record.body) for record in await world.server.store.read(sitting.room))
        if isinstance(entry, Started)
    ]
    assert started.pin == pin(NEWER)
    await world.stop()


async def test_a_table_whose_deck_this_version_does_not_know_says_so_and_stays_open(tmp_path: Path) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start(NEWER)
    ann, ben = world.clients
    await arrive(world)
    *most, last = [card.number for card in NEWER.definitions[:-14:-1]]
    listed = DeckChoice(main={**dict.fromkeys(most, 4), last: 2})
    ann.send(CreateTable(opponent="human", deck=listed))
    await world.deliver_all()
    code = table_of(ann).code
    await world.stop()
    await world.start()
    await arrive(world)
    ben.send(Join(code=code, deck=OTHER_DECK))
    await world.deliver_all()
    assert refusals(ben) == [("bad_state", "The deck of whoever opened this table may not be played any more.")]
    assert table_of(ann).state == "waiting"
    assert ben.end.table is None
    await world.stop()


# --- logs -------------------------------------------------------------------------------------------------------------


def test_a_log_of_another_version_is_not_replayed_and_not_called_broken() -> None:
    decks: dict[SeatName, DeckChoice] = {"A": DECK, "B": OTHER_DECK}
    seats = {name: Seat(name, name, "", deck_of(choice)) for name, choice in decks.items()}
    game, started = restore.start(bytes(32), seats, NEWER)
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


# --- what is broken all the same --------------------------------------------------------------------------------------


async def test_a_log_that_does_not_fit_its_own_version_is_a_fault(settings: Settings) -> None:
    async with running(settings, BOTS, Scripted(1)) as url:
        ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
        await seat_two(ann, ben)
        await move([ann, ben], random.Random(1), 3)
        assert ann.end.table is not None
        room = ann.end.table.id
        await ann.leave()
        await ben.leave()
    store = SqliteStore(settings.database, lambda: 0)
    store.open()
    stored = await store.acquire(room, records.encode(records.Owned("test")), pin(catalogue))
    log = await store.read(room)
    store.close()
    assert stored is not None
    forged = tuple(msgspec.structs.replace(record, body=with_another_chain(record.body)) for record in log)
    restored = restore.restore_or_fault(Stored(stored.row, b"", forged), catalogue)
    assert restored.game is None
    assert "chain" in restored.fault


def with_another_chain(body: bytes) -> bytes:
    """The same record, but a decision comes to another chain."""
    entry = records.decode(body)
    return records.encode(msgspec.structs.replace(entry, chain=bytes(16)) if isinstance(entry, Decided) else entry)


@pytest.fixture(autouse=True)
def _plain_structlog() -> Iterator[None]:
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()
