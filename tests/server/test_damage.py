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
from server.protocol.messages import CreateTable, Ended
from server.records import Decided, Faulted, Owned
from server.store.base import Record, Seat
from tests.server.nodes import FileGround
from tests.server.player import DECK
from tests.server.world import World
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
        client.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    assert [client.table.state for client in world.clients] == ["playing", "playing"]
