"""The lobby: who a connection is, and how it comes to a table."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import assert_never

import structlog
from msgspec import UNSET, UnsetType

from engine.decks import PRESETS
from engine.model.terms import OTHER, SeatName
from server import VERSION, relayed
from server.auth import RETURN_SECONDS, Guest, Tickets
from server.decks import chosen
from server.gallery import LISTED, Gallery
from server.holds import Holds
from server.match import Services
from server.pairing import Pairing
from server.peer import Link, Peer
from server.protocol import messages
from server.protocol.errors import Close, ProtocolError, Refusal
from server.protocol.messages import (
    FRAME_LIMIT,
    ClaimWin,
    ClientMessage,
    Concede,
    Confirm,
    CreateTable,
    Decide,
    Explain,
    Hands,
    Hello,
    Join,
    Learn,
    LeaveQueue,
    LeftQueue,
    LeftTable,
    Limits,
    ListTables,
    LiveTable,
    Mute,
    OpenTable,
    Ping,
    PlayOn,
    Pong,
    Preview,
    Queue,
    Rematch,
    Resync,
    Say,
    Settings,
    Tables,
    Unwatch,
    Unwatched,
    Watch,
    WatchPolicy,
    Welcome,
    number_of,
)
from server.relay import Relay
from server.relayed import SatDown
from server.replays import Replays
from server.rooms import PARKED, Rooms
from server.solo import solo
from server.store.base import Seat, StoreFailed, players_of, watched_by
from server.store.fleet import Fleet

HELD_MS = 10_000
"""For how long a guest counts as just sitting down, should its worker die over it."""
WRONG_CODE = 9.0
"""So many messages more does it cost to name a code that no table has: codes are not to be guessed."""
PLAYED_AGAIN = 9.0
"""So many messages more does it cost to play on from a match, which is played again up to there."""
_FOR_WATCHERS = Hello | Ping | ListTables | Watch | Unwatch | Resync | Explain
ALONE = WatchPolicy(who="nobody")


class Lobby:
    """Answers what is not about a match, and passes the rest on to the peer's table."""

    def __init__(
        self,
        rooms: Rooms,
        relay: Relay,
        gallery: Gallery,
        pairing: Pairing,
        fleet: Fleet,
        services: Services,
        replays: Replays,
        tickets: Tickets,
        clock: Callable[[], int],
    ) -> None:
        self._rooms = rooms
        self._relay = relay
        self._gallery = gallery
        self._pairing = pairing
        self._fleet = fleet
        self._holds = Holds(fleet, services)
        self._services = services
        self._replays = replays
        self._tickets = tickets
        self._clock = clock
        self._players: dict[str, dict[Peer, bool]] = {}
        """By guest, the connections here that may sit down, and whether each has."""
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
        _check_watcher(peer, message)
        match message:
            case Decide() | Concede() | ClaimWin() | Settings() | Preview() | Rematch() | Say() | Mute():
                self._link_of(peer).act(message)
            case Resync() | Explain() | Watch() | Unwatch():
                await self._look_on(peer, message)
            case Ping():
                peer.send(Pong(t=message.t, server_time=self._clock()))
            case Hello():
                await self._hello(peer, message)
            case Queue() | LeaveQueue() | Confirm():
                await self._play_anyone(peer, message)
            case CreateTable() | PlayOn() | Learn() | Join() | messages.Leave() | ListTables():
                await self._go_to_table(peer, message)
            case _:
                assert_never(message)

    async def _play_anyone(self, peer: Peer, message: Queue | LeaveQueue | Confirm) -> None:
        match message:
            case Queue():
                await self._enter_queue(peer, message)
            case LeaveQueue():
                await self._pairing.leave(peer)
                peer.send(LeftQueue())
            case Confirm():
                await self._pairing.confirm(peer, message.offer)
            case _:
                assert_never(message)

    async def _go_to_table(
        self, peer: Peer, message: CreateTable | PlayOn | Learn | Join | messages.Leave | ListTables
    ) -> None:
        match message:
            case CreateTable():
                await self._create(peer, message)
            case PlayOn() | Learn():
                await self._play_alone(peer, message)
            case Join():
                await self._join(peer, message)
            case messages.Leave():
                await self._leave(peer)
            case ListTables():
                peer.send(await self._tables(message))
            case _:
                assert_never(message)

    async def _look_on(self, peer: Peer, message: Resync | Explain | Watch | Unwatch) -> None:
        match message:
            case Resync():
                if peer.watching is None:
                    self._link_of(peer).act(message)
                else:
                    peer.watching.again()
            case Explain():
                if peer.watching is None:
                    self._link_of(peer).act(message)
                else:
                    peer.watching.explain(message.card)
            case Watch():
                if peer.link is not None:
                    raise Refusal("bad_state", "You sit at a table; watch from another window, or leave it first.")
                await self._gallery.watch(peer, message.table)
            case Unwatch():
                if peer.watching is None:
                    raise Refusal("bad_state", "You watch no table.")
                peer.send(Unwatched(peer.watching.room))
                peer.watching.leave()
            case _:
                assert_never(message)

    @staticmethod
    def _link_of(peer: Peer) -> Link:
        if peer.link is None:
            raise Refusal("bad_state", "You sit at no table.")
        return peer.link

    # --- hello and goodbye ---

    async def _hello(self, peer: Peer, message: Hello) -> None:
        guest = await self._tickets.redeem(message.ticket)
        if guest is None:
            raise ProtocolError(Close.TICKET, "The ticket is unknown, used or too old; fetch another.")
        peer.guest, peer.tab, peer.conn, peer.watches_only = guest, message.tab, message.conn, message.watches
        ticket = await self._tickets.issue(guest, RETURN_SECONDS)
        if peer.watches_only:
            peer.send(self._welcome(guest, ticket))
            return
        self._players.setdefault(guest.id, {})[peer] = False
        await self._pairing.supersede(peer)
        sitting = await self._rooms.of_user(guest.id)
        if sitting is None and not isinstance(message.resume, UnsetType) and self._rooms.may_be_forgotten:
            raise ProtocolError(Close.RESTART, "Your table is looked for; come back in a moment.")
        parked = await self._rooms.has_parked(guest.id)
        peer.send(self._welcome(guest, ticket, "" if sitting is None else sitting.room, PARKED if parked else ""))
        if sitting is not None:
            self._relay.attach(peer, sitting.room, None if isinstance(message.resume, UnsetType) else message.resume)

    def _welcome(self, guest: Guest, ticket: str, table: str = "", parked: str = "") -> Welcome:
        return Welcome(
            name=guest.name, version=VERSION, server_time=self._clock(), limits=Limits(FRAME_LIMIT), ticket=ticket,
            table=table, parked=parked,
        )  # fmt: skip

    def gone(self, peer: Peer) -> None:
        """The connection is closed: it waits and watches no longer, and its seat is empty until it comes back."""
        peer.close(Close.RESTART, "")
        self._pairing.gone(peer)
        if peer.watching is not None:
            peer.watching.leave()
        if peer.link is not None:
            peer.link.gone()
        self._forget(peer)

    def _forget(self, peer: Peer) -> None:
        of_guest = self._players.get(peer.guest.id, {})
        has_sat_down = of_guest.pop(peer, False)
        if not of_guest:
            self._players.pop(peer.guest.id, None)
        if has_sat_down:
            self._tell_later(SatDown(peer.guest.id, peer.tab, peer.conn))

    # --- tables ---

    def _seated(self, peer: Peer, room_id: str) -> None:
        """The connection plays there."""
        self._players[peer.guest.id][peer] = True
        self._relay.attach(peer, room_id)

    def _tell_later(self, sat_down: SatDown) -> None:
        """A later connection of the tab was perhaps there, at any worker, before the guest had sat down."""
        self.hear(sat_down)
        for worker in self._rooms.alive:
            if worker != self._services.worker:
                self._relay.post(worker, sat_down)

    def hear(self, message: relayed.Message) -> bool:
        """Take what another worker says of those who sat down there; False for a message about something else."""
        if not isinstance(message, SatDown):
            return False
        for peer in self._players.get(message.guest, ()):
            if peer.tab == message.tab and peer.conn > message.conn:
                self._relay.beside(self._find_seat(peer))
        return True

    async def _find_seat(self, peer: Peer) -> None:
        """Play where the guest sits, if this connection does not know of it."""
        sitting = await self._rooms.of_user(peer.guest.id)
        if sitting is not None and sitting.state != "ended":
            self._attach_at(peer, sitting.room)

    def _attach_at(self, peer: Peer, room_id: str) -> None:
        if peer.link is None or peer.link.room_id != room_id:
            self._relay.attach(peer, room_id)

    @asynccontextmanager
    async def _held(self, guest: str) -> AsyncIterator[None]:
        """Nobody sits down twice at once, whatever its connections ask for at the same time, at whatever workers."""
        token = self._services.chance.token()
        if not await self._fleet.hold(guest, token, HELD_MS):
            raise Refusal("bad_state", "You are just sitting down in another window.")
        try:
            yield
        finally:
            await self._holds.let_go(guest, token)

    async def _create(self, peer: Peer, message: CreateTable) -> None:
        if message.open and message.watch.who == "nobody":
            raise Refusal("bad_state", "A table that is open to everyone can be watched, too; make it a private one.")
        seat = self._seat(peer, message, message.watch.hands)
        mine = self._services.chance.seat()
        seats: dict[SeatName, Seat] = {mine: seat}
        if message.opponent == "bot":
            seats[OTHER[mine]] = self._bot_seat(message)
        async with self._held(peer.guest.id):
            await self._make_free(peer)
            is_open = message.open and message.opponent == "human"
            room = await self._rooms.create(seats, is_open=is_open, time=message.time, watch=message.watch)
            self._seated(peer, room.id)

    async def _play_alone(self, peer: Peer, message: PlayOn | Learn) -> None:
        if isinstance(message, PlayOn):
            peer.bucket.charge(PLAYED_AGAIN)
        async with self._held(peer.guest.id):
            finished = await self._check_free(peer)
            seats, beginning = await solo(message, peer.guest, self._services, self._replays)
            if finished:
                await self._stand_up(peer, finished)
            room = await self._rooms.create(seats, beginning=beginning, watch=ALONE)
            self._seated(peer, room.id)

    def _bot_seat(self, message: CreateTable) -> Seat:
        if message.bot not in self._services.bots:
            raise Refusal("bad_state", f"This server has no bot {message.bot!r}.")
        if isinstance(message.bot_deck, UnsetType):
            deck = self._services.chance.pick(list(PRESETS.values()))
        else:
            deck = chosen(message.bot_deck, self._services.catalogue)
        return Seat("", messages.BOT_NAMES[message.bot], deck.name, dict(deck.main), bot=message.bot, open_hands=True)

    def _seat(self, peer: Peer, message: CreateTable | Join | Queue, hands: Hands = "hidden") -> Seat:
        deck = chosen(message.deck, self._services.catalogue)
        return Seat(
            peer.guest.id, peer.guest.name, deck.name, dict(deck.main), entropy=message.entropy,
            open_hands=hands == "open",
        )  # fmt: skip

    async def _join(self, peer: Peer, message: Join) -> None:
        try:
            row = await self._rooms.by_code(message.code)
        except Refusal:
            peer.bucket.charge(WRONG_CODE)
            raise
        if any(seat.user == peer.guest.id and not seat.left for seat in row.seats.values()):
            self._relay.attach(peer, row.id)
            return
        if row.state != "waiting":
            raise Refusal("table_full", "Two players sit at this table already.")
        if isinstance(message.hands, UnsetType) and watched_by(row).hands == "open":
            name = next(seat.name for seat in row.seats.values())
            raise Refusal("open_hands", f"{name} wants those who watch to see both hands; say whether you agree.")
        seat = self._seat(peer, message, "hidden" if isinstance(message.hands, UnsetType) else message.hands)
        async with self._held(peer.guest.id):
            await self._make_free(peer)
            await self._relay.sit(row.id, seat)
            self._seated(peer, row.id)

    async def _make_free(self, peer: Peer) -> None:
        """A guest sits at one table at a time; a finished one is left by sitting down elsewhere."""
        if finished := await self._check_free(peer):
            await self._stand_up(peer, finished)

    async def _check_free(self, peer: Peer) -> str:
        """The finished table at which the guest still sits; empty if there is none. Raises `Refusal` if it is busy."""
        guest = peer.guest.id
        await self._pairing.supersede(peer)  # again: the old connection's worker may not have known of the first time
        if await self._fleet.waits(guest) is not None:
            raise Refusal("bad_state", "You are looking for an opponent; stop looking first.")
        sitting = await self._rooms.of_user(guest)
        if sitting is None:
            return ""
        if sitting.state != "ended":
            self._attach_at(peer, sitting.room)  # it was perhaps seated while its connection was coming back
            raise Refusal("bad_state", "You sit at another table; finish or leave it first.")
        return sitting.room

    async def _stand_up(self, peer: Peer, room_id: str) -> None:
        """Leave a table, and its room too: what that has still to say is not for this connection any more."""
        await self._relay.leave(room_id, peer.guest.id)
        if peer.link is not None and peer.link.room_id == room_id:
            peer.link.gone()
            peer.unseat()

    async def _leave(self, peer: Peer) -> None:
        link = self._link_of(peer)
        async with self._held(peer.guest.id):
            await self._stand_up(peer, link.room_id)
            peer.send(LeftTable())

    async def _enter_queue(self, peer: Peer, message: Queue) -> None:
        seat = self._seat(peer, message)
        async with self._held(peer.guest.id):
            if not self._pairing.has(peer):
                await self._make_free(peer)
            await self._pairing.enter(peer, seat)

    # --- what can be seen from the lobby ---

    async def _tables(self, asked: ListTables) -> Tables:
        return Tables(
            open=tuple(
                OpenTable(code=row.code, name=seat.name, since=row.created, watch=watched_by(row))
                for row in await self._rooms.open_tables(LISTED)
                for seat in row.seats.values()
            ),
            live=tuple(
                LiveTable(
                    id=row.id,
                    players=players_of(row),
                    since=row.created,
                    watchers=self._gallery.crowd(row.id),
                    delay=row.watch.delay,
                    hands=watched_by(row).hands,
                    standing=(self._gallery.standing(row.id) if asked.standings else None) or UNSET,
                )
                for row in await self._rooms.live_tables(LISTED)
            ),
        )


def _check_watcher(peer: Peer, message: ClientMessage) -> None:
    """Raises `Refusal` for what somebody may not do who watches."""
    if peer.watches_only and not isinstance(message, _FOR_WATCHERS):
        raise Refusal("bad_state", "This connection only watches.")
    if peer.watching is not None and isinstance(message, Decide | Concede | Preview):
        raise Refusal("bad_state", "You watch this table, and do not play at it.")
