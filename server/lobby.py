"""The lobby: who a connection is, and how it comes to a table."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, assert_never

import structlog
from msgspec import UnsetType

from engine.decks import PRESETS, Deck
from engine.model.terms import OTHER, SeatName
from server import VERSION
from server.auth import RETURN_SECONDS, Tickets
from server.decks import chosen
from server.inbox import Act, Attach, Detach, Leave, Sit
from server.match import Services
from server.peer import Inbox, Peer
from server.protocol import messages
from server.protocol.errors import Close, ProtocolError, Refusal
from server.protocol.messages import (
    FRAME_LIMIT,
    ClientMessage,
    Concede,
    CreateTable,
    Decide,
    Hello,
    Join,
    LeaveQueue,
    LeftQueue,
    LeftTable,
    Limits,
    Ping,
    Pong,
    Preview,
    Queue,
    Queued,
    Resync,
    Welcome,
    number_of,
)
from server.room import Room
from server.rooms import PARKED, Rooms
from server.store.base import Seat, StoreFailed


class _Waiting(NamedTuple):
    peer: Peer
    seat: Seat


class Lobby:
    """Answers what is not about a match, and passes the rest on to the peer's room."""

    def __init__(self, rooms: Rooms, services: Services, tickets: Tickets, clock: Callable[[], int]) -> None:
        self._rooms = rooms
        self._services = services
        self._tickets = tickets
        self._clock = clock
        self._queue: dict[str, _Waiting] = {}
        """By guest, the first comer first."""
        self._busy: set[str] = set()
        """Guests who are just sitting down or standing up."""
        self._log = structlog.get_logger("server.lobby")

    async def receive(self, peer: Peer, message: ClientMessage) -> None:
        """Do what a message asks for; refusals are sent. Raises `ProtocolError` for a hello without a valid ticket."""
        try:
            await self._dispatch(peer, message)
        except Refusal as refusal:
            peer.send(refusal.message(number_of(message)))
        except StoreFailed as error:
            self._log.error("store failed", peer=peer.name, error=str(error))
            raise ProtocolError(Close.RESTART, "The server cannot store anything now; try again.") from None

    async def _dispatch(self, peer: Peer, message: ClientMessage) -> None:
        match message:
            case Decide() | Concede() | Preview() | Resync():
                self._room_of(peer).post(Act(peer, message))
            case Ping():
                peer.send(Pong(t=message.t, server_time=self._clock()))
            case Hello():
                await self._hello(peer, message)
            case CreateTable():
                await self._create(peer, message)
            case Join():
                await self._join(peer, message)
            case Queue():
                await self._enter_queue(peer, message)
            case LeaveQueue():
                self._leave_queue(peer)
            case messages.Leave():
                await self._leave(peer)
            case _:
                assert_never(message)

    @staticmethod
    def _room_of(peer: Peer) -> Inbox:
        if peer.room is None:
            raise Refusal("bad_state", "You sit at no table.")
        return peer.room

    # --- hello and goodbye ---

    async def _hello(self, peer: Peer, message: Hello) -> None:
        guest = await self._tickets.redeem(message.ticket)
        if guest is None:
            raise ProtocolError(Close.TICKET, "The ticket is unknown, used or too old; fetch another.")
        peer.guest, peer.tab, peer.conn = guest, message.tab, message.conn
        self._supersede(peer)
        ticket = await self._tickets.issue(guest, RETURN_SECONDS)
        room = await self._rooms.of_user(guest.id)
        parked = await self._rooms.has_parked(guest.id)
        peer.send(
            Welcome(
                name=guest.name, version=VERSION, server_time=self._clock(), limits=Limits(FRAME_LIMIT), ticket=ticket,
                table="" if room is None else room.id, parked=PARKED if parked else "",
            )
        )  # fmt: skip
        if room is not None:
            self._attach(peer, room, None if isinstance(message.resume, UnsetType) else message.resume)

    def _supersede(self, peer: Peer) -> None:
        """A tab that comes back waits no longer on its old connection, which may be dead and not yet closed."""
        waiting = self._queue.get(peer.guest.id)
        if waiting is not None and waiting.peer.tab == peer.tab and waiting.peer.conn <= peer.conn:
            del self._queue[peer.guest.id]
            waiting.peer.close(Close.REPLACED, "This tab has a newer connection.")

    @staticmethod
    def _attach(peer: Peer, room: Room, resume: messages.Resume | None = None) -> None:
        if peer.closing is None:
            peer.room = room
            room.post(Attach(peer, resume))

    def gone(self, peer: Peer) -> None:
        """The connection is closed: it waits no longer, and its seat is empty until it comes back."""
        peer.close(Close.RESTART, "")
        waiting = self._queue.get(peer.guest.id)
        if waiting is not None and waiting.peer is peer:
            del self._queue[peer.guest.id]
        if peer.room is not None:
            peer.room.post(Detach(peer))

    # --- tables ---

    @contextmanager
    def _one_at_a_time(self, *guests: str) -> Iterator[None]:
        """Nobody sits down twice at once, whatever its connections ask for at the same time."""
        if self._busy.intersection(guests):
            raise Refusal("bad_state", "You are just sitting down in another window.")
        self._busy.update(guests)
        try:
            yield
        finally:
            self._busy.difference_update(guests)

    async def _create(self, peer: Peer, message: CreateTable) -> None:
        seat = self._seat(peer, chosen(message.deck, self._services.catalogue))
        mine = self._services.chance.seat()
        seats: dict[SeatName, Seat] = {mine: seat}
        if message.opponent == "bot":
            seats[OTHER[mine]] = self._bot_seat(message)
        with self._one_at_a_time(peer.guest.id):
            await self._make_free(peer)
            self._attach(peer, await self._rooms.create(seats))

    def _bot_seat(self, message: CreateTable) -> Seat:
        if message.bot not in self._services.bots:
            raise Refusal("bad_state", f"This server has no bot {message.bot!r}.")
        if isinstance(message.bot_deck, UnsetType):
            deck = self._services.chance.pick(list(PRESETS.values()))
        else:
            deck = chosen(message.bot_deck, self._services.catalogue)
        return Seat("", f"{message.bot.capitalize()} bot", deck.name, dict(deck.main), bot=message.bot)

    @staticmethod
    def _seat(peer: Peer, deck: Deck) -> Seat:
        return Seat(peer.guest.id, peer.guest.name, deck.name, dict(deck.main))

    async def _join(self, peer: Peer, message: Join) -> None:
        room = await self._rooms.by_code(message.code)
        if room.match.seat_of(peer.guest.id) is not None:
            self._attach(peer, room)
            return
        if room.match.row.state != "waiting":
            raise Refusal("table_full", "Two players sit at this table already.")
        seat = self._seat(peer, chosen(message.deck, self._services.catalogue))
        with self._one_at_a_time(peer.guest.id):
            await self._make_free(peer)
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            peer.room = room
            room.post(Sit(peer, seat, done))
            try:
                await done
            except Refusal:
                peer.room = None
                raise

    async def _make_free(self, peer: Peer) -> None:
        """A guest sits at one table at a time; a finished one is left by sitting down elsewhere."""
        guest = peer.guest.id
        if guest in self._queue:
            raise Refusal("bad_state", "You are looking for an opponent; stop looking first.")
        room = await self._rooms.of_user(guest)
        if room is None:
            return
        if not room.match.is_ended:
            raise Refusal("bad_state", "You sit at another table; finish or leave it first.")
        await self._stand_up(guest, room)

    @staticmethod
    async def _stand_up(guest: str, room: Inbox) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        room.post(Leave(guest, done))
        await done

    async def _leave(self, peer: Peer) -> None:
        room = self._room_of(peer)
        with self._one_at_a_time(peer.guest.id):
            await self._stand_up(peer.guest.id, room)
            peer.send(LeftTable())

    # --- the queue ---

    async def _enter_queue(self, peer: Peer, message: Queue) -> None:
        guest = peer.guest.id
        seat = self._seat(peer, chosen(message.deck, self._services.catalogue))
        own = self._queue.get(guest)
        if own is not None and own.peer is not peer:
            raise Refusal("bad_state", "You are looking for an opponent in another window.")
        with self._one_at_a_time(guest):
            if own is None:
                await self._make_free(peer)
            self._queue[guest] = _Waiting(peer, seat)
            peer.send(Queued())
        await self._pair()

    async def _pair(self) -> None:
        """Seat the two who have waited longest."""
        if len(self._queue) < 2:
            return
        (first, a), (second, b) = list(self._queue.items())[:2]
        with self._one_at_a_time(first, second):
            del self._queue[first], self._queue[second]
            mine = self._services.chance.seat()
            try:
                room = await self._rooms.create({mine: a.seat, OTHER[mine]: b.seat})
            except BaseException:
                again = {guest: each for guest, each in ((first, a), (second, b)) if each.peer.closing is None}
                self._queue = {**again, **self._queue}
                raise
            self._log.info("matched", room=room.id)
            self._attach(a.peer, room)
            self._attach(b.peer, room)

    def _leave_queue(self, peer: Peer) -> None:
        waiting = self._queue.get(peer.guest.id)
        if waiting is not None and waiting.peer is peer:
            del self._queue[peer.guest.id]
        peer.send(LeftQueue())
