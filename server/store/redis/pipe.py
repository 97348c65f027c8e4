"""The pipe on which everything goes to one server: a connection that is made anew whenever it is lost."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeAlias

import structlog

from server.store.base import StoreFailed
from server.store.redis import scripts
from server.store.redis.address import Endpoint, Login, shown
from server.store.redis.connection import Connection, Word, answers, dial

Find: TypeAlias = Callable[[], Awaitable[Endpoint]]
"""Finds out where to connect. Raises `StoreFailed`."""

RETRY_SECONDS: Final = 0.2


class Pipe:
    """A connection that counts as up once it knows all scripts and answers; ``renewed`` is called whenever it is up."""

    def __init__(self, find: Find, login: Login, limit: float, renewed: Callable[[], None]) -> None:
        self._find = find
        self._login = login
        self._limit = limit
        self._renewed = renewed
        self._connection: Connection | None = None
        self._down = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._log = structlog.get_logger("server.store.redis")
        self.why = "Redis is not connected yet"
        """Why it is down, while it is."""
        self.endpoint: Endpoint | None = None
        """Where it was connected last."""

    @property
    def is_up(self) -> bool:
        return self._connection is not None

    async def open(self) -> None:
        """Connect. Raises `StoreFailed` if that cannot be done now; then the pipe stays closed."""
        await self._connect()
        self.keep()

    def keep(self) -> None:
        """Connect, as often as need be, from now on."""
        if self._keeping is None:
            self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def close(self) -> None:
        """Close for good: whoever waits gets `StoreFailed`."""
        keeping, self._keeping = self._keeping, None
        if keeping is not None:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping
        self.why = "the connection to Redis is closed"
        if self._connection is not None:
            self._connection.abort(self.why)

    def leave(self, why: str) -> None:
        """Give the connection up, and make another one."""
        if self._connection is not None:
            self._connection.abort(why)

    def call(self, *command: Word) -> asyncio.Future[Any]:
        """Send a command; its reply comes. Raises `StoreFailed`, as the future does, if there cannot be one."""
        if self._connection is None:
            raise StoreFailed(self.why)
        return self._connection.call(*command)

    async def _keep(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            while not self.is_up:
                try:
                    await self._connect()
                except StoreFailed as error:
                    self.why = str(error)
                    await asyncio.sleep(RETRY_SECONDS)
            up_since = now()
            await self._down.wait()
            self._log.debug("connection to Redis lost", why=self.why)
            await asyncio.sleep(up_since + RETRY_SECONDS - now())  # a replica is up at once, and lost with each write

    async def _connect(self) -> None:
        """Connect, and be up when the server knows the scripts and has nothing more to load."""
        endpoint = await self._find()
        self._down.clear()
        connection = await dial(endpoint, self._login, self._limit, self._lost)
        try:
            await answers(connection, [*scripts.LOADS, ("PING",)])
        except BaseException as error:
            why = f"Redis at {shown(endpoint)} cannot be used now: {error}"
            connection.abort(why)
            if isinstance(error, StoreFailed):
                raise StoreFailed(why) from error
            raise
        self._connection, self.endpoint = connection, endpoint
        self._renewed()

    def _lost(self, connection: Connection) -> None:
        if connection is self._connection:
            self.why = connection.why
            self._connection = None
            self._down.set()
