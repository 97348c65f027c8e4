"""The fleet of many workers: signs of life, inboxes, guests and the queue, in the Redis that they share."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from server.store.base import StoreFailed
from server.store.fleet import Beat, Confirmed, Fleet, Hear, Offer, Waiting
from server.store.redis import keys, scripts
from server.store.redis.connection import Word
from server.store.redis.ear import Ear
from server.store.redis.indexes import DAY_MS
from server.store.redis.link import Link
from server.store.redis.messages import CANARY, sealed

_CONFIRMED: Final[dict[bytes, Confirmed]] = {b"one": "one", b"both": "both", b"gone": "gone"}

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Waiting).decode


class RedisFleet(Fleet):
    """Keeps the promises of `Fleet` over the link of a `RedisStore`, which is opened before it and closed after it."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._worker = ""
        self._ear: Ear | None = None
        self._renewals = 0
        """How often the link had been made at the last beat."""
        self._beaten = 0
        """The time of the last beat, by the fleet's clock; 0 before the first."""
        self._lease_ms = 0

    async def open(self, worker: str, hear: Hear) -> None:
        assert " " not in worker, "a worker's name stands before its messages"
        ear = Ear(self._link, worker, hear)
        await ear.open()
        self._worker, self._ear, self._renewals = worker, ear, self._link.renewals

    async def close(self) -> None:
        if self._ear is not None:
            await self._ear.close()
            self._ear = None

    def is_deaf(self) -> bool:
        return self._ear is None or self._ear.is_deaf()

    def is_renewed(self) -> bool:
        return self._link.renewals != self._renewals

    # --- workers ---

    async def beat(self, lease_ms: int) -> Beat:
        if self._ear is None:
            raise StoreFailed("the fleet is closed")
        self._ear.check()
        renewals = self._link.renewals
        at, late, alive, dead, draining = await self._link.call(
            keys.FLEET[0], *scripts.BEAT(keys.FLEET, self._worker, lease_ms, keys.inbox(self._worker), CANARY)
        )
        now = int(at)
        # A beat whose reply was lost has renewed the lease there, and its verdict is lost: the times tell, too.
        is_late = bool(late) or (self._beaten > 0 and now - self._beaten >= self._lease_ms)
        renewed = renewals != self._renewals
        self._beaten, self._lease_ms, self._renewals = now, lease_ms, renewals
        return Beat(now, is_late, _names(alive), _names(dead), _names(draining), renewed)

    async def drain(self) -> None:
        await self._link.call(keys.FLEET[1], "SADD", keys.FLEET[1], self._worker)

    async def retire(self, worker: str) -> None:
        workers, draining = keys.FLEET
        await self._link.call(workers, "ZREM", workers, worker)
        await self._link.call(draining, "SREM", draining, worker)
        await self._link.call(keys.owned(worker), "PEXPIRE", keys.owned(worker), DAY_MS)
        if worker == self._worker:
            self._beaten = 0

    async def tell(self, worker: str, body: bytes) -> bool:
        heard = await self._link.call(keys.inbox(worker), *self._message(worker, body))
        return bool(heard) or self._link.is_clustered or not self._link.has_settled

    def post(self, worker: str, body: bytes) -> None:
        self._link.send(keys.inbox(worker), *self._message(worker, body))

    def _message(self, worker: str, body: bytes) -> tuple[Word, ...]:
        return "PUBLISH", keys.inbox(worker), sealed(self._worker, self._link.number(worker), body)

    # --- guests ---

    async def hold(self, guest: str, token: str, lease_ms: int) -> bool:
        key = keys.guest(guest)
        return bool(await self._link.call(key, *scripts.HOLD((key,), token, lease_ms)))

    async def let_go(self, guest: str, token: str) -> None:
        key = keys.guest(guest)
        await self._link.call(key, *scripts.LET_GO((key,), token))

    # --- the queue ---

    async def enqueue(self, waiting: Waiting, lease_ms: int) -> bool:
        command = scripts.ENQUEUE(
            keys.QUEUE, waiting.ticket, waiting.seat.user, waiting.since, lease_ms, _encode(waiting)
        )
        return bool(await self._link.call(keys.QUEUE[0], *command))

    async def dequeue(self, ticket: str) -> bool:
        return bool(await self._link.call(keys.QUEUE[0], *scripts.DEQUEUE(keys.QUEUE, ticket)))

    async def keep_waiting(self, tickets: Sequence[str], lease_ms: int) -> tuple[str, ...]:
        gone = await self._link.call(keys.QUEUE[0], *scripts.KEEP_WAITING(keys.QUEUE, lease_ms, *tickets))
        return tuple(ticket.decode() for ticket in gone)

    async def waits(self, guest: str) -> str | None:
        ticket = await self._link.call(keys.QUEUE[0], *scripts.WAITS(keys.QUEUE, guest))
        return None if ticket is None else ticket.decode()

    async def pair(self, offer: str, lease_ms: int) -> Offer | None:
        reply = await self._link.call(keys.QUEUE[0], *scripts.PAIR(keys.QUEUE, offer, lease_ms))
        if reply is None:
            return None
        one, since, other, other_since = reply
        return Offer(offer, (replace(_decode(one), since=int(since)), replace(_decode(other), since=int(other_since))))

    async def confirm(self, offer: str, ticket: str) -> Confirmed:
        return _CONFIRMED[await self._link.call(keys.QUEUE[0], *scripts.CONFIRM(keys.QUEUE, offer, ticket))]


def _names(found: Sequence[bytes]) -> tuple[str, ...]:
    return tuple(sorted(name.decode() for name in found))
