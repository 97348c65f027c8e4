"""The queue: who waits at this worker, and how two who may wait at different workers come to one table.

A pair is taken out of the queue in one step; then both have to confirm. Whoever does not loses its place, and the other
is back at the head. Whoever confirms second has its worker make the room, which is named after the offer.
"""

import asyncio
import math
from dataclasses import dataclass

import structlog

from engine.model.errors import InvalidDeck
from engine.model.terms import OTHER
from server import relayed
from server.holds import Holds
from server.match import Services
from server.peer import Peer
from server.protocol.errors import Close, Refusal
from server.protocol.messages import LeftQueue, Matched, Queued
from server.relay import Relay
from server.relayed import Offered, Seated, Unmade
from server.rooms import Rooms
from server.store.base import Fenced, Seat
from server.store.fleet import Fleet, Offer, Waiting


@dataclass(slots=True)
class _Here:
    """Someone who waits at this worker."""

    peer: Peer
    waiting: Waiting
    since: float
    """By the loop's clock."""
    offer: Offer | None = None
    timer: asyncio.TimerHandle | None = None
    confirmed: float = -math.inf
    """When the guest confirmed the offer, by the loop's clock."""

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()


class Pairing:
    """The part of the queue that waits at this worker."""

    def __init__(self, fleet: Fleet, rooms: Rooms, relay: Relay, services: Services) -> None:
        self._fleet = fleet
        self._rooms = rooms
        self._relay = relay
        self._services = services
        self._holds = Holds(fleet, services)
        self._here: dict[str, _Here] = {}
        """By ticket."""
        self._log = structlog.get_logger("server.pairing")

    def __len__(self) -> int:
        return len(self._here)

    def _of(self, peer: Peer) -> _Here | None:
        return next((here for here in self._here.values() if here.peer is peer), None)

    @property
    def _lease(self) -> int:
        return int(self._services.timers.lease * 1000)

    def has(self, peer: Peer) -> bool:
        """Whether this connection waits."""
        return self._of(peer) is not None

    # --- what players ask for ---

    async def enter(self, peer: Peer, seat: Seat) -> None:
        """Wait for an opponent; whoever waits already keeps its place and takes the new deck. Raises `Refusal`."""
        since, begun = 0, asyncio.get_running_loop().time()
        if own := self._of(peer):
            since, begun = own.waiting.since, own.since
            await self.leave(peer)
        ticket = f"{peer.tab}/{peer.conn}/{self._services.chance.token()}"
        waiting = Waiting(ticket, self._services.worker, seat, since)
        if not await self._fleet.enqueue(waiting, self._lease):
            raise Refusal("bad_state", "You are looking for an opponent in another window.")
        self._here[ticket] = _Here(peer, waiting, begun)
        if peer.is_closing:
            self.gone(peer)
            return
        peer.send(Queued())
        await self.pair()

    async def leave(self, peer: Peer) -> None:
        """Wait no longer. Raises `Refusal` if both have confirmed: the other would be left with nobody."""
        own = self._of(peer)
        if own is None:
            return
        was_there = await self._fleet.dequeue(own.waiting.ticket)
        if not was_there and self._may_be_seated(own):
            raise Refusal("bad_state", "Your opponent is there: the match is about to begin.")
        self._forget(own)

    def _may_be_seated(self, own: _Here) -> bool:
        """Whether the room of someone who is out of the queue is perhaps being made."""
        since = asyncio.get_running_loop().time() - own.confirmed
        return self._here.get(own.waiting.ticket) is own and since < self._services.timers.confirm

    def gone(self, peer: Peer) -> None:
        """The connection is closed: its ticket dies with it."""
        if own := self._of(peer):
            self._forget(own)
            self._relay.beside(self._dequeue(own.waiting.ticket))

    async def _dequeue(self, ticket: str) -> None:
        await self._fleet.dequeue(ticket)

    async def supersede(self, peer: Peer) -> None:
        """A tab that comes back waits no longer on its old connection, which may be dead and not yet closed."""
        ticket = await self._fleet.waits(peer.guest.id)
        if ticket is None:
            return
        tab, conn, _ = ticket.rsplit("/", 2)
        if tab != peer.tab or int(conn) >= peer.conn:
            return
        await self._fleet.dequeue(ticket)
        if old := self._here.get(ticket):
            self._forget(old)
            old.peer.close(Close.REPLACED, "This tab has a newer connection.")

    async def confirm(self, peer: Peer, offer_id: str) -> None:
        """A player is there; the second one of two has the room made."""
        own = self._of(peer)
        if own is None or own.offer is None or own.offer.id != offer_id:
            return  # the offer has fallen in the meantime, and whoever still waits is told of the next one
        own.stop()
        own.confirmed = asyncio.get_running_loop().time()
        confirmed = await self._fleet.confirm(offer_id, own.waiting.ticket)
        if confirmed == "both":
            self._relay.beside(self._seat(own.offer))
        elif confirmed == "gone":  # too late, or the store has forgotten it: nobody makes a room of it
            own.confirmed = -math.inf
            await self._find_out(own)

    # --- pairing ---

    async def beat(self) -> None:
        """Keep the places of those who wait here, and pair whoever can be."""
        if not self._here:
            return
        for ticket in await self._fleet.keep_waiting(list(self._here), self._lease):
            if own := self._here.get(ticket):
                await self._find_out(own)
        await self.pair()

    async def _find_out(self, own: _Here) -> None:
        """A ticket is neither in the queue nor offered: its guest sits somewhere, or will, or waits again."""
        sitting = await self._rooms.of_user(own.waiting.seat.user)
        if sitting is not None and own.offer is not None and sitting.room == own.offer.id:
            self._seated(own.waiting.ticket, sitting.room)
            return
        if self._here.get(own.waiting.ticket) is not own:
            return  # it has left meanwhile
        if self._may_be_seated(own):
            return
        own.stop()
        own.offer = None
        plays_elsewhere = sitting is not None and sitting.state == "playing"
        if own.peer.is_closing or plays_elsewhere or not await self._fleet.enqueue(own.waiting, self._lease):
            self._forget(own)
            own.peer.send(LeftQueue())

    async def pair(self) -> None:
        """Offer those who have waited longest to each other."""
        while offer := await self._fleet.pair(self._services.chance.token(), int(self._services.timers.confirm * 1000)):
            for waiting in offer.pair:
                if waiting.worker == self._services.worker:
                    self._offered(offer, waiting.ticket)
                else:
                    self._relay.post(waiting.worker, Offered(offer, waiting.ticket))

    def _offered(self, offer: Offer, ticket: str) -> None:
        own = self._here.get(ticket)
        if own is None:
            self._relay.beside(self._dequeue(ticket))
            return
        own.stop()
        own.offer = offer
        own.waiting = next(waiting for waiting in offer.pair if waiting.ticket == ticket)
        own.timer = asyncio.get_running_loop().call_later(self._services.timers.confirm, self._too_late, own)
        own.peer.send(Matched(offer=offer.id))

    def _too_late(self, own: _Here) -> None:
        """There was no confirmation: whoever it is, is not there."""
        self._forget(own)
        own.peer.send(LeftQueue())
        self._relay.beside(self._dequeue(own.waiting.ticket))

    async def _seat(self, offer: Offer, tried: bool = False) -> None:
        """Make the room of two who have confirmed. Neither can sit down elsewhere meanwhile, even if it comes back.

        ``tried``: a worker of another version could not.
        """
        guests = [waiting.seat.user for waiting in offer.pair]
        try:
            async with self._holds.held(guests) as are_held:
                if are_held and await self._are_free(guests):
                    await self._make(offer)
        except InvalidDeck as invalid:
            self._not_made(Unmade(offer, str(invalid), tried))

    async def _are_free(self, guests: list[str]) -> bool:
        """Whether neither plays elsewhere by now; one that waits anew does so no longer."""
        for guest in guests:
            sitting = await self._rooms.of_user(guest)
            if sitting is not None and sitting.state == "playing":
                return False
            if ticket := await self._fleet.waits(guest):
                await self._fleet.dequeue(ticket)
        return True

    def _not_made(self, unmade: Unmade) -> None:
        """One of the decks is of another version: there the room is made, or both lose their places."""
        workers = dict.fromkeys(waiting.worker for waiting in unmade.offer.pair)
        others = [worker for worker in workers if worker != self._services.worker]
        self._log.warning("not matched", offer=unmade.offer.id, why=unmade.why, others=others)
        for worker in others:
            self._relay.post(worker, unmade)
        if unmade.tried or not others:
            self._give_up(unmade)

    def _give_up(self, unmade: Unmade) -> None:
        """Tell those who wait here that they do so no longer."""
        for waiting in unmade.offer.pair:
            if own := self._here.get(waiting.ticket):
                self._forget(own)
                own.peer.send(LeftQueue())
                own.peer.send(Refusal("invalid_deck", unmade.why).message())

    async def _make(self, offer: Offer) -> None:
        """Raises `InvalidDeck`."""
        first, second = offer.pair
        mine = self._services.chance.seat()
        try:
            seats = {mine: first.seat, OTHER[mine]: second.seat}
            room = await self._rooms.create(seats, offer.id, is_open=True, time="standard")
        except Fenced:  # it has been made already: both find it by themselves
            return
        self._log.info("matched", room=room.id)
        for waiting in offer.pair:
            if waiting.worker == self._services.worker:
                self._seated(waiting.ticket, room.id)
            else:
                self._relay.post(waiting.worker, Seated(waiting.ticket, room.id))

    def _seated(self, ticket: str, room_id: str) -> None:
        own = self._here.get(ticket)
        if own is not None:
            self._forget(own)
            self._services.metrics.queue_seconds.observe(asyncio.get_running_loop().time() - own.since)
            self._relay.attach(own.peer, room_id)

    def _forget(self, own: _Here) -> None:
        own.stop()
        self._here.pop(own.waiting.ticket, None)

    def hear(self, message: relayed.Message) -> bool:
        """Do what another worker's message asks for; False for one that is not about the queue."""
        match message:
            case Offered():
                self._offered(message.offer, message.ticket)
            case Seated():
                self._seated(message.ticket, message.room)
            case Unmade(tried=True):
                self._give_up(message)
            case Unmade():
                self._relay.beside(self._seat(message.offer, tried=True))
            case _:
                return False
        return True
