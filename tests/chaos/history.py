"""The checker: whether a room's log is whole, and whether everything that its players saw agrees with it.

Findings are sentences; an empty list is a log in which nothing was lost, doubled, invented or told to the wrong seat.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Deck, Game
from engine.effects.catalogue import Catalogue
from engine.model.errors import EngineBug, IllegalDecision, InvalidDeck
from engine.model.terms import OTHER, SEATS, SeatName
from server import clocks, records, restore
from server.place import open_prompt
from server.protocol.messages import ClaimWin, Command, Concede, Decide, Outcome, Settings, WatchPolicy
from server.protocol.shapes import to_engine
from server.records import Adjudicated, Conceded, Decided, Faulted, Owned, Played, Settled, Started
from server.store.base import Record
from tests.chaos.audience import Onlookers
from tests.chaos.witness import Acked, Denied, Digest, Over, Sent, Sight, Stood, Told, digest, picture


@dataclass(frozen=True, slots=True)
class History:
    """One room: its log, what its players saw of it, and who wrote each position, if that is known."""

    room: str
    records: Sequence[Record]
    sights: Sequence[Sight] = ()
    writers: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """The worker by epoch and position, as the store was asked."""
    watched: WatchPolicy = field(default_factory=WatchPolicy)
    """How it may be watched."""


def check(history: History, catalogue: Catalogue) -> list[str]:
    """Everything that is wrong with a room, as sentences that begin with its name."""
    try:
        entries = [records.decode(record.body) for record in history.records]
    except ValueError as error:
        return [f"{history.room}: a record cannot be read: {error}"]
    found = [
        *_holes(history.records),
        *_epochs(history, entries),
        *_commands(entries),
        *_times(history.records, entries),
        *_answers(entries, history.sights),
        *_play(history, entries, catalogue),
    ]
    return [f"{history.room}: {finding}" for finding in found]


def _holes(log: Sequence[Record]) -> Iterator[str]:
    for expected, record in enumerate(log, 1):
        if record.seq != expected:
            yield f"position {expected} of the log is {record.seq}"
            return


def _epochs(history: History, entries: Sequence[records.Entry]) -> Iterator[str]:
    """Epochs rise, each begins with its owner's record, and nobody else writes in it."""
    epoch, owner = 0, ""
    for record, entry in zip(history.records, entries, strict=True):
        if record.epoch < epoch:
            yield f"epoch {record.epoch} at {record.seq} comes after {epoch}"
        if isinstance(entry, Owned):
            if record.epoch == epoch:
                yield f"epoch {epoch} has two owners: {owner} and {entry.worker}, at {record.seq}"
            owner = entry.worker
        elif record.epoch != epoch:
            yield f"epoch {record.epoch} at {record.seq} does not begin with its owner"
        epoch = record.epoch
        writer = history.writers.get((record.epoch, record.seq), owner)
        if writer != owner and not isinstance(entry, Owned):
            yield f"{writer} wrote {record.seq} in epoch {epoch} of {owner}"


def _commands(entries: Iterable[records.Entry]) -> Iterator[str]:
    """No command of a seat is applied twice; numbers rise."""
    last: dict[SeatName, int] = dict.fromkeys(SEATS, 0)
    for at, entry in enumerate(entries, 1):
        if isinstance(entry, Played | Settled) and entry.n:
            if entry.n <= last[entry.seat]:
                yield f"command {entry.n} of {entry.seat} at {at} comes after {last[entry.seat]}"
            last[entry.seat] = max(last[entry.seat], entry.n)


def _times(log: Sequence[Record], entries: Sequence[records.Entry]) -> Iterator[str]:
    """No clock took a decision, or the match, before the time that the records themselves tell was over."""
    known: clocks.Clocks | None = None
    for record, entry in zip(log, entries, strict=True):
        if known is not None and isinstance(entry, Decided) and entry.taken == "cap":
            thought = known.thought(record.at, entry.away)
            if thought < known.control.cap:
                yield f"the clock decided for {entry.seat} at {record.seq} after {thought} ms"
        elif known is not None and isinstance(entry, Adjudicated) and entry.reason == "time":
            loser = OTHER[entry.winner]
            if (thought := known.thought(record.at, 0)) < known.of(loser).bank:
                yield f"{loser} lost at {record.seq} after {thought} of {known.of(loser).bank} ms"
        known = clocks.follow(known, entry, record.at)


def _answers(entries: Sequence[records.Entry], sights: Iterable[Sight]) -> Iterator[str]:
    """What was acknowledged is in the log, at its place and as it was sent; what was refused is not."""
    places: dict[tuple[SeatName, int], int] = {}
    for at, entry in enumerate(entries, 1):
        if isinstance(entry, Played | Settled) and entry.n:
            places.setdefault((entry.seat, entry.n), at)
    for sight in sights:
        if isinstance(sight, Sent):
            at = places.get((sight.seat, sight.command.n), 0)
            if at and not _is(entries[at - 1], sight.command):
                yield f"command {sight.command.n} of {sight.seat} stands at {at} as another one"
        elif isinstance(sight, Acked | Denied):
            yield from _answer(sight, places.get((sight.seat, sight.n), 0))


def _answer(sight: Acked | Denied, at: int) -> Iterator[str]:
    command = f"command {sight.n} of {sight.seat}"
    if isinstance(sight, Denied):
        if at:
            yield f"{command} was refused as {sight.code} and stands at {at}"
    elif not at:
        yield f"{command} was acknowledged and is not in the log"
    elif sight.place not in (0, at):
        yield f"{command} was acknowledged at {sight.place} and stands at {at}"


def _is(entry: records.Entry, command: Command) -> bool:
    match command:
        case Concede():
            return isinstance(entry, Conceded)
        case ClaimWin():
            return isinstance(entry, Adjudicated) and entry.reason == "abandoned"
        case Settings():
            chosen = command.passing, command.yields
            return isinstance(entry, Settled) and (entry.passing, entry.yields) == chosen
        case Decide():
            return isinstance(entry, Decided) and entry.decision == command.decision


class _Expected:
    """What players say that they saw, by the position at which the log has to show it."""

    def __init__(self, sights: Iterable[Sight]) -> None:
        self.stood: dict[int, dict[SeatName, set[Digest]]] = {}
        self.told: dict[int, dict[SeatName, set[tuple[int, Digest]]]] = {}
        self.over: list[Over] = []
        for sight in sights:
            match sight:
                case Stood():
                    self.stood.setdefault(sight.seq, {}).setdefault(sight.seat, set()).add(sight.picture)
                case Told():
                    by_seat = self.told.setdefault(sight.seq, {})
                    by_seat.setdefault(sight.seat, set()).add((sight.epoch, sight.events))
                case Over():
                    self.over.append(sight)
                case _:
                    pass


def _play(history: History, entries: Sequence[records.Entry], catalogue: Catalogue) -> Iterator[str]:
    """The log replays to its own chains; every view, prompt and event that a player saw is what the replay shows."""
    expected = _Expected(history.sights)
    onlookers = Onlookers(history.sights, history.watched, history.records, entries)
    game: Game | None = None
    for at, entry in enumerate(entries, 1):
        try:
            game, events = _step(game, entry, catalogue)
        except (IllegalDecision, EngineBug, InvalidDeck, ValueError) as error:
            yield f"the log does not replay at {at}: {error!r}"
            return
        if isinstance(entry, Faulted):
            yield f"the match failed at {at}: {entry.why}"
        if game is not None:
            yield from _seen(game, events, at, history.records[at - 1].epoch, expected)
            yield from onlookers.follow(game, events, at, history.records[at - 1].epoch)
    beyond = [at for at in (*expected.stood, *expected.told) if at > len(entries)]
    if beyond:
        yield f"players saw position {max(beyond)}, and the log ends at {len(entries)}"
    yield from _ends(game, expected.over)
    yield from onlookers.judge(restore.outcome_of(game, ""))


def _step(game: Game | None, entry: records.Entry, catalogue: Catalogue) -> tuple[Game | None, Sequence[Any]]:
    """The game after a record, and what happened."""
    events: Sequence[Any] = ()
    if isinstance(entry, Started):
        if game is not None:
            raise ValueError("a match begins twice")
        if entry.position:
            game = Game.load(entry.position, catalogue)
        else:
            game = Game.start(catalogue, {seat: Deck(*entry.decks[seat]) for seat in SEATS}, entry.seed, entry.chooser)
    elif isinstance(entry, Played):
        if game is None:
            raise ValueError("a decision before the match")
        if isinstance(entry, Conceded):
            events = game.concede(entry.seat)
        elif isinstance(entry, Adjudicated):
            events = game.adjudicate(entry.winner, entry.reason)
        else:
            if game.prompt is None or game.prompt.seat != entry.seat:
                raise ValueError(f"{entry.seat} is not asked")
            events = game.decide(to_engine(entry.decision))
    else:
        return game, events
    if game.chain != entry.chain:
        raise ValueError("the chain is another one")
    return game, events


def _seen(game: Game, events: Sequence[Any], at: int, epoch: int, expected: _Expected) -> Iterator[str]:
    for seat, pictures in expected.stood.get(at, {}).items():
        prompt = open_prompt(game, seat)
        shown = picture(game.view(seat), prompt if isinstance(prompt, dict) else None)
        if pictures != {shown}:
            yield f"{seat} saw something else at {at} than the log shows"
    for seat, tellings in expected.told.get(at, {}).items():
        told = digest(game.events_for(seat, events))
        if any(each != told for _, each in tellings):
            yield f"{seat} was told other events at {at} than the log shows"
        for other in sorted({each for each, _ in tellings if each != epoch}):
            yield f"{seat} was told of {at} in epoch {other}, and it was written in {epoch}"


def _ends(game: Game | None, over: Sequence[Over]) -> Iterator[str]:
    outcome = None if game is None else game.outcome
    for sight in over:
        if outcome is None or (sight.outcome.winner, sight.outcome.reason) != tuple(outcome):
            yield f"{sight.seat} was told {_word(sight.outcome)}, and the log says {outcome}"


def _word(outcome: Outcome) -> str:
    return f"{outcome.winner} by {outcome.reason}"
