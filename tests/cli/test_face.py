"""The face of a card in a terminal."""

import pytest

from clients.cli.face import WIDTH, card_lines, columns, padded, wrapped
from engine.cards import CARDS, catalogue
from engine.effects.definition import CardDefinition
from engine.effects.text import card_text


def test_a_pal_shows_its_name_cost_text_numbers_and_facts() -> None:
    assert (
        "\n".join(card_lines(catalogue.by_number("ETD02-018")))
        == """\
╭──────────────────────────────────────────────────────────╮
│ Felbat – Lifestealer                                  ◇7 │
│ Purple Lucky Pal                                         │
├──────────────────────────────────────────────────────────┤
│ [CONT] Stealth (Attacks of this card cannot be blocked.) │
│ [AUTO] On Attack: Gain 1 life.                           │
├──────────────────────────────────────────────────────────┤
│ Power 1000 · Strike 3                                    │
│ Dark                                                     │
│ Work: Crafting                                           │
│ ETD02-018 TD                                             │
╰──────────────────────────────────────────────────────────╯"""
    )


def test_a_card_without_abilities_has_no_empty_part() -> None:
    lines = card_lines(catalogue.by_number("ETD01-002"))
    assert sum(line.startswith("├") for line in lines) == 1


def test_a_structure_shows_its_durability_and_no_strike() -> None:
    face = "\n".join(card_lines(catalogue.by_number("ETD01-008")))
    assert "Red structure" in face
    assert "Durability 600" in face
    assert "Work: Collecting" in face
    assert "Strike" not in face


def test_gear_and_events_show_no_numbers_but_the_cost() -> None:
    for number in ("ETD02-010", "ETD02-021"):
        lines = card_lines(catalogue.by_number(number))
        assert len([line for line in lines if line.startswith("├")]) == 2
        assert lines[-2].strip("│ ") == f"{number} TD"
        assert "Durability" not in "\n".join(lines)


def test_the_quick_icon_is_shown_beside_the_kind() -> None:
    assert "Red event · Quick" in card_lines(catalogue.by_number("ETD01-011"))[2]
    assert "Quick" not in card_lines(catalogue.by_number("ETD02-021"))[2]


@pytest.mark.parametrize("definition", CARDS, ids=lambda definition: definition.number)
def test_every_line_is_as_wide_as_the_box_and_nothing_of_the_text_is_lost(definition: CardDefinition) -> None:
    lines = card_lines(definition)
    assert {columns(line) for line in lines} == {WIDTH}
    shown = " ".join(line.strip("│ ") for line in lines)
    assert all(paragraph in shown for paragraph in card_text(definition))
    assert definition.name in shown


def test_wide_brackets_take_two_columns() -> None:
    assert columns("《Bee》") == 7
    assert padded("《Bee》", 9) == "《Bee》  "
    assert wrapped("《Bee》 《Bee》 b", 15) == ["《Bee》 《Bee》", "b"]


def test_a_word_longer_than_the_line_stands_alone() -> None:
    assert wrapped("a extraordinarily b", 5) == ["a", "extraordinarily", "b"]
