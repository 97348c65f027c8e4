"""What only Redis has: round trips, keys that expire, and indexes that lead to rooms in other slots."""

import asyncio
from collections.abc import AsyncIterator
from typing import cast

import pytest
import redis
from structlog.testing import capture_logs

from server.store.base import Notice, Record, Store, StoreFailed, Unreadable
from server.store.redis import RedisFleet, RedisStore, keys, link_to, scripts
from server.store.redis.connection import Mistake
from server.store.redis.indexes import DAY_MS, UNSURE_MS
from server.store.redis.one import OneLink
from tests.redis import PATIENCE_SECONDS, RedisServer
from tests.store.makers import (
    ANN,
    BEN,
    KEEP_DAYS,
    PIN,
    Heard,
    a_link,
    a_room,
    acquired,
    changed,
    made,
    now,
    until,
)

KEEP_MS = int(KEEP_DAYS * DAY_MS)
PERSISTS = -1


@pytest.fixture
async def store(server: RedisServer) -> AsyncIterator[RedisStore]:
    store = RedisStore(link_to(server.url), now, KEEP_DAYS)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def client(server: RedisServer) -> "redis.Redis":
    return server.client


async def test_what_a_worker_of_an_earlier_version_wrote_is_read_and_has_no_time(
    store: RedisStore, client: "redis.Redis"
) -> None:
    row = await made(store, a_room())
    room, log = keys.room("room")
    client.hdel(room, "time", "watch")
    client.delete(log)
    client.xadd(log, {"b": b"first"}, id=f"{row.epoch}-1")
    assert await store.row("room") == row
    assert await store.read("room") == (Record(1, row.epoch, b"first", 0),)
    client.hset(room, "seq", 2)
    client.xadd(log, {"b": b"second"}, id=f"{row.epoch}-2")
    assert await store.append("room", "w", row.epoch, 1, [b"second"], b"") == (2, 0), "it has landed before"
    await store.append("room", "w", row.epoch, 2, [b"third"], b"")
    stored = await acquired(store, "room", "v")
    assert [record.at > 0 for record in stored.records] == [False, False, True, True]


# --- round trips ------------------------------------------------------------------------------------------------------


async def test_an_append_is_one_command_with_notices_too(store: RedisStore, client: "redis.Redis") -> None:
    row = await made(store, a_room())
    client.ping()
    with client.monitor() as monitor:  # type: ignore[no-untyped-call]
        for seq in range(1, 6):
            notices = [Notice("v", b"a notice"), Notice("x", b"another")]
            await store.append("room", "w", row.epoch, seq, [b"x"], b"save", notices=notices)
        await store.find("the end")
        seen = []
        while not (command := monitor.next_command())["command"].startswith("GET"):
            if command["client_type"] != "lua":
                seen.append(command["command"].split(" ")[0])
    assert seen == ["EVALSHA"] * 5


async def test_all_commands_of_one_turn_of_the_loop_are_one_write(store: RedisStore) -> None:
    rooms = [await made(store, a_room(f"room {n}", f"CODE{n}")) for n in range(40)]
    connection = cast(OneLink, store._link)._pipe._connection
    assert connection is not None
    transport = cast(asyncio.Transport, connection._transport)
    writes: list[int] = []

    class Counting:
        def write(self, data: bytes) -> None:
            writes.append(len(data))
            transport.write(data)

        def abort(self) -> None:
            transport.abort()

    connection._transport = cast(asyncio.Transport, Counting())
    await asyncio.gather(*[store.append(row.id, "w", row.epoch, 1, [b"x"], b"") for row in rooms])
    assert len(writes) == 1


def test_scripts_are_known_by_the_hash_that_redis_gives_them(client: "redis.Redis") -> None:
    assert [client.script_load(str(load[2])) for load in scripts.LOADS] == [
        script.sha for script in vars(scripts).values() if isinstance(script, scripts.Script)
    ]


# --- what expires -----------------------------------------------------------------------------------------------------


def left(client: "redis.Redis", room: str = "room") -> list[int]:
    """When the keys of a room end, in milliseconds of the Unix epoch."""
    return [client.pexpiretime(key) for key in keys.room(room)]


def is_kept(ends: list[int]) -> bool:
    """Whether they all end together, and when the room has been kept for its time."""
    return KEEP_MS - 60_000 < ends[0] - now() <= KEEP_MS and set(ends) == {ends[0]}


async def test_tables_expire_until_they_begin_and_when_they_are_over_but_never_between_nor_as_evidence(
    store: RedisStore, client: "redis.Redis"
) -> None:
    row = await made(store, a_room(state="waiting", A=ANN))
    assert is_kept(left(client))
    begun = changed(row, state="playing", seats={"A": ANN, "B": BEN}, pin=PIN)
    await store.append("room", "w", row.epoch, 1, [b"start"], b"", begun)
    assert left(client) == [PERSISTS, PERSISTS]
    await store.append("room", "w", row.epoch, 2, [b"more"], b"save")
    taken = await acquired(store, "room", "v")
    assert left(client) == [PERSISTS, PERSISTS]
    await store.append("room", "v", taken.row.epoch, 4, [b"end"], b"", changed(begun, state="ended"))
    assert is_kept(left(client))
    for key in keys.room("room"):
        client.pexpire(key, 1_000_000)
    taken = await acquired(store, "room", "w")
    assert is_kept(left(client)), "somebody came back to it"
    await store.append("room", "w", taken.row.epoch, 5, [], b"", changed(begun, state="ended", fault=True))
    assert left(client) == [PERSISTS, PERSISTS]


async def test_what_is_given_back_expires_as_before(store: RedisStore, client: "redis.Redis") -> None:
    row = await made(store, a_room(state="ended"))
    log = await store.read("room")
    client.flushall()
    await store.heal(row, "w", log, b"", 0)
    assert is_kept(left(client))


async def test_what_names_a_table_lasts_as_long_as_the_table(store: RedisStore, client: "redis.Redis") -> None:
    row = await made(store, a_room(state="waiting", A=ANN))
    code, sitting = keys.code("CODE"), keys.sitting("ann")
    for key in (code, sitting):
        assert KEEP_MS < client.pttl(key) <= KEEP_MS + DAY_MS
    begun = changed(row, state="playing", seats={"A": ANN, "B": BEN}, pin=PIN)
    await store.append("room", "w", row.epoch, 1, [b"start"], b"", begun)
    await store.find("CODE")
    assert [client.pttl(key) for key in (code, sitting, keys.sitting("ben"))] == [PERSISTS] * 3
    await store.append("room", "w", row.epoch, 2, [b"end"], b"", changed(begun, state="ended"))
    await store.find("CODE")
    assert client.get(code) is None
    assert KEEP_MS < client.pttl(sitting) <= KEEP_MS + DAY_MS
    await made(store, a_room("next", "NEXT"))
    assert client.pttl(sitting) == PERSISTS
    await made(store, a_room("open", "OPEN", "waiting", A=ANN))
    assert client.pttl(sitting) == PERSISTS, "the match still matters"


async def test_a_claim_of_a_code_by_someone_who_died_lapses(store: RedisStore, client: "redis.Redis") -> None:
    assert await store._indexes.claim(a_room()) == "room"
    assert 0 < client.pttl(keys.code("CODE")) <= UNSURE_MS
    assert await store.find("CODE") is None
    assert await store.create(a_room("other"), "w", [], b"") is None, "perhaps it is just being made"


# --- what leads to rooms ----------------------------------------------------------------------------------------------

FOUND = ("CODE", "ann", "ben")


async def found(store: Store, worker: str) -> list[object]:
    """The lists in which one room may be."""
    code, *guests = FOUND
    return [
        await store.find(code),
        *[[sitting.room for sitting in await store.rooms_of(guest)] for guest in guests],
        [row.id for row in await store.open_tables([worker], 5)],
        [row.id for row in await store.live_tables([worker], 5)],
        list(await store.faulted()),
        list(await store.owned_by(worker)),
    ]


def lose_indexes(client: "redis.Redis") -> None:
    for key in client.scan_iter():
        if b"{r:" not in key:
            client.delete(key)


@pytest.mark.parametrize("kind", ["open", "playing", "fault"])
async def test_a_new_owner_restores_whatever_leads_to_the_room(
    store: RedisStore, client: "redis.Redis", kind: str
) -> None:
    row = await made(store, changed(a_room(state="waiting", A=ANN), open=kind == "open"))
    if kind != "open":
        begun = changed(row, state="playing", seats={"A": ANN, "B": BEN}, pin=PIN)
        await store.append("room", "w", row.epoch, 1, [b"start"], b"", begun)
        if kind == "fault":
            await store.append("room", "w", row.epoch, 2, [b"f"], b"", changed(begun, state="ended", fault=True))
    before = await found(store, "w")
    assert "room" in str(before)
    lose_indexes(client)
    assert "room" not in str(await found(store, "w"))
    await acquired(store, "room", "v")
    assert await found(store, "v") == before


async def test_what_is_left_over_is_not_listed_and_is_struck_out_once_it_is_certain(
    store: RedisStore, client: "redis.Redis"
) -> None:
    await made(store, a_room("playing", "PLAYING"))
    await made(store, a_room("over", "OVER", "ended"))
    await made(store, a_room("waiting", "WAITING", "waiting", A=BEN))
    lists = [keys.OPEN, keys.LIVE, keys.FAULTED, keys.sitting("cid"), keys.owned("v")]
    old, new = now() - 2 * UNSURE_MS, now()
    for key in lists:
        client.zadd(key, {"playing": new, "over": new, "waiting": old, "lost": old, "coming": new})

    async def look() -> None:
        assert await store.open_tables(["w"], 9) == ()
        assert [row.id for row in await store.live_tables(["w"], 9)] == ["playing"]
        assert await store.faulted() == ()
        assert await store.rooms_of("cid") == ()
        assert await store.owned_by("v") == ()

    await look()
    await look()
    kept = [sorted(name.decode() for name, _ in client.zscan_iter(key)) for key in lists]
    assert kept == [
        ["coming", "waiting"],  # a match is never a table again
        ["coming", "playing", "waiting"],
        ["coming", "over", "playing", "waiting"],  # each may fail yet
        ["coming", "waiting"],  # where one may sit down yet
        ["coming", "over", "playing"],  # any may be handed over in this moment
    ]


async def test_open_tables_that_nobody_owns_cost_nobody_who_asks_for_the_others(
    store: RedisStore, client: "redis.Redis"
) -> None:
    row = await made(store, changed(a_room(state="waiting", A=ANN), open=True))
    assert client.zcard(keys.OPEN) == 1
    await store.hand_over("room", "w", row.epoch, 1, b"nobody", b"", "", b"")
    await store.find("the end")
    assert client.zcard(keys.OPEN) == 0
    await acquired(store, "room", "v")
    await store.find("the end")
    assert client.zcard(keys.OPEN) == 1


async def test_what_was_named_again_just_now_is_not_struck_out(store: RedisStore, client: "redis.Redis") -> None:
    """Between the look at a room and the stroke somebody names the room, to hand it over in the next moment."""
    key = keys.owned("v")
    client.zadd(key, {"room": 5})
    (name,) = await store._indexes._page(key, 0, 0, latest=False)
    await store._indexes.give("room", "v")
    assert await store._indexes._leave_out(key, [name]) == 0
    assert client.zscore(key, "room") is not None


async def test_a_redis_that_may_not_write_is_not_read_for_ever(
    store: RedisStore, client: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.redis.indexes.PAGE", 2)
    client.zadd(keys.LIVE, {f"lost {number}": 1 + number for number in range(4)})
    client.config_set("min-replicas-to-write", 1)
    try:
        with pytest.raises(StoreFailed):
            async with asyncio.timeout(PATIENCE_SECONDS):
                await store.live_tables(["w"], 8)
    finally:
        client.config_set("min-replicas-to-write", 0)
    assert await store.live_tables(["w"], 8) == ()
    assert client.zcard(keys.LIVE) == 0


async def test_lists_longer_than_a_page_are_read_to_the_end(
    store: RedisStore, client: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.redis.indexes.PAGE", 3)
    client.zadd(keys.LIVE, {f"lost {number}": 1 + number for number in range(7)})
    for number in range(10):
        await made(store, a_room(f"room {number}", f"CODE{number}", A=ANN))
    assert len(await store.rooms_of("ann")) == 10
    assert len(await store.live_tables(["w"], 8)) == 8
    assert len(await store.live_tables(["w"], 80)) == 10
    assert await store.find("none") is None, "what was sent before has been done"
    assert client.zcard(keys.LIVE) == 10


async def test_a_worker_may_own_more_rooms_than_can_be_asked_for_at_once(
    store: RedisStore, client: "redis.Redis", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.redis.indexes.PAGE", 3)
    monkeypatch.setattr("server.store.redis.connection.MOST", 5)
    rooms = [(await made(store, a_room(f"room {number}", f"CODE{number}"))).id for number in range(8)]
    client.zadd(keys.owned("w"), {f"lost {number}": 1 + number for number in range(8)})
    assert list(await store.owned_by("w")) == rooms
    assert client.zcard(keys.owned("w")) == 8


async def test_a_code_whose_table_is_over_is_free_even_if_nobody_struck_it_out(
    store: RedisStore, client: "redis.Redis"
) -> None:
    row = await made(store, a_room("one", "CODE"))
    await store.append("one", "w", row.epoch, 1, [b"end"], b"", changed(row, state="ended"))
    await store.find("CODE")
    client.set(keys.code("CODE"), "one")
    assert await store.find("CODE") is None
    assert await store.create(a_room("two", "CODE"), "w", [], b"") is not None
    assert await store.find("CODE") == "two"


async def test_the_index_of_a_worker_that_has_retired_goes_after_a_day(
    store: RedisStore, client: "redis.Redis"
) -> None:
    await made(store, a_room())
    fleet = RedisFleet(store._link)
    await fleet.open("w", Heard())
    await fleet.retire("w")
    assert 0 < client.pttl(keys.owned("w")) <= DAY_MS
    await fleet.close()


async def test_whose_lease_has_ended_in_redis_is_late_even_if_its_own_beats_came_in_time(
    store: RedisStore, client: "redis.Redis"
) -> None:
    """A Redis that lost its tail has forgotten the last beats: others may have seen a dead worker."""
    fleet = RedisFleet(store._link)
    await fleet.open("w", Heard())
    await fleet.beat(60_000)
    client.zadd(keys.FLEET[0], {"w": now() - 1})
    assert (await fleet.beat(60_000)).late
    assert not (await fleet.beat(60_000)).late
    await fleet.close()


async def test_a_room_is_named_to_its_new_owner_and_no_longer_to_the_old_one(
    store: RedisStore, client: "redis.Redis"
) -> None:
    row = await made(store, a_room())
    await store.hand_over("room", "w", row.epoch, 1, b"yours", b"", "v", b"take it")
    assert (await store.owned_by("v"), await store.owned_by("w")) == (("room",), ())
    assert client.exists(keys.owned("w")) == 0
    await acquired(store, "room", "x")
    assert (await store.owned_by("x"), await store.owned_by("v")) == (("room",), ())
    assert client.exists(keys.owned("v")) == 0


async def test_a_store_and_a_fleet_of_many_workers_need_no_more_than_their_keys(
    store: RedisStore, server: RedisServer, client: "redis.Redis"
) -> None:
    """Everything has its prefix, so that Redis may be shared with others."""
    heard = Heard()
    await made(store, a_room())
    await store.put_ticket("t", b"who", now() + 60_000)
    async with a_link(server) as link:
        fleet = RedisFleet(link)
        await fleet.open("w", heard)
        await fleet.beat(60_000)
        await fleet.hold("ann", "token", 60_000)
        await fleet.tell("w", b"hello")
        await until(lambda: heard == [b"hello"])
        assert client.pubsub_channels() == [b"paltable:inbox:w"]
        await fleet.close()
    assert all(key.startswith(b"paltable:") for key in client.scan_iter())


# --- damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [("seats", b"\xc1"), ("epoch", b"one"), ("seq", b""), ("state", b"odd"), ("log", b"\xff"), ("owner", None)],
)
async def test_a_row_that_cannot_be_read_costs_its_own_table_only_and_stays_as_it_is(
    store: RedisStore, client: "redis.Redis", field: str, value: bytes | None
) -> None:
    for name in ("bad", "good"):
        await made(store, changed(a_room(f"{name} table", name, "waiting", A=ANN), open=True))
        await made(store, a_room(f"{name} match", f"{name} match"))
    for name in ("bad table", "bad match"):
        if value is None:
            client.hdel(keys.room(name)[0], field)
        else:
            client.hset(keys.room(name)[0], field, value)
    epoch = int(cast(bytes, client.hget(keys.room("good match")[0], "epoch")))
    kept = [client.hgetall(keys.room("bad match")[0]), client.xrange(keys.room("bad match")[1])]
    assert [row.id for row in await store.open_tables(["w"], 50)] == ["good table"]
    assert [row.id for row in await store.live_tables(["w"], 50)] == ["good match"]
    assert [sitting.room for sitting in await store.rooms_of("ann")] == ["good match", "good table"]
    assert [await store.find(code) for code in ("bad", "good")] == [None, "good table"]
    assert await store.create(changed(a_room("new"), code="bad"), "w", [b"first"], b"") is None, "its code is taken"
    with pytest.raises(Unreadable, match="bad match"):
        await store.row("bad match")
    with pytest.raises(Unreadable, match="bad match"):
        await store.acquire("bad match", "v", epoch, b"owned", PIN)
    assert [client.hgetall(keys.room("bad match")[0]), client.xrange(keys.room("bad match")[1])] == kept
    if field != "seats":
        with pytest.raises(Unreadable, match="bad match"):
            await store.where("bad match")
    await acquired(store, "good match", "v")


async def test_a_save_of_which_nobody_can_tell_where_it_stands_is_left_out(
    store: RedisStore, client: "redis.Redis"
) -> None:
    await made(store, a_room())
    client.hset(keys.room("room")[0], "saved", b"x")
    stored = await acquired(store, "room", "v")
    assert (stored.save, stored.saved) == (b"", 0)
    assert [record.body for record in stored.records] == [b"first", b"owned"]


# --- mistakes ---------------------------------------------------------------------------------------------------------


async def test_a_command_that_can_never_be_carried_out_is_a_mistake_and_no_trouble_of_redis(
    store: RedisStore, client: "redis.Redis"
) -> None:
    client.set(keys.OPEN, "no list")
    with pytest.raises(Mistake, match="WRONGTYPE"):
        await store.open_tables(["w"], 50)
    with pytest.raises(Mistake, match="unknown command"):
        await store._link.call("key", "NONSENSE")
    assert await store.healthy()


async def test_a_room_where_something_else_stands_costs_its_own_table_only(
    store: RedisStore, client: "redis.Redis"
) -> None:
    row = await made(store, a_room("good", "GOOD"))
    bad = await made(store, a_room("bad", "BAD"))
    name, log = keys.room("bad")
    client.delete(name, log)
    client.set(name, "no room")
    client.set(log, "no log")
    for asked in (
        store.where("bad"), store.row("bad"), store.read("bad"), store.acquire("bad", "v", bad.epoch, b"owned", PIN),
        store.append("bad", "w", bad.epoch, 1, [b"more"], b""),
    ):  # fmt: skip
        with pytest.raises(Unreadable, match="bad"):
            await asked
    assert [table.id for table in await store.live_tables(["w"], 50)] == ["good"]
    assert await store.owned_by("w") == ("good",)
    assert (await store.append("good", "w", row.epoch, 1, [b"more"], b"")).seq == 2


async def test_a_mistake_in_what_nobody_waits_for_is_logged(store: RedisStore, client: "redis.Redis") -> None:
    client.set("no list", "")
    with capture_logs() as logs:
        store._link.send("no list", "ZREM", "no list", "room")
        await store.healthy()
    assert [entry["event"] for entry in logs] == ["command failed"]
