"""All stores agree: whatever several workers do to them, every result and every refusal is the same."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from msgspec.structs import replace

from engine.model.terms import SeatName
from server.protocol.messages import TableState, TimeControlName
from server.store.base import RoomRow, Seat
from tests.redis import RedisServer
from tests.store.makers import BOT, PIN, now
from tests.store.subjects import WORKERS, MemorySubject, RedisSubject, SqliteSubject, Subject, opened, outcome

ROOMS = ("one", "two", "three")
CODES = ("AAA", "BBB")
GUESTS = ("ann", "ben", "cid")
SEATS = {guest: Seat(guest, guest.title(), "deck", {"X": 50}) for guest in GUESTS}
LEFT = {guest: replace(seat, left=True) for guest, seat in SEATS.items()}

workers = st.sampled_from(WORKERS)
rooms = st.sampled_from(ROOMS)
flags = st.booleans()
seldom = st.integers(0, 9).map(lambda number: number == 0)
pairs = st.permutations(GUESTS).map(lambda order: order[:2])
saves = st.sampled_from([b"", b"a save", b"a later save"])
bodies = st.lists(st.sampled_from([b"x", b"y", b"\x00\xff \r\n"]), max_size=3).map(tuple)
shifts = st.sampled_from([0, 0, 0, 0, 0, 0, -1, 1])


class Agreement(RuleBasedStateMachine):
    """Workers make, take over, play, hand over, lose and heal rooms in three stores at once."""

    def __init__(self, server: RedisServer, folder: Path) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        file = Path(mkdtemp(dir=folder)) / "store.sqlite3"
        self._subjects: list[Subject] = [SqliteSubject(file), MemorySubject(), RedisSubject(server)]
        self._stack = AsyncExitStack()
        self._runner.run(self._stack.enter_async_context(opened(self._subjects)))
        self._numbers = count()
        self._kept: list[object] | None = None
        self._current: dict[str, RoomRow] = {}
        """What the rooms were last made or changed to."""

    def teardown(self) -> None:
        try:
            self._look(WORKERS[0], 10)
        finally:
            self._runner.run(self._stack.aclose())
            self._runner.close()

    def _all(self, act: Callable[[Subject], Awaitable[object]]) -> object:
        """Let it be done to every store; what came of it, which is the same for all."""

        async def each() -> list[object]:
            return [await outcome(act(subject)) for subject in self._subjects]

        results = self._runner.run(each())
        for result in results[1:]:
            assert result == results[0], results
        return results[0]

    def _look(self, worker: str, most: int) -> None:
        for room in ROOMS:
            self._all(lambda subject, room=room: subject.room(worker, room))  # type: ignore[misc]
        self._all(lambda subject: subject.lists(worker, CODES, GUESTS, most))

    # --- what may happen ---

    @rule(
        worker=workers, name=rooms, code=st.sampled_from(CODES), pair=pairs, begun=flags, is_open=flags, bot=flags,
        records=bodies, save=saves, time=st.sampled_from(["none", "standard", "fast"]),
    )  # fmt: skip
    def create(
        self, worker: str, name: str, code: str, pair: list[str], begun: bool, is_open: bool, bot: bool,
        records: tuple[bytes, ...], save: bytes, time: TimeControlName,
    ) -> None:  # fmt: skip
        seats: dict[SeatName, Seat] = {"A": SEATS[pair[0]]}
        if begun:
            seats["B"] = BOT if bot else SEATS[pair[1]]
        state: TableState = "playing" if begun else "waiting"
        log = f"log {next(self._numbers)}"
        row = RoomRow(name, log, code, state, seats, pin=PIN if begun else "", open=is_open and not begun, time=time)
        self._tick()
        made = self._all(lambda subject: subject.create(worker, row, records, save))
        if isinstance(made, RoomRow):
            self._current[name] = row
            again = self._all(lambda subject: subject.create(worker, row, records, save))
            assert again == made, "its maker may try again"

    @rule(worker=workers, room=rooms, pin=st.sampled_from([PIN, PIN, PIN, "another"]), stale=seldom)
    def acquire(self, worker: str, room: str, pin: str, stale: bool) -> None:
        self._all(lambda subject: subject.acquire(worker, room, pin, stale=stale))
        self._all(lambda subject: subject.room(worker, room))

    @rule(worker=workers, room=rooms, shift=shifts, records=bodies, save=saves)
    def append(self, worker: str, room: str, shift: int, records: tuple[bytes, ...], save: bytes) -> None:
        self._all(lambda subject: subject.append(worker, room, shift, records, save, None))
        self._all(lambda subject: subject.room(worker, room))

    @rule(worker=workers, room=rooms)
    def append_again(self, worker: str, room: str) -> None:
        self._all(lambda subject: subject.append_again(worker, room))
        self._all(lambda subject: subject.room(worker, room))

    @precondition(lambda self: self._current)
    @rule(worker=workers, room=rooms, pair=pairs, change=st.sampled_from(["begin", "end", "fault", "leave", "open"]))
    def change(self, worker: str, room: str, pair: list[str], change: str) -> None:
        row = self._current.get(room)
        if row is None:
            return
        changed = _changed(row, change, pair)
        records = () if change in ("leave", "open") else (change.encode(),)
        if isinstance(self._all(lambda subject: subject.append(worker, room, 0, records, b"", changed)), int):
            self._current[room] = changed

    @rule(worker=workers, room=rooms, receiver=st.sampled_from([*WORKERS, ""]), save=saves, shift=shifts)
    def hand_over(self, worker: str, room: str, receiver: str, save: bytes, shift: int) -> None:
        self._all(lambda subject: subject.hand_over(worker, room, receiver, save, shift))
        self._all(lambda subject: subject.room(worker, room))

    @rule(worker=workers, room=rooms)
    def forget(self, worker: str, room: str) -> None:
        self._all(lambda subject: subject.forget(worker, room))

    @rule()
    def keep(self) -> None:
        self._kept = [subject.keep() for subject in self._subjects]

    @rule(everything=seldom)
    def lose(self, everything: bool) -> None:
        """The stores fall back to how they were, or are empty; since then, as after every crash, time has passed."""
        kept = [None] * len(self._subjects) if everything or self._kept is None else self._kept
        for subject, before in zip(self._subjects, kept, strict=True):
            subject.fall_back(before)
        latest = max(subject.latest for subject in self._subjects)
        while now() <= latest:
            pass

    @rule(worker=workers, room=rooms)
    def heal(self, worker: str, room: str) -> None:
        self._all(lambda subject: subject.heal(worker, room))
        self._all(lambda subject: subject.room(worker, room))

    @rule(worker=workers, most=st.sampled_from([1, 2, 10]))
    def look(self, worker: str, most: int) -> None:
        self._look(worker, most)

    def _tick(self) -> None:
        """Rooms are told apart by when they were made: no two are made in one millisecond."""
        start = now()
        while now() <= start + 1:
            pass


def _changed(row: RoomRow, change: str, pair: list[str]) -> RoomRow:
    match change:
        case "begin" if row.state == "waiting":
            return replace(row, state="playing", pin=PIN, seats={"A": row.seats["A"], "B": SEATS[pair[1]]})
        case "end" if row.state == "playing":
            return replace(row, state="ended")
        case "fault" if row.state == "playing":
            return replace(row, state="ended", fault=True)
        case "leave" if row.state == "ended":
            return replace(row, seats={**row.seats, "A": LEFT.get(row.seats["A"].user, row.seats["A"])})
        case "open" if row.state == "waiting":
            return replace(row, open=not row.open)
        case _:
            return row


def machine(server: RedisServer, folder: Path) -> type[RuleBasedStateMachine]:
    """The machine on this Redis, with its files in this folder."""

    class Here(Agreement):
        def __init__(self) -> None:
            super().__init__(server, folder)

    return Here


def test_all_stores_agree(server: RedisServer, tmp_path: Path) -> None:
    run_state_machine_as_test(
        machine(server, tmp_path), settings=settings(max_examples=60, stateful_step_count=40)
    )  # fmt: skip


@pytest.mark.slow
def test_all_stores_agree_for_long(server: RedisServer, tmp_path: Path) -> None:
    run_state_machine_as_test(
        machine(server, tmp_path), settings=settings(max_examples=1500, stateful_step_count=60)
    )  # fmt: skip
