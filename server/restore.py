"""From a room's log or save to its game, and from a game to what is stored of it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, assert_never, cast

import msgspec
import structlog

from engine import Game, OtherVersion, pin
from engine.decks import Deck
from engine.effects.catalogue import Catalogue
from engine.model.terms import OTHER, SEATS, SeatName
from server import clocks, records
from server.clocks import Clocks
from server.controls import TimeControl
from server.passing import Choice, choices
from server.protocol import shuffles
from server.protocol.messages import Outcome
from server.protocol.shapes import Winner, to_engine
from server.records import Adjudicated, Committed, Conceded, Corrected, Decided, Faulted, Owned, Settled, Started
from server.store.base import Record, Seat, Stored

FAULT = Outcome(winner="draw", reason="fault")
"""The outcome of a match that ended because the engine failed."""


class Restored(NamedTuple):
    """A room's match as it stands: without a game it has not begun, or cannot be shown any more."""

    game: Game | None
    numbers: dict[SeatName, int]
    fault: str
    clocks: Clocks | None = None
    chosen: Mapping[SeatName, Choice] = choices(())


class Beginning(NamedTuple):
    """How a match begins, if not by chance alone."""

    chooser: SeatName | None = None
    """Who chooses to go first or second."""
    position: bytes = b""
    """The save of the game that it goes on from, with nothing left to choose or to shuffle."""


BY_CHANCE: Final = Beginning()


def outcome_of(game: Game | None, fault: str) -> Outcome | None:
    """How a match has ended; None if it has not."""
    if fault:
        return FAULT
    outcome = None if game is None else game.outcome
    return None if outcome is None else Outcome(winner=cast(Winner, outcome.winner), reason=outcome.reason)


def untouched(game: Game | None = None, fault: str = "") -> Restored:
    """A match in which no command was taken; without a game it has not begun, or cannot be shown any more."""
    return Restored(game, {"A": 0, "B": 0}, fault)


def start(
    secret: bytes,
    seats: Mapping[SeatName, Seat],
    log: str,
    catalogue: Catalogue,
    time: TimeControl | None = None,
    beginning: Beginning = BY_CHANCE,
) -> tuple[Game, Started]:
    """Begin a match from a secret, in the log of this name; with its record. Raises ``InvalidDeck``."""
    decks = {name: (seat.deck_name, seat.deck) for name, seat in seats.items()}
    if beginning.position:
        game = Game.load(beginning.position, catalogue)
        return game, Started(
            seed=b"", decks=decks, chain=game.chain, pin=pin(catalogue), time=time, position=beginning.position
        )  # fmt: skip
    entropy = {name: seat.entropy for name, seat in seats.items() if seat.entropy}
    seed = shuffles.seed_of(secret, entropy, log)
    game = begin(seed, decks, catalogue, beginning.chooser)
    return game, Started(
        seed=seed, decks=decks, chain=game.chain, pin=pin(catalogue), secret=secret, entropy=entropy, time=time,
        chooser=beginning.chooser,
    )  # fmt: skip


def secret_of(stored: Stored) -> bytes:
    """The secret of a room's match; empty if nobody was promised one, or the log cannot tell any more."""
    try:
        entries = map(_entry, stored.records)
        return next((entry.secret for entry in entries if isinstance(entry, Committed | Started)), b"")
    except ValueError:  # its match goes on from a save, or is over by a fault; its replay is not proved
        structlog.get_logger("server.restore").exception("the promise is lost", room=stored.row.id)
        return b""


def begin(
    seed: bytes,
    decks: Mapping[SeatName, tuple[str, dict[str, int]]],
    catalogue: Catalogue,
    chooser: SeatName | None = None,
) -> Game:
    """The game at its first prompt. Raises ``InvalidDeck``."""
    return Game.start(catalogue, decks={seat: Deck(*decks[seat]) for seat in SEATS}, seed=seed, chooser=chooser)


def beginning_again(entries: Iterable[records.Entry], catalogue: Catalogue) -> Beginning:
    """How the rematch of the match of a log begins: who was not asked first chooses, or from the same position.

    Raises whatever a damaged log leads to.
    """
    started = next((entry for entry in entries if isinstance(entry, Started)), None)
    if started is None:
        raise ValueError("the log does not say how its match began")
    if started.position:
        return Beginning(position=started.position)
    prompt = begun(started, catalogue).prompt
    assert prompt is not None, "a match begins with a question"
    return Beginning(OTHER[prompt.seat])


def pack(game: Game, numbers: Mapping[SeatName, int]) -> bytes:
    """The save that stands for the log so far."""
    return records.encode_save(records.Save(numbers["A"], numbers["B"], game.save()))


def replay(entries: Iterable[records.Entry], catalogue: Catalogue, restored: Restored) -> Restored:
    """Carry a match on along its log.

    Raises `OtherVersion` if it began with other rules or cards, and ``ValueError`` if its chain is another one.
    """
    game, numbers, fault = restored.game, restored.numbers, restored.fault
    for entry in entries:
        match entry:
            case Started():
                game = begun(entry, catalogue)
            case Decided() | Conceded() | Adjudicated():
                assert game is not None, "a log begins with the start of its match"
                apply(game, entry)
                numbers[entry.seat] = max(numbers[entry.seat], entry.n)
            case Settled():
                numbers[entry.seat] = max(numbers[entry.seat], entry.n)
            case Faulted():
                fault = entry.why
            case Committed() | Owned() | Corrected():
                pass
    return restored._replace(game=game, numbers=numbers, fault=fault)


def begun(entry: Started, catalogue: Catalogue) -> Game:
    """The match as it began. Raises `OtherVersion` if that was with other rules or cards."""
    if entry.pin != pin(catalogue):
        raise OtherVersion(f"the log belongs to {entry.pin}, this is {pin(catalogue)}")
    if entry.position:
        return Game.load(entry.position, catalogue)
    return begin(entry.seed, entry.decks, catalogue, entry.chooser)


def apply(game: Game, entry: records.Played) -> list[tuple[Any, ...]]:
    """What happens as a record says. Raises ``ValueError`` if the chain after it is another one."""
    match entry:
        case Decided():
            events = game.decide(to_engine(entry.decision))
        case Conceded():
            events = game.concede(entry.seat)
        case Adjudicated():
            events = game.adjudicate(entry.winner, entry.reason)
        case _:
            assert_never(entry)
    if game.chain != entry.chain:
        raise ValueError("the log's chain is another one than the game's")
    return events


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
    Raises whatever a damaged log leads to. Before the save a record may be damaged; what the clocks have from it is
    lost then, and no more.
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
    entries = [(_entry(record), record.at) for record in stored.records]
    return replay((entry for entry, _ in entries), catalogue, _timed(entries))


def _timed(entries: Iterable[tuple[records.Entry, int]]) -> Restored:
    """What follows from the log and its times alone: both clocks as of its end, and what is passed for whom."""
    known, seen = None, []
    for entry, at in entries:
        known = clocks.follow(known, entry, at)
        seen.append(entry)
    return untouched()._replace(clocks=known, chosen=choices(seen))


def _from_save(stored: Stored, catalogue: Catalogue) -> Restored:
    save = records.decode_save(stored.save)
    game = Game.load(save.game, catalogue)
    before = [(entry, record.at) for record in stored.records[: stored.saved] if (entry := _if_readable(record))]
    chain = next((entry.chain for entry, _ in reversed(before) if isinstance(entry, Started | records.Played)), None)
    if game.chain != chain:
        raise ValueError("the save's chain is another one than the log's")
    after = [(_entry(record), record.at) for record in stored.tail]
    timed = _timed([*before, *after])._replace(game=game, numbers={"A": save.a, "B": save.b})
    return replay((entry for entry, _ in after), catalogue, timed)


def _if_readable(record: Record) -> records.Entry | None:
    try:
        return _entry(record)
    except msgspec.DecodeError:
        return None


def _entry(record: Record) -> records.Entry:
    return records.decode(record.body)
