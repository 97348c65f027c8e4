"""The two ends against each other: whatever is lost on the way, both see one match, and nothing is applied twice."""

from pathlib import Path

import pytest

from engine import Game, catalogue
from server import records, restore
from server.protocol.messages import JSON, MSGPACK, Refused
from server.records import Conceded, Decided, Owned
from server.settings import Settings
from tests.server.player import any_decision
from tests.server.world import Client, World

EVENTS = 700
"""So many things happen on the wires before they are repaired for good."""


async def happen(world: World, client: Client) -> None:
    """One thing happens to this client: a frame arrives, a decision is made, the connection is lost or comes back."""
    if client.wire is None:
        await world.connect(client)
        return
    what = world.chance.random()
    if what < 0.03:
        await world.cut(client)
    elif what < 0.40 and client.wire.up:
        await client.wire.deliver_up()
    elif what < 0.75 and client.wire.down:
        client.deliver_down()
    elif client.end.prompt is not None and not client.end.pending:
        client.send(client.end.decide(any_decision(client.end.prompt, world.chance)))
    if world.chance.random() < 0.7:
        await world.settle()


async def repair(world: World) -> None:
    """Both are connected, and everything arrives."""
    for client in world.clients:
        if client.wire is None:
            await world.connect(client)
    await world.deliver_all()


def both_see_what_is_so(world: World) -> None:
    """Each client's view is what the engine says that it may know, after all patches and snapshots."""
    for client in world.clients:
        table = client.end.table
        assert table is not None
        assert client.wire is not None
        room = client.wire.peer.room
        assert room is not None
        game = room.match.game  # type: ignore[attr-defined]
        assert client.end.view == game.view(table.seat)
        asked = game.prompt is not None and game.prompt.seat == table.seat
        assert client.end.prompt == (game.prompt.plain() if asked else None)
        assert client.end.pending == {}
        assert not [message for message in client.seen if isinstance(message, Refused)], (
            "what comes twice is only told again"
        )


async def nothing_is_lost_or_doubled(world: World) -> None:
    """The log has no hole, each command of a seat stands in it once, and it replays to the game."""
    (room_id,) = [sitting.room for sitting in await world.server.store.rooms_of(world.clients[0].guest.id)]
    log = await world.server.store.read(room_id)
    assert [record.seq for record in log] == list(range(1, len(log) + 1))
    entries = [records.decode(record.body) for record in log]
    commands = [(entry.seat, entry.n) for entry in entries if isinstance(entry, Decided | Conceded)]
    assert len(commands) == len(set(commands))
    for client in world.clients:
        assert client.end.table is not None
        numbers = [n for seat, n in commands if seat == client.end.table.seat]
        assert numbers == sorted(numbers)
        assert client.end.acked == max(numbers, default=0)
    again = restore.replay(entries, catalogue, restore.untouched())
    assert isinstance(again.game, Game)
    room = await world.server.rooms.open(room_id)
    assert room is not None
    assert room.match.game is not None
    assert again.game.chain == room.match.game.chain
    epochs = [record.epoch for record in log]
    assert epochs == sorted(epochs)
    for before, record, entry in zip([0, *epochs], log, entries, strict=False):
        assert (record.epoch != before) == isinstance(entry, Owned)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("codecs", [(JSON, MSGPACK), (MSGPACK, JSON)], ids="-".join)
async def test_connections_may_be_lost_at_any_frame(tmp_path: Path, seed: int, codecs: tuple[str, str]) -> None:
    world = World(Settings(state_dir=tmp_path), seed, codecs)
    await world.start()
    await world.seat()
    for _ in range(EVENTS):
        await happen(world, world.chance.choice(world.clients))
    await repair(world)
    both_see_what_is_so(world)
    await nothing_is_lost_or_doubled(world)
    await world.stop()


@pytest.mark.parametrize("seed", range(6))
async def test_the_server_may_be_started_again_at_any_moment(tmp_path: Path, seed: int) -> None:
    world = World(Settings(state_dir=tmp_path), seed, (JSON, MSGPACK))
    await world.start()
    await world.seat()
    for _ in range(8):
        for _ in range(world.chance.randrange(EVENTS // 8)):
            await happen(world, world.chance.choice(world.clients))
        await world.stop()
        await world.start()
        if world.chance.random() < 0.5:
            await repair(world)
            both_see_what_is_so(world)
    await repair(world)
    both_see_what_is_so(world)
    await nothing_is_lost_or_doubled(world)
    await world.stop()
