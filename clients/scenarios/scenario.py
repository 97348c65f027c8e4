"""A scenario as a value, and reading it from a file."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from clients.scenarios.cards import KindOf, Labels
from clients.scenarios.document import Value, parse, read
from clients.scenarios.expectations import PathReader
from clients.scenarios.position import POSITION_KEYS, read_position
from clients.scenarios.steps import Step, read_steps
from engine import catalogue
from engine.model.position import Position
from engine.model.terms import Kind

KEYS: Final = ("title", "source", "goal", *POSITION_KEYS, "steps")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: where it comes from, the position, every card's label, and the steps.

    ``line`` is where the position begins, for a position that no game can stand in.
    """

    file: str
    title: str
    source: tuple[str, ...]
    position: Position
    labels: Labels
    steps: tuple[Step, ...]
    line: int
    goal: str = ""
    """What a lesson or a puzzle is about, in a sentence; empty in a scenario that only proves something."""


@cache
def kind_of(number: str) -> Kind | None:
    """Return the kind of the card with that number; None if there is none."""
    try:
        return catalogue.by_number(number).kind
    except KeyError:
        return None


@cache
def _card_names() -> frozenset[str]:
    return frozenset(catalogue.names())


def load(path: Path) -> Scenario:
    """Read a scenario file; raise ``MalformedScenario`` with the file and the line."""
    return _scenario(read(path), kind_of)


def loads(text: str, file: str) -> Scenario:
    """Read a scenario from a text; ``file`` names it in errors and reports."""
    return _scenario(parse(text, file), kind_of)


def _scenario(root: Value, kind_of: KindOf) -> Scenario:
    fields = root.fields(KEYS, "a scenario")
    for key, verb in (("title", "is"), ("steps", "are")):
        if key not in fields:
            raise root.error(f"the {key} {verb} missing")
    title = fields["title"].text("a title")
    position, labels = read_position(fields, kind_of)
    steps = read_steps(fields["steps"], labels, PathReader(labels, kind_of, _card_names()))
    line = min((fields[key].line for key in POSITION_KEYS if key in fields), default=root.line)
    goal = fields["goal"].text("a goal") if "goal" in fields else ""
    return Scenario(root.file, title, _source(fields.get("source")), position, labels, steps, line, goal)


def _source(value: Value | None) -> tuple[str, ...]:
    """Read the rules and rulings that the scenario is about; every one is text (12.10 stays 12.10)."""
    if value is None:
        return ()
    if not value.is_list:
        return (value.text("a source"),)
    return tuple(item.text("a source") for item in value.items())
