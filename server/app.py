"""The server as a whole: the parts put together, and the process that serves them."""

import asyncio
import os
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
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
from server.lobby import Lobby
from server.match import Services
from server.protocol.messages import FRAME_LIMIT
from server.rooms import Rooms
from server.settings import Settings
from server.socket import Allowed, Sockets
from server.store.base import Store, StoreFailed
from server.store.sqlite import SqliteStore
from server.transport import HttpProtocol, WebSocketProtocol

if sys.platform != "win32":
    import resource

DAY_MS = 24 * 3600 * 1000
HOUSEKEEPING_SECONDS = 3600.0
HOUSEKEEPING_ROOMS = 50
"""So many old tables are removed at once: the games that are played wait for it."""
RETRY_MS = 500
"""When clients come back after a restart."""
OTHER_FILES = 240
"""Open files besides the sockets that are allowed: the store, the page, and connections that are coming or going."""
GRACE_SECONDS = 3
"""How long a stopping server waits for its sockets."""


class CannotListen(Exception):
    """The address cannot be served; the text says which and why."""


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
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def allow_sockets(number: int) -> None:
    """Raise this process's limit of open files for so many sockets, as far as it may: often it is 1,024 at first.

    Above the limit nobody is refused with a sentence: connections hang.
    """
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = number + OTHER_FILES
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            except (OSError, ValueError) as error:  # some systems name no limit and have one all the same
                structlog.get_logger("server.app").warning("open files stay limited", limit=soft, error=str(error))


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `CannotListen`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol has to be named: only then asyncio sets TCP_NODELAY, without which an answer may wait for 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise CannotListen(f"Cannot listen on {host} port {port}: {error.strerror or error}.") from error
    return listener


def serve(settings: Settings, bots: Bots, ready: Callable[[str], None], pool: Catalogue = catalogue) -> None:
    """Serve until a signal comes; ``ready`` gets the address as soon as it can be opened.

    Raises `CannotListen` and `StoreFailed`, both with a sentence for the person who starts it.
    """
    log.configure(settings.log_level, as_json=settings.log_format == "json")
    allow_sockets(settings.max_sockets)
    with listen(settings.host, settings.port) as listener:
        server = Server(settings, bots, pool=pool)
        _Process(server, lambda: ready(address(listener))).run(sockets=[listener])


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


def address(listener: socket.socket) -> str:
    """The address of a listening socket, as one types it into a browser."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
