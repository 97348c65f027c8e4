"""A replay that keeps to the format and is not what happened: the first difference is named, at its place."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from clients.replays import Difference, Film, InvalidReplay, Replay, decode, encode, verify
from engine import SEATS, Deck, Game, OtherVersion, SeatName, catalogue
from engine.decks import PRESETS
from server.protocol.messages import Outcome
from server.protocol.replays import Told, Writer
from server.protocol.shapes import BySeat, Decision
from tests.replays.games import one

N = 7
"""The decision that is changed."""
ZEROES = "0" * 64

Edit = Callable[[Replay], Replay]


# --- edits ------------------------------------------------------------------------------------------------------------


def entry(**changes: Any) -> Edit:
    """Change the N-th decision."""
    return lambda replay: changed(replay, N, **changes)


def changed(replay: Replay, n: int, **changes: Any) -> Replay:
    entries = list(replay.entries)
    entries[n - 1] = replace(entries[n - 1], **changes)
    return replace(replay, entries=tuple(entries))


def head(**changes: Any) -> Edit:
    return lambda replay: replace(replay, head=replace(replay.head, **changes))


def side(**changes: Any) -> Edit:
    """Change what stands of A."""

    def edit(replay: Replay) -> Replay:
        seats = replay.head.seats
        return replace(replay, head=replace(replay.head, seats=replace(seats, A=replace(seats.A, **changes))))

    return edit


def told(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, events: Any = None) -> Edit:
    """Change what was told after the N-th decision: the patches of both, or the events of A."""

    def edit(replay: Replay) -> Replay:
        was = replay.entries[N - 1].told
        of_a = Told(was.A.events if events is None else events, {**was.A.patch, **(a or {})})
        return changed(replay, N, told=BySeat(of_a, Told(was.B.events, {**was.B.patch, **(b or {})})))

    return edit


def other_seat(replay: Replay) -> Replay:
    return changed(replay, N, seat={"A": "B", "B": "A"}[replay.entries[N - 1].seat])


def stray_field(replay: Replay) -> Replay:
    decision = replay.entries[N - 1].decision
    assert isinstance(decision, Decision)
    return changed(replay, N, decision=replace(decision, name="x"))


def other_decision(replay: Replay) -> Replay:
    """Another decision, which is legal at its place."""
    first, *_ = (entry for entry in replay.entries if entry.decision == Decision("redraw"))
    return changed(replay, first.n, decision=Decision("keep"))


def left_out(replay: Replay) -> Replay:
    entries = [*replay.entries[: N - 1], *replay.entries[N:]]
    again = tuple(replace(entry, n=at) for at, entry in enumerate(entries, 1))
    return replace(replay, entries=again, end=replace(replay.end, entries=len(again)))


def cut(replay: Replay, reason: str = "") -> Replay:
    """Only N decisions."""
    outcome = Outcome("draw", reason) if reason else replay.end.outcome
    return replace(replay, entries=replay.entries[:N], end=replace(replay.end, entries=N, outcome=outcome))


def ruled(replay: Replay) -> Replay:
    """Only N decisions, and then the clock of a match without clocks."""
    sides = replay.head.seats
    decks: dict[SeatName, Deck] = {
        "A": Deck(sides.A.deck_name, sides.A.deck), "B": Deck(sides.B.deck_name, sides.B.deck),
    }  # fmt: skip
    game = Game.start(catalogue, decks, bytes.fromhex(replay.head.seed))
    writer = Writer({seat: game.watch(seat) for seat in SEATS})
    for entry in replay.entries[:N]:
        writer.enter(entry.plain, game.take_entry(entry.plain), game.chain)
    events = game.adjudicate("A", "time")
    writer.enter(game.last_entry, events, game.chain)
    return writer.replay(replay.head, Outcome("A", "time"))


def longer(replay: Replay) -> Replay:
    n = len(replay.entries) + 1
    entries = (*replay.entries, replace(replay.entries[-1], n=n))
    return replace(replay, entries=entries, end=replace(replay.end, entries=n))


def other_outcome(replay: Replay) -> Replay:
    return replace(replay, end=replace(replay.end, outcome=Outcome("draw", "loop")))


EDITS: dict[str, tuple[Edit, int, str]] = {
    "secret": (head(secret=ZEROES), 0, "The secret does not fit the commitment."),
    "commitment": (head(commitment=ZEROES), 0, "The secret does not fit the commitment."),
    "no commitment": (head(commitment=""), 0, "Of the secret and its commitment the replay has one alone."),
    "seed": (head(seed=ZEROES), 0, "The seed does not follow from the secret"),
    "entropy": (side(entropy="mine"), 0, "The seed does not follow from the secret"),
    "log": (head(log="another"), 0, "The seed does not follow from the secret"),
    "seed without a secret": (head(seed=ZEROES, secret="", commitment=""), 0, "The chain before the first decision"),
    "deck": (side(deck=dict(PRESETS["trial-1"].main)), 0, "The chain before the first decision"),
    "illegal deck": (side(deck={"ETD01-001": 50}), 0, "The deck of A may not be played"),
    "unknown card": (side(deck={"X-1": 50}), 0, "The deck of A may not be played"),
    "first chain": (head(chain="0" * 32), 0, "The chain before the first decision"),
    "first view": (lambda r: head(views=replace(r.head.views, A=r.head.views.B))(r), 0, "What the players saw before"),
    "seat": (other_seat, N, f"Decision {N} is not legal"),
    "illegal decision": (entry(decision=Decision("play", card=999)), N, f"Decision {N} is not legal"),
    "stray field": (stray_field, N, f"Decision {N} is not legal"),
    "another legal decision": (other_decision, 2, "The chain after decision 2"),
    "a decision left out": (left_out, N, f"ecision {N} "),
    "chain": (entry(chain="0" * 32), N, f"The chain after decision {N}"),
    "patch": (told(b={"night": True}), N, f"What B was told after decision {N}"),
    "events": (told(events=()), N, f"What A was told after decision {N}"),
    "a decision too many": (longer, len(one().entries) + 1, "is not legal: The game is over"),
    "outcome": (other_outcome, len(one().entries), "and the replay says draw (loop)"),
    "a clock that was not there": (ruled, N + 1, f"Entry {N + 1} ends the match by a clock"),
    "an early end": (cut, N, f"After decision {N} the match is not over"),
}


@pytest.mark.parametrize("name", EDITS)
def test_each_kind_of_edit_is_found_at_its_place(name: str) -> None:
    edit, n, says = EDITS[name]
    forged = decode(encode(edit(one())))
    with pytest.raises(Difference) as found:
        verify(forged, catalogue)
    assert says in str(found.value)
    assert found.value.n == n


def test_what_was_not_changed_is_proved() -> None:
    assert verify(decode(encode(one())), catalogue).decisions == len(one().entries)


def test_a_promise_that_somebody_noted_is_compared() -> None:
    promised = one().head.commitment
    assert "that was told at the start" in verify(one(), catalogue, promised).sentence
    with pytest.raises(Difference, match=f"The commitment was {ZEROES} when the match began"):
        verify(one(), catalogue, ZEROES)
    with pytest.raises(Difference, match="and the replay says none"):
        verify(head(secret="", commitment="")(one()), catalogue, promised)


def test_a_match_that_its_server_could_not_go_on_with_ends_by_a_fault() -> None:
    proof = verify(cut(one(), "fault"), catalogue)
    assert proof.reason == "fault"
    assert proof.sentence.endswith("the server ruled that nobody won (fault).")


def test_a_match_that_the_clock_ended_had_one() -> None:
    timed = ruled(head(time="fast")(one()))
    assert verify(timed, catalogue).sentence.endswith("the server ruled that A won (time).")


def test_another_version_is_not_called_a_difference() -> None:
    with pytest.raises(OtherVersion, match="the match was played under rules 0"):
        verify(head(pin="rules 0, saves 1, cards x")(one()), catalogue)


# --- a record that cannot be drawn ------------------------------------------------------------------------------------

STRANGER = {"9": {"number": "X-1", "owner": "A", "zone": "base"}}
UNDRAWABLE: dict[str, tuple[Edit, str]] = {
    "shape": (told(a={"night": "dark"}), f"What A saw after decision {N} cannot be shown"),
    "viewer": (told(a={"viewer": "B"}), f"What A saw after decision {N} is what B saw"),
    "a handle without a card": (told(a={"players": {"A": {"hand": [4321]}}}), "names a card 4321 that is not there"),
    "a card of another pool": (told(b={"cards": STRANGER}), "a card X-1, which is not known here"),
    "an event's card of another pool": (
        told(events=({"type": "card_drawn", "seat": "A", "card": 4321, "number": "X-1"},)),
        "a card X-1, which is not known here",
    ),
    "an ability that its card has not": (
        told(events=({"type": "ability_resolved", "card": 4321, "number": "ETD01-001", "ability": 9},)),
        f"After decision {N} an ability is named that no card known here has",
    ),
    "an ability of no card": (
        told(events=({"type": "ability_activated", "seat": "A", "card": 4321},)),
        f"After decision {N} an ability is named that no card known here has",
    ),
    "an unknown event": (told(events=({"type": "x"},)), f"What A was told after decision {N} cannot be shown"),
    "the first view": (
        lambda r: head(views=replace(r.head.views, B={}))(r),
        "What B saw after decision 0 cannot be shown",
    ),
}


@pytest.mark.parametrize("name", UNDRAWABLE)
def test_a_record_that_cannot_be_drawn_is_refused_at_its_place(name: str) -> None:
    forge, says = UNDRAWABLE[name]
    with pytest.raises(InvalidReplay, match=re.escape(says)):
        Film(decode(encode(forge(one()))), catalogue)
