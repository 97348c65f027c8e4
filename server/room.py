"""A room: one match, one inbox, one task.

Everything that reads or writes the match is an item of the inbox, handled one after the other, and only while this
worker knows that the room is its own. A room never waits for a socket: whoever reads too slowly is closed and may come
back.
"""

import asyncio
from collections.abc import Callable
from typing import assert_never

import structlog
from msgspec import UNSET, UnsetType

from engine.model.errors import InvalidDeck
from engine.model.terms import OTHER, SeatName
from server.decks import chosen
from server.inbox import (
    Act,
    Attach,
    Back,
    Detach,
    Due,
    GoOn,
    HandOver,
    Heal,
    Idle,
    Item,
    NotHere,
    Sit,
    StandUp,
    Thought,
)
from server.match import Match, Services, rematch_of
from server.peer import Sitter
from server.place import Place, open_prompt
from server.play import Play
from server.protocol.errors import Close, Refusal
from server.protocol.messages import (
    ClaimWin,
    Concede,
    Decide,
    Explain,
    Mute,
    Presence,
    Preview,
    Rematch,
    RematchDeclined,
    RematchOffered,
    Resume,
    Resync,
    Said,
    Say,
    Settings,
    number_of,
)
from server.pulse import Pulse
from server.store.base import Fenced, StoreFailed, Whereabouts

INBOX = 256
"""So many items may wait in a room before commands are refused, and whoever comes is sent away to come again."""

LINGER_SECONDS = 20.0
"""How long a finished table, or one that is listed as open, stays here for those whose connection is coming back."""


class Room:
    """A table that this worker owns; `run` is its task.

    ``closed`` is called when it does not run here any more, ``agreed`` when both players want to play again.
    """

    def __init__(
        self,
        match: Match,
        services: Services,
        pulse: Pulse,
        idle_seconds: float,
        closed: Callable[["Room"], None],
        agreed: Callable[["Room"], None],
    ) -> None:
        self.match = match
        self._services = services
        self._pulse = pulse
        self._idle_seconds = idle_seconds
        self._closed = closed
        self._agreed = agreed
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        self.is_lost = False
        """Whether it ended because we failed, and not even that could be stored: it is not opened here again."""
        self.moves_on = False
        """Whether the room of the rematch is being made: neither player may go back on it any more."""
        self._over = False
        self._heals = False
        """Whether a `Heal` waits: one is enough, however often the store is found to have lost something."""
        self._fenced = False
        """Whether it is another worker's by now."""
        self._idle: asyncio.TimerHandle | None = None
        self._play = Play(match, services, self.post)
        self._log = structlog.get_logger("server.room").bind(room=match.row.id, code=match.row.code)

    @property
    def id(self) -> str:
        """The room's name in the store."""
        return self.match.row.id

    def post(self, item: Item) -> None:
        """Put an item into the inbox. If too many wait there, whoever comes has to come again.

        Raises `Refusal` for a command then. What is posted once for each of those that were let in, or for the whole
        room, is always taken.
        """
        is_full = self._inbox.qsize() >= INBOX
        if isinstance(item, Act) and is_full:
            raise Refusal("limit", "Too many messages wait at this table.")
        if self._over or (is_full and isinstance(item, Attach | Sit | StandUp)):
            self._turn_away(item)
        elif not isinstance(item, Heal):
            self._inbox.put_nowait(item)
        elif not self._heals:
            self._heals = True
            self._inbox.put_nowait(item)

    def pause(self, on: bool, since: float) -> None:
        """The store is away from this worker, since then by the loop's clock, or is back."""
        self.match.pause(on, "worker", since)
        self._play.watch_time()
        if self.match.goes_on:
            self.post(Back())

    def check(self, found: Whereabouts | None, head: int) -> None:
        """Compare with what the store says: a room of somebody else is dropped, what the store lost is given back.

        ``head`` is how long the log was when the store was asked: it may have grown since.
        """
        if self._is_anothers(found):
            if not self._over:
                self._over = True
                self._inbox.put_nowait(Idle())  # so that the task notices
            self._fence(found=found)
        elif found is None or (found.epoch, found.seq) < (self.match.row.epoch, head):
            self.post(Heal())

    def _fence(self, **how: object) -> None:
        """Count it once, however often and wherever that is noticed before the task has ended."""
        if not self._fenced:
            self._fenced = True
            self._services.metrics.fences.inc()
            self._log.warning("room is another worker's", **how)

    def _is_anothers(self, found: Whereabouts | None) -> bool:
        """Whether the store says so; an older epoch is one of a store that has forgotten the present one."""
        row = self.match.row
        return found is not None and found.epoch >= row.epoch and (found.owner, found.epoch) != (row.owner, row.epoch)

    # --- the task ---

    async def run(self) -> None:
        """Serve the inbox until the room does not run here any more."""
        try:
            self._watch_idle()
            self._play.watch_time()
            while not self._over:
                await self._step()
                if self.match.goes_on and not self.match.stopwatch.stands:
                    self.match.tell_time()
                self._play.watch_time()
        except Fenced as fenced:
            self._fence(why=str(fenced))
        except StoreFailed as error:
            self._log.error("room dropped", error=repr(error))
        except Exception:  # noqa: BLE001 - the edge of a task: one room may be lost, the others go on
            self._log.exception("room lost")
            self.is_lost = True
        finally:
            self._put_away()

    async def _step(self) -> None:
        """One bot's decision, or one item. If the engine or we ourselves fail, the table is over."""
        item: Item | None = None
        try:
            bot = self.match.bot_to_move
            if bot is None or self._play.is_thinking or not self._inbox.empty():
                item = await self._inbox.get()
            if not self._pulse.may_answer:
                await self._pulse.standing()
            if self._over:
                self._turn_away(item)
            elif item is not None:
                await self._handle(item)
            elif bot is not None:
                await self._play.bot_decides(bot)
        except (Fenced, StoreFailed):
            self._turn_away(item)
            raise
        except Exception as bug:  # noqa: BLE001 - the edge of a room: logged in full, told without detail
            self._log.exception("table broken")
            self._turn_away(item)
            await self.match.break_off(repr(bug))

    async def _handle(self, item: Item) -> None:
        match item:
            case Act():
                await self._act(item)
            case Attach():
                await self._attach(item.peer, item.resume)
            case Detach():
                self._detach(item.peer)
            case Sit() | StandUp():
                await self._answer(item)
            case HandOver():
                await self._hand_over(item)
            case Heal() | Back():
                await self._after_store(item)
            case GoOn():
                await self._go_on(item)
            case Due() | Thought():
                await self._by_itself(item)
            case Idle():
                await self._rest()
            case _:
                assert_never(item)

    async def _by_itself(self, item: Due | Thought) -> None:
        """A bot has decided, or a moment has come; what was sent before the moment comes first."""
        if isinstance(item, Thought):
            await self._play.thought(item)
        elif not item.last and not self._inbox.empty():
            self._inbox.put_nowait(Due(item.generation, last=True))
        else:
            await self._play.by_itself(item)

    async def _after_store(self, item: Heal | Back) -> None:
        """The store has perhaps lost something, or is back: then there is something to tell, as after each item."""
        if isinstance(item, Heal):
            self._heals = False
            await self.match.heal()

    async def _answer(self, item: Sit | StandUp) -> None:
        done = item.done
        if done.done():
            return  # whoever asked for it did not wait so long, and has perhaps sat down elsewhere
        try:
            if isinstance(item, Sit):
                await self._sit(item)
            else:
                await self._stand_up(item.user)
        except Refusal as refusal:
            if not done.done():
                done.set_exception(refusal)
        else:
            if not done.done():
                done.set_result(None)

    @staticmethod
    def _turn_away(item: Item | None) -> None:
        """The room is not here any more: whoever waits for this item has to look for it again."""
        match item:
            case Sit() | StandUp():
                if not item.done.done():
                    item.done.set_exception(NotHere())
            case HandOver():
                if not item.done.done():
                    item.done.set_result(None)
            case Attach():
                item.peer.moved()
            case _:
                pass  # a command is sent again by whoever attaches again

    def _put_away(self) -> None:
        self._over = True
        self._stop_idle()
        self._play.stop()
        self._closed(self)
        for place in self.match.places.values():
            if place.peer is not None:
                place.peer.moved()
        while not self._inbox.empty():
            self._turn_away(self._inbox.get_nowait())

    async def _rest(self) -> None:
        """Nobody is here: the room is anybody's again; but first comes whatever waits, and clocks run to their end."""
        if self._is_empty and self._inbox.empty() and not self._play.is_timed:
            self._over = True
            await self.match.hand_over("")
        else:
            self._watch_idle()

    async def _hand_over(self, item: HandOver) -> None:
        self._over = True
        try:
            await self.match.hand_over(item.target)
        finally:
            if not item.done.done():
                item.done.set_result(None)

    # --- who is there ---

    @property
    def _is_empty(self) -> bool:
        return all(place.peer is None for place in self.match.places.values())

    def _watch_idle(self) -> None:
        self._stop_idle()
        if self._is_empty:
            row = self.match.row
            lingers = row.state == "ended" or (row.state == "waiting" and row.open)
            seconds = min(LINGER_SECONDS, self._idle_seconds) if lingers else self._idle_seconds
            self._idle = asyncio.get_running_loop().call_later(seconds, self.post, Idle())

    def _stop_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    async def _attach(self, peer: Sitter, resume: Resume | None) -> None:
        seat = self.match.seat_of(peer.guest.id)
        if peer.is_closing:
            return
        if seat is None:
            peer.stand(self.match.row.epoch)
            if self.match.has_gone_on(peer.guest.id):
                peer.reseat(rematch_of(self.id))
                return
            peer.send(Refusal("unknown_table", "You do not sit at this table any more.").message())
            peer.unseat()
            return
        if resume is not None:
            await self._look_back(resume, self.match.places[seat])
        if self._replaces(self.match.places[seat], peer):
            self._greet(seat, peer, resume)

    async def _look_back(self, resume: Resume, place: Place) -> None:
        """A client that has seen more than there is: another worker owns the room, or the store has lost something.

        Raises `Fenced` in the first case.
        """
        row = self.match.row
        is_ahead = (resume.epoch, resume.seq) > (row.epoch, row.seq) or resume.n > place.n
        if resume.log != row.log or not is_ahead:
            return
        if self._is_anothers(await self.match.whereabouts()):
            raise Fenced("a client has seen it at its present owner")
        self._services.metrics.lost_tails.inc()
        self._log.error("a client has seen more than the store kept", seat=place.seat, theirs=resume.seq, ours=row.seq)

    @staticmethod
    def _replaces(place: Place, peer: Sitter) -> bool:
        """One live connection for a seat: of one tab the newer, of two tabs the one that came later."""
        old = place.peer
        if old is not None and old is not peer:
            if old.tab == peer.tab and old.conn > peer.conn:
                peer.close(Close.REPLACED, "This tab has a newer connection.")
                return False
            old.close(Close.REPLACED, "The table is played from another connection now.")
        place.peer = peer
        return True

    def _greet(self, seat: SeatName, peer: Sitter, resume: Resume | None) -> None:
        self._stop_idle()
        match = self.match
        peer.stand(match.row.epoch)
        peer.send(match.table(seat))
        missed = None
        if resume is not None:
            missed = match.places[seat].missed(resume, match.row.log, match.row.epoch, peer.codec)
        if missed is None:
            match.show(seat)
        else:
            self._services.metrics.resumes.inc()
            for at, frame in missed:
                peer.send_frame(frame, at)
        match.show_rest(seat)
        match.tell(Presence(seat=seat, online=True), but=seat)
        self._log.info("attached", seat=seat, peer=peer.name, shown="all" if missed is None else "what it missed")
        self._arrange_rematch()

    def _detach(self, peer: Sitter) -> None:
        for seat, place in self.match.places.items():
            if place.peer is peer:
                place.peer, place.gone = None, asyncio.get_running_loop().time()
                self.match.tell(self.match.presence(seat))
                self._log.info("detached", seat=seat, peer=peer.name)
        self._watch_idle()

    # --- coming and going ---

    async def _sit(self, item: Sit) -> None:
        match = self.match
        if match.seat_of(item.seat.user) is not None:
            return
        if match.row.state != "waiting":
            raise Refusal("table_full", "Two players sit at this table already.")
        (creator,) = match.places.values()
        try:
            await match.start({creator.seat: creator.row, OTHER[creator.seat]: item.seat})
        except InvalidDeck:  # the table was opened when this server had other cards
            why = "The deck of whoever opened this table may not be played any more."
            raise Refusal("bad_state", why) from None
        if creator_peer := match.places[creator.seat].peer:
            self._greet(creator.seat, creator_peer, None)
        self._watch_idle()

    async def _stand_up(self, user: str) -> None:
        match = self.match
        seat = match.seat_of(user)
        if seat is None:
            return  # it has left already: whoever asks twice gets the same answer
        if match.row.state == "playing":
            raise Refusal("bad_state", "The match is still going on; concede it first.")
        self._check_stays()
        peer = match.places[seat].peer
        if match.row.state == "waiting":
            self._over = True
            await match.close()
        else:
            was_offered = bool(match.offers)
            await match.stand_up(seat)
            match.tell(Presence(seat=seat, online=False))
            if was_offered:
                match.tell(RematchDeclined(seat=seat))
            self._watch_idle()
        match.places[seat].peer = None
        if peer is not None:
            peer.unseat()

    # --- the match ---

    async def _act(self, item: Act) -> None:
        peer, message = item.peer, item.message
        seat = next((seat for seat, place in self.match.places.items() if place.peer is peer), None)
        if seat is None:
            return  # replaced in the meantime: its socket is closing, and its command comes again from the new one
        self.match.places[seat].lag = item.lag
        try:
            match message:
                case Decide() | Concede() | ClaimWin() | Settings():
                    await self._play.command(seat, message, peer)
                case Preview():
                    self._play.preview(seat, message, peer)
                case Explain():
                    self._play.explain(seat, message, peer)
                case Resync():
                    self._resync(seat)
                case Rematch():
                    await self._rematch(seat, message)
                case Say():
                    self._say(seat, message)
                case Mute():
                    self.match.places[seat].muted = peer.tab if message.on else ""
                case _:
                    assert_never(message)
        except Refusal as refusal:
            game = self.match.game
            prompt = UNSET if game is None else open_prompt(game, seat)
            peer.send(refusal.message(number_of(message), prompt))

    def _resync(self, seat: SeatName) -> None:
        if self.match.game is None:
            why = "cannot be shown any more" if self.match.is_ended else "has not begun"
            raise Refusal("bad_state", f"There is nothing to show: the match {why}.")
        peer = self.match.places[seat].peer
        assert peer is not None, "whoever asks sits there"
        peer.send(self.match.table(seat))
        self.match.show(seat)

    # --- between matches ---

    async def _rematch(self, seat: SeatName, message: Rematch) -> None:
        match = self.match
        if not match.is_ended:
            raise Refusal("bad_state", "A rematch follows a match that is over; this one is not.")
        if match.places[OTHER[seat]].row.left:
            raise Refusal("bad_state", "Your opponent has left the table.")
        if not message.on:
            self._check_stays()
            await self._call_off(seat)
            return
        deck = None if isinstance(message.deck, UnsetType) else chosen(message.deck, self._services.catalogue)
        await match.offer(seat, deck, message.entropy)
        match.tell(RematchOffered(seat=seat))
        self._arrange_rematch()

    def _arrange_rematch(self) -> None:
        """Have the rematch made, if both players want it."""
        if self.match.is_agreed:
            self._agreed(self)

    def _check_stays(self) -> None:
        """Raises `Refusal` if the rematch is about to begin: the other would be left with nobody."""
        if self.moves_on:
            raise Refusal("bad_state", "You have both agreed: the rematch is about to begin.")

    async def _call_off(self, seat: SeatName) -> None:
        if self.match.offers:
            await self.match.withdraw()
            self.match.tell(RematchDeclined(seat=seat))

    async def _go_on(self, item: GoOn) -> None:
        """The players leave for the room of the rematch; or there is none after all."""
        if not item.room:
            await self._call_off(item.seat)
            return
        await self.match.go_on()
        for place in self.match.places.values():
            if place.peer is not None:
                peer, place.peer = place.peer, None
                peer.reseat(item.room)
        self._watch_idle()

    # --- what players say ---

    def _say(self, seat: SeatName, message: Say) -> None:
        other = self.match.places.get(OTHER[seat])
        if other is None:
            raise Refusal("bad_state", "Nobody sits opposite you.")
        if not self.match.places[seat].pace.take(asyncio.get_running_loop().time()):
            raise Refusal("limit", "You have just said something; wait a moment.")
        if other.peer is not None and other.hears:
            other.peer.send(Said(seat=seat, phrase=message.phrase))
