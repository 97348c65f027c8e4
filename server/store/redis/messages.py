"""Messages between workers, numbered by their sender for each receiver: they are heard in order, and once.

One way keeps the order by itself. But a connection that stalled may deliver what it held after the one that replaced
it: what comes late is not heard. And in a Cluster every node is a way of its own: there a message waits a moment for
those before it.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from server.store.fleet import Hear

CANARY: Final = b""
"""A message by which a worker learns that it hears: nobody is told of it."""

MOMENT_SECONDS: Final = 0.05
"""So long a message waits in a Cluster for one before it, which may be lost."""


def sealed(sender: str, number: int, body: bytes) -> bytes:
    """A message as it is published. No worker's name has a space in it."""
    return b"%s %d %s" % (sender.encode(), number, body)


class Inbox:
    """What a worker hears. ``listens`` is called for whatever comes; ``moment`` is how long one waits for another."""

    def __init__(self, hear: Hear, listens: Callable[[], None], moment: float) -> None:
        self._hear = hear
        self._listens = listens
        self._moment = moment
        self._next: dict[bytes, int] = {}
        """By sender: the number of the message that comes next."""
        self._early: dict[bytes, dict[int, bytes]] = {}
        """By sender and number: messages that wait."""
        self._timers: dict[bytes, asyncio.TimerHandle] = {}

    def take(self, message: bytes) -> None:
        """Hear a message, unless it comes late, twice, or too early."""
        self._listens()
        if message == CANARY:
            return
        try:
            sender, written, body = message.split(b" ", 2)
            number, expected = int(written), self._next.get(sender, 1)
        except ValueError:
            structlog.get_logger("server.store.redis").error("message of nobody", size=len(message))
            return
        if number > expected and self._moment:
            self._early.setdefault(sender, {})[number] = body
            self._watch(sender)
        elif number >= expected:
            self._next[sender] = number + 1
            self._hear(body)
            self._go_on(sender)

    def close(self) -> None:
        """Wait for nothing any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _go_on(self, sender: bytes) -> None:
        """Hear what has waited for its turn."""
        early = self._early.get(sender, {})
        while (number := self._next[sender]) in early:
            self._next[sender] = number + 1
            self._hear(early.pop(number))
        if not early and sender in self._timers:
            self._timers.pop(sender).cancel()

    def _watch(self, sender: bytes) -> None:
        if sender not in self._timers:
            self._timers[sender] = asyncio.get_running_loop().call_later(self._moment, self._skip, sender)

    def _skip(self, sender: bytes) -> None:
        """Whatever was waited for is lost."""
        del self._timers[sender]
        early = self._early[sender]
        self._next[sender] = min(early)
        self._go_on(sender)
        if early:
            self._watch(sender)
