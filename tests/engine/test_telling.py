"""What is told in few words: deeds without their parts, and legal lists by verb."""

from itertools import pairwise
from typing import Any

import pytest

from engine import AUDIENCES
from engine.model.decisions import DRAW, END, PASS, activate, attack, block, number, option, play
from engine.model.offered import from_offered, to_offered
from engine.model.state import BASE, HAND, RESOLUTION
from engine.rules.match import Event
from engine.views.deeds import deeds
from tests.engine.play import Player, begin

PAL, OTHER = (7, 1, 2, 3), (8, 4, 5, 6)
"""Two cards as they are seen."""


def told(*events: Event) -> list[Any]:
    return list(deeds(events))


def test_a_played_card_is_told_with_its_souls_and_without_its_way_to_the_resolution_area() -> None:
    play_it = [("card_moved", PAL, PAL, 0, HAND, RESOLUTION, "play"), ("card_played", 0, PAL)]
    to_base = ("card_moved", PAL, PAL, 0, RESOLUTION, BASE, "play")
    assert told(*play_it, ("souls_paid", 0, 3), to_base) == [("card_played", 0, PAL, 3), to_base]
    assert told(*play_it, to_base) == [("card_played", 0, PAL, 0), to_base]
    assert told(*play_it) == [("card_played", 0, PAL, 0)]


def test_a_payment_is_told_unless_it_is_for_a_played_or_drawn_card() -> None:
    paid = ("souls_paid", 0, 3)
    assert told(("soul_drawn", 0), paid) == [("soul_drawn", 0)]
    assert told(paid) == [paid]
    assert told(("ability_activated", 0, PAL, 1, "X/1"), paid)[1:] == [paid]


@pytest.mark.parametrize("deed", [("blocked", PAL), ("pal_assigned", PAL, OTHER)])
def test_that_a_pal_rests_to_block_or_is_assigned_goes_without_saying(deed: Event) -> None:
    night = ("night_fell",)
    assert told(("card_rested", PAL), deed) == [deed]
    assert told(("card_rested", PAL), night, deed) == [night, deed]
    assert told(("card_rested", OTHER), ("card_rested", PAL), deed) == [("card_rested", OTHER), deed]


def test_that_an_attacker_rests_goes_without_saying() -> None:
    attacks = ("attack_declared", PAL, None, 0)
    assert told(attacks, ("card_rested", PAL)) == [attacks]
    assert told(attacks, ("card_rested", OTHER)) == [attacks, ("card_rested", OTHER)]
    assert told(("card_rested", PAL), attacks) == [("card_rested", PAL), attacks]


def test_steps_are_not_told() -> None:
    steps = [("phase_began", "draw"), ("turn_ended", 3), ("battle_step_began", "block"), ("battle_ended",)]
    assert told(*steps, ("night_ended",)) == [("night_ended",)]


def test_whole_games_tell_no_part_of_a_deed() -> None:
    for each in range(40):
        game, player, audience = begin(each), Player(each), AUDIENCES[each % 3]
        while (prompt := game.prompt) is not None:
            events = game.events_for(audience, game.decide(player.decide(prompt)))
            for one, other in pairwise(events):
                pair = (one["type"], other["type"])
                assert pair not in {("card_played", "souls_paid"), ("soul_drawn", "souls_paid")}
                if pair in RESTING_FOR:
                    assert one["card"] != other["card"]


RESTING_FOR = {("attack_declared", "card_rested"), ("card_rested", "blocked"), ("card_rested", "pal_assigned")}


def test_a_legal_list_by_verb_names_an_attacker_once() -> None:
    legal = [
        play(3), play(7), activate(13), activate(13, 2), activate(5), attack(5, 6), attack(5), attack(13, 6), DRAW, END,
    ]  # fmt: skip
    offered = {
        "play": [3, 7], "activate": [[13, 1, 2], [5, 1]], "attack": [[5, 6, 0], [13, 6]], "plain": ["draw", "end"],
    }  # fmt: skip
    assert to_offered(legal) == offered
    assert list(from_offered(offered)) == legal


def test_blocks_and_options_are_cards_and_numbers() -> None:
    assert to_offered([block(4), block(9), PASS]) == {"block": [4, 9], "plain": ["pass"]}
    assert to_offered([option(1), option(3)]) == {"option": [1, 3]}
    assert list(from_offered({"option": [3], "block": [4]})) == [block(4), option(3)]


def test_what_is_never_listed_is_no_legal_list() -> None:
    with pytest.raises(AssertionError, match="number is never listed"):
        to_offered([number(3)])
