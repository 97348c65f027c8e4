"""A position to start from: what a scenario file describes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.model.state import LIFE, SOULS
from engine.model.terms import SeatName


@dataclass(frozen=True, slots=True)
class CardAt:
    """One card of a position; orientation and damage count only in a base."""

    number: str
    resting: bool = False
    damage: int = 0


@dataclass(frozen=True, slots=True)
class Side:
    """What one player has. ``deck`` is the whole deck, top first; the soul deck holds the rest of ten souls."""

    life: int = LIFE
    souls_standing: int = SOULS
    souls_resting: int = 0
    material: int = 0
    ingredient: int = 0
    hand: tuple[CardAt, ...] = ()
    base: tuple[CardAt, ...] = ()
    graveyard: tuple[CardAt, ...] = ()
    exile: tuple[CardAt, ...] = ()
    deck: tuple[CardAt, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A game at the turn player's main-phase play timing, with nothing pending and nothing remembered.

    It is turn 5 with ``turn`` A, turn 6 with B; A went first. With ``night`` it is night until the end of the turn
    player's opponent's next turn. Physical numbers are given in reading order: A before B; base, hand, deck,
    graveyard, exile.
    """

    sides: Mapping[SeatName, Side] = field(default_factory=lambda: {"A": Side(), "B": Side()})
    turn: SeatName = "A"
    night: bool = False
    seed: bytes = bytes(32)
