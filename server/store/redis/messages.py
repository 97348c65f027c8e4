"""Messages between workers, numbered by their sender: whatever comes late or twice, over whichever way, is not heard.

One way keeps the order by itself. But a connection that stalled may deliver what it held after the one that replaced
it, and in a Cluster every node is a way of its own.
"""

from collections.abc import Callable

from server.store.fleet import Hear


def sealed(sender: str, number: int, body: bytes) -> bytes:
    """A message as it is published. No worker's name has a space in it."""
    return b"%s %d %s" % (sender.encode(), number, body)


def canary(sender: str, number: int) -> bytes:
    """A message by which a worker learns that it hears: nobody is told of it."""
    return b"%s %d" % (sender.encode(), number)


class Inbox:
    """What a worker hears."""

    def __init__(self, hear: Hear, listens: Callable[[], None]) -> None:
        self._hear = hear
        self._listens = listens
        self._last: dict[bytes, int] = {}
        """By sender: the number of its last message."""

    def take(self, message: bytes) -> None:
        """Hear a message, if it is newer than all others of its sender."""
        self._listens()
        sender, number, *body = message.split(b" ", 2)
        if int(number) <= self._last.get(sender, 0):
            return
        self._last[sender] = int(number)
        if body:
            self._hear(body[0])
