"""Rooms when something fails: the engine, a bot, the store, a slow reader. Faults are put into the real parts."""

import asyncio
import contextlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import structlog
from structlog.testing import capture_logs

from engine import Decision, EngineBug, Game, Prompt, catalogue, pin
from server import records, restore
from server.app import Server, running
from server.inbox import Act, Attach, Detach, Sit
from server.inbox import Leave as LeaveRoom
from server.limits import Bucket
from server.peer import OUTBOX_BYTES, OUTBOX_FRAMES, Peer
from server.protocol.codec import CODECS
from server.protocol.errors import Close, Refusal
from server.protocol.messages import (
    JSON,
    MSGPACK,
    CreateTable,
    Ended,
    Join,
    Leave,
    LeftTable,
    Pong,
    Presence,
    Queue,
    Queued,
    Refused,
    Resync,
    Snapshot,
    Table,
    Update,
)
from server.records import Conceded, Decided, Faulted, Started
from server.room import INBOX, Room
from server.settings import Settings
from server.store.base import RoomRow, Seat, StoreFailed
from server.store.sqlite import SqliteStore
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.player import DECK, OTHER_DECK, Closed, Player, any_decision, play_on, seat_two
from tests.server.world import World


async def two_at_a_table(url: str) -> tuple[Player, Player]:
    """Two players in a match; the first is asked."""
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben", MSGPACK).arrive()
    await seat_two(ann, ben)
    return (ann, ben) if ann.end.prompt else (ben, ann)


async def decide(player: Player, chance: random.Random) -> None:
    assert player.end.prompt is not None
    await player.decide(any_decision(player.end.prompt, chance))


# --- the engine -------------------------------------------------------------------------------------------------------


async def test_when_the_engine_fails_both_are_told_without_detail_and_the_log_is_kept(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with capture_logs() as logs:
        async with running(settings, BOTS, Scripted(1)) as url:
            asked, other = await two_at_a_table(url)
            await decide(asked, random.Random(1))
            await asked.wait(Update)
            await other.wait(Update)
            view = asked.end.view
            with monkeypatch.context() as broken:
                broken.setattr(Game, "decide", _fail)
                await decide(asked if asked.end.prompt else other, random.Random(1))
                for player in (asked, other):
                    ended = await player.wait(Ended)
                    assert (ended.outcome.winner, ended.outcome.reason) == ("draw", "fault")
            await other.drop()
            tab = Player(url, "another tab")
            tab.token = asked.token
            await tab.arrive()
            assert (await tab.wait(Table)).state == "ended"
            assert (await tab.wait(Snapshot)).view == view
            assert (await tab.wait(Ended)).outcome.reason == "fault"
            await tab.send(CreateTable(opponent="bot", bot="random", deck=DECK))
            assert (await tab.wait(Table)).state == "playing"
            await tab.leave()
    told = [entry for entry in logs if entry["log_level"] == "error"]
    assert [entry["event"] for entry in told] == ["table broken"]
    entries = await log_of(settings, asked)
    assert isinstance(entries[-1], Faulted)
    assert "a secret hand" in entries[-1].why
    again = restore.replay(entries, catalogue, restore.untouched())
    assert again.game is not None
    assert again.game.decisions == 1
    assert not any("a secret hand" in repr(message) for player in (asked, other) for message in player.seen)


def _fail(game: Game, decision: Decision) -> list[tuple[object, ...]]:
    raise EngineBug("the engine broke its own promise: a secret hand")


async def log_of(settings: Settings, player: Player) -> list[records.Entry]:
    """The log of a player's first table, read from the file after the server has stopped."""
    table = next(message for message in player.seen if isinstance(message, Table))
    store = SqliteStore(settings.database, lambda: 0)
    store.open()
    entries = [records.decode(record.body) for record in await store.read(table.id)]
    store.close()
    return entries


async def test_a_match_that_cannot_be_restored_is_over_and_the_server_goes_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(settings, BOTS, Scripted(1)) as url:
        asked, other = await two_at_a_table(url)
        await asked.leave()
        await other.leave()
    async with running(settings, BOTS, Scripted(2)) as url:
        asked.url = other.url = url
        with monkeypatch.context() as broken:
            broken.setattr(Game, "load", classmethod(_cannot_load))
            await asked.arrive()
            assert (await asked.wait(Table)).state == "ended"
            assert (await asked.wait(Ended)).outcome.reason == "fault"
        await asked.send(CreateTable(opponent="bot", bot="random", deck=DECK))
        await asked.wait(Snapshot)
        await asked.leave()


def _cannot_load(cls: type[Game], blob: bytes, pool: object) -> Game:
    raise EngineBug("this save cannot be loaded")


# --- bots -------------------------------------------------------------------------------------------------------------


class Raises:
    """A bot that fails."""

    def choose(self, view: dict[str, object], prompt: Prompt, legal: Sequence[Decision], seed: int) -> Decision:
        raise ZeroDivisionError("the bot is broken")


class Cheats:
    """A bot that wants what is not legal."""

    def choose(self, view: dict[str, object], prompt: Prompt, legal: Sequence[Decision], seed: int) -> Decision:
        return Decision("attack", 1, 1)


@pytest.mark.parametrize("bot", [Raises(), Cheats()], ids=["raises", "cheats"])
async def test_a_bot_that_fails_takes_the_default_and_the_match_goes_on(settings: Settings, bot: Raises) -> None:
    with capture_logs() as logs:
        async with running(settings, {"greedy": bot}, Scripted(1)) as url:
            ann = await Player(url, "Ann").arrive()
            await ann.send(CreateTable(opponent="bot", deck=DECK))
            await ann.wait(Snapshot)
            await play_on(ann, random.Random(1))
            assert ann.end.outcome is not None
            assert ann.end.outcome.reason != "fault"
            await ann.leave()
    assert {entry["event"] for entry in logs if entry["log_level"] == "error"} == {"bot failed"}


async def test_a_bot_sees_what_its_seat_sees_and_its_chance_follows_from_the_log(settings: Settings) -> None:
    seen: list[tuple[object, str, int]] = []

    class Watches:
        def choose(self, view: dict[str, object], prompt: Prompt, legal: Sequence[Decision], seed: int) -> Decision:
            seen.append((view["viewer"], prompt.seat, seed))
            return legal[seed % len(legal)]

    async with running(settings, {"greedy": Watches()}, Scripted(1)) as url:
        ann = await Player(url, "Ann").arrive()
        await ann.send(CreateTable(opponent="bot", deck=DECK))
        table = await ann.wait(Table)
        await play_on(ann, random.Random(1))
        await ann.leave()
    assert {(viewer, seat) for viewer, seat, _ in seen} == {("B" if table.seat == "A" else "A",) * 2}
    assert len({seed for *_, seed in seen}) == len(seen)


# --- the store --------------------------------------------------------------------------------------------------------


async def test_nobody_is_told_anything_before_the_store_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    kept = asyncio.Event()
    append = world.server.store.append

    async def held(*arguments: object) -> int:
        await kept.wait()
        return await append(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(world.server.store, "append", held)
    asked = next(client for client in world.clients if client.end.prompt is not None)
    seen = [len(client.seen) for client in world.clients]
    assert asked.end.prompt is not None
    asked.send(asked.end.decide(any_decision(asked.end.prompt, world.chance)))
    await world.deliver_all()
    assert [len(client.seen) for client in world.clients] == seen
    kept.set()
    await world.deliver_all()
    assert [len(client.seen) for client in world.clients] == [count + 1 for count in seen]
    await world.stop()


async def test_a_decision_that_the_store_lost_is_taken_back_and_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    asked = next(client for client in world.clients if client.end.prompt is not None)
    view = asked.end.view

    async def lost(*arguments: object) -> int:
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(world.server.store, "append", lost)
        assert asked.end.prompt is not None
        asked.send(asked.end.decide(any_decision(asked.end.prompt, world.chance)))
        await world.deliver_all()
    assert asked.end.view == view
    for client in world.clients:
        assert client.wire is not None
        assert client.wire.peer.closing is not None
        assert client.wire.peer.closing.code == 1012
        await world.cut(client)
        await world.connect(client)
    await world.deliver_all()
    assert asked.end.acked == 1
    assert asked.end.pending == {}
    await world.stop()


async def test_when_nothing_can_be_stored_the_lobby_says_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    ann, ben = world.clients
    for client in (ann, ben):
        await world.connect(client)
    ann.send(Queue(deck=DECK))
    await world.deliver_all()

    async def lost(*arguments: object) -> RoomRow:
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(world.server.store, "create", lost)
        ben.send(Queue(deck=DECK))
        await world.deliver_all()
    assert ben.wire is not None
    assert close_code(ben.wire.peer) == 1012
    assert ann.wire is not None
    assert close_code(ann.wire.peer) is None
    await world.cut(ben)
    await world.connect(ben)
    ben.send(Queue(deck=OTHER_DECK))
    await world.deliver_all()
    assert ann.end.table is not None
    assert ben.end.table is not None
    assert ann.end.table.id == ben.end.table.id
    await world.stop()


async def test_a_room_that_cannot_be_opened_now_is_opened_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    await world.stop()
    await world.start()
    ann, _ = world.clients
    view = ann.end.view

    async def lost(*arguments: object) -> None:
        raise StoreFailed("the disk is away")

    with monkeypatch.context() as broken:
        broken.setattr(world.server.store, "acquire", lost)
        await world.connect(ann)
        await world.deliver_all()
        assert ann.wire is not None
        assert close_code(ann.wire.peer) == 1012
        await world.cut(ann)
    await world.connect(ann)
    await world.deliver_all()
    assert ann.end.view == view
    assert isinstance(ann.seen[-2], Snapshot)
    await world.stop()


async def test_two_who_open_a_room_at_once_find_one_room(tmp_path: Path) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    await world.stop()
    await world.start()
    (room_id,) = [sitting.room for sitting in await world.server.store.rooms_of(world.clients[0].guest.id)]
    rooms = world.server.rooms
    one, other = await asyncio.gather(rooms.open(room_id), rooms.open(room_id))
    assert one is other is not None
    assert len(rooms) == 1
    assert await rooms.open("no such room") is None
    await world.stop()


async def test_whoever_has_left_in_another_window_is_told_so(tmp_path: Path) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    room = await the_room(world)
    stranger = a_peer()
    room.post(Attach(stranger))
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    room.post(LeaveRoom("stranger", done))
    with pytest.raises(Refusal):
        await done
    stranger.close(Close.RESTART, "")
    (frame,) = [frame async for frame in stranger.outgoing()]
    refused = CODECS[JSON].from_server(frame)
    assert isinstance(refused, Refused)
    assert refused.code == "unknown_table"
    await world.stop()


async def test_more_commands_than_a_room_can_hold_are_refused(tmp_path: Path) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    room = await the_room(world)
    peer = a_peer()
    for _ in range(INBOX):  # nothing else runs in between
        room.post(Act(peer, Resync()))
    with pytest.raises(Refusal) as refused:
        room.post(Act(peer, Resync()))
    assert refused.value.code == "limit"
    room.post(Detach(peer))
    await world.settle()
    room.post(Act(peer, Resync()))
    await world.stop()


async def the_room(world: World) -> Room:
    """The room where the first client sits."""
    room = await world.server.rooms.of_user(world.clients[0].guest.id)
    assert room is not None
    return room


async def test_a_room_that_is_put_away_answers_all_who_wait(tmp_path: Path) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    ann, ben = world.clients
    for client in (ann, ben):
        await world.connect(client)
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    assert ann.end.table is not None
    room = await world.server.rooms.by_code(ann.end.table.code)
    loop = asyncio.get_running_loop()
    leaving, sitting = loop.create_future(), loop.create_future()
    assert ben.wire is not None
    room.post(LeaveRoom(ann.guest.id, leaving))
    room.post(Sit(ben.wire.peer, Seat(ben.guest.id, "Ben", "", {}), sitting))
    await leaving
    with pytest.raises(Refusal, match="try again"):
        await sitting
    await world.stop()


async def test_a_taken_code_is_drawn_again(tmp_path: Path) -> None:
    class Same(Scripted):
        codes = iter(["SAMESA", "SAMESA", "OTHERS"] + ["SAMESA"] * 100)

        def code(self) -> str:
            return next(self.codes)

    server = Server(Settings(state_dir=tmp_path), BOTS, Same(1))
    async with server.app.router.lifespan_context(server.app):
        rooms = [await server.rooms.create({"A": Seat(name, name, "", {})}) for name in ("ann", "ben")]
        assert [room.match.row.code for room in rooms] == ["SAMESA", "OTHERS"]
        with pytest.raises(StoreFailed, match="codes"):
            await server.rooms.create({"A": Seat("cay", "cay", "", {})})


async def test_save_and_log_lead_to_the_same_game(settings: Settings) -> None:
    async with running(settings, BOTS, Scripted(5)) as url:
        asked, other = await two_at_a_table(url)
        chance = random.Random(5)
        for _ in range(60):
            mover = asked if asked.end.prompt else other
            await decide(mover, chance)
            while asked.end.pending or other.end.pending or not (asked.end.prompt or other.end.prompt):
                await (mover if mover.end.pending else asked if mover is other else other).next()
        await asked.leave()
        await other.leave()
    store = SqliteStore(settings.database, lambda: 0)
    store.open()
    table = next(message for message in asked.seen if isinstance(message, Table))
    entries = [records.decode(record.body) for record in await store.read(table.id)]
    stored = await store.acquire(table.id, records.encode(records.Owned("test")), pin(catalogue))
    store.close()
    assert stored is not None
    assert len(stored.records) == 1
    by_save = restore.restore(stored, catalogue)
    by_log = restore.replay(entries, catalogue, restore.untouched())
    assert by_save.game is not None
    assert by_log.game is not None
    assert by_save.game.chain == by_log.game.chain
    assert by_save.game.save() == by_log.game.save()
    assert by_save.numbers == by_log.numbers
    start = next(entry for entry in entries if isinstance(entry, Started))
    decisions = [entry for entry in entries if isinstance(entry, Decided | Conceded)]
    engines_log = by_log.game.log
    assert bytes.fromhex(engines_log["start"]["seed"]) == start.seed
    assert len(engines_log["entries"]) == len(decisions)
    assert Game.replay(engines_log, catalogue).chain == decisions[-1].chain


# --- slow readers -----------------------------------------------------------------------------------------------------


def a_peer() -> Peer:
    return Peer("test", CODECS[JSON], Bucket(1.0, 1.0, 0.0))


def close_code(peer: Peer) -> int | None:
    return None if peer.closing is None else peer.closing.code


async def test_a_peer_that_does_not_read_is_closed_and_holds_nobody_up() -> None:
    peer = a_peer()
    for t in range(OUTBOX_FRAMES):
        peer.send(Pong(t=t, server_time=0))
    assert close_code(peer) is None
    peer.send(Pong(t=0, server_time=0))
    assert close_code(peer) == 4408
    assert [frame async for frame in peer.outgoing()] == []


async def test_an_outbox_is_bounded_in_bytes_too() -> None:
    peer = a_peer()
    peer.send_frame("x" * OUTBOX_BYTES)
    assert close_code(peer) is None
    peer.send_frame("x")
    assert close_code(peer) == 4408


async def test_what_was_sent_before_a_close_is_written_before_it() -> None:
    peer = a_peer()
    peer.send(Queued())
    peer.close(Close.RESTART, "bye")
    peer.send(Queued())
    assert [frame async for frame in peer.outgoing()] == ['{"type":"queued"}']


async def test_a_reader_that_has_stopped_reading_does_not_hold_up_the_other_player(settings: Settings) -> None:
    generous = replace(settings, messages_burst=1e9, write_seconds=0.05)
    async with running(generous, BOTS, Scripted(1)) as url:
        ann, ben = Player(url, "Ann"), Player(url, "Ben", MSGPACK)
        ann.receive_buffer = ben.receive_buffer = 4096  # else it takes 37 MB until anyone notices
        await seat_two(await ann.arrive(), await ben.arrive())
        asked, other = (ann, ben) if ann.end.prompt else (ben, ann)
        assert other.socket is not None
        other.socket.transport.pause_reading()
        flood = asyncio.create_task(_flood(other))
        assert not (await asked.wait(Presence)).online
        await decide(asked, random.Random(1))
        assert (await asked.wait(Update)).n == 1
        other.socket.transport.abort()
        await flood
        await other.arrive()
        while other.end.seq != asked.end.seq:
            await other.next()
        await asked.leave()
        await other.leave()


async def _flood(player: Player) -> None:
    """Ask for snapshots until the server has had enough."""
    with contextlib.suppress(Closed):
        while True:
            await player.send(Resync())
            await asyncio.sleep(0)


async def test_a_fault_of_our_own_closes_one_connection_and_is_logged_in_full(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with capture_logs() as logs:
        async with running(settings, BOTS, Scripted(1)) as url:
            asked, other = await two_at_a_table(url)
            cay = await Player(url, "Cay").arrive()
            with monkeypatch.context() as broken:
                broken.setattr(Game, "start", classmethod(_cannot_load))
                await cay.send(CreateTable(opponent="bot", deck=DECK))
                closed = await cay.until_closed()
            assert closed.code == 1011
            assert "save" not in closed.reason
            await decide(asked, random.Random(1))
            await asked.wait(Update)
            await cay.arrive()
            await cay.send(CreateTable(opponent="bot", deck=DECK))
            await cay.wait(Snapshot)
            for player in (asked, other, cay):
                await player.leave()
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["connection failed"]


# --- coming and going -------------------------------------------------------------------------------------------------


async def test_the_other_player_is_told_who_is_there(url: str) -> None:
    asked, other = await two_at_a_table(url)
    await other.drop()
    assert not (await asked.wait(Presence)).online
    await other.arrive()
    assert (await asked.wait(Presence)).online
    assert (await other.wait(Presence)).online
    await other.leave()
    assert not (await asked.wait(Presence)).online
    await asked.leave()


async def test_after_the_end_a_player_leaves_and_starts_another_match(url: str) -> None:
    asked, other = await two_at_a_table(url)
    await asked.send(asked.end.concede())
    first = await other.wait(Ended)
    await asked.wait(Ended)
    await asked.send(Leave())
    await asked.wait(LeftTable)
    assert asked.end.table is None
    await asked.send(CreateTable(opponent="bot", bot="random", deck=OTHER_DECK))
    table = await asked.wait(Table)
    assert table.log != first.log
    await asked.wait(Snapshot)
    await other.send(Queue(deck=DECK))  # sitting down elsewhere leaves a finished table by itself
    await asked.leave()
    await other.arrive()
    assert other.end.welcome is not None
    assert other.end.welcome.table == ""
    await other.leave()


async def test_a_table_that_has_not_begun_is_closed_by_leaving_it(url: str) -> None:
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
    await ann.send(CreateTable(opponent="human", deck=DECK))
    code = (await ann.wait(Table)).code
    await ann.send(Leave())
    await ann.wait(LeftTable)
    await ben.send(Join(code=code, deck=DECK))
    assert (await ben.wait(Refused)).code == "unknown_table"
    await ann.send(CreateTable(opponent="human", deck=DECK))
    assert (await ann.wait(Table)).code != code
    await ann.leave()
    await ben.leave()


async def test_whoever_follows_the_link_to_its_own_table_sits_there_again(url: str) -> None:
    asked, other = await two_at_a_table(url)
    assert asked.end.table is not None
    await asked.send(Join(code=asked.end.table.code, deck=DECK))
    assert (await asked.wait(Table)).state == "playing"
    assert (await asked.wait(Snapshot)).view == asked.end.view
    await asked.leave()
    await other.leave()


async def test_whoever_queues_twice_keeps_its_place_and_takes_the_new_deck(url: str) -> None:
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
    for deck in (DECK, OTHER_DECK):
        await ann.send(Queue(deck=deck))
        assert isinstance(await ann.next(), Queued)
    tab = Player(url, "another tab")
    tab.token = ann.token
    await tab.arrive()
    await tab.send(Queue(deck=DECK))
    assert (await tab.wait(Refused)).code == "bad_state"
    await ben.send(Queue(deck=DECK))
    await ann.wait(Snapshot)
    for player in (ann, ben, tab):
        await player.leave()


async def test_whoever_queued_and_went_away_is_not_paired(url: str) -> None:
    ann, ben, cay = [await Player(url, name).arrive() for name in ("Ann", "Ben", "Cay")]
    await ann.send(Queue(deck=DECK))
    await ann.next()
    await ann.drop()
    await ben.send(Queue(deck=DECK))
    await ben.next()
    await cay.send(Queue(deck=DECK))
    assert (await ben.wait(Table)).id == (await cay.wait(Table)).id
    for player in (ben, cay):
        await player.leave()


async def test_everything_that_was_opened_is_gone_at_the_end(tmp_path: Path) -> None:
    world = World(Settings(state_dir=tmp_path), 1, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    assert len(world.server.rooms) == 1
    await world.stop()
    assert len(world.server.rooms) == 0
    assert not world.server.store.healthy()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_no_log_line_holds_a_card_a_seed_or_a_deck(settings: Settings) -> None:
    with capture_logs() as logs:
        async with running(settings, BOTS, Scripted(1)) as url:
            asked, other = await two_at_a_table(url)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(play_on(asked, random.Random(1)))
                tasks.create_task(play_on(other, random.Random(2)))
            await asked.leave()
            await other.leave()
    assert logs
    text = repr(logs)
    assert not any(word in text for card in catalogue.definitions for word in (card.number, card.name))
    assert {key for entry in logs for key in entry} <= {"event", "log_level", "room", "seat", "peer", "resumed"}


@pytest.fixture(autouse=True)
def _plain_structlog() -> Iterator[None]:
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()
