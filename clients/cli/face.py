"""Cards as players see them in a terminal: the box around facts and text of one, the texts or the facts of many."""

import json
from collections.abc import Iterable, Iterator
from typing import Final
from unicodedata import east_asian_width

from engine.cards import facts_table
from engine.effects.definition import CardDefinition
from engine.effects.text import card_text, kind_name
from engine.model.terms import Kind

WIDTH: Final = 60
"""Columns of the box, frame included."""


def card_lines(definition: CardDefinition) -> list[str]:
    """The card as lines of ``WIDTH`` columns: name and cost, line of facts, text, and the numbers of the kind."""
    blocks = [_head(definition), *([text] if (text := _text(definition)) else []), _foot(definition)]
    inner = WIDTH - 2
    lines = [f"╭{'─' * inner}╮"]
    for place, block in enumerate(blocks):
        if place:
            lines.append(f"├{'─' * inner}┤")
        lines.extend(f"│ {padded(line, inner - 2)} │" for line in block)
    return [*lines, f"╰{'─' * inner}╯"]


def _head(definition: CardDefinition) -> list[str]:
    cost = f"◇{definition.cost}"
    first, *more = wrapped(definition.name, WIDTH - 4 - len(cost) - 1)
    return [padded(first, WIDTH - 4 - len(cost)) + cost, *more, *wrapped(_kind_line(definition), WIDTH - 4)]


def _kind_line(definition: CardDefinition) -> str:
    kind = f"{'Lucky ' if definition.lucky else ''}{kind_name(definition.kind)}"
    return f"{str(definition.colour).capitalize()} {kind}{' · Quick' if definition.is_quick else ''}"


def _text(definition: CardDefinition) -> list[str]:
    return [line for paragraph in card_text(definition) for line in wrapped(paragraph, WIDTH - 4)]


def _foot(definition: CardDefinition) -> list[str]:
    facts = [*_numbers(definition)]
    if definition.elements:
        facts.append(", ".join(definition.elements))
    if definition.work:
        facts.append("Work: " + ", ".join(definition.work))
    facts.append(f"{definition.number} {definition.rarity}".rstrip())
    return [line for fact in facts for line in wrapped(fact, WIDTH - 4)]


def _numbers(definition: CardDefinition) -> Iterator[str]:
    if definition.kind is Kind.PAL:
        yield f"Power {definition.power} · Strike {definition.strike}"
    elif definition.kind is Kind.STRUCTURE:
        yield f"Durability {definition.power}"


# --- many cards -------------------------------------------------------------------------------------------------------


def text_listing(definitions: Iterable[CardDefinition]) -> str:
    """Number and name of each card, its paragraphs indented below, a blank line between cards."""
    return "\n".join(_entry(definition) for definition in definitions)


def _entry(definition: CardDefinition) -> str:
    paragraphs = "".join(f"    {paragraph}\n" for paragraph in card_text(definition))
    return f"{definition.number} {definition.name}\n{paragraphs}"


def facts_listing() -> str:
    """The facts of every card as JSON, one line for each: the body of ``GET /cards.json``, for those with no server."""
    lines = (
        f"{json.dumps(number)}: {json.dumps(facts, ensure_ascii=False)}" for number, facts in facts_table().items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


# --- columns ----------------------------------------------------------------------------------------------------------


def columns(text: str) -> int:
    """How many columns of a terminal the text takes; wide brackets such as 《 take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def padded(text: str, width: int) -> str:
    """The text with spaces up to ``width`` columns."""
    return text + " " * (width - columns(text))


def wrapped(text: str, width: int) -> list[str]:
    """The text broken at spaces into lines of at most ``width`` columns; a longer word stands alone."""
    lines: list[str] = []
    for word in text.split():
        if lines and columns(lines[-1]) + 1 + columns(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
