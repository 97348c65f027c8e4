"""Card text: the whole pool against a golden file, the vocabulary against samples, and the shape of every text."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from clients.cli.face import text_listing
from engine.cards import CARDS
from engine.effects.abilities import Ability
from engine.effects.definition import CardDefinition
from engine.effects.instructions import Deal, Instruction
from engine.effects.nodes import Node
from engine.effects.subjects import Those
from engine.effects.text import ability_text, card_text
from engine.effects.vocabulary import event, on_deploy
from engine.model.errors import InvalidCard
from tests.cards.samples import SAMPLES

GOLDEN = (Path(__file__).parent / "golden_texts.txt").read_text(encoding="utf-8")


def test_the_texts_of_all_cards_are_the_golden_ones() -> None:
    """If a change is meant: ``python -m clients.cli card --all > tests/cards/golden_texts.txt``."""
    assert text_listing(CARDS) == GOLDEN


def test_the_command_prints_the_golden_texts() -> None:
    printed = subprocess.run([sys.executable, "-m", "clients.cli", "card", "--all"], capture_output=True, check=True)
    assert printed.stdout.decode() == GOLDEN


@pytest.mark.parametrize(("ability", "text"), SAMPLES, ids=map(str, range(len(SAMPLES))))
def test_an_ability_is_rendered_in_the_words_of_the_game(ability: Ability, text: str) -> None:
    assert ability_text(ability) == text


@pytest.mark.parametrize("definition", CARDS, ids=lambda definition: definition.number)
def test_a_card_has_a_paragraph_for_each_ability(definition: CardDefinition) -> None:
    texts = card_text(definition)
    assert len(texts) == len(definition.abilities)
    assert texts == tuple(ability_text(ability) for ability in definition.abilities)


@pytest.mark.parametrize("place", range(len(SAMPLES)))
def test_a_text_of_a_sample_is_well_formed(place: int) -> None:
    check_form(SAMPLES[place][1])


@pytest.mark.parametrize("definition", CARDS, ids=lambda definition: definition.number)
def test_a_text_of_a_card_is_well_formed(definition: CardDefinition) -> None:
    for text in card_text(definition):
        check_form(text)


def check_form(text: str) -> None:
    """Icons, capitals, full stops, brackets and spaces are where they belong."""
    assert re.fullmatch(r"(\[(AUTO|ACT|CONT)\] |Quick — )?[A-Z\[].*[.)]", text), text
    assert "  " not in text
    assert " ." not in text
    assert ".." not in text
    for opening, closing in ("()", "[]", "〈〉", "《》"):
        assert text.count(opening) == text.count(closing)


class Unheard(Instruction):
    """An instruction that no language knows."""


def test_an_unknown_node_is_an_error_and_never_an_empty_text() -> None:
    with pytest.raises(InvalidCard, match="no words for Unheard"):
        ability_text(event(Unheard()))


def test_an_unknown_sort_of_ability_is_an_error() -> None:
    with pytest.raises(InvalidCard, match="no words for Ability"):
        ability_text(Ability())


def test_speaking_of_cards_that_nothing_has_named_is_an_error() -> None:
    with pytest.raises(InvalidCard, match="'nobody' before anything has named it"):
        ability_text(on_deploy(Deal(100, Those("nobody"))))


def test_rendering_leaves_the_tree_unchanged() -> None:
    before = [repr(definition) for definition in CARDS]
    for definition in CARDS:
        card_text(definition)
    assert [repr(definition) for definition in CARDS] == before


def test_a_text_does_not_depend_on_what_was_rendered_before() -> None:
    def texts(order: list[CardDefinition]) -> dict[str, tuple[str, ...]]:
        return {definition.number: card_text(definition) for definition in order}

    assert texts(list(CARDS)) == texts(list(reversed(CARDS)))


def test_nodes_are_values_that_can_be_walked() -> None:
    for definition in CARDS:
        for ability in definition.abilities:
            assert all(isinstance(node, Node) for node in ability.walk())
