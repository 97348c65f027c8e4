"""What is kept of a match is damaged: a save can be done without, and a log becomes evidence of a fault."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import pytest
from structlog.testing import capture_logs

from engine import catalogue
from engine.decks import PRESETS
from engine.model.terms import SEATS
from server import records, restore
from server.protocol.messages import CreateTable, Ended, ListTables, Refused, Rematch, Tables
from server.pulse import Timers
from server.records import Decided, Faulted, Owned
from server.rooms import DAMAGED
from server.store.base import Record, Seat, Store, Unreadable, Whereabouts
from tests.server.nodes import FileGround, Node
from tests.server.player import DECK
from tests.server.world import Client, World
from tests.server.written import rewrite, written

pytestmark = pytest.mark.usefixtures("plain_logs")

DECISIONS = 12


class Before(NamedTuple):
    """A match that was stopped after some decisions: its room, its log, and what the two saw."""

    room: str
    log: tuple[Record, ...]
    seen: list[tuple[object, object]]


def seen(world: World) -> list[tuple[object, object]]:
    return [(client.end.view, client.end.prompt) for client in world.clients]


async def a_stopped_match(world: World, drained: bool = False) -> Before:
    """``drained``: its save stands at the end of its log, not near the beginning."""
    await world.start()
    await world.seat()
    await world.play(DECISIONS)
    room = world.clients[0].table.id
    if drained:
        await world.node.drain()
    before = Before(room, await world.store.read(room), seen(world))
    await world.stop()
    return before


def errors(logs: Sequence[object]) -> list[str]:
    """What was logged as an error, in order."""
    return [entry["event"] for entry in logs if entry["log_level"] == "error"]  # type: ignore[index]


# --- saves ------------------------------------------------------------------------------------------------------------


def another_game() -> bytes:
    """A save that is whole, and of another match."""
    deck = dict(PRESETS["trial-1"].main)
    game, _ = restore.start(bytes(32), {each: Seat(each, each, "", deck) for each in SEATS}, "log", catalogue)
    return restore.pack(game, {"A": 0, "B": 0})


@pytest.mark.parametrize("drained", [False, True], ids=["early", "late"])
@pytest.mark.parametrize("damage", ["noise", "half", "another game"])
async def test_a_damaged_save_costs_nothing_since_the_log_is_replayed(
    world: World, file: FileGround, damage: str, drained: bool
) -> None:
    before = await a_stopped_match(world, drained)
    (save,) = [row[-1] for row in written(file.database, before.room) if row[0] == "saves"]
    assert isinstance(save, bytes)
    damaged = {"noise": b"\xc1", "half": save[: len(save) // 2], "another game": another_game()}[damage]
    rewrite(file.database, "UPDATE saves SET body=?", damaged)
    with capture_logs() as logs:
        await world.start()
        await world.arrive()
    assert errors(logs) == ["save is damaged"]
    assert seen(world) == before.seen
    assert world.node.metrics.faults.value == 0
    assert await world.store.faulted() == ()
    await world.play(3)
    assert seen(world) != before.seen


async def test_a_save_that_is_gone_costs_nothing(world: World, file: FileGround) -> None:
    before = await a_stopped_match(world)
    rewrite(file.database, "DELETE FROM saves")
    with capture_logs() as logs:
        await world.start()
        await world.arrive()
    assert errors(logs) == []
    assert seen(world) == before.seen


# --- logs -------------------------------------------------------------------------------------------------------------


def with_another_chain(body: bytes) -> bytes:
    """The same decision, that comes to another chain."""
    entry = records.decode(body)
    assert isinstance(entry, Decided)
    return records.encode(msgspec.structs.replace(entry, chain=bytes(16)))


def damage_log(file: FileGround, before: Before, damage: str) -> None:
    seq = len(before.log) if damage == "the last one is gone" else len(before.log) // 2
    body = before.log[seq - 1].body
    match damage:
        case "noise":
            rewrite(file.database, "UPDATE records SET body=? WHERE seq=?", b"\xc1", seq)
        case "another chain":
            rewrite(file.database, "UPDATE records SET body=? WHERE seq=?", with_another_chain(body), seq)
        case _:
            rewrite(file.database, "DELETE FROM records WHERE seq=?", seq)


@pytest.mark.parametrize("damage", ["noise", "another chain", "one is gone", "the last one is gone"])
async def test_a_damaged_log_ends_its_match_as_a_fault_and_is_kept_as_evidence(
    world: World, file: FileGround, damage: str
) -> None:
    before = await a_stopped_match(world)
    damage_log(file, before, damage)
    rows = [row for row in written(file.database, before.room) if row[0] in ("records", "saves")]
    with capture_logs() as logs:
        await world.start()
        await world.arrive()
    assert "match cannot be restored" in errors(logs)
    for client in world.clients:
        assert client.table.state == "ended"
        assert [(ended.outcome.winner, ended.outcome.reason) for ended in client.of(Ended)] == [("draw", "fault")]
    assert world.node.metrics.faults.value == 1
    assert await world.store.faulted() == (before.room,)
    assert await world.store.forget_old(world.ground.clock() * 2, 100) == 0, "evidence does not grow old"
    log = await world.store.read(before.room)
    await world.stop()
    kept = [row for row in written(file.database, before.room) if row[0] in ("records", "saves")]
    assert [row for row in kept if row in rows] == rows, "nothing of the evidence is changed"
    assert [type(records.decode(record.body)) for record in log[-2:]] == [Owned, Faulted]
    await world.start()
    assert world.node.metrics.evidence.read() == 1
    await world.arrive()
    assert world.node.metrics.faults.value == 0, "it is not found out again"
    for client in world.clients:
        client.send(Rematch())
        await world.deliver_all()
    assert {client.table.state for client in world.clients} == {"playing"}, "both may play again"
    assert before.room not in {client.table.id for client in world.clients}
    for client in world.clients:
        client.send(client.end.concede())
        await world.deliver_all()
    for client in world.clients:
        client.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    assert [client.table.state for client in world.clients] == ["playing", "playing"]


# --- rows -------------------------------------------------------------------------------------------------------------

TIMERS = Timers()


def damage(room: str, *nodes: Node) -> None:
    """From now on nothing of this room's row can be read."""

    def damaged(store: Store) -> None:
        where = store.where

        async def read(wanted: str) -> Whereabouts | None:
            if wanted == room:
                raise Unreadable(f"the row of room {room} cannot be read")
            return await where(wanted)

        store.where = read  # type: ignore[method-assign,assignment]

    for node in nodes:
        damaged(node.store)


def refused(client: Client) -> list[tuple[str, str]]:
    return [(message.code, message.why) for message in client.of(Refused)]


async def two_with_bots(world: World, node: Node) -> tuple[str, str]:
    """Each of the two plays a bot at a table of its own; their rooms."""
    ann, ben = world.clients
    await world.arrive(node, node)
    for client in (ann, ben):
        client.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    return ann.table.id, ben.table.id


async def test_whoever_sits_at_a_table_that_cannot_be_read_is_told_once_and_sits_down_elsewhere(
    world: World, file: FileGround
) -> None:
    before = await a_stopped_match(world)
    rewrite(file.database, "UPDATE rooms SET seats=?", b"\xc1")
    rows = written(file.database, before.room)
    with capture_logs() as logs:
        await world.start()
        await world.arrive()
        await world.pass_time(2 * TIMERS.adopt)
    assert errors(logs) == ["room cannot be read"], "once"
    ann, ben = world.clients
    assert refused(ann) == [("unknown_table", DAMAGED)]
    assert refused(ben) == [], "by then it is known"
    for client in world.clients:
        assert client.end.welcome is not None
        assert client.end.welcome.parked == ""
        assert not client.end.paused
        client.send(ListTables())
        client.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    for client in world.clients:
        assert client.table.id != before.room
        assert len(client.of(Tables)) == 1
    await world.stop()
    assert written(file.database, before.room) == rows, "nothing is written to it"


async def test_a_dead_workers_room_that_cannot_be_read_keeps_no_other_from_being_claimed(company: World) -> None:
    w0, w1 = company.nodes
    bad, good = await two_with_bots(company, w0)
    damage(bad, w1)
    w0.kill()
    await company.pass_time(TIMERS.lease + 2 * TIMERS.beat)
    assert w1.worker.rooms.running(good) is not None
    await company.pass_time(2 * TIMERS.beat)
    beat = w1.worker.pulse.last
    assert beat is not None
    assert beat.dead == (), "nobody is left to take over from"


async def test_a_room_that_cannot_be_read_any_more_costs_its_worker_no_other_and_not_its_life(company: World) -> None:
    w0, w1 = company.nodes
    ann, ben = company.clients
    bad, good = await two_with_bots(company, w0)
    damage(bad, w0, w1)
    await company.pass_time(3 * TIMERS.adopt)
    assert w0.worker.rooms.running(bad) is None
    assert w0.worker.rooms.running(good) is not None
    assert ("unknown_table", DAMAGED) in refused(ann)
    assert refused(ben) == []
    lost = w0.worker.rooms.running(good)
    assert lost is not None
    await w0.store.acquire(good, w0.name, lost.match.row.epoch, b"owned", lost.match.row.pin)
    await company.pass_time(3 * TIMERS.adopt)
    assert w0.worker.rooms.running(good) not in (None, lost), "it is adopted though the other cannot be"


async def test_a_room_that_a_fault_of_ours_keeps_from_being_opened_is_taken_once_and_not_for_ever(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await a_stopped_match(world)

    def fail(*_: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    with monkeypatch.context() as broken, capture_logs() as logs:
        broken.setattr("server.rooms.Match", fail)
        await world.start()
        await world.arrive()
        await world.pass_time(3 * TIMERS.adopt)
    assert errors(logs) == ["room cannot be opened"], "once"
    assert len(await world.store.read(before.room)) == len(before.log) + 1
    for client in world.clients:
        assert not client.end.paused
        client.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    assert all(client.table.id != before.room for client in world.clients)
