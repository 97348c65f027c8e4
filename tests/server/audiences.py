"""As whom one looks at a match over the wire, by number, and which cards each of them may know."""

from collections.abc import Sequence
from typing import Final

from engine import Audience
from engine.model.state import State
from engine.model.terms import AUDIENCES
from engine.rules.match import Event
from tests.engine import knowledge

SPECTATORS: Final = 2
"""Whoever watches; 0 and 1 are the seats."""
OPEN: Final = 3
"""Whoever watches with both hands open."""
BOTH: Final = 4
"""Whoever knows all that both seats know: who reads the match when it is over."""


def visible(state: State, audience: int) -> set[int]:
    """The cards that an audience may know as they lie, by physical number."""
    hands = set(state.hand[0]) | set(state.hand[1]) if audience == OPEN else set()
    return hands.union(*(knowledge.visible(state, viewer) for viewer in _viewers(audience)))


def shown(state: State, audience: int, events: Sequence[Event]) -> set[int]:
    """The cards that an audience came to see while these things happened. Only for pools of marked cards."""
    return set().union(*(knowledge.shown(state, viewer, events) for viewer in _viewers(audience)))


def named(audience: int) -> Audience:
    """The audience of the engine that makes no choice which this one could not follow."""
    return AUDIENCES[min(audience, SPECTATORS)]


def _viewers(audience: int) -> tuple[int, ...]:
    return (0, 1) if audience == BOTH else (min(audience, SPECTATORS),)
