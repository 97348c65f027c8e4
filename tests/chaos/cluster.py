"""A server of several workers in one loop: the unchanged workers, sockets and pages, each as a process on one store."""

import asyncio
from pathlib import Path
from random import Random

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from engine import catalogue
from server import records
from server.auth import Identities
from server.controls import Controls
from server.http import Http
from server.limits import Addresses
from server.metrics import Metrics
from server.socket import Allowed, Sockets
from server.store.base import StoreFailed
from server.worker import Parts, Worker
from tests.chaos.loop import Process, VirtualLoop
from tests.chaos.storage import Storage
from tests.chaos.wires import Host
from tests.server.chance import Scripted
from tests.store.memory import MemoryStore

PLENTY = 1e9


class Member:
    """One worker process. ``served`` is what stays true of it until it ends."""

    def __init__(
        self, name: str, storage: Storage, loop: VirtualLoop, seed: int, idle_seconds: float, controls: Controls
    ) -> None:
        self.name = name
        self.process = Process(name, loop)
        self._storage = storage
        self._loop = loop
        chance = Scripted(seed)
        self.metrics = Metrics(name, records.pin(catalogue))
        self.worker = Worker(
            Parts(
                name=name, store=MemoryStore(storage.backend, name), fleet=storage.connect(name, self.process),
                catalogue=catalogue, bots={}, chance=chance, clock=storage.clock, dice=Random(seed),
                idle_seconds=idle_seconds, keep_days=1.0, metrics=self.metrics, controls=controls,
            )
        )  # fmt: skip
        self.sockets = Sockets(
            lambda: self.worker.lobby, Allowed((), 10_000, 10_000, PLENTY, PLENTY, 5.0, 5.0), self.metrics
        )
        http = Http(
            worker=self.worker, identities=lambda: self._identities, chance=chance, catalogue=catalogue,
            addresses=Addresses(PLENTY, PLENTY), origins=(), web_dir=Path("/nowhere"), now=loop.time,
        )  # fmt: skip
        app = Starlette(routes=[WebSocketRoute("/ws", self.sockets.endpoint), *http.routes()])
        self.host = Host(self.process, app, loop, Random(seed + 1))
        self.is_serving = False
        self._stopping: asyncio.Event | None = None

    @property
    def is_alive(self) -> bool:
        return self.process.state != "dead"

    def start(self) -> None:
        """Begin the process."""
        self.process.spawn(self._run())

    async def _run(self) -> None:
        self._stopping = asyncio.Event()
        try:
            await self.worker.open()
            self._identities = Identities(await self.worker.store.signing_key())
            async with self.worker.running():
                self.is_serving = True
                await self._stopping.wait()
        except StoreFailed:  # it cannot begin, and exits
            self.kill()

    def kill(self) -> None:
        """SIGKILL."""
        self.is_serving = False
        self.host.kill()
        self._storage.kill(self.name)

    def stop(self) -> None:
        """SIGSTOP."""
        self.process.stop()

    def go_on(self) -> None:
        """SIGCONT."""
        self.process.go_on()

    def terminate(self) -> None:
        """SIGTERM: as `server.app` does it, the rooms go first, then the sockets."""
        self.process.spawn(self._terminate())

    async def _terminate(self) -> None:
        await self.worker.drain()
        self.is_serving = False
        await self.sockets.goodbye()
        assert self._stopping is not None, "it runs"
        self._stopping.set()
        self.kill()

    def holds(self) -> dict[str, int]:
        """What the worker still has of connections and tables: nothing, when everyone is gone."""
        worker = self.worker
        if not self.is_serving:
            return {}
        return {
            "sockets": len(self.sockets),
            "rooms": len(worker.rooms),
            "links": len(worker.relay),
            "waiting": len(worker.pairing),
            "readers": worker.gallery.readers,
            "watchers": worker.gallery.watchers,
        }


class Cluster:
    """So many places for workers, each taken by a new process when the old one is gone."""

    def __init__(
        self,
        loop: VirtualLoop,
        storage: Storage,
        chance: Random,
        places: int,
        idle_seconds: float,
        controls: Controls,
    ) -> None:
        self.members: list[Member] = []
        self.all: list[Member] = []
        self._loop = loop
        self._storage = storage
        self._chance = chance
        self._idle_seconds = idle_seconds
        self._controls = controls
        for place in range(places):
            self.members.append(self._make(place))

    def _make(self, place: int) -> Member:
        name = f"w{place}-{len(self.all)}"
        member = Member(
            name, self._storage, self._loop, self._chance.getrandbits(32), self._idle_seconds, self._controls
        )
        self.all.append(member)
        member.start()
        return member

    def revive(self) -> None:
        """Start a new process in every place whose process is gone."""
        for place, member in enumerate(self.members):
            if not member.is_alive:
                self.members[place] = self._make(place)

    def hosts(self) -> list[Host]:
        """Where clients may connect: like a balancer that asks who is ready, but does not know who is stopped."""
        return [member.host for member in self.members if member.is_serving]
