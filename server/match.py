"""The match at a table: its game, its two places, its log and its row in the store, always moved together.

The order of work for whatever changes the match: change the game, append to the log, and only then tell anyone. A match
that another worker turned out to own is thrown away whole.
"""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar, cast

import structlog
from msgspec.structs import replace

from engine import Game, pin
from engine.decks import Deck
from engine.effects.catalogue import Catalogue
from engine.model.terms import OTHER, SEATS, SeatName
from server import records, relayed, restore
from server.bots import Bots
from server.chance import Chance
from server.metrics import Metrics
from server.peer import Sitter
from server.place import Events, Place
from server.protocol.codec import Frame
from server.protocol.messages import (
    Ended,
    Outcome,
    Paused,
    Player,
    Players,
    Presence,
    RematchOffered,
    ServerMessage,
    Table,
)
from server.protocol.shapes import Winner
from server.pulse import Timers
from server.restore import Restored
from server.store.base import Behind, Notice, Record, RoomRow, Seat, Store, Stored, StoreFailed, Whereabouts

T = TypeVar("T")

FAULT = Outcome(winner="draw", reason="fault")
"""The outcome of a match that ended because the engine failed."""


def rematch_of(room: str) -> str:
    """The name of the room in which the players of this one play again: whoever makes it gives it the same."""
    return urlsafe_b64encode(blake2b(f"rematch of {room}".encode(), digest_size=18).digest()).decode()


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

    @property
    def pin(self) -> str:
        """The name of the rules, the save format and the cards with which matches are played here."""
        return pin(self.catalogue)


class Match:
    """What is played at one table; without a game it has not begun, or failed beyond showing."""

    def __init__(self, stored: Stored, services: Services) -> None:
        self.row = stored.row
        self.places: dict[SeatName, Place] = {}
        self._services = services
        self._records = list(stored.records)
        self._save, self._saved = stored.save, stored.saved
        self._log = structlog.get_logger("server.match").bind(room=stored.row.id)
        self._stand(restore.restore_or_fault(stored, services.catalogue))

    def _stand(self, restored: Restored) -> None:
        """Stand where this match stands, as if every viewer knew what it may know now; connections stay."""
        before = self.places
        self.game: Game | None = restored.game
        self.fault = restored.fault
        self.places = {
            seat: Place(seat, row, restored.numbers[seat], self.row.seq) for seat, row in self.row.seats.items()
        }
        for seat, place in self.places.items():
            if was := before.get(seat):
                place.peer, place.pace, place.muted = was.peer, was.pace, was.muted
            if self.game is not None:
                place.begin(self.game)

    # --- what it is ---

    @property
    def is_ended(self) -> bool:
        return self.row.state == "ended"

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        if self.fault:
            return FAULT
        outcome = None if self.game is None else self.game.outcome
        return None if outcome is None else Outcome(winner=cast(Winner, outcome.winner), reason=outcome.reason)

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
    def next_chooser(self) -> SeatName:
        """Who chooses to go first or second in a rematch: whoever did not in this match."""
        entries = (records.decode(record.body) for record in self._records)
        return OTHER[restore.chooser_of(entries, self._services.catalogue)]

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
        if self.game is None or self.is_ended or self.game.prompt is None:
            return None
        place = self.places[self.game.prompt.seat]
        return place if place.row.bot else None

    def has_applied(self, seat: SeatName, n: int) -> bool:
        """Whether this command of a seat is in the log: one that was overtaken by a later one is not."""
        entries = (records.decode(record.body) for record in reversed(self._records))
        mine = (
            entry.n for entry in entries if isinstance(entry, records.Decided | records.Conceded) and entry.seat == seat
        )
        return next((number for number in mine if 0 < number <= n), 0) == n

    # --- what changes it ---

    async def start(self, seats: dict[SeatName, Seat]) -> None:
        """Begin the match between these two."""
        game, started = restore.start(self._services.chance.seed(), seats, self._services.catalogue)
        restored = restore.untouched(game)
        row = replace(self.row, seats=seats, state="playing", pin=self._services.pin)
        await self._append([started], restore.pack(game, restored.numbers), row)
        self._stand(restored)

    async def keep(self, entry: records.Decided | records.Conceded, events: Events) -> None:
        """Append what a seat has just done to the game, then tell both what came of it.

        Whoever another worker holds is told by the append itself, so that it costs no second way to the store.
        """
        game, seq = self.game, self.row.seq + 1
        assert game is not None, "only a game that is there can have changed"
        actor = self.places[entry.seat]
        actor.n = max(actor.n, entry.n)
        frames: list[tuple[Sitter, Frame]] = []
        notices: list[Notice] = []
        for seat, place in self.places.items():
            n = entry.n if seat == entry.seat else 0
            frame = place.update(game, events, self.row.epoch, seq, n)
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
        for peer, frame in frames:
            peer.send_frame(frame)
        self.tell_end()

    def pack(self) -> bytes:
        """The save that stands for the log so far; empty before the match has begun."""
        return b"" if self.game is None else restore.pack(self.game, {seat: self.places[seat].n for seat in SEATS})

    async def break_off(self, why: str) -> None:
        """End it because the engine failed; save and log stay as they were, as evidence, and the log says so."""
        await self._append([records.Faulted(why)], b"", replace(self.row, state="ended", fault=True))
        self._services.metrics.faults.inc()
        self._stand(restore.restore_or_fault(self.stored, self._services.catalogue))
        self.tell_end()

    async def stand_up(self, seat: SeatName) -> None:
        """A player leaves the finished table, and no rematch is offered any more."""
        self.places[seat].peer = None
        rows = {name: replace(place.row, again=None) for name, place in self.places.items()}
        await self._change_seats({**rows, seat: replace(rows[seat], left=True)})

    async def offer(self, seat: SeatName, deck: Deck | None) -> None:
        """A player offers a rematch, with this deck or the one of this match."""
        row = self.places[seat].row
        again = (row.deck_name, row.deck) if deck is None else (deck.name, dict(deck.main))
        await self._change_seats({seat: replace(row, again=again)})

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
        owned, take = records.encode(records.Owned(target)), relayed.encode(relayed.Take(mine.id))
        store = self._services.store
        await self._patiently(
            lambda: store.hand_over(mine.id, mine.owner, mine.epoch, mine.seq, owned, save, target, take)
        )
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
        self._services.metrics.heals.inc()
        await self._services.store.heal(self.row, self.row.owner, self._records, self._save, self._saved)
        self._log.warning("room healed", seq=self.row.seq)

    async def _append(
        self, entries: Sequence[records.Entry], save: bytes, row: RoomRow | None, notices: Sequence[Notice] = ()
    ) -> None:
        """Append, however long the store is away; then this match stands there. Raises `Fenced`."""
        mine, store, now = self.row, self._services.store, asyncio.get_running_loop().time
        bodies, begun = [records.encode(entry) for entry in entries], now()
        seq, at = await self._patiently(
            lambda: store.append(mine.id, mine.owner, mine.epoch, mine.seq, bodies, save, row, notices)
        )
        self._services.metrics.append_seconds.observe(now() - begun)
        self._records += [Record(n, mine.epoch, body, at) for n, body in enumerate(bodies, mine.seq + 1)]
        if save:
            self._save, self._saved = save, seq
        self.row = replace(row or mine, seq=seq)

    async def _patiently(self, write: Callable[[], Awaitable[T]]) -> T:
        """Write, and write again for as long as the store is away; the table is told that it waits. Raises `Fenced`."""
        paused = False
        while True:
            try:
                written = await write()
            except Behind:
                await self._heal_once()
            except StoreFailed as error:
                if not paused:
                    paused = True
                    self._services.metrics.pauses.inc()
                    self._log.warning("the store is away", error=str(error))
                    self.tell(Paused(on=True))
            else:
                if paused:
                    self.tell(Paused(on=False))
                return written
            await asyncio.sleep(self._services.timers.retry)

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

    def _ended(self, outcome: Outcome) -> Ended:
        return Ended(log=self.row.log, epoch=self.row.epoch, seq=self.row.seq, outcome=outcome)

    def table(self, seat: SeatName) -> Table:
        """The table as this seat is told of it."""
        row = self.row
        told = Table(id=row.id, code=row.code, seat=seat, log=row.log, state=row.state)
        return replace(told, opponent=self._player(OTHER[seat])) if OTHER[seat] in self.places else told

    def show(self, seat: SeatName) -> None:
        """Send a seat everything that it may know of the match."""
        place = self.places[seat]
        if place.peer is None or self.game is None:
            return
        place.peer.send(place.snapshot(self.game, self.row.log, self.row.epoch, self.players))

    def show_rest(self, seat: SeatName) -> None:
        """Send a seat what no snapshot and no update holds: whether the other is there, the end, the offers."""
        place, outcome = self.places[seat], self.outcome
        other = self.places.get(OTHER[seat])
        if place.peer is None:
            return
        if other is not None:
            place.peer.send(Presence(seat=other.seat, online=other.is_online))
        if outcome is not None:
            place.peer.send(self._ended(outcome))
        for offering in self.offers:
            place.peer.send(RematchOffered(seat=offering))
