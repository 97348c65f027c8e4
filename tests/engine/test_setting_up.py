"""Setting up (6.2), step by step: what no scenario file reaches, as its games begin in a main phase."""

from collections.abc import Iterator

import pytest

from engine import Decision, Deck, Game, SeatName, catalogue
from engine.decks import TRIAL_DECKS
from engine.model.decisions import FIRST, KEEP, REDRAW, SECOND

SEEDS = range(40)


def begin(seed: int) -> Game:
    decks = {"A": TRIAL_DECKS["trial-1"], "B": TRIAL_DECKS["trial-2"]}
    return Game.start(catalogue, decks, seed.to_bytes(32, "big"))  # type: ignore[arg-type]


def asked(game: Game) -> tuple[SeatName, str, list[str]]:
    """Who is asked, what kind of question, and the verbs of the answers."""
    assert game.prompt is not None
    return game.prompt.seat, game.prompt.kind, [decision.verb for decision in game.prompt.legal()]


def other(seat: SeatName) -> SeatName:
    return "B" if seat == "A" else "A"


def hand(game: Game, seat: SeatName) -> list[int]:
    cards: list[int] = game.report()["players"][seat]["hand"]
    return cards


def after(*decisions: Decision) -> Iterator[tuple[Game, SeatName]]:
    """Games after these decisions, and who goes first."""
    for seed in SEEDS:
        game = begin(seed)
        chooser = asked(game)[0]
        for decision in decisions:
            game.decide(decision)
        yield game, chooser if decisions[0] == FIRST else other(chooser)


def test_both_decks_are_shuffled_and_the_soul_decks_lie_ready() -> None:
    """6.2.1.1: another seed gives another order, and in a deck the cards do not lie as they are listed."""
    orders = set()
    for seed in SEEDS:
        game = begin(seed)
        for seat in ("A", "B"):
            player = game.report()["players"][seat]
            assert (len(player["deck"]), player["soul_deck"]) == (50, 10)
            assert player["deck"] != sorted(player["deck"])
            orders.add(tuple(player["deck"]))
    assert len(orders) == 2 * len(SEEDS)


def test_chance_names_a_player_who_chooses_to_go_first_or_second() -> None:
    """6.2.1.3 (Q8): each player about as often as the other, before any card is drawn."""
    choosers = []
    for seed in SEEDS:
        game = begin(seed)
        seat, kind, verbs = asked(game)
        assert (kind, verbs) == ("setup", ["first", "second"])
        assert hand(game, "A") == hand(game, "B") == []
        choosers.append(seat)
    assert 10 < choosers.count("A") < 30


@pytest.mark.parametrize("chooser", ["A", "B"])
def test_a_player_who_is_named_beforehand_chooses_to_go_first_or_second(chooser: SeatName) -> None:
    """In a rematch; a log tells it."""
    decks: dict[SeatName, Deck] = {"A": TRIAL_DECKS["trial-1"], "B": TRIAL_DECKS["trial-2"]}
    for seed in SEEDS[:6]:
        game = Game.start(catalogue, decks, bytes([seed] * 32), chooser)
        assert asked(game) == (chooser, "setup", ["first", "second"])
        game.decide(SECOND)
        assert Game.replay(game.log, catalogue).chain == game.chain


@pytest.mark.parametrize("choice", [FIRST, SECOND])
def test_the_second_player_begins_with_a_soul(choice: Decision) -> None:
    """6.2.1.5: one, standing; the first player has none."""
    for game, first in after(choice):
        players = game.report()["players"]
        assert (players[first]["souls_standing"], players[first]["soul_deck"]) == (0, 10)
        second = players[other(first)]
        assert (second["souls_standing"], second["souls_resting"], second["soul_deck"]) == (1, 0, 9)


def test_each_player_draws_five_cards() -> None:
    """6.2.1.6: from the top of the deck; the opponent sees how many, and not which."""
    for seed in SEEDS:
        game = begin(seed)
        tops = {seat: game.report()["players"][seat]["deck"][:5] for seat in ("A", "B")}
        game.decide(FIRST)
        assert {seat: sorted(hand(game, seat)) for seat in ("A", "B")} == {
            seat: sorted(top) for seat, top in tops.items()
        }
        view = game.view("A")["players"]["B"]
        assert (view["hand"], view["hand_size"], view["deck_size"]) == ([], 5, 45)


def test_the_first_player_decides_about_a_redraw_before_the_second() -> None:
    """6.2.1.7 (Q9, ambiguity 27): once each, the whole hand, and at once."""
    for game, first in after(FIRST):
        before, waiting = hand(game, first), hand(game, other(first))
        assert asked(game) == (first, "setup", ["keep", "redraw"])
        game.decide(REDRAW)
        assert asked(game) == (other(first), "setup", ["keep", "redraw"])
        assert len(hand(game, first)) == 5
        assert hand(game, first) != before
        assert hand(game, other(first)) == waiting
        game.decide(KEEP)
        assert hand(game, other(first)) == waiting
        assert asked(game)[:2] == (first, "main")


def test_a_hand_that_is_drawn_anew_can_hold_cards_that_went_back() -> None:
    """6.2.1.7: the deck is shuffled with the old hand in it."""
    kept = 0
    for game, first in after(FIRST):
        before = set(hand(game, first))
        game.decide(REDRAW)
        kept += len(before & set(hand(game, first)))
        assert len(game.report()["players"][first]["deck"]) == 45
    assert kept > 0


def test_life_is_ten_and_there_is_nothing_else() -> None:
    """6.2.1.8: neither damage nor resources; then the first player's first turn."""
    for game, first in after(SECOND, KEEP, KEEP):
        report = game.report()
        assert (report["turn"], report["turn_number"], report["phase"]) == (first, 1, "main")
        for player in report["players"].values():
            assert [player[name] for name in ("life", "damage", "material", "ingredient")] == [10, 0, 0, 0]
            assert player["base"] == player["graveyard"] == player["exile"] == []


def test_only_the_very_first_turn_has_no_draw() -> None:
    """7.3.1: the first player has five cards and two souls, the second six cards and three souls."""
    for game, first in after(FIRST, KEEP, KEEP):
        players = game.report()["players"]
        assert (len(players[first]["hand"]), players[first]["souls_standing"]) == (5, 2)
        game.decide(Decision("end"))
        second = game.report()["players"][other(first)]
        assert (len(second["hand"]), second["souls_standing"]) == (6, 3)
