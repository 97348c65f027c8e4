"""All fleets agree: whatever several workers do with them, every result and every inbox is the same."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from server.store.base import Notice, Seat, Store, StoreFailed
from server.store.fleet import Fleet, Waiting
from server.store.local import LocalFleet
from server.store.redis import RedisFleet, RedisStore, link_to
from server.store.redis import link as redis_link
from tests.redis import RedisServer
from tests.store.makers import KEEP_DAYS, a_room, made, now
from tests.store.memory import MemoryBackend, MemoryFleet, MemoryStore, Wire

WORKERS = ("u", "v", "w")
GUESTS = ("ann", "ben", "cid", "dee")
TICKETS = tuple(f"{guest} {number}" for guest in GUESTS for number in range(2))
OFFERS = ("first", "second", "third")
LONG = 600_000
MARK = b"heard up to here"

workers = st.sampled_from(WORKERS)
guests = st.sampled_from(GUESTS)
tickets = st.sampled_from(TICKETS)
offers = st.sampled_from(OFFERS)
tokens = st.sampled_from(["one token", "other"])
leases = st.sampled_from([LONG, LONG, LONG, 0])


class Party:
    """A fleet in the hands of several workers, and a store that gives notices in it."""

    def __init__(self, fleets: dict[str, Fleet], stores: dict[str, Store]) -> None:
        self.fleets = fleets
        self.stores = stores
        self.heard: dict[tuple[str, str], list[bytes]] = defaultdict(list)
        """By receiver and sender: what was heard since one last looked."""
        self.positions: dict[str, tuple[int, int]] = {}
        self._marks = 0
        self._marked = asyncio.Event()

    async def open(self) -> None:
        for worker, store in self.stores.items():
            await store.open()
            row = await made(store, a_room(f"room of {worker}", worker), worker)
            self.positions[worker] = row.epoch, row.seq
        for worker, fleet in self.fleets.items():
            await fleet.open(worker, partial(self._hear, worker))

    async def close(self) -> None:
        for fleet in self.fleets.values():
            await fleet.close()
        for store in self.stores.values():
            await store.close()

    def _hear(self, receiver: str, body: bytes) -> None:
        sender, _, text = body.partition(b" ")
        if text == MARK:
            self._marks -= 1
            if not self._marks:
                self._marked.set()
        else:
            self.heard[receiver, sender.decode()].append(text)

    async def notice(self, sender: str, notices: Sequence[Notice]) -> None:
        epoch, seq = self.positions[sender]
        room = f"room of {sender}"
        seq, _ = await self.stores[sender].append(room, sender, epoch, seq, [b"x"], b"", notices=notices)
        self.positions[sender] = epoch, seq

    async def all_heard(self, living: Sequence[str]) -> dict[tuple[str, str], list[bytes]]:
        """Wait until everyone has heard whatever was sent, and take it out."""
        self._marked.clear()
        self._marks = len(living) ** 2
        for sender in living:
            for receiver in living:
                self.fleets[sender].post(receiver, sender.encode() + b" " + MARK)
        self._deliver()
        if living:
            async with asyncio.timeout(20):
                await self._marked.wait()
        heard, self.heard = dict(self.heard), defaultdict(list)
        return heard

    def _deliver(self) -> None:
        """What has no loop of its own is delivered here."""


class MemoryParty(Party):
    def __init__(self) -> None:
        self._wire = Wire()
        backend = MemoryBackend(now, self._wire)
        super().__init__(
            {worker: MemoryFleet(backend) for worker in WORKERS},
            {worker: MemoryStore(backend, worker) for worker in WORKERS},
        )

    def _deliver(self) -> None:
        self._wire.deliver_all()


def redis_party(server: RedisServer) -> Party:
    with server.client as client:
        client.flushall()
    links = {worker: link_to(server.url) for worker in WORKERS}
    return Party(
        {worker: RedisFleet(link) for worker, link in links.items()},
        {worker: RedisStore(link, now, KEEP_DAYS) for worker, link in links.items()},
    )


class FleetAgreement(RuleBasedStateMachine):
    """Workers live, fall silent, write to each other, and pair their guests, in several fleets at once."""

    def __init__(self, server: RedisServer) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._sent = 0
        self._living = list(WORKERS)

        async def begin() -> list[Party]:
            alone = Party({"u": LocalFleet(now)}, {})
            parties = [MemoryParty(), redis_party(server), alone]
            for party in parties:
                await party.open()
            return parties

        self._parties = self._runner.run(begin())

    def teardown(self) -> None:
        try:
            self.hear()
        finally:
            for party in self._parties:
                self._runner.run(party.close())
            self._runner.close()

    def _all(self, act: Callable[[Party, Fleet], Awaitable[object]], worker: str, *, alone: bool = False) -> object:
        """Let a worker do it in every fleet, and ``alone``, too; what came of it, which is the same everywhere."""

        async def each() -> list[object]:
            results: list[object] = []
            for party in self._parties if alone else self._parties[:2]:
                try:
                    fleet = party.fleets.get(worker, party.fleets["u"])
                    results.append(await act(party, fleet))
                except StoreFailed:
                    results.append("failed")
            return results

        results = self._runner.run(each())
        for result in results[1:]:
            assert result == results[0], results
        return results[0]

    # --- workers and their messages ---

    @rule(worker=workers, lease=leases)
    def beat(self, worker: str, lease: int) -> None:
        async def act(_: Party, fleet: Fleet) -> object:
            beat = await fleet.beat(lease)
            assert abs(beat.now - now()) < 60_000
            return beat._replace(now=0)

        self._all(act, worker)

    @rule(worker=workers)
    def drain(self, worker: str) -> None:
        if worker in self._living:
            self._all(lambda _, fleet: fleet.drain(), worker)

    @rule(worker=workers, other=workers)
    def retire(self, worker: str, other: str) -> None:
        if worker in self._living:
            self._all(lambda _, fleet: fleet.retire(other), worker)

    @rule(worker=workers, dies=st.integers(0, 5))
    def close(self, worker: str, dies: int) -> None:
        if dies == 0 and worker in self._living:
            self.hear()
            self._living.remove(worker)
            self._all(lambda _, fleet: fleet.close(), worker)

    @rule(worker=workers, receiver=workers, how=st.sampled_from(["tell", "post", "notice"]))
    def send(self, worker: str, receiver: str, how: str) -> None:
        if worker not in self._living:
            return
        self._sent += 1
        body = f"{worker} message {self._sent}".encode()

        async def act(party: Party, fleet: Fleet) -> object:
            if how == "tell":
                return await fleet.tell(receiver, body)
            if how == "post":
                fleet.post(receiver, body)
            else:
                await party.notice(worker, [Notice(receiver, body), Notice(receiver, body + b" again")])
            return None

        self._all(act, worker)

    @rule()
    def hear(self) -> None:
        self._all(lambda party, _: party.all_heard(self._living), "u")

    # --- guests and the queue ---

    @rule(worker=workers, guest=guests, token=tokens, lease=leases)
    def hold(self, worker: str, guest: str, token: str, lease: int) -> None:
        if worker in self._living:
            self._all(lambda _, fleet: fleet.hold(guest, token, lease), worker, alone="u" in self._living)

    @rule(worker=workers, guest=guests, token=tokens)
    def let_go(self, worker: str, guest: str, token: str) -> None:
        if worker in self._living:
            self._all(lambda _, fleet: fleet.let_go(guest, token), worker, alone="u" in self._living)

    @rule(worker=workers, ticket=tickets, since=st.sampled_from([0, 0, 1, 2]), lease=leases)
    def enqueue(self, worker: str, ticket: str, since: int, lease: int) -> None:
        guest = ticket.split()[0]
        waiting = Waiting(ticket, worker, Seat(guest, guest, "deck", {"X": 50}), since)
        start = now()
        while now() <= start + 1:  # of two who come now, one comes first in every fleet
            pass
        self._queue(lambda fleet: fleet.enqueue(waiting, lease))

    def _queue(self, act: Callable[[Fleet], Awaitable[object]]) -> None:
        """What the queue does is the same whichever worker asks: one that lives asks."""
        if self._living:
            self._all(lambda _, fleet: act(fleet), self._living[0], alone=self._living[0] == "u")

    @rule(ticket=tickets)
    def dequeue(self, ticket: str) -> None:
        self._queue(lambda fleet: fleet.dequeue(ticket))

    @rule(some=st.lists(tickets, max_size=3, unique=True), lease=leases)
    def keep_waiting(self, some: list[str], lease: int) -> None:
        self._queue(lambda fleet: fleet.keep_waiting(some, lease))

    @rule()
    def waits(self) -> None:
        async def act(fleet: Fleet) -> object:
            return [await fleet.waits(guest) for guest in GUESTS]

        self._queue(act)

    @rule(offer=offers, lease=leases)
    def pair(self, offer: str, lease: int) -> None:
        async def act(fleet: Fleet) -> object:
            found = await fleet.pair(offer, lease)
            return found and (found.id, [(each.ticket, each.worker, each.seat) for each in found.pair])

        self._queue(act)

    @rule(offer=offers, ticket=tickets)
    def confirm(self, offer: str, ticket: str) -> None:
        self._queue(lambda fleet: fleet.confirm(offer, ticket))


def test_all_fleets_agree(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_link, "SETTLE_SECONDS", 0.0)

    class Here(FleetAgreement):
        def __init__(self) -> None:
            super().__init__(server)

    run_state_machine_as_test(Here, settings=settings(max_examples=60, stateful_step_count=50))
