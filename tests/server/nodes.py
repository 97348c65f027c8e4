"""Workers of the test's loop, each as a process of its own on virtual time, and what they stand on.

A node may be stopped for a while, and it may be killed: then it never runs again, and whatever it had under way is left
as it is. (Its tasks are ended when the whole test is over, so that nothing of them is left to the next one.)
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from engine.effects.catalogue import Catalogue
from server import records, relayed
from server.auth import Tickets
from server.chance import Chance
from server.lessons import NO_LESSONS, Lessons
from server.metrics import Metrics
from server.store.base import Store, StoreFailed
from server.store.fleet import Fleet
from server.store.local import LocalFleet
from server.store.sqlite import SqliteStore
from server.worker import Parts, Worker
from tests.chaos.loop import Process, VirtualLoop
from tests.server.bots import BOTS
from tests.store.memory import MemoryBackend, MemoryFleet, MemoryStore

T = TypeVar("T")

IDLE_SECONDS = 600.0


class Ground(ABC):
    """What workers stand on: their store and their fleet."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def clock(self) -> int:
        """Milliseconds of the Unix epoch."""
        return self.clock_at(self._loop.time())

    @staticmethod
    def clock_at(time: float) -> int:
        """What the clock shows at this time of the loop."""
        return 1_790_000_000_000 + int(time * 1000)

    @abstractmethod
    def connect(self, process: Process) -> tuple[Store, Fleet]:
        """A worker's way to both; it is named after its process."""

    @abstractmethod
    def cut_off(self, worker: str) -> None:
        """The worker's process is gone."""


class FileGround(Ground):
    """The embedded store: for one worker after another."""

    def __init__(self, loop: VirtualLoop, database: Path) -> None:
        super().__init__(loop)
        self.database = database

    def connect(self, process: Process) -> tuple[Store, Fleet]:
        fleet = LocalFleet(self.clock)
        self._store = SqliteStore(self.database, self.clock, post=fleet.post)
        return self._store, fleet

    def cut_off(self, worker: str) -> None:
        raise NotImplementedError("the file is its worker's until the process ends: see `tests.server.process`")

    def forbid_writes(self, *, forbidden: bool) -> None:
        """Let every write fail, as on a disk that is full or read-only."""
        self._store.file.db.execute(f"PRAGMA query_only={int(forbidden)}")


class SharedGround(Ground):
    """A store and a fleet for several workers, in memory. Messages arrive at once, in order, unless they are lost."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__(loop)
        self.backend = _Backend(self.clock, self)
        self.loses: Callable[[str, str, relayed.Message], bool] = lambda sender, receiver, message: False
        """Whether a message from a worker to another is lost."""
        self.said: list[tuple[str, str, relayed.Message]] = []
        """Every message so far that arrived: sender, receiver, and what it says."""
        self._away: dict[str, None] = {}
        self._processes: dict[str, Process] = {}
        self.backend.is_lost = self._is_lost

    def connect(self, process: Process) -> tuple[Store, Fleet]:
        self._processes[process.name] = process
        return MemoryStore(self.backend, process.name), MemoryFleet(self.backend)

    def cut_off(self, worker: str) -> None:
        self.go_away(worker)
        self.backend.unplug(worker)

    def go_away(self, worker: str) -> None:
        """From now on the store answers this worker nothing."""
        self._away[worker] = None

    def come_back(self, worker: str) -> None:
        """It does so again."""
        del self._away[worker]

    def _is_lost(self, sender: str, receiver: str, body: bytes) -> bool:
        if not body:
            return False
        message = relayed.decode(body)
        if self.loses(sender, receiver, message):
            return True
        self.said.append((sender, receiver, message))
        return False

    def say(self, receiver: str, message: relayed.Message) -> None:
        """Let a message arrive: one that was on its way for long."""
        self.backend.publish("", receiver, relayed.encode(message))

    # --- the network ---

    async def ask(self, worker: str, act: Callable[[], T]) -> T:
        await asyncio.sleep(0)
        if worker in self._away:
            raise StoreFailed("the store is away")
        return act()

    def send(self, worker: str, act: Callable[[], object]) -> None:
        if worker not in self._away:
            act()

    def deliver(self, sender: str, receiver: str, hear: Callable[[], None]) -> None:
        self._processes[receiver].call(hear)


class _Backend(MemoryBackend):
    """A backend that asks what becomes of each message."""

    is_lost: Callable[[str, str, bytes], bool]

    def publish(self, sender: str, receiver: str, body: bytes) -> bool:
        if receiver in self.inboxes and self.is_lost(sender, receiver, body):
            return True
        return super().publish(sender, receiver, body)


class Node:
    """One worker process."""

    def __init__(self, name: str, ground: Ground, chance: Chance, pool: Catalogue, loop: VirtualLoop,
        lessons: Lessons = NO_LESSONS,
    ) -> None:  # fmt: skip
        self.name = name
        self.process = Process(name, loop)
        self.ground = ground
        store, fleet = ground.connect(self.process)
        self.metrics = Metrics(name, records.pin(pool))
        self.worker = Worker(
            Parts(
                name=name, store=store, fleet=fleet, catalogue=pool, bots=BOTS, chance=chance, clock=ground.clock,
                dice=Random(name), idle_seconds=IDLE_SECONDS, keep_days=30.0, metrics=self.metrics,
                lessons=lessons,
            )
        )  # fmt: skip
        self.tickets = Tickets(store, ground.clock, chance)
        self._stopping = asyncio.Event()
        self._started: asyncio.Future[None] = loop.create_future()
        self._ended: asyncio.Future[None] = loop.create_future()
        self._killed = False
        self._peers = 0

    @property
    def store(self) -> Store:
        return self.worker.store

    @property
    def is_over(self) -> bool:
        return self._ended.done()

    @property
    def is_gone(self) -> bool:
        """Whether it was stopped or killed."""
        return self.is_over or self._killed

    def next_name(self) -> str:
        """A name for a connection that no other of this worker has."""
        self._peers += 1
        return f"{self.name} c{self._peers}"

    async def start(self) -> None:
        """Run. Raises what the worker raises at its start."""
        self.process.spawn(self._run())
        await asyncio.wait((self._started, self._ended), return_when=asyncio.FIRST_COMPLETED)
        if self._ended.done():
            self._ended.result()

    async def _run(self) -> None:
        try:
            async with self.worker.running():
                self._started.set_result(None)
                await self._stopping.wait()
        except Exception as error:  # noqa: BLE001 - whoever starts or stops the node is told
            self._ended.set_exception(error)
        else:
            self._ended.set_result(None)

    async def drain(self) -> None:
        """Hand all rooms over, as the first signal does it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def drain() -> None:
            await self.worker.drain()
            done.set_result(None)

        self.process.spawn(drain())
        await done

    async def stop(self) -> None:
        """End in good order. Raises what the worker raises."""
        self.process.call(self._stopping.set)
        await self._ended

    def kill(self) -> None:
        """Never run again: nothing is flushed, nobody is told, no ``finally`` runs."""
        self._killed = True
        self.process.stop()
        self.ground.cut_off(self.name)

    async def bury(self) -> None:
        """The test is over: end what is left of a node."""
        self.process.go_on()
        if not self.is_over:
            await self.stop()
