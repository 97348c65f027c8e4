"""The match at a table: its game, its two places, its log and its row in the store, always moved together.

The order of work for whatever changes the match: change the game, append to the log, and only then tell anyone. A match
that another worker turned out to own is thrown away whole.
"""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

import structlog
from msgspec import UNSET
from msgspec.structs import replace

from engine import Game
from engine.decks import Deck
from engine.effects.catalogue import Catalogue
from engine.model.terms import OTHER, SEATS, SeatName
from server import records, relayed, restore
from server.bots import Bots
from server.chance import Chance
from server.controls import Controls
from server.lessons import Lessons, lesson_of
from server.metrics import Metrics
from server.passing import Choice
from server.peer import Sitter
from server.place import Events, News, Place
from server.protocol import shuffles
from server.protocol.codec import Frame
from server.protocol.messages import (
    Ended,
    Life,
    Outcome,
    Paused,
    Player,
    Players,
    Presence,
    RematchOffered,
    ServerMessage,
    Standing,
    Table,
)
from server.pulse import Timers
from server.restore import Beginning, Restored
from server.standing import Standings
from server.stopwatch import Stopwatch
from server.store.base import (
    Behind,
    Notice,
    Record,
    RoomRow,
    Seat,
    Store,
    Stored,
    StoreFailed,
    Unreadable,
    Whereabouts,
    watched_by,
)
from server.thinking import Thinking

T = TypeVar("T")


def rematch_of(room: str) -> str:
    """The name of the room in which the players of this one play again: whoever makes it gives it the same."""
    return urlsafe_b64encode(blake2b(f"rematch of {room}".encode(), digest_size=18).digest()).decode()


TIMED_PATIENCE, UNTIMED_PATIENCE = 60.0, 300.0
"""So many seconds a player may be away before the win can be claimed, from a match with clocks and from one without."""

SAVE_EVERY = 50
"""So many records lie between two saves: whoever restores a match plays on from the last one."""


@dataclass(frozen=True, slots=True)
class Services:
    """What a match needs of its worker."""

    worker: str
    store: Store
    catalogue: Catalogue
    bots: Bots
    chance: Chance
    timers: Timers
    metrics: Metrics
    controls: Controls
    lessons: Lessons
    thinking: Thinking

    @property
    def pin(self) -> str:
        """The name of the rules, the formats and the cards with which matches are played here."""
        return records.pin(self.catalogue)


class Match:
    """What is played at one table; without a game it has not begun, or failed beyond showing."""

    def __init__(self, stored: Stored, services: Services) -> None:
        self.row = stored.row
        self.places: dict[SeatName, Place] = {}
        self._services = services
        self._records = list(stored.records)
        self._save, self._saved = stored.save, stored.saved
        self._owed: records.Corrected | None = None
        self.goes_on = False
        """Whether the table has waited for the store, and nobody was told the time since."""
        self._log = structlog.get_logger("server.match").bind(room=stored.row.id, code=stored.row.code)
        restored = restore.restore_or_fault(stored, services.catalogue)
        self.standings = Standings(stored.row.watch)
        self.stopwatch = Stopwatch(restored.clocks, stored.row.touched, asyncio.get_running_loop().time)
        self.chosen: dict[SeatName, Choice] = dict(restored.chosen)
        """What is passed for each seat."""
        self._stand(restored)
        self._secret = restore.secret_of(stored)

    def _stand(self, restored: Restored) -> None:
        """Stand where this match stands, as if every viewer knew what it may know now; connections stay."""
        before = self.places
        self.game: Game | None = restored.game
        self.fault = restored.fault
        self.places = {
            seat: Place(seat, row, restored.numbers[seat], self.row.seq) for seat, row in self.row.seats.items()
        }
        for seat, place in self.places.items():
            place.gone = self._now()
            if was := before.get(seat):
                place.peer, place.pace, place.muted = was.peer, was.pace, was.muted
                place.settings_pace = was.settings_pace
            if self.game is not None:
                place.begin(self.game)
        if self.game is not None and self._records:
            self.standings.follow((), self._records[-1].at, _standing_of(self.game))

    # --- what it is ---

    @property
    def is_ended(self) -> bool:
        return self.row.state == "ended"

    @property
    def standing(self) -> Standing | None:
        """How it stands for those who watch it; None if that is nothing yet, or not known since it was taken over."""
        return self.standings.shown(self.stopwatch.now)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return restore.outcome_of(self.game, self.fault)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    @property
    def asked(self) -> SeatName | None:
        """Who is asked, and so whose time runs."""
        prompt = None if self.game is None or self.is_ended else self.game.prompt
        return None if prompt is None else prompt.seat

    @property
    def lag(self) -> int:
        """Half the way to whoever is asked and back, as it was measured last, in milliseconds."""
        place = None if self.asked is None else self.places[self.asked]
        return 0 if place is None or place.peer is None else place.lag

    def seat_of(self, user: str) -> SeatName | None:
        """Where this guest sits."""
        return next(
            (seat for seat, place in self.places.items() if place.row.user == user and not place.row.left), None
        )

    @property
    def offers(self) -> list[SeatName]:
        """The seats that offer a rematch."""
        return [seat for seat, place in self.places.items() if place.row.again and not place.row.left]

    @property
    def is_agreed(self) -> bool:
        """Whether everyone here wants to play again. A bot always does."""
        stays = [place for place in self.places.values() if not place.row.left and (place.row.again or place.row.bot)]
        return self.is_ended and len(stays) == len(SEATS) and bool(self.offers)

    def has_gone_on(self, user: str) -> bool:
        """Whether this guest plays the rematch of this match."""
        return any(place.row.user == user and place.row.left and place.row.again for place in self.places.values())

    @property
    def next_beginning(self) -> Beginning:
        """How a rematch begins: whoever did not choose to go first or second in this match does then.

        By chance, if that cannot be told any more: the match is over by a fault, and its log damaged.
        """
        try:
            entries = (records.decode(record.body) for record in self._records)
            return restore.beginning_again(entries, self._services.catalogue)
        except Exception:  # noqa: BLE001 - whatever damage or the engine raises here, both may play again all the same
            self._log.exception("who chose first cannot be told")
            return restore.BY_CHANCE

    @property
    def players(self) -> Players:
        """Who plays, once both are there."""
        return Players(**{seat: self._player(seat) for seat in SEATS})

    def _player(self, seat: SeatName) -> Player:
        row = self.places[seat].row
        return Player(name=row.name, bot=bool(row.bot))

    @property
    def bot_to_move(self) -> Place | None:
        """The bot that is asked now."""
        place = None if self.asked is None else self.places[self.asked]
        return place if place is not None and place.row.bot else None

    def has_applied(self, seat: SeatName, n: int) -> bool:
        """Whether this command of a seat is in the log: one that was overtaken by a later one is not."""
        entries = (records.decode(record.body) for record in reversed(self._records))
        mine = (
            entry.n for entry in entries if isinstance(entry, records.Played | records.Settled) and entry.seat == seat
        )
        return next((number for number in mine if 0 < number <= n), 0) == n

    # --- what changes it ---

    async def start(self, seats: dict[SeatName, Seat]) -> None:
        """Begin the match between these two."""
        secret, services = self._secret or self._services.chance.secret(), self._services
        time = services.controls[self.row.time]
        game, started = restore.start(secret, seats, self.row.log, services.catalogue, time)
        restored = restore.untouched(game)
        row = replace(self.row, seats=seats, state="playing", pin=services.pin)
        await self._append([started], restore.pack(game, restored.numbers), row)
        self._secret = secret
        self._stand(restored)
        self._log.info("match begins")

    async def keep(self, entry: records.Played, events: Events) -> None:
        """Append what has just been done to the game, then tell both what came of it.

        Whoever another worker holds is told by the append itself, so that it costs no second way to the store.
        """
        game, seq = self.game, self.row.seq + 1
        assert game is not None, "only a game that is there can have changed"
        actor = self.places[entry.seat]
        actor.n = max(actor.n, entry.n)
        clocks = self.stopwatch.foretold(entry, None if game.prompt is None else game.prompt.seat)
        frames: list[tuple[Sitter, Frame]] = []
        notices: list[Notice] = []
        for seat, place in self.places.items():
            news = News(events, entry.n if seat == entry.seat else 0, clocks)
            frame = place.update(game, news, self.row.epoch, seq)
            if frame is None or place.peer is None:
                continue
            notice = place.peer.notice(frame, self.row.epoch, seq)
            if notice is None:
                frames.append((place.peer, frame))
            else:
                notices.append(notice)
        over = game.outcome is not None
        save = self.pack() if over or seq - self._saved >= SAVE_EVERY else b""
        await self._append([entry], save, replace(self.row, state="ended") if over else None, notices)
        self._services.metrics.decisions.inc()
        for peer, frame in frames:
            peer.send_frame(frame)
        if game.outcome is not None:
            self._log.info("match ends", winner=game.outcome.winner, reason=game.outcome.reason)
        self.tell_end()
        await self._correct()

    async def settle(self, entry: records.Settled) -> None:
        """Append what a seat has chosen to be passed."""
        await self._append([entry], b"", None)
        self.places[entry.seat].n = entry.n
        self.chosen[entry.seat] = Choice(entry.passing, entry.yields)

    async def _correct(self) -> None:
        """Give back what was charged for a decision that waited for the store."""
        owed, self._owed = self._owed, None
        if owed is not None and not self.is_ended:
            await self._append([owed], b"", None)

    def pack(self) -> bytes:
        """The save that stands for the log so far; empty before the match has begun."""
        return b"" if self.game is None else restore.pack(self.game, {seat: self.places[seat].n for seat in SEATS})

    async def break_off(self, why: str) -> None:
        """End it because the engine failed; save and log stay as they were, as evidence, and the log says so."""
        await self._append([records.Faulted(why)], b"", replace(self.row, state="ended", fault=True))
        self._services.metrics.faults.inc()
        self._stand(restore.restore_or_fault(self.stored, self._services.catalogue))
        self._log.info("match ends", winner=restore.FAULT.winner, reason=restore.FAULT.reason)
        self.tell_end()

    async def stand_up(self, seat: SeatName) -> None:
        """A player leaves the finished table, and no rematch is offered any more."""
        self.places[seat].peer = None
        rows = {name: replace(place.row, again=None) for name, place in self.places.items()}
        await self._change_seats({**rows, seat: replace(rows[seat], left=True)})

    async def offer(self, seat: SeatName, deck: Deck | None, entropy: str) -> None:
        """A player offers a rematch, with this deck or the one of this match, and adds ``entropy`` to its shuffles."""
        row = self.places[seat].row
        name, main = (row.deck_name, row.deck) if deck is None else (deck.name, dict(deck.main))
        await self._change_seats({seat: replace(row, again=(name, main, entropy))})

    async def withdraw(self) -> None:
        """No rematch is offered any more."""
        await self._change_seats({seat: replace(place.row, again=None) for seat, place in self.places.items()})

    async def go_on(self) -> None:
        """Both players sit at the room of the rematch from now on."""
        await self._change_seats({seat: replace(place.row, left=True) for seat, place in self.places.items()})

    async def _change_seats(self, rows: Mapping[SeatName, Seat]) -> None:
        if all(self.places[seat].row == row for seat, row in rows.items()):
            return
        for seat, row in rows.items():
            self.places[seat].row = row
        await self._append([], b"", replace(self.row, seats={seat: place.row for seat, place in self.places.items()}))

    async def close(self) -> None:
        """Remove a table that has not begun."""
        await self._services.store.forget(self.row.id, self.row.owner, self.row.epoch)

    async def hand_over(self, target: str) -> None:
        """Give the room to another worker, or to nobody; then it may not be touched any more.

        Raises `Fenced` if it was not this worker's any more.
        """
        mine, save = self.row, self.pack()
        take, store = relayed.encode(relayed.Take(mine.id)), self._services.store

        def give() -> Awaitable[None]:
            owned = records.encode(records.Owned(target, "handed", self.stopwatch.away))
            return store.hand_over(mine.id, mine.owner, mine.epoch, mine.seq, owned, save, target, take)

        await self._patiently(give)
        if target:
            self._services.metrics.handovers.inc()

    @property
    def stored(self) -> Stored:
        """The room as its owner knows it."""
        return Stored(self.row, self._save, self._saved, tuple(self._records))

    async def whereabouts(self) -> Whereabouts | None:
        """Where the store says that the room is, however long it is away."""
        return await self._patiently(lambda: self._services.store.where(self.row.id))

    async def heal(self) -> None:
        """Give the store back what it has lost. Raises `Fenced`."""
        await self._patiently(self._heal)

    async def _heal(self) -> None:
        await self._services.store.heal(self.row, self.row.owner, self._records, self._save, self._saved)
        self._services.metrics.heals.inc()
        self._log.warning("room healed", seq=self.row.seq)

    async def _append(
        self, entries: Sequence[records.Entry], save: bytes, row: RoomRow | None, notices: Sequence[Notice] = ()
    ) -> None:
        """Append, however long the store is away; then this match stands there. Raises `Fenced`."""
        mine, store, now = self.row, self._services.store, asyncio.get_running_loop().time
        bodies, begun = [records.encode(entry) for entry in entries], now()
        before, away = self.stopwatch.clocks, self.stopwatch.away
        seq, at = await self._patiently(
            lambda: store.append(mine.id, mine.owner, mine.epoch, mine.seq, bodies, save, row, notices)
        )
        self._services.metrics.append_seconds.observe(now() - begun)
        waited = self.stopwatch.away - away
        for entry in entries:
            self.stopwatch.follow(entry, at)
            if waited:
                self._owed = self.stopwatch.correction(before, entry, at, waited)
        self._records += [Record(n, mine.epoch, body, at) for n, body in enumerate(bodies, mine.seq + 1)]
        if save:
            self._save, self._saved = save, seq
        if self.game is not None and entries:
            self.standings.follow(entries, at, _standing_of(self.game))
        self.row = replace(row or mine, seq=seq)

    async def _patiently(self, write: Callable[[], Awaitable[T]]) -> T:
        """Write, and write again for as long as the store is away; the table is told that it waits.

        Raises `Fenced`, and `Unreadable`.
        """
        paused, begun = False, self._now()
        while True:
            try:
                written = await write()
            except Behind:
                await self._heal_once()
            except Unreadable:
                raise
            except StoreFailed as error:
                if not paused:
                    paused = True
                    self._services.metrics.pauses.inc()
                    self._log.warning("the store is away", error=str(error))
                    self.pause(True, "append", begun)
            else:
                if paused:
                    self.pause(False, "append")
                return written
            await asyncio.sleep(self._services.timers.retry)

    def pause(self, on: bool, why: str, since: float | None = None) -> None:
        """The table waits for the store, or does so no longer as far as this goes; nobody is charged meanwhile."""
        stood = self.stopwatch.stands
        if on:
            self.stopwatch.stop(why, since)
        else:
            self.stopwatch.go_on(why)
        if stood != self.stopwatch.stands:
            self.tell(Paused(on=self.stopwatch.stands))
        if stood and not self.stopwatch.stands:
            self.goes_on = True
            for place in self.places.values():
                if not place.is_online:
                    place.gone = self._now()

    def tell_time(self) -> None:
        """Time goes on: who was away could not come back, and may be so for as long again; and clocks are told."""
        self.goes_on = False
        if self.asked is None:
            return
        for seat, place in self.places.items():
            if not place.is_online:
                self.tell(self.presence(seat))
        if self.stopwatch.clocks is not None:
            for seat, place in self.places.items():
                if place.peer is not None:
                    place.peer.send(self.table(seat))

    async def _heal_once(self) -> None:
        """Whatever comes of it shows in the next try of what could not be written."""
        try:
            await self._heal()
        except StoreFailed as error:
            self._log.warning("room not healed yet", error=str(error))

    # --- what is told ---

    def tell(self, message: ServerMessage, but: SeatName | None = None) -> None:
        """Send a message to everyone at the table, or to all but one seat."""
        for seat, place in self.places.items():
            if place.peer is not None and seat != but:
                place.peer.send(message)

    def tell_end(self) -> None:
        """Tell both how it ended, if it has."""
        outcome = self.outcome
        if outcome is not None:
            self.tell(self._ended(outcome))

    def presence(self, seat: SeatName) -> Presence:
        """Whether a seat's player is there, and from when on the other may claim the win if not."""
        place = self.places[seat]
        if place.is_online or self.asked is None:
            return Presence(seat=seat, online=place.is_online)
        return Presence(seat=seat, online=False, claim_at=self.stopwatch.now + max(0, self.claimable_in(seat)))

    def claimable_in(self, seat: SeatName) -> int:
        """In how many milliseconds the win may be claimed, from a player who is not there; not more than 0: now."""
        patience = UNTIMED_PATIENCE if self.stopwatch.clocks is None else TIMED_PATIENCE
        return round(1000 * (self.places[seat].gone + patience - self._now()))

    def _ended(self, outcome: Outcome) -> Ended:
        return Ended(log=self.row.log, epoch=self.row.epoch, seq=self.row.seq, outcome=outcome)

    def table(self, seat: SeatName) -> Table:
        """The table as this seat is told of it."""
        row = self.row
        promised = shuffles.commitment(self._secret) if self._secret else ""
        told = Table(
            id=row.id, code=row.code, seat=seat, log=row.log, state=row.state, time=row.time, commitment=promised,
            clocks=self.stopwatch.told(self.asked) or UNSET, watch=watched_by(row),
        )  # fmt: skip
        if (other := self.places.get(OTHER[seat])) is None:
            return told
        return replace(told, opponent=self._player(other.seat), lesson=lesson_of(other.row.bot))

    def show(self, seat: SeatName) -> None:
        """Send a seat everything that it may know of the match."""
        place = self.places[seat]
        if place.peer is None or self.game is None:
            return
        self._services.metrics.snapshots.inc()
        shown = place.snapshot(self.game, self.row.log, self.row.epoch, self.players)
        passing, yields = self.chosen[seat]
        clocks = self.stopwatch.told(self.asked) or UNSET
        place.peer.send(replace(shown, clocks=clocks, passing=passing, yields=yields))

    def show_rest(self, seat: SeatName) -> None:
        """Send a seat what no snapshot and no update holds: whether the other is there, the end, the offers."""
        place, outcome = self.places[seat], self.outcome
        other = self.places.get(OTHER[seat])
        if place.peer is None:
            return
        if other is not None:
            place.peer.send(self.presence(other.seat))
        if outcome is not None:
            place.peer.send(self._ended(outcome))
        for offering in self.offers:
            place.peer.send(RematchOffered(seat=offering))


def _standing_of(game: Game) -> Standing:
    return Standing(turn=game.turn, life=Life(*game.life))
