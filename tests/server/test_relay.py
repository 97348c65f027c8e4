"""Connections and rooms that are not at the same worker: any socket at any worker, and what is lost is found out."""

from collections.abc import Callable

import msgspec
import pytest
from structlog.testing import capture_logs

from server import relayed
from server.auth import Guest
from server.protocol.codec import CODECS
from server.protocol.errors import Close
from server.protocol.messages import (
    MSGPACK,
    CreateTable,
    Ended,
    Join,
    Leave,
    LeftTable,
    Paused,
    Ping,
    Presence,
    Preview,
    Refused,
    Resync,
    Snapshot,
    Table,
    Update,
    WouldAsk,
)
from server.protocol.shapes import Decision
from server.pulse import Timers
from server.relayed import Answer, Ask, Deliver, Gone, Heads, Knock, Pass, Roll, Shut, Unseat
from tests.chaos.loop import VirtualLoop
from tests.server.nodes import Node, SharedGround
from tests.server.player import DECK, OTHER_DECK, any_decision
from tests.server.pools import NEWER
from tests.server.truth import both_see_what_is_so, nothing_is_lost_or_doubled
from tests.server.world import Client, World
from tests.store.memory import MemoryFleet

TIMERS = Timers()
AWHILE = 4 * TIMERS.roll
"""In this time everything that was lost is found out."""


def a_preview(world: World, client: Client) -> Preview:
    """A question about a legal answer: it is neither remembered nor sent again."""
    prompt = client.end.prompt
    assert prompt is not None
    number = prompt["id"]
    assert isinstance(number, int)
    return Preview(prompt=number, decisions=(any_decision(prompt, world.chance),))


def loses_first(kind: type[relayed.Message], after: int = 0) -> Callable[[str, str, relayed.Message], bool]:
    """Loses one message of this kind, after so many others."""
    left = after

    def loses(sender: str, receiver: str, message: relayed.Message) -> bool:
        nonlocal left
        if not isinstance(message, kind):
            return False
        left -= 1
        return left == -1

    return loses


# --- any socket at any worker -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("places", [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 2)], ids=str)
async def test_a_match_is_played_from_any_workers(company: World, places: tuple[int, int]) -> None:
    await company.start()
    w0 = company.nodes[0]
    await company.seat(w0, w0)
    for client in company.clients:
        client.cut()
    await company.deliver_all()
    await company.arrive(*[company.nodes[place] for place in places])
    await company.play(40)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)
    assert [len(node.worker.rooms) for node in company.nodes] == [1, 0, 0], "the room stays where it is"
    holders = sum(place != 0 for place in places)
    assert len(w0.worker.relay) == holders
    asked = company.asked
    asked.send(asked.end.concede())
    await company.deliver_all()
    for client in company.clients:
        assert [ended.outcome.reason for ended in client.of(Ended)] == ["concede"]


async def test_whoever_comes_back_at_another_worker_gets_what_it_missed_and_no_more(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    asked = company.asked
    other = next(client for client in company.clients if client is not asked)
    other.cut()
    company.decide(asked)
    await company.deliver_all()
    before = len(other.seen)
    await company.connect(other, w1)
    await company.deliver_all()
    assert [type(message) for message in other.seen[before:]][1:] == [Table, Update, Presence]
    both_see_what_is_so(company)


async def test_what_a_room_answers_reaches_a_player_of_another_worker(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    _, ben = company.clients
    while company.asked is not ben:
        await company.play(1)
    ben.send(a_preview(company, ben))
    ben.send(Preview(prompt=company.game_of(ben).decisions + 1, decisions=(Decision("block", card=5),)))
    ben.send(Resync())
    await company.deliver_all()
    assert [type(message) for message in ben.seen[-4:]] == [WouldAsk, Refused, Table, Snapshot]
    assert ben.of(Refused)[0].code == "illegal"


async def test_of_two_connections_of_a_seat_at_two_workers_the_later_one_stays(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    _, ben = company.clients
    tab = Client(ben.guest, MSGPACK)
    tab.end.tab = "another tab"
    company.clients.append(tab)
    await company.connect(tab, w0)
    await company.deliver_all()
    assert ben.wire.close_code == Close.REPLACED
    assert tab.end.view == ben.end.view
    company.clients.remove(ben)
    await company.play(5)
    assert len(w0.worker.relay) == 0


async def test_of_one_tab_the_newer_connection_stays_wherever_the_older_one_is_heard_of_later(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    _, ben = company.clients
    ben.cut()
    await company.connect(ben, w0)
    await company.deliver_all()
    late = Client(ben.guest, MSGPACK)
    late.end.tab, late.end.conn = ben.end.tab, ben.end.conn - 2
    company.clients.append(late)
    await company.connect(late, w1)
    await company.deliver_all()
    assert late.wire.close_code == Close.REPLACED
    assert ben.wire.close_code is None


# --- sitting down and standing up -------------------------------------------------------------------------------------


async def at_a_table(world: World, owner: Node) -> str:
    """The code of a table that the first client has opened at this worker."""
    ann = world.clients[0]
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    assert owner.worker.rooms.running(ann.table.id) is not None
    return ann.table.code


async def test_a_table_of_another_worker_is_refused_with_the_same_words(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    cay = Client(Guest("cay", "Cay"), MSGPACK)
    company.clients.append(cay)
    await company.connect(cay, w1)
    cay.send(Join(code=company.clients[0].table.code, deck=DECK))
    cay.send(Join(code="NOSUCH", deck=DECK))
    await company.deliver_all()
    assert [refused.code for refused in cay.of(Refused)] == ["table_full", "unknown_table"]


async def test_of_two_who_join_at_once_from_two_workers_one_sits(company: World) -> None:
    w0, w1 = company.nodes
    w2 = await company.start()
    cay = Client(Guest("cay", "Cay"), MSGPACK)
    company.clients.append(cay)
    ann, ben, _ = company.clients
    await company.arrive(w0, w1, w2)
    code = await at_a_table(company, w0)
    for client in (ben, cay):
        client.send(Join(code=code, deck=OTHER_DECK))
        client.wire.deliver_up()
    await company.deliver_all()
    seated = [client for client in (ben, cay) if client.end.table is not None]
    refused = [client for client in (ben, cay) if client.of(Refused)]
    assert (len(seated), len(refused)) == (1, 1)
    assert refused[0].of(Refused)[0].code == "table_full"
    assert seated[0].table.id == ann.table.id
    assert ann.end.view


async def test_a_finished_table_of_another_worker_is_left(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    ben.send(ben.end.concede())
    await company.deliver_all()
    ben.send(Leave())
    await company.deliver_all()
    assert ben.of(LeftTable)
    assert ben.end.table is None
    assert ann.of(Presence)[-1].online is False
    assert await company.store.rooms_of(ben.guest.id) == ()
    ben.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await company.deliver_all()
    assert w1.worker.rooms.running(ben.table.id) is not None
    ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))  # this leaves the finished one by itself
    await company.deliver_all()
    assert ann.table.state == "playing"


async def test_a_table_that_has_not_begun_is_closed_from_another_worker(company: World) -> None:
    w0, w1 = company.nodes
    ann, ben = company.clients
    await company.arrive(w0, w1)
    code = await at_a_table(company, w0)
    ann.cut()
    await company.connect(ann, w1)
    ann.send(Leave())
    await company.deliver_all()
    ben.send(Join(code=code, deck=DECK))
    await company.deliver_all()
    assert [refused.code for refused in ben.of(Refused)] == ["unknown_table"]
    assert [len(node.worker.rooms) for node in company.nodes] == [0, 0]


@pytest.mark.parametrize("kind", [Ask, Answer])
async def test_whoever_sits_down_does_so_once_though_the_question_or_its_answer_is_lost(
    company: World, shared: SharedGround, kind: type[relayed.Message]
) -> None:
    w0, w1 = company.nodes
    ann, ben = company.clients
    await company.arrive(w0, w1)
    code = await at_a_table(company, w0)
    shared.loses = loses_first(kind)
    ben.send(Join(code=code, deck=OTHER_DECK))
    await company.deliver_all()
    assert ben.end.table is None
    await company.pass_time(2 * TIMERS.ask)
    assert ben.of(Refused) == []
    assert ben.table.id == ann.table.id
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)


async def test_whoever_gave_up_waiting_for_a_seat_does_not_get_it_later(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    ann, ben = company.clients
    await company.arrive(w0, w1)
    code = await at_a_table(company, w0)
    shared.go_away(w0.name)
    await company.pass_time(1.1 * TIMERS.lease * TIMERS.fence)  # the room waits until its worker is sure of it
    ben.send(Join(code=code, deck=OTHER_DECK))
    await company.pass_time(0.1)
    w1.kill()
    await company.pass_time(2 * TIMERS.ask)
    shared.come_back(w0.name)
    await company.pass_time(2 * TIMERS.lease)
    assert w0.worker.pulse.may_answer
    assert ann.table.state == "waiting"


# --- other versions ---------------------------------------------------------------------------------------------------


async def test_a_match_is_played_from_a_worker_of_another_version_while_one_of_its_own_runs_it(
    virtual_time: VirtualLoop, shared: SharedGround
) -> None:
    world = World(virtual_time, shared)
    w0, newer = await world.start(), await world.start(NEWER)
    await world.seat(w0, newer)
    await world.play(4)
    _, ben = world.clients
    ben.cut()
    await world.connect(ben, newer)
    await world.deliver_all()
    assert ben.end.welcome is not None
    assert (ben.end.welcome.table, ben.end.welcome.parked) == (ben.table.id, "")
    await world.play(4)
    await nothing_is_lost_or_doubled(world)
    w0.kill()
    await world.pass_time(2 * TIMERS.lease)
    assert [refused.code for refused in ben.of(Refused)] == ["other_version"]
    assert newer.metrics.claims.value == 0
    await world.end()


# --- what is lost -----------------------------------------------------------------------------------------------------


async def test_an_update_that_was_lost_is_noticed_without_another_one(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    _, ben = company.clients
    while company.asked is ben:
        await company.play(1)
    shared.loses = loses_first(Deliver)
    company.decide()
    await company.deliver_all()
    assert ben.end.view != company.game_of(ben).view(ben.table.seat)
    await company.pass_time(AWHILE)
    both_see_what_is_so(company)
    assert ben.wire.close_code is None


async def test_a_frame_that_was_lost_is_noticed_at_once_when_the_next_one_comes(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    shared.loses = loses_first(Deliver)
    ann.cut()
    await company.deliver_all()
    assert ben.end.online[ann.table.seat], "the word is lost"
    ben.send(Resync())
    await company.deliver_all()
    assert not ben.end.online[ann.table.seat]


async def test_a_gap_is_not_looked_for_twice(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    _, ben = company.clients
    shared.loses = loses_first(Deliver)
    for _ in range(3):
        ben.send(Resync())
    await company.deliver_all()
    await company.pass_time(AWHILE)
    knocks = [message for *_, message in shared.said if isinstance(message, Knock)]
    assert len(knocks) == 2


async def test_a_match_in_which_nothing_is_lost_is_looked_for_once(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    for _ in range(30):
        company.decide()
        await company.pass_time(0.35)
    knocks = [message for *_, message in shared.said if isinstance(message, Knock)]
    assert len(knocks) == 1


@pytest.mark.parametrize("kind", [Knock, Pass, Deliver, Roll, Heads])
@pytest.mark.parametrize("after", range(6))
async def test_whatever_one_message_is_lost_both_come_to_see_what_is_so(
    company: World, shared: SharedGround, kind: type[relayed.Message], after: int
) -> None:
    w0, w1 = company.nodes
    shared.loses = loses_first(kind, after)
    ann, ben = company.clients
    await company.arrive(w0, w1)
    code = await at_a_table(company, w0)
    ben.send(Join(code=code, deck=OTHER_DECK))
    await company.pass_time(AWHILE)
    for _ in range(12):
        company.decide()
        await company.pass_time(AWHILE)
        for client in company.clients:  # as the SDK does it when it hears nothing for a while
            for message in client.end.again():
                client.send(message)
        await company.pass_time(0.5)
    both_see_what_is_so(company)
    await nothing_is_lost_or_doubled(company)
    assert company.game_of(ann).decisions == 12


async def test_the_other_hears_that_somebody_is_gone_though_the_word_is_lost(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    shared.loses = lambda sender, receiver, message: isinstance(message, Gone)
    ben.cut()
    await company.deliver_all()
    assert ann.end.online[ben.table.seat]
    await company.pass_time(AWHILE)
    assert not ann.end.online[ben.table.seat]
    assert len(w0.worker.relay) == 0


async def test_a_worker_that_comes_and_dies_while_another_may_not_judge_leaves_no_ghost_there(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    fleet = w0.worker.fleet
    assert isinstance(fleet, MemoryFleet)
    fleet.reconnected()
    await company.pass_time(2 * TIMERS.beat)
    assert not w0.worker.pulse.may_judge
    w2 = await company.start()
    ben.cut()
    await company.connect(ben, w2)
    await company.deliver_all()
    assert ann.end.online[ben.table.seat]
    w2.kill()
    ben.cut()
    for _ in range(6):
        fleet.reconnected()
        await company.pass_time(TIMERS.beat)
    last = w1.worker.pulse.last
    assert last is not None
    assert w2.name not in (*last.alive, *last.dead), "the other has struck it out already"
    await company.pass_time(TIMERS.grace_renewed + 4 * TIMERS.beat)
    assert not ann.end.online[ben.table.seat]
    assert len(w0.worker.relay) == 0


async def test_a_worker_that_does_not_know_a_connection_says_so_and_it_comes_again(
    company: World, shared: SharedGround
) -> None:
    """The owner has been another one for a moment, and both words of it were lost."""
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    _, ben = company.clients
    w0.process.call(w0.worker.relay.hear, Gone(w1.name, ben.wire.peer.name))
    await company.deliver_all()
    assert len(w0.worker.relay) == 0
    await company.pass_time(AWHILE)
    assert len(w0.worker.relay) == 1, "though its player says nothing"
    await company.play(6)
    both_see_what_is_so(company)


# --- what comes too late ----------------------------------------------------------------------------------------------


async def test_frames_and_closes_of_a_former_owner_are_dropped(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    w2 = await company.start()
    await company.seat(w0, w2)
    _, ben = company.clients
    await company.play(4)
    late = [message for _, receiver, message in shared.said if isinstance(message, Deliver) and receiver == w2.name]
    assert late
    await company.hand_over(ben, w1)
    await company.play(2)
    assert w1.worker.rooms.running(ben.table.id) is not None
    view, seen = ben.end.view, len(ben.seen)
    for message in late:
        shared.say(w2.name, message)
    shared.say(w2.name, Shut(ben.wire.peer.name, ben.table.id, late[-1].epoch, Close.REPLACED, "late"))
    await company.deliver_all()
    assert len(ben.seen) == seen
    assert ben.end.view == view
    assert ben.wire.close_code is None
    assert w2.metrics.late_frames.value == len(late)
    await company.play(4)
    both_see_what_is_so(company)


async def test_words_about_another_table_do_not_move_a_connection(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    _, ben = company.clients
    name, seen = ben.wire.peer.name, len(ben.seen)
    for message in (
        Unseat(name, "another"),
        relayed.Moved(name, "another"),
        Shut(name, "another", 2**50, Close.REPLACED, ""),
    ):
        shared.say(w1.name, message)
    shared.say(w1.name, Deliver("nobody", ben.table.id, 1, 2**50, 9, 0, b"\xc0"))
    await company.deliver_all()
    assert len(ben.seen) == seen
    assert ben.wire.close_code is None
    await company.play(4)
    both_see_what_is_so(company)


async def test_a_message_of_another_version_is_not_heard_and_costs_nothing(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    _, ben = company.clients
    unreadable = relayed.encode(Pass(w1.name, ben.wire.peer.name, ben.table.id, b"\xc0"))
    knock = relayed.Knock(w1.name, "c9", ben.table.id, ben.guest, "tab", 1, MSGPACK, None)
    later = msgspec.msgpack.encode(["k", *msgspec.structs.astuple(knock)[:6], "paltable.v2.msgpack", None])
    for body in (b"", msgspec.msgpack.encode(["?", 1]), unreadable[:20], unreadable, later):
        w0.process.call(shared.backend.inboxes[w0.name], body)
    await company.deliver_all()
    assert [refused.code for refused in ben.of(Refused)] == ["malformed"]
    elsewise = CODECS[MSGPACK].encode(Ping(t=1))
    assert isinstance(elsewise, bytes)
    shared.say(w0.name, Pass(w1.name, ben.wire.peer.name, ben.table.id, elsewise))
    await company.deliver_all()
    assert [refused.code for refused in ben.of(Refused)] == ["malformed", "unknown_message"]
    await company.play(4)
    both_see_what_is_so(company)


@pytest.mark.usefixtures("plain_logs")
async def test_a_message_at_which_a_worker_fails_costs_no_other(
    company: World, shared: SharedGround, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    with monkeypatch.context() as broken, capture_logs() as logs:
        broken.setattr(w0.worker.relay, "_call", None)
        w0.process.call(shared.backend.inboxes[w0.name], relayed.encode(Roll(w1.name, {})))
        await company.deliver_all()
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["message failed"]
    await company.play(4)
    both_see_what_is_so(company)


# --- a room that is looked for ----------------------------------------------------------------------------------------


async def test_what_is_said_while_the_room_is_looked_for_is_passed_on_when_it_is_found(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    while company.asked is not ben:
        await company.play(1)
    shared.go_away(w1.name)
    shared.say(w1.name, relayed.Moved(ben.wire.peer.name, ben.table.id))
    await company.deliver_all()
    paused = [ben.end.paused]
    ben.send(a_preview(company, ben))
    company.decide(ben)
    await company.pass_time(0.5)
    assert ben.end.pending
    assert ben.of(WouldAsk) == []
    shared.come_back(w1.name)
    await company.pass_time(1.0)
    paused += [ben.end.paused, ann.end.paused]
    assert paused == [True, False, False]
    assert len(ben.of(WouldAsk)) == 1
    both_see_what_is_so(company)


async def test_whoever_plays_elsewhere_is_told_each_time_that_the_store_is_away(company: World) -> None:
    """Heard from the owner, it goes on before its worker's next sign of life; then the store is away again."""
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    here, there = company.clients
    ground, room = company.ground, company.room_of(here)
    assert isinstance(ground, SharedGround)
    ground.go_away(w1.name)
    await company.pass_time(TIMERS.lease)
    assert there.of(Paused) == [Paused(on=True)]
    ground.come_back(w1.name)
    room.match.tell(Presence(seat="A", online=True))
    await company.pass_time(0.05)
    assert there.of(Paused) == [Paused(on=True), Paused(on=False)]
    ground.go_away(w1.name)
    await company.pass_time(TIMERS.lease)
    assert there.of(Paused) == [Paused(on=True), Paused(on=False), Paused(on=True)]
