"""The server as a whole: the parts put together, and the process that serves them."""

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from types import FrameType

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from engine.cards import catalogue
from engine.effects.catalogue import Catalogue
from server import log
from server.auth import Identities, Tickets
from server.bots import Bots
from server.chance import Chance, Secrets
from server.http import Http
from server.limits import Addresses
from server.listening import address, allow_sockets, listen
from server.lobby import Lobby
from server.match import Services
from server.protocol.messages import FRAME_LIMIT
from server.rooms import Rooms
from server.settings import Settings
from server.socket import Allowed, Sockets
from server.store.base import Store, StoreFailed
from server.store.sqlite import SqliteStore
from server.transport import HttpProtocol, WebSocketProtocol

DAY_MS = 24 * 3600 * 1000
HOUSEKEEPING_SECONDS = 3600.0
HOUSEKEEPING_ROOMS = 50
"""So many old tables are removed at once: the games that are played wait for it."""
RETRY_MS = 500
"""When clients come back after a restart."""
GRACE_SECONDS = 3
"""How long a stopping server waits for its sockets."""


def clock() -> int:
    """Milliseconds of the Unix epoch."""
    return time.time_ns() // 1_000_000


class Server:
    """The parts of one server process. The store is opened when it is made, everything else when it runs."""

    def __init__(
        self, settings: Settings, bots: Bots, chance: Chance | None = None, pool: Catalogue = catalogue
    ) -> None:
        """Put the parts together, with a card pool. Raises `StoreFailed` if the state cannot be opened."""
        self.settings = settings
        self.store: Store = SqliteStore(settings.database, clock, settings.synchronous)
        self.store.open()
        chance = chance or Secrets()
        self._services = Services(self.store, pool, bots, chance)
        self._tickets = Tickets(self.store, clock, chance)
        self._worker = f"{os.getpid()}-{chance.token()}"
        self.sockets = Sockets(
            lambda: self.lobby,
            Allowed(
                settings.origins, settings.max_sockets, settings.messages_per_second, settings.messages_burst,
                settings.hello_seconds, settings.write_seconds,
            ),
        )  # fmt: skip
        http = Http(
            store=self.store,
            identities=Identities(self.store.signing_key()),
            tickets=self._tickets,
            chance=chance,
            catalogue=pool,
            addresses=Addresses(settings.guests_per_minute / 60, settings.guests_per_minute),
            origins=settings.origins,
            web_dir=settings.web_dir,
            now=time.monotonic,
        )
        routes = [WebSocketRoute("/ws", self.sockets.endpoint), *http.routes()]
        self.app = Starlette(routes=routes, lifespan=self._lifespan)
        self.app.state.server = self

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Everything that runs is owned here; when it is over, what was told to anyone is in the store."""
        try:
            async with asyncio.TaskGroup() as tasks:
                self.rooms = Rooms(self._services, tasks, self._worker, self.settings.idle_seconds)
                self.lobby = Lobby(self.rooms, self._services, self._tickets, clock)
                housekeeping = tasks.create_task(self._keep_house())
                yield
                housekeeping.cancel()
                self.rooms.stop()
        finally:
            self.store.close()

    async def _keep_house(self) -> None:
        logger = structlog.get_logger("server.app")
        while True:
            try:
                before = clock() - int(self.settings.keep_days * DAY_MS)
                while forgotten := await self.store.forget_old(before, HOUSEKEEPING_ROOMS):
                    logger.info("old tables removed", tables=forgotten)
            except StoreFailed as error:
                logger.error("housekeeping failed", error=str(error))
            await asyncio.sleep(HOUSEKEEPING_SECONDS)


def create_app(settings: Settings, bots: Bots, chance: Chance | None = None, pool: Catalogue = catalogue) -> Starlette:
    """The ASGI application. Raises `StoreFailed` if the state cannot be opened."""
    return Server(settings, bots, chance, pool).app


class _Process(uvicorn.Server):
    """uvicorn, with a quiet end: signals stop it once, clients are told, and the process exits with 0."""

    def __init__(self, server: Server, ready: Callable[[], None]) -> None:
        super().__init__(config_of(server))
        self._paltable = server
        self._ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in good order at the first signal, at once at the second."""
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye, then close."""
        self._paltable.sockets.go_away(RETRY_MS)
        await asyncio.sleep(0)
        await super().shutdown(sockets)


def config_of(server: Server) -> uvicorn.Config:
    """How uvicorn serves it. Each setting was measured: deflate alone costs a third of the time and 40 KiB a socket."""
    return uvicorn.Config(
        server.app,
        loop="uvloop" if os.name != "nt" else "asyncio",
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=bool(server.settings.proxies),
        forwarded_allow_ips=list(server.settings.proxies),
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def serve(
    settings: Settings,
    bots: Bots,
    ready: Callable[[str], None],
    pool: Catalogue = catalogue,
    listener: socket.socket | None = None,
) -> None:
    """Serve until a signal comes; ``ready`` gets the address as soon as it can be opened.

    ``listener`` is a socket whose port other processes listen on too; without it, one is opened by the settings.
    Raises `CannotListen` and `StoreFailed`, both with a sentence for the person who starts it.
    """
    log.configure(settings.log_level, as_json=settings.log_format == "json")
    allow_sockets(settings.max_sockets)
    with ExitStack() as opened:
        main = opened.enter_context(listener or listen(settings.host, settings.port))
        sockets = [main]
        if settings.worker_port:
            own = listen(settings.worker_host, settings.worker_port, shared=listener is not None)
            sockets.append(opened.enter_context(own))
        server = Server(settings, bots, pool=pool)
        _Process(server, lambda: ready(address(main))).run(sockets=sockets)


@asynccontextmanager
async def running(
    settings: Settings, bots: Bots, chance: Chance | None = None, pool: Catalogue = catalogue
) -> AsyncIterator[str]:
    """Serve in the loop that runs, for tests and for programs that bring their own server; gives the address."""
    with listen(settings.host, settings.port) as listener:
        started = asyncio.Event()
        process = _Process(Server(settings, bots, chance, pool), started.set)
        serving = asyncio.create_task(process._serve(sockets=[listener]))
        try:
            await started.wait()
            yield address(listener)
        finally:
            process.should_exit = True
            await serving
