"""A place that can be wrong, a way in which it can be, and what the operators share."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple

from engine.effects.nodes import Node
from engine.model.terms import Kind


class Change(NamedTuple):
    """One way to change a place: the kind that it is counted under, how it is told, and what then stands there."""

    kind: str
    told: str
    becomes: object


class Site(NamedTuple):
    """A field of a node: what it holds, the node above, what the card is, and which variables hold cards."""

    parent: Node | None
    owner: Node
    field: str
    value: Any
    kind: Kind
    variables: tuple[str, ...]


def another(member: Enum) -> Enum:
    """The next member of a closed set."""
    members: list[Enum] = [*type(member)]
    return members[(members.index(member) + 1) % len(members)]


def holds_only(value: object, wanted: type[object]) -> bool:
    """Whether it is a tuple of such things; an empty one holds nothing else."""
    return isinstance(value, tuple) and all(isinstance(each, wanted) for each in value)


def without(values: tuple[Any, ...], index: int) -> tuple[Any, ...]:
    """The tuple with one thing left out."""
    return (*values[:index], *values[index + 1 :])


def others(kind: str, value: Enum, among: Sequence[Enum] | None = None) -> Iterator[Change]:
    """Every other member of a closed set, or of those of it that are ``among`` what can be meant."""
    for wrong in type(value) if among is None else among:
        if wrong is not value:
            yield Change(kind, f"{value} -> {wrong}", wrong)
