"""What the page needs to show a finished match: a snapshot, and an update for each decision, from one angle."""

from typing import Literal, TypeAlias, get_args

from msgspec import UNSET, UnsetType

from engine.model.terms import SeatName
from server.protocol.messages import Milliseconds, Outcome, Snapshot, TimeControlName, Update
from server.protocol.shapes import Count, Shape

Angle: TypeAlias = Literal["A", "B", "open"]
"""As one seat saw the match, or with both hands open."""
ANGLES: tuple[Angle, ...] = get_args(Angle)
Mark: TypeAlias = Literal["attack", "deploy", "lucky"]


class ReelStep(Shape, frozen=True, kw_only=True):
    """What one decision, or a ruling from outside the rules, led to: an ``update``, and the ``turn`` it ends in.

    ``seat`` has decided; it is left out for a ruling. To the seat itself, and with both hands open, ``line`` is the
    decision in the notation, and ``by`` says how it was made if its player did not simply make it (``cap``, ``pass``).
    ``marks`` are what one looks for: an attack, a card that was deployed, a Lucky card that was turned. ``at`` is when
    it was stored; 0: unknown.
    """

    update: Update
    turn: Count
    seat: SeatName | UnsetType = UNSET
    line: str = ""
    by: str = ""
    marks: tuple[Mark, ...] = ()
    at: Milliseconds = 0


class Reel(Shape, frozen=True, kw_only=True):
    """A finished match from one ``angle``, as ``/api/film`` gives it: its ``start``, and what came of each decision.

    With both hands open it is seen as a spectator sees it who may see them. ``proof`` says in one sentence what the
    server has proved of it; it is empty for a match of another version, which is shown as it was recorded.
    """

    angle: Angle
    start: Snapshot
    steps: tuple[ReelStep, ...]
    time: TimeControlName
    at: Milliseconds = 0
    outcome: Outcome
    proof: str = ""
