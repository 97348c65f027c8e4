"""The rooms of this worker: each opened once, each with one task, all owned by one task group."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from heapq import nlargest
from itertools import count
from typing import Any, Final, Literal, NamedTuple

import structlog
from msgspec.structs import replace

from engine import OtherVersion
from engine.model.terms import SeatName
from server import records, restore
from server.inbox import Done, HandOver
from server.match import Match, Services
from server.protocol.errors import Refusal
from server.protocol.messages import TimeControlName, WatchPolicy
from server.pulse import Pulse
from server.records import Committed, Owned
from server.restore import BY_CHANCE, Beginning
from server.room import Room
from server.store.base import (
    Fenced,
    Record,
    RoomRow,
    Seat,
    Sitting,
    Stored,
    StoreFailed,
    Unreadable,
    Whereabouts,
    is_shown,
    other_version,
)
from server.together import together

CODE_TRIES: Final = 16
FIND_TRIES: Final = 4
COMPARED: Final = 1000
"""So many rooms are asked for together: whatever else goes to the store waits behind them."""
SUSPECTED: Final = 5.0
"""For how many seconds a worker that did not hear counts as dead, if it is not alive by its lease later."""

EVERYONE: Final = WatchPolicy()
"""How tables are watched about which nobody has said anything."""

PARKED: Final = (
    "This match was begun with another version of Paltable. It is kept, and goes on when that version runs again."
)
"""What is told about a match that this version cannot go on with. Nothing is written to it."""
DAMAGED: Final = "What is kept of this table cannot be read any more. You may sit down elsewhere."
"""What is told about a table whose row is damaged. Nothing is written to it either."""


def _again(why: OtherVersion | Unreadable) -> OtherVersion | Unreadable:
    """The same, as something new to raise: an exception that was raised holds on to whoever raised it."""
    return type(why)(str(why))


async def nothing() -> None:
    """Nothing is to be done."""


class Elsewhere(NamedTuple):
    """A room that another worker owns."""

    owner: str


class Rooms:
    """Opens, makes and forgets the rooms that this worker owns.

    ``left`` is told of each that does not run any more, ``agreed`` of each whose players want to play again.
    """

    def __init__(
        self,
        services: Services,
        pulse: Pulse,
        tasks: asyncio.TaskGroup,
        idle_seconds: float,
        left: Callable[[Room], None],
        agreed: Callable[[Room], None],
    ) -> None:
        self._services = services
        self._pulse = pulse
        self._tasks = tasks
        self._idle_seconds = idle_seconds
        self._left = left
        self._agreed = agreed
        self._rooms: dict[str, Room] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._opening: dict[str, asyncio.Task[Room | Elsewhere | StoreFailed | OtherVersion | None]] = {}
        self._claims = asyncio.Semaphore(services.timers.claims)
        self._making: dict[str, asyncio.Event] = {}
        """Rooms that this worker is making: the store has them before they run."""
        self._stood: dict[str, tuple[int, int]] = {}
        """The epoch and position of each room when it was last looked whether it is quiet."""
        self._suspects: dict[str, float] = {}
        """Workers that do not hear, and when that was noticed."""
        self._parked: dict[str, OtherVersion | Unreadable] = {}
        """Rooms of another version, or that cannot be read, and why: it is logged once, and then never again."""
        self._log = structlog.get_logger("server.rooms")
        self._paused = False
        self.closing = False
        """Whether this worker takes no more rooms."""

    def __len__(self) -> int:
        return len(self._rooms)

    def running(self, room_id: str) -> Room | None:
        """The room, if it runs here."""
        return self._rooms.get(room_id)

    def newest_shown(self, most: int) -> list[Room]:
        """The latest matches that run here and are listed in the lobby."""
        playing = [room for room in self._rooms.values() if room.match.row.state == "playing"]
        shown = [room for room in playing if is_shown(room.match.row)]
        return nlargest(most, shown, key=lambda room: room.match.row.created)

    # --- opening ---

    async def open(self, room_id: str) -> Room | Elsewhere | None:
        """The room, opened here if nobody else owns it; where it is; or None if there is none.

        Whoever comes at the same time waits for one opening. Raises `StoreFailed`, and `OtherVersion` or `Unreadable`
        for a room that is parked.
        """
        while made := self._making.get(room_id):
            await made.wait()
        if room := self._rooms.get(room_id):
            return room
        opening = self._opening.get(room_id)
        if opening is None:
            opening = self._opening[room_id] = self._tasks.create_task(self._open(room_id))
            opening.add_done_callback(lambda _: self._opening.pop(room_id, None))
        opened = await asyncio.shield(opening)
        if isinstance(opened, StoreFailed | OtherVersion):
            raise opened
        return opened

    async def _open(self, room_id: str) -> Room | Elsewhere | StoreFailed | OtherVersion | None:
        try:
            return await self._find(room_id)
        except (OtherVersion, Unreadable) as why:
            self.park(room_id, why)
            return why
        except StoreFailed as error:
            self._log.warning("room cannot be opened now", room=room_id, error=str(error))
            return error
        except Exception as bug:  # noqa: BLE001 - the edge of a task: one room may be lost, the others go on
            self._log.exception("room cannot be opened", room=room_id)
            lost = Unreadable(f"room {room_id} cannot be opened: {bug!r}")
            return self._parked.setdefault(room_id, lost)  # tried again, it would be taken again, without end

    async def _find(self, room_id: str) -> Room | Elsewhere | None:
        """Where the room is; it is taken over if that may be done. Who was slower than another looks again."""
        for _ in range(FIND_TRIES):
            try:
                return await self._find_once(room_id)
            except Fenced:
                self._log.info("somebody else was quicker", room=room_id)
        raise StoreFailed(f"room {room_id} changes hands all the time")

    async def _find_once(self, room_id: str) -> Room | Elsewhere | None:
        found = await self._look(room_id)
        if not isinstance(found, Whereabouts):
            return found
        async with self._claims:  # so many at once that signs of life, and those who play here, come in between
            found = await self._look(room_id)  # what was so before it had to wait is perhaps so no more
            return await self._claim(room_id, found) if isinstance(found, Whereabouts) else found

    async def _look(self, room_id: str) -> Whereabouts | Elsewhere | None:
        """Where the room is; what the store knows of it if this worker may take it. Raises as `open`."""
        services = self._services
        await self._pulse.standing()
        where = await services.store.where(room_id)
        if where is None:
            return None
        if where.owner and where.owner != services.worker and not await self._is_gone(where.owner):
            return Elsewhere(where.owner)
        if room_id in self._parked:
            raise _again(self._parked[room_id])
        if other := other_version(where, services.pin):
            raise other
        if self.closing:
            raise StoreFailed("this worker takes no more rooms")
        if not (self._pulse.may_take if where.owner == services.worker else self._pulse.may_claim):
            raise StoreFailed("the store was perhaps away, and may not know yet whose this room is")
        return where

    async def _claim(self, room_id: str, seen: Whereabouts) -> Room | None:
        """Take over a room whose owner is gone. Raises `Fenced`, `OtherVersion`, `Unreadable` and `StoreFailed`."""
        services = self._services
        why: Literal["taken", "claimed"] = "taken" if seen.owner in ("", services.worker) else "claimed"
        owned = records.encode(Owned(services.worker, why))
        stored = await services.store.acquire(room_id, services.worker, seen.epoch, owned, services.pin)
        if stored is None:
            return None
        if seen.owner not in ("", services.worker):
            services.metrics.claims.inc()
        match = Match(stored, services)
        if match.fault and not match.is_ended:
            await match.break_off(match.fault)
        return self._run(match)

    async def _is_gone(self, worker: str) -> bool:
        """Whether a worker's rooms may be taken. Raises `StoreFailed` if that cannot be told now."""
        noticed = self._suspects.get(worker)
        is_suspect = noticed is not None and asyncio.get_running_loop().time() - noticed < SUSPECTED
        if noticed is not None and is_suspect and self._pulse.beaten < noticed:
            await self._pulse.beat()  # a store that was away itself is told by that, and nobody may hear yet
        if not is_suspect and not await self._pulse.is_dead(worker):
            return False
        if not self._pulse.may_judge:
            self._suspects.pop(worker, None)
            raise StoreFailed(f"{worker} is not heard of, and this worker was late itself")
        return True

    def suspect(self, worker: str) -> None:
        """This worker does not hear what is said to it: its process is gone."""
        self._suspects = {
            each: when for each, when in self._suspects.items() if asyncio.get_running_loop().time() - when < SUSPECTED
        }
        self._suspects[worker] = asyncio.get_running_loop().time()

    def park(self, room_id: str, why: OtherVersion | Unreadable) -> None:
        """Leave a room as it is, with a line in the log."""
        if room_id in self._parked:
            return
        self._parked[room_id] = _again(why)
        if isinstance(why, Unreadable):
            self._log.error("room cannot be read", room=room_id, why=str(why))
        else:
            self._log.warning("room of another version is parked", room=room_id, why=str(why))

    async def of_user(self, user: str) -> Sitting | None:
        """The room where this guest sits; rooms that are parked do not count."""
        for sitting in await self._services.store.rooms_of(user):
            if not await self._is_parked(sitting):
                return sitting
        return None

    @property
    def may_be_forgotten(self) -> bool:
        """Whether the store may just have lost some rooms: their owners give them back within moments."""
        return not self._pulse.has_settled

    async def has_parked(self, user: str) -> bool:
        """Whether a match of this guest waits for another version."""
        sittings = await self._services.store.rooms_of(user)
        parked = [sitting for sitting in sittings if sitting.state == "playing" and await self._is_parked(sitting)]
        return any(not isinstance(self._parked[sitting.room], Unreadable) for sitting in parked)

    async def _is_parked(self, sitting: Sitting) -> bool:
        """Whether a room waits for another version, or cannot be read: nobody runs it, and this worker cannot."""
        other = other_version(sitting, self._services.pin)
        if other is None and sitting.room not in self._parked:
            return False
        try:
            where = await self._services.store.where(sitting.room)
        except Unreadable:
            where = None
        owner = "" if where is None else where.owner
        if owner not in ("", self._services.worker) and not await self._pulse.is_dead(owner):
            return False
        if other is not None:
            self.park(sitting.room, other)
        return True

    async def open_tables(self, most: int) -> tuple[RoomRow, ...]:
        """Tables that wait openly for a second player while the first is there: their rooms run somewhere."""
        return await self._services.store.open_tables(self.alive, most)

    async def live_tables(self, most: int) -> tuple[RoomRow, ...]:
        """Tables at which a match is going on, and was not left by both long ago."""
        return await self._services.store.live_tables(self.alive, most)

    @property
    def alive(self) -> tuple[str, ...]:
        return () if self._pulse.last is None else self._pulse.last.alive

    async def by_code(self, code: str) -> RoomRow:
        """The table with this code. Raises `Refusal`."""
        store = self._services.store
        room_id = await store.find(code.strip().upper())
        row = None if room_id is None else await store.row(room_id)
        if row is None:
            raise Refusal("unknown_table", f"There is no table with the code {code!r}.")
        if other_version(row, self._services.pin):
            raise Refusal("other_version", PARKED)
        return row

    # --- making ---

    async def create(
        self,
        seats: Mapping[SeatName, Seat],
        room_id: str = "",
        like: RoomRow | None = None,
        beginning: Beginning = BY_CHANCE,
        is_open: bool = False,
        time: TimeControlName = "none",
        watch: WatchPolicy = EVERYONE,
    ) -> Room:
        """Make a room: with one seat taken it waits for the other, with both the match begins at once.

        A rematch is played ``like`` the match of an earlier room.
        Raises `StoreFailed`, and `Fenced` if there is a room of this name.
        """
        services = self._services
        if like is not None:
            is_open, time, watch = like.open, like.time, like.watch
        log, secret, save = services.chance.token()[:12], services.chance.secret(), b""
        entries: list[records.Entry] = [Owned(services.worker, "made")]
        if len(seats) == 2:
            game, began = restore.start(secret, seats, log, services.catalogue, services.controls[time], beginning)
            entries.append(began)
            save = restore.pack(game, restore.untouched(game).numbers)
        else:
            entries.append(Committed(secret))
        bodies = [records.encode(entry) for entry in entries]
        row = RoomRow(
            id=room_id or services.chance.token(), log=log, code="",
            state="playing" if save else "waiting", seats=dict(seats), pin=services.pin if save else "", open=is_open,
            time=time, watch=watch,
        )  # fmt: skip
        if self.closing:
            raise StoreFailed("this worker takes no more rooms")
        made = self._making[row.id] = asyncio.Event()
        try:
            row = await self._claim_code(row, bodies, save)
            if save:
                self._log.info("match begins", room=row.id, code=row.code)
            kept = tuple(Record(seq, row.epoch, body, row.created) for seq, body in enumerate(bodies, 1))
            return self._run(Match(Stored(row, save, len(kept) if save else 0, kept), services))
        finally:
            self._making.pop(row.id, None)
            made.set()

    async def _claim_code(self, row: RoomRow, bodies: Sequence[bytes], save: bytes) -> RoomRow:
        for _ in range(CODE_TRIES):
            coded = replace(row, code=self._services.chance.code())
            if created := await self._services.store.create(coded, self._services.worker, bodies, save):
                return created
        raise StoreFailed(f"{CODE_TRIES} codes in a row were taken")

    def _run(self, match: Match) -> Room:
        room = Room(match, self._services, self._pulse, self._idle_seconds, self._closed, self._agreed)
        self._rooms[room.id] = room
        self._running[room.id] = self._tasks.create_task(room.run())
        return room

    def _closed(self, room: Room) -> None:
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id], self._running[room.id]
            if room.is_lost:
                self.park(room.id, Unreadable(f"room {room.id} failed, and that could not be stored"))
            self._left(room)

    # --- all of them ---

    async def recheck(self, between: Callable[[], Awaitable[None]] = nothing) -> None:
        """Ask the store for every room that runs here; those that are another's are dropped. Raises `StoreFailed`.

        If they are many, ``between`` is called now and then.
        """
        await self._compare(list(self._rooms.values()), between)

    async def recheck_quiet(self) -> None:
        """Do so for those where nothing was written since the last time: the others were fenced by what they wrote.

        Another worker may have taken a room in error, when the store had just come back. Raises `StoreFailed`.
        """
        stand = {room.id: (room.match.row.epoch, room.match.row.seq) for room in self._rooms.values()}
        quiet = [room for room in self._rooms.values() if self._stood.get(room.id) == stand[room.id]]
        self._stood = stand
        await self._compare(quiet)

    async def _compare(self, rooms: Sequence[Room], between: Callable[[], Awaitable[None]] = nothing) -> None:
        for start in range(0, len(rooms), COMPARED):
            page = rooms[start : start + COMPARED]
            heads = [room.match.row.seq for room in page]
            found = await together(self._where(room) for room in page)
            for room, head, where in zip(page, heads, found, strict=True):
                room.check(where, head)
            await between()

    async def _where(self, room: Room) -> Whereabouts | None:
        """Where the store says that a room is. Nobody can know whose one is that cannot be read: it is given up."""
        try:
            return await self._services.store.where(room.id)
        except Unreadable as why:
            self.park(room.id, why)
            return Whereabouts("", room.match.row.epoch, 0, "", "ended", "")

    async def hand_over(self, targets: Sequence[str]) -> None:
        """Give every room to one of these workers, or, without any, to nobody; so many at once as the timers say."""
        self.closing = True
        turn = count()
        while self._rooms or self._opening or self._making:
            waiting = list(self._rooms.values())

            async def give(waiting: list[Room] = waiting) -> None:
                while waiting:
                    done: Done = asyncio.get_running_loop().create_future()
                    target = targets[next(turn) % len(targets)] if targets else ""
                    waiting.pop().post(HandOver(target, done))
                    await done

            ending: list[asyncio.Task[Any]] = list(self._running.values())
            await together(give() for _ in range(self._services.timers.drains))
            ending += self._opening.values()  # some were about to end already, and may take long
            if ending:
                await asyncio.wait(ending)
            for made in list(self._making.values()):
                await made.wait()

    def pause(self, on: bool, since: float) -> None:
        """Tell every table that it waits for the store since then, by the loop's clock, or does so no longer."""
        if on or self._paused:  # each time that it is away: a room may have been opened meanwhile
            self._paused = on
            for room in self._rooms.values():
                room.pause(on, since)

    def stop(self) -> None:
        """End every task; what the rooms are is in the store."""
        for task in [*self._running.values(), *self._opening.values()]:
            task.cancel()
