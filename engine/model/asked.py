"""The open prompt as the state holds it: who is asked for what, one form for each way of answering.

Cards are references here; ``prompts.Prompt`` shows the question to the seat that is asked.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from engine.model.decisions import Verb
from engine.model.terms import PromptKind


class AskedSetup(NamedTuple):
    """One of two words: ``first`` or ``second``, ``keep`` or ``redraw``."""

    seat: int
    kind: str
    verbs: tuple[Verb, Verb]


class AskedOpenly(NamedTuple):
    """A play timing (``main``, ``quick``), a blocker, or a card name: what may be answered follows from the state."""

    seat: int
    kind: str


class AskedCards(NamedTuple):
    """Between ``minimum`` and ``maximum`` of these cards."""

    seat: int
    kind: str
    references: tuple[int, ...]
    minimum: int
    maximum: int


class AskedOption(NamedTuple):
    """One of the options, counted from 1, that are available among so many."""

    seat: int
    kind: str
    available: tuple[int, ...]
    total: int


class AskedNumber(NamedTuple):
    """A number between two, both included."""

    seat: int
    kind: str
    minimum: int
    maximum: int


class AskedMay(NamedTuple):
    """Yes or no; only no if it is not possible."""

    seat: int
    kind: str
    possible: bool


class AskedOrder(NamedTuple):
    """Which of these entries of ``state.pending`` resolves next."""

    seat: int
    kind: str
    indexes: tuple[int, ...]


Asked: TypeAlias = AskedSetup | AskedOpenly | AskedCards | AskedOption | AskedNumber | AskedMay | AskedOrder

_FORMS: Final[Mapping[str, type[Asked]]] = {
    PromptKind.SETUP: AskedSetup,
    PromptKind.MAIN: AskedOpenly,
    PromptKind.BLOCK: AskedOpenly,
    PromptKind.QUICK: AskedOpenly,
    PromptKind.NAME: AskedOpenly,
    PromptKind.CARDS: AskedCards,
    PromptKind.OPTION: AskedOption,
    PromptKind.NUMBER: AskedNumber,
    PromptKind.MAY: AskedMay,
    PromptKind.ORDER: AskedOrder,
}


def asked_from(fields: tuple[Any, ...]) -> Asked:
    """The open prompt that was saved as these fields."""
    form = _FORMS[fields[1]]
    return form(*fields)
