"""Whoever watches sees the public view, late by time and by decisions, never earlier; and players notice nothing."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType, convert, json, msgpack
from msgspec.structs import replace
from structlog.testing import capture_logs

from engine import SPECTATOR, catalogue
from server import audience, records, restore
from server.audience import COUNT_EVERY, FORGIVEN, LINGER, NO_MATCH, OUTBOX_BYTES, POLL
from server.gallery import STALE
from server.limits import Bucket
from server.peer import Peer
from server.protocol.client import ClientEnd
from server.protocol.codec import CODECS, Frame
from server.protocol.errors import Close
from server.protocol.messages import (
    JSON,
    MSGPACK,
    Audience,
    ClaimWin,
    ClientMessage,
    Concede,
    Confirm,
    CreateTable,
    Decide,
    Ended,
    Explain,
    Explained,
    Hands,
    Join,
    Leave,
    LeaveQueue,
    Life,
    ListTables,
    LiveTable,
    Mute,
    OpenHands,
    Plain,
    Preview,
    Queue,
    Refused,
    Rematch,
    RematchBegan,
    Resync,
    Say,
    ServerMessage,
    Settings,
    Snapshot,
    Standing,
    Table,
    Tables,
    Unwatch,
    Unwatched,
    Update,
    Watch,
    Watching,
    WatchPolicy,
    Welcome,
    number_of,
)
from server.protocol.shapes import View
from server.pulse import Timers
from server.records import Decided, Played, Started
from tests.server.nodes import SharedGround
from tests.server.onlookers import NOW, Truth, onlooker, play_before, watching
from tests.server.player import DECK, OTHER_DECK, any_decision
from tests.server.pools import NEWER
from tests.server.truth import both_see_what_is_so, log_of, nothing_is_lost_or_doubled
from tests.server.world import Client, World

TIMERS = Timers()
MOMENT = 0.05
"""The least time that a world lets pass."""


def refusal(client: Client) -> str:
    """With which code the client was refused last; what it sent was the last thing that happened to it."""
    last = client.seen[-1]
    assert isinstance(last, Refused)
    assert last.why.endswith(".")
    return last.code


# --- what is seen, and when -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "policy",
    [
        NOW, WatchPolicy(), WatchPolicy(delay=3, decisions=0), WatchPolicy(delay=0, decisions=5),
        WatchPolicy(delay=1, decisions=40),
    ],
    ids=lambda policy: f"{policy.delay}s-{policy.decisions}",
)  # fmt: skip
async def test_at_every_moment_watchers_of_any_worker_know_a_public_view_that_is_old_enough(
    company: World, policy: WatchPolicy, seed: int
) -> None:
    w0, w1 = company.nodes
    table, truth = await play_before(company, policy, w0, w1), Truth()
    company.chance.seed(seed)
    onlookers = [await watching(company, table, codec, node) for node in (w0, w1) for codec in (JSON, MSGPACK)]
    for _ in range(40):
        for _ in range(company.chance.choice([0, 1, 1, 2, 5])):
            if company.clients[0].end.outcome is None:
                await company.play(1)
        for _ in range(company.chance.randint(1, 20)):
            await company.pass_time(MOMENT)
            truth.learn(await log_of(company))
            latest = truth.latest(policy, company.ground.clock())
            for client in onlookers:
                assert client.end.seq <= latest, "nothing is shown before its time"
                assert client.end.view == truth.at(client.end.seq)
                assert client.end.prompt is None
        was_due = truth.latest(policy, company.ground.clock())
        await company.pass_time(POLL + MOMENT)
        is_due = range(was_due, truth.latest(policy, company.ground.clock()) + 1)
        for client in onlookers:
            assert client.end.view in [truth.at(seq) for seq in is_due], "nor long after it"
    assert all(client.end.view for client in onlookers)
    both_see_what_is_so(company)


async def test_watchers_are_told_the_clocks_as_they_stood_at_the_moment_that_they_see(company: World) -> None:
    policy = WatchPolicy(delay=7, decisions=0)
    table = await play_before(company, policy, *company.nodes, time="fast")
    shown = await watching(company, table, JSON, company.nodes[1])
    for thought in (1.5, 4.0, 0.2):
        await company.pass_time(thought)
        await company.play(1)
    players, log = company.clients[0].end.clocks, await log_of(company)
    await company.pass_time(policy.delay + POLL + MOMENT)
    late = await watching(company, table, MSGPACK, company.nodes[0])
    for client in (shown, late):
        assert client.end.seq == len(log)
        told = client.end.clocks
        assert told is not None
        assert players is not None
        assert (told.A, told.B, told.running, told.left) == (players.A, players.B, players.running, players.left)
        behind = told.as_of - log[-1].at
        assert 1000 * policy.delay <= behind <= 1000 * (policy.delay + POLL + MOMENT), (
            "they run on from when it is seen"
        )


async def test_a_match_without_clocks_is_watched_without(company: World) -> None:
    table = await play_before(company, NOW, *company.nodes)
    client = await watching(company, table)
    await company.play(2)
    await company.pass_time(POLL + MOMENT)
    assert client.end.clocks is None


async def test_whoever_comes_later_sees_what_the_others_see(company: World) -> None:
    table = await play_before(company, WatchPolicy(delay=5), *company.nodes)
    first = await watching(company, table)
    for _ in range(8):
        await company.play(3)
        await company.pass_time(1.3)
        late = await watching(company, table, MSGPACK, company.chance.choice(company.nodes))
        if late.wire.node is first.wire.node:
            assert (late.end.view, late.end.seq) == (first.end.view, first.end.seq)
    await company.pass_time(10)
    assert {client.end.seq for client in company.clients[2:]} == {first.end.seq}


async def test_updates_tell_everything_that_happened_once_however_many_decisions_they_are_of(company: World) -> None:
    table = await play_before(company, NOW)
    client = await watching(company, table)
    for _ in range(20):
        await company.play(company.chance.randint(1, 9))
        await company.pass_time(POLL + MOMENT)
    entries = [records.decode(record.body) for record in await log_of(company)]
    happened: list[Plain] = []
    game = company.game_of(company.clients[0])
    for entry in entries:
        if isinstance(entry, Started):
            game = restore.begun(entry, catalogue)
        elif isinstance(entry, Played):
            happened += game.events_for(SPECTATOR, restore.apply(game, entry))
    assert len(client.of(Update)) < game.decisions
    again, told = ClientEnd("again", "tab"), list[Plain]()
    for message in client.seen:
        again.receive(message)
        told += again.told
    assert told == happened


async def test_at_the_end_watchers_get_the_rest_with_the_delay_and_then_the_outcome(company: World) -> None:
    table, policy = await play_before(company, WatchPolicy(delay=20, decisions=50), *company.nodes), 20
    onlookers = [await watching(company, table, node=node) for node in company.nodes]
    await company.play(10)
    await company.pass_time(5)
    loser = company.asked
    loser.send(loser.end.concede())
    await company.deliver_all()
    assert loser.end.outcome is not None
    final = company.game_of(loser).view(SPECTATOR)
    await company.pass_time(policy - 2 * MOMENT)
    for client in onlookers:
        assert not client.of(Ended)
        assert client.end.view.get("outcome", {}) == {}
    await company.pass_time(POLL + 4 * MOMENT)
    for client in onlookers:
        assert client.end.view == final
        (ended,) = client.of(Ended)
        assert ended.outcome == loser.end.outcome
        assert client.seen[-1] == ended
        assert client.wire.close_code is None
    late = await watching(company, table)
    assert (late.end.view, late.end.outcome) == (final, loser.end.outcome), "to whoever comes back"
    for client in (*onlookers, late):
        client.cut()
    await company.pass_time(LINGER + audience.REMATCH_POLL)
    assert [node.worker.gallery.readers for node in company.nodes] == [0, 0]


async def test_a_table_that_has_begun_too_short_a_time_ago_shows_nothing_yet(company: World) -> None:
    client = await watching(company, await play_before(company, WatchPolicy(delay=30, decisions=0)))
    await company.play(3)
    assert [type(message) for message in client.seen] == [Welcome, Watching]
    await company.pass_time(30 + POLL)
    assert client.end.view == company.game_of(company.clients[0]).view(SPECTATOR)


async def test_watching_tells_who_plays_and_how_late_it_is(company: World) -> None:
    ann = company.clients[0]
    client = await watching(company, await play_before(company, WatchPolicy(delay=7, decisions=3)))
    (told,) = client.of(Watching)
    assert (told.id, told.log, told.watchers) == (ann.table.id, ann.table.log, 1)
    assert (told.delay, told.decisions, told.hands) == (7, 3, "hidden")
    assert told.players == ann.end.players


# --- workers that die, and stores that forget -------------------------------------------------------------------------


async def test_watchers_go_on_when_the_owner_of_the_table_is_killed(company: World) -> None:
    w0, w1 = company.nodes
    table, truth = await play_before(company, WatchPolicy(delay=1, decisions=1), w0, w1), Truth()
    there, beside = await watching(company, table, node=w0), await watching(company, table, MSGPACK, w1)
    await company.play(9)
    w0.kill()
    for client in company.clients:
        if client.wire.node is w0:
            client.cut()
            await company.connect(client, w1)
    await company.pass_time(TIMERS.lease + 2 * TIMERS.beat)
    await company.play(9)
    await company.pass_time(1 + POLL)
    truth.learn(await log_of(company))
    for client in (there, beside):
        assert client.end.view == truth.at(truth.latest(WatchPolicy(delay=1, decisions=1), company.ground.clock()))
    assert len(there.of(Watching)) == 2, "it has asked again by itself"
    assert len(beside.of(Snapshot)) == 2, "the new owner begins with a snapshot"
    await nothing_is_lost_or_doubled(company)


async def test_when_the_store_has_lost_what_watchers_saw_they_see_what_came_instead(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    table = await play_before(company, NOW, w0, w1)
    client = await watching(company, table, node=w1)
    await company.play(12)
    await company.pass_time(POLL)
    seen = client.end.view
    w0.kill()
    company.clients[0].cut()
    shared.backend.restart(5)
    await company.connect(company.clients[0], w1)
    await company.pass_time(10)
    assert client.end.view != seen
    assert client.end.view == company.game_of(company.clients[0]).view(SPECTATOR)
    await company.play(5)
    await company.pass_time(POLL)
    assert client.end.view == company.game_of(company.clients[0]).view(SPECTATOR)


async def test_watchers_wait_for_a_store_that_is_away(company: World, shared: SharedGround) -> None:
    w0, w1 = company.nodes
    table = await play_before(company, NOW, w0, w0)
    client = await watching(company, table, node=w1)
    shared.go_away(w1.name)
    await company.play(5)
    await company.pass_time(1)
    assert client.end.view != company.game_of(company.clients[0]).view(SPECTATOR)
    shared.come_back(w1.name)
    await company.pass_time(POLL)
    assert client.end.view == company.game_of(company.clients[0]).view(SPECTATOR)
    assert client.wire.close_code is None


async def test_a_table_that_is_gone_for_good_is_watched_no_longer(company: World, shared: SharedGround) -> None:
    table = await play_before(company, NOW, company.nodes[0], company.nodes[0])
    client = await watching(company, table, node=company.nodes[1])
    company.nodes[0].kill()
    for player in company.clients[:2]:
        player.cut()
    shared.backend.restart(None)
    await company.pass_time(10)
    (gone,) = client.of(Unwatched)
    assert gone.id == table
    assert gone.why.endswith(".")
    assert company.nodes[1].worker.gallery.readers == 0
    assert client.end.watching is None


async def test_a_log_that_does_not_hold_is_shown_no_further_and_ends_for_watchers_only(
    company: World, shared: SharedGround
) -> None:
    table = await play_before(company, NOW, company.nodes[0], company.nodes[0])
    await company.play(5)
    kept = shared.backend.rooms[table]
    broken = records.decode(kept.records[-1].body)
    assert isinstance(broken, Decided)
    body = records.encode(replace(broken, chain=bytes(len(broken.chain))))
    damaged = kept._replace(records=(*kept.records[:-1], replace(kept.records[-1], body=body)))
    shared.backend.journal.transact(lambda: shared.backend.rooms.__setitem__(table, damaged))
    with capture_logs() as logs:
        client = await watching(company, table, node=company.nodes[1])
    assert refusal(client) == "bad_state"
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["match cannot be shown"]
    shared.backend.journal.transact(lambda: shared.backend.rooms.__setitem__(table, kept))
    await company.play(3)
    both_see_what_is_so(company)


async def test_an_update_is_encoded_once_for_each_worker_and_codec_however_many_watch(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, w1 = company.nodes
    table = await play_before(company, NOW, w0, w1)
    watchers = [await watching(company, table, codec, w0) for codec in (JSON, MSGPACK) for _ in range(8)]
    watchers += [await watching(company, table, JSON, w1) for _ in range(8)]
    encoded = 0

    def counting(encode: Callable[[ClientMessage | ServerMessage], Frame]) -> Callable[..., Frame]:
        def count(message: ClientMessage | ServerMessage) -> Frame:
            nonlocal encoded
            encoded += isinstance(message, Update)
            return encode(message)

        return count

    for codec in CODECS.values():
        monkeypatch.setattr(codec, "encode", counting(codec.encode))
    told_before = [len(client.of(Update)) for client in company.clients]
    for _ in range(12):
        await company.play(1)
        await company.pass_time(POLL + MOMENT)
    told = [len(client.of(Update)) - before for client, before in zip(company.clients, told_before, strict=True)]
    assert min(told) > 0
    assert len(set(told[2:])) == 1, "all are told the same"
    assert encoded == sum(told[:2]) + 3 * told[2]
    assert len({tuple(map(msgpack.encode, watcher.of(Update))) for watcher in watchers}) == 1


# --- slow watchers ----------------------------------------------------------------------------------------------------


def waits(peer: Peer) -> list[object]:
    """What has been sent to a peer that takes nothing."""
    return [peer.codec.from_server(frame) for frame, _ in peer._frames]


def closed(peer: Peer) -> int:
    """With which code a peer is closed; 0 if it is not."""
    return 0 if peer.closing is None else int(peer.closing.code)


async def test_a_slow_watcher_gets_one_fresh_snapshot_and_is_closed_when_it_is_slow_again(
    company: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "OUTBOX_FRAMES", 8)
    table = await play_before(company, NOW)
    gallery, metrics = company.worker.gallery, company.node.metrics
    slow = Peer("slow", CODECS[JSON], Bucket(1.0, 1.0, 0.0))
    await gallery.watch(slow, table)

    async def one_update() -> None:
        await company.play(1)
        await company.pass_time(POLL)

    while not metrics.sheds.value:
        assert slow._offered <= 8
        assert slow._offered_bytes <= OUTBOX_BYTES
        await one_update()
    *_, last = waits(slow)
    assert isinstance(last, Snapshot)
    assert last.view == company.game_of(company.clients[0]).view(SPECTATOR)
    assert not closed(slow)
    assert len(waits(slow)) < 4
    await company.pass_time(FORGIVEN)
    while metrics.sheds.value == 1:
        await one_update()
    assert not closed(slow), "it was long ago"
    while not closed(slow):
        await one_update()
    assert closed(slow) == 4408
    assert metrics.sheds.value == 2
    both_see_what_is_so(company)


async def test_what_is_written_while_the_outbox_is_thrown_away_is_written_whole() -> None:
    peer = Peer("slow", CODECS[JSON], Bucket(1.0, 1.0, 0.0))
    for frame in ("1", "2", "3"):
        assert peer.offer(frame, 3, 100)
    assert not peer.offer("4", 3, 100)
    peer.send_frame("said")
    outgoing = peer.outgoing()
    assert await anext(outgoing) == "1"
    peer.shed()
    assert peer.offer("snapshot", 3, 100)
    assert not peer.offer("x" * 100, 3, 100), "too many bytes"
    peer.close(Close.RESTART, "")
    assert [frame async for frame in outgoing] == ["said", "snapshot"]
    assert (peer._offered, peer._offered_bytes, peer._bytes) == (0, 0, 0)


async def test_a_watcher_that_asks_again_gets_everything_again(company: World) -> None:
    client = await watching(company, await play_before(company, NOW))
    await company.play(4)
    client.send(Resync())
    await company.deliver_all()
    first, second = client.of(Snapshot)
    assert first == second, "what the others know, and no more"
    await company.pass_time(POLL)
    assert client.end.view == company.game_of(company.clients[0]).view(SPECTATOR)


# --- the rematch ---


async def rematch(world: World) -> str:
    """The players of the finished table play again; the id of the new one."""
    for client in world.clients[:2]:
        client.send(Rematch())
        await world.deliver_all()
    return world.clients[0].table.id


async def end(world: World) -> None:
    world.asked.send(world.asked.end.concede())
    await world.deliver_all()


async def test_those_who_have_seen_the_end_are_told_of_the_rematch_no_sooner_than_it_is_as_old_as_they_are_late(
    company: World,
) -> None:
    table = await play_before(company, WatchPolicy(delay=20, decisions=0), *company.nodes)
    onlookers = [await watching(company, table, codec, node) for node in company.nodes for codec in (JSON, MSGPACK)]
    await end(company)
    await company.pass_time(20 + LINGER + POLL)
    assert all(client.end.outcome is not None for client in onlookers)
    again = await rematch(company)
    assert again != table
    await company.pass_time(20 - MOMENT)
    assert not any(client.of(RematchBegan) for client in onlookers)
    await company.pass_time(audience.REMATCH_POLL + 2 * MOMENT)
    for client in onlookers:
        assert client.of(RematchBegan) == [RematchBegan(id=again)]
        assert client.end.rematch_id == again
        client.send(Watch(table=again))
    await company.deliver_all()
    await company.pass_time(POLL)
    assert [client.end.watching.id for client in onlookers if client.end.watching] == [again] * 4
    assert all(client.end.view["turn"] == 0 for client in onlookers)
    assert {client.end.rematch_id for client in onlookers} == {""}


async def test_nobody_is_told_of_a_rematch_before_the_end_that_comes_late(company: World) -> None:
    table = await play_before(company, WatchPolicy(delay=30, decisions=0))
    client = await watching(company, table)
    await end(company)
    again = await rematch(company)
    await company.pass_time(30 - MOMENT)
    assert not client.of(Ended)
    await company.pass_time(audience.REMATCH_POLL + POLL + 2 * MOMENT)
    told = [type(message) for message in client.seen if isinstance(message, Ended | RematchBegan)]
    assert told == [Ended, RematchBegan]
    late = await watching(company, table)
    assert late.of(RematchBegan) == [RematchBegan(id=again)], "to whoever just comes back, too"


async def test_the_newest_rematch_of_a_match_is_known_as_late_as_those_are_who_watch(company: World) -> None:
    first = await play_before(company, WatchPolicy(delay=30, decisions=0))
    gallery = company.nodes[-1].worker.gallery
    assert await gallery.newest(first) == first
    await end(company)
    second = await rematch(company)
    await company.pass_time(30 - MOMENT)
    assert await gallery.newest(first) == first
    await company.pass_time(2 * MOMENT)
    assert await gallery.newest(first) == second
    await end(company)
    third = await rematch(company)
    await company.pass_time(MOMENT)
    assert await gallery.newest(first) == second
    await company.pass_time(30)
    assert [await gallery.newest(room) for room in (first, second, third, "none")] == [third, third, third, "none"]


async def test_whoever_comes_back_long_after_the_end_is_shown_it_and_told_of_the_rematch(company: World) -> None:
    table = await play_before(company, WatchPolicy(delay=20, decisions=0), *company.nodes)
    stays, reloads = [await watching(company, table, codec) for codec in (JSON, MSGPACK)]
    await end(company)
    await company.pass_time(20 + 10 * LINGER)
    for client in (stays, reloads):
        client.cut()
    await company.pass_time(2 * LINGER)
    assert [node.worker.gallery.readers for node in company.nodes] == [0, 0]
    await company.connect(stays)
    reloaded = await watching(company, table, node=company.nodes[0])
    again = await rematch(company)
    await company.pass_time(20 + audience.REMATCH_POLL + MOMENT)
    for client in (stays, reloaded):
        assert client.end.outcome == company.clients[0].of(Ended)[-1].outcome
        assert client.end.rematch_id == again


async def test_nobody_waits_for_a_rematch_for_ever(company: World) -> None:
    client = await watching(company, await play_before(company, NOW))
    await end(company)
    await company.pass_time(audience.REMATCH_WITHIN + audience.REMATCH_POLL + POLL)
    _ = await rematch(company)
    await company.pass_time(audience.REMATCH_POLL + POLL)
    assert not client.of(RematchBegan)
    assert [node.worker.gallery.readers for node in company.nodes] == [0, 0]


# --- the own seat -----------------------------------------------------------------------------------------------------


async def test_a_player_who_watches_the_own_table_sees_the_own_seat_as_it_happens_and_keeps_it(company: World) -> None:
    w0, w1 = company.nodes
    table = await play_before(company, WatchPolicy(), w0, w0)
    ann, ben = company.clients[:2]
    second = await watching(company, table, MSGPACK, w1, ann.guest)
    (told,) = second.of(Watching)
    assert (told.delay, told.decisions, told.watchers) == (0, 0, 0)
    for _ in range(15):
        await company.play(2)
        await company.pass_time(POLL)
        assert second.end.view == ann.end.view
        assert second.end.prompt is None
    players: Any = second.end.view["players"]
    assert players[ann.table.seat]["hand"]
    assert players[ben.table.seat]["hand"] == []
    assert ann.wire.close_code is None
    assert not second.of(Table)
    both_see_what_is_so(company)


async def test_a_second_connection_that_only_watches_does_not_end_a_wait_for_an_opponent(company: World) -> None:
    await company.arrive()
    ann = company.clients[0]
    await company.queue(ann)
    second = await onlooker(company, guest=ann.guest)
    assert ann.end.queued
    assert second.of(Welcome)[0].table == ""


async def test_a_player_may_watch_the_own_table_that_nobody_else_may(company: World) -> None:
    table = await play_before(company, WatchPolicy(who="nobody"))
    assert (await watching(company, table, guest=company.clients[1].guest)).end.view
    assert refusal(await watching(company, table)) == "unknown_table"


# --- open hands -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "answer"), [("open", "open"), ("open", "hidden"), ("hidden", "open"), ("hidden", "hidden")]
)
async def test_watchers_see_both_hands_only_if_both_have_agreed(company: World, wish: Hands, answer: Hands) -> None:
    policy = WatchPolicy(delay=2, decisions=1, hands=wish)
    table = await play_before(company, policy, *company.nodes, hands=answer)
    agreed: Hands = "open" if (wish, answer) == ("open", "open") else "hidden"
    for player in company.clients[:2]:
        assert player.of(Table)[-1].watch == WatchPolicy(delay=2, decisions=1, hands=agreed)
    client, shown = await watching(company, table), dict[int, OpenHands]()
    game = company.game_of(company.clients[0])
    for _ in range(40):
        await company.play(1)
        shown[game.decisions] = OpenHands(A=game.hand("A"), B=game.hand("B"))
        await company.pass_time(2 + POLL + MOMENT)
        assert client.end.hands == (shown.get(game.decisions - 1) if agreed == "open" else None) or len(shown) == 1
    assert client.of(Watching)[0].hands == agreed
    assert all(message.hands is UNSET for player in company.clients[:2] for message in player.of(Update))
    seconds = await watching(company, table, guest=company.clients[0].guest)
    assert seconds.end.hands is None, "players see no more than they may"


async def test_a_bot_agrees_to_open_hands(company: World) -> None:
    await company.arrive()
    ann = company.clients[0]
    ann.send(CreateTable(opponent="bot", deck=DECK, watch=WatchPolicy(delay=0, decisions=0, hands="open")))
    await company.deliver_all()
    assert ann.table.watch.hands == "open"
    assert (await watching(company, ann.table.id)).end.hands is not None


async def test_the_wish_for_open_hands_is_seen_before_one_sits_down(company: World) -> None:
    ann, ben = company.clients
    await company.arrive()
    policy = WatchPolicy(delay=9, hands="open")
    ann.send(CreateTable(opponent="human", open=True, deck=DECK, watch=policy))
    ben.send(ListTables())
    await company.deliver_all()
    assert ann.table.watch == policy
    assert ben.of(Tables)[-1].open[0].watch == policy


async def test_whoever_says_nothing_of_the_hands_is_asked_where_they_are_to_be_open_and_only_there(
    company: World,
) -> None:
    ann, ben = company.clients
    await company.arrive(*company.nodes)
    for wish in ("open", "hidden"):
        ann.send(CreateTable(opponent="human", deck=DECK, watch=WatchPolicy(hands=wish)))
        await company.deliver_all()
        ben.send(Join(code=ann.table.code, deck=OTHER_DECK))
        await company.deliver_all()
        if wish == "open":
            assert refusal(ben) == "open_hands"
            assert ben.of(Refused)[-1].why.startswith("Player 0 wants those who watch to see both hands;")
            assert ann.table.state == "waiting"
            ann.send(Leave())
    assert ben.table.watch.hands == "hidden"
    assert len(ben.of(Refused)) == 1


# --- who may watch what -----------------------------------------------------------------------------------------------


async def test_everything_that_is_no_match_to_watch_is_refused_in_the_same_words(company: World) -> None:
    table = await play_before(company, WatchPolicy(who="nobody"))
    ann = company.clients[0]
    third = await onlooker(company, only=False)
    third.send(CreateTable(opponent="human", deck=DECK))
    await company.deliver_all()
    waiting = third.table.id
    client = await onlooker(company)
    ids = (table, waiting, ann.table.code, ann.table.log, ann.guest.id, "x", table[:-1], f"../{table}", "é" * 64)
    for wanted in ids:
        client.send(Watch(table=wanted))
    await company.deliver_all()
    refused = client.of(Refused)
    assert len(refused) == len(ids)
    assert {(each.code, each.why) for each in refused} == {("unknown_table", NO_MATCH)}
    assert not client.of(Watching)
    assert [node.worker.gallery.readers for node in company.nodes] == [0, 0]


async def test_a_match_that_is_over_for_its_watchers_cannot_be_watched_and_one_that_is_not_can(company: World) -> None:
    table = await play_before(company, WatchPolicy(delay=10))
    await company.play(5)
    await company.pass_time(3)
    loser = company.asked
    loser.send(loser.end.concede())
    await company.pass_time(5)
    late = await watching(company, table)
    assert late.of(Watching)
    await company.pass_time(10)
    assert late.of(Ended)
    await company.pass_time(audience.REMATCH_WITHIN)
    assert refusal(await watching(company, table)) == "game_over"
    assert company.worker.gallery.readers == 0


async def test_a_match_of_another_version_is_refused_by_name(company: World) -> None:
    table = await play_before(company, NOW, company.nodes[0], company.nodes[0])
    newer = await company.start(NEWER)
    assert refusal(await watching(company, table, node=newer)) == "other_version"


async def test_a_watcher_decides_nothing(company: World) -> None:
    table = await play_before(company, NOW)
    prompt = company.asked.end.prompt
    assert prompt is not None
    number, decision = msgspec.convert(prompt["id"], int), any_decision(prompt, company.chance)
    before = company.game_of(company.asked).chain
    for only in (True, False):
        client = await onlooker(company, only=only)
        client.send(Watch(table=table))
        await company.deliver_all()
        preview = Preview(prompt=number, decisions=(decision,))
        for message in (
            Decide(n=1, prompt=number, decision=decision), Concede(n=2), preview, ClaimWin(n=3), Settings(n=4),
            Rematch(), Say(phrase="hello"), Mute(on=True),
        ):  # fmt: skip
            client.send(message)
            await company.deliver_all()
            assert refusal(client) == "bad_state"
            assert client.of(Refused)[-1].n == number_of(message)
            assert client.of(Refused)[-1].prompt is UNSET
        assert client.end.watching is not None
    assert company.game_of(company.asked).chain == before
    assert company.asked.end.prompt == prompt


async def test_a_watcher_is_told_what_the_numbers_it_sees_are_made_of_and_of_no_other_card(company: World) -> None:
    table = await play_before(company, WatchPolicy(delay=2, decisions=3))
    client = await watching(company, table)
    explained = 0
    for _ in range(20):
        await company.play(3)
        await company.pass_time(1)
        view: dict[str, Any] = client.end.view
        for card, shown in view.get("cards", {}).items():
            client.send(Explain(card=int(card)))
            await company.deliver_all()
            told = client.seen[-1]
            assert isinstance(told, Explained)
            assert "power" not in shown or sum(int(part.value) for part in told.power) == shown["power"]
            explained += len(told.power) > 1
        client.send(Explain(card=999))
        await company.deliver_all()
        assert refusal(client) == ("illegal" if view else "bad_state")
    assert explained, "some card was stronger than printed"


async def test_a_connection_that_only_watches_sits_down_nowhere(company: World) -> None:
    table = await play_before(company, NOW, seat=False)
    client = await onlooker(company)
    code = company.clients[0].table.code
    messages = (
        CreateTable(opponent="human", deck=DECK), Join(code=code, deck=DECK), Queue(deck=DECK), LeaveQueue(), Leave(),
        Confirm(offer="x"), Concede(n=1),
    )  # fmt: skip
    for message in messages:
        client.send(message)
    await company.deliver_all()
    assert [each.code for each in client.of(Refused)] == ["bad_state"] * len(messages)
    assert len(company.worker.rooms) + len(company.nodes[0].worker.rooms) == 1
    assert company.clients[0].table.id == table


async def test_whoever_sits_at_a_table_watches_from_another_connection(company: World) -> None:
    table = await play_before(company, NOW)
    company.clients[0].send(Watch(table=table))
    await company.deliver_all()
    assert refusal(company.clients[0]) == "bad_state"
    await company.play(3)


async def test_whoever_sits_down_watches_no_longer(company: World) -> None:
    table = await play_before(company, NOW)
    client = await onlooker(company, only=False)
    client.send(Watch(table=table))
    await company.deliver_all()
    client.send(CreateTable(opponent="bot", deck=DECK))
    await company.deliver_all()
    assert client.end.watching is None
    assert client.table.id != table
    assert company.worker.gallery.watchers == 0
    shown = len(client.seen)
    for player in company.clients[:2]:
        if player.end.prompt is not None:
            company.decide(player)
    await company.pass_time(1)
    assert client.seen[shown:] == []
    assert client.end.view["viewer"] == client.table.seat


async def test_of_two_matches_the_later_one_is_watched_and_a_refusal_changes_nothing(company: World) -> None:
    first = await play_before(company, NOW)
    third = await onlooker(company, only=False)
    third.send(CreateTable(opponent="bot", deck=OTHER_DECK, watch=NOW))
    await company.deliver_all()
    client = await watching(company, first)
    client.send(Watch(table="none"))
    await company.deliver_all()
    assert refusal(client) == "unknown_table"
    assert company.worker.gallery.watchers == 1
    client.send(Watch(table=third.table.id))
    await company.deliver_all()
    await company.play(2)
    await company.pass_time(POLL)
    assert client.end.watching is not None
    assert client.end.watching.id == third.table.id
    assert client.end.view == company.game_of(third).view(SPECTATOR)
    assert company.worker.gallery.watchers == 1


async def test_whoever_stops_watching_is_shown_nothing_any_more(company: World) -> None:
    table = await play_before(company, NOW)
    client = await watching(company, table)
    client.send(Unwatch())
    await company.deliver_all()
    assert client.seen[-1] == Unwatched(id=table)
    await company.play(3)
    await company.pass_time(1)
    assert client.seen[-1] == Unwatched(id=table)
    client.send(Unwatch())
    await company.deliver_all()
    assert refusal(client) == "bad_state"
    await company.pass_time(LINGER + POLL)
    assert company.worker.gallery.readers == 0


async def test_a_reader_outlives_a_watcher_that_comes_back_and_no_other(company: World) -> None:
    table = await play_before(company, NOW)
    client = await watching(company, table)
    client.cut()
    await company.pass_time(LINGER / 2)
    assert (company.worker.gallery.watchers, company.worker.gallery.readers) == (0, 1)
    await company.connect(client)
    await company.pass_time(LINGER)
    assert (company.worker.gallery.watchers, company.worker.gallery.readers) == (1, 1)
    client.cut()
    await company.pass_time(LINGER + POLL + MOMENT)
    assert (company.worker.gallery.watchers, company.worker.gallery.readers) == (0, 0)


@pytest.mark.parametrize("codec", [JSON, MSGPACK])
@pytest.mark.parametrize(
    "watch",
    [
        {"delay": -1},
        {"delay": 3601},
        {"decisions": -1},
        {"decisions": 201},
        {"hands": "mine"},
        {"who": "me"},
        {"delay": 1.5},
    ],
)
async def test_impossible_delays_are_refused(company: World, watch: dict[str, object], codec: str) -> None:
    await company.arrive()
    client = await onlooker(company, codec, only=False)
    plain = {"type": "create_table", "n": 3, "opponent": "bot", "deck": {"preset": "trial-1"}, "watch": watch}
    client.wire.up.append(json.encode(plain).decode() if codec == JSON else msgpack.encode(plain))
    await company.deliver_all()
    assert refusal(client) == "malformed"
    assert client.of(Refused)[-1].n == 3
    assert client.end.table is None


async def test_a_table_that_is_open_to_everyone_can_be_watched(company: World) -> None:
    await company.arrive()
    ann = company.clients[0]
    ann.send(CreateTable(opponent="human", open=True, deck=DECK, watch=WatchPolicy(who="nobody")))
    await company.deliver_all()
    assert refusal(ann) == "bad_state"


async def test_matches_of_the_queue_are_watched_like_any_other(company: World) -> None:
    await company.arrive()
    await company.queue(*company.clients)
    assert company.clients[0].table.watch == WatchPolicy()
    assert (await watching(company, company.clients[0].table.id)).of(Watching)


# --- how many ---------------------------------------------------------------------------------------------------------


async def live(world: World, client: Client) -> tuple[LiveTable, ...]:
    """What the lobby tells of matches."""
    client.send(ListTables(standings=True))
    await world.deliver_all()
    return client.of(Tables)[-1].live


async def test_the_lobby_tells_how_many_watch_at_all_workers_and_how_late(company: World) -> None:
    w0, w1 = company.nodes
    table = await play_before(company, WatchPolicy(delay=4), w0, w1)
    onlookers = [await watching(company, table, node=node) for node in (w0, w0, w1)]
    await watching(company, table, guest=company.clients[0].guest)
    await company.pass_time(COUNT_EVERY + 2 * TIMERS.beat)
    for node in company.nodes:
        (told,) = await live(company, await onlooker(company, node=node))
        assert (told.id, told.watchers, told.delay) == (table, 3, 4)
    for client in onlookers:
        client.cut()
    await company.pass_time(COUNT_EVERY + 2 * TIMERS.beat)
    (told,) = await live(company, await onlooker(company, node=w0))
    assert told.watchers == 0


def _standing(view: Plain) -> Standing | UnsetType:
    """How far a match is in a view of it; of one that has not begun nothing is told."""
    if not view:
        return UNSET
    told = convert(view, View)
    return Standing(turn=told.turn, life=Life(A=told.players.A.life, B=told.players.B.life))


@pytest.mark.parametrize("policy", [NOW, WatchPolicy(delay=6, decisions=3), WatchPolicy(delay=0, decisions=30)])
async def test_the_lobby_tells_how_far_a_match_is_as_its_watchers_see_it_and_never_sooner(
    company: World, policy: WatchPolicy
) -> None:
    w0, w1 = company.nodes
    await play_before(company, policy, w0, w1)
    owner, other = [await onlooker(company, node=node) for node in company.nodes]
    truth, standings = Truth(), list[Standing | UnsetType]()
    for _ in range(30):
        await company.play(company.chance.choice([0, 1, 2, 5]))
        await company.pass_time(company.chance.choice([MOMENT, 1.0, 4.0]))
        truth.learn(await log_of(company))
        seq = truth.latest(policy, company.ground.clock())
        due = [_standing(truth.at(one)) for one in range(seq + 1)]
        (told,), (heard,) = await live(company, owner), await live(company, other)
        assert told.standing == due[-1], "what is due is told where the match is played"
        assert heard.standing in due, "and nothing else anywhere else"
        standings.append(told.standing)
    assert len(dict.fromkeys(map(repr, standings))) > 4, "the match went on"
    await company.pass_time(policy.delay + COUNT_EVERY + 2 * TIMERS.beat)
    (told,), (heard,) = await live(company, owner), await live(company, other)
    assert heard.standing == told.standing != UNSET


async def test_whoever_takes_a_match_over_tells_how_far_it_is_when_that_is_old_enough(company: World) -> None:
    w0, w1 = company.nodes
    await play_before(company, WatchPolicy(delay=20, decisions=0), w0, w1)
    await company.play(30)
    await company.hand_over(company.clients[0], w1)
    client = await onlooker(company, node=w1)
    assert (await live(company, client))[0].standing == UNSET
    await company.pass_time(20 + MOMENT)
    assert (await live(company, client))[0].standing == _standing(company.game_of(company.clients[0]).view(SPECTATOR))


async def test_whoever_does_not_ask_for_it_is_not_told_how_far_a_match_is(company: World) -> None:
    await play_before(company, NOW)
    client = await onlooker(company)
    client.send(ListTables())
    await company.deliver_all()
    assert client.of(Tables)[-1].live[0].standing == UNSET


async def test_a_match_that_nobody_may_watch_is_not_listed(company: World) -> None:
    await play_before(company, WatchPolicy(who="nobody"))
    assert await live(company, await onlooker(company)) == ()


async def test_watchers_of_a_worker_that_died_do_not_count_for_long(company: World) -> None:
    w0, w1 = company.nodes
    table = await play_before(company, NOW, w1, w1)
    await watching(company, table, node=w0)
    await company.pass_time(COUNT_EVERY + 2 * TIMERS.beat)
    assert w1.worker.gallery.crowd(table) == 1
    w0.kill()
    await company.pass_time(STALE + MOMENT)
    assert w1.worker.gallery.crowd(table) == 0


async def test_watchers_are_told_their_number_now_and_then_if_it_has_changed(company: World) -> None:
    table = await play_before(company, NOW)
    first = await watching(company, table)
    await company.pass_time(3 * COUNT_EVERY)
    assert not first.of(Audience)
    others = [await watching(company, table) for _ in range(7)]
    await company.pass_time(COUNT_EVERY)
    assert [message.watchers for message in first.of(Audience)] == [8]
    for client in others:
        client.cut()
        await company.pass_time(1)
    await company.pass_time(COUNT_EVERY)
    told = [message.watchers for message in first.of(Audience)]
    assert told[-1] == 1
    assert len(told) <= 4
    assert first.end.watchers == 1


async def test_watchers_are_counted_for_whoever_runs_the_server(company: World) -> None:
    table = await play_before(company, NOW)
    for _ in range(3):
        await watching(company, table)
    figures = company.node.metrics.exposition().decode()
    assert "paltable_watchers 3.0" in figures
    assert "paltable_readers 1.0" in figures


async def test_a_worker_that_stops_shows_nothing_any_more_and_leaves_nothing_behind(company: World) -> None:
    table = await play_before(company, NOW, company.nodes[0], company.nodes[0])
    await watching(company, table, node=company.nodes[1])
    await company.nodes[1].stop()
    assert company.nodes[1].worker.gallery.readers == 0


# --- many -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_thousand_watchers_at_two_workers_know_the_same(company: World) -> None:
    table = await play_before(company, WatchPolicy(delay=2), *company.nodes)
    onlookers = [
        await watching(company, table, (JSON, MSGPACK)[number % 2], company.nodes[number // 2 % 2])
        for number in range(1000)
    ]
    truth = Truth()
    for _ in range(12):
        await company.play(3)
        await company.pass_time(1)
    await company.pass_time(4)
    truth.learn(await log_of(company))
    view = truth.at(truth.latest(WatchPolicy(delay=2), company.ground.clock()))
    assert all(client.end.view == view for client in onlookers)
    assert len({client.end.seq for client in onlookers}) == 1
    assert [node.worker.gallery.readers for node in company.nodes] == [1, 1]
    both_see_what_is_so(company)


async def test_players_are_told_how_many_watch_whoever_owns_their_table(company: World) -> None:
    w0, w1 = company.nodes
    table = await play_before(company, NOW, w0, w1)
    await watching(company, table, node=w0)
    leaver = await watching(company, table, MSGPACK, w1)
    await watching(company, table, node=w1, guest=company.clients[0].guest)
    await company.pass_time(2 * COUNT_EVERY + TIMERS.beat)
    assert [client.of(Audience)[-1] for client in company.clients[:2]] == [Audience(watchers=2)] * 2
    leaver.send(Unwatch())
    await company.deliver_all()
    told = [len(client.of(Audience)) for client in company.clients[:2]]
    await company.pass_time(2 * COUNT_EVERY + TIMERS.beat)
    assert [client.of(Audience)[-1] for client in company.clients[:2]] == [Audience(watchers=1)] * 2
    assert [len(client.of(Audience)) - n for client, n in zip(company.clients[:2], told, strict=True)] == [1, 1]
    both_see_what_is_so(company)
