"""What the lists of a state hold: lasting effects, pending abilities, delayed effects, and the names of instances."""

from enum import StrEnum
from typing import Any, NamedTuple

Handles = tuple[int, int, int]
"""A card's handle for A, for B and for spectators; 0 for a viewer that does not know the card."""

Captures = tuple[tuple[str, Any], ...]
"""Variables of an effect that is not resolving yet, as pairs sorted by name."""


class ModifierKind(StrEnum):
    """What a lasting effect does; in brackets, what its value is."""

    POWER = "power"
    """More Power or Durability, or less (int)."""
    STRIKE = "strike"
    """More Strike, or less (int)."""
    ABILITY = "ability"
    """One more ability (its id)."""
    NAME = "name"
    """One more card name (the name)."""
    SKIP = "skip"
    """The card does not stand in the stand phase of one turn (the number of the turn)."""
    LOCK = "lock"
    """The card does not stand while the source is in the base (1)."""
    NO_BLOCK = "no_block"
    """The card cannot block (1)."""
    MUST_ATTACK = "must_attack"
    """The player's Pals must attack and cannot be assigned (1)."""
    GEAR_DISCOUNT = "gear_discount"
    """The player's next gear costs less (how much, and not below what)."""


class Modifier(NamedTuple):
    """A lasting effect on a card or a player."""

    target: int
    """A reference, or what ``on_player`` gives."""
    kind: ModifierKind
    value: Any
    until: int
    """The number of the turn in whose end phase it ends, ``state.BATTLE`` or ``state.WHILE_SOURCE``."""
    source: int
    """The reference of the card whose effect it was."""
    number: int
    """Its creation number."""


def on_player(seat: int) -> int:
    """A player as the target of a lasting effect; no reference is negative."""
    return -1 - seat


class Pending(NamedTuple):
    """A pending automatic ability, or a delayed effect that has come due."""

    master: int
    source: int
    """A reference; the object may be gone."""
    ability: str
    """The id of the ability, or the name of the delayed effect."""
    origin: int
    """Tells instances of one ability apart: 0 printed, the creation number of the modifier that granted it, or minus
    (1 + the physical number) of the card whose continuous ability grants it."""
    captures: Captures
    number: int
    handles: Handles
    """Of the source, when the ability triggered."""


class Delayed(NamedTuple):
    """A delayed effect."""

    turn: int
    """The number of the turn in whose end phase it is due."""
    master: int
    source: int
    name: str
    """An ability id and the program path where it begins, as in ``EBP01-073/2@do.3.later``."""
    variables: Captures
    handles: Handles
    """Of the source, when the effect was made."""


class InstanceKey(NamedTuple):
    """An ability of one object, told apart from all others."""

    reference: int
    ability: str
    origin: int
    """See ``Pending``."""
