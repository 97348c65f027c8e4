"""The queue across workers: those who are there are paired, and nobody loses its place by another's fault."""

import asyncio
from collections import deque

import pytest
from structlog.testing import capture_logs

from engine import catalogue
from engine.decks import PRESETS
from server import relayed
from server.auth import Guest
from server.protocol.codec import CODECS
from server.protocol.messages import (
    JSON,
    MSGPACK,
    ClientMessage,
    CreateTable,
    DeckChoice,
    LeaveQueue,
    LeftQueue,
    Matched,
    Queue,
    Queued,
    Refused,
    Table,
)
from server.pulse import Timers
from server.relayed import Offered, Seated
from tests.server.nodes import Node, SharedGround
from tests.server.player import DECK, OTHER_DECK
from tests.server.pools import NEWER
from tests.server.world import Client, World

TIMERS = Timers()
NOTICED = TIMERS.confirm + TIMERS.lease + 2 * TIMERS.beat
"""In this time every offer is confirmed or has fallen, and who is left is paired anew."""


async def another(world: World, name: str, node: Node) -> Client:
    """One client more, connected to this worker."""
    client = Client(Guest(name, name), JSON)
    world.clients.append(client)
    await world.connect(client, node)
    await world.deliver_all()
    return client


def hold_frames(client: Client) -> None:
    """From now on nothing that the server sends gets to the client, though its connection stands."""
    client.wire.down = deque(maxlen=0)


def play_each_other(one: Client, other: Client) -> bool:
    return one.end.table is not None and other.end.table is not None and one.table.id == other.table.id


# --- pairing ----------------------------------------------------------------------------------------------------------


async def test_two_who_wait_at_two_workers_play_each_other(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    await company.pass_time(3.0)
    assert ann.end.queued
    await company.queue(ben)
    await company.deliver_all()
    assert play_each_other(ann, ben)
    assert [[type(message) for message in client.seen[1:4]] for client in (ann, ben)] == [[Queued, Matched, Table]] * 2
    await company.play(6)
    assert [len(node.worker.pairing) for node in company.nodes] == [0, 0]
    assert sum(node.metrics.queue_seconds.sum for node in company.nodes) == pytest.approx(3.0, abs=0.1)


async def test_those_who_have_waited_longest_are_paired_first_wherever_they_wait(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    cay = await another(company, "cay", w0)
    dan = await another(company, "dan", w1)
    for client in company.clients:
        client.send(Queue(deck=DECK))
    hold = {client: client.wire.up.popleft() for client in (cay, dan)}
    await company.deliver_all()
    assert play_each_other(ann, ben)
    for client, frame in hold.items():
        client.wire.up.append(frame)
    await company.deliver_all()
    assert play_each_other(cay, dan)
    assert cay.table.id != ann.table.id


async def test_whoever_leaves_the_queue_is_not_paired(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    ann.send(LeaveQueue())
    await company.deliver_all()
    assert isinstance(ann.seen[-1], LeftQueue)
    await company.queue(ben)
    await company.pass_time(NOTICED)
    assert ben.end.queued
    ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await company.deliver_all()
    assert ann.table.state == "playing"


async def test_a_guest_waits_in_one_window_wherever_the_other_is(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    tab = Client(ann.guest, MSGPACK)
    tab.end.tab = "another tab"
    company.clients.append(tab)
    await company.connect(tab, w1)
    tab.send(Queue(deck=DECK))
    tab.send(CreateTable(opponent="human", deck=DECK))
    await company.deliver_all()
    assert [refused.code for refused in tab.of(Refused)] == ["bad_state", "bad_state"]
    await company.queue(ben)
    assert play_each_other(ann, ben)


async def test_two_windows_of_a_guest_do_not_sit_down_at_once_at_two_workers(company: World) -> None:
    w0, w1 = company.nodes
    ann = company.clients[0]
    tab = Client(ann.guest, MSGPACK)
    tab.end.tab = "another tab"
    company.clients[1:] = [tab]
    await company.arrive(w0, w1)
    for client in (ann, tab):
        client.send(CreateTable(opponent="human", deck=DECK))
        client.wire.deliver_up()
    await company.deliver_all()
    assert len(ann.of(Table)) + len(tab.of(Table)) == 1
    assert [refused.code for refused in [*ann.of(Refused), *tab.of(Refused)]] == ["bad_state"]
    assert sum(len(node.worker.rooms) for node in company.nodes) == 1


# --- who is not there -------------------------------------------------------------------------------------------------


async def test_who_does_not_confirm_loses_its_place_and_the_other_is_back_at_the_head(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ben)
    hold_frames(ben)
    await company.queue(ann)
    assert isinstance(ann.seen[-1], Matched)
    await company.pass_time(1.0)
    cay = await another(company, "cay", w1)
    dan = await another(company, "dan", w0)
    await company.queue(cay)
    assert cay.end.queued
    await company.pass_time(NOTICED)
    assert play_each_other(ann, cay), "whoever had confirmed has waited longest of those who are there"
    await company.queue(dan)
    await company.pass_time(NOTICED)
    assert dan.end.queued
    assert ben.end.table is None
    assert len(w1.worker.pairing) == 0


async def test_when_the_worker_of_one_dies_before_it_confirms_the_other_is_back_at_the_head(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    shared.loses = lambda sender, receiver, message: isinstance(message, Offered)
    ben.send(Queue(deck=DECK))
    ben.wire.deliver_up()
    await company.settle()
    shared.loses = lambda sender, receiver, message: False
    w1.kill()
    ben.cut()
    await company.pass_time(1.0)
    assert ann.end.queued
    cay = await another(company, "cay", w0)
    await company.queue(cay)
    await company.pass_time(NOTICED)
    assert play_each_other(ann, cay)
    await company.connect(ben, w0)
    await company.queue(ben)
    assert ben.end.queued
    assert ben.of(Refused) == []


async def test_when_the_worker_that_should_make_the_room_dies_the_other_waits_on(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    create = w0.store.create

    async def killed(*arguments: object) -> object:
        w0.kill()
        return await create(*arguments)  # type: ignore[arg-type]

    w0.store.create = killed  # type: ignore[method-assign,assignment]
    await company.queue(ben)
    assert w0.is_gone, "Ann has confirmed last"
    ann.cut()
    cay = await another(company, "cay", w1)
    await company.queue(cay)
    await company.pass_time(NOTICED)
    assert play_each_other(ben, cay)
    await company.connect(ann, w1)
    await company.queue(ann)
    assert ann.end.queued


@pytest.mark.parametrize("kind", [Offered, Seated])
async def test_two_come_together_though_a_word_between_their_workers_is_lost(
    company: World, shared: SharedGround, kind: type[relayed.Message]
) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    lost: list[relayed.Message] = []

    def loses(sender: str, receiver: str, message: relayed.Message) -> bool:
        if isinstance(message, kind) and not lost:
            lost.append(message)
            return True
        return False

    shared.loses = loses
    await company.queue(ann, ben)
    assert lost
    assert not play_each_other(ann, ben)
    await company.pass_time(2 * NOTICED)
    assert play_each_other(ann, ben)
    await company.play(4)
    assert [len(node.worker.pairing) for node in company.nodes] == [0, 0]


# --- who comes back ---------------------------------------------------------------------------------------------------


async def test_a_tab_that_comes_back_to_another_worker_waits_there_alone_however_long_its_old_connection_stands(
    company: World,
) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    old = ann.wire  # half open: nobody has noticed yet
    await company.connect(ann, w1)
    await company.deliver_all()
    await company.pass_time(3 * TIMERS.beat)
    ann.send(Queue(deck=DECK))
    await company.deliver_all()
    assert ann.of(Refused) == []
    assert ann.end.queued
    await company.pass_time(3 * TIMERS.beat)
    assert ann.end.queued
    await company.queue(ben)
    assert play_each_other(ann, ben)
    assert CODECS[ann.codec].from_server(old.down[-1]) == LeftQueue()
    assert len(w0.worker.pairing) == 0
    old.cut()


async def test_whoever_waits_when_the_store_forgets_the_queue_waits_on_with_the_old_time(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    await company.pass_time(2.0)
    shared.backend.restart(lost=None)
    await company.pass_time(NOTICED)
    assert ann.end.queued
    assert ann.of(LeftQueue) == []
    await company.queue(ben)
    assert play_each_other(ann, ben)


async def test_what_an_old_connection_asks_for_late_does_not_cost_the_new_one_its_place(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    old = ann.wire
    ann.send(Queue(deck=DECK))  # it is still on its way
    late = old.up.popleft()
    await company.connect(ann, w1)
    await company.queue(ann)
    old.up.append(late)
    old.deliver_up()
    await company.deliver_all()
    await company.pass_time(3 * TIMERS.beat)
    refused = CODECS[ann.codec].from_server(old.down[-1])
    assert isinstance(refused, Refused)
    await company.queue(ben)
    assert play_each_other(ann, ben)
    old.cut()


async def test_who_confirms_an_offer_that_the_store_has_forgotten_waits_on_at_once(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    ben.send(Queue(deck=DECK))
    ben.wire.deliver_up()
    await company.settle()
    shared.backend.restart(lost=None)
    await company.deliver_all()
    for client in (ann, ben):
        assert client.of(LeftQueue) == []
    await company.pass_time(2 * TIMERS.beat)
    assert play_each_other(ann, ben)


async def test_nobody_sits_down_elsewhere_while_the_room_of_its_pair_is_made(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    tab = Client(ben.guest, MSGPACK)
    tab.end.tab = "another tab"
    company.clients.append(tab)
    await company.connect(tab, w1)
    await company.queue(ann)
    create = w0.store.create

    async def slow(*arguments: object) -> object:
        tab.send(CreateTable(opponent="bot", bot="random", deck=DECK))
        tab.wire.deliver_up()
        await asyncio.sleep(1.0)
        return await create(*arguments)  # type: ignore[arg-type]

    for node in company.nodes:
        node.store.create = slow  # type: ignore[method-assign,assignment]
    await company.queue(ben)
    await company.pass_time(2.0)
    assert [refused.why for refused in tab.of(Refused)] == ["You are just sitting down in another window."]
    assert play_each_other(ann, ben)


@pytest.mark.parametrize("message", [LeaveQueue(), Queue(deck=OTHER_DECK)], ids=["leaves", "queues again"])
async def test_nobody_goes_away_when_both_have_confirmed_so_that_none_is_left_with_nobody(
    company: World, message: ClientMessage
) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    ben.send(Queue(deck=DECK))
    ben.wire.deliver_up()
    await company.settle()
    for client in (ben, ann):
        while client.wire.down:
            client.deliver_down()
    ben.wire.deliver_up()
    await company.settle()
    ann.send(message)
    while ann.wire.up:
        ann.wire.deliver_up()
    await company.pass_time(2 * TIMERS.quiet)  # her guest was just held
    assert [(refused.code, refused.why) for refused in ann.of(Refused)] == [
        ("bad_state", "Your opponent is there: the match is about to begin.")
    ]
    assert ann.of(LeftQueue) == []
    assert play_each_other(ann, ben)
    await company.play(4)
    assert [len(node.worker.pairing) for node in company.nodes] == [0, 0]


async def test_whoever_goes_before_both_have_confirmed_waits_no_longer(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    await company.queue(ann)
    ben.send(Queue(deck=DECK))
    ben.wire.deliver_up()
    await company.settle()
    while ann.wire.down:
        ann.deliver_down()
    ann.send(LeaveQueue())
    await company.deliver_all()
    assert not ann.end.queued
    await company.pass_time(NOTICED)
    assert ben.end.queued
    assert not play_each_other(ann, ben)
    cay = await another(company, "cay", w0)
    await company.queue(cay)
    assert play_each_other(cay, ben)


# --- decks of another version -----------------------------------------------------------------------------------------


def a_newer_deck() -> DeckChoice:
    """A deck that only `NEWER` knows."""
    old = catalogue.definitions[0].number
    main = dict(next(deck.main for deck in PRESETS.values() if old in deck.main))
    main["ETD99-001"] = main.pop(old)
    return DeckChoice(main=main)


async def pair_with_a_newer_deck(world: World) -> tuple[Client, Client]:
    """Ann waits at a worker of another version with a deck of that; Ben, who confirms second, at one of this one."""
    newer = await world.start(NEWER)
    await world.pass_time(2 * TIMERS.lease)
    await world.arrive(newer, world.nodes[0])
    ann, ben = world.clients
    ann.send(Queue(deck=a_newer_deck()))
    await world.deliver_all()
    ben.send(Queue(deck=DECK))
    ben.wire.deliver_up()
    await world.settle()
    while ann.wire.down:
        ann.deliver_down()
    ann.wire.deliver_up()
    return ann, ben


async def test_two_decks_that_only_one_of_two_versions_knows_play_there(company: World) -> None:
    ann, ben = await pair_with_a_newer_deck(company)
    await company.deliver_all()
    assert play_each_other(ann, ben)
    assert [len(node.worker.rooms) for node in company.nodes] == [0, 0, 1]
    assert [len(node.worker.pairing) for node in company.nodes] == [0, 0, 0]
    await company.play(4)


@pytest.mark.usefixtures("plain_logs")
async def test_two_decks_that_no_version_knows_both_lose_their_places_and_keep_nobody_from_playing(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await pair_with_a_newer_deck(company)
    newer = company.nodes[-1].worker.rooms
    monkeypatch.setattr(newer, "create", company.nodes[0].worker.rooms.create)
    with capture_logs() as logs:
        await company.deliver_all()
        await company.pass_time(NOTICED)
    assert [entry["event"] for entry in logs if entry["log_level"] in ("warning", "error")] == ["not matched"] * 2
    for client in (ann, ben):
        assert not client.end.queued
        assert [refused.code for refused in client.of(Refused)] == ["invalid_deck"]
        assert len(client.of(Matched)) == 1, "they are not offered each other for ever"
    ann.send(Queue(deck=DECK))
    ben.send(Queue(deck=DECK))
    await company.deliver_all()
    monkeypatch.undo()
    assert play_each_other(ann, ben)
