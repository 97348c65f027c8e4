"""The ear: a worker's subscription to its inbox, on a connection of its own."""

import asyncio
from contextlib import suppress
from typing import Any, Final

import structlog

from server.store.base import StoreFailed
from server.store.fleet import Hear
from server.store.redis import keys
from server.store.redis.connection import Connection, answers
from server.store.redis.link import Link
from server.store.redis.messages import MOMENT_SECONDS, Inbox
from server.store.redis.pipe import RETRY_SECONDS

DEAF_SECONDS: Final = 3.0
"""A worker that has not even heard its own canaries for so long is deaf."""


class Ear:
    """Listens from `open` until `close`; a connection that is lost, or on which nothing is heard, is made anew."""

    def __init__(self, link: Link, worker: str, hear: Hear) -> None:
        self._link = link
        self._worker = worker
        self._inbox = Inbox(hear, self._listens, MOMENT_SECONDS if link.is_clustered else 0.0)
        self._now = asyncio.get_running_loop().time
        self._heard_at = self._now()
        self._made_at = self._now()
        self._connection: Connection | None = None
        self._wanted = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._log = structlog.get_logger("server.store.redis")

    def is_deaf(self) -> bool:
        return self._now() - self._heard_at > DEAF_SECONDS

    def check(self) -> None:
        """If nothing is heard on this connection either, make another one."""
        if self._now() - max(self._heard_at, self._made_at) > DEAF_SECONDS:
            self._made_at = self._now()
            self._wanted.set()

    async def open(self) -> None:
        """Begin to listen. Raises `StoreFailed` if that cannot be done now."""
        await self._connect()
        self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def close(self) -> None:
        """Listen no longer."""
        keeping, self._keeping = self._keeping, None
        if keeping is not None:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping
        self._drop()
        self._inbox.close()

    async def _keep(self) -> None:
        while True:
            await self._wanted.wait()
            self._log.debug("listening anew", worker=self._worker)
            while self._wanted.is_set():
                self._wanted.clear()
                try:
                    await self._connect()
                except StoreFailed:
                    self._wanted.set()
                    await asyncio.sleep(RETRY_SECONDS)

    async def _connect(self) -> None:
        """Listen on a new connection, and only then no longer on the old one: what is heard twice is told once."""
        connection = await self._link.ear(self._lost, self._take)
        try:
            await answers(connection, [("SUBSCRIBE", keys.inbox(self._worker))])
        except BaseException:
            connection.abort("it does not listen")
            raise
        self._drop()
        self._connection, self._made_at = connection, self._now()

    def _drop(self) -> None:
        old, self._connection = self._connection, None
        if old is not None:
            old.abort("it is replaced")

    def _lost(self, connection: Connection) -> None:
        if connection is self._connection:
            self._connection = None
            self._wanted.set()

    def _take(self, reply: Any) -> None:
        if reply[0] == b"message":
            self._inbox.take(reply[2])

    def _listens(self) -> None:
        self._heard_at = self._now()
