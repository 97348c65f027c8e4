"""The printed facts of every card against figures that were copied independently of the card files."""

import json
from pathlib import Path

import pytest

from clients.cli.face import facts_listing
from engine.cards import CARDS, facts_table
from engine.effects.abilities import Ability, Auto, keyword_of
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.model.terms import Kind

ROOT = Path(__file__).parents[2]
PRINTED = json.loads((Path(__file__).parent / "facts.json").read_text(encoding="utf-8"))


def keyword_words(ability: Ability) -> str:
    """A keyword as it is printed, with its number if it has one; empty for an ability in words."""
    keyword = keyword_of(ability)
    if keyword is None:
        return ""
    return f"{keyword} {ability.keyword_number}" if isinstance(ability, Auto) and ability.keyword_number else keyword


def facts_of(definition: CardDefinition) -> dict[str, object]:
    """A definition in the form of ``facts.json``."""
    facts: dict[str, object] = {
        "number": definition.number,
        "name": definition.name,
        "kind": definition.kind,
        "colour": definition.colour,
        "cost": definition.cost,
        "elements": list(definition.elements),
        "work": list(definition.work),
        "lucky": definition.lucky,
        "keywords": [name for ability in definition.abilities if (name := keyword_words(ability))],
        "rarity": definition.rarity,
    }
    if definition.kind is Kind.PAL:
        facts |= {"power": definition.power, "strike": definition.strike}
    if definition.kind is Kind.STRUCTURE:
        facts |= {"durability": definition.power}
    return facts


def test_the_pool_is_the_booster_and_the_two_trial_decks_in_number_order() -> None:
    sizes = {"EBP01": 100, "ETD01": 24, "ETD02": 24}
    expected = [f"{code}-{number:03d}" for code, size in sizes.items() for number in range(1, size + 1)]
    assert [definition.number for definition in CARDS] == expected


@pytest.mark.parametrize("printed", PRINTED, ids=lambda printed: printed["number"])
def test_a_card_has_its_printed_facts(pool: Catalogue, printed: dict[str, object]) -> None:
    assert facts_of(pool.by_number(str(printed["number"]))) == printed


def test_a_card_of_no_kind_but_pal_has_strike_elements_or_luck() -> None:
    for definition in CARDS:
        if definition.kind is not Kind.PAL:
            assert (definition.strike, definition.elements, definition.lucky) == (0, (), False)


def test_gear_and_events_have_no_power() -> None:
    assert all(d.power == 0 for d in CARDS if d.kind in (Kind.GEAR, Kind.EVENT))


def test_full_names_are_unique_and_main_names_are_not() -> None:
    assert len({definition.name for definition in CARDS}) == 148
    assert {d.main_name for d in CARDS if d.sub_name == "My First Pal"} == {"Lamball", "Cattiva", "Chikipi"}


def test_the_facts_table_is_plain_data_and_survives_json() -> None:
    table = facts_table()
    assert list(table) == [definition.number for definition in CARDS]
    assert json.loads(json.dumps(table)) == table


def test_the_facts_table_gives_a_pal_power_and_strike_and_a_structure_durability() -> None:
    table = facts_table()
    grizzbolt, pit, rifle = table["ETD01-001"], table["ETD01-008"], table["ETD01-010"]
    assert (grizzbolt["power"], grizzbolt["strike"], "durability" in grizzbolt) == (1600, 4, False)
    assert (pit["durability"], "power" in pit, "strike" in pit) == (600, False, False)
    assert not {"power", "strike", "durability"} & set(rifle)


def test_the_facts_table_splits_the_name_and_knows_set_keywords_and_the_quick_icon() -> None:
    table = facts_table()
    assert (table["ETD01-023"]["main_name"], table["ETD01-023"]["sub_name"]) == ("Lamball", "My First Pal")
    assert (table["ETD01-008"]["main_name"], table["ETD01-008"]["sub_name"]) == ("Stone Pit", "")
    assert table["ETD02-018"]["set"] == "ETD02"
    assert table["ETD02-018"]["keywords"] == ["Stealth"]
    assert [number for number, facts in table.items() if facts["quick"]] == [
        "EBP01-048", "EBP01-096", "ETD01-011", "ETD01-022", "ETD02-011",
    ]  # fmt: skip


def test_the_facts_from_which_the_page_draws_its_pictures_are_up_to_date() -> None:
    kept = (ROOT / "clients" / "web" / "cards.json").read_text(encoding="utf-8")
    assert kept == facts_listing()
    assert json.loads(kept) == facts_table()
