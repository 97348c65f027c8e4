"""Who watches what at this worker: who may, one reader for each audience of a room, and how many watch everywhere."""

import asyncio
from collections.abc import Sequence
from typing import Final

from engine.model.terms import SPECTATOR, Audience
from server import relayed
from server.audience import COUNT_EVERY, NO_MATCH, OVER, REMATCH_WITHIN, Reader, rematch_after
from server.match import Services
from server.peer import Peer
from server.protocol.errors import Refusal
from server.protocol.messages import Audience as AudienceCount
from server.protocol.messages import Standing, WatchPolicy
from server.relay import Relay
from server.relayed import Crowds
from server.rooms import PARKED
from server.store.base import RoomRow, other_version, watched_by

OWN_SEAT: Final = WatchPolicy(delay=0, decisions=0)
"""How players are shown their own tables."""
LISTED: Final = 50
"""So many open and so many live tables are told of."""
STALE: Final = 3 * COUNT_EVERY
"""What another worker has said of its watchers is not believed for longer than so many seconds."""


class Gallery:
    """Lets connections of this worker watch tables, whoever owns their rooms."""

    def __init__(self, services: Services, relay: Relay) -> None:
        self._services = services
        self._relay = relay
        self._readers: dict[tuple[str, Audience], Reader] = {}
        self._crowds: dict[str, tuple[float, Crowds]] = {}
        """By worker, when it has told how many watch what, and what it told."""
        self._told_at = 0.0
        self._told: dict[tuple[str, str], int] = {}
        """By room and connection, what those who play at rooms of this worker know of their watchers, if not 0."""
        self._said_at = 0.0
        self._said: dict[str, int] = {}

    @property
    def readers(self) -> int:
        """How many audiences are read for."""
        return len(self._readers)

    @property
    def watchers(self) -> int:
        """How many connections of this worker watch."""
        return sum(len(reader.watchers) for reader in self._readers.values())

    # --- watching ---

    async def watch(self, peer: Peer, room_id: str, *, ends: bool = False) -> None:
        """Show a table to a connection, which watches no other.

        One that ``ends`` is closed when it knows of the rematch, or there will be none to tell of.
        Raises `Refusal` and `StoreFailed`.
        """
        row = await self._services.store.row(room_id)
        seat = None if row is None else _seat_of(row, peer.guest.id)
        if row is None or row.state == "waiting" or (seat is None and watched_by(row).who == "nobody"):
            raise Refusal("unknown_table", NO_MATCH)
        if other_version(row, self._services.pin):
            raise Refusal("other_version", PARKED)
        policy = watched_by(row) if seat is None else OWN_SEAT
        await self._refuse_if_long_over(row, policy)
        reader = self._reader(row, seat or SPECTATOR, policy)
        await reader.ready()
        if peer.is_closing or peer.link is not None:
            return
        if peer.watching is not None:
            peer.watching.leave()
        reader.add(peer, ends=ends)

    async def newest(self, room_id: str) -> str:
        """The last rematch of a match that whoever watches may know of, else the match itself. Raises `StoreFailed`."""
        row = await self._services.store.row(room_id)
        while row is not None and row.state == "ended":
            room_id, row = row.id, await rematch_after(row.id, watched_by(row), self._services)
        return room_id if row is None else row.id

    async def _refuse_if_long_over(self, row: RoomRow, policy: WatchPolicy) -> None:
        """Whoever asks for a match that ended so long ago that nothing of it is told does not cost a whole game."""
        if row.state == "ended":
            tail = await self._services.store.read_from(row.id, row.epoch, row.seq)
            if tail is not None and tail.now - row.touched >= 1000 * (policy.delay + REMATCH_WITHIN):
                raise Refusal("game_over", OVER)

    def _reader(self, row: RoomRow, audience: Audience, policy: WatchPolicy) -> Reader:
        key = (row.id, audience)
        reader = self._readers.get(key)
        if reader is None:
            reader = self._readers[key] = Reader(
                row, audience, policy, self._services, lambda: self.crowd(row.id), self._closed
            )
            self._relay.beside(reader.run())
        return reader

    def _closed(self, reader: Reader) -> None:
        if self._readers.get((reader.room, reader.audience)) is reader:
            del self._readers[reader.room, reader.audience]

    # --- how many watch ---

    def crowd(self, room_id: str) -> int:
        """How many watch a table, at all workers; players who watch their own do not count."""
        now = asyncio.get_running_loop().time()
        others = sum(told.rooms.get(room_id, 0) for told_at, told in self._crowds.values() if now - told_at < STALE)
        return self._here(room_id) + others

    def standing(self, room_id: str) -> Standing | None:
        """How a match stands for those who watch it, whoever owns it; None if nobody has told yet."""
        if (room := self._relay.rooms.running(room_id)) is not None:
            return room.match.standing
        now = asyncio.get_running_loop().time()
        told = [told for told_at, told in self._crowds.values() if now - told_at < STALE]
        return next((one.standings[room_id] for one in told if room_id in one.standings), None)

    def _here(self, room_id: str) -> int:
        reader = self._readers.get((room_id, SPECTATOR))
        return 0 if reader is None else len(reader.watchers)

    def beat(self, alive: Sequence[str]) -> None:
        """Tell the other workers now and then how many watch here, and the players of this one's rooms how many do."""
        now = asyncio.get_running_loop().time()
        if now - self._told_at >= COUNT_EVERY:
            self._told_at = now
            self._tell_players()
        if now - self._said_at < COUNT_EVERY:
            return
        rooms = {
            room: count for room, audience in self._readers if audience == SPECTATOR and (count := self._here(room))
        }
        shown = {room.id: room.match.standing for room in self._relay.rooms.newest_shown(LISTED)}
        standings = {room: standing for room, standing in shown.items() if standing is not None}
        if rooms or standings or self._said:
            self._said_at, self._said = now, rooms
            for worker in alive:
                if worker != self._services.worker:
                    self._relay.post(worker, Crowds(self._services.worker, rooms, standings))

    def _tell_players(self) -> None:
        rooms = [room for room, _ in [*self._readers, *self._told]]
        rooms += [room for _, told in self._crowds.values() for room in told.rooms]
        told, self._told = self._told, {}
        for room_id in dict.fromkeys(rooms):
            room, crowd = self._relay.rooms.running(room_id), self.crowd(room_id)
            sitters = [] if room is None else [place.peer for place in room.match.places.values()]
            for peer in sitters:
                if peer is None:
                    continue
                if told.get((room_id, peer.name), 0) != crowd:
                    peer.send(AudienceCount(watchers=crowd))
                if crowd:
                    self._told[room_id, peer.name] = crowd

    def hear(self, message: relayed.Message) -> bool:
        """Take what another worker says of its watchers; False for a message about something else."""
        if not isinstance(message, Crowds):
            return False
        now = asyncio.get_running_loop().time()
        self._crowds = {worker: told for worker, told in self._crowds.items() if now - told[0] < STALE}
        self._crowds[message.worker] = now, message
        return True


def _seat_of(row: RoomRow, user: str) -> Audience | None:
    """The seat of this guest, who is perhaps nobody."""
    return next((name for name, seat in row.seats.items() if seat.user == user != ""), None)
