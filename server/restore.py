"""From a room's log or save to its game, and from a game to what is stored of it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import structlog

from engine import Game, OtherVersion, pin
from engine.decks import Deck
from engine.effects.catalogue import Catalogue
from engine.model.terms import SEATS, SeatName
from server import records
from server.protocol.shapes import to_engine
from server.records import Conceded, Decided, Faulted, Owned, Started
from server.store.base import Record, Seat, Stored


class Restored(NamedTuple):
    """A room's match as it stands: without a game it has not begun, or cannot be shown any more."""

    game: Game | None
    numbers: dict[SeatName, int]
    fault: str


def untouched(game: Game | None = None, fault: str = "") -> Restored:
    """A match in which no command was taken; without a game it has not begun, or cannot be shown any more."""
    return Restored(game, {"A": 0, "B": 0}, fault)


def start(
    seed: bytes, seats: Mapping[SeatName, Seat], catalogue: Catalogue, chooser: SeatName | None = None
) -> tuple[Game, Started]:
    """Begin a match, with its record; ``chooser`` chooses to go first or second, or whom chance finds."""
    decks = {name: (seat.deck_name, seat.deck) for name, seat in seats.items()}
    game = _start(seed, decks, catalogue, chooser)
    return game, Started(seed=seed, decks=decks, chain=game.chain, pin=pin(catalogue), chooser=chooser)


def _start(
    seed: bytes, decks: Mapping[SeatName, tuple[str, dict[str, int]]], catalogue: Catalogue, chooser: SeatName | None
) -> Game:
    return Game.start(catalogue, decks={seat: Deck(*decks[seat]) for seat in SEATS}, seed=seed, chooser=chooser)


def chooser_of(entries: Iterable[records.Entry], catalogue: Catalogue) -> SeatName:
    """Who had the choice to go first or second in the match of a log: whoever was asked first."""
    started = next(entry for entry in entries if isinstance(entry, Started))
    prompt = _start(started.seed, started.decks, catalogue, started.chooser).prompt
    assert prompt is not None, "a match begins with a question"
    return prompt.seat


def pack(game: Game, numbers: Mapping[SeatName, int]) -> bytes:
    """The save that stands for the log so far."""
    return records.encode_save(records.Save(numbers["A"], numbers["B"], game.save()))


def replay(entries: Iterable[records.Entry], catalogue: Catalogue, restored: Restored) -> Restored:
    """Carry a match on along its log.

    Raises `OtherVersion` if it began with other rules or cards, and ``ValueError`` if its chain is another one.
    """
    game, numbers, fault = restored
    for entry in entries:
        match entry:
            case Started():
                if entry.pin != pin(catalogue):
                    raise OtherVersion(f"the log belongs to {entry.pin}, this is {pin(catalogue)}")
                game = _start(entry.seed, entry.decks, catalogue, entry.chooser)
            case Decided() | Conceded():
                assert game is not None, "a log begins with the start of its match"
                _apply(game, entry)
                numbers[entry.seat] = max(numbers[entry.seat], entry.n)
            case Faulted():
                fault = entry.why
            case Owned():
                pass
    return Restored(game, numbers, fault)


def _apply(game: Game, entry: Decided | Conceded) -> None:
    if isinstance(entry, Conceded):
        game.concede(entry.seat)
    else:
        game.decide(to_engine(entry.decision))
    if game.chain != entry.chain:
        raise ValueError("the log's chain is another one than the game's")


def restore_or_fault(stored: Stored, catalogue: Catalogue) -> Restored:
    """The match of a stored room; one that its own version cannot restore is over, and says why.

    Raises `OtherVersion` for a match that another version can restore: that one is not over.
    """
    try:
        restored = restore(stored, catalogue)
        if restored.game is not None:
            for seat in SEATS:
                restored.game.view(seat)
        return restored
    except OtherVersion:
        raise
    except Exception as bug:  # noqa: BLE001 - whatever the engine raises here, the table alone is lost, not the server
        structlog.get_logger("server.restore").exception("match cannot be restored", room=stored.row.id)
        return untouched(fault=repr(bug))


def restore(stored: Stored, catalogue: Catalogue) -> Restored:
    """The match of a stored room: the last save, carried on along the records after it; every chain is compared.

    A save that does not fit its log is worth nothing, and the whole log is replayed instead: the log is the truth.
    Raises whatever a damaged log leads to.
    """
    if [record.seq for record in stored.records] != list(range(1, stored.row.seq + 1)):
        raise ValueError(f"the log has a hole, or does not end at {stored.row.seq}")
    if stored.save:
        try:
            return _from_save(stored, catalogue)
        except OtherVersion:
            raise
        except Exception:  # noqa: BLE001 - a damaged save may raise anything; if the log is damaged too, that is raised
            structlog.get_logger("server.restore").exception("save is damaged", room=stored.row.id, at=stored.saved)
    return replay(map(_entry, stored.records), catalogue, untouched())


def _from_save(stored: Stored, catalogue: Catalogue) -> Restored:
    save = records.decode_save(stored.save)
    game = Game.load(save.game, catalogue)
    before = map(_entry, reversed(stored.records[: stored.saved]))
    chain = next((entry.chain for entry in before if isinstance(entry, Started | Decided | Conceded)), None)
    if game.chain != chain:
        raise ValueError("the save's chain is another one than the log's")
    return replay(map(_entry, stored.tail), catalogue, Restored(game, {"A": save.a, "B": save.b}, ""))


def _entry(record: Record) -> records.Entry:
    return records.decode(record.body)
