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
    Decide,
    Ended,
    Join,
    LeftQueue,
    Paused,
    Queue,
    Refused,
    Resync,
    Snapshot,
    Table,
    Update,
)
from server.protocol.shapes import Decision
from server.records import Conceded, Decided, Owned, Started
from server.room import INBOX
from server.room_link import HELD
from server.rooms import DAMAGED
from server.settings import Settings
from server.store.base import Appended, Seat, StoreFailed
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.nodes import FileGround, SharedGround
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


async def test_of_what_is_said_while_a_room_is_looked_for_so_much_waits_and_the_rest_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    await world.stop()
    await world.start()
    ann, _ = world.clients
    with monkeypatch.context() as broken:
        broken.setattr(world.store, "acquire", lost)
        await world.connect(ann)
        await world.deliver_all()
        for n in range(1, HELD + 2):
            for _ in range(3):  # it is said again, since nobody answers
                ann.send(Decide(n=n, prompt=9999, decision=Decision("pass")))
        await world.deliver_all()
        assert [(refused.n, refused.code) for refused in ann.of(Refused)] == [(HELD + 1, "limit")] * 3
    await world.pass_time(2.0)
    assert [(refused.n, refused.code) for refused in ann.of(Refused)[3:]] == [
        (n, "stale_prompt") for n in range(1, HELD + 1)
    ]


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


async def test_a_refusal_stays_one_though_the_guest_cannot_be_let_go(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    ann, _ = world.clients
    monkeypatch.setattr(world.worker.fleet, "let_go", lost)
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    assert [refused.code for refused in ann.of(Refused)] == ["bad_state"]
    assert ann.wire.close_code is None


async def test_if_one_of_two_cannot_be_let_go_the_other_is_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    fleet, let_go = world.worker.fleet, world.worker.fleet.let_go
    first = min(ann.guest.id, ben.guest.id)

    async def partly(guest: str, token: str) -> None:
        if guest == first:
            raise StoreFailed("it is away")
        await let_go(guest, token)

    await world.queue(ann)
    monkeypatch.setattr(fleet, "let_go", partly)
    ben.send(Queue(deck=OTHER_DECK))
    await world.deliver_all()
    assert ann.end.view
    assert not await fleet.hold(first, "another", 1)
    assert await fleet.hold(max(ann.guest.id, ben.guest.id), "another", 1)


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


async def test_a_room_whose_inbox_is_full_lets_nobody_more_in_until_it_is_not(world: World) -> None:
    await world.start()
    await world.seat()
    ann, _ = world.clients
    room, loop = world.room_of(ann), asyncio.get_running_loop()
    for _ in range(INBOX):  # nothing else runs in between
        room.post(Act(a_peer(), Resync()))
    sitting, standing = loop.create_future(), loop.create_future()
    room.post(Sit(Seat("guest", "Guest", "", {}), sitting))
    room.post(StandUp("guest", standing))
    assert [type(done.exception()) for done in (sitting, standing)] == [NotHere, NotHere]
    told = len(ann.of(Snapshot))
    room.post(Attach(ann.wire.peer))
    assert room._inbox.qsize() == INBOX
    await world.deliver_all()
    assert len(ann.of(Snapshot)) == told + 1, "it comes again by itself"
    await world.play(1)


async def test_however_often_a_store_is_found_to_have_lost_something_one_heal_waits(world: World) -> None:
    await world.start()
    await world.seat()
    room = world.room_of(world.clients[0])
    for _ in range(2):
        for _ in range(10):  # nothing else runs in between
            room.check(None, room.match.row.seq)
        assert room._inbox.qsize() == 1
        await world.settle()
    assert world.node.metrics.heals.value == 2


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


# --- a store that has a bug ------------------------------------------------------------------------------------------


async def broken(*arguments: object) -> None:
    raise ZeroDivisionError("a bug of ours")


async def test_a_bug_as_a_decision_is_stored_ends_the_match_as_a_fault_and_is_not_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    append, calls = world.store.append, 0

    async def once(*arguments: object) -> Appended:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise ZeroDivisionError("a bug of ours")
        return await append(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(world.store, "append", once)
    with capture_logs() as logs:
        world.decide()
        await world.deliver_all()
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["table broken"]
    assert [[ended.outcome.reason for ended in client.of(Ended)] for client in world.clients] == [["fault"]] * 2
    assert calls == 2
    assert world.node.metrics.pauses.value == 0


async def test_a_table_whose_fault_cannot_be_stored_either_is_dropped(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    table = world.clients[0].table.id
    monkeypatch.setattr(world.store, "append", broken)
    with capture_logs() as logs:
        world.decide()
        await world.pass_time(2.0)
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == [
        "table broken", "room lost", "room cannot be read",
    ]  # fmt: skip
    assert world.worker.rooms.running(table) is None
    for client in world.clients:
        assert [refused.why for refused in client.of(Refused)] == [DAMAGED], "it is not tried for ever"


async def test_a_bug_as_a_room_is_opened_is_logged_once_and_its_players_are_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    await world.stop()
    await world.start()
    monkeypatch.setattr(world.store, "acquire", broken)
    with capture_logs() as logs:
        await world.arrive()
        await world.pass_time(10.0)
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["room cannot be opened"]
    assert [refused.why for client in world.clients for refused in client.of(Refused)] == [DAMAGED]
    for client in world.clients:
        assert client.wire.close_code is None
        client.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    assert [client.end.table is not None for client in world.clients] == [True, True]


async def test_a_bug_in_a_round_of_the_worker_costs_that_round_alone(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, _ = company.nodes
    await company.seat(w0, w0)
    with monkeypatch.context() as fleet, capture_logs() as logs:
        fleet.setattr(w0.worker.fleet, "beat", broken)
        fleet.setattr(w0.worker.store, "owned_by", broken)
        await company.pass_time(4.0)
    told = {entry["event"] for entry in logs if entry["log_level"] == "error"}
    assert {"sign of life failed", "rooms not looked after"} <= told
    await company.pass_time(4.0)
    await company.play(3)


async def test_a_room_that_cannot_be_claimed_costs_no_other_that_a_dead_worker_left(
    company: World, shared: SharedGround, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ben = company.clients[1]
    where = w1.store.where
    others = [await w0.worker.rooms.create({"A": Seat(f"guest of {n}", "", "", {})}) for n in range(3)]
    bad = others[0].id

    async def partly(room: str) -> object:
        if room == bad:
            raise ZeroDivisionError("a bug of ours")
        return await where(room)

    monkeypatch.setattr(w1.store, "where", partly)
    w0.kill()
    await company.pass_time(4.0)
    assert w1.worker.rooms.running(ben.table.id) is not None
    assert w1.worker.pulse.last is not None
    assert w1.worker.pulse.last.dead == ()


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
