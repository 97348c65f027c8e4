"""The queue as plain tables in one process: tickets, and offers of two tickets each. Times are the fleet's, in ms."""

from collections.abc import MutableMapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from server.store.fleet import Confirmed, Offer, Waiting


class Place(NamedTuple):
    """A ticket that is in the queue or in an offer, until its lease ends."""

    waiting: Waiting
    lease: int
    offer: str = ""
    """The offer it is in; empty in the queue."""


class Offered(NamedTuple):
    """An offer, until its lease ends; it is kept for so long after the second confirmation, to answer that again."""

    pair: tuple[str, str]
    lease: int
    confirmed: tuple[str, ...] = ()
    """Who has confirmed, in order."""


class Queue:
    """What `Fleet` promises of the queue; every method is told the time, and first strikes out what has run out."""

    def __init__(self, places: MutableMapping[str, Place], pairings: MutableMapping[str, Offered]) -> None:
        self._places = places
        self._pairings = pairings

    def enqueue(self, waiting: Waiting, lease_ms: int, now: int) -> bool:
        self._sweep(now)
        there = self.waits(waiting.seat.user, now)
        if there not in (None, waiting.ticket):
            return False
        if there is None:
            place = Place(replace(waiting, since=waiting.since or now), now + lease_ms)
        else:
            place = self._places[waiting.ticket]._replace(lease=now + lease_ms)
        self._places[waiting.ticket] = place
        return True

    def dequeue(self, ticket: str, now: int) -> bool:
        self._sweep(now)
        if ticket not in self._places:
            return False
        self._strike(ticket)
        return True

    def keep_waiting(self, tickets: Sequence[str], lease_ms: int, now: int) -> tuple[str, ...]:
        self._sweep(now)
        for ticket in tickets:
            if place := self._places.get(ticket):
                self._places[ticket] = place._replace(lease=now + lease_ms)
        return tuple(ticket for ticket in tickets if ticket not in self._places)

    def waits(self, guest: str, now: int) -> str | None:
        self._sweep(now)
        return next((ticket for ticket, place in self._places.items() if place.waiting.seat.user == guest), None)

    def pair(self, offer: str, lease_ms: int, now: int) -> Offer | None:
        self._sweep(now)
        if offer not in self._pairings:
            free = sorted((place.waiting.since, ticket) for ticket, place in self._places.items() if not place.offer)
            if len(free) < 2:
                return None
            one, other = free[0][1], free[1][1]
            self._pairings[offer] = Offered((one, other), now + lease_ms)
            for ticket in (one, other):
                self._places[ticket] = self._places[ticket]._replace(offer=offer)
        pairing = self._pairings[offer]
        if len(pairing.confirmed) == 2:
            return None
        one, other = pairing.pair
        return Offer(offer, (self._places[one].waiting, self._places[other].waiting))

    def confirm(self, offer: str, ticket: str, now: int) -> Confirmed:
        self._sweep(now)
        pairing = self._pairings.get(offer)
        if pairing is None or ticket not in pairing.pair:
            return "gone"
        if ticket not in pairing.confirmed:
            pairing = pairing._replace(confirmed=(*pairing.confirmed, ticket))
            self._pairings[offer] = pairing
            if len(pairing.confirmed) == 2:
                for each in pairing.pair:
                    del self._places[each]
        return "both" if pairing.confirmed[1:] == (ticket,) else "one"

    def _sweep(self, now: int) -> None:
        ended = sorted((pairing.lease, offer) for offer, pairing in self._pairings.items() if pairing.lease <= now)
        for _, offer in ended:
            pairing = self._pairings.pop(offer)
            for ticket in pairing.pair:
                place = self._places.get(ticket)
                if place is None or place.offer != offer:
                    continue
                if ticket in pairing.confirmed:
                    self._places[ticket] = place._replace(offer="")
                else:
                    del self._places[ticket]
        for ticket in [ticket for ticket, place in self._places.items() if place.lease <= now]:
            if ticket in self._places:
                self._strike(ticket)

    def _strike(self, ticket: str) -> None:
        """Out with the ticket; if it was in an offer, the other is back in the queue."""
        offer = self._places.pop(ticket).offer
        if not offer:
            return
        for other in self._pairings.pop(offer).pair:
            if other in self._places:
                self._places[other] = self._places[other]._replace(offer="")
