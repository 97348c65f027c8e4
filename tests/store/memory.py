"""A store and a fleet in memory, shared by the workers of one loop: what simulations run on.

`MemoryBackend` is what Redis is to real workers. Every worker has a `MemoryStore` and a `MemoryFleet` of its own, and
whatever they ask or send goes through the backend's `Network`. There is no input or output, and no time but that of the
clock that was given: the same calls in the same order have the same results.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from server.store.base import (
    Appended,
    Fenced,
    Notice,
    Record,
    RoomRow,
    Sitting,
    Store,
    Stored,
    StoreFailed,
    Tail,
    Whereabouts,
    is_shown,
    other_version,
)
from server.store.fence import check_creator, check_healer, check_owner, check_seen, check_writable, in_common
from server.store.fleet import Beat, Confirmed, Fleet, Hear, Offer, Waiting
from server.store.queue import Offered, Place, Queue
from tests.store.tables import Journal, Table

T = TypeVar("T")

DEAF_MS: Final = 3000
KEY: Final = bytes(range(32))


class Network(Protocol):
    """What lies between the workers and the backend; a simulation puts delays, stalls and losses here."""

    async def ask(self, worker: str, act: Callable[[], T]) -> T:
        """Carry a worker's command to the backend, let it ``act`` there, and carry back what it returns or raises.

        A lost command or reply is a `StoreFailed`; ``act`` is called once at most.
        """

    def send(self, worker: str, act: Callable[[], object]) -> None:
        """Carry a command whose reply nobody waits for, in its place among those that are asked; it may be lost."""

    def deliver(self, sender: str, receiver: str, hear: Callable[[], None]) -> None:
        """Carry a published message: call ``hear`` later, or never. Messages of one pair must keep their order."""


class Wire:
    """A network without delays or losses: commands at once, messages in the order in which they are taken out."""

    def __init__(self) -> None:
        self._messages: list[Callable[[], None]] = []

    async def ask(self, worker: str, act: Callable[[], T]) -> T:
        return act()

    def send(self, worker: str, act: Callable[[], object]) -> None:
        act()

    def deliver(self, sender: str, receiver: str, hear: Callable[[], None]) -> None:
        self._messages.append(hear)

    def deliver_all(self) -> None:
        """Let everyone hear what has been sent."""
        while self._messages:
            self._messages.pop(0)()


class Kept(NamedTuple):
    """A room; values never change, so that an older state can be kept and put back."""

    row: RoomRow
    records: tuple[Record, ...]
    save: bytes
    saved: int

    @property
    def where(self) -> Whereabouts:
        row = self.row
        return Whereabouts(row.owner, row.epoch, row.seq, row.log, row.state, row.pin)

    def saved_with(self, save: bytes) -> "Kept":
        return self._replace(save=save, saved=self.row.seq) if save else self


class MemoryBackend:
    """What all workers share. ``clock`` gives milliseconds of the Unix epoch."""

    def __init__(self, clock: Callable[[], int], network: Network) -> None:
        self.clock = clock
        self.network = network
        self.journal = Journal()
        self.rooms: Table[str, Kept] = Table(self.journal)
        self.tickets: Table[str, tuple[bytes, int]] = Table(self.journal)
        self.leases: Table[str, int] = Table(self.journal)
        self.draining: Table[str, bool] = Table(self.journal)
        self.holds: Table[str, tuple[str, int]] = Table(self.journal)
        self.places: Table[str, Place] = Table(self.journal)
        self.pairings: Table[str, Offered] = Table(self.journal)
        self.queue = Queue(self.places, self.pairings)
        self.inboxes: dict[str, Hear] = {}
        self.restarts = 0

    def restart(self, lost: int | None) -> int:
        """Be a Redis that was started again: without the last transactions, or (None) without anything; how many."""
        self.restarts += 1
        return self.journal.lose(10**9 if lost is None else lost)

    def unplug(self, worker: str) -> None:
        """The worker's subscription is gone, as if its process had been killed."""
        self.inboxes.pop(worker, None)

    async def transact(self, worker: str, act: Callable[[], T]) -> T:
        """Let a worker do something."""
        return await self.network.ask(worker, lambda: self.journal.transact(act))

    def publish(self, sender: str, receiver: str, body: bytes) -> bool:
        """Send a message; whether the receiver has an inbox now."""
        if receiver not in self.inboxes:
            return False
        self.network.deliver(sender, receiver, lambda: self._hear(receiver, body))
        return True

    def _hear(self, receiver: str, body: bytes) -> None:
        if hear := self.inboxes.get(receiver):
            hear(body)

    # --- rooms ---

    def create(self, row: RoomRow, worker: str, records: Sequence[bytes], save: bytes) -> RoomRow | None:
        if there := self.rooms.get(row.id):
            return check_creator(there.row, row, worker)
        if self._is_taken(row):
            return None
        now = self.clock()
        made = replace(row, owner=worker, epoch=max(1, now), seq=len(records), created=now, touched=now)
        kept = Kept(made, _records(made.epoch, 0, records, now), b"", 0)
        self.rooms[row.id] = kept.saved_with(save)
        return made

    def _is_taken(self, row: RoomRow) -> bool:
        found = self.find(row.code)
        return found is not None and found != row.id

    def find(self, code: str) -> str | None:
        rooms = (kept.row for kept in self.rooms.values())
        return next((row.id for row in rooms if code and row.code == code and row.state != "ended"), None)

    def acquire(self, room: str, worker: str, epoch: int, record: bytes, pin: str) -> Stored | None:
        found = self.rooms.get(room)
        if found is None:
            return None
        check_seen(found.row, epoch)
        if other := other_version(found.row, pin):
            raise other
        kept = self.rooms[room] = self._next_epoch(found, worker, record)
        return Stored(kept.row, kept.save, kept.saved, kept.records)

    def _next_epoch(self, found: Kept, owner: str, record: bytes) -> Kept:
        now, row = self.clock(), found.row
        epoch = max(row.epoch + 1, now)
        added = () if row.state == "ended" else _records(epoch, row.seq, [record], now)
        row = replace(row, owner=owner, epoch=epoch, seq=row.seq + len(added), touched=now)
        return found._replace(row=row, records=found.records + added)

    def append(
        self,
        room: str,
        worker: str,
        epoch: int,
        seq: int,
        records: Sequence[bytes],
        save: bytes,
        changed: RoomRow | None,
        notices: Sequence[Notice],
    ) -> Appended:
        found = self.rooms.get(room)
        where = check_owner(found and found.where, room, worker, epoch)
        assert found is not None, "checked"
        if where.seq == seq + len(records) != seq and [each.body for each in found.records[seq:]] == list(records):
            return Appended(where.seq, found.records[-1].at)
        check_writable(where, room, seq, records)
        row = found.row
        if changed is not None:
            row = replace(
                row, state=changed.state, seats=changed.seats, pin=changed.pin, open=changed.open, fault=changed.fault
            )
        now = self.clock()
        row = replace(row, seq=seq + len(records), touched=now)
        added = _records(epoch, seq, records, now)
        self.rooms[room] = found._replace(row=row, records=found.records + added).saved_with(save)
        for notice in notices:
            self.publish(worker, *notice)
        return Appended(row.seq, now)

    def hand_over(
        self, room: str, worker: str, epoch: int, seq: int, record: bytes, save: bytes, target: str, notice: bytes
    ) -> None:
        found = self.rooms.get(room)
        check_writable(check_owner(found and found.where, room, worker, epoch), room, seq)
        assert found is not None, "checked"
        self.rooms[room] = self._next_epoch(found, target, record).saved_with(save)
        if target:
            self.publish(worker, target, notice)

    def heal(self, row: RoomRow, worker: str, records: Sequence[Record], save: bytes, saved: int) -> None:
        found = self.rooms.get(row.id)
        if not check_healer(found and found.where, row, worker):
            return
        kept = in_common(found.records if found else (), records)
        code = "" if row.state != "ended" and self._is_taken(row) else row.code
        healed = replace(row, owner=worker, code=code, touched=self.clock())
        there = found.records[:kept] if found else ()
        self.rooms[row.id] = Kept(healed, there + tuple(records[kept:]), save, saved if save else 0)

    def read_from(self, room: str, epoch: int, seq: int) -> Tail | None:
        found = self.rooms.get(room)
        if found is None:
            return None
        known = (epoch, seq)
        new = tuple(record for record in found.records if (record.epoch, record.seq) > known)
        return Tail(found.where, new, self.clock())

    def forget(self, room: str, worker: str, epoch: int) -> None:
        if found := self.rooms.get(room):
            if (found.row.owner, found.row.epoch) != (worker, epoch):
                raise Fenced(room)
            del self.rooms[room]

    def forget_old(self, before: int, most: int) -> int:
        old = [
            kept.row.id
            for kept in self.rooms.values()
            if kept.row.state != "playing" and not kept.row.fault and kept.row.touched < before
        ][:most]
        for room in old:
            del self.rooms[room]
        return len(old)

    def rows(
        self, is_wanted: Callable[[RoomRow], bool], rank: Callable[[RoomRow], tuple[object, ...]]
    ) -> list[RoomRow]:
        """Rows in an order."""
        return sorted((kept.row for kept in self.rooms.values() if is_wanted(kept.row)), key=rank)


def _records(epoch: int, seq: int, bodies: Sequence[bytes], at: int) -> tuple[Record, ...]:
    return tuple(Record(seq + number, epoch, body, at) for number, body in enumerate(bodies, 1))


class MemoryStore(Store):
    """One worker's connection to the rooms."""

    def __init__(self, backend: MemoryBackend, worker: str) -> None:
        self._backend = backend
        self._worker = worker
        self._open = False

    async def _do(self, act: Callable[[], T]) -> T:
        if not self._open:
            raise StoreFailed("the store is closed")
        return await self._backend.transact(self._worker, act)

    async def open(self) -> None:
        self._open = True

    async def close(self) -> None:
        self._open = False

    async def healthy(self) -> bool:
        try:
            return await self._do(lambda: True)
        except StoreFailed:
            return False

    async def signing_key(self) -> bytes:
        return await self._do(lambda: KEY)

    async def create(self, row: RoomRow, worker: str, records: Sequence[bytes], save: bytes) -> RoomRow | None:
        return await self._do(lambda: self._backend.create(row, worker, records, save))

    async def where(self, room: str) -> Whereabouts | None:
        return await self._do(lambda: (kept := self._backend.rooms.get(room)) and kept.where)

    async def row(self, room: str) -> RoomRow | None:
        return await self._do(lambda: (kept := self._backend.rooms.get(room)) and kept.row)

    async def acquire(self, room: str, worker: str, epoch: int, record: bytes, pin: str) -> Stored | None:
        return await self._do(lambda: self._backend.acquire(room, worker, epoch, record, pin))

    async def append(
        self,
        room: str,
        worker: str,
        epoch: int,
        seq: int,
        records: Sequence[bytes],
        save: bytes,
        row: RoomRow | None = None,
        notices: Sequence[Notice] = (),
    ) -> Appended:
        return await self._do(lambda: self._backend.append(room, worker, epoch, seq, records, save, row, notices))

    async def hand_over(
        self, room: str, worker: str, epoch: int, seq: int, record: bytes, save: bytes, target: str, notice: bytes
    ) -> None:
        await self._do(lambda: self._backend.hand_over(room, worker, epoch, seq, record, save, target, notice))

    async def heal(self, row: RoomRow, worker: str, records: Sequence[Record], save: bytes, saved: int) -> None:
        await self._do(lambda: self._backend.heal(row, worker, records, save, saved))

    async def read(self, room: str) -> tuple[Record, ...]:
        return await self._do(lambda: kept.records if (kept := self._backend.rooms.get(room)) else ())

    async def read_from(self, room: str, epoch: int, seq: int) -> Tail | None:
        return await self._do(lambda: self._backend.read_from(room, epoch, seq))

    async def forget(self, room: str, worker: str, epoch: int) -> None:
        await self._do(lambda: self._backend.forget(room, worker, epoch))

    async def owned_by(self, worker: str) -> tuple[str, ...]:
        return await self._ids(lambda row: row.owner == worker != "")

    async def find(self, code: str) -> str | None:
        return await self._do(lambda: self._backend.find(code))

    async def faulted(self) -> tuple[str, ...]:
        return await self._ids(lambda row: row.fault)

    async def _ids(self, is_wanted: Callable[[RoomRow], bool]) -> tuple[str, ...]:
        rows = await self._do(lambda: self._backend.rows(is_wanted, lambda row: (row.id,)))
        return tuple(row.id for row in rows)

    async def rooms_of(self, user: str) -> tuple[Sitting, ...]:
        rows = await self._do(
            lambda: self._backend.rows(
                lambda row: any(seat.user == user != "" and not seat.left for seat in row.seats.values()),
                lambda row: (row.state == "waiting", -row.created, row.id),
            )
        )
        return tuple(Sitting(row.id, row.state, row.pin) for row in rows)

    async def open_tables(self, owners: Collection[str], most: int) -> tuple[RoomRow, ...]:
        return await self._listed(
            lambda row: row.state == "waiting" and row.open and row.owner in owners,
            lambda row: (row.created, row.id),
            most,
        )

    async def live_tables(self, owners: Collection[str], most: int) -> tuple[RoomRow, ...]:
        return await self._listed(
            lambda row: row.state == "playing" and is_shown(row) and row.owner in owners,
            lambda row: (-row.created, row.id),
            most,
        )

    async def _listed(
        self, is_wanted: Callable[[RoomRow], bool], rank: Callable[[RoomRow], tuple[object, ...]], most: int
    ) -> tuple[RoomRow, ...]:
        return tuple((await self._do(lambda: self._backend.rows(is_wanted, rank)))[:most])

    async def forget_old(self, before: int, most: int) -> int:
        return await self._do(lambda: self._backend.forget_old(before, most))

    async def put_ticket(self, ticket: str, body: bytes, expires: int) -> None:
        await self._do(lambda: self._backend.tickets.__setitem__(ticket, (body, expires)))

    async def take_ticket(self, ticket: str, now: int) -> bytes | None:
        body, expires = await self._do(lambda: self._backend.tickets.pop(ticket, (b"", 0)))
        return body if expires > now else None


class MemoryFleet(Fleet):
    """One worker's connection to the others."""

    def __init__(self, backend: MemoryBackend) -> None:
        self._backend = backend
        self._worker = ""
        self._heard = 0
        self._beaten = 0
        self._lease = 0
        self._restarts = backend.restarts
        self._renewed = False

    def reconnected(self) -> None:
        """The connection to the backend was made anew: the next beat says so."""
        self._renewed = True

    async def _do(self, act: Callable[[], T]) -> T:
        if not self._worker:
            raise StoreFailed("the fleet is closed")
        return await self._backend.transact(self._worker, act)

    async def open(self, worker: str, hear: Hear) -> None:
        def subscribe() -> None:
            self._backend.inboxes[worker] = lambda body: self._hear(body, hear)

        await self._backend.transact(worker, subscribe)
        self._worker, self._heard = worker, self._backend.clock()

    def _hear(self, body: bytes, hear: Hear) -> None:
        self._heard = self._backend.clock()
        if body:
            hear(body)

    async def close(self) -> None:
        self._backend.unplug(self._worker)
        self._worker = ""

    def is_deaf(self) -> bool:
        return not self._worker or self._backend.clock() - self._heard > DEAF_MS

    def is_renewed(self) -> bool:
        return self._renewed or self._restarts != self._backend.restarts

    # --- workers ---

    async def beat(self, lease_ms: int) -> Beat:
        beat = await self._do(lambda: self._beat(lease_ms))
        late = beat.late or (self._beaten > 0 and beat.now - self._beaten >= self._lease)
        renewed = self.is_renewed()
        self._beaten, self._lease = beat.now, lease_ms
        self._renewed, self._restarts = False, self._backend.restarts
        return beat._replace(late=late, renewed=renewed)

    def _beat(self, lease_ms: int) -> Beat:
        backend, now = self._backend, self._backend.clock()
        late = backend.leases.get(self._worker, now + 1) <= now
        backend.leases[self._worker] = now + lease_ms
        backend.publish(self._worker, self._worker, b"")
        alive = sorted(worker for worker, lease in backend.leases.items() if lease > now)
        dead = sorted(worker for worker, lease in backend.leases.items() if lease <= now)
        return Beat(now, late, tuple(alive), tuple(dead), tuple(sorted(backend.draining)))

    async def drain(self) -> None:
        await self._do(lambda: self._backend.draining.__setitem__(self._worker, True))

    async def retire(self, worker: str) -> None:
        def strike() -> None:
            self._backend.leases.pop(worker, None)
            self._backend.draining.pop(worker, None)

        await self._do(strike)
        if worker == self._worker:
            self._beaten = 0

    async def tell(self, worker: str, body: bytes) -> bool:
        return await self._do(lambda: self._backend.publish(self._worker, worker, body))

    def post(self, worker: str, body: bytes) -> None:
        if sender := self._worker:
            self._backend.network.send(sender, lambda: self._backend.publish(sender, worker, body))

    # --- guests ---

    async def hold(self, guest: str, token: str, lease_ms: int) -> bool:
        return await self._do(lambda: self._hold(guest, token, lease_ms))

    def _hold(self, guest: str, token: str, lease_ms: int) -> bool:
        now, holds = self._backend.clock(), self._backend.holds
        holder, until = holds.get(guest, (token, 0))
        if until > now and holder != token:
            return False
        holds[guest] = (token, now + lease_ms)
        return True

    async def let_go(self, guest: str, token: str) -> None:
        def release() -> None:
            if self._backend.holds.get(guest, ("", 0))[0] == token:
                del self._backend.holds[guest]

        await self._do(release)

    # --- the queue ---

    async def enqueue(self, waiting: Waiting, lease_ms: int) -> bool:
        return await self._do(lambda: self._backend.queue.enqueue(waiting, lease_ms, self._backend.clock()))

    async def dequeue(self, ticket: str) -> bool:
        return await self._do(lambda: self._backend.queue.dequeue(ticket, self._backend.clock()))

    async def keep_waiting(self, tickets: Sequence[str], lease_ms: int) -> tuple[str, ...]:
        return await self._do(lambda: self._backend.queue.keep_waiting(tickets, lease_ms, self._backend.clock()))

    async def waits(self, guest: str) -> str | None:
        return await self._do(lambda: self._backend.queue.waits(guest, self._backend.clock()))

    async def pair(self, offer: str, lease_ms: int) -> Offer | None:
        return await self._do(lambda: self._backend.queue.pair(offer, lease_ms, self._backend.clock()))

    async def confirm(self, offer: str, ticket: str) -> Confirmed:
        return await self._do(lambda: self._backend.queue.confirm(offer, ticket, self._backend.clock()))
