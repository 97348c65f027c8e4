"""All card texts in one plain listing, for reading and for comparing."""

from collections.abc import Iterable

from engine.effects.definition import CardDefinition
from engine.effects.text import card_text


def text_listing(definitions: Iterable[CardDefinition]) -> str:
    """Number and name of each card, its paragraphs indented below, a blank line between cards."""
    return "\n".join(_entry(definition) for definition in definitions)


def _entry(definition: CardDefinition) -> str:
    paragraphs = "".join(f"    {paragraph}\n" for paragraph in card_text(definition))
    return f"{definition.number} {definition.name}\n{paragraphs}"
