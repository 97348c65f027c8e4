"""Redis away: whatever it says or does not say, whoever waits is told so in time, and tries the same again later."""

import asyncio
from collections.abc import AsyncIterator
from typing import cast

import pytest
import redis
import uvloop

from server.store.base import Behind, Fenced, Notice, RoomRow, Store, StoreFailed
from server.store.redis import RedisFleet, RedisStore, link_to
from server.store.redis.connection import Connection
from server.store.redis.pipe import RETRY_SECONDS
from tests.redis import RedisServer
from tests.store.makers import (
    KEEP_DAYS,
    Heard,
    a_link,
    a_room,
    acquired,
    bodies,
    changed,
    made,
    now,
    retried,
    there,
    until,
)

LIMIT = 0.5
"""So short that a test need not wait long, and long enough for a busy machine."""


@pytest.fixture
async def store(own_server: RedisServer) -> AsyncIterator[RedisStore]:
    store = RedisStore(link_to(own_server.url, LIMIT), now, KEEP_DAYS)
    await store.open()
    yield store
    await store.close()


async def append(store: Store, row: RoomRow, seq: int, body: bytes = b"more") -> int:
    return (await store.append("room", "w", row.epoch, seq, [body], b"")).seq


async def test_a_store_without_its_redis_says_so_at_once_and_comes_back_by_itself(
    store: RedisStore, own_server: RedisServer
) -> None:
    row = await made(store, a_room())
    own_server.kill()
    for _ in range(3):
        with pytest.raises(StoreFailed):
            await append(store, row, 1)
    assert not await store.healthy()
    own_server.start()
    assert await retried(lambda: append(store, row, 1)) == 2
    assert await store.healthy()
    assert await bodies(store, "room") == [b"first", b"more"], "what was told to be kept is kept"


async def test_a_redis_that_is_not_there_is_named(own_server: RedisServer) -> None:
    own_server.kill()
    store = RedisStore(link_to(own_server.url, LIMIT), now, KEEP_DAYS)
    with pytest.raises(StoreFailed, match=f"Redis at 127.0.0.1:{own_server.port} cannot be reached"):
        await store.open()
    with pytest.raises(StoreFailed):
        await store.where("room")
    own_server.start()


async def test_what_answers_and_is_no_redis_is_refused() -> None:
    async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await reader.read()
        writer.close()

    async with await asyncio.start_server(babble, "127.0.0.1", 0) as listener:
        port = listener.sockets[0].getsockname()[1]
        with pytest.raises(
            StoreFailed, match=f"Redis at 127.0.0.1:{port} cannot be used now: what answers is no Redis"
        ):
            await link_to(f"redis://127.0.0.1:{port}", LIMIT).open()


@pytest.mark.parametrize("listens", [True, False], ids=["ear", "pipe"])
async def test_a_redis_that_turns_its_clients_away_before_they_ask_says_why(listens: bool) -> None:
    lost: list[str] = []
    connection = Connection(LIMIT, lambda each: lost.append(each.why), (lambda _: None) if listens else None)
    connection.data_received(b"-ERR max number of clients reached\r\n")
    assert lost == ["Redis: ERR max number of clients reached"]
    with pytest.raises(StoreFailed, match="max number of clients"):
        await connection.call("PING")


async def test_a_redis_that_stands_still_fails_its_callers_in_time_and_what_it_did_late_is_kept_once(
    store: RedisStore, own_server: RedisServer
) -> None:
    row = await made(store, a_room())
    clock = asyncio.get_running_loop().time
    own_server.pause()
    start = clock()
    waiting = [asyncio.ensure_future(append(store, row, 1)), asyncio.ensure_future(append(store, row, 7))]
    with pytest.raises(StoreFailed, match=r"did not answer within 0\.5 seconds"):
        await waiting[0]
    assert LIMIT <= clock() - start < 10 * LIMIT
    with pytest.raises(StoreFailed):
        await waiting[1]
    own_server.resume()
    assert await retried(lambda: append(store, row, 1)) == 2
    assert await append(store, row, 2, b"next") == 3
    assert await bodies(store, "room") == [b"first", b"more", b"next"]


async def test_a_redis_that_loads_its_log_is_away_until_it_has(store: RedisStore, own_server: RedisServer) -> None:
    row = await made(store, a_room())
    with own_server.client as client, client.pipeline(transaction=False) as pipeline:
        for _ in range(4000):  # while it loads it listens once in a thousand commands
            pipeline.incr("filler")
        pipeline.execute()
    own_server.kill()
    config = own_server.folder / "redis.conf"
    config.write_text(config.read_text() + "key-load-delay 200\n")
    own_server.begin()
    seen = ""
    while "LOADING" not in seen:
        with pytest.raises(StoreFailed) as failed:
            await append(store, row, 1)
        seen = str(failed.value)
        await asyncio.sleep(0.001)
    assert await retried(lambda: append(store, row, 1)) == 2


async def test_a_redis_that_has_forgotten_the_scripts_is_told_them_again(
    store: RedisStore, own_server: RedisServer
) -> None:
    row = await made(store, a_room())
    with own_server.client as client:
        client.script_flush()
    with pytest.raises(StoreFailed, match="NOSCRIPT"):
        await append(store, row, 1)
    assert await retried(lambda: append(store, row, 1)) == 2


async def test_a_redis_that_is_a_replica_is_away_until_it_is_none(store: RedisStore, own_server: RedisServer) -> None:
    row = await made(store, a_room())
    with own_server.client as client:
        client.execute_command("REPLICAOF", "127.0.0.1", 1)
        for _ in range(3):
            with pytest.raises(StoreFailed):
                await append(store, row, 1)
        assert not await store.healthy()
        client.execute_command("REPLICAOF", "NO", "ONE")
    assert await retried(lambda: append(store, row, 1)) == 2


async def test_a_redis_that_loses_every_connection_with_its_first_write_is_not_asked_all_the_time(
    store: RedisStore, own_server: RedisServer
) -> None:
    row = await made(store, a_room())
    await store.signing_key()  # which is written again with each new connection
    with own_server.client as client:
        client.execute_command("REPLICAOF", "127.0.0.1", 1)
        with pytest.raises(StoreFailed):
            await append(store, row, 1)
        before = client.info("stats")["total_connections_received"]
        await asyncio.sleep(2.5 * RETRY_SECONDS)
        assert client.info("stats")["total_connections_received"] - before <= 3
        client.execute_command("REPLICAOF", "NO", "ONE")
    assert await retried(lambda: append(store, row, 1)) == 2


async def test_what_nobody_waits_for_is_lost_without_a_word_when_redis_is_far_behind(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_link(own_server, LIMIT) as link:
        fleet = RedisFleet(link)
        heard = Heard()
        await fleet.open("w", heard)
        with monkeypatch.context() as patched:
            patched.setattr("server.store.redis.connection.MOST", 0)
            fleet.post("w", b"lost")
            with pytest.raises(StoreFailed, match="too slowly"):
                await fleet.tell("w", b"lost")
        fleet.post("w", b"heard")
        await until(lambda: bool(heard))
        assert heard == [b"heard"]
        await fleet.close()


async def test_a_redis_that_is_full_can_be_read_and_is_not_healthy(store: RedisStore, own_server: RedisServer) -> None:
    row = await made(store, a_room())
    with own_server.client as client:
        client.config_set("maxmemory", 1)
        with pytest.raises(StoreFailed, match="OOM"):
            await append(store, row, 1)
        assert not await store.healthy()
        assert (await there(store, "room")).seq == 1
        client.config_set("maxmemory", 0)
    assert await append(store, row, 1) == 2, "its connection was never lost"
    assert await store.healthy()


async def test_a_redis_that_is_busy_is_away_until_it_is_not(store: RedisStore, own_server: RedisServer) -> None:
    row = await made(store, a_room())
    with own_server.client as client, own_server.client as other:
        client.config_set("busy-reply-threshold", 20)

        def spin() -> None:
            with pytest.raises(redis.ResponseError, match="killed"):
                client.eval("while true do end", 0)

        spinning = asyncio.create_task(asyncio.to_thread(spin))
        seen = ""
        while "BUSY" not in seen:
            try:
                await store.where("room")
            except StoreFailed as failed:
                seen = str(failed)
            await asyncio.sleep(0)
        other.script_kill()
        await spinning
    assert await retried(lambda: append(store, row, 1)) == 2


# --- what Redis has lost ----------------------------------------------------------------------------------------------


async def test_what_a_redis_lost_with_the_tail_of_its_log_is_given_back_by_the_owner(
    store: RedisStore, own_server: RedisServer
) -> None:
    row = await made(store, a_room())
    for seq in range(1, 40):
        await store.append("room", "w", row.epoch, seq, [b"record %d" % seq], b"save %d" % (seq + 1))
    kept, log = await store.row("room"), await store.read("room")
    assert kept is not None
    own_server.restart(cut=3000)
    with pytest.raises(Behind):
        await retried(lambda: append(store, row, 40))
    assert 1 <= len(await store.read("room")) < 40
    await store.heal(kept, "w", log, b"save 40", 40)
    assert await store.read("room") == log
    assert await append(store, row, 40) == 41
    stored = await acquired(store, "room", "v")
    assert (stored.save, stored.saved) == (b"save 40", 40)


async def test_an_epoch_that_redis_has_forgotten_is_not_used_again(store: RedisStore, own_server: RedisServer) -> None:
    row = await made(store, a_room())
    size = own_server.log_file.stat().st_size
    first = await acquired(store, "room", "v")
    own_server.restart(cut=own_server.log_file.stat().st_size - size)
    assert (await retried(lambda: there(store, "room"))).epoch == row.epoch, "the takeover is forgotten"
    second = await acquired(store, "room", "x")
    assert second.row.epoch > first.row.epoch
    with pytest.raises(Fenced):
        await store.append("room", "v", first.row.epoch, 2, [b"late"], b"")
    with pytest.raises(Fenced):
        await store.heal(first.row, "v", first.records, b"", 0)
    assert await bodies(store, "room") == [b"first", b"owned"]


async def test_an_empty_redis_gets_back_rooms_and_the_key_that_signs(
    store: RedisStore, own_server: RedisServer
) -> None:
    row = await made(store, a_room())
    key = await store.signing_key()
    log = await store.read("room")
    with own_server.client as client:
        client.flushall()
        with pytest.raises(Behind):
            await append(store, row, 1)
        await store.heal(row, "w", log, b"save 1", 1)
        assert await append(store, row, 1) == 2
        assert await store.find("CODE") == "room"
        assert client.get("paltable:key") is None
        assert await store.healthy()
        assert client.get("paltable:key") == key
        client.flushall()
    own_server.restart()
    other = RedisStore(link_to(own_server.url, LIMIT), now, KEEP_DAYS)
    await retried(lambda: store.where("room"))
    await other.open()
    assert await other.signing_key() == key, "who knew it gave it back as soon as it was connected again"
    await other.close()


# --- messages ---------------------------------------------------------------------------------------------------------


async def test_a_beat_tells_that_the_connection_was_made_anew(own_server: RedisServer) -> None:
    async with a_link(own_server, LIMIT) as link:
        fleet = RedisFleet(link)
        await fleet.open("w", Heard())
        assert not (await fleet.beat(60_000)).renewed
        own_server.restart()
        beat = await retried(lambda: fleet.beat(60_000))
        assert (beat.renewed, beat.late) == (True, False)
        assert not (await fleet.beat(60_000)).renewed
        await fleet.close()


async def test_a_beat_whose_verdict_was_lost_is_late_all_the_same(own_server: RedisServer) -> None:
    """The beat that timed out here has renewed the lease there, so that the script knows of nothing."""
    async with a_link(own_server, LIMIT) as link:
        fleet = RedisFleet(link)
        await fleet.open("w", Heard())
        await fleet.beat(int(LIMIT * 1000))
        own_server.pause()
        with pytest.raises(StoreFailed):
            await fleet.beat(60_000)
        own_server.resume()
        assert (await retried(lambda: fleet.beat(60_000))).late
        assert not (await fleet.beat(60_000)).late
        await fleet.close()


async def test_that_nobody_hears_is_no_sign_of_death_just_after_the_connection_was_made(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_link(own_server, LIMIT) as link:
        fleet = RedisFleet(link)
        await fleet.open("w", Heard())
        assert await fleet.tell("w", b"hello")
        assert await fleet.tell("nobody", b"hello"), "it may be connecting at this moment"
        monkeypatch.setattr("server.store.redis.link.SETTLE_SECONDS", 0.0)
        assert not await fleet.tell("nobody", b"hello")
        await fleet.close()


async def test_who_has_lost_the_ear_alone_hears_again(own_server: RedisServer) -> None:
    async with a_link(own_server, LIMIT) as link:
        heard = Heard()
        fleet = RedisFleet(link)
        await fleet.open("w", heard)
        with own_server.client as client:
            assert client.execute_command("CLIENT", "KILL", "TYPE", "pubsub") == 1
        async with asyncio.timeout(20):
            while not heard:
                await fleet.tell("w", b"hello")
                await asyncio.sleep(0.01)
        assert not (await fleet.beat(60_000)).renewed, "the other connection was never lost"
        await fleet.close()


async def test_who_hears_not_even_itself_is_deaf_and_listens_anew(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.redis.ear.DEAF_SECONDS", 0.2)
    async with a_link(own_server, LIMIT) as link:
        heard = Heard()
        fleet = RedisFleet(link)
        await fleet.open("w", heard)
        ear = fleet._ear
        assert ear is not None
        assert ear._connection is not None
        cast(asyncio.Transport, ear._connection._transport).pause_reading()
        fleet.post("w", b"never heard")
        async with asyncio.timeout(20):
            await until(fleet.is_deaf)
            while fleet.is_deaf():
                await fleet.beat(60_000)
                await asyncio.sleep(0.01)
            while not heard:
                await fleet.tell("w", b"hello")
                await asyncio.sleep(0.01)
        assert set(heard) == {b"hello"}
        await fleet.close()


async def test_a_worker_whose_redis_stands_still_is_deaf_until_it_goes_on(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.redis.ear.DEAF_SECONDS", 0.2)
    async with a_link(own_server, 0.2) as link:
        fleet = RedisFleet(link)
        await fleet.open("w", Heard())
        own_server.pause()
        async with asyncio.timeout(20):
            while not fleet.is_deaf():
                with pytest.raises(StoreFailed):
                    await fleet.beat(60_000)
                await asyncio.sleep(0.01)
            own_server.resume()
            while fleet.is_deaf():
                await retried(lambda: fleet.beat(60_000))
                await asyncio.sleep(0.01)
        await fleet.close()


async def test_messages_and_notices_of_one_worker_keep_their_order(own_server: RedisServer) -> None:
    async with a_link(own_server) as link, a_link(own_server) as other:
        heard, store = Heard(), RedisStore(link, now, KEEP_DAYS)
        here, listener = RedisFleet(link), RedisFleet(other)
        await here.open("w", Heard())
        await listener.open("v", heard)
        row = await made(store, a_room())
        sending: list[asyncio.Future[object]] = []
        for number in range(300):
            body = b"%d" % number
            if number % 3 == 0:
                here.post("v", body)
            elif number % 3 == 1:
                sending.append(asyncio.ensure_future(here.tell("v", body)))
            else:
                seq = 1 + number // 3
                notices = [Notice("v", body), Notice("nobody", b"lost")]
                sending.append(
                    asyncio.ensure_future(store.append("room", "w", row.epoch, seq, [b"x"], b"", notices=notices))
                )
            await asyncio.sleep(0)
        await asyncio.gather(*sending)
        await until(lambda: len(heard) >= 300)
        assert heard == [b"%d" % number for number in range(300)]
        for refused in (
            store.append("room", "v", row.epoch, 101, [b"x"], b"", notices=[Notice("v", b"of nothing")]),
            store.hand_over("room", "v", row.epoch, 101, b"x", b"", "v", b"of nothing"),
        ):
            with pytest.raises(Fenced):
                await refused
        await store.hand_over("room", "w", row.epoch, 101, b"yours", b"", "v", b"take it")
        await until(lambda: len(heard) > 300)
        assert heard[300:] == [b"take it"]
        await here.close()
        await listener.close()


async def test_a_waiting_caller_that_is_cancelled_leaves_the_replies_of_the_others_in_their_places(
    store: RedisStore,
) -> None:
    row = await made(store, a_room())
    await made(store, changed(a_room("other", "OTHER")))
    first = asyncio.ensure_future(append(store, row, 1))
    second = asyncio.ensure_future(store.find("OTHER"))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == "other"
    assert await append(store, row, 2, b"next") == 3


def test_the_loop_on_which_servers_run_does_as_well(own_server: RedisServer) -> None:
    async def play() -> None:
        store = RedisStore(link_to(own_server.url, LIMIT), now, KEEP_DAYS)
        await store.open()
        row = await made(store, a_room())
        own_server.pause()
        with pytest.raises(StoreFailed):
            await append(store, row, 1)
        own_server.resume()
        own_server.restart()
        assert await retried(lambda: append(store, row, 1)) == 2
        await store.close()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(play())
