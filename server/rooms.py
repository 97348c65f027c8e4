"""The rooms of this process: each opened once, each with one task, all owned by one task group."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

import structlog

from engine import OtherVersion
from engine.model.terms import SeatName
from server import records, restore
from server.match import Match, Services
from server.protocol.errors import Refusal
from server.protocol.messages import TableState
from server.records import Owned
from server.room import Room
from server.store.base import Fenced, RoomRow, Seat, Sitting, StoreFailed, other_version

CODE_TRIES: Final = 16

PARKED: Final = (
    "This match was begun with another version of Paltable. It is kept, and goes on when that version runs again."
)
"""What is told about a match that this version cannot go on with. Nothing is written to it."""


class Rooms:
    """Opens, makes and forgets rooms. ``worker`` names this process in their logs."""

    def __init__(self, services: Services, tasks: asyncio.TaskGroup, worker: str, idle_seconds: float) -> None:
        self._services = services
        self._tasks = tasks
        self._worker = worker
        self._idle_seconds = idle_seconds
        self._rooms: dict[str, Room] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._opening: dict[str, asyncio.Task[Room | StoreFailed | OtherVersion | None]] = {}
        self._parked: set[str] = set()
        """Rooms of another version that somebody came for: each is logged once."""
        self._log = structlog.get_logger("server.rooms")

    def __len__(self) -> int:
        return len(self._rooms)

    async def open(self, room_id: str) -> Room | None:
        """The room, opened if need be; None if there is none. Whoever comes at the same time waits for one opening.

        Raises `StoreFailed`, and `OtherVersion` for a room that is parked.
        """
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

    async def _open(self, room_id: str) -> Room | StoreFailed | OtherVersion | None:
        services = self._services
        try:
            stored = await services.store.acquire(room_id, records.encode(Owned(self._worker)), services.pin)
            if stored is None:
                return None
            restored = restore.restore_or_fault(stored, services.catalogue)
            match = Match(stored.row, restored, services)
            if restored.fault and not match.is_ended:
                await match.break_off(restored.fault)
        except OtherVersion as other:
            self._park(room_id, other)
            return other
        except (StoreFailed, Fenced) as error:
            self._log.error("room cannot be opened", room=room_id, error=repr(error))
            return StoreFailed(str(error))
        except Exception as bug:  # noqa: BLE001 - the edge of a task: one room may be lost, the others go on
            self._log.exception("room cannot be opened", room=room_id)
            return StoreFailed(repr(bug))
        return self._run(match)

    def _park(self, room_id: str, why: OtherVersion) -> None:
        if room_id not in self._parked:
            self._parked.add(room_id)
            self._log.warning("room of another version is parked", room=room_id, why=str(why))

    async def of_user(self, user: str) -> Room | None:
        """The room where this guest sits; rooms that are parked do not count."""
        for sitting in await self._services.store.rooms_of(user):
            try:
                if not self._is_parked(sitting) and (room := await self.open(sitting.room)):
                    return room
            except OtherVersion:
                continue
        return None

    async def has_parked(self, user: str) -> bool:
        """Whether a match of this guest waits for another version."""
        sittings = await self._services.store.rooms_of(user)
        return any(self._is_parked(sitting) for sitting in sittings if sitting.state == "playing")

    def _is_parked(self, sitting: Sitting) -> bool:
        if other := other_version(sitting, self._services.pin):
            self._park(sitting.room, other)
        return sitting.room in self._parked

    async def by_code(self, code: str) -> Room:
        """The table with this code. Raises `Refusal`."""
        room_id = await self._services.store.find(code.strip().upper())
        try:
            room = None if room_id is None else await self.open(room_id)
        except OtherVersion:
            raise Refusal("other_version", PARKED) from None
        if room is None:
            raise Refusal("unknown_table", f"There is no table with the code {code!r}.")
        return room

    async def create(self, seats: Mapping[SeatName, Seat]) -> Room:
        """Make a room: with one seat taken it waits for the other, with both the match begins at once."""
        entries: list[records.Entry] = [Owned(self._worker)]
        restored, save = restore.untouched(), b""
        if len(seats) == 2:
            game, started = restore.start(self._services.chance.seed(), seats, self._services.catalogue)
            entries.append(started)
            restored = restore.untouched(game)
            save = restore.pack(game, restored.numbers)
        row = await self._claim_code(dict(seats), [records.encode(entry) for entry in entries], save)
        return self._run(Match(row, restored, self._services))

    async def _claim_code(self, seats: dict[SeatName, Seat], bodies: Sequence[bytes], save: bytes) -> RoomRow:
        chance, store = self._services.chance, self._services.store
        room_id, log = chance.token(), chance.token()[:12]
        state: TableState = "playing" if save else "waiting"
        pin = self._services.pin if save else ""
        for _ in range(CODE_TRIES):
            row = RoomRow(id=room_id, log=log, code=chance.code(), state=state, seats=seats, pin=pin)
            if created := await store.create(row, bodies, save):
                return created
        raise StoreFailed(f"{CODE_TRIES} codes in a row were taken")

    def _run(self, match: Match) -> Room:
        room = Room(match, self._services, self._idle_seconds, self._closed)
        self._rooms[room.id] = room
        self._running[room.id] = self._tasks.create_task(room.run())
        return room

    def _closed(self, room: Room) -> None:
        self._rooms.pop(room.id, None)
        self._running.pop(room.id, None)

    def stop(self) -> None:
        """End every task; what the rooms are is in the store."""
        for task in [*self._running.values(), *self._opening.values()]:
            task.cancel()
