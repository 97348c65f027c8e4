"""What is paid to activate an ability: all parts of one alternative, at once, exactly (10.4)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.effects.nodes import Node
from engine.effects.subjects import PALS, Cards, Number
from engine.model.terms import Resource


@dataclass(frozen=True, slots=True)
class CostPart(Node):
    """One part of a cost."""

    binds: ClassVar[str] = ""
    """The variable that the chosen cards are bound to; empty if none are chosen."""


@dataclass(frozen=True, slots=True)
class PaySouls(CostPart):
    """Rest so many standing souls (10.4.3); choosing them never prompts."""

    number: int


@dataclass(frozen=True, slots=True)
class RestThis(CostPart):
    """Rest this standing card."""


@dataclass(frozen=True, slots=True)
class DiscardThis(CostPart):
    """Discard this card from hand."""


@dataclass(frozen=True, slots=True)
class Assign(CostPart):
    """Assign so many standing Pals of yours to this structure."""

    binds: ClassVar[str] = "assigned"
    number: int = 1


@dataclass(frozen=True, slots=True)
class Discard(CostPart):
    """Discard so many such cards from hand. In Interrupt, ``cards`` leaves this card out."""

    binds: ClassVar[str] = "discarded"
    number: Number = 1
    cards: Cards = Cards().in_your_hand


@dataclass(frozen=True, slots=True)
class Consume(CostPart):
    """Consume so much of a resource, all or nothing (5.13)."""

    resource: Resource
    number: Number


@dataclass(frozen=True, slots=True)
class ButcherPals(CostPart):
    """Butcher so many such Pals of yours."""

    binds: ClassVar[str] = "butchered"
    number: int = 1
    cards: Cards = PALS.yours


@dataclass(frozen=True, slots=True)
class Mill(CostPart):
    """Put so many cards from the top of the deck into the graveyard."""

    number: int


Cost = tuple[CostPart, ...]
