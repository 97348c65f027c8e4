"""What the workers of one server share besides rooms: who is alive, their inboxes, guests sitting down, and the queue.

Nothing here has to survive its workers: whatever is lost is found out again. A worker is named anew at every start.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from server.store.base import Seat

Hear: TypeAlias = Callable[[bytes], None]
"""Takes a message out of a worker's inbox; never waits."""


class Beat(NamedTuple):
    """What a worker learns with its sign of life."""

    now: int
    """The fleet's clock, in milliseconds of the Unix epoch."""
    late: bool
    """Whether the worker's own lease had run out, so that others may have taken its rooms."""
    alive: tuple[str, ...]
    """The workers whose leases run, this one among them."""
    dead: tuple[str, ...]
    """The workers whose leases have run out and whose rooms are not all taken over yet."""
    draining: tuple[str, ...]
    """The workers, alive or not, that take no more rooms."""
    renewed: bool = False
    """Whether the connection to the store was made anew since the last beat: what the store holds has to be checked."""


class Waiting(msgspec.Struct, frozen=True):
    """A place in the queue: a ticket belongs to one connection and dies with it."""

    ticket: str
    """Unique for ever."""
    worker: str
    """The worker that holds the connection."""
    seat: Seat
    since: int = 0
    """When the guest began to wait, by the fleet's clock; 0 for now. Whoever comes back keeps the old time."""


class Offer(msgspec.Struct, frozen=True):
    """Two who are to play each other as soon as both confirm; ``id`` becomes the name of their room."""

    id: str
    pair: tuple[Waiting, Waiting]


Confirmed: TypeAlias = Literal["one", "both", "gone"]
"""After a confirmation: the other has not confirmed yet; this was the second of two; there is no such offer now."""


class Fleet(ABC):
    """The promises.

    - *Alive*: a worker is alive from a beat until its lease runs out by the fleet's clock, or it retires.
    - *Hints*: a message may be lost, never changed, never delivered twice; those from one worker to another keep their
      order. Notices of an append (`Store.append`) keep their place among the messages of the same worker.
    - *Paired once*: a ticket is in the queue, or in one offer, or gone. A guest has one ticket at most.

    Every coroutine may raise `StoreFailed`.
    """

    is_shared = True
    """Whether other workers may own rooms of the same store, and know more of them than it does."""

    @abstractmethod
    async def open(self, worker: str, hear: Hear) -> None:
        """Begin, and hear whatever is sent to this worker from now on."""

    @abstractmethod
    async def close(self) -> None:
        """End; nothing is heard any more."""

    @abstractmethod
    def is_deaf(self) -> bool:
        """Whether messages to this worker are probably not heard now."""

    @abstractmethod
    def is_renewed(self) -> bool:
        """Whether the connection to the store was made anew since the last beat, which then says so too."""

    # --- workers ---

    @abstractmethod
    async def beat(self, lease_ms: int) -> Beat:
        """A sign of life, which holds for so long."""

    @abstractmethod
    async def drain(self) -> None:
        """Let everyone know that this worker takes no more rooms."""

    @abstractmethod
    async def retire(self, worker: str) -> None:
        """Strike out a worker that owns nothing any more: this one as it ends, or a dead one."""

    @abstractmethod
    async def tell(self, worker: str, body: bytes) -> bool:
        """Send to a worker's inbox; False if certainly nobody hears it there. True promises nothing."""

    @abstractmethod
    def post(self, worker: str, body: bytes) -> None:
        """Send to a worker's inbox without waiting for anything; lost if the store is away.

        What one worker posts, tells and gives notice of arrives in that order.
        """

    # --- guests ---

    @abstractmethod
    async def hold(self, guest: str, token: str, lease_ms: int) -> bool:
        """Hold a guest while it sits down or stands up; False if someone else does. Holding again prolongs it."""

    @abstractmethod
    async def let_go(self, guest: str, token: str) -> None:
        """Hold the guest no longer, if this token does."""

    # --- the queue ---

    @abstractmethod
    async def enqueue(self, waiting: Waiting, lease_ms: int) -> bool:
        """Wait from ``since`` on, until the lease runs out; False if the guest waits with another ticket."""

    @abstractmethod
    async def dequeue(self, ticket: str) -> bool:
        """Wait no longer; whether the ticket was in the queue or in an offer.

        If it was in an offer, the offer falls and the other is back in the queue.
        """

    @abstractmethod
    async def keep_waiting(self, tickets: Sequence[str], lease_ms: int) -> tuple[str, ...]:
        """Prolong the leases of tickets in the queue or an offer; those that are in neither."""

    @abstractmethod
    async def waits(self, guest: str) -> str | None:
        """The ticket with which a guest waits or is offered."""

    @abstractmethod
    async def pair(self, offer: str, lease_ms: int) -> Offer | None:
        """Take the two who have waited longest out of the queue into a new offer of this id, with a lease of its own.

        None if fewer than two wait. First of all, offers whose lease has run out fall: who had confirmed is back in the
        queue with the old time, who had not is gone. So are tickets whose lease has run out.
        """

    @abstractmethod
    async def confirm(self, offer: str, ticket: str) -> Confirmed:
        """One of the two is there. The second confirmation takes both out of the fleet: the caller seats them."""
