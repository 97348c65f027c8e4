"""A Cluster of real nodes: rooms in all of them, slots that move, and a node that dies."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from server.store.base import Behind, Notice, StoreFailed
from server.store.redis import Link, RedisFleet, RedisStore, keys, link_to
from server.store.redis.cluster import slot_of
from tests.redis import RedisServer, redis_server, until_so
from tests.store.makers import KEEP_DAYS, Heard, a_room, acquired, bodies, made, now, retried, until

pytestmark = pytest.mark.slow

OPTIONS = {
    "cluster-enabled": "yes", "cluster-node-timeout": "800", "cluster-require-full-coverage": "no",
    "cluster-replica-validity-factor": "0", "repl-diskless-sync-delay": "0",
}  # fmt: skip
RANGES = ((0, 5460), (5461, 10922), (10923, 16383))
LIMIT = 1.0


class Cluster(NamedTuple):
    masters: list[RedisServer]
    replica: RedisServer
    """Of the first."""

    @property
    def nodes(self) -> list[RedisServer]:
        return [*self.masters, self.replica]

    @property
    def url(self) -> str:
        """The address by which it is known: of one node that is there, and one that is not."""
        return f"redis+cluster://127.0.0.1:1,127.0.0.1:{self.masters[1].port}"


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        nodes = [stack.enter_context(redis_server(tmp_path / f"node {n}", OPTIONS)) for n in range(4)]
        *masters, replica = nodes
        for number, (node, (first, last)) in enumerate(zip(masters, RANGES, strict=True)):
            with node.client as client:
                client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
                client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
        for node in nodes[1:]:
            with node.client as client:
                client.execute_command("CLUSTER", "MEET", "127.0.0.1", nodes[0].port)
        until_so(lambda: all(_knows(node, 4) for node in nodes))
        with replica.client as client:
            client.execute_command("CLUSTER", "REPLICATE", _name(masters[0]))
        until_so(lambda: _has_replica(masters[0]))
        yield Cluster(masters, replica)


def _info(node: RedisServer) -> str:
    with node.client as client:
        reply = client.execute_command("CLUSTER", "INFO")
    return reply.decode() if isinstance(reply, bytes) else str(reply)


def _knows(node: RedisServer, count: int) -> bool:
    info = _info(node)
    ok = "'cluster_state': 'ok'" in info or "cluster_state:ok" in info
    return ok and (f"cluster_known_nodes:{count}" in info or f"'cluster_known_nodes': '{count}'" in info)


def _name(node: RedisServer) -> str:
    with node.client as client:
        return bytes(client.execute_command("CLUSTER", "MYID")).decode()


def _has_replica(node: RedisServer) -> bool:
    with node.client as client:
        return bool(client.info("replication")["connected_slaves"] == 1)


def node_of(cluster: Cluster, room: str) -> int:
    """Which of the masters has a room at first."""
    slot = slot_of(keys.room(room)[0])
    return next(number for number, (first, last) in enumerate(RANGES) if first <= slot <= last)


async def opened(cluster: Cluster) -> tuple[Link, RedisStore]:
    link = link_to(cluster.url, LIMIT)
    store = RedisStore(link, now, KEEP_DAYS)
    await store.open()
    return link, store


def names(cluster: Cluster, count: int = 1) -> list[str]:
    """Rooms, so many in each node."""
    chosen: list[list[str]] = [[], [], []]
    number = 0
    while any(len(each) < count for each in chosen):
        each = chosen[node_of(cluster, f"room {number}")]
        if len(each) < count:
            each.append(f"room {number}")
        number += 1
    return [name for each in chosen for name in each]


async def test_rooms_live_in_all_nodes_and_messages_come_from_all_of_them(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.redis.ear.MOMENT_SECONDS", 20.0)  # however busy the machine is
    link, store = await opened(cluster)
    other, theirs = await opened(cluster)
    here, there = RedisFleet(link), RedisFleet(other)
    heard = Heard()
    await here.open("w", Heard())
    await there.open("v", heard)
    rooms = names(cluster, 3)
    rows = [await made(store, a_room(room, f"CODE {room}")) for room in rooms]
    sent = []
    for seq in range(1, 61):
        notices = {row.id: Notice("v", f"{seq} {row.id}".encode()) for row in rows}
        appends = [store.append(row.id, "w", row.epoch, seq, [b"x"], b"", notices=[notices[row.id]]) for row in rows]
        await asyncio.gather(*appends)
        sent += [notice.body for notice in notices.values()]
    here.post("v", b"the end")
    await until(lambda: b"the end" in heard)
    assert heard == [*sent, b"the end"]
    assert await store.owned_by("w") == tuple(sorted(rooms))
    assert {await store.find(f"CODE {room}") for room in rooms} == set(rooms)
    assert len(await store.rooms_of("ann")) == len(await store.live_tables(["w"], 99)) == len(rooms)
    taken = [await acquired(theirs, room, "v") for room in rooms]
    assert [len(stored.records) for stored in taken] == [62] * len(rooms)
    assert await theirs.owned_by("w") == ()
    beats = [await fleet.beat(60_000) for fleet in (here, there)]
    assert beats[1].alive == ("v", "w")
    assert await here.tell("nobody", b"hello"), "one node alone cannot know who hears"
    assert await store.healthy()
    await here.close()
    await there.close()
    await store.close()
    await theirs.close()


async def test_a_room_is_followed_when_its_slot_moves(cluster: Cluster) -> None:
    _, store = await opened(cluster)
    (room, *_) = names(cluster)
    row = await made(store, a_room(room))
    source, target = cluster.masters[0], cluster.masters[1]
    slot = slot_of(keys.room(room)[0])
    with source.client as old, target.client as new:
        new.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", _name(source))
        old.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", _name(target))
        assert (await store.append(room, "w", row.epoch, 1, [b"before"], b"")).seq == 2
        first, second = keys.room(room)
        old.execute_command("MIGRATE", "127.0.0.1", target.port, first, 0, 5000)
        with pytest.raises(StoreFailed):
            await store.append(room, "w", row.epoch, 2, [b"torn"], b"")
        old.execute_command("MIGRATE", "127.0.0.1", target.port, second, 0, 5000)
        assert (await store.append(room, "w", row.epoch, 2, [b"asked"], b"")).seq == 3
        for client in (new, old):
            client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", _name(target))
    assert (await store.append(room, "w", row.epoch, 3, [b"moved"], b"")).seq == 4
    assert await bodies(store, room) == [b"first", b"before", b"asked", b"moved"]
    with target.client as client:
        assert client.exists(first) == 1
    await store.close()


async def test_when_a_node_dies_its_rooms_stand_still_until_its_replica_takes_over_and_no_other_waits(
    cluster: Cluster,
) -> None:
    link, store = await opened(cluster)
    heard = Heard()
    fleet = RedisFleet(link)
    await fleet.open("w", heard)
    rooms = names(cluster)
    rows = [await made(store, a_room(room, f"CODE {room}")) for room in rooms]
    logs = [await store.read(room) for room in rooms]
    cluster.masters[0].kill()
    with pytest.raises(StoreFailed):
        await store.append(rooms[0], "w", rows[0].epoch, 1, [b"x"], b"")
    for row in rows[1:]:
        assert (await retried(lambda row=row: store.append(row.id, "w", row.epoch, 1, [b"x"], b""))).seq == 2  # type: ignore[misc]
    assert not await store.healthy()
    try:
        assert (await retried(lambda: store.append(rooms[0], "w", rows[0].epoch, 1, [b"x"], b""))).seq == 2
    except Behind:  # the replica had not got everything
        await store.heal(rows[0], "w", logs[0], b"save 1", 1)
        assert (await store.append(rooms[0], "w", rows[0].epoch, 1, [b"x"], b"")).seq == 2
    async with asyncio.timeout(20):
        while not await store.healthy() or not heard:
            await retried(lambda: fleet.tell("w", b"hello"))
            await asyncio.sleep(0.01)
    assert (await retried(lambda: fleet.beat(60_000))).renewed
    await fleet.close()
    await store.close()
