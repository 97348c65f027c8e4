"""What a worker believes of itself and of others: nobody speaks for rooms that may be lost, or judges when late."""

import asyncio

import pytest
from structlog.testing import capture_logs

from server.protocol.errors import Close
from server.protocol.messages import CreateTable, Refused, Resync, Snapshot, Update
from server.pulse import Timers
from server.relayed import Moved
from server.store.base import Seat, StoreFailed, Whereabouts
from tests.server.nodes import SharedGround
from tests.server.player import DECK
from tests.server.world import Client, World

TIMERS = Timers()
LONG = 2 * TIMERS.lease
"""More than a lease and everything that follows its end."""


def snapshots(client: Client) -> int:
    return len(client.of(Snapshot))


# --- who may have lost its rooms says nothing -------------------------------------------------------------------------


async def test_a_worker_that_was_stopped_for_long_says_nothing_of_rooms_that_others_have_by_now(
    company: World,
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    await company.play(5)
    asked = company.decide()
    w0.process.stop()
    old = asked.end.epoch
    asked.wire.deliver_up()  # the system has it, the process does not
    await company.pass_time(LONG)
    assert w1.metrics.claims.value == 1
    seen = [len(client.seen) for client in company.clients]
    w0.process.go_on()
    await company.deliver_all()
    for client, before in zip(company.clients, seen, strict=True):
        told = [message for message in client.seen[before:] if isinstance(message, Snapshot | Update)]
        assert told, "it hears of the match again, over the same connection"
        assert all(message.epoch > old for message in told), "and nothing of it from a former owner"
        assert client.wire.close_code is None
    assert (len(w0.worker.rooms), len(w1.worker.rooms)) == (0, 1)
    assert w0.metrics.fences.value == 1
    assert asked.end.pending == {}, "what was sent to the former owner is done by the present one"
    assert company.game_of(asked).decisions == 6
    await company.play(5)


async def test_a_worker_without_signs_of_life_answers_nothing_and_goes_on_once_it_has_asked_for_its_rooms(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, _ = company.clients
    w1.kill()  # so that nobody takes the room
    before = snapshots(ann)
    ann.send(Resync())
    await company.deliver_all()
    assert snapshots(ann) == before + 1
    shared.go_away(w0.name)
    await company.pass_time(TIMERS.fence * TIMERS.lease + TIMERS.beat)
    ann.send(Resync())
    await company.pass_time(LONG)
    assert snapshots(ann) == before + 1, "its room may be another worker's"
    shared.come_back(w0.name)
    await company.pass_time(2 * TIMERS.beat)
    assert snapshots(ann) == before + 2
    assert w0.metrics.fences.value == 0


async def test_a_worker_with_more_rooms_than_can_be_asked_for_while_a_sign_of_life_is_fresh_goes_on_once_it_has_asked(
    company: World, shared: SharedGround, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    w1.kill()  # so that nobody takes them
    monkeypatch.setattr("server.rooms.COMPARED", 1)
    pages = 8
    for n in range(pages - 1):
        w0.process.spawn(w0.worker.rooms.create({"A": Seat(f"guest of {n}", "Cay", "", {})}))
    await company.settle()
    where, asked = w0.store.where, list[str]()

    async def slow(room_id: str) -> Whereabouts | None:
        await asyncio.sleep(TIMERS.lease / 4)
        asked.append(room_id)
        return await where(room_id)

    monkeypatch.setattr(w0.store, "where", slow)
    shared.go_away(w0.name)
    await company.pass_time(TIMERS.fence * TIMERS.lease + TIMERS.beat)
    shared.come_back(w0.name)
    decided = company.decide()
    await company.pass_time(TIMERS.lease)
    assert decided.end.pending, "it has not asked for all of them yet"
    assert shared.backend.leases[w0.name] > shared.clock(), "it shows signs of life meanwhile"
    await company.pass_time(pages * TIMERS.lease / 4)
    assert decided.end.pending == {}
    assert len(asked) >= pages
    assert w0.metrics.fences.value == 0


async def test_a_worker_that_is_late_while_it_asks_for_its_rooms_asks_for_all_of_them_again(
    company: World, shared: SharedGround, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    w1.kill()
    monkeypatch.setattr("server.rooms.COMPARED", 1)
    w0.process.spawn(w0.worker.rooms.create({"A": Seat("guest", "Cay", "", {})}))
    await company.settle()
    where, asked = w0.store.where, list[str]()

    async def stalls(room_id: str) -> Whereabouts | None:
        found = await where(room_id)
        asked.append(room_id)
        if len(asked) == 2:
            await asyncio.sleep(TIMERS.fence * TIMERS.lease)
        return found

    shared.go_away(w0.name)
    await company.pass_time(TIMERS.fence * TIMERS.lease + TIMERS.beat)
    monkeypatch.setattr(w0.store, "where", stalls)
    shared.come_back(w0.name)
    await company.pass_time(2 * TIMERS.lease)
    rooms = asked[:2]
    assert asked[2:4] == rooms, "what it was told before may be so no more"
    assert w0.worker.pulse.may_answer


async def test_a_worker_that_was_away_shortly_goes_on_as_if_nothing_had_been(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    epoch = company.clients[0].end.epoch
    for node in (w0, w1):
        node.process.stop()
        await company.pass_time(0.4 * TIMERS.lease)
        node.process.go_on()
        await company.pass_time(1.0)
    await company.play(5)
    assert [client.end.epoch for client in company.clients] == [epoch] * 2
    assert [node.metrics.claims.value + node.metrics.fences.value for node in company.nodes] == [0, 0]


# --- who was late does not judge --------------------------------------------------------------------------------------


async def test_after_an_outage_of_the_store_nobody_takes_anything_from_anybody(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    epoch = company.clients[0].end.epoch
    for node in company.nodes:
        shared.go_away(node.name)
    await company.pass_time(2 * LONG)
    shared.come_back(w1.name)  # it sees in its first beat that w0's lease has run out, as its own has
    await company.pass_time(TIMERS.beat)
    shared.come_back(w0.name)
    await company.pass_time(2 * LONG)
    assert [node.metrics.claims.value for node in company.nodes] == [0, 0]
    await company.play(5)
    assert [client.end.epoch for client in company.clients] == [epoch] * 2


async def test_a_worker_that_was_late_itself_claims_what_a_dead_one_leaves_only_when_a_while_has_passed(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    shared.go_away(w1.name)
    await company.pass_time(LONG)
    w0.kill()
    await company.pass_time(LONG)
    shared.come_back(w1.name)
    await company.pass_time(TIMERS.grace * TIMERS.lease - TIMERS.beat)
    assert w1.metrics.claims.value == 0
    await company.pass_time(3 * TIMERS.beat)
    assert w1.metrics.claims.value == 1


async def test_whoever_comes_meanwhile_is_told_that_the_table_waits(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    await company.play(3)
    shared.go_away(w1.name)
    await company.pass_time(LONG)
    w0.kill()
    await company.pass_time(LONG)
    shared.come_back(w1.name)
    await company.pass_time(TIMERS.beat)
    await company.arrive(w1, w1)
    await company.pass_time(TIMERS.ask + TIMERS.beat)
    assert [client.end.paused for client in company.clients] == [True, True]
    assert len(w1.worker.rooms) == 0
    await company.pass_time(TIMERS.grace * TIMERS.lease)
    assert [client.end.paused for client in company.clients] == [False, False]
    await company.play(3)


async def test_each_worker_logs_once_that_the_store_is_away_and_why_and_once_for_how_long_it_was(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    with capture_logs() as logs:
        for node in company.nodes:
            shared.go_away(node.name)
        await company.pass_time(20 * TIMERS.lease)
        told = [entry for entry in logs if entry["log_level"] not in ("debug", "info")]
        assert [entry["event"] for entry in told] == ["the store cannot be reached: tables wait until it can"] * 2
        assert {entry["why"] for entry in told} == {"the store is away"}
        logs.clear()
        for node in company.nodes:
            shared.come_back(node.name)
        await company.pass_time(20 * TIMERS.lease)
    told = [entry for entry in logs if entry["log_level"] not in ("debug", "info")]
    assert [entry["event"] for entry in told] == ["the store is reached again"] * 2
    for entry in told:
        assert abs(entry["seconds"] - 20 * TIMERS.lease) <= 2 * TIMERS.beat


# --- what the store has lost ------------------------------------------------------------------------------------------


async def test_a_store_that_comes_back_without_its_last_records_gets_them_back(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(8)
    room = company.clients[0].table.id
    log = await company.store.read(room)
    shared.backend.restart(lost=5)
    assert len(await company.store.read(room)) < len(log)
    await company.pass_time(2 * TIMERS.beat)
    assert await company.store.read(room) == log
    assert w0.metrics.heals.value == 1
    await company.play(5)


async def test_rooms_that_could_not_be_asked_for_when_the_store_came_back_are_asked_for_with_the_next_sign_of_life(
    company: World, shared: SharedGround, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(8)
    room = company.clients[0].table.id
    log = await company.store.read(room)
    where, tries = w0.store.where, 0

    async def not_at_once(room_id: str) -> Whereabouts | None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise StoreFailed("this part of the store is not back yet")
        return await where(room_id)

    monkeypatch.setattr(w0.store, "where", not_at_once)
    shared.backend.restart(lost=5)
    await company.pass_time(LONG)
    assert await company.store.read(room) == log


async def test_a_room_in_which_something_was_written_while_the_store_was_asked_has_lost_nothing(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    where, told = w0.store.where, asyncio.Event()

    async def late(room_id: str) -> Whereabouts | None:
        found = await where(room_id)
        await told.wait()
        return found

    monkeypatch.setattr(w0.store, "where", late)
    w0.process.spawn(w0.worker.rooms.recheck())
    await company.play(1)
    w0.process.call(told.set)
    await company.play(1)
    assert w0.metrics.heals.value == 0


async def test_a_store_that_has_forgotten_everything_gets_every_room_back(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(60)
    room = company.clients[0].table.id
    log = await company.store.read(room)
    shared.backend.restart(lost=None)
    company.decide()
    await company.pass_time(LONG)
    assert (await company.store.read(room))[: len(log)] == log
    for client in company.clients:
        assert client.end.view == company.game_of(client).view(client.table.seat)
    assert company.game_of(company.clients[0]).decisions == 61
    await company.play(5)


async def test_whoever_looks_for_a_room_that_the_store_has_forgotten_waits_until_its_owner_gives_it_back(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(4)
    _, ben = company.clients
    shared.backend.restart(lost=None)
    shared.say(w1.name, Moved(ben.wire.peer.name, ben.table.id))
    await company.deliver_all()
    paused = [ben.end.paused]
    await company.pass_time(LONG)
    assert [*paused, ben.end.paused] == [True, False]
    assert ben.of(Refused) == []
    await company.play(4)


async def test_whoever_comes_back_when_the_store_has_forgotten_its_table_is_told_to_come_again(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(4)
    ann, ben = company.clients
    room = ben.table.id
    shared.backend.restart(lost=None)
    ben.cut()
    await company.connect(ben, w1)
    ann.cut()
    await company.connect(ann, w1)
    await company.deliver_all()
    assert [client.wire.close_code for client in (ann, ben)] == [Close.RESTART] * 2
    await company.pass_time(LONG)
    for client in (ann, ben):
        client.cut()
        await company.connect(client, w1)
    await company.deliver_all()
    assert [client.end.welcome.table for client in (ann, ben) if client.end.welcome] == [room] * 2
    await company.play(4)


async def test_whoever_has_no_table_is_welcome_while_the_store_may_have_forgotten_some(
    company: World, shared: SharedGround
) -> None:
    shared.backend.restart(lost=None)
    await company.connect(company.clients[0], company.nodes[1])
    await company.deliver_all()
    assert company.clients[0].end.welcome is not None


async def test_a_room_that_its_owner_took_along_when_the_store_forgot_it_is_no_more_after_a_while(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    _, ben = company.clients
    w0.kill()
    shared.backend.restart(lost=None)
    await company.pass_time(4 * LONG)
    assert [refused.code for refused in ben.of(Refused)] == ["unknown_table"]
    assert not ben.end.paused
    ben.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await company.deliver_all()
    assert ben.table.state == "playing"


async def test_whoever_only_waits_at_a_table_of_its_own_worker_is_told_of_a_pause_too(
    company: World, shared: SharedGround
) -> None:
    owner = company.nodes[0]
    await company.seat(owner, owner)
    shared.go_away(owner.name)
    await company.pass_time(3.0)
    assert [client.end.paused for client in company.clients] == [True, True]
    shared.come_back(owner.name)
    await company.pass_time(3.0)
    assert [client.end.paused for client in company.clients] == [False, False]
    await company.play(2)
