"""The registry of the vocabulary: every node class has words, is used by a sample or a card, and is checked at load."""

from collections.abc import Callable, Mapping
from types import ModuleType

import pytest

from engine.cards import CARDS
from engine.effects import abilities, conditions, costs, instructions, subjects, values
from engine.effects.abilities import Ability, EventEffect
from engine.effects.catalogue import Catalogue
from engine.effects.check import check_definition
from engine.effects.definition import CardDefinition, event_card, structure
from engine.effects.english.abilities import static_words
from engine.effects.english.clauses import clauses
from engine.effects.english.conditions import condition_words
from engine.effects.english.costs import part_words
from engine.effects.english.nouns import predicate_words, subject_words, value_words
from engine.effects.english.skills import paragraph
from engine.effects.nodes import Node
from engine.effects.text import card_text
from engine.model.terms import Colour
from tests.cards.samples import SAMPLES

ROOTS: Mapping[type[Node], Callable[..., object]] = {
    instructions.Instruction: clauses,
    conditions.Condition: condition_words,
    subjects.Test: predicate_words,
    subjects.Value: value_words,
    subjects.Subject: subject_words,
    costs.CostPart: part_words,
    abilities.Static: static_words,
    abilities.Ability: paragraph,
}
"""The sorts of node that are put into words on their own, and the function that does it."""

PARTS = (subjects.Cards, abilities.When)
"""Nodes that are put into words as a part of another one."""

MODULES = (abilities, conditions, costs, instructions, subjects, values)


def classes_of(module: ModuleType) -> list[type[Node]]:
    """The node classes that a module of the vocabulary defines."""
    found = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Node)]
    return [node_class for node_class in found if node_class.__module__ == module.__name__]


VOCABULARY = [node_class for module in MODULES for node_class in classes_of(module) if node_class not in ROOTS]


WORDED = [node_class for node_class in VOCABULARY if node_class not in PARTS]


def sample_card(ability: Ability) -> CardDefinition:
    """A card with this one ability."""
    if isinstance(ability, EventEffect):
        return event_card("SAMPLE-001", "Sample", Colour.COLORLESS, cost=1, effect=ability)
    return structure("SAMPLE-001", "Sample", Colour.COLORLESS, cost=1, durability=100, abilities=(ability,))


def test_every_node_of_the_vocabulary_is_of_exactly_one_sort() -> None:
    for node_class in VOCABULARY:
        sorts = [root for root in ROOTS if issubclass(node_class, root)]
        assert len(sorts) == (0 if node_class in PARTS else 1), node_class.__name__


@pytest.mark.parametrize("node_class", WORDED, ids=[c.__name__ for c in WORDED])
def test_a_node_class_has_words_of_its_own(node_class: type[Node]) -> None:
    words = next(words for root, words in ROOTS.items() if issubclass(node_class, root))
    registered = getattr(words, "registry")  # noqa: B009 - singledispatch functions have it, their type does not say so
    assert node_class in registered


def test_samples_and_cards_use_the_whole_vocabulary() -> None:
    trees = [ability for ability, _ in SAMPLES] + [ability for card in CARDS for ability in card.abilities]
    used = {type(node) for tree in trees for node in tree.walk()}
    assert [node_class.__name__ for node_class in VOCABULARY if node_class not in used] == []


@pytest.mark.parametrize("ability", [ability for ability, _ in SAMPLES], ids=map(str, range(len(SAMPLES))))
def test_a_sample_is_a_valid_card_and_compiles(ability: Ability) -> None:
    definition = sample_card(ability)
    check_definition(definition)
    assert Catalogue((definition,)).by_number("SAMPLE-001") is definition
    assert card_text(definition)


@pytest.mark.parametrize("ability", [ability for ability, _ in SAMPLES], ids=map(str, range(len(SAMPLES))))
def test_the_children_of_a_node_are_every_node_that_it_holds(ability: Ability) -> None:
    for node in ability.walk():
        names = {type(child).__name__ for child in node.children()}
        assert all(f"{name}(" in repr(node) for name in names)
        assert node not in tuple(node.children())
