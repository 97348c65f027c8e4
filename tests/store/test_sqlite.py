"""What only the embedded store has: a file, its versions, and one transaction for each turn of the loop."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import OtherVersion
from server.protocol.messages import WatchPolicy
from server.store.base import Appended, Fenced, Notice, Record, Sitting, StoreFailed, Unreadable
from server.store.local import LocalFleet
from server.store.sqlite import SqliteStore
from tests.server.written import rewrite
from tests.store.makers import PIN, Heard, a_room, acquired, bodies, changed, made, there


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
    await store.open()
    yield store
    await store.close()


async def reopened(store: SqliteStore, clock: Clock) -> SqliteStore:
    """The same file under another process, as far as the store can tell."""
    await store.close()
    again = SqliteStore(store.file.path, clock)
    await again.open()
    return again


def forbid_writes(store: SqliteStore, *, forbidden: bool) -> None:
    """Let every write fail, as on a disk that is full or read-only."""
    store.file.db.execute(f"PRAGMA query_only={int(forbidden)}")


# --- the file ---------------------------------------------------------------------------------------------------------


async def test_what_was_appended_survives_the_process(store: SqliteStore, clock: Clock) -> None:
    row = await made(store, a_room())
    await store.append("room", "w", row.epoch, 1, [b"second"], b"save 2")
    key = await store.signing_key()
    again = await reopened(store, clock)
    assert await again.signing_key() == key
    stored = await acquired(again, "room", "another process")
    assert stored.row.epoch > row.epoch
    assert (stored.save, stored.saved, len(stored.records)) == (b"save 2", 2, 3)
    await again.close()


async def test_the_epoch_rises_even_when_the_clock_stands_or_goes_back(store: SqliteStore, clock: Clock) -> None:
    epochs = [(await made(store, a_room())).epoch]
    for step in (0, -500_000, 0, 7):
        clock.now += step
        epochs.append((await acquired(store, "room", "w")).row.epoch)
    assert epochs == sorted(set(epochs))
    assert epochs[0] == 1_000_000


async def test_all_appends_of_one_turn_of_the_loop_are_one_transaction(store: SqliteStore) -> None:
    rooms = [await made(store, a_room(f"room {n}", f"CODE{n}")) for n in range(40)]
    statements = list[str]()
    store.file.db.set_trace_callback(statements.append)
    await asyncio.gather(*[store.append(row.id, "w", row.epoch, 1, [b"x"], b"save") for row in rooms])
    assert [statement for statement in statements if statement.startswith(("BEGIN", "COMMIT"))] == [
        "BEGIN IMMEDIATE", "COMMIT",
    ]  # fmt: skip


async def test_an_append_is_done_only_when_it_is_in_the_file(store: SqliteStore) -> None:
    row = await made(store, a_room())
    appending = asyncio.ensure_future(store.append("room", "w", row.epoch, 1, [b"second"], b""))
    await asyncio.sleep(0)
    assert not appending.done()
    await appending
    await store.close()
    with sqlite3.connect(store.file.path) as file:
        assert file.execute("SELECT body FROM records ORDER BY seq").fetchall() == [(b"first",), (b"second",)]
    file.close()


async def test_once_it_is_closed_the_file_alone_holds_everything(
    store: SqliteStore, clock: Clock, tmp_path: Path
) -> None:
    await made(store, a_room())
    key = await store.signing_key()
    await store.close()
    assert list(modes(tmp_path)) == ["store.sqlite3"]
    copy = SqliteStore(Path(shutil.copy(store.file.path, tmp_path / "copy.sqlite3")), clock)
    await copy.open()
    assert (await bodies(copy, "room"), await copy.signing_key()) == ([b"first"], key)
    await copy.close()


async def test_a_failed_write_fails_for_all_who_wait_and_may_be_tried_again(store: SqliteStore) -> None:
    row = await made(store, a_room())
    forbid_writes(store, forbidden=True)
    writing: list[asyncio.Future[object]] = [
        asyncio.ensure_future(store.append("room", "w", row.epoch, 1, [b"second"], b"")),
        asyncio.ensure_future(store.put_ticket("t", b"who", 2_000_000)),
    ]
    for write in writing:
        with pytest.raises(StoreFailed):
            await write
    assert not await store.healthy()
    assert await bodies(store, "room") == [b"first"]
    forbid_writes(store, forbidden=False)
    assert await store.healthy()
    assert (await store.append("room", "w", row.epoch, 1, [b"second"], b"")).seq == 2


async def test_a_row_that_cannot_be_read_costs_its_own_table_only(store: SqliteStore) -> None:
    for name in ("one", "two"):
        await made(store, a_room(name, name))
    store.file.db.execute("UPDATE rooms SET seats=x'c1' WHERE id='one'")
    epochs = [(await there(store, name)).epoch for name in ("one", "two")]
    bad, good = await asyncio.gather(
        store.acquire("one", "v", epochs[0], b"owned", PIN), store.acquire("two", "v", epochs[1], b"owned", PIN),
        return_exceptions=True,
    )  # fmt: skip
    assert isinstance(bad, Unreadable)
    assert good is not None
    assert not isinstance(good, BaseException)
    assert (await store.append("two", "v", good.row.epoch, good.row.seq, [b"more"], b"")).seq == 3
    assert await bodies(store, "one") == [b"first"]
    assert [row.id for row in await store.live_tables(["w", "v"], 1)] == ["two"]


async def test_a_fault_of_ours_in_a_transaction_is_told_as_it_is_and_costs_no_other_work(store: SqliteStore) -> None:
    row = await made(store, a_room())

    def fault(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM rooms")
        raise ZeroDivisionError("a fault of ours")

    def misuse(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO meta VALUES ('key', 'another')")

    first, bug, second, misused = await asyncio.gather(
        store.append("room", "w", row.epoch, 1, [b"second"], b""), store.file.write(fault),
        store.append("room", "w", row.epoch, 2, [b"third"], b""), store.file.write(misuse),
        return_exceptions=True,
    )  # fmt: skip
    assert [type(bug), type(misused)] == [ZeroDivisionError, sqlite3.IntegrityError]
    assert isinstance(first, Appended)
    assert isinstance(second, Appended)
    assert (first.seq, second.seq) == (2, 3)
    assert await bodies(store, "room") == [b"first", b"second", b"third"]
    assert await store.healthy()


async def test_what_the_file_cannot_do_now_fails_all_that_was_to_be_done_at_once(store: SqliteStore) -> None:
    row = await made(store, a_room())
    store.file.db.execute("PRAGMA query_only=1")
    results = await asyncio.gather(
        store.append("room", "w", row.epoch, 1, [b"second"], b""), store.put_ticket("ticket", b"", 1),
        return_exceptions=True,
    )  # fmt: skip
    assert [type(result) for result in results] == [StoreFailed, StoreFailed]
    with pytest.raises(sqlite3.ProgrammingError):
        store.file.rows("SELECT ?", 1, 2)


async def test_notices_are_posted_with_their_append_once_and_in_order(tmp_path: Path, clock: Clock) -> None:
    fleet, heard = LocalFleet(clock), Heard()
    await fleet.open("w", heard)
    store = SqliteStore(tmp_path / "store.sqlite3", clock, post=fleet.post)
    await store.open()
    row = await made(store, a_room())
    fleet.post("w", b"0")
    for _ in range(2):
        await store.append("room", "w", row.epoch, 1, [b"x"], b"", notices=[Notice("w", b"1"), Notice("v", b"no")])
    with pytest.raises(Fenced):
        await store.append("room", "v", row.epoch, 2, [b"x"], b"", notices=[Notice("w", b"of nothing")])
    with pytest.raises(Fenced):
        await store.hand_over("room", "v", row.epoch, 2, b"x", b"", "w", b"of nothing")
    await store.hand_over("room", "w", row.epoch, 2, b"yours", b"", "w", b"2")
    await store.hand_over("room", "w", (await there(store, "room")).epoch, 3, b"free", b"", "", b"to nobody")
    fleet.post("w", b"3")
    await asyncio.sleep(0)
    assert heard == [b"0", b"1", b"2", b"3"]
    await store.close()


async def test_only_old_tables_that_are_over_or_never_began_are_removed(store: SqliteStore, clock: Clock) -> None:
    rows = [await made(store, a_room(name, name)) for name in ("old", "new", "live", "fault")]
    await store.append("old", "w", rows[0].epoch, 1, [], b"", changed(rows[0], state="ended"))
    await store.append("fault", "w", rows[3].epoch, 1, [], b"", changed(rows[3], state="ended", fault=True))
    await made(store, a_room("open", "open", "waiting"))
    clock.now += 1000
    await store.append("new", "w", rows[1].epoch, 1, [], b"", changed(rows[1], state="ended"))
    assert await store.forget_old(clock.now, 1) == 1
    assert await store.forget_old(clock.now, 10) == 1
    assert await store.forget_old(clock.now, 10) == 0
    assert [name for name in ("old", "new", "live", "fault", "open") if await store.where(name)] == [
        "new", "live", "fault",
    ]  # fmt: skip


# --- opening ----------------------------------------------------------------------------------------------------------

NEW_COLUMNS = {5: ("watch",), 4: ("time",), 3: ("owner", "seq", "open", "fault"), 2: ("pin",)}


async def as_of(store: SqliteStore, version: int) -> None:
    """Make the file what this version had written, and open it with the version of today."""
    await store.close()
    for later in range(5, version, -1):
        for index in ("rooms_by_owner", "rooms_listed", "rooms_faulted") if later == 3 else ():
            rewrite(store.file.path, f"DROP INDEX {index}")
        for column in NEW_COLUMNS[later]:
            rewrite(store.file.path, f"ALTER TABLE rooms DROP COLUMN {column}")
    if version < 4:
        rewrite(store.file.path, "ALTER TABLE records DROP COLUMN at")
    if version < 3:
        rewrite(store.file.path, "INSERT INTO meta VALUES ('epoch', 5)")
    rewrite(store.file.path, f"PRAGMA user_version={version}")
    await store.open()


async def test_a_file_of_the_fourth_version_opens_with_its_matches_which_are_watched_as_all_are(
    store: SqliteStore,
) -> None:
    row = await made(store, changed(a_room(), watch=WatchPolicy(delay=5)))
    await as_of(store, 4)
    assert await store.row("room") == changed(row, watch=WatchPolicy())


async def test_a_file_of_the_third_version_opens_with_its_matches_which_have_no_clocks_and_no_times(
    store: SqliteStore, clock: Clock
) -> None:
    row = await made(store, a_room())
    await as_of(store, 3)
    assert await store.row("room") == changed(row, time="none")
    assert await store.read("room") == (Record(1, row.epoch, b"first", 0),)
    clock.now += 5
    assert await store.append("room", "w", row.epoch, 1, [b"second"], b"") == (2, clock.now)
    assert [record.at for record in await store.read("room")] == [0, clock.now]


async def test_a_file_of_the_second_version_is_brought_up_to_this_one_and_its_matches_go_on(
    store: SqliteStore, clock: Clock
) -> None:
    row = await made(store, a_room())
    await store.append("room", "w", row.epoch, 1, [b"second"], b"save 2")
    await as_of(store, 2)
    assert await store.row("room") == changed(row, owner="", seq=2, touched=clock.now, open=False)
    stored = await acquired(store, "room", "v")
    assert (stored.row.seq, stored.save, stored.saved) == (3, b"save 2", 2)
    assert await store.owned_by("v") == ("room",)
    assert store.file.rows("SELECT key FROM meta") == [("key",)]


async def test_a_file_of_the_first_version_is_brought_up_to_this_one(store: SqliteStore, clock: Clock) -> None:
    """Its matches have no pin: no later version can restore them, so they are kept and nobody acquires them."""
    key = await store.signing_key()
    await made(store, a_room())
    await as_of(store, 1)
    assert await store.signing_key() == key
    assert await store.rooms_of("ann") == (Sitting("room", "playing", ""),)
    with pytest.raises(OtherVersion, match="a version without a name"):
        await acquired(store, "room", "w")
    assert await bodies(store, "room") == [b"first"]
    await made(store, a_room("new", "NEW"))
    again = await reopened(store, clock)
    assert (await acquired(again, "new", "w")).row.owner == "w"
    await again.close()


async def test_a_file_brought_up_has_the_tables_of_a_new_one(store: SqliteStore, tmp_path: Path, clock: Clock) -> None:
    await as_of(store, 1)
    new = SqliteStore(tmp_path / "new.sqlite3", clock)
    await new.open()
    described = [
        {
            "columns": sorted(
                (table, *row[1:5])
                for table in ("rooms", "records")
                for row in each.file.rows(f"PRAGMA table_info({table})")
            ),
            "indexes": sorted(each.file.rows("SELECT name, sql FROM sqlite_master WHERE type='index'")),
        }
        for each in (store, new)
    ]
    assert described[0] == described[1]
    await new.close()


async def test_a_closed_store_is_not_healthy_and_says_so(store: SqliteStore) -> None:
    assert await store.healthy()
    await store.close()
    assert not await store.healthy()
    with pytest.raises(StoreFailed):
        await store.acquire("room", "w", 1, b"", PIN)
    with pytest.raises(StoreFailed):
        await store.find("CODE")


async def test_a_file_that_is_not_a_store_is_refused_with_its_name(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "store.sqlite3"
    file.write_bytes(b"this is not a database, " * 100)
    with pytest.raises(StoreFailed, match=str(file)):
        await SqliteStore(file, clock).open()


async def test_a_file_of_another_version_is_refused(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "store.sqlite3"
    database = sqlite3.connect(file)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreFailed, match="another version"):
        await SqliteStore(file, clock).open()


async def test_a_store_that_is_in_use_is_refused(tmp_path: Path, clock: Clock) -> None:
    first = SqliteStore(tmp_path / "store.sqlite3", clock)
    await first.open()
    with pytest.raises(StoreFailed, match="in use"):
        await SqliteStore(tmp_path / "store.sqlite3", clock).open()
    await first.close()


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFailed, match="cannot be opened"):
        await SqliteStore(tmp_path / "file" / "store.sqlite3", clock).open()


# --- who may read it --------------------------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    """Who may do what with each thing in a folder."""
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.fixture
def open_to_all() -> Iterator[None]:
    """New files are readable for everyone, unless their maker sees to it that they are not."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_to_all")
async def test_nobody_but_its_owner_may_read_the_file_that_holds_the_key(tmp_path: Path, clock: Clock) -> None:
    store = SqliteStore(tmp_path / "state" / "store.sqlite3", clock)
    await store.open()
    await made(store, a_room())
    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o700
    assert modes(tmp_path / "state") == {"store.sqlite3": 0o600, "store.sqlite3-wal": 0o600}
    await store.close()


@pytest.mark.usefixtures("open_to_all")
async def test_what_others_could_read_they_can_read_no_more_once_it_was_opened(tmp_path: Path, clock: Clock) -> None:
    folder = tmp_path / "Paltable"
    folder.mkdir()
    for ending in ("", "-wal", "-shm"):
        (folder / f"store.sqlite3{ending}").touch()
    store = SqliteStore(folder / "store.sqlite3", clock)
    await store.open()
    await made(store, a_room())
    assert folder.stat().st_mode & 0o777 == 0o700
    assert set(modes(folder).values()) == {0o600}
    await store.close()


@pytest.mark.usefixtures("open_to_all")
async def test_a_folder_that_somebody_chose_stays_as_it_is(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "everyone's").mkdir()
    store = SqliteStore(tmp_path / "everyone's" / "store.sqlite3", clock)
    await store.open()
    assert modes(tmp_path) == {"everyone's": 0o777}
    await store.close()
