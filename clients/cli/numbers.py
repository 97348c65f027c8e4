"""What the numbers of a card are made of, in sentences."""

from collections.abc import Iterator, Sequence

from clients.cli.words import listed
from engine.effects.definition import CardDefinition
from engine.model.terms import Kind
from server.protocol.messages import Explained, ValuePart


def numbers_of(definition: CardDefinition, told: Explained) -> Iterator[str]:
    """A sentence for each number that the card has now, with all its parts; one for its keywords, if it has any."""
    power = "Durability" if definition.kind == Kind.STRUCTURE else "Power"
    for name, parts in ((power, told.power), ("Strike", told.strike), ("Cost", told.cost)):
        if parts:
            yield f"{name} {_sum_of(parts)}: {', '.join(part.text for part in parts)}."
    if told.keywords:
        yield f"Keywords: {listed([part.text for part in told.keywords])}."


def _sum_of(parts: Sequence[ValuePart]) -> int:
    return sum(part.value for part in parts if isinstance(part.value, int))
