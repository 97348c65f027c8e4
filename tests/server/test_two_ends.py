"""The two ends against each other: whatever is lost on the way, both see one match, and nothing is applied twice."""

from collections.abc import Callable

import pytest

from server.protocol.messages import JSON, MSGPACK, Refused
from tests.server.nodes import Node
from tests.server.truth import both_see_what_is_so, nothing_is_lost_or_doubled
from tests.server.world import Client, World

EVENTS = 700
"""So many things happen on the wires before they are repaired for good."""


async def happen(world: World, client: Client, node: Node | None = None) -> None:
    """One thing happens to this client: a frame arrives, a decision is made, the connection is lost or comes back.

    It comes back to this worker, or to the one that was started last.
    """
    if not client.is_connected:
        await world.connect(client, node)
        return
    what = world.chance.random()
    if what < 0.03:
        client.cut()
    elif what < 0.40 and client.wire.up:
        client.wire.deliver_up()
    elif what < 0.75 and client.wire.down:
        client.deliver_down()
    elif client.end.prompt is not None and not client.end.pending:
        world.decide(client)
    if world.chance.random() < 0.7:
        await world.settle()


async def repair(world: World, node: Node | None = None) -> None:
    """Both are connected, and everything arrives."""
    for client in world.clients:
        if not client.is_connected:
            await world.connect(client, node)
    await world.deliver_all()


def nothing_was_refused(world: World) -> None:
    """What comes twice is only told again."""
    assert [client.of(Refused) for client in world.clients] == [[], []]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("codecs", [(JSON, MSGPACK), (MSGPACK, JSON)], ids="-".join)
async def test_connections_may_be_lost_at_any_frame(
    make_world: Callable[..., World], seed: int, codecs: tuple[str, str]
) -> None:
    world = make_world(seed, codecs)
    await world.start()
    await world.seat()
    for _ in range(EVENTS):
        await happen(world, world.chance.choice(world.clients))
    await repair(world)
    both_see_what_is_so(world)
    await nothing_is_lost_or_doubled(world)
    nothing_was_refused(world)
    await world.stop()


@pytest.mark.parametrize("seed", range(6))
async def test_the_server_may_be_started_again_at_any_moment(make_world: Callable[..., World], seed: int) -> None:
    world = make_world(seed)
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
    nothing_was_refused(world)
    await world.stop()
