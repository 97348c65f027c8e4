"""Rulings on decks and on the set-up, which no position can show."""

import pytest

from engine import Decision, Deck, Game, catalogue
from engine.model.decisions import KEEP, REDRAW
from engine.model.terms import OTHER

FIRST, SECOND = Decision("first"), Decision("second")

PALS = [card.number for card in catalogue.definitions if card.kind == "pal" and card.colour in ("red", "blue")]
ORDINARY = [number for number in PALS if not catalogue.by_number(number).lucky]
FIFTY_PALS = Deck("Pals only", dict.fromkeys(ORDINARY[:12], 4) | {ORDINARY[12]: 2})


def begin(seed: int = 1) -> Game:
    """A game at its first prompt."""
    return Game.start(catalogue, {"A": FIFTY_PALS, "B": FIFTY_PALS}, seed.to_bytes(32, "big"))


def hand(game: Game, seat: str) -> list[int]:
    """The physical numbers of a hand."""
    held: list[int] = game.report()["players"][seat]["hand"]
    return held


def test_q1_cards_of_the_booster_and_of_the_trial_decks_may_be_mixed() -> None:
    booster = dict.fromkeys((f"EBP01-{number:03d}" for number in (6, 7, 8, 9, 11, 12, 13)), 4)
    trial = dict.fromkeys((f"ETD01-{number:03d}" for number in (2, 3, 5, 6, 8)), 4)
    mixed = Deck("Mixed", {**booster, **trial, "ETD01-009": 2})
    mixed.check(catalogue)


def test_q3_fifty_pals_are_a_deck() -> None:
    assert FIFTY_PALS.size == 50
    FIFTY_PALS.check(catalogue)


@pytest.mark.parametrize("choice", [FIRST, SECOND])
def test_q8_who_is_chosen_by_chance_goes_first_or_second_at_will(choice: Decision) -> None:
    asked = set()
    for seed in range(12):
        game = begin(seed)
        assert game.prompt is not None
        chooser = game.prompt.seat
        asked.add(chooser)
        assert list(game.prompt.legal()) == [FIRST, SECOND]
        game.decide(choice)
        first = chooser if choice == FIRST else OTHER[chooser]
        assert game.prompt.seat == first
        souls = {seat: game.report()["players"][seat]["souls_standing"] for seat in "AB"}
        assert souls == {first: 0, OTHER[first]: 1}
    assert asked == {"A", "B"}


def test_q9_a_redraw_replaces_all_five_cards_once() -> None:
    game = begin()
    assert game.prompt is not None
    first = game.prompt.seat
    game.decide(FIRST)
    before = hand(game, first)
    assert list(game.prompt.legal()) == [KEEP, REDRAW]
    game.decide(REDRAW)
    after = hand(game, first)
    assert (len(before), len(after)) == (5, 5)
    assert before != after
    assert game.prompt.seat == OTHER[first]
    game.decide(KEEP)
    assert game.prompt.kind == "main"
    assert hand(game, first)[:5] == after


def test_q9_the_second_player_decides_after_the_first_has_drawn_anew() -> None:
    game = begin()
    assert game.prompt is not None
    first = game.prompt.seat
    game.decide(FIRST)
    events = game.decide(REDRAW)
    told = [event["type"] for event in game.events_for(OTHER[first], events)]
    assert "redrawn" in told
    assert game.prompt.seat == OTHER[first]
    assert list(game.prompt.legal()) == [KEEP, REDRAW]
    kept = hand(game, first)
    game.decide(REDRAW)
    assert hand(game, first)[:5] == kept
