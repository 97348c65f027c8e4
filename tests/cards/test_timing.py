"""When and how often abilities are used: what is not quick waits (8, 9.5.2), and once per turn is once (Q44, Q48)."""

import pytest

from engine.cards import CARDS, catalogue
from engine.effects.abilities import Act, EventEffect
from engine.model.terms import SeatName
from tests.cards.conftest import SetTable
from tests.cards.table import Place, Table

ACTS = [
    (card.number, place)
    for card in CARDS
    for place, act in enumerate([each for each in card.abilities if isinstance(each, Act) and not each.from_hand], 1)
]
EVENTS = [
    (card.number, ability.quick) for card in CARDS for ability in card.abilities if isinstance(ability, EventEffect)
]

ALARM_BELL = "EBP01-018"
"""Its own effect forbids to pay for it again, or for a second one."""


def holding(*, base: str = "", hand: str = "") -> Place:
    """A player who can pay for anything, with one card more."""
    return {
        "base": [*([base] if base else []), "ETD01-002 hog", "ETD01-013 cryst", "ETD02-001 mossanda"],
        "hand": [*([hand] if hand else []), "ETD01-008 pit", "ETD02-008 berries", "ETD02-016 incineram"],
        "material": 9,
        "ingredient": 9,
    }


def asked_in(table: SetTable, place: Place, turn: SeatName) -> Table:
    """B with this place, asked in the own main phase, or in the quick step of an attack of A."""
    game = table(A={"base": ["ETD02-006 attacker"]}, B=place, turn=turn)
    if turn == "A":
        game.a("attack attacker -> player")
        game.b("pass")
    assert game.asked() == ("B", "quick" if turn == "A" else "main")
    return game


@pytest.mark.parametrize(("number", "place"), ACTS)
def test_an_activated_ability_of_a_base_waits_for_the_main_phase(table: SetTable, number: str, place: int) -> None:
    line = f"activate it {place}"
    assert not asked_in(table, holding(base=f"{number} it"), "B").refuses(line)
    attacked = asked_in(table, holding(base=f"{number} it"), "A")
    assert attacked.refuses(line)
    attacked.b("pass")


@pytest.mark.parametrize(("number", "quick"), EVENTS)
def test_an_event_without_the_quick_icon_waits_for_the_main_phase(table: SetTable, number: str, quick: bool) -> None:
    assert not asked_in(table, holding(hand=f"{number} it"), "B").refuses("play it")
    attacked = asked_in(table, holding(hand=f"{number} it"), "A")
    assert attacked.refuses("play it") is not quick
    attacked.b("pass")


ONCE = [
    (card.number, place)
    for card in CARDS
    for place, act in enumerate([each for each in card.abilities if isinstance(each, Act) and not each.from_hand], 1)
    if act.once_per_turn and card.number != ALARM_BELL
]


@pytest.mark.parametrize(("number", "place"), ONCE)
def test_what_is_used_once_per_turn_waits_though_it_could_be_paid_again(
    table: SetTable, number: str, place: int
) -> None:
    mine = holding(base=f"{number} it")
    mine["base"] += (
        [f"{number} twin", "EBP01-013 pyrin"] if catalogue.by_number(number).kind != "pal" else [f"{number} twin"]
    )
    game = table(A=mine)
    game.a(f"activate it {place}")
    while game.prompt.kind != "main":
        game.game.decide(game.prompt.default)
    assert game.refuses(f"activate it {place}")
    assert not game.refuses(f"activate twin {place}")
