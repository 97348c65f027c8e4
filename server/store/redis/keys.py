"""The names of everything that is kept in Redis, all under ``paltable:``.

What stands in braces decides the slot in a Cluster: a room's hash and log are always together, and so are the workers,
and the queue. Everything else is one key, and may be anywhere.
"""

from typing import Final

PREFIX: Final = "paltable"

SIGNING_KEY: Final = f"{PREFIX}:key"
OPEN: Final = f"{PREFIX}:open"
LIVE: Final = f"{PREFIX}:live"
FAULTED: Final = f"{PREFIX}:faulted"

FLEET: Final = (f"{PREFIX}:{{fleet}}:workers", f"{PREFIX}:{{fleet}}:draining")
"""The workers by the ends of their leases; those that drain."""

QUEUE: Final = tuple(
    f"{PREFIX}:{{queue}}:{part}" for part in ("tickets", "leases", "line", "guests", "offers", "offer-leases")
)


def room(name: str) -> tuple[str, str]:
    """A room's hash, and its log."""
    return f"{PREFIX}:{{r:{name}}}:room", f"{PREFIX}:{{r:{name}}}:log"


def code(code: str) -> str:
    """The room that has this code."""
    return f"{PREFIX}:code:{code}"


def sitting(user: str) -> str:
    """The rooms where a guest sits."""
    return f"{PREFIX}:sitting:{user}"


def owned(worker: str) -> str:
    """The rooms that a worker may own."""
    return f"{PREFIX}:owned:{worker}"


def ticket(ticket: str) -> str:
    """What stands on a ticket."""
    return f"{PREFIX}:ticket:{ticket}"


def guest(guest: str) -> str:
    """Who holds a guest."""
    return f"{PREFIX}:guest:{guest}"


def inbox(worker: str) -> str:
    """The channel of a worker."""
    return f"{PREFIX}:inbox:{worker}"
