"""The checker finds every kind of broken history, and nothing in a whole one."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, cast

import msgspec
import pytest
from msgspec import structs

from engine import SEATS, SPECTATOR, Audience, SeatName, catalogue
from engine.decks import PRESETS
from server import records, restore
from server.controls import parse
from server.place import open_prompt
from server.protocol.messages import Concede, Decide, OpenHands, Outcome, WatchPolicy
from server.protocol.shapes import Decision, to_wire
from server.records import Adjudicated, Conceded, Decided, Faulted, Owned, Started, Taken
from server.store.base import Record, Seat
from tests.chaos.audience import NUMBER, numbers_in
from tests.chaos.history import History, check
from tests.chaos.witness import (
    Acked,
    Closed,
    Denied,
    Heard,
    Over,
    Sent,
    Shown,
    Sight,
    Stood,
    Told,
    digest,
    picture,
    scene,
)

DECK = PRESETS["trial-1"]


def _play(decisions: int = 12) -> tuple[list[Record], list[Sight]]:
    """A match of two owners that ends with a concession, and what its players saw."""
    chance = random.Random(5)
    seats = {seat: Seat(seat, seat, "d", dict(DECK.main)) for seat in SEATS}
    game, started = restore.start(bytes(32), seats, "log", catalogue)
    log, sights, numbers = (
        [_record(1, 10, Owned("w1")), _record(2, 10, started)],
        list[Sight](),
        dict.fromkeys(SEATS, 0),
    )
    epoch = 10
    for step in range(decisions):
        if step == decisions // 2:
            epoch = 20
            log.append(_record(len(log) + 1, epoch, Owned("w2")))
        prompt = game.prompt
        assert prompt is not None, "a match is not over so soon"
        legal, seat = prompt.legal(), prompt.seat
        chosen = to_wire(legal[chance.randrange(len(legal))])
        numbers[seat] += 1
        n, place = numbers[seat], len(log) + 1
        sights.append(Sent(seat, Decide(n=n, prompt=prompt.id, decision=chosen)))
        events = game.decide(legal[[to_wire(each) for each in legal].index(chosen)])
        log.append(_record(place, epoch, Decided(seat, n, chosen, game.chain)))
        sights.append(Acked(seat, n, place))
        for viewer in SEATS:
            open_one = open_prompt(game, viewer)
            shown = picture(game.view(viewer), open_one if isinstance(open_one, dict) else None)
            sights.append(Stood(viewer, epoch, place, shown))
            sights.append(Told(viewer, epoch, place, digest(game.events_for(viewer, events))))
    game.concede("A")
    log.append(_record(len(log) + 1, epoch, Conceded("A", numbers["A"] + 1, game.chain)))
    sights.append(Sent("A", Concede(n=numbers["A"] + 1)))
    sights.append(Over("B", Outcome(winner="B", reason=game.outcome.reason if game.outcome else "")))
    return log, sights


def _record(seq: int, epoch: int, entry: records.Entry) -> Record:
    return Record(seq, epoch, records.encode(entry))


WHOLE = History("r", *_play())


def _findings(history: History) -> list[str]:
    return check(history, catalogue)


def test_a_whole_history_has_no_finding() -> None:
    assert _findings(WHOLE) == []


def _cut(log: list[Record]) -> None:
    del log[5]


def _repeat(log: list[Record]) -> None:
    log.insert(6, structs.replace(log[5], seq=7))
    log[7:] = [structs.replace(each, seq=each.seq + 1) for each in log[7:]]


def _fall_back(log: list[Record]) -> None:
    log[-1] = structs.replace(log[-1], epoch=10)


def _no_owner(log: list[Record]) -> None:
    log[-1] = structs.replace(log[-1], epoch=30)


def _two_owners(log: list[Record]) -> None:
    log.append(_record(len(log) + 1, 20, Owned("w3")))


def _fault(log: list[Record]) -> None:
    log.append(_record(len(log) + 1, 20, Faulted("a bug")))


def _other_chain(log: list[Record]) -> None:
    entry = cast(Decided, records.decode(log[4].body))
    log[4] = _record(5, 10, structs.replace(entry, chain=bytes(16)))


def _other_seat(log: list[Record]) -> None:
    entry = cast(Decided, records.decode(log[4].body))
    log[4] = _record(5, 10, structs.replace(entry, seat="B" if entry.seat == "A" else "A", n=0))


def _twice_begun(log: list[Record]) -> None:
    log.append(structs.replace(log[1], seq=len(log) + 1, epoch=20))


def _unreadable(log: list[Record]) -> None:
    log[3] = structs.replace(log[3], body=b"\xc1")


def _no_number(log: list[Record]) -> None:
    entry = cast(Decided, records.decode(log[4].body))
    log[4] = _record(5, 10, structs.replace(entry, n=0))


@pytest.mark.parametrize(
    ("breaks", "sentence"),
    [
        (_cut, "position 6 of the log is 7"),
        (_repeat, "comes after"),
        (_fall_back, "epoch 10 at 16 comes after 20"),
        (_no_owner, "does not begin with its owner"),
        (_two_owners, "has two owners: w2 and w3"),
        (_fault, "the match failed"),
        (_other_chain, "the chain is another one"),
        (_other_seat, "is not asked"),
        (_twice_begun, "begins twice"),
        (_unreadable, "cannot be read"),
        (_no_number, "was acknowledged and is not in the log"),
    ],
)
def test_a_broken_log_is_found(breaks: Callable[[list[Record]], None], sentence: str) -> None:
    log = list(WHOLE.records)
    breaks(log)
    assert any(sentence in finding for finding in _findings(replace(WHOLE, records=log)))


def test_a_log_that_has_lost_its_end_is_found() -> None:
    found = _findings(replace(WHOLE, records=WHOLE.records[:-4]))
    assert any("acknowledged and is not in the log" in each for each in found)
    assert any("the log ends at 12" in each for each in found)
    assert any("the log says None" in each for each in found)


ALIEN = digest("something else")


def _first(kind: type[Sight]) -> Sight:
    return next(each for each in WHOLE.sights if isinstance(each, kind))


@pytest.mark.parametrize(
    ("sight", "sentence"),
    [
        (Acked("A", 99, 0), "command 99 of A was acknowledged and is not in the log"),
        (cast(Acked, _first(Acked))._replace(place=9), "acknowledged at 9"),
        (Denied(cast(Acked, _first(Acked)).seat, 1, "illegal"), "refused as illegal and stands"),
        (Sent(cast(Sent, _first(Sent)).seat, Concede(n=1)), "as another one"),
        (Sent(cast(Sent, _first(Sent)).seat, Decide(n=1, prompt=1, decision=Decision("no"))), "as another one"),
        (cast(Stood, _first(Stood))._replace(picture=ALIEN), "saw something else at 3"),
        (cast(Told, _first(Told))._replace(events=ALIEN), "other events at 3"),
        (cast(Told, _first(Told))._replace(epoch=9), "in epoch 9, and it was written in 10"),
        (Stood("A", 20, 99, ALIEN), "players saw position 99"),
        (Over("A", Outcome(winner="A", reason="life")), "was told A by life"),
    ],
)
def test_what_a_player_cannot_have_seen_is_found(sight: Sight, sentence: str) -> None:
    found = _findings(replace(WHOLE, sights=[*WHOLE.sights, sight]))
    assert any(sentence in finding for finding in found), found


def _swapped(sights: Sequence[Sight]) -> list[Sight]:
    other: dict[SeatName, SeatName] = {"A": "B", "B": "A"}
    return [each._replace(seat=other[each.seat]) if isinstance(each, Stood | Told) else each for each in sights]


def test_what_only_the_other_seat_may_know_is_found() -> None:
    found = _findings(replace(WHOLE, sights=_swapped(WHOLE.sights)))
    assert any("saw something else" in each for each in found)
    assert any("other events" in each for each in found)


def test_a_stranger_who_writes_is_found() -> None:
    found = _findings(replace(WHOLE, writers={(20, 12): "w1"}))
    assert found == ["r: w1 wrote 12 in epoch 20 of w2"]


# --- those who watch --------------------------------------------------------------------------------------------------

LATER: Final = 1_000_000
"""The time at which everything was shown, in milliseconds after the match."""
SEEN: Final = (4, 7, 9, 14, 16)
"""The positions at which the watchers stood."""


def _watched(audience: Audience = SPECTATOR, policy: WatchPolicy = WatchPolicy()) -> History:  # noqa: B008 - frozen
    """The whole match, and what somebody saw of it who watched."""
    game, events, sights, since = None, list[object](), list[Sight](), 0
    for record in WHOLE.records:
        entry = records.decode(record.body)
        if isinstance(entry, Started):
            game = restore.begun(entry, catalogue)
        elif isinstance(entry, Decided | Conceded):
            assert game is not None, "the match has begun"
            events += game.events_for(audience, restore.apply(game, entry))
        if record.seq in SEEN:
            assert game is not None, "the match has begun"
            view = game.view(audience)
            hands = OpenHands(game.hand("A"), game.hand("B")) if policy.hands == "open" else None
            sights.append(Heard(audience, record.seq, LATER, numbers_in(msgspec.json.encode([view, events, hands]))))
            told = digest(events) if since else None
            sights.append(Shown(audience, record.epoch, record.seq, scene(view, hands, None), since, told))
            since, events = record.seq, []
    sights.append(Closed(audience, LATER, Outcome("B", "concede")))
    return History("r", WHOLE.records, sights, watched=policy)


WATCHED: Final = _watched()
OPEN: Final = WatchPolicy(hands="open")


@pytest.mark.parametrize(
    "history", [WATCHED, _watched("A"), _watched("B"), _watched(policy=OPEN)], ids=["public", "A", "B", "open hands"]
)
def test_what_was_shown_late_and_cut_to_its_audience_is_no_finding(history: History) -> None:
    assert _findings(history) == []


def _heard(**changes: object) -> Any:
    return _of(Heard)._replace(**changes)


def _shown(**changes: object) -> Any:
    return _of(Shown, 3)._replace(**changes)


def _of(kind: Any, number: int = 0) -> Any:
    return [sight for sight in WATCHED.sights if isinstance(sight, kind)][number]


@pytest.mark.parametrize(
    ("sight", "sentence"),
    [
        (_heard(numbers=frozenset({"EBP01-001"})), "was sent at 4 what is hidden: ['EBP01-001']"),
        (_heard(at=29_999), "was shown 4 1 ms too early"),
        (_heard(seq=17), "watchers were shown position 17"),
        (_heard(audience="A", at=-1), "a watcher (A) was shown 4 1 ms too early"),
        (_shown(picture=ALIEN), "saw something else at 14 than the log shows"),
        (_shown(audience="A"), "a watcher (A) saw something else at 14"),
        (_shown(events=ALIEN), "was told other events from 9 to 14"),
        (_shown(since=7), "was told other events from 7 to 14"),
        (_shown(epoch=9), "was shown 14 in epoch 9, and it was written in 20"),
        (Closed(SPECTATOR, LATER, Outcome("A", "life")), "and the log says Outcome(winner='B', reason='concede')"),
        (Closed(SPECTATOR, 29_990, Outcome("B", "concede")), "was told of the end 10 ms too early"),
    ],
)
def test_what_a_watcher_should_not_have_been_shown_is_found(sight: Sight, sentence: str) -> None:
    found = _findings(replace(WATCHED, sights=[*WATCHED.sights, sight]))
    assert any(sentence in finding for finding in found), found


def test_a_watcher_who_was_shown_the_last_decisions_of_a_running_match_is_found() -> None:
    sights = [sight for sight in WATCHED.sights if isinstance(sight, Heard) and sight.seq < 15]
    running = replace(WATCHED, records=WATCHED.records[:-1], sights=sights)
    assert _findings(running) == ["r: a watcher (spectator) was shown 14 with 1 decisions behind it"]
    hasty = replace(running, watched=WatchPolicy(decisions=1))
    assert _findings(hasty) == []


def test_hands_that_are_open_to_those_for_whom_they_are_not_are_found() -> None:
    found = _findings(replace(_watched(policy=OPEN), watched=WatchPolicy()))
    assert any("saw something else" in finding for finding in found)
    assert any("what is hidden" in finding for finding in found)


def test_the_numbers_of_all_cards_are_found_in_frames() -> None:
    assert all(NUMBER.fullmatch(definition.number.encode()) for definition in catalogue.definitions)


# --- clocks -----------------------------------------------------------------------------------------------------------


def _timed(entry: Decided | Adjudicated, after: int) -> History:
    """A match with clocks whose first question was ended by this record, so many milliseconds after it was asked."""
    seats = {seat: Seat(seat, seat, "d", dict(DECK.main)) for seat in SEATS}
    _, started = restore.start(bytes(32), seats, "r", catalogue, parse("50+5/20"))
    log = [_record(1, 10, Owned("w1", "made")), _record(2, 10, started), _record(3, 10, entry)]
    times = [1000, 1000, 1000 + after]
    return History("r", [structs.replace(record, at=at) for record, at in zip(log, times, strict=True)])


def _at_first(taken: Taken = "") -> Decided:
    """The default answer to the first question of that match, decided by its clock or not."""
    seats = {seat: Seat(seat, seat, "d", dict(DECK.main)) for seat in SEATS}
    game, _ = restore.start(bytes(32), seats, "r", catalogue)
    assert game.prompt is not None, "it has just begun"
    seat, default = game.prompt.seat, game.prompt.default
    game.decide(default)
    return Decided(seat, 0, to_wire(default), game.chain, taken)


def _lost(on_time: bool) -> Adjudicated:
    seats = {seat: Seat(seat, seat, "d", dict(DECK.main)) for seat in SEATS}
    game, _ = restore.start(bytes(32), seats, "r", catalogue)
    game.adjudicate("A", "time" if on_time else "abandoned")
    return Adjudicated("A", "time" if on_time else "abandoned", game.chain)


def test_a_clock_that_decides_or_ends_a_match_too_early_is_found() -> None:
    assert _findings(_timed(_at_first("cap"), 20_001)) == []
    assert _findings(_timed(_at_first("cap"), 19_990)) == [
        f"r: the clock decided for {_at_first().seat} at 3 after 19990 ms"
    ]
    assert _findings(_timed(_lost(on_time=True), 50_000)) == []
    assert _findings(_timed(_lost(on_time=True), 49_000)) == ["r: B lost at 3 after 49000 of 50000 ms"]
    assert _findings(_timed(_lost(on_time=False), 0)) == []
