"""Rooms that go from one worker to another, handed over or claimed: sockets stay open, and nothing is lost."""

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from server import records
from server.auth import Guest
from server.inbox import Attach, Done, HandOver
from server.protocol.messages import (
    JSON,
    Concede,
    CreateTable,
    Presence,
    Refused,
    Resume,
    Snapshot,
    Table,
    Update,
    Welcome,
)  # fmt: skip
from server.pulse import Timers
from server.records import Owned
from server.relayed import Take, Unseat
from server.store.base import Appended, RoomRow, Seat, Stored, StoreFailed
from tests.server.nodes import IDLE_SECONDS, Node, SharedGround
from tests.server.player import DECK
from tests.server.test_two_ends import happen, repair
from tests.server.truth import both_see_what_is_so, log_of, nothing_is_lost_or_doubled
from tests.server.world import Client, World

TIMERS = Timers()
CLAIMED = TIMERS.lease + 2 * TIMERS.beat
"""In this time a dead worker is noticed by its lease, and what it leaves is claimed."""


def owner_of(world: World, client: Client) -> Node:
    (node,) = [each for each in world.nodes if each.worker.rooms.running(client.table.id) is world.room_of(client)]
    return node


# --- handed over ------------------------------------------------------------------------------------------------------


async def test_a_worker_that_stops_hands_its_rooms_over_while_both_play_and_no_socket_is_closed(
    company: World,
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(7)
    epoch, welcomes = company.clients[0].end.epoch, [len(client.of(Welcome)) for client in company.clients]
    asked = company.decide()  # it is on its way when the room goes
    asked.wire.deliver_up()
    await w0.drain()
    await company.deliver_all()
    assert (len(w0.worker.rooms), len(w1.worker.rooms)) == (0, 1)
    await company.play(7)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)
    assert company.game_of(asked).decisions == 15
    for client, before in zip(company.clients, welcomes, strict=True):
        assert client.end.epoch > epoch
        assert len(client.of(Welcome)) == before, "it is the same connection"
        assert client.wire.close_code is None
    assert w0.metrics.handovers.value == 1
    assert w1.metrics.claims.value == 0
    await w0.stop()
    await company.pass_time(2 * TIMERS.beat)
    beat = w1.worker.pulse.last
    assert beat is not None
    assert (beat.alive, beat.dead, beat.draining) == (("w1",), (), ()), "whoever has retired is not found dead"
    assert w1.metrics.claims.value == 0


async def test_the_log_tells_where_a_match_begins_goes_and_ends(company: World) -> None:
    w0, w1 = company.nodes
    with capture_logs() as logs:
        await company.seat(w0, w1)
        table = company.clients[0].table
        await w0.drain()
        await company.deliver_all()
        w1.kill()
        w2 = await company.start()
        await company.pass_time(3 * TIMERS.lease + 10 * TIMERS.beat)
        await company.arrive(w2, w2)
        company.clients[0].send(Concede(n=company.clients[0].end.n + 1))
        await company.deliver_all()
    told = [entry for entry in logs if entry["log_level"] == "info"]
    by_event = {entry["event"]: entry for entry in told}
    for event in ("match begins", "match ends"):
        (entry,) = (entry for entry in told if entry["event"] == event)
        assert (entry["room"], entry["code"]) == (table.id, table.code)
    assert by_event["match ends"]["reason"] == "concede"
    assert (by_event["worker drains"]["worker"], by_event["worker drains"]["rooms"]) == (w0.name, 1)
    assert by_event["rooms handed over"]["rooms"] == 1
    assert by_event["worker is ready"]["worker"] == w2.name
    claimed = by_event["rooms of a dead worker claimed"]
    assert (claimed["dead"], claimed["rooms"]) == (w1.name, 1)


async def test_a_handed_over_match_goes_on_from_its_save(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(12)
    room = company.clients[0].table.id
    await w0.drain()
    await company.deliver_all()
    row = await company.store.row(room)
    assert row is not None
    stored = await w1.store.acquire(room, "test", row.epoch, records.encode(Owned("test")), row.pin)
    assert stored is not None
    assert len(stored.tail) <= 3, "who takes a room replays nothing"


async def test_all_rooms_of_a_worker_are_spread_over_those_that_stay(company: World) -> None:
    w0, w1 = company.nodes
    w2 = await company.start()
    w3 = await company.start()
    for client in company.clients:
        await company.connect(client, w0)
        client.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await company.deliver_all()
    assert len(w0.worker.rooms) == 2
    await w3.drain()
    await w0.drain()
    await company.deliver_all()
    assert sorted(len(node.worker.rooms) for node in (w1, w2)) == [1, 1]
    assert [len(node.worker.rooms) for node in (w0, w3)] == [0, 0], "who drains takes none"


async def test_the_last_worker_gives_its_rooms_to_nobody_and_whoever_comes_first_takes_them(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    await company.play(5)
    view = company.clients[0].end.view
    await w1.drain()
    await w1.stop()
    for client in company.clients:
        client.cut()
    await w0.drain()
    await w0.stop()
    w2 = await company.start()
    where = await w2.store.where(company.clients[0].table.id)
    assert where is not None
    assert where.owner == ""
    await company.arrive(w2, w2)
    assert company.clients[0].end.view == view
    assert w2.metrics.claims.value <= 1
    await company.play(3)


async def test_whoever_comes_while_the_room_is_given_away_finds_it_where_it_is_then(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    _, ben = company.clients
    ben.cut()
    await company.deliver_all()
    taken, give = asyncio.Event(), w0.store.hand_over

    async def slowly(*given: Any) -> None:
        await taken.wait()
        await give(*given)

    monkeypatch.setattr(w0.store, "hand_over", slowly)
    done: Done = asyncio.get_running_loop().create_future()
    w0.process.call(company.room_of(ben).post, HandOver(w1.name, done))
    await company.connect(ben, w0)
    await company.pass_time(1.0)
    assert len(w0.worker.rooms) == 1, "it is still there, and takes nobody more"
    w0.process.call(taken.set)
    await company.pass_time(1.0)
    assert owner_of(company, ben) is w1
    await company.play(4)
    both_see_what_is_so(company)


async def test_a_room_is_found_by_its_new_owner_though_the_word_of_it_is_lost(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    for client in company.clients:
        client.cut()
    await company.deliver_all()
    shared.loses = lambda sender, receiver, message: isinstance(message, Take)
    await w0.drain()
    await company.deliver_all()
    assert len(w1.worker.rooms) == 0
    await company.pass_time(TIMERS.adopt + 1.0)
    assert len(w1.worker.rooms) == 1
    assert w1.metrics.claims.value == 0, "it was its own already"


async def test_a_drain_while_the_store_is_away_ends_in_its_time_and_loses_nothing(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(4)
    shared.go_away(w0.name)
    company.decide()
    await company.pass_time(0.3)
    await w0.drain()
    assert len(w0.worker.rooms) == 1, "it could not be handed over"
    w0.kill()
    for client in company.clients:
        await company.connect(client, w1)
    await company.pass_time(CLAIMED)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)
    await company.play(4)


async def test_a_drain_waits_for_a_store_that_comes_back(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(4)
    shared.go_away(w0.name)
    company.decide()
    await company.pass_time(0.3)
    drained: list[bool] = []

    async def drain() -> None:
        await w0.worker.drain()
        drained.append(True)

    w0.process.spawn(drain())
    await company.pass_time(2.0)
    assert drained == []
    shared.come_back(w0.name)
    await company.pass_time(2.0)
    assert drained == [True]
    assert (len(w0.worker.rooms), len(w1.worker.rooms)) == (0, 1)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)


async def test_a_drain_waits_for_a_room_that_is_just_being_put_away(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, _ = company.nodes
    await company.seat(w0, w0)
    for client in company.clients:
        client.cut()
    await company.deliver_all()

    async def lost(*arguments: object) -> None:
        raise StoreFailed("the connection is lost")

    drained: list[bool] = []

    async def drain() -> None:
        await w0.worker.drain()
        drained.append(True)

    with monkeypatch.context() as broken:
        broken.setattr(w0.store, "hand_over", lost)
        await asyncio.sleep(IDLE_SECONDS + 1.0)
        assert len(w0.worker.rooms) == 1, "it cannot be given up now"
        w0.process.spawn(drain())
        await company.pass_time(1.0)
        assert drained == []
    await company.pass_time(1.0)
    assert drained == [True]
    assert len(w0.worker.rooms) == 0


async def test_a_worker_that_drains_takes_no_room_though_it_is_nobodys(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w1, w1)
    await company.play(3)
    await w0.drain()
    await w1.drain()
    ann, ben = company.clients
    for client in company.clients:
        client.cut()
    await company.connect(ann, w0)
    await company.pass_time(2.0)
    assert len(w0.worker.rooms) == 0
    w2 = await company.start()
    await company.connect(ben, w2)
    await company.pass_time(TIMERS.grace_renewed + TIMERS.beat)
    assert len(w2.worker.rooms) == 1
    both_see_what_is_so(company)
    await company.play(3)


# --- claimed from the dead --------------------------------------------------------------------------------------------


async def test_when_the_owner_is_killed_another_worker_claims_its_rooms_and_the_match_goes_on(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(9)
    ann, ben = company.clients
    before = [(client.end.view, client.end.prompt) for client in company.clients]
    w0.kill()
    ann.cut()
    await company.connect(ann, w1)
    await company.pass_time(CLAIMED)
    assert [(client.end.view, client.end.prompt) for client in company.clients] == before
    assert w1.metrics.claims.value == 1
    assert len(ben.of(Welcome)) == 1, "whoever was at another worker keeps its connection"
    await company.play(9)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)


async def test_a_room_whose_owner_does_not_hear_is_claimed_at_once_and_not_only_when_its_lease_ends(
    company: World,
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    w0.kill()
    ann, ben = company.clients
    ann.cut()
    await company.connect(ann, w1)
    await company.pass_time(3 * TIMERS.quiet)
    assert owner_of(company, ann) is w1
    await company.pass_time(CLAIMED)
    await company.play(3)
    assert ben.wire.close_code is None


async def test_one_who_finds_a_worker_gone_is_enough_for_all_who_play_there(company: World) -> None:
    w0, w1 = company.nodes
    third = Client(Guest("guest 2", "Player 2"), JSON)
    company.clients.append(third)
    await company.seat(w0, w0, w0)
    third.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await company.deliver_all()
    ann, ben, _ = company.clients
    for client in (ann, ben):
        client.cut()
        await company.connect(client, w1)
        await company.deliver_all()
    w0.kill()
    third.cut()
    await company.connect(third, w1)
    await company.pass_time(3 * TIMERS.quiet)
    assert owner_of(company, third) is w1
    assert owner_of(company, ann) is w1, "whose connection has noticed nothing"
    await company.play(3)
    both_see_what_is_so(company)


async def test_whoever_is_unseated_while_the_room_is_looked_for_leaves_nothing_behind(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    (relay,) = [node.worker.relay for node in (w0, w1) if node.worker.relay._links]
    (link,) = relay._links.values()
    link.moved()
    await asyncio.sleep(0)  # its owner is asked for
    relay._hear_owner(Unseat(link.peer.name, link.room_id))
    await company.pass_time(1)
    assert relay._links == {}


async def test_of_several_who_see_a_worker_dead_one_takes_each_room(company: World) -> None:
    w0, w1 = company.nodes
    w2 = await company.start()
    await company.pass_time(TIMERS.grace * TIMERS.lease)
    await company.seat(w1, w2)
    w1.kill()
    company.clients[0].cut()
    await company.connect(company.clients[0], w0)
    await company.pass_time(CLAIMED)
    assert len(w0.worker.rooms) + len(w2.worker.rooms) == 1
    assert w0.metrics.claims.value + w2.metrics.claims.value == 1
    await company.play(6)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)
    log = await log_of(company)
    owners = [
        entry.worker for entry in map(records.decode, [record.body for record in log]) if isinstance(entry, Owned)
    ]
    assert owners == ["w1", owner_of(company, company.clients[0]).name]


async def test_a_room_that_is_just_being_made_is_not_claimed_by_its_own_maker(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, _ = company.nodes
    ann, _ = company.clients
    await company.arrive(w0, w0)
    known, make = asyncio.Event(), w0.store.create

    async def slowly(*given: Any) -> RoomRow | None:
        made = await make(*given)
        await known.wait()
        return made

    monkeypatch.setattr(w0.store, "create", slowly)
    ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await company.pass_time(2 * TIMERS.adopt)
    w0.process.call(known.set)
    await company.pass_time(1.0)
    where = await company.store.where(ann.table.id)
    assert where is not None
    assert (where.owner, where.epoch) == (w0.name, ann.end.epoch), "it runs once, and is its maker's"


async def test_a_match_that_nobody_watches_is_claimed_too_and_its_bot_plays_on(company: World) -> None:
    w0, w1 = company.nodes
    ann = company.clients[0]
    await company.connect(ann, w0)
    ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await company.deliver_all()
    ann.cut()
    w0.kill()
    await company.pass_time(CLAIMED + 1.0)
    assert w1.worker.rooms.running(ann.table.id) is not None
    await company.connect(ann, w1)
    await company.deliver_all()
    await company.play(3)


@pytest.mark.parametrize("forgets", [False, True], ids=["they are claimed", "unless the store has been away meanwhile"])
async def test_of_many_rooms_that_are_looked_for_so_many_are_claimed_at_once_and_the_others_after_them(
    company: World, shared: SharedGround, monkeypatch: pytest.MonkeyPatch, forgets: bool
) -> None:
    w0, w1 = company.nodes
    rooms = [await w0.worker.rooms.create({"A": Seat(f"guest of {n}", "", "", {})}) for n in range(20)]
    acquire, now, most = w1.store.acquire, 0, 0

    async def slow(*asked: Any) -> Stored | None:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.1)
        now -= 1
        return await acquire(*asked)

    monkeypatch.setattr(w1.store, "acquire", slow)
    w0.kill()
    await company.pass_time(CLAIMED)
    for room in rooms:
        w1.worker.relay.beside(_open(w1, room.id))
    await company.pass_time(0.05)
    if forgets:
        shared.backend.restart(lost=0)
    await company.pass_time(1.0)
    assert most == TIMERS.claims
    assert len(w1.worker.rooms) == (TIMERS.claims if forgets else len(rooms))


async def _open(node: Node, room: str) -> None:
    await node.worker.rooms.open(room)


async def test_what_a_dead_worker_leaves_is_claimed_though_the_store_failed_at_the_first_try(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    owned_by, tries = w1.store.owned_by, 0

    async def not_at_once(worker: str) -> tuple[str, ...]:
        nonlocal tries
        tries += worker == w0.name
        if tries == 1:
            raise StoreFailed("not now")
        return await owned_by(worker)

    monkeypatch.setattr(w1.store, "owned_by", not_at_once)
    w0.kill()
    await company.pass_time(CLAIMED + 2 * TIMERS.beat)
    assert w1.metrics.claims.value == 1


async def test_when_the_holder_of_a_connection_is_struck_out_by_another_worker_the_other_player_is_told(
    company: World,
) -> None:
    w0, w1 = company.nodes
    w2 = await company.start()
    await company.seat(w0, w1)
    ann, ben = company.clients
    await company.pass_time(TIMERS.beat)
    w1.kill()
    await w2.worker.fleet.retire(w1.name)
    await company.pass_time(2 * TIMERS.beat)
    assert not ann.end.online[ben.table.seat]
    assert len(w0.worker.relay) == 0


async def test_when_the_holder_of_a_connection_is_killed_the_other_player_is_told(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    w1.kill()
    await company.pass_time(CLAIMED)
    told = ann.of(Presence)[-1]
    assert (told.seat, told.online) == (ben.table.seat, False)
    assert len(w0.worker.relay) == 0
    await company.connect(ben, w0)
    await company.deliver_all()
    assert ann.of(Presence)[-1].online
    await company.play(4)


async def test_a_decision_that_was_stored_when_its_worker_was_killed_is_acknowledged_by_the_next_one(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    await company.play(3)
    asked = company.decide()
    append = w0.store.append

    async def killed(*arguments: object) -> Appended:
        head = await append(*arguments)  # type: ignore[arg-type]
        w0.kill()
        return head

    w0.store.append = killed  # type: ignore[method-assign,assignment]
    await company.deliver_all()
    assert asked.end.pending, "nobody has told it"
    for client in company.clients:
        client.cut()
    for client in company.clients:
        await company.connect(client, w1)
    await company.pass_time(CLAIMED)
    both_see_what_is_so(company)
    assert company.game_of(asked).decisions == 4, "it is done once"
    await nothing_is_lost_or_doubled(company)


async def test_a_former_owner_that_writes_late_is_fenced_and_what_it_had_decided_is_decided_by_the_present_one(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(3)
    asked = company.decide()
    shared.go_away(w0.name)  # between the decision and its append
    await company.pass_time(CLAIMED)
    ben = company.clients[1]
    assert w1.worker.rooms.running(ben.table.id) is not None
    shared.come_back(w0.name)
    await company.pass_time(2.0)
    assert w0.worker.rooms.running(ben.table.id) is None
    assert w0.metrics.fences.value == 1
    assert asked.end.pending == {}
    both_see_what_is_so(company)
    assert company.game_of(asked).decisions == 4
    await nothing_is_lost_or_doubled(company)
    assert not asked.end.paused


async def test_a_client_that_has_seen_more_than_a_worker_has_makes_it_ask_whose_the_room_is(
    company: World, shared: SharedGround
) -> None:
    """The stale owner believes in its lease; whoever comes from the present one knows better."""
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    await company.play(3)
    room = company.room_of(company.clients[0])
    where = await w1.store.where(room.id)
    assert where is not None
    await w1.store.acquire(room.id, w1.name, where.epoch, records.encode(Owned(w1.name)), where.pin)
    ann, ben = company.clients
    for client in (ann, ben):
        client.cut()
    await company.deliver_all()
    await company.arrive(w1, w1)
    assert w0.worker.rooms.running(room.id) is room, "it does not know yet"
    epoch = ann.end.epoch
    await company.play(3)
    ann.cut()
    await company.connect(ann, w0)
    await company.deliver_all()
    assert ann.end.epoch == epoch
    assert [ann.of(Snapshot)[-1].epoch, ann.of(Update)[-1].epoch] == [epoch, epoch]
    assert w0.worker.rooms.running(room.id) is None
    await company.play(3)
    both_see_what_is_so(company)


async def test_a_client_that_has_seen_more_while_the_store_is_away_costs_nobody_the_match(
    company: World, shared: SharedGround
) -> None:
    """Whoever drops a room drops what only it could give back to the store."""
    w0, _ = company.nodes
    await company.seat(w0, w0)
    await company.play(5)
    _, ben = company.clients
    room, row = company.room_of(ben), company.room_of(ben).match.row
    ahead = Attach(ben.wire.peer, Resume(log=row.log, epoch=row.epoch, seq=row.seq + 1, n=0))
    w0.process.call(shared.go_away, w0.name)
    w0.process.call(room.post, ahead)
    await company.deliver_all()
    shared.come_back(w0.name)
    await company.pass_time(2 * TIMERS.retry)
    assert company.room_of(ben) is room
    assert w0.metrics.lost_tails.value == 1
    shared.backend.restart(lost=None)
    await company.pass_time(2 * TIMERS.beat)
    await nothing_is_lost_or_doubled(company)


# --- anything at all --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
async def test_workers_may_come_and_go_at_any_moment(company: World, seed: int) -> None:
    """Connections are lost at any frame and come back anywhere, while workers are handed over, stopped and killed."""
    company.chance.seed(seed)
    await company.start()
    await company.seat(company.nodes[0], company.nodes[1])
    for _ in range(10):
        for _ in range(company.chance.randrange(60)):
            await happen(company, company.chance.choice(company.clients), company.anywhere())
            if company.chance.random() < 0.2:
                await company.pass_time(company.chance.random())
        await _something_happens_to_a_worker(company)
    await company.pass_time(2 * CLAIMED)
    await repair(company, company.anywhere())
    await company.pass_time(2 * CLAIMED)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)
    assert len({message.id for client in company.clients for message in client.of(Table)}) == 1


async def _something_happens_to_a_worker(world: World) -> None:
    node = world.anywhere()
    match world.chance.choice(["drain", "kill", "stop"]):
        case "drain":
            await world.start()
            await node.drain()
            world.cut_at(node)
            await world.settle()
            await node.stop()
        case "kill":
            await world.start()
            node.kill()
            world.cut_at(node)
        case _:
            node.process.stop()
            await world.pass_time(4.0 * world.chance.random())
            node.process.go_on()


@pytest.mark.parametrize("again", [False, True], ids=["comes back", "asks again"])
async def test_whoever_is_away_while_a_slow_worker_makes_the_table_is_seated_where_the_tab_is_then(
    company: World, again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    tab = Client(ann.guest, JSON)
    tab.end.tab = "another tab"
    create = w0.store.create

    async def slowly(*given: Any) -> RoomRow | None:
        await asyncio.sleep(2.0)
        return await create(*given)

    monkeypatch.setattr(w0.store, "create", slowly)
    table = CreateTable(opponent="bot", bot="random", deck=DECK)
    ann.send(table)
    ann.wire.deliver_up()
    await company.settle()
    ann.cut()
    company.clients.append(tab)
    await company.connect(tab, w1)
    await company.connect(ann, w1)
    await company.deliver_all()
    assert ann.end.table is None
    if again:
        ann.send(table)
        await company.deliver_all()
        assert [refused.code for refused in ann.of(Refused)] == ["bad_state"]
    await company.pass_time(3.0)
    assert ann.table.state == "playing"
    assert ann.end.view
    assert [client.end.table for client in (tab, ben)] == [None, None], "another tab is not what sat down"
