"""Rooms and the lobby when the store fails for a while: whatever was decided waits for it, and nothing is lost."""

import asyncio

import pytest
from structlog.testing import capture_logs

from engine import Game, catalogue
from server import records, restore
from server.app import Server
from server.inbox import Act, Attach, Detach, NotHere, Sit, StandUp
from server.limits import Bucket
from server.match import SAVE_EVERY
from server.peer import Peer
from server.protocol.codec import CODECS
from server.protocol.errors import Close, Refusal
from server.protocol.messages import (
    JSON,
    CreateTable,
    Join,
    LeftQueue,
    Paused,
    Refused,
    Resync,
    Snapshot,
    Table,
    Update,
)
from server.records import Conceded, Decided, Owned, Started
from server.room import INBOX
from server.settings import Settings
from server.store.base import Appended, Seat, StoreFailed
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.nodes import FileGround
from tests.server.player import DECK, OTHER_DECK
from tests.server.world import World

pytestmark = pytest.mark.usefixtures("plain_logs")


async def lost(*arguments: object) -> None:
    raise StoreFailed("the disk is full")


# --- a match ----------------------------------------------------------------------------------------------------------


async def test_nobody_is_told_anything_before_the_store_has_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.start()
    await world.seat()
    kept = asyncio.Event()
    append = world.store.append

    async def held(*arguments: object) -> Appended:
        await kept.wait()
        return await append(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(world.store, "append", held)
    seen = [len(client.seen) for client in world.clients]
    world.decide()
    await world.deliver_all()
    assert [len(client.seen) for client in world.clients] == seen
    kept.set()
    await world.deliver_all()
    assert [len(client.seen) for client in world.clients] == [count + 1 for count in seen]


async def test_a_decision_that_the_store_does_not_take_waits_for_it_and_both_are_told_that_the_table_waits(
    world: World, file: FileGround
) -> None:
    await world.start()
    await world.seat()
    views = [client.end.view for client in world.clients]
    file.forbid_writes(forbidden=True)
    asked = world.decide()
    await world.pass_time(3.0)
    assert [client.end.view for client in world.clients] == views
    assert list(asked.end.pending) == [1]
    for client in world.clients:
        assert client.seen[-1] == Paused(on=True), "it is told once"
        assert client.of(Paused) == [Paused(on=True)]
        assert client.wire.close_code is None
    asked.send(asked.end.pending[1])  # whoever does not know asks again
    file.forbid_writes(forbidden=False)
    await world.pass_time(1.0)
    assert asked.end.pending == {}
    for client in world.clients:
        assert client.of(Paused) == [Paused(on=True), Paused(on=False)]
        assert len(client.of(Update)) == 1
        assert client.end.view == world.game_of(client).view(client.table.seat)
    assert world.game_of(asked).decisions == 1, "it is applied once"
    assert world.node.metrics.pauses.value == 1
    await world.play(3)


async def test_an_append_of_which_only_the_answer_was_lost_is_kept_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    append, replies = world.store.append, iter([False])

    async def answered(*arguments: object) -> Appended:
        head = await append(*arguments)  # type: ignore[arg-type]
        if next(replies, True):
            return head
        raise StoreFailed("the connection is lost")

    monkeypatch.setattr(world.store, "append", answered)
    asked = world.decide()
    await world.pass_time(1.0)
    assert asked.end.acked == 1
    log = [records.decode(record.body) for record in await world.store.read(asked.table.id)]
    assert len([entry for entry in log if isinstance(entry, Decided)]) == 1
    await world.play(3)


async def test_a_room_that_cannot_be_opened_now_is_opened_later_and_its_players_wait_connected(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    await world.stop()
    await world.start()
    ann, _ = world.clients
    view = ann.end.view
    with monkeypatch.context() as broken, capture_logs() as logs:
        broken.setattr(world.store, "acquire", lost)
        await world.connect(ann)
        await world.deliver_all()
        assert ann.seen[-1] == Paused(on=True)
        world_seen = len(ann.seen)
        await world.pass_time(2.0)
        assert len(ann.seen) == world_seen, "it is told once"
    told = {entry["event"] for entry in logs if entry["log_level"] in ("warning", "error")}
    assert told == {"room cannot be opened now"}
    await world.pass_time(0.5)
    assert ann.wire.close_code is None
    assert ann.of(Paused)[-1] == Paused(on=False)
    assert ann.of(Table)[-1].state == "playing"
    assert ann.end.view == view
    assert ann.of(Snapshot)


async def test_two_who_open_a_room_at_once_find_one_room(world: World) -> None:
    await world.start()
    await world.seat()
    await world.stop()
    await world.start()
    (room_id,) = [sitting.room for sitting in await world.store.rooms_of(world.clients[0].guest.id)]
    rooms = world.worker.rooms
    one, other = await asyncio.gather(rooms.open(room_id), rooms.open(room_id))
    assert one is other is not None
    assert len(rooms) == 1
    assert await rooms.open("no such room") is None


# --- the lobby --------------------------------------------------------------------------------------------------------


async def test_when_nothing_can_be_stored_the_lobby_says_come_back(world: World, file: FileGround) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    file.forbid_writes(forbidden=True)
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    assert ann.wire.close_code == 1012
    assert ben.wire.close_code is None
    file.forbid_writes(forbidden=False)
    await world.connect(ann)
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    assert ann.table.state == "waiting"


async def test_two_whose_match_cannot_be_stored_are_both_back_in_the_queue(world: World, file: FileGround) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    await world.queue(ann)
    file.forbid_writes(forbidden=True)
    await world.queue(ben)
    assert [client.wire.close_code for client in (ann, ben)] == [None, None]
    file.forbid_writes(forbidden=False)
    await world.pass_time(10.0)
    assert [client.of(LeftQueue) for client in (ann, ben)] == [[], []]
    assert ann.table.id == ben.table.id


async def test_who_goes_while_a_pairing_fails_does_not_stay_in_the_queue(world: World, file: FileGround) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    await world.queue(ann)
    file.forbid_writes(forbidden=True)
    await world.queue(ben)
    ann.cut()
    ben.cut()
    await world.settle()
    file.forbid_writes(forbidden=False)
    assert len(world.worker.pairing) == 0
    await world.pass_time(10.0)
    for client in (ann, ben):
        client.end.tab = "another tab"
    await world.arrive()
    await world.queue(ann)
    assert ann.end.queued
    assert ann.of(Refused) == []
    await world.queue(ben)
    assert ann.table.id == ben.table.id


async def test_a_taken_code_is_drawn_again(settings: Settings) -> None:
    class Same(Scripted):
        codes = iter(["SAMESA", "SAMESA", "OTHERS"] + ["SAMESA"] * 100)

        def code(self) -> str:
            return next(self.codes)

    server = Server(settings, BOTS, Same(1))
    async with server.app.router.lifespan_context(server.app):
        rooms = server.worker.rooms
        made = [await rooms.create({"A": Seat(name, name, "", {})}) for name in ("ann", "ben")]
        assert [room.match.row.code for room in made] == ["SAMESA", "OTHERS"]
        with pytest.raises(StoreFailed, match="codes"):
            await rooms.create({"A": Seat("cay", "cay", "", {})})


# --- the inbox --------------------------------------------------------------------------------------------------------


def a_peer() -> Peer:
    return Peer("test", CODECS[JSON], Bucket(1.0, 1.0, 0.0))


async def test_whoever_has_left_in_another_window_is_told_so_and_leaving_twice_is_no_error(world: World) -> None:
    await world.start()
    await world.seat()
    room = world.room_of(world.clients[0])
    stranger = a_peer()
    room.post(Attach(stranger))
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    room.post(StandUp("stranger", done))
    await done
    stranger.close(Close.RESTART, "")
    (frame,) = [frame async for frame in stranger.outgoing()]
    refused = CODECS[JSON].from_server(frame)
    assert isinstance(refused, Refused)
    assert refused.code == "unknown_table"


async def test_more_commands_than_a_room_can_hold_are_refused(world: World) -> None:
    await world.start()
    await world.seat()
    room = world.room_of(world.clients[0])
    peer = a_peer()
    for _ in range(INBOX):  # nothing else runs in between
        room.post(Act(peer, Resync()))
    with pytest.raises(Refusal) as refused:
        room.post(Act(peer, Resync()))
    assert refused.value.code == "limit"
    room.post(Detach(peer))
    await world.settle()
    room.post(Act(peer, Resync()))


async def test_a_room_that_is_put_away_sends_all_who_wait_on_to_look_for_it(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    code, room = ann.table.code, world.room_of(ann)
    loop = asyncio.get_running_loop()
    leaving, sitting = loop.create_future(), loop.create_future()
    room.post(StandUp(ann.guest.id, leaving))
    room.post(Sit(Seat(ben.guest.id, "Ben", "", {}), sitting))
    await leaving
    with pytest.raises(NotHere):
        await sitting
    with pytest.raises(Refusal, match="no more"):
        await world.worker.relay.sit(room.id, Seat(ben.guest.id, "Ben", "", {}))
    ben.send(Join(code=code, deck=OTHER_DECK))
    await world.deliver_all()
    assert [refused.code for refused in ben.of(Refused)] == ["unknown_table"]


# --- saves and logs ---------------------------------------------------------------------------------------------------


async def test_save_and_log_lead_to_the_same_game(world: World) -> None:
    await world.start()
    await world.seat()
    await world.play(SAVE_EVERY + 10)
    row = await world.store.row(world.clients[0].table.id)
    assert row is not None
    stored = await world.store.acquire(row.id, "test", row.epoch, records.encode(Owned("test")), row.pin)
    assert stored is not None
    assert stored.saved >= SAVE_EVERY
    assert 0 < len(stored.tail) < SAVE_EVERY
    entries = [records.decode(record.body) for record in stored.records]
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


async def test_a_save_is_written_every_so_many_records_and_at_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    append, saved = world.store.append, []

    async def watched(*arguments: object) -> Appended:
        head = await append(*arguments)  # type: ignore[arg-type]
        if arguments[5]:
            saved.append(head.seq)
        return head

    monkeypatch.setattr(world.store, "append", watched)
    await world.play(2 * SAVE_EVERY + 5)
    asked = world.asked
    asked.send(asked.end.concede())
    await world.deliver_all()
    assert len(saved) == 3
    assert saved[1] - saved[0] == SAVE_EVERY
    assert saved[-1] == world.room_of(asked).match.row.seq
