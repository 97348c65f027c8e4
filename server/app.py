"""The server as a whole: the parts put together, and the process that serves them."""

import asyncio
import os
import random
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from types import FrameType

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from engine.cards import catalogue
from engine.effects.catalogue import Catalogue
from server import VERSION, log, records
from server.auth import Identities
from server.bots import Bots
from server.chance import Chance, Secrets
from server.controls import controls
from server.http import Http
from server.lessons import NO_LESSONS, Lessons
from server.limits import Addresses
from server.listening import address, allow_sockets, listen
from server.metrics import Metrics
from server.overlay import Overlays
from server.protocol.messages import FRAME_LIMIT
from server.reels import Rulings, no_rulings
from server.settings import Settings
from server.socket import Allowed, Sockets
from server.store.base import Store
from server.store.fleet import Fleet
from server.store.local import LocalFleet
from server.store.sqlite import SqliteStore
from server.transport import HttpProtocol, WebSocketProtocol
from server.worker import Parts, Worker, name_of

GRACE_SECONDS = 3
"""How long a stopping server waits for its sockets."""


def clock() -> int:
    """Milliseconds of the Unix epoch."""
    return time.time_ns() // 1_000_000


def store_and_fleet(settings: Settings) -> tuple[Store, Fleet]:
    """Where rooms are kept and workers meet: in Redis if there is one, else in a file and in this process."""
    if settings.redis_url:
        from server.store.redis import RedisFleet, RedisStore, link_to  # only who needs it waits for its import

        link = link_to(settings.redis_url)
        return RedisStore(link, clock, settings.keep_days), RedisFleet(link)
    fleet = LocalFleet(clock)
    return SqliteStore(settings.database, clock, settings.synchronous, fleet.post), fleet


class Server:
    """The parts of one server process: a worker, the sockets, and the pages. `open` begins, the app's lifespan runs."""

    def __init__(
        self,
        settings: Settings,
        bots: Bots,
        chance: Chance | None = None,
        pool: Catalogue = catalogue,
        lessons: Lessons = NO_LESSONS,
        rulings: Rulings = no_rulings,
    ) -> None:
        self.settings = settings
        chance = chance or Secrets()
        name = name_of(os.getpid(), chance.token(), records.pin(pool))
        store, fleet = store_and_fleet(settings)
        self.worker = Worker(
            Parts(
                name=name, store=store, fleet=fleet, catalogue=pool, bots=bots, chance=chance, clock=clock,
                dice=random.Random(), idle_seconds=settings.idle_seconds, keep_days=settings.keep_days,
                metrics=Metrics(name, records.pin(pool)), controls=controls(settings.standard_time, settings.fast_time),
                lessons=lessons, rulings=rulings,
            )
        )  # fmt: skip
        self.sockets = Sockets(
            lambda: self.worker.lobby,
            Allowed(
                settings.origins, settings.max_sockets, settings.max_sockets_each, settings.messages_per_second,
                settings.messages_burst, settings.hello_seconds, settings.write_seconds,
            ),
            self.worker.metrics,
        )  # fmt: skip
        self._identities: Identities | None = None
        self.failure: Exception | None = None
        """What kept the lifespan from beginning: the process that serves cannot be told otherwise."""
        http = Http(
            worker=self.worker,
            identities=self._identities_of_store,
            chance=chance,
            catalogue=pool,
            lessons=lessons,
            addresses=Addresses(settings.guests_per_minute / 60, settings.guests_per_minute),
            origins=settings.origins,
            web_dir=settings.web_dir,
            now=time.monotonic,
            worker_port=settings.worker_port,
        )
        self.overlays = Overlays(
            self.worker, Addresses(settings.guests_per_minute / 60, settings.guests_per_minute), settings.origins,
            settings.max_overlays, settings.max_overlays_each, settings.write_seconds, settings.web_dir,
        )  # fmt: skip
        routes = [
            WebSocketRoute("/ws", self.sockets.endpoint),
            Route("/overlay/{table}", self.overlays.page),
            Route("/overlay/{table}/events", self.overlays.events),
            *http.routes(),
        ]
        self.app = Starlette(routes=routes, lifespan=self._lifespan)
        self.app.state.server = self

    def _identities_of_store(self) -> Identities:
        assert self._identities is not None, "requests come after the server was opened"
        return self._identities

    async def open(self) -> None:
        """Open the state. Raises `StoreFailed`: then nothing is open."""
        await self.worker.open()
        try:
            self._identities = Identities(await self.worker.store.signing_key())
        except BaseException:
            await self.worker.close()
            raise

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as running:
            try:
                await self.open()
                await running.enter_async_context(self.worker.running())
            except Exception as why:
                self.failure = why
                raise
            yield


def create_app(
    settings: Settings,
    bots: Bots,
    chance: Chance | None = None,
    pool: Catalogue = catalogue,
    lessons: Lessons = NO_LESSONS,
    rulings: Rulings = no_rulings,
) -> Starlette:
    """The ASGI application. Its lifespan raises `StoreFailed` if the state cannot be opened."""
    return Server(settings, bots, chance, pool, lessons, rulings).app


class _Process(uvicorn.Server):
    """uvicorn, with a quiet end: signals stop it once, clients are told, and the process exits with 0."""

    def __init__(self, server: Server, ready: Callable[[], None], *, shared: bool = False) -> None:
        """``shared``: other processes listen on the first socket's port too."""
        super().__init__(config_of(server.app, server.settings))
        self._paltable = server
        self._ready = ready
        self._shared = shared
        self._signalled = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Hand the rooms over and stop at the first signal, stop at once at the second."""
        if self._signalled:
            self.should_exit = self.force_exit = True
        self._signalled = True
        if self._loop is None or not self.started:
            self.should_exit = True  # there is nothing to hand over yet
        else:
            self._loop.call_soon_threadsafe(self.drain)

    def drain(self) -> None:
        """Begin to stop: rooms go first, then the sockets."""
        if self._draining is None:
            self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        if self._shared:
            self.servers[0].close()  # what comes from now on, the others get
        try:
            await self._paltable.worker.drain()
        finally:
            self.should_exit = True

    async def _serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the state, then serve. Raises `StoreFailed`."""
        await self._paltable.open()
        self._loop = asyncio.get_running_loop()
        await super()._serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so. Raises what keeps the server from beginning."""
        try:
            await super().startup(sockets)
        except SystemExit:
            if self._paltable.failure is None:
                raise
            raise self._paltable.failure from None
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, let everyone leave, then close."""
        for server in self.servers:
            server.close()
        self._paltable.overlays.close()
        await self._paltable.sockets.goodbye()
        await super().shutdown(sockets)


def config_of(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves it. Each setting was measured: deflate alone costs a third of the time and 40 KiB a socket."""
    return uvicorn.Config(
        app,
        loop="uvloop" if os.name != "nt" else "asyncio",
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def serve(
    settings: Settings,
    bots: Bots,
    ready: Callable[[str], None],
    pool: Catalogue = catalogue,
    lessons: Lessons = NO_LESSONS,
    rulings: Rulings = no_rulings,
    listener: socket.socket | None = None,
) -> None:
    """Serve until a signal comes; ``ready`` gets the address as soon as it can be opened.

    ``listener`` is a socket whose port other processes listen on too; without it, one is opened by the settings.
    Raises `CannotListen` and `StoreFailed`, both with a sentence for the person who starts it.
    """
    log.configure(settings.log_level, as_json=settings.log_format == "json")
    told = structlog.get_logger("server.app")
    told.info("worker starts", version=VERSION, pin=records.pin(pool))
    allow_sockets(settings.max_sockets)
    with ExitStack() as opened:
        main = opened.enter_context(listener or listen(settings.host, settings.port))
        sockets = [main]
        if settings.worker_port:
            own = listen(settings.worker_host, settings.worker_port, shared=listener is not None)
            sockets.append(opened.enter_context(own))
        server = Server(settings, bots, pool=pool, lessons=lessons, rulings=rulings)
        process = _Process(server, lambda: ready(address(main)), shared=listener is not None)
        if sys.platform != "win32":  # a terminal that is closed, or somebody who wants it to start again
            signal.signal(signal.SIGHUP, process.handle_exit)
        process.run(sockets=sockets)
    told.info("worker has stopped")


@asynccontextmanager
async def running(
    settings: Settings,
    bots: Bots,
    chance: Chance | None = None,
    pool: Catalogue = catalogue,
    lessons: Lessons = NO_LESSONS,
    rulings: Rulings = no_rulings,
) -> AsyncIterator[str]:
    """Serve in the loop that runs, for tests and for programs that bring their own server; gives the address.

    Raises `CannotListen` and `StoreFailed`.
    """
    with listen(settings.host, settings.port) as listener:
        started = asyncio.Event()
        process = _Process(Server(settings, bots, chance, pool, lessons, rulings), started.set)
        serving = asyncio.create_task(process._serve(sockets=[listener]))
        serving.add_done_callback(lambda _: started.set())
        try:
            await started.wait()
            if serving.done():
                await serving
            yield address(listener)
        finally:
            process.should_exit = True
            await serving
