"""The fleet of one process: one worker, alone, whose inbox is its own loop."""

import asyncio
from collections.abc import Callable, Sequence

from server.store.base import StoreFailed
from server.store.fleet import Beat, Confirmed, Fleet, Hear, Offer, Waiting
from server.store.queue import Offered, Place, Queue


class LocalFleet(Fleet):
    """Keeps the promises of `Fleet` in memory; ``clock`` gives milliseconds of the Unix epoch."""

    is_shared = False

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._worker = ""
        self._hear: Hear | None = None
        self._lease = 0
        """Until when this worker is alive; 0 if it has not lived yet, or has retired."""
        self._drains = False
        self._holds: dict[str, tuple[str, int]] = {}
        """By guest: the token that holds it, and until when."""
        places: dict[str, Place] = {}
        pairings: dict[str, Offered] = {}
        self._queue = Queue(places, pairings)

    async def open(self, worker: str, hear: Hear) -> None:
        self._worker, self._hear = worker, hear

    async def close(self) -> None:
        self._hear = None

    def is_deaf(self) -> bool:
        return self._hear is None

    def is_renewed(self) -> bool:
        return False

    # --- workers ---

    async def beat(self, lease_ms: int) -> Beat:
        self._check()
        now = self._clock()
        late = 0 < self._lease <= now
        self._lease = now + lease_ms
        return Beat(now, late, (self._worker,), (), (self._worker,) if self._drains else ())

    async def drain(self) -> None:
        self._check()
        self._drains = True

    async def retire(self, worker: str) -> None:
        self._check()
        if worker == self._worker:
            self._lease, self._drains = 0, False

    async def tell(self, worker: str, body: bytes) -> bool:
        self._check()
        self.post(worker, body)
        return worker == self._worker

    def post(self, worker: str, body: bytes) -> None:
        if worker == self._worker and self._hear is not None:
            asyncio.get_running_loop().call_soon(self._deliver, body)

    def _deliver(self, body: bytes) -> None:
        if self._hear is not None:
            self._hear(body)

    def _check(self) -> None:
        if self._hear is None:
            raise StoreFailed("the fleet is closed")

    # --- guests ---

    async def hold(self, guest: str, token: str, lease_ms: int) -> bool:
        self._check()
        now = self._clock()
        self._holds = {guest: held for guest, held in self._holds.items() if held[1] > now}
        if self._holds.get(guest, (token, 0))[0] != token:
            return False
        self._holds[guest] = (token, now + lease_ms)
        return True

    async def let_go(self, guest: str, token: str) -> None:
        self._check()
        if self._holds.get(guest, ("", 0))[0] == token:
            del self._holds[guest]

    # --- the queue ---

    async def enqueue(self, waiting: Waiting, lease_ms: int) -> bool:
        self._check()
        return self._queue.enqueue(waiting, lease_ms, self._clock())

    async def dequeue(self, ticket: str) -> bool:
        self._check()
        return self._queue.dequeue(ticket, self._clock())

    async def keep_waiting(self, tickets: Sequence[str], lease_ms: int) -> tuple[str, ...]:
        self._check()
        return self._queue.keep_waiting(tickets, lease_ms, self._clock())

    async def waits(self, guest: str) -> str | None:
        self._check()
        return self._queue.waits(guest, self._clock())

    async def pair(self, offer: str, lease_ms: int) -> Offer | None:
        self._check()
        return self._queue.pair(offer, lease_ms, self._clock())

    async def confirm(self, offer: str, ticket: str) -> Confirmed:
        self._check()
        return self._queue.confirm(offer, ticket, self._clock())
