"""One open connection to a Redis: commands go out together once a turn of the loop, replies come in their order."""

import asyncio
import re
import ssl
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

import hiredis

from server.store.base import StoreFailed
from server.store.redis.address import Endpoint, Login, shown

Word: TypeAlias = str | int | float | bytes
"""A part of a command."""

MOST: Final = 20_000
"""So many replies at most are waited for: a server that is so far behind gets no more."""

LOST: Final = ("LOADING", "READONLY", "MASTERDOWN", "NOSCRIPT", "CLUSTERDOWN", "NOAUTH")
"""Errors after which another connection, or this one made anew, may do what this one cannot."""
STATES: Final = (
    *LOST, "BUSY", "MISCONF", "NOPERM", "NOREPLICAS", "OOM", "TRYAGAIN", "UNKILLABLE", "WRONGPASS",
)  # fmt: skip
"""All errors that tell of Redis' own state: what it refuses now it may do later."""
_IN_A_SCRIPT: Final = re.compile(rf"-({'|'.join(STATES)}) ")
"""As Redis 6 tells them when they come in the middle of a script."""


class Mistake(Exception):
    """Redis cannot make sense of a command, or something else stands at its key: a bug of ours. ``kind`` names it."""

    def __init__(self, text: str) -> None:
        super().__init__(f"Redis: {text}")
        self.kind = text.partition(" ")[0]


class Redirected(StoreFailed):
    """Another node of a Cluster has to be asked; nothing was done."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        kind, slot, where = text.split()[:3]
        host, _, port = where.rpartition(":")
        self.asks = kind == "ASK"
        """Whether this holds for this command alone."""
        self.slot = int(slot)
        self.endpoint = (host, int(port))


class Connection(asyncio.Protocol):
    """Speaks RESP2. ``limit`` is how many seconds the oldest unanswered command may wait; then all is lost."""

    def __init__(
        self, limit: float, lost: Callable[["Connection"], None], heard: Callable[[list[Any]], None] | None = None
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._limit = limit
        self._lost = lost
        self._heard = heard
        self._reader = hiredis.Reader()
        self._transport: asyncio.Transport | None = None
        self._out: list[bytes] = []
        self._waiting: deque[tuple[asyncio.Future[Any], float]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self.why = ""
        """Why it is lost; empty while it is not."""

    # --- what a user does ---

    def call(self, *command: Word) -> asyncio.Future[Any]:
        """Send a command; its reply comes. Raises `StoreFailed`, as the future does, if there cannot be one now.

        The future raises `Mistake` for a command that can never be carried out.
        """
        if self.why:
            raise StoreFailed(self.why)
        if len(self._waiting) >= MOST:
            raise StoreFailed("Redis answers too slowly")
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(hiredis.pack_command(command))  # type: ignore[arg-type] # its stub says: one word
        done: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.append((done, self._loop.time()))
        if self._timer is None:
            self._timer = self._loop.call_later(self._limit, self._watch)
        return done

    def abort(self, why: str) -> None:
        """Give the connection up: everyone who waits gets `StoreFailed`."""
        if self.why:
            return
        self.why = why
        if self._timer is not None:
            self._timer.cancel()
        while self._waiting:
            done, _ = self._waiting.popleft()
            if not done.done():
                done.set_exception(StoreFailed(why))
        if self._transport is not None:
            self._transport.abort()
        self._lost(self)

    # --- what the loop does ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one, and not of this class

    def connection_lost(self, exc: Exception | None) -> None:
        self.abort(f"the connection to Redis was lost ({exc or 'closed by it'})")

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        try:
            while not self.why and (reply := self._reader.gets()) is not False:
                self._take(reply)
        except hiredis.ProtocolError as error:
            self.abort(f"what answers is no Redis: {error}")

    def _take(self, reply: Any) -> None:
        if not self._waiting:
            if isinstance(reply, hiredis.ReplyError):  # it says so before it closes: it has too many clients
                self.abort(f"Redis: {reply}")
            elif self._heard is None:
                self.abort("Redis said something that nobody had asked")
            else:
                self._heard(reply)
            return
        done, _ = self._waiting.popleft()
        if isinstance(reply, hiredis.ReplyError):
            self._refuse(done, str(reply))
        elif not done.done():
            done.set_result(reply)

    def _refuse(self, done: asyncio.Future[Any], text: str) -> None:
        """Whatever Redis says of its state is: not now. All else is a mistake of ours."""
        within = _IN_A_SCRIPT.search(text)
        kind = within[1] if within else text.partition(" ")[0]
        if not done.done():
            if kind in ("MOVED", "ASK"):
                done.set_exception(Redirected(text))
            else:
                done.set_exception(StoreFailed(f"Redis: {text}") if kind in STATES else Mistake(text))
        if kind in LOST:
            self.abort(f"Redis: {text}")

    def _flush(self) -> None:
        out, self._out = self._out, []
        if self._transport is not None and not self.why:
            self._transport.write(b"".join(out))

    def _watch(self) -> None:
        self._timer = None
        if not self._waiting:
            return
        left = self._waiting[0][1] + self._limit - self._loop.time()
        if left <= 0:
            self.abort(f"Redis did not answer within {self._limit:g} seconds")
        else:
            self._timer = self._loop.call_later(left, self._watch)


async def dial(
    endpoint: Endpoint,
    login: Login,
    limit: float,
    lost: Callable[[Connection], None],
    heard: Callable[[list[Any]], None] | None = None,
) -> Connection:
    """Connect and log in, within so many seconds. Raises `StoreFailed`; ``lost`` is called when it is over."""
    connection = Connection(limit, lost, heard)
    loop = asyncio.get_running_loop()
    tls = ssl.create_default_context() if login.tls else None
    try:
        async with asyncio.timeout(limit):
            if isinstance(endpoint, str):
                await loop.create_unix_connection(lambda: connection, endpoint, ssl=tls)
            else:
                await loop.create_connection(lambda: connection, *endpoint, ssl=tls)
    except (OSError, UnicodeError) as error:  # a time that ran out is the former, a name that is none the latter
        why = getattr(error, "strerror", "") or str(error) or f"no answer within {limit:g} seconds"
        raise StoreFailed(f"Redis at {shown(endpoint)} cannot be reached: {why}") from error
    try:
        words = [("AUTH", *filter(None, (login.user, login.password)))] if login.password else []
        commands: list[tuple[Word, ...]] = [*words, ("SELECT", login.db)] if login.db else [*words]
        await answers(connection, commands)
    except BaseException as error:
        connection.abort("the connection was given up")
        if isinstance(error, StoreFailed):
            raise StoreFailed(f"Redis at {shown(endpoint)} lets nobody in: {error}") from error
        raise
    return connection


async def answers(connection: Connection, commands: list[tuple[Word, ...]]) -> list[Any]:
    """The replies to several commands that are sent together. Raises `StoreFailed` if one is an error.

    After that the connection was not lost: it may have been so in the same moment in which the last reply came.
    """
    try:
        replies = list(await asyncio.gather(*[connection.call(*command) for command in commands]))
    except Mistake as mistake:  # whoever connects may have been given a wrong name, number or password
        raise StoreFailed(str(mistake)) from mistake
    if connection.why:
        raise StoreFailed(connection.why)
    return replies
