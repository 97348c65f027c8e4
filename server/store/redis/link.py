"""One worker's way to Redis, whatever that consists of."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final

import structlog

from server.store.base import StoreFailed, Unreadable
from server.store.redis.address import Login
from server.store.redis.connection import Connection, Mistake, Word

SETTLE_SECONDS: Final = 2.5
"""After a connection was made anew other workers may not be back yet: that nobody hears them is no sign of death."""


class Link(ABC):
    """Sends commands to the server that holds a key. Whatever cannot be done now is `StoreFailed`, at once or in time.

    Commands for one server go out in the order of their calls, and are answered in it.
    """

    is_clustered = False

    def __init__(self, login: Login, limit: float) -> None:
        self.login = login
        self.limit = limit
        self.renewals = 0
        """How often a connection has been made."""
        self._renewed_at = float("-inf")
        self.repeated: dict[str, tuple[Word, ...]] = {}
        """By key: what is sent whenever a connection has been made, should the server have forgotten it."""
        self._numbers: dict[str, int] = {}
        """By receiver: the number of the last message to it."""

    @abstractmethod
    async def open(self) -> None:
        """Connect. Raises `StoreFailed` if that cannot be done now."""

    @abstractmethod
    async def close(self) -> None:
        """Close every connection."""

    @abstractmethod
    async def call(self, key: str, *command: Word) -> Any:
        """The reply to a command for this key."""

    @abstractmethod
    def send(self, key: str, *command: Word) -> None:
        """Send a command whose reply nobody waits for; it is lost if the server is away."""

    @abstractmethod
    async def ear(self, lost: Callable[[Connection], None], heard: Callable[[list[Any]], None]) -> Connection:
        """A connection of its own, for listening; it is the caller's to close."""

    @property
    @abstractmethod
    def is_up(self) -> bool:
        """Whether every server is connected."""

    @property
    def has_settled(self) -> bool:
        """Whether no connection was made lately."""
        return asyncio.get_running_loop().time() - self._renewed_at >= SETTLE_SECONDS

    def number(self, receiver: str) -> int:
        """The number of the next message to a worker."""
        number = self._numbers[receiver] = self._numbers.get(receiver, 0) + 1
        return number

    def _renewed(self) -> None:
        self.renewals += 1
        self._renewed_at = asyncio.get_running_loop().time()
        for key, command in self.repeated.items():
            self.send(key, *command)


async def call_room(link: Link, room: str, key: str, *command: Word) -> Any:
    """The reply to a command for the keys of one room. Raises `Unreadable` if something else stands there."""
    try:
        return await link.call(key, *command)
    except Mistake as mistake:
        if mistake.kind != "WRONGTYPE":
            raise
        raise Unreadable(f"where room {room} should be stands something else ({mistake})") from mistake


def forget(done: asyncio.Future[Any]) -> None:
    """Take note of the outcome of what nobody waits for: only a mistake of ours is worth a line."""
    error = None if done.cancelled() else done.exception()
    if error is not None and not isinstance(error, StoreFailed):
        structlog.get_logger("server.store.redis").error("command failed", exc_info=error)
