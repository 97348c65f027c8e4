"""The store in memory: what simulations do to it. That it keeps the promises is shown where all stores are compared."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from server.store.base import Behind, Fenced, Notice, StoreFailed
from tests.store.makers import Heard, a_room, acquired, bodies, made, there
from tests.store.memory import MemoryBackend, MemoryFleet, MemoryStore, Wire
from tests.store.tables import Journal, Table

T = TypeVar("T")


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class Faulty(Wire):
    """Loses whatever it is told to lose next."""

    def __init__(self) -> None:
        super().__init__()
        self.loses = ""

    async def ask(self, worker: str, act: Callable[[], T]) -> T:
        if self.loses == "command":
            raise StoreFailed("the command was lost")
        done = act()
        if self.loses == "reply":
            raise StoreFailed("the reply was lost")
        return done


@pytest.fixture
def network() -> Faulty:
    return Faulty()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def backend(clock: Clock, network: Faulty) -> MemoryBackend:
    return MemoryBackend(clock, network)


async def connected(backend: MemoryBackend, worker: str = "w") -> MemoryStore:
    store = MemoryStore(backend, worker)
    await store.open()
    return store


def test_a_journal_takes_back_its_last_transactions_in_their_order() -> None:
    journal = Journal()
    table: Table[str, int] = Table(journal)

    def change(**values: int | None) -> None:
        for key, value in values.items():
            if value is None:
                table.pop(key, None)
            else:
                table[key] = value

    states = [dict(table)]
    for values in ({"a": 1}, {"a": 2, "b": 1}, {"a": None, "c": 3}, {"a": 4, "b": None}):
        journal.transact(lambda values=values: change(**values))  # type: ignore[misc]
        states.append(dict(table))

    def fail() -> None:
        change(a=9, b=None)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        journal.transact(fail)
    assert dict(table) == states[4], "what failed has not been done"
    journal.transact(lambda: None)
    for asked, lost, left in ((1, 1, 3), (2, 2, 1), (5, 1, 0)):
        assert journal.lose(asked) == lost
        assert dict(table) == states[left]


async def test_a_lost_reply_is_a_command_that_was_done_and_a_lost_command_is_none(
    backend: MemoryBackend, network: Faulty
) -> None:
    store = await connected(backend)
    row = await made(store, a_room())
    for lost in ("command", "reply"):
        network.loses = lost
        with pytest.raises(StoreFailed):
            await store.append("room", "w", row.epoch, 1, [b"x"], b"")
        network.loses = ""
        assert await bodies(store, "room") == [b"first", b"x"][: 1 + (lost == "reply")]
    assert (await store.append("room", "w", row.epoch, 1, [b"x"], b"")).seq == 2
    assert await bodies(store, "room") == [b"first", b"x"]


async def test_a_backend_restarted_without_its_tail_is_healed_and_gives_no_epoch_twice(
    backend: MemoryBackend, clock: Clock
) -> None:
    mine, yours = await connected(backend), await connected(backend, "v")
    row = await made(mine, a_room())
    clock.now += 5
    first = await acquired(yours, "room", "v")
    await yours.append("room", "v", first.row.epoch, 2, [b"x"], b"")
    assert backend.restart(2) == 2
    assert (await there(mine, "room")).owner == "w"
    assert (await mine.append("room", "w", row.epoch, 1, [b"stale"], b"")).seq == 2
    with pytest.raises(Behind):
        await yours.append("room", "v", first.row.epoch, 3, [b"y"], b"")
    await yours.heal(first.row, "v", first.records, b"", 0)
    assert await bodies(mine, "room") == [b"first", b"owned"]
    with pytest.raises(Fenced):
        await mine.append("room", "w", row.epoch, 2, [b"late"], b"")
    backend.restart(None)
    assert await mine.where("room") is None
    with pytest.raises(Behind):
        await yours.append("room", "v", first.row.epoch, 2, [b"y"], b"")


async def test_whoever_was_connected_to_a_restarted_backend_is_told_with_the_next_beat(backend: MemoryBackend) -> None:
    fleet = MemoryFleet(backend)
    await fleet.open("w", Heard())
    assert not (await fleet.beat(1000)).renewed
    backend.restart(0)
    assert (await fleet.beat(1000)).renewed
    assert not (await fleet.beat(1000)).renewed
    fleet.reconnected()
    assert (await fleet.beat(1000)).renewed


async def test_a_worker_that_hears_nothing_not_even_itself_is_deaf(
    backend: MemoryBackend, clock: Clock, network: Faulty
) -> None:
    fleet, heard = MemoryFleet(backend), Heard()
    await fleet.open("w", heard)
    clock.now += 3001
    assert fleet.is_deaf()
    await fleet.beat(10_000)
    network.deliver_all()
    assert not fleet.is_deaf()
    assert heard == [], "a canary is told to nobody"


async def test_nobody_hears_a_worker_that_was_unplugged(backend: MemoryBackend, network: Faulty) -> None:
    here, gone, heard = MemoryFleet(backend), MemoryFleet(backend), Heard()
    await here.open("w", Heard())
    await gone.open("v", heard)
    store = await connected(backend)
    row = await made(store, a_room())
    assert await here.tell("v", b"under way")
    backend.unplug("v")
    network.deliver_all()
    assert not await here.tell("v", b"hello")
    await store.append("room", "w", row.epoch, 1, [b"x"], b"", notices=[Notice("v", b"lost")])
    network.deliver_all()
    assert heard == []


async def test_the_lateness_of_a_beat_whose_reply_was_lost_is_told_with_the_next(
    backend: MemoryBackend, clock: Clock, network: Faulty
) -> None:
    fleet = MemoryFleet(backend)
    await fleet.open("w", Heard())
    await fleet.beat(1000)
    clock.now += 1000
    network.loses = "reply"
    with pytest.raises(StoreFailed):
        await fleet.beat(1000)
    network.loses = ""
    assert (await fleet.beat(1000)).late
