"""The promises of the store, kept by the embedded one."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from engine import OtherVersion
from server.protocol.messages import TableState
from server.store.base import Fenced, RoomRow, Seat, Sitting, Stored, StoreFailed
from server.store.sqlite import SqliteStore
from tests.server.written import rewrite, written

ANN = Seat("ann", "Ann", "Own deck", {"ETD01-001": 50})
BEN = Seat("ben", "Ben", "Own deck", {"ETD01-002": 50})
PIN = "rules 1, saves 1, cards 00"
BOT = Seat("", "Greedy bot", "Own deck", {"ETD01-003": 50}, bot="greedy")


@dataclass
class Clock:
    """A clock that stands still until a test moves it."""

    now: int = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "store.sqlite3", clock)
    store.open()
    yield store
    store.close()


def a_room(name: str = "room", code: str = "CODE", **seats: Seat) -> RoomRow:
    both = seats or {"A": ANN, "B": BEN}
    return RoomRow(id=name, log=f"log of {name}", code=code, state="playing", seats=both, pin=PIN)  # type: ignore[arg-type]


async def made(store: SqliteStore, row: RoomRow) -> RoomRow:
    created = await store.create(row, [b"first"], b"save 1")
    assert created is not None
    return created


def reopened(store: SqliteStore, clock: Clock) -> SqliteStore:
    """The same file under another process, as far as the store can tell."""
    store.close()
    again = SqliteStore(store.path, clock)
    again.open()
    return again


async def test_what_was_appended_is_read_by_the_next_process(store: SqliteStore, clock: Clock) -> None:
    row = await made(store, a_room())
    assert (row.seq, row.epoch) == (1, 1_000_000)
    assert await store.append("room", row.epoch, 1, [b"second", b"third"], b"save 3") == 3
    again = reopened(store, clock)
    stored = await again.acquire("room", b"owned", PIN)
    assert stored is not None
    assert stored.save == b"save 3"
    assert [(record.seq, record.body) for record in stored.records] == [(4, b"owned")]
    assert stored.row == msgspec.structs.replace(row, epoch=stored.row.epoch, seq=4, touched=clock.now)
    assert [record.body for record in await again.read("room")] == [b"first", b"second", b"third", b"owned"]
    again.close()


async def test_every_start_raises_the_epoch_even_when_the_clock_stands_or_goes_back(
    store: SqliteStore, clock: Clock
) -> None:
    await made(store, a_room())
    epochs = []
    for step in (0, -500_000, 0, 7):
        clock.now += step
        store = reopened(store, clock)
        stored = await store.acquire("room", b"owned", PIN)
        assert stored is not None
        epochs.append(stored.row.epoch)
    assert epochs == sorted(set(epochs))
    assert epochs[0] > 1_000_000
    store.close()


async def test_a_second_acquire_in_one_process_fences_the_first(store: SqliteStore) -> None:
    row = await made(store, a_room())
    stored = await store.acquire("room", b"owned", PIN)
    assert stored is not None
    assert stored.row.epoch > row.epoch
    with pytest.raises(Fenced):
        await store.append("room", row.epoch, 1, [b"late"], b"")
    assert await store.append("room", stored.row.epoch, stored.row.seq, [b"mine"], b"") == 3
    assert [record.body for record in await store.read("room")] == [b"first", b"owned", b"mine"]


async def test_an_append_at_the_wrong_position_writes_nothing(store: SqliteStore) -> None:
    row = await made(store, a_room())
    for seq in (0, 2):
        with pytest.raises(Fenced):
            await store.append("room", row.epoch, seq, [b"wrong"], b"wrong save", a_room(code="OTHER"))
    assert [record.body for record in await store.read("room")] == [b"first"]
    assert await store.find("OTHER") is None
    with pytest.raises(Fenced):
        await store.append("no such room", row.epoch, 1, [b"x"], b"")


async def test_a_fenced_append_spoils_no_other_append_of_its_transaction(store: SqliteStore) -> None:
    one, two = await made(store, a_room("one", "ONE")), await made(store, a_room("two", "TWO"))
    before = store.transactions
    results = await asyncio.gather(
        store.append("one", one.epoch, 1, [b"good"], b""),
        store.append("one", one.epoch, 1, [b"late"], b""),
        store.append("two", two.epoch, 1, [b"good"], b""),
        return_exceptions=True,
    )
    assert results[0] == results[2] == 2
    assert isinstance(results[1], Fenced)
    assert store.transactions == before + 1
    assert [record.body for record in await store.read("one")] == [b"first", b"good"]


async def test_all_appends_of_one_turn_of_the_loop_are_one_transaction(store: SqliteStore) -> None:
    rooms = [await made(store, a_room(f"room {n}", f"CODE{n}")) for n in range(40)]
    before = store.transactions
    await asyncio.gather(*[store.append(row.id, row.epoch, 1, [b"x"], b"save") for row in rooms])
    assert store.transactions == before + 1


async def test_an_append_is_done_only_when_it_is_in_the_file(store: SqliteStore, tmp_path: Path) -> None:
    row = await made(store, a_room())
    appending = asyncio.ensure_future(store.append("room", row.epoch, 1, [b"second"], b""))
    await asyncio.sleep(0)
    assert not appending.done()
    await appending
    store.close()
    with sqlite3.connect(store.path) as file:
        assert file.execute("SELECT body FROM records ORDER BY seq").fetchall() == [(b"first",), (b"second",)]
    file.close()


async def test_a_failed_write_fails_for_all_who_wait_and_their_rooms_must_be_opened_again(
    store: SqliteStore, clock: Clock
) -> None:
    row = await made(store, a_room())
    await store.put_ticket("t", b"body", clock.now + 60)
    writing: list[asyncio.Future[object]] = [
        asyncio.ensure_future(store.append("room", row.epoch, 1, [b"second"], b"")),
        asyncio.ensure_future(store.put_ticket("t", b"the same ticket", clock.now + 60)),
    ]
    for write in writing:
        with pytest.raises(StoreFailed):
            await write
    assert [record.body for record in await store.read("room")] == [b"first"]
    with pytest.raises(Fenced):
        await store.append("room", row.epoch, 1, [b"second"], b"")
    stored = await store.acquire("room", b"owned", PIN)
    assert stored is not None
    assert stored.row.seq == 2


async def test_a_code_names_one_table_until_that_is_over(store: SqliteStore) -> None:
    row = await made(store, a_room("one", "SAME"))
    assert await store.create(a_room("two", "SAME"), [], b"") is None
    assert await store.find("SAME") == "one"
    await store.append("one", row.epoch, 1, [b"end"], b"", msgspec.structs.replace(row, state="ended"))
    assert await store.find("SAME") is None
    assert await store.create(a_room("two", "SAME"), [], b"") is not None
    assert await store.find("SAME") == "two"


async def test_a_guest_sits_where_it_has_not_left_in_matches_before_tables_and_the_later_made_before_the_earlier(
    store: SqliteStore, clock: Clock
) -> None:
    assert await store.rooms_of("ann") == ()
    row = await made(store, a_room("one", "ONE", A=ANN, B=BOT))
    assert await store.rooms_of("ann") == (Sitting("one", "playing", PIN),)
    assert await store.rooms_of("") == ()
    clock.now += 1
    await made(store, msgspec.structs.replace(a_room("two", "TWO", A=ANN, B=BOT), pin="another"))
    clock.now += 1
    await made(store, msgspec.structs.replace(a_room("open", "OPEN", A=ANN), state="waiting", pin=""))
    clock.now += 1
    assert await store.append("one", row.epoch, 1, [b"x"], b"", row) == 2
    assert [sitting.room for sitting in await store.rooms_of("ann")] == ["two", "one", "open"]
    left = msgspec.structs.replace(row, seats={"A": msgspec.structs.replace(ANN, left=True), "B": BOT})
    await store.append("one", row.epoch, 2, [], b"", left)
    assert [sitting.room for sitting in await store.rooms_of("ann")] == ["two", "open"]


async def test_a_room_that_is_over_is_read_without_a_new_owner(store: SqliteStore, clock: Clock) -> None:
    row = await made(store, a_room())
    await store.append("room", row.epoch, 1, [b"end"], b"save 2", msgspec.structs.replace(row, state="ended"))
    store = reopened(store, clock)
    stored = await store.acquire("room", b"owned", PIN)
    assert stored is not None
    assert (stored.row.state, stored.row.epoch, stored.row.seq) == ("ended", row.epoch, 2)
    assert await store.append("room", row.epoch, 2, [], b"", stored.row) == 2
    store.close()


@pytest.mark.parametrize("state", ["playing", "ended"])
async def test_a_match_of_another_version_is_not_acquired_and_nothing_is_written(
    store: SqliteStore, clock: Clock, state: TableState
) -> None:
    row = await made(store, msgspec.structs.replace(a_room(), state=state))
    other = await made(store, a_room("other", "OTHER"))
    store.close()
    before = written(store.path, "room")
    store = reopened(store, clock)
    refused, acquired = await asyncio.gather(
        store.acquire("room", b"owned", "newer"), store.acquire("other", b"owned", PIN), return_exceptions=True
    )
    assert isinstance(refused, OtherVersion)
    assert f"{PIN}, this is newer" in str(refused)
    assert isinstance(acquired, Stored)
    assert acquired.row.seq == other.seq + 1
    with pytest.raises(Fenced):
        await store.append("room", row.epoch, 1, [b"late"], b"")
    store.close()
    assert written(store.path, "room") == before
    store = reopened(store, clock)
    stored = await store.acquire("room", b"owned", PIN)
    assert stored is not None
    assert (stored.save, stored.row.pin) == (b"save 1", PIN)
    store.close()


async def test_a_table_at_which_no_match_has_begun_belongs_to_every_version(store: SqliteStore) -> None:
    await made(store, msgspec.structs.replace(a_room(A=ANN), state="waiting", pin=""))
    assert await store.acquire("room", b"owned", "newer") is not None


async def test_a_file_of_the_first_version_is_brought_up_to_this_one(store: SqliteStore, clock: Clock) -> None:
    """Its matches have no pin: no later version can restore them, so they are kept and nobody acquires them."""
    key = store.signing_key()
    await made(store, a_room())
    store.close()
    rewrite(store.path, "ALTER TABLE rooms DROP COLUMN pin")
    rewrite(store.path, "PRAGMA user_version=1")
    store.open()
    assert store.signing_key() == key
    assert await store.rooms_of("ann") == (Sitting("room", "playing", ""),)
    with pytest.raises(OtherVersion, match="a version without a name"):
        await store.acquire("room", b"owned", PIN)
    assert [record.body for record in await store.read("room")] == [b"first"]
    await made(store, a_room("new", "NEW"))
    assert await reopened(store, clock).acquire("new", b"owned", PIN) is not None


async def test_a_forgotten_room_leaves_nothing(store: SqliteStore) -> None:
    row = await made(store, a_room())
    with pytest.raises(Fenced):
        await store.forget("room", row.epoch + 1)
    await store.forget("room", row.epoch)
    assert await store.acquire("room", b"owned", PIN) is None
    assert await store.find("CODE") is None
    assert await store.rooms_of("ann") == ()
    assert await store.read("room") == ()


async def test_only_old_tables_that_are_over_or_never_began_are_removed(store: SqliteStore, clock: Clock) -> None:
    rows = [await made(store, a_room(name, name)) for name in ("old", "new", "live")]
    await store.append("old", rows[0].epoch, 1, [], b"", msgspec.structs.replace(rows[0], state="ended"))
    await made(store, msgspec.structs.replace(a_room("open", "open"), state="waiting"))
    clock.now += 1000
    await store.append("new", rows[1].epoch, 1, [], b"", msgspec.structs.replace(rows[1], state="ended"))
    assert await store.forget_old(clock.now, 1) == 1
    assert await store.forget_old(clock.now, 10) == 1
    assert await store.forget_old(clock.now, 10) == 0
    assert await store.find("open") is None
    assert await store.acquire("old", b"", PIN) is None
    assert await store.acquire("new", b"", PIN) is not None
    assert await store.find("live") == "live"


async def test_a_ticket_is_taken_once_and_in_time(store: SqliteStore, clock: Clock) -> None:
    await store.put_ticket("good", b"who", clock.now + 60)
    await store.put_ticket("late", b"who", clock.now + 60)
    assert await store.take_ticket("good", clock.now) == b"who"
    assert await store.take_ticket("good", clock.now) is None
    clock.now += 60
    assert await store.take_ticket("late", clock.now) is None
    assert await store.take_ticket("never", clock.now) is None


async def test_of_two_who_take_a_ticket_at_once_one_gets_it(store: SqliteStore, clock: Clock) -> None:
    await store.put_ticket("t", b"who", clock.now + 60)
    taken = await asyncio.gather(store.take_ticket("t", clock.now), store.take_ticket("t", clock.now))
    assert sorted(taken, key=bool) == [None, b"who"]


async def test_the_signing_key_is_secret_enough_and_stays(store: SqliteStore, clock: Clock) -> None:
    key = store.signing_key()
    assert len(key) == 32
    store = reopened(store, clock)
    assert store.signing_key() == key
    store.close()


async def test_a_closed_store_is_not_healthy_and_says_so(store: SqliteStore) -> None:
    assert store.healthy()
    store.close()
    assert not store.healthy()
    with pytest.raises(StoreFailed):
        await store.acquire("room", b"", PIN)
    with pytest.raises(StoreFailed):
        await store.find("CODE")


def test_a_file_that_is_not_a_store_is_refused_with_its_name(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "store.sqlite3"
    file.write_bytes(b"this is not a database, " * 100)
    with pytest.raises(StoreFailed, match=str(file)):
        SqliteStore(file, clock).open()


def test_a_file_of_another_version_is_refused(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "store.sqlite3"
    database = sqlite3.connect(file)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreFailed, match="another version"):
        SqliteStore(file, clock).open()


def test_a_store_that_is_in_use_is_refused(tmp_path: Path, clock: Clock) -> None:
    first = SqliteStore(tmp_path / "store.sqlite3", clock)
    first.open()
    with pytest.raises(StoreFailed, match="in use"):
        SqliteStore(tmp_path / "store.sqlite3", clock).open()
    first.close()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFailed, match="cannot be opened"):
        SqliteStore(tmp_path / "file" / "store.sqlite3", clock).open()
