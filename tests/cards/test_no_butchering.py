"""What an effect puts into the graveyard is not butchered: Katress (EBP01-075) brings back nobody for it."""

from typing import NamedTuple

import pytest

from engine.model.terms import SeatName
from tests.cards.conftest import SetTable
from tests.cards.table import Place

COMING = ["ETD01-013 two", "ETD01-014 three", "EBP01-037 four", "EBP01-014 seven"]
"""A normal Pal of each cost that a victim here has less one."""


class Death(NamedTuple):
    """What A has, the victim, whose it is beside a Katress, and the decisions of both that lead to its death."""

    a: Place
    victim: str
    whose: SeatName
    lines: tuple[str, ...]


CHOSEN = ("A play it", "A choose victim")
LEAPT = ("A activate it", "A choose victim", "A activate victim")
FOUGHT = ("A attack it -> player", "B block victim", "B pass", "A resolve it")
DEATHS = {
    "EBP01-044": Death({"base": ["EBP01-044 it"]}, "ETD01-014", "A", LEAPT),
    "EBP01-073": Death({"hand": ["EBP01-073 it"]}, "ETD01-003", "B", CHOSEN),
    "EBP01-074": Death(
        {"base": ["EBP01-074 it", "ETD01-002 hog"]}, "ETD01-003", "B", ("A end", "A choose hog", "B choose victim")
    ),
    "EBP01-084": Death({"base": ["EBP01-084 it"]}, "ETD02-007", "B", FOUGHT),
    "EBP01-087": Death({"hand": ["EBP01-087 it"]}, "ETD01-003", "B", CHOSEN),
    "EBP01-095": Death(
        {"hand": ["EBP01-095 it"], "base": ["ETD01-002 hog"]}, "ETD01-003", "B",
        ("A play it", "A option 3", "A choose victim"),
    ),
    "EBP01-096": Death({"hand": ["EBP01-096 it"]}, "ETD01-003", "B", ("A play it",)),
    "ETD02-012": Death({"base": ["ETD02-012 it"]}, "ETD02-015", "B", ("A attack it -> player", "B pass", "B pass")),
    "ETD02-021": Death({"hand": ["ETD02-021 it"]}, "ETD01-003", "B", CHOSEN),
}  # fmt: skip


@pytest.mark.parametrize("number", DEATHS)
def test_a_death_by_this_card_brings_back_nobody(table: SetTable, number: str) -> None:
    death = DEATHS[number]
    a: Place = {**death.a, "base": [*death.a.get("base", [])]}
    b: Place = {"base": []}
    owner = a if death.whose == "A" else b
    owner["base"] += ["EBP01-075 katress", f"{death.victim} victim"]
    owner["graveyard"] = list(COMING)
    game = table(A=a, B=b, night=number in ("EBP01-073", "EBP01-087"))
    for line in death.lines:
        seat, _, decision = line.partition(" ")
        (game.a if seat == "A" else game.b)(decision)
    assert game.asked()[1] == "main"
    assert game.zone("victim") == "graveyard"
    assert {game.zone(each) for each in ("two", "three", "four", "seven")} == {"graveyard"}


def test_katress_sees_the_same_victim_butchered(table: SetTable) -> None:
    game = table(A={"base": ["EBP01-075 katress", "ETD01-003 victim"], "graveyard": list(COMING)})
    game.a("activate katress")
    assert game.candidates() == {"two"}
    game.a("choose two")


def test_a_structure_put_there_by_lily_is_not_butchered_either(table: SetTable) -> None:
    game = table(A={"hand": ["EBP01-070 it"]}, B={"base": ["ETD01-008 pit"]})
    game.a("play it", "option 2")
    moved = [event["cause"] for event in game.last_events("B") if event.get("number") == "ETD01-008"]
    assert moved == ["effect"]
