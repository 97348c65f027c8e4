"""A worker: everything of a server process but HTTP and sockets. Several of them, on one store, are one server."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from logging import DEBUG, WARNING

import msgspec
import structlog

from engine.effects.catalogue import Catalogue
from engine.model.errors import OtherVersion
from server import relayed
from server.auth import Tickets
from server.bots import Bots
from server.chance import Chance
from server.controls import Controls, controls
from server.gallery import Gallery
from server.lessons import NO_LESSONS, Lessons, bots_of
from server.lobby import Lobby
from server.match import Services
from server.metrics import Metrics
from server.pairing import Pairing
from server.pulse import Pulse, Timers
from server.reels import Reels, Rulings, no_rulings
from server.relay import Relay
from server.relayed import Take
from server.rematch import Rematches
from server.replays import Replays
from server.room import Room
from server.rooms import Rooms
from server.store.base import Store, StoreFailed, Unreadable, other_version
from server.store.fleet import Beat, Fleet
from server.thinking import Thinking
from server.together import together

DAY_MS = 24 * 3600 * 1000
HOUSEKEEPING_SECONDS = 3600.0
HOUSEKEEPING_ROOMS = 50
"""So many old tables are removed at once: the games that are played wait for it."""


def name_of(process: int, token: str, pin: str) -> str:
    """The name of a worker: never the same for two starts, and it tells which matches it can go on with."""
    return f"{process}-{token}.{blake2b(pin.encode(), digest_size=4).hexdigest()}"


def version_in(name: str) -> str:
    """What a worker's name tells of its version: workers of one can go on with each other's matches."""
    return name.partition(".")[2]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a worker is made of. ``clock`` gives milliseconds of the Unix epoch, ``dice`` spreads timers."""

    name: str
    """By `name_of`."""
    store: Store
    fleet: Fleet
    catalogue: Catalogue
    bots: Bots
    chance: Chance
    clock: Callable[[], int]
    dice: random.Random
    idle_seconds: float
    keep_days: float
    timers: Timers = field(default_factory=Timers)
    metrics: Metrics = field(default_factory=Metrics)
    controls: Controls = field(default_factory=controls)
    lessons: Lessons = field(default_factory=lambda: NO_LESSONS)
    rulings: Rulings = no_rulings


@asynccontextmanager
async def _tasks() -> AsyncIterator[asyncio.TaskGroup]:
    """A task group from which `StoreFailed` comes as it is, if nothing else failed: it is told to a person."""
    try:
        async with asyncio.TaskGroup() as tasks:
            yield tasks
    except BaseExceptionGroup as group:
        first, *others = group.exceptions
        if others or not isinstance(first, StoreFailed):
            raise
        raise first from None


class Worker:
    """Owns rooms, holds connections, and takes over what dead workers leave."""

    lobby: Lobby
    rooms: Rooms
    relay: Relay
    gallery: Gallery
    pulse: Pulse
    pairing: Pairing

    def __init__(self, parts: Parts) -> None:
        self.name = parts.name
        self.metrics = parts.metrics
        self.store = parts.store
        self.replays = Replays(parts.store, parts.catalogue)
        self.reels = Reels(self.replays, parts.catalogue, parts.rulings)
        self.fleet = parts.fleet
        self.tickets = Tickets(parts.store, parts.clock, parts.chance)
        self.draining = False
        self._parts = parts
        self._services = Services(
            parts.name, parts.store, parts.catalogue, {**parts.bots, **bots_of(parts.lessons)}, parts.chance,
            parts.timers, parts.metrics, parts.controls, parts.lessons, Thinking(parts.bots),
        )  # fmt: skip
        self._opened = False
        self._taking: dict[str, asyncio.Task[None]] = {}
        """Takings of the rooms of dead workers, by worker."""
        self._met: tuple[str, ...] = ()
        """The workers that were alive when this one could judge last, or had connections to rooms here."""
        self._log = structlog.get_logger("server.worker").bind(worker=parts.name)

    async def open(self) -> None:
        """Open store and fleet, before anything else. Raises `StoreFailed`: then neither is open."""
        if not self._opened:
            await self.store.open()
            try:
                await self.fleet.open(self.name, self._hear)
            except BaseException:
                await self.store.close()
                raise
            self._opened = True

    async def close(self) -> None:
        """Close both."""
        self._opened = False
        await self.fleet.close()
        await self.store.close()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Everything that runs is owned here; when it is over, what was told to anyone is in the store.

        Raises `StoreFailed` if it cannot begin.
        """
        await self.open()
        try:
            async with _tasks() as tasks:
                self._put_together(tasks)
                await self.pulse.beat()
                self._log.info("worker is ready")
                loops = [
                    tasks.create_task(work)
                    for work in (
                        self.pulse.run(), self.relay.run(), self._adopt(), self._keep_house(), self.metrics.watch_lag(),
                        self._services.thinking.run(),
                    )
                ]  # fmt: skip
                yield
                for task in [*loops, *self._taking.values()]:
                    task.cancel()
                self.relay.stop()
                self.rooms.stop()
            await self._retire()
        finally:
            await self.close()

    async def _retire(self) -> None:
        """Whoever has handed everything over need not be found dead."""
        if self.draining:
            try:
                await self.fleet.retire(self.name)
            except StoreFailed as error:
                self._log.warning("not struck out", error=str(error))

    def _put_together(self, tasks: asyncio.TaskGroup) -> None:
        parts, services = self._parts, self._services
        self.pulse = Pulse(parts.fleet, parts.timers, parts.dice, self._recheck, self._beaten, self._silent)
        self.rooms = Rooms(services, self.pulse, tasks, parts.idle_seconds, self._left, self._agreed)
        self.relay = Relay(parts.fleet, self.rooms, services, tasks)
        self.gallery = Gallery(services, self.relay)
        self.pairing = Pairing(parts.fleet, self.rooms, self.relay, services)
        self._rematches = Rematches(parts.fleet, self.rooms, self.relay, services)
        self.lobby = Lobby(
            self.rooms, self.relay, self.gallery, self.pairing, parts.fleet, services, self.replays, self.tickets,
            parts.clock,
        )  # fmt: skip
        self.metrics.rooms.read = lambda: len(self.rooms)
        self.metrics.links.read = lambda: len(self.relay)
        self.metrics.watchers.read = lambda: self.gallery.watchers
        self.metrics.readers.read = lambda: self.gallery.readers

    async def unready(self) -> str:
        """Why this worker should get no new connections; empty if it should."""
        if self.draining:
            return "draining"
        if not await self.store.healthy():
            return "store unavailable"
        return "deaf to other workers" if self.fleet.is_deaf() else ""

    # --- what other workers say ---

    def _hear(self, body: bytes) -> None:
        try:
            self._follow(relayed.decode(body))
        except msgspec.DecodeError as error:  # its sender is of another version; messages are hints, and may be lost
            self._log.error("message that cannot be read", error=str(error))
        except Exception:  # noqa: BLE001 - the edge to other workers: one word of theirs costs no other
            self._log.exception("message failed")

    def _follow(self, message: relayed.Message) -> None:
        if isinstance(message, Take):
            self.relay.beside(self._take(message.room))
        elif not any(part.hear(message) for part in (self.relay, self.pairing, self.gallery, self.lobby)):
            self._log.error("message that nobody understands", kind=type(message).__name__)

    async def _take(self, room_id: str) -> None:
        try:
            await self.rooms.open(room_id)
        except OtherVersion as other:
            self._log.warning("room of another version is handed over", room=room_id, why=str(other))

    # --- with every sign of life ---

    async def _recheck(self, between: Callable[[], Awaitable[None]]) -> None:
        await self.rooms.recheck(between)

    def _left(self, room: Room) -> None:
        self.relay.left(room)

    def _agreed(self, room: Room) -> None:
        self._rematches.agreed(room)

    def _silent(self) -> None:
        self._pause(True)

    def _pause(self, on: bool) -> None:
        """The store or this worker is away, since the last sign of life, or is back: nobody would notice by itself."""
        self.relay.pause(on)
        self.rooms.pause(on, self.pulse.beaten)

    def _beaten(self, beat: Beat) -> None:
        self._pause(False)
        self.relay.beside(self.pairing.beat())
        self.gallery.beat(beat.alive)
        if not self.pulse.may_judge or self.draining:
            return
        for gone in dict.fromkeys((*self._met, *beat.dead)):  # of the former, others may have struck out some already
            if gone not in beat.alive and gone not in self._taking:
                self.relay.died(gone)
        self._met = (*beat.alive, *self.relay.holders)
        for dead in beat.dead:
            if dead not in self._taking and dead != self.name:
                self._taking[dead] = self.relay.spawn(self._take_over(dead))

    async def _take_over(self, dead: str) -> None:
        """Claim what a dead worker leaves, in any order, since others do the same; then strike it out."""
        rooms: list[str] = []
        is_done: list[bool] = []

        async def claim() -> None:
            while rooms:
                is_done.append(await self._claim(rooms.pop(), dead))

        try:
            left = await self.store.owned_by(dead)
            rooms += left
            self._parts.dice.shuffle(rooms)
            self._log.warning("worker is dead", dead=dead, rooms=len(rooms))
            await together(claim() for _ in range(self._parts.timers.claims))
            taken = sum(self.rooms.running(room) is not None for room in left)
            self._log.info("rooms of a dead worker claimed", dead=dead, rooms=taken)
            if all(is_done):
                await self.fleet.retire(dead)
        finally:
            del self._taking[dead]

    async def _claim(self, room_id: str, owner: str) -> bool:
        """Run a room whose owner is gone, if this worker can, and nobody else has been quicker; False: not yet."""
        try:
            where = await self.store.where(room_id)
            if where is None or where.owner != owner or where.state != "playing":
                return True  # what is not being played is opened when somebody comes
            if self.rooms.running(room_id) is None and not other_version(where, self._services.pin):
                with suppress(OtherVersion):  # the row says this version, and the log another: it is parked, and logged
                    await self.rooms.open(room_id)
        except Unreadable as why:
            self.rooms.park(room_id, why)
        except StoreFailed as error:
            level = DEBUG if self.pulse.is_away else WARNING
            self._log.log(level, "room is not claimed yet", room=room_id, error=str(error))
            return False
        except Exception:  # noqa: BLE001 - one room costs no other, and the dead worker is struck out all the same
            self._log.exception("room cannot be claimed", room=room_id)
        return True

    async def _adopt(self) -> None:
        """Find for ever what is this worker's and does not run, because a message was lost, and what is so no more."""
        while True:
            await asyncio.sleep(self._parts.timers.adopt)
            try:
                for room_id in await self.store.owned_by(self.name):
                    if not self.draining and self.rooms.running(room_id) is None:
                        await self._claim(room_id, self.name)
                await self.rooms.recheck_quiet()
            except StoreFailed as error:
                self._log.log(DEBUG if self.pulse.is_away else WARNING, "store failed", error=str(error))
            except Exception:  # noqa: BLE001 - the edge of a loop: the next round may do better
                self._log.exception("rooms not looked after")

    async def _keep_house(self) -> None:
        while True:
            try:
                before = self._parts.clock() - int(self._parts.keep_days * DAY_MS)
                while forgotten := await self.store.forget_old(before, HOUSEKEEPING_ROOMS):
                    self._log.info("old tables removed", tables=forgotten)
                self.metrics.evidence.set(len(await self.store.faulted()))
            except StoreFailed as error:
                self._log.error("housekeeping failed", error=str(error))
            except Exception:  # noqa: BLE001 - the edge of a loop: the next round may do better
                self._log.exception("housekeeping failed")
            await asyncio.sleep(HOUSEKEEPING_SECONDS)

    # --- the end ---

    async def drain(self) -> None:
        """Hand every room over, for as long as the timers allow; what is left is claimed when the lease runs out."""
        self.draining = True
        self.metrics.draining.set(1)
        before = self.metrics.handovers.value
        self._log.info("worker drains", rooms=len(self.rooms))
        try:
            async with asyncio.timeout(self._parts.timers.drain):
                await self.rooms.hand_over(await self._targets())
            self._log.info("rooms handed over", rooms=int(self.metrics.handovers.value - before))
        except (TimeoutError, StoreFailed) as error:
            self._log.error("not all rooms were handed over", rooms=len(self.rooms), error=repr(error))

    async def _targets(self) -> list[str]:
        while True:
            try:
                await self.fleet.drain()
                beat = await self.pulse.beat()
                return [
                    each
                    for each in beat.alive
                    if each != self.name and each not in beat.draining and version_in(each) == version_in(self.name)
                ]
            except StoreFailed as error:
                self._log.log(DEBUG if self.pulse.is_away else WARNING, "cannot drain yet", error=str(error))
                await asyncio.sleep(self._parts.timers.retry)
