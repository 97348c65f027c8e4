"""Trees of abilities as places: walking them, and the same tree with one place changed."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from enum import Enum
from typing import Any, TypeVar

from engine.effects.nodes import Node

Path = tuple[str | int, ...]
"""From the root of a tree to a place in it: names of fields, and indices into tuples."""

T = TypeVar("T")


def places(value: object, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Every node of a tree and its path, parents first."""
    if isinstance(value, Node):
        yield path, value
        for field in fields(value):
            yield from places(getattr(value, field.name), (*path, field.name))
    elif isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from places(each, (*path, index))


def changed(value: Any, path: Path, becomes: object) -> Any:
    """The tree with something else at a place; what is not on the way there is shared."""
    if not path:
        return becomes
    step, *rest = path
    if isinstance(value, tuple):
        assert isinstance(step, int), "a tuple has indices"
        return (*value[:step], changed(value[step], tuple(rest), becomes), *value[step + 1 :])
    assert isinstance(step, str), "a node has fields"
    return replace(value, **{step: changed(getattr(value, step), tuple(rest), becomes)})


def fresh(value: T) -> T:
    """A copy in which every place has a node of its own, also where the card file says the same word twice."""
    if isinstance(value, Node):
        return type(value)(**{field.name: fresh(getattr(value, field.name)) for field in fields(value)})
    if isinstance(value, tuple):
        return type(value)(fresh(each) for each in value)
    return value


def dotted(path: Path) -> str:
    """A path as one word."""
    return ".".join(map(str, path))


def brief(value: object) -> str:
    """A value in the words of the vocabulary, without what it says by default."""
    if isinstance(value, Node):
        told = [
            brief(getattr(value, field.name)) if position == 0 else f"{field.name}={brief(getattr(value, field.name))}"
            for position, field in enumerate(fields(value))
            if getattr(value, field.name) != field.default or field.default is MISSING
        ]
        return f"{type(value).__name__}({', '.join(told)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(brief, value))}]"
    return str(value) if isinstance(value, Enum) else repr(value)
