"""The one frame of every effect: a walk through a compiled program, with named variables."""

from collections.abc import Mapping
from typing import Any

from engine.effects.catalogue import CompiledAbility
from engine.effects.nodes import Node
from engine.effects.program import AT, Operation, is_of_cost
from engine.effects.subjects import Cards, Value
from engine.model.state import F_ABILITY, F_KIND, F_MASTER, F_SOURCE, F_STEP, F_VARS, Frame
from engine.rules.match import Match
from engine.rules.selection import Scope, number

EFFECT = "effect"
"""The kind of the frame."""


def push_effect(
    match: Match, name: str, master: int, source: int, variables: Mapping[str, Any], origin: int = 0
) -> None:
    """Begin to resolve an ability; ``name`` is its id, with ``@path`` if it begins further in (a delayed effect)."""
    ability_id, _, path = name.partition(AT)
    program = match.catalogue.ability(ability_id).program
    assert program is not None, "what is resolved does something"
    match.state.frames.append([EFFECT, path or program.entry, ability_id, master, source, variables, origin])


def ability_of(match: Match, frame: Frame) -> CompiledAbility:
    """The ability that the frame resolves."""
    return match.catalogue.ability(frame[F_ABILITY])


def operation_of(match: Match, frame: Frame) -> Operation:
    """The operation that the frame stands at."""
    program = ability_of(match, frame).program
    assert program is not None, "what is resolved does something"
    return program.operations[frame[F_STEP]]


def is_unpaid(frame: Frame) -> bool:
    """Whether the frame resolves an ability of whose cost nothing has been paid yet."""
    return bool(frame[F_KIND] == EFFECT) and is_of_cost(frame[F_STEP])


def scope_of(frame: Frame) -> Scope:
    """From where the effect looks at the game."""
    return Scope(frame[F_MASTER], frame[F_SOURCE], frame[F_VARS])


def known_numbers(match: Match, frame: Frame, cards: Cards) -> dict[Node, int]:
    """The numbers that a description of cards speaks of, as the game stands."""
    values = [value for value in cards.walk() if isinstance(value, Value)]
    return {value: number(match, value, scope_of(frame)) for value in values}


def bind(frame: Frame, name: str, value: Any) -> None:
    """Bind a variable; the mapping is replaced, so clones keep theirs."""
    frame[F_VARS] = {**frame[F_VARS], name: value}


def unbind(frame: Frame, name: str) -> None:
    """Forget a variable."""
    frame[F_VARS] = {known: value for known, value in frame[F_VARS].items() if known != name}
