"""The registry of executors: which function carries a node of the vocabulary out, and which takes the answer to it.

An executor changes the match, or asks a player and is continued by its answer. Both return the path to go to, or
``None`` for the next operation. Instructions on objects that are gone do nothing (1.3.2); what may do less than it was
told binds how much it did to ``done``.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.effects.nodes import Node
from engine.effects.program import Operation
from engine.effects.subjects import Subject
from engine.model.decisions import Decision
from engine.model.state import BASE, Frame
from engine.rules.effect_frames import bind
from engine.rules.match import Match
from engine.rules.selection import Scope, references

Execute = Callable[[Match, Frame, Operation, Any], str | None]
Continue = Callable[[Match, Frame, Operation, Any, Decision], str | None]

EXECUTE: dict[type[Node], Execute] = {}
CONTINUE: dict[type[Node], Continue] = {}


def executes(*nodes: type[Node]) -> Callable[[Execute], Execute]:
    """Register the executor of some nodes."""

    def register(function: Execute) -> Execute:
        EXECUTE.update(dict.fromkeys(nodes, function))
        return function

    return register


def continues(*nodes: type[Node]) -> Callable[[Continue], Continue]:
    """Register what takes the answer to the question of some nodes."""

    def register(function: Continue) -> Continue:
        CONTINUE.update(dict.fromkeys(nodes, function))
        return function

    return register


def bind_cards(match: Match, frame: Frame, name: str, cards: Sequence[int]) -> None:
    """Bind a variable to these cards as the objects that they are now."""
    reference = match.state.reference
    bind(frame, name, tuple(reference(card) for card in cards))


def cards_in_base(match: Match, subject: Subject, scope: Scope) -> list[int]:
    """The physical numbers of the objects meant that are in a base."""
    return [card for card in references(match, subject, scope) if match.state.place[card] == BASE]
