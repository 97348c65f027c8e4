"""The greedy bot understands every word that card files can be written in."""

import inspect
from types import ModuleType

import pytest

from clients.bots import reading, reckoning
from engine.effects import conditions, instructions, subjects, values
from engine.effects.nodes import Node


def words(module: ModuleType, base: type[Node]) -> set[type[Node]]:
    """The concrete words of one sort that a module defines."""
    return {
        kind
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, base) and kind is not base and kind.__module__ == module.__name__
    }


@pytest.mark.parametrize(
    ("known", "module", "base"),
    [
        (reckoning._WORTH, instructions, instructions.Instruction),
        (reading._TESTS, subjects, subjects.Test),
        (reading._NUMBERS, values, subjects.Value),
        (reading._CONDITIONS, conditions, conditions.Condition),
    ],
)
def test_every_word_is_understood(known: dict[type[Node], object], module: ModuleType, base: type[Node]) -> None:
    assert set(known) == words(module, base)
