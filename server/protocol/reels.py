"""What the page needs to show a finished match, or a ruling, from one angle: a snapshot, and an update a step."""

from typing import Literal, TypeAlias, get_args

from msgspec import UNSET, UnsetType

from engine.model.decisions import Verb
from engine.model.terms import SeatName
from server.protocol.messages import Milliseconds, Outcome, Snapshot, TimeControlName, Update
from server.protocol.shapes import Count, Number, RulingFacts, Shape

Angle: TypeAlias = Literal["A", "B", "open"]
"""As one seat saw the match, or with both hands open."""
ANGLES: tuple[Angle, ...] = get_args(Angle)
Mark: TypeAlias = Literal["attack", "deploy", "lucky"]


class Refusal(Shape, frozen=True, kw_only=True):
    """A decision that is not legal, and ``why``: the numbers of its ``cards``, an attacker before its target.

    ``said`` is a name or a number that the decision says.
    """

    verb: Verb
    cards: tuple[Number, ...] = ()
    said: str = ""
    why: str


FactKind: TypeAlias = Literal[
    "life", "material", "ingredient", "damage", "souls", "standing", "resting",
    "hand", "deck", "graveyard", "exile", "base", "pals", "structures", "gear",
    "zone", "state", "power", "strike", "durability", "cost", "keywords", "names",
    "night", "turn", "winner", "pending",
]  # fmt: skip


class Fact(Shape, frozen=True, kw_only=True):
    """Something that an example shows where it then stands: what it is ``about``, and of which ``seat`` or ``card``.

    It is told by a ``value``, or by the numbers of ``cards``.
    """

    about: FactKind
    seat: SeatName | UnsetType = UNSET
    card: str = ""
    value: str = ""
    cards: tuple[Number, ...] = ()


class ReelStep(Shape, frozen=True, kw_only=True):
    """What one decision, or a ruling from outside the rules, led to: an ``update``, and the ``turn`` it ends in.

    ``seat`` has decided; it is left out for a ruling. To the seat itself, and with both hands open, ``line`` is the
    decision in the notation, and ``by`` says how it was made if its player did not simply make it (``cap``, ``pass``).
    ``marks`` are what one looks for: an attack, a card that was deployed, a Lucky card that was turned. ``at`` is when
    it was stored; 0: unknown.

    In a ruling, ``says`` are words about where it now stands, and ``facts``, with both hands open, what is to be seen
    there. What is ``refused`` changes nothing.
    """

    update: Update
    turn: Count
    seat: SeatName | UnsetType = UNSET
    line: str = ""
    by: str = ""
    marks: tuple[Mark, ...] = ()
    at: Milliseconds = 0
    says: str = ""
    facts: tuple[Fact, ...] = ()
    refused: Refusal | UnsetType = UNSET


class Reel(Shape, frozen=True, kw_only=True):
    """A finished match from one ``angle``, as ``/api/film`` gives it: its ``start``, and what came of each decision.

    With both hands open it is seen as a spectator sees it who may see them. ``proof`` says in one sentence what the
    server has proved of it; it is empty for a match of another version, which is shown as it was recorded.

    ``/api/ruling`` gives an example of a ``ruling`` in the same form; it need not come to an ``outcome``, and ``says``
    are the words before its first step.
    """

    angle: Angle
    start: Snapshot
    steps: tuple[ReelStep, ...]
    time: TimeControlName
    at: Milliseconds = 0
    outcome: Outcome | UnsetType = UNSET
    proof: str = ""
    ruling: RulingFacts | UnsetType = UNSET
    says: str = ""
