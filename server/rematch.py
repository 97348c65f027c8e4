"""Rematches: the next room of two who have agreed to play again, made by the worker that owns their last one."""

import asyncio

import structlog
from msgspec.structs import replace

from engine.model.terms import SeatName
from server.holds import Holds
from server.inbox import GoOn
from server.match import Services, rematch_of
from server.relay import Relay
from server.room import Room
from server.rooms import Rooms
from server.store.base import Fenced, Seat, StoreFailed
from server.store.fleet import Fleet


class Rematches:
    """Makes the rooms of rematches. The name of each follows from that of the room before: it is made once."""

    def __init__(self, fleet: Fleet, rooms: Rooms, relay: Relay, services: Services) -> None:
        self._rooms = rooms
        self._relay = relay
        self._services = services
        self._holds = Holds(fleet, services)
        self._making: dict[str, None] = {}
        self._log = structlog.get_logger("server.rematch")

    def agreed(self, room: Room) -> None:
        """Both players of a finished room want to play again."""
        if room.id not in self._making:
            self._making[room.id] = None
            self._relay.beside(self._make(room))

    async def _make(self, room: Room) -> None:
        """Try for as long as they agree. If the room goes to another worker, that one does it."""
        try:
            while room.match.is_agreed and self._rooms.running(room.id) is room:
                try:
                    if await self._try(room):
                        return
                except StoreFailed as error:
                    self._log.warning("store failed", room=room.id, error=str(error))
                await asyncio.sleep(self._services.timers.retry)
        finally:
            del self._making[room.id]

    async def _try(self, room: Room) -> bool:
        """Whether the rematch has its room, or there will be none. Neither player can go elsewhere meanwhile."""
        match = room.match
        async with self._holds.held([place.row.user for place in match.places.values() if not place.row.bot]) as held:
            if not held:
                return False
            for seat, place in match.places.items():
                if await self._plays_elsewhere(place.row.user, match.row.id):
                    room.post(GoOn("", seat))
                    return True
            if not match.is_agreed:
                return True
            room.moves_on = True
            await self._create(room)
        return True

    async def _plays_elsewhere(self, user: str, room: str) -> bool:
        sitting = None if not user else await self._rooms.of_user(user)
        return sitting is not None and sitting.state == "playing" and sitting.room != rematch_of(room)

    async def _create(self, room: Room) -> None:
        row, name = room.match.row, rematch_of(room.id)
        seats: dict[SeatName, Seat] = {}
        for seat, each in row.seats.items():
            deck_name, deck, entropy = each.again or (each.deck_name, each.deck, "")
            seats[seat] = replace(each, deck_name=deck_name, deck=deck, entropy=entropy, again=None)
        try:
            await self._rooms.create(seats, name, row, room.match.next_beginning)
        except Fenced:
            self._log.info("rematch was made already", room=name)
        room.post(GoOn(name, "A"))
