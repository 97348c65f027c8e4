"""Numbers that are read from the game when they are needed."""

from dataclasses import dataclass

from engine.effects.subjects import Cards, Number, Subject, Value


@dataclass(frozen=True, slots=True)
class Variable(Value):
    """A number of this resolution: the X of a cost, or one captured when the ability triggered."""

    name: str = "x"


@dataclass(frozen=True, slots=True)
class CountOf(Value):
    """How many such cards there are."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class DifferentNamesOf(Value):
    """How many different card names there are among such cards (ambiguity 1)."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class CostOf(Value):
    """The cost of the one card meant; 0 if there is none."""

    subject: Subject


@dataclass(frozen=True, slots=True)
class PowerOf(Value):
    """The current Power of the one card meant; 0 if it is gone."""

    subject: Subject


@dataclass(frozen=True, slots=True)
class Times(Value):
    """A constant times a number."""

    factor: int
    number: Number


@dataclass(frozen=True, slots=True)
class Plus(Value):
    """A number and a constant, which may be negative: "the cost of the butchered Pal minus 1"."""

    number: Number
    constant: int


X = Variable("x")
