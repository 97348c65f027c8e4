"""Questions with the answer yes or no that an ability asks of the game."""

from dataclasses import dataclass

from engine.effects.nodes import Node
from engine.effects.subjects import Cards, Subject, Test


@dataclass(frozen=True, slots=True)
class Condition(Node):
    """A yes-or-no question."""


@dataclass(frozen=True, slots=True)
class IsNight(Condition):
    """It is night."""


@dataclass(frozen=True, slots=True)
class ThereAre(Condition):
    """There are such cards ("if you have a Farming structure")."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class ThereAreNamed(Condition):
    """There are at least so many such cards with different card names (ambiguity 1)."""

    cards: Cards
    at_least: int


@dataclass(frozen=True, slots=True)
class SoulsAtLeast(Condition):
    """The master has so many souls in the soul area, standing or resting."""

    number: int


@dataclass(frozen=True, slots=True)
class Passes(Condition):
    """The one card meant passes every test; no if there is none."""

    subject: Subject
    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Belongs(Condition):
    """The one card meant is one of these cards' description (kind and tests), wherever it is."""

    subject: Subject
    cards: Cards


@dataclass(frozen=True, slots=True)
class Did(Condition):
    """The last acting instruction did something ("if you did this way").

    Every instruction that may do less than it was told binds how much it did to ``done``.
    """


@dataclass(frozen=True, slots=True)
class Chose(Condition):
    """The last choice, bound to ``it``, was of at least one card."""


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """The opposite."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class NothingElsePlayed(Condition):
    """The master has played no other card in this game (ambiguity 17)."""


NIGHT = IsNight()
