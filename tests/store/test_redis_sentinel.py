"""A Redis watched by a Sentinel: when the master dies, rooms go on at the replica that becomes master."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from server.store.base import Behind, Record, StoreFailed
from server.store.redis import RedisFleet, RedisStore, link_to
from tests.redis import RedisServer, redis_server, until_so
from tests.store.makers import KEEP_DAYS, Heard, a_room, bodies, changed, made, now, retried

pytestmark = pytest.mark.slow

AT_ONCE = {"repl-diskless-sync-delay": "0"}
"""A new replica is served without waiting for others."""

Watched = tuple[RedisServer, RedisServer, RedisServer]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    """A master, its replica, and the Sentinel that watches them."""
    with ExitStack() as stack:
        master = stack.enter_context(redis_server(tmp_path / "master", AT_ONCE))
        replica = stack.enter_context(
            redis_server(tmp_path / "replica", AT_ONCE | {"replicaof": f"127.0.0.1 {master.port}"})
        )  # fmt: skip
        watch = {
            "sentinel monitor main": f"127.0.0.1 {master.port} 1",
            "sentinel down-after-milliseconds main": "500",
            "sentinel failover-timeout main": "4000",
        }
        sentinel = stack.enter_context(redis_server(tmp_path / "sentinel", watch, sentinel=True))
        with sentinel.client as client:
            client.execute_command("SENTINEL", "DEBUG", "INFO-PERIOD", 200)
        until_so(lambda: _replicas(sentinel) == 1 and _is_in_step(master))
        yield master, replica, sentinel


def _replicas(sentinel: RedisServer) -> int:
    with sentinel.client as client:
        return len(client.execute_command("SENTINEL", "REPLICAS", "main"))


def _is_in_step(master: RedisServer) -> bool:
    with master.client as client:
        return str(client.info("replication").get("slave0")).count("online") == 1


async def test_rooms_go_on_at_the_new_master(watched: Watched) -> None:
    master, replica, sentinel = watched
    url = f"redis+sentinel://127.0.0.1:1,127.0.0.1:{sentinel.port}/main"
    link = link_to(url, 1.0)
    store, heard = RedisStore(link, now, KEEP_DAYS), Heard()
    await store.open()
    fleet = RedisFleet(link)
    await fleet.open("w", heard)
    row = await made(store, a_room())
    key, log = await store.signing_key(), await store.read("room")
    master.kill()
    with pytest.raises(StoreFailed):
        await store.append("room", "w", row.epoch, 1, [b"x"], b"")
    try:
        assert (await retried(lambda: store.append("room", "w", row.epoch, 1, [b"x"], b""))).seq == 2
    except Behind:  # the replica had not got everything
        await store.heal(row, "w", log, b"save 1", 1)
        assert (await store.append("room", "w", row.epoch, 1, [b"x"], b"")).seq == 2
    master.start()
    until_so(lambda: _replicas(sentinel) >= 1)
    assert (await retried(lambda: store.append("room", "w", row.epoch, 2, [b"y"], b""))).seq == 3
    assert await bodies(store, "room") == [b"first", b"x", b"y"]
    with replica.client as client:
        assert client.info("replication")["role"] == "master"
        assert client.get("paltable:key") == key
    assert (await retried(lambda: fleet.beat(60_000))).renewed
    await fleet.close()
    await store.close()


async def test_a_master_that_was_made_a_replica_is_left_for_the_new_one(watched: Watched) -> None:
    """Nobody dies: for seconds both are masters. What only the old one has taken is given back to the new one."""
    master, replica, sentinel = watched
    store = RedisStore(link_to(f"redis+sentinel://127.0.0.1:{sentinel.port}/main", 1.0), now, KEEP_DAYS)
    await store.open()
    row = await made(store, a_room())
    log = list(await store.read("room"))

    async def append() -> None:
        seq, body = len(log), b"record %d" % len(log)
        try:
            appended = await store.append("room", "w", row.epoch, seq, [body], b"")
        except Behind:
            await store.heal(changed(row, seq=seq), "w", log, b"save 1", 1)
            appended = await store.append("room", "w", row.epoch, seq, [body], b"")
        log.append(Record(seq + 1, row.epoch, body, appended.at))

    until_so(lambda: _changes_masters(sentinel))
    with replica.client as client:
        while _role(replica) != "master" or client.xlen("paltable:{r:room}:log") != len(log):
            await retried(append)
    assert await store.read("room") == tuple(log)
    assert _role(master) == "master", "nobody had told it anything yet"
    await store.close()


def _changes_masters(sentinel: RedisServer) -> bool:
    """Ask for the change; a Sentinel that has not yet met the replica refuses."""
    try:
        with sentinel.client as client:
            client.execute_command("SENTINEL", "FAILOVER", "main")
    except redis.ResponseError:
        return False
    return True


def _role(server: RedisServer) -> str:
    try:
        with server.client as client:
            return str(client.info("replication")["role"])
    except redis.ConnectionError:  # it changes its role at this moment
        return ""


async def test_a_master_that_no_sentinel_knows_is_named(watched: Watched) -> None:
    _, _, sentinel = watched
    with pytest.raises(StoreFailed, match="no Sentinel knows the master 'other'"):
        await link_to(f"redis+sentinel://127.0.0.1:{sentinel.port}/other", 1.0).open()
