"""What can be wrong with a card: its definition with one thing changed, one mutant for each.

A mutant is made from what is printed, not from what a default happens to say: a bonus of 0 is no number of the card.
What nothing reads is left alone (the side of a description that ``Belongs`` compares one card with, for instance).
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from engine.effects import abilities, costs, instructions
from engine.effects.definition import CardDefinition
from engine.model.terms import Element, Kind, Work
from tests.mutation import wrong_steps, wrong_words
from tests.mutation.sites import Change, Site, another
from tests.mutation.trees import Path, brief, changed, dotted, places

FACT: Final = "fact"
"""The kind of a printed fact, which ``facts.json`` holds."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A card with one thing wrong: ``name`` is unique in the pool and says what."""

    name: str
    kind: str
    definition: CardDefinition


def mutants_of(definition: CardDefinition) -> Iterator[Mutant]:
    """Every mutant of a card, in printed order; two ways to the same wrong card are one mutant."""
    seen = {definition}
    for mutant in (*_facts(definition), *_abilities(definition)):
        if mutant.definition not in seen:
            seen.add(mutant.definition)
            yield mutant


def _facts(definition: CardDefinition) -> Iterator[Mutant]:
    """Each printed fact is changed once."""
    wrong: dict[str, Any] = {
        "name": f"{definition.name}s",
        "kind": next(kind for kind in Kind if kind is not definition.kind and kind is not Kind.EVENT),
        "colour": another(definition.colour),
        "cost": definition.cost + 1,
        "rarity": f"{definition.rarity}?",
        "lucky": not definition.lucky,
        "elements": (*definition.elements, Element.NEUTRAL),
        "work": definition.work[:-1] if definition.work else (Work.FARMING,),
    }
    if definition.kind in (Kind.PAL, Kind.STRUCTURE):
        wrong["power"] = definition.power + 100
    if definition.kind is Kind.PAL:
        wrong["strike"] = definition.strike + 1
    if definition.kind is Kind.EVENT:
        del wrong["kind"]
    for field, value in wrong.items():
        was = getattr(definition, field)
        yield Mutant(
            f"{definition.number} {field}: {brief(was)} -> {brief(value)}", FACT, replace(definition, **{field: value})
        )


def _abilities(definition: CardDefinition) -> Iterator[Mutant]:
    for index, ability in enumerate(definition.abilities):
        name = f"{definition.number}/{index + 1}"
        if not isinstance(ability, abilities.EventEffect):
            without = (*definition.abilities[:index], *definition.abilities[index + 1 :])
            yield Mutant(f"{name} dropped", "ability", replace(definition, abilities=without))
        for path, change in changes(ability, definition.kind):
            wrong = changed(definition.abilities, (index, *path), change.becomes)
            told = f"{name} {dotted(path)}: {change.told}"
            yield Mutant(told, change.kind, replace(definition, abilities=wrong))


def changes(ability: abilities.Ability, kind: Kind) -> Iterator[tuple[Path, Change]]:
    """Every change of an ability of such a card, with the place that it changes."""
    nodes = dict(places(ability))
    variables = variables_of(ability)
    for path, node in nodes.items():
        above = (nodes[path[:length]] for length in range(len(path) - 1, -1, -1) if path[:length] in nodes)
        parent = next(above, None)
        for field in fields(node):
            site = Site(parent, node, field.name, getattr(node, field.name), kind, variables)
            for operator in (*wrong_words.OPERATORS, *wrong_steps.OPERATORS):
                for change in operator(site):
                    yield (*path, field.name), change


def variables_of(ability: abilities.Ability) -> tuple[str, ...]:
    """The variables that hold cards somewhere in an ability, each once; what happens to this card itself needs none."""
    found = ["event"] if isinstance(ability, abilities.Auto) and ability.when.subject is not None else []
    for node in ability.walk():
        if isinstance(node, instructions.Choose | instructions.LookAtTop):
            found.append(node.bind)
        elif isinstance(node, costs.CostPart) and node.binds:
            found.append(node.binds)
    return tuple(dict.fromkeys(found))
