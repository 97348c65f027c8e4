"""What a card does in printed order is told to both players in that order, also where nothing else shows it."""

from typing import NamedTuple

import pytest

from tests.cards.conftest import SetTable
from tests.cards.table import Place


class Telling(NamedTuple):
    """A card of A, the zone in which it begins, what A does, and what is told after the last decision.

    ``beside`` is one more card in A's base.
    """

    number: str
    zone: str
    lines: str
    told: tuple[str, ...]
    beside: str = ""


TAKEN = ("card_moved hand", "cards_shuffled")
TELLINGS = (
    Telling("EBP01-005", "base", "activate it, choose spear", ("card_moved base", "cards_shuffled")),
    Telling("EBP01-016", "base", "activate it 1, choose lamball", ("resource_gained 3", "card_drawn")),
    Telling(
        "EBP01-019",
        "base",
        "activate it, choose foxparks",
        ("value_changed 200", "ability_granted"),
        "ETD01-004 foxparks",
    ),
    Telling("EBP01-022", "base", "activate it, choose lamball", ("value_changed 200", "resource_gained 1")),
    Telling("EBP01-024", "hand", "play it, choose pit", TAKEN),
    Telling("EBP01-024", "hand", "play it, choose none", ("cards_shuffled", "resource_gained 3")),
    Telling("EBP01-030", "base", "activate it, choose spare, choose pit", ("card_moved base", "cards_shuffled")),
    Telling("EBP01-046", "hand", "play it, option 1, choose pit", TAKEN),
    Telling("EBP01-049", "base", "activate it, choose mossanda", ("card_moved base", "cards_shuffled")),
    Telling("EBP01-051", "hand", "play it", ("card_moved base", "life_gained 1", "souls_stood 2")),
    Telling("EBP01-061", "hand", "play it", ("card_moved base", "resource_gained 1", "value_changed 500")),
    Telling("EBP01-064", "base", "activate it, number 1, choose lamball", ("souls_stood 1", "souls_stood 3")),
    Telling("EBP01-066", "base", "activate it, choose lamball, option 2", ("resource_gained 3", "card_drawn")),
    Telling("EBP01-069", "base", "activate it, choose lamball", ("value_changed 200", "resource_gained 1")),
    Telling("EBP01-071", "hand", "play it, choose mossanda", TAKEN),
    Telling("EBP01-071", "hand", "play it, choose none", ("cards_shuffled", "resource_gained 3")),
    Telling("EBP01-072", "hand", "play it", ("life_gained 1", "card_drawn")),
    Telling("EBP01-094", "base", "activate it, choose lamball", ("value_changed 200", "night_fell")),
    Telling("EBP01-097", "hand", "play it, choose gumoss", ("card_moved hand", "night_fell")),
    Telling("EBP01-100", "hand", "play it", ("card_drawn", "card_drawn", *["value_changed 1000"] * 3)),
    Telling("ETD01-008", "base", "activate it, choose lamball", ("resource_gained 3", "card_drawn")),
    Telling("ETD02-008", "base", "activate it, choose lamball", ("resource_gained 3", "card_drawn")),
)

DONE = ("amount", "power", "to")
"""The field of an event that says how much, or where to."""
TOLD = ("card_drawn", "card_moved", "cards_shuffled", "ability_granted", "life_gained", "night_fell", "resource_gained",
        "souls_stood", "value_changed")  # fmt: skip


@pytest.mark.parametrize("telling", TELLINGS, ids=lambda telling: f"{telling.number} {telling.lines}")
def test_both_players_are_told_in_printed_order(table: SetTable, telling: Telling) -> None:
    mine: Place = {
        "base": ["ETD01-023 lamball", "ETD02-023 cattiva", "ETD02-024 chikipi", "EBP01-066 ranch"],
        "hand": ["ETD01-003 spare", "ETD01-013 more"],
        "deck": ["ETD01-008 pit", "ETD02-010 spear", "ETD02-001 mossanda"],
        "graveyard": ["ETD02-002 gumoss", "ETD02-013 hoocrates"],
        "souls": 6, "resting_souls": 4, "material": 3, "ingredient": 3,
    }  # fmt: skip
    mine[telling.zone].append(f"{telling.number} it")  # type: ignore[literal-required]
    mine["base"] += [telling.beside] if telling.beside else []
    game = table(A=mine)
    game.a(*telling.lines.split(", "))
    for audience in ("A", "B"):
        events = [event for event in game.last_events(audience) if event["type"] in TOLD]
        shown = [" ".join([event["type"], *(str(event[key]) for key in DONE if key in event)]) for event in events]
        told = [words for words in shown if words not in ("card_moved resolution", "card_moved graveyard")]
        assert tuple(told) == telling.told
