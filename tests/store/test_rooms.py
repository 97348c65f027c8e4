"""The promises about rooms, as every store keeps them."""

import asyncio

import pytest

from engine import OtherVersion
from server.protocol.messages import TableState, WatchPolicy
from server.store.base import Appended, Behind, Fenced, Record, Sitting, Store
from tests.store.makers import ANN, BEN, BOT, PIN, a_room, acquired, bodies, changed, made, now, there


async def test_what_was_appended_is_read_by_the_next_owner(store: Store) -> None:
    row = await made(store, a_room())
    assert (row.seq, row.owner) == (1, "w")
    assert row.epoch >= row.created > 0
    assert (await store.append("room", "w", row.epoch, 1, [b"second", b"third"], b"save 3")).seq == 3
    stored = await acquired(store, "room", "v")
    assert (stored.save, stored.saved) == (b"save 3", 3)
    assert [(record.seq, record.body) for record in stored.tail] == [(4, b"owned")]
    assert [record.seq for record in stored.records] == [1, 2, 3, 4]
    assert [record.epoch for record in stored.records] == [row.epoch] * 3 + [stored.row.epoch]
    assert stored.row == changed(row, epoch=stored.row.epoch, seq=4, touched=stored.row.touched, owner="v")
    assert await bodies(store, "room") == [b"first", b"second", b"third", b"owned"]


async def test_every_record_is_kept_with_the_time_of_the_stores_clock(store: Store) -> None:
    before = now()
    row = await made(store, a_room())
    second = await store.append("room", "w", row.epoch, 1, [b"second", b"third"], b"")
    await store.hand_over("room", "w", row.epoch, 3, b"handed", b"", "v", b"")
    stored = await acquired(store, "room", "v")
    times = [record.at for record in stored.records]
    assert times[:3] == [row.created, second.at, second.at]
    assert [before, *times, now()] == sorted([before, *times, now()])
    assert await store.read("room") == stored.records


async def test_an_append_that_is_tried_again_tells_when_it_was_kept(store: Store) -> None:
    row = await made(store, a_room())
    first = await store.append("room", "w", row.epoch, 1, [b"second", b"third"], b"")
    while now() == first.at:
        pass
    assert await store.append("room", "w", row.epoch, 1, [b"second", b"third"], b"") == first


async def test_a_rooms_time_control_stays(store: Store) -> None:
    row = await made(store, a_room())
    fast = await made(store, changed(a_room("fast", "FAST"), time="fast"))
    assert (row.time, fast.time) == ("none", "fast")
    await store.append("fast", "w", fast.epoch, 1, [b"end"], b"", changed(fast, state="ended"))
    kept = await store.row("fast")
    assert kept is not None
    assert kept.time == "fast"
    await store.forget("fast", "w", fast.epoch)
    await store.heal(changed(kept, state="playing"), "w", await store.read("fast"), b"", 0)
    assert (await acquired(store, "fast", "v")).row.time == "fast"


async def test_how_a_room_is_watched_stays(store: Store) -> None:
    policy = WatchPolicy(who="nobody", delay=3600, decisions=200, hands="open")
    usual = await made(store, a_room())
    secret = await made(store, changed(a_room("secret", "SECRET"), watch=policy))
    assert (usual.watch, secret.watch) == (WatchPolicy(), policy)
    await store.append("secret", "w", secret.epoch, 1, [b"more"], b"", changed(secret, watch=WatchPolicy()))
    kept = await store.row("secret")
    assert kept is not None
    assert kept.watch == policy
    await store.forget("secret", "w", secret.epoch)
    await store.heal(kept, "w", await store.read("secret"), b"", 0)
    assert (await acquired(store, "secret", "v")).row.watch == policy


async def test_a_log_is_read_on_from_any_record_with_the_time_of_the_stores_clock(store: Store) -> None:
    row = await made(store, a_room())
    await store.append("room", "w", row.epoch, 1, [b"second"], b"")
    later = (await acquired(store, "room", "v", b"third")).row
    records = await store.read("room")
    for place, known in enumerate([(0, 0), *[(record.epoch, record.seq) for record in records]]):
        tail = await store.read_from("room", *known)
        assert tail is not None
        assert tail.records == records[place:]
        assert tail.where == await store.where("room")
        assert records[-1].at <= tail.now <= now()
    changed_since = await store.read_from("room", row.epoch, 9)
    assert changed_since is not None
    assert [(record.epoch, record.seq) for record in changed_since.records] == [(later.epoch, 3)], "rewritten since"
    assert await store.read_from("none", 0, 0) is None


async def test_epochs_rise_and_are_no_less_than_the_clock(store: Store) -> None:
    epochs = [(await made(store, a_room())).epoch]
    for _ in range(5):
        before = now()
        epochs.append((await acquired(store, "room", "v")).row.epoch)
        assert epochs[-1] >= before
    assert epochs == sorted(set(epochs))


async def test_who_has_lost_the_room_writes_nothing_and_is_told(store: Store) -> None:
    row = await made(store, a_room())
    stored = await acquired(store, "room", "v")
    for worker, epoch in (("w", row.epoch), ("w", stored.row.epoch), ("v", row.epoch)):
        with pytest.raises(Fenced):
            await store.append("room", worker, epoch, 2, [b"late"], b"", a_room(code="OTHER", state="ended"))
        with pytest.raises(Fenced):
            await store.hand_over("room", worker, epoch, 2, b"late", b"", "x", b"")
        with pytest.raises(Fenced):
            await store.forget("room", worker, epoch)
    assert (await store.append("room", "v", stored.row.epoch, 2, [b"mine"], b"")).seq == 3
    assert await bodies(store, "room") == [b"first", b"owned", b"mine"]
    assert (await there(store, "room")).state == "playing"


async def test_an_owner_of_whom_the_store_knows_nothing_is_behind(store: Store) -> None:
    row = await made(store, a_room())
    with pytest.raises(Behind):
        await store.append("room", "w", row.epoch + 1, 1, [b"x"], b"")
    with pytest.raises(Behind):
        await store.append("room", "w", row.epoch, 2, [b"x"], b"")
    with pytest.raises(Behind):
        await store.append("no such room", "w", row.epoch, 1, [b"x"], b"")
    with pytest.raises(Behind):
        await store.hand_over("room", "w", row.epoch, 2, b"x", b"", "v", b"")
    assert await bodies(store, "room") == [b"first"]


async def test_an_append_tried_again_is_kept_once(store: Store) -> None:
    row = await made(store, a_room())
    for _ in range(2):
        assert (await store.append("room", "w", row.epoch, 1, [b"second", b"third"], b"save")).seq == 3
    for others in ([b"second"], [b"second", b"other"], [b"x", b"second", b"third"], []):
        with pytest.raises(Fenced, match="the log of room room ends at 3, not 1"):
            await store.append("room", "w", row.epoch, 1, others, b"")
    assert await bodies(store, "room") == [b"first", b"second", b"third"]


async def test_a_save_stands_for_the_log_up_to_its_position_until_the_next(store: Store) -> None:
    row = await made(store, a_room())
    await store.append("room", "w", row.epoch, 1, [b"second"], b"save 2")
    await store.append("room", "w", row.epoch, 2, [b"third"], b"")
    await store.hand_over("room", "w", row.epoch, 3, b"yours", b"", "v", b"")
    stored = await acquired(store, "room", "v")
    assert (stored.save, stored.saved) == (b"save 2", 2)
    await store.hand_over("room", "v", stored.row.epoch, 5, b"yours", b"save 6", "w", b"")
    stored = await acquired(store, "room", "w")
    assert (stored.save, stored.saved) == (b"save 6", 6)


async def test_a_room_is_made_once_and_its_maker_may_try_again(store: Store) -> None:
    row = await made(store, a_room())
    await store.append("room", "w", row.epoch, 1, [b"second"], b"")
    again = await store.create(a_room(), "w", [b"first"], b"save 1")
    assert again is not None
    assert (again.epoch, again.seq) == (row.epoch, 2)
    with pytest.raises(Fenced):
        await store.create(a_room(), "v", [b"first"], b"")
    with pytest.raises(Fenced):
        await store.create(changed(a_room(), log="another"), "w", [b"first"], b"")
    assert await bodies(store, "room") == [b"first", b"second"]


async def test_whoever_saw_another_epoch_does_not_get_the_room(store: Store) -> None:
    row = await made(store, a_room())
    with pytest.raises(Fenced):
        await store.acquire("room", "v", row.epoch - 1, b"owned", PIN)
    assert await store.acquire("no such room", "v", row.epoch, b"owned", PIN) is None
    assert await bodies(store, "room") == [b"first"]
    assert await store.owned_by("w") == ("room",)


async def test_of_two_who_acquire_at_once_one_gets_the_room(store: Store) -> None:
    row = await made(store, a_room())
    results = await asyncio.gather(
        *[store.acquire("room", worker, row.epoch, worker.encode(), PIN) for worker in ("v", "x")],
        return_exceptions=True,
    )
    assert sorted(isinstance(result, Fenced) for result in results) == [False, True]
    owner = (await there(store, "room")).owner
    assert await bodies(store, "room") == [b"first", owner.encode()]
    assert [await store.owned_by(worker) for worker in ("w", owner)] == [(), ("room",)]


async def test_a_fenced_append_spoils_no_other_of_the_same_turn(store: Store) -> None:
    one, two = await made(store, a_room("one", "ONE")), await made(store, a_room("two", "TWO"))
    results = await asyncio.gather(
        store.append("one", "w", one.epoch, 1, [b"good"], b""),
        store.append("one", "w", one.epoch, 1, [b"late"], b""),
        store.append("two", "w", two.epoch, 1, [b"good"], b""),
        return_exceptions=True,
    )
    assert isinstance(results[1], Fenced)
    assert [result.seq for result in results if isinstance(result, Appended)] == [2, 2]
    assert await bodies(store, "one") == [b"first", b"good"]


async def test_a_room_that_is_over_gets_no_record_but_owners_and_rows(store: Store) -> None:
    row = await made(store, a_room())
    ended = changed(row, state="ended")
    assert (await store.append("room", "w", row.epoch, 1, [b"end"], b"save 2", ended)).seq == 2
    assert (await store.append("room", "w", row.epoch, 1, [b"end"], b"save 2", ended)).seq == 2, "tried again"
    with pytest.raises(Fenced, match="room room is over"):
        await store.append("room", "w", row.epoch, 2, [b"more"], b"")
    left = changed(ended, seats={"A": changed_seat(), "B": BEN})
    assert (await store.append("room", "w", row.epoch, 2, [], b"", left)).seq == 2
    await store.hand_over("room", "w", row.epoch, 2, b"yours", b"", "v", b"take it")
    stored = await acquired(store, "room", "x")
    assert (stored.row.state, stored.row.seq, stored.row.owner) == ("ended", 2, "x")
    assert stored.row.epoch > row.epoch
    assert stored.row.seats["A"] == changed_seat()
    assert await bodies(store, "room") == [b"first", b"end"]


def changed_seat() -> object:
    return type(ANN)(
        ANN.user, ANN.name, ANN.deck_name, ANN.deck, left=True, again=("Next deck", {"ETD01-002": 50}, "chance")
    )


async def test_a_room_handed_to_nobody_belongs_to_nobody(store: Store) -> None:
    row = await made(store, a_room())
    await store.hand_over("room", "w", row.epoch, 1, b"free", b"save 2", "", b"")
    where = await there(store, "room")
    assert (where.owner, where.seq) == ("", 2)
    assert where.epoch > row.epoch
    assert await store.owned_by("w") == await store.owned_by("") == ()
    with pytest.raises(Fenced):
        await store.append("room", "", where.epoch - 1, 2, [b"x"], b"")


async def test_a_row_changes_with_an_append_and_keeps_its_names_and_times(store: Store) -> None:
    row = await made(store, a_room(state="waiting", A=ANN))
    assert (await store.row("room")) == row
    begun = changed(row, state="playing", seats={"A": ANN, "B": BEN}, pin=PIN, log="x", code="Y", created=1, epoch=9)
    assert (await store.append("room", "w", row.epoch, 1, [b"start"], b"save", begun)).seq == 2
    now_there = await store.row("room")
    assert now_there is not None
    assert now_there == changed(
        row, state="playing", seats={"A": ANN, "B": BEN}, pin=PIN, seq=2, touched=now_there.touched
    )
    assert now_there.touched >= row.touched


async def test_a_code_names_one_table_until_that_is_over(store: Store) -> None:
    row = await made(store, a_room("one", "SAME"))
    assert await store.create(a_room("two", "SAME"), "w", [], b"") is None
    assert await store.find("SAME") == "one"
    assert await store.find("NONE") is None
    assert await store.where("two") is None
    await store.append("one", "w", row.epoch, 1, [b"end"], b"", changed(row, state="ended"))
    assert await store.find("SAME") is None
    assert await store.create(a_room("two", "SAME"), "w", [], b"") is not None
    assert await store.find("SAME") == "two"


async def test_a_guest_sits_where_it_has_not_left_in_matches_before_tables_and_the_later_made_before_the_earlier(
    store: Store,
) -> None:
    assert await store.rooms_of("ann") == ()
    row = await made(store, a_room("one", "ONE", A=ANN, B=BOT))
    assert await store.rooms_of("ann") == (Sitting("one", "playing", PIN),)
    assert await store.rooms_of("") == ()
    tick()
    await made(store, changed(a_room("two", "TWO", A=ANN, B=BOT), pin="another"))
    tick()
    await made(store, a_room("open", "OPEN", "waiting", A=ANN))
    assert [sitting.room for sitting in await store.rooms_of("ann")] == ["two", "one", "open"]
    assert (await store.append("one", "w", row.epoch, 1, [b"x"], b"", row)).seq == 2
    left = changed(row, seats={"A": changed_seat(), "B": BOT})
    await store.append("one", "w", row.epoch, 2, [], b"", left)
    assert [sitting.room for sitting in await store.rooms_of("ann")] == ["two", "open"]
    assert await store.rooms_of("ben") == ()


def tick() -> None:
    """Let the clocks go on by a millisecond."""
    start = now()
    while now() <= start + 1:
        pass


async def test_open_tables_are_listed_from_the_first_and_live_ones_from_the_last(store: Store) -> None:
    rows = []
    for name in ("a", "b", "c"):
        rows.append(await made(store, changed(a_room(name, name, "waiting", A=ANN), open=True)))
        tick()
    await made(store, a_room("private", "private", "waiting", A=ANN))
    assert [row.id for row in await store.open_tables(["w"], 10)] == ["a", "b", "c"]
    assert [row.id for row in await store.open_tables(["w"], 2)] == ["a", "b"]
    assert [row.id for row in await store.open_tables(["v"], 2)] == []
    for row in rows:
        begun = changed(row, state="playing", seats={"A": ANN, "B": BEN}, pin=PIN)
        await store.append(row.id, "w", row.epoch, 1, [b"start"], b"", begun)
        tick()
    assert await store.open_tables(["w"], 10) == ()
    assert [row.id for row in await store.live_tables(["w"], 10)] == ["c", "b", "a"]
    assert [row.id for row in await store.live_tables(["w"], 2)] == ["c", "b"]
    await store.append("b", "w", rows[1].epoch, 2, [b"end"], b"", changed(rows[1], state="ended", pin=PIN))
    assert [row.id for row in await store.live_tables(["w"], 10)] == ["c", "a"]


async def test_however_many_matches_are_not_shown_those_that_are_stand_in_the_list(store: Store) -> None:
    shown = [
        await made(store, changed(a_room("open"), code="OPEN")),
        await made(store, changed(a_room("bot", "BOT", A=ANN, B=BOT), open=False)),
    ]
    for number in range(6):
        hidden = changed(a_room(f"hidden {number}", f"HIDDEN{number}"), open=bool(number % 2))
        tick()
        await made(store, changed(hidden, watch=WatchPolicy(who="nobody")) if hidden.open else hidden)
    assert {row.id for row in await store.live_tables(["w"], len(shown))} == {"open", "bot"}


async def test_a_match_that_nobody_owns_is_listed_again_by_its_next_owner(store: Store) -> None:
    row = await made(store, a_room())
    await store.hand_over("room", "w", row.epoch, 1, b"nobody", b"", "", b"")
    assert await store.live_tables(["w", "v"], 10) == ()
    await acquired(store, "room", "v")
    assert [row.id for row in await store.live_tables(["w", "v"], 10)] == ["room"]
    assert await store.live_tables(["w"], 10) == ()


async def test_an_open_table_that_nobody_owns_is_listed_again_by_its_next_owner(store: Store) -> None:
    for name in ("a", "b"):
        await made(store, changed(a_room(name, name, "waiting", A=ANN), open=True))
        tick()
    epoch = (await there(store, "a")).epoch
    await store.hand_over("a", "w", epoch, 1, b"nobody", b"", "", b"")
    assert [row.id for row in await store.open_tables(["w", "v"], 10)] == ["b"]
    assert await store.find("a") == "a", "its code is still good"
    await acquired(store, "a", "v")
    assert [row.id for row in await store.open_tables(["w", "v"], 10)] == ["a", "b"]
    await store.hand_over("b", "w", (await there(store, "b")).epoch, 1, b"to v", b"", "v", b"")
    assert [row.id for row in await store.open_tables(["v"], 10)] == ["a", "b"]


async def test_a_match_that_failed_is_kept_as_evidence(store: Store) -> None:
    row = await made(store, a_room())
    assert await store.faulted() == ()
    await store.append("room", "w", row.epoch, 1, [b"fault"], b"", changed(row, state="ended", fault=True))
    assert await store.faulted() == ("room",)
    assert await store.forget_old(now() + 60_000, 10) == 0
    assert (await acquired(store, "room", "v")).row.fault


@pytest.mark.parametrize("state", ["playing", "ended"])
async def test_a_match_of_another_version_is_not_acquired_and_nothing_is_written(
    store: Store, state: TableState
) -> None:
    row = await made(store, a_room(state=state))
    other = await made(store, a_room("other", "OTHER"))
    refused, got = await asyncio.gather(
        store.acquire("room", "v", row.epoch, b"owned", "newer"), acquired(store, "other", "v"), return_exceptions=True
    )
    assert isinstance(refused, OtherVersion)
    assert not isinstance(got, BaseException)
    assert got.row.seq == other.seq + 1
    assert await store.row("room") == row
    assert await bodies(store, "room") == [b"first"]
    assert (await acquired(store, "room", "v")).save == b"save 1"


async def test_a_table_at_which_no_match_has_begun_belongs_to_every_version(store: Store) -> None:
    await made(store, a_room(state="waiting", A=ANN))
    assert (await acquired(store, "room", "v", pin="newer")).row.owner == "v"


async def test_a_forgotten_room_leaves_nothing(store: Store) -> None:
    row = await made(store, changed(a_room(state="waiting", A=ANN), open=True))
    await store.forget("room", "w", row.epoch)
    assert await store.where("room") is None
    assert await store.row("room") is None
    assert await store.find("CODE") is None
    assert await store.rooms_of("ann") == ()
    assert await store.open_tables(["w"], 10) == ()
    assert await store.owned_by("w") == ()
    assert await store.read("room") == ()
    await store.forget("room", "w", row.epoch)
    assert await store.create(a_room("new"), "w", [], b"") is not None, "its code is free"


# --- healing ----------------------------------------------------------------------------------------------------------


async def test_a_lost_room_is_given_back_whole(store: Store) -> None:
    row = await made(store, a_room())
    await store.append("room", "w", row.epoch, 1, [b"second"], b"save 2")
    kept, log = await store.row("room"), await store.read("room")
    assert kept is not None
    await store.forget("room", "w", row.epoch)
    await store.heal(kept, "w", log, b"save 2", 2)
    assert await store.row("room") == changed(kept, touched=(await touched(store)))
    assert await store.read("room") == log
    assert await store.find("CODE") == "room"
    assert await store.rooms_of("ben") == (Sitting("room", "playing", PIN),)
    assert [row.id for row in await store.live_tables(["w"], 9)] == ["room"]
    assert await store.owned_by("w") == ("room",)
    assert (await store.append("room", "w", row.epoch, 2, [b"third"], b"")).seq == 3
    stored = await acquired(store, "room", "v")
    assert (stored.save, stored.saved, stored.row.seq) == (b"save 2", 2, 4)


async def touched(store: Store) -> int:
    row = await store.row("room")
    assert row is not None
    return row.touched


async def test_what_a_former_owner_wrote_elsewise_gives_way_to_the_newer_epoch(store: Store) -> None:
    row = await made(store, a_room())
    (first,) = await store.read("room")
    theirs = [first, Record(2, row.epoch + 5, b"owned", 7), Record(3, row.epoch + 5, b"mine", 8)]
    await store.append("room", "w", row.epoch, 1, [b"stale", b"stale too", b"and this"], b"stale save")
    mine = changed(row, epoch=row.epoch + 5, seq=3)
    await store.heal(mine, "v", theirs, b"", 0)
    assert await store.read("room") == tuple(theirs)
    assert (await store.append("room", "v", row.epoch + 5, 3, [b"more"], b"")).seq == 4
    with pytest.raises(Fenced):
        await store.append("room", "w", row.epoch, 4, [b"late"], b"")
    stored = await acquired(store, "room", "w")
    assert (stored.save, stored.saved) == (b"", 0)


async def test_nobody_heals_what_is_newer_than_himself(store: Store) -> None:
    row = await made(store, a_room())
    log = await store.read("room")
    new = await acquired(store, "room", "v")
    for given, worker in (
        (row, "w"), (changed(row, epoch=new.row.epoch), "w"), (changed(new.row, log="another", epoch=2**50), "v"),
    ):  # fmt: skip
        with pytest.raises(Fenced):
            await store.heal(given, worker, log, b"", 0)
    assert await bodies(store, "room") == [b"first", b"owned"]
    await store.append("room", "v", new.row.epoch, 2, [b"landed"], b"its save")
    await store.heal(new.row, "v", new.records, b"", 0)
    assert await bodies(store, "room") == [b"first", b"owned", b"landed"], "an append whose reply was lost stays"
    assert (await acquired(store, "room", "v")).save == b"its save"


async def test_a_code_that_names_another_table_by_now_is_not_given_back(store: Store) -> None:
    row = await made(store, a_room("one", "SAME"))
    log = await store.read("one")
    await store.forget("one", "w", row.epoch)
    await made(store, a_room("two", "SAME"))
    await store.heal(row, "w", log, b"", 0)
    assert await store.find("SAME") == "two"
    healed = await store.row("one")
    assert healed is not None
    assert (healed.owner, healed.code) == ("w", "")
    await store.forget("one", "w", row.epoch)
    await store.heal(changed(row, state="ended"), "w", log, b"", 0)
    healed = await store.row("one")
    assert healed is not None
    assert healed.code == "SAME", "one that is over shares its code"
    assert await store.find("SAME") == "two"


# --- tickets and the key ----------------------------------------------------------------------------------------------


async def test_a_ticket_is_taken_once_and_in_time(store: Store) -> None:
    expires = now() + 60_000
    await store.put_ticket("good", b"who, with spaces", expires)
    await store.put_ticket("late", b"who", expires)
    assert await store.take_ticket("good", now()) == b"who, with spaces"
    assert await store.take_ticket("good", now()) is None
    assert await store.take_ticket("late", expires) is None
    assert await store.take_ticket("never", now()) is None


async def test_of_two_who_take_a_ticket_at_once_one_gets_it(store: Store) -> None:
    await store.put_ticket("t", b"who", now() + 60_000)
    taken = await asyncio.gather(store.take_ticket("t", now()), store.take_ticket("t", now()))
    assert sorted(taken, key=bool) == [None, b"who"]


async def test_the_signing_key_is_long_enough_and_stays(store: Store) -> None:
    key = await store.signing_key()
    assert len(key) == 32
    assert await store.signing_key() == key
    assert await store.healthy()
