"""What lies between simulated workers and their common store: delays, stalls, lost replies, lost messages, outages.

Every worker has two connections, one for commands and one for messages, each in order. A stall holds what is under way
on both: a command that its caller has given up long ago may still arrive, which is the way in which a worker that
is no owner any more comes to write.
"""

import asyncio
import contextvars
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from server.store.base import Appended, Notice, RoomRow, StoreFailed
from tests.chaos.loop import Process, VirtualLoop
from tests.chaos.wires import STEP
from tests.store.memory import MemoryBackend, MemoryFleet, Network

T = TypeVar("T")

PATIENCE = 1.0
"""After so many seconds a command counts as failed, and the connection is made anew."""


@dataclass(slots=True)
class _Line:
    """One worker's connections; each of ``last`` is when the last thing on a way arrives."""

    process: Process
    fleet: "SimulatedFleet"
    stalled_until: float = 0.0
    last: dict[str, float] = field(default_factory=dict)
    generation: int = 0
    """Counts the connections: what was under way on an older one is never answered."""


class SimulatedFleet(MemoryFleet):
    """A fleet whose posts travel on the same connection as its commands, and behind them."""

    def __init__(self, backend: MemoryBackend, storage: "Storage", worker: str) -> None:
        super().__init__(backend)
        self._storage = storage
        self._name = worker

    def post(self, worker: str, body: bytes) -> None:
        if self._worker:
            self._storage.send(self._name, lambda: self._backend.publish(self._name, worker, body))


class _Backend(MemoryBackend):
    """Notes who wrote what: by room, the worker of each epoch and position."""

    def __init__(self, clock: Callable[[], int], network: Network) -> None:
        super().__init__(clock, network)
        self.writers: dict[str, dict[tuple[int, int], str]] = {}

    def append(
        self,
        room: str,
        worker: str,
        epoch: int,
        seq: int,
        records: Sequence[bytes],
        save: bytes,
        changed: RoomRow | None,
        notices: Sequence[Notice],
    ) -> Appended:
        appended = super().append(room, worker, epoch, seq, records, save, changed, notices)
        for position in range(seq + 1, appended.seq + 1):
            self.writers.setdefault(room, {}).setdefault((epoch, position), worker)
        return appended


class Storage:
    """The network to a `MemoryBackend`, and the server that it runs on."""

    def __init__(
        self, loop: VirtualLoop, chance: Random, reply_lost: float = 0.002, message_lost: float = 0.01
    ) -> None:
        self.backend = _Backend(self.clock, self)
        self.writers = self.backend.writers
        self.is_up = True
        self.reply_lost = reply_lost
        self.message_lost = message_lost
        self._loop = loop
        self._chance = chance
        self._lines: dict[str, _Line] = {}

    def clock(self) -> int:
        """The store's clock: milliseconds of the Unix epoch."""
        return 1_790_000_000_000 + int(self._loop.time() * 1000)

    def connect(self, worker: str, process: Process) -> SimulatedFleet:
        """A new worker's connections."""
        fleet = SimulatedFleet(self.backend, self, worker)
        self._lines[worker] = _Line(process, fleet)
        return fleet

    # --- what goes wrong ---

    def stall(self, worker: str, seconds: float) -> None:
        """Nothing gets through to or from a worker for so long; then what was under way does."""
        self._lines[worker].stalled_until = self._loop.time() + seconds

    def kill(self, worker: str) -> None:
        """The worker's process is gone: its messages have no receiver."""
        self.backend.unplug(worker)

    def go_down(self) -> None:
        """The store's process is gone, and all connections with it."""
        self.is_up = False
        self._lost = self.backend.inboxes
        self.backend.inboxes = {}
        for line in self._lines.values():
            self._renew(line)

    def come_up(self, lost: int | None) -> int:
        """It is started again, without its last transactions (None: without any); how many were lost."""
        self.is_up = True
        gone = self.backend.restart(lost)
        for worker, hear in self._lost.items():
            line = self._lines[worker]
            if line.process.state != "dead":
                pause = self._chance.uniform(0.05, 0.5)
                self._at(self._loop.time() + pause, self._subscribe, worker, hear)
        return gone

    def _subscribe(self, worker: str, hear: Callable[[bytes], None]) -> None:
        if self.is_up and self._lines[worker].process.state != "dead":
            self.backend.inboxes.setdefault(worker, hear)

    def _renew(self, line: _Line) -> None:
        line.generation += 1
        line.last.clear()  # the new connection may be quicker than what is still under way on the old one
        line.fleet.reconnected()

    # --- the network ---

    async def ask(self, worker: str, act: Callable[[], T]) -> T:
        line, generation = self._lines[worker], self._lines[worker].generation
        if not self.is_up:
            await asyncio.sleep(self._delay())
            raise StoreFailed("the store is away")
        replied = asyncio.Future[T](loop=self._loop)
        self._at(self._arrival(line, "there"), self._execute, line, generation, act, replied)
        try:
            async with asyncio.timeout(PATIENCE):
                return await replied
        except TimeoutError:
            if line.generation == generation:
                self._renew(line)
            raise StoreFailed("the store does not answer") from None

    def send(self, worker: str, act: Callable[[], object]) -> None:
        """Carry a command that wants no reply."""
        if self.is_up:
            line = self._lines[worker]
            self._at(self._arrival(line, "there"), self._do, act)

    def _do(self, act: Callable[[], object]) -> None:
        if self.is_up:
            act()

    def _execute(self, line: _Line, generation: int, act: Callable[[], T], replied: "asyncio.Future[T]") -> None:
        """The store has the command. Its caller may have given up: the store does not know."""
        if not self.is_up:
            return self._fail(line, generation, replied)
        value, error = _outcome(act)
        if self._chance.random() < self.reply_lost:
            return self._fail(line, generation, replied)
        self._at(self._arrival(line, "back"), self._reply, line, generation, replied, value, error)
        return None

    def _fail(self, line: _Line, generation: int, replied: "asyncio.Future[T]") -> None:
        """The connection breaks before the reply."""
        if line.generation == generation:
            self._renew(line)
        if not replied.done():
            replied.set_exception(StoreFailed("the connection to the store is lost"))

    def _reply(
        self,
        line: _Line,
        generation: int,
        replied: "asyncio.Future[T | None]",
        value: T | None,
        error: Exception | None,
    ) -> None:
        if replied.done():
            return
        if line.generation != generation:
            replied.set_exception(StoreFailed("the connection to the store is lost"))
        elif error is not None:
            replied.set_exception(error)
        else:
            replied.set_result(value)

    def deliver(self, sender: str, receiver: str, hear: Callable[[], None]) -> None:
        line = self._lines[receiver]
        if sender == receiver or self._chance.random() >= self.message_lost:
            self._at(self._arrival(line, "messages"), line.process.call, hear)

    def _delay(self) -> float:
        return self._chance.uniform(0.0001, 0.003)

    def _arrival(self, line: _Line, way: str) -> float:
        """When something that starts now arrives: after all that went before on this way, and after a stall."""
        at = max(self._loop.time(), line.stalled_until) + self._delay()
        line.last[way] = max(line.last.get(way, 0.0) + STEP, at)
        return line.last[way]

    def _at(self, when: float, act: Callable[..., object], *args: object) -> None:
        self._loop.call_at(when, act, *args, context=contextvars.Context())


def _outcome(act: Callable[[], T]) -> tuple[T | None, Exception | None]:
    """What the store answers: a value, or what it raises."""
    try:
        return act(), None
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the answer
        return None, error
