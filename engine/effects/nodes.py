"""What every node of the effect vocabulary is: a frozen value with children.

A card's abilities are trees of these values: no lambdas, no hidden state. The same tree is compiled for execution
(``program``), rendered as text (``text``), described in prompts, and checked at load (``check``).
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Node:
    """The root of the vocabulary."""

    def children(self) -> Iterator["Node"]:
        """The nodes directly below this one, in printed order."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from _nodes_in(value)

    def walk(self) -> Iterator["Node"]:
        """This node and everything below it, parents first."""
        yield self
        for child in self.children():
            yield from child.walk()


def _nodes_in(values: tuple[object, ...]) -> Iterator[Node]:
    for value in values:
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from _nodes_in(value)
