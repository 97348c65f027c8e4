"""Which cards an instruction speaks of: predicates on one card, sets of cards, and particular cards."""

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.effects.nodes import Node
from engine.model.terms import Colour, Element, Keyword, Kind, Work, Zone


class Side(StrEnum):
    """Whose cards, seen from the ability's master."""

    ANY = "any"
    YOURS = "yours"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class Value(Node):
    """A number that is known only when the game is looked at (see ``values``)."""


Number = int | Value


# --- predicates on one card ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Test(Node):
    """A predicate on one card."""


@dataclass(frozen=True, slots=True)
class CostAtMost(Test):
    """Its cost is the number or less (◇n or less)."""

    number: Number


@dataclass(frozen=True, slots=True)
class CostAtLeast(Test):
    """Its cost is the number or greater (◇n or greater)."""

    number: Number


@dataclass(frozen=True, slots=True)
class CostIs(Test):
    """Its cost is exactly the number."""

    number: Number


@dataclass(frozen=True, slots=True)
class PowerAtMost(Test):
    """Its current Power is the number or less."""

    number: int


@dataclass(frozen=True, slots=True)
class HasColour(Test):
    """It is of that colour."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class HasElement(Test):
    """It has that element."""

    element: Element


@dataclass(frozen=True, slots=True)
class HasWork(Test):
    """It has that work suitability (Q16)."""

    work: Work


@dataclass(frozen=True, slots=True)
class MainNameIs(Test):
    """One of its main names is this one (Q26)."""

    name: str


@dataclass(frozen=True, slots=True)
class NameContains(Test):
    """One of its card names contains this text."""

    text: str


@dataclass(frozen=True, slots=True)
class IsStanding(Test):
    """It is in the stand state."""


@dataclass(frozen=True, slots=True)
class IsResting(Test):
    """It is in the rest state."""


@dataclass(frozen=True, slots=True)
class IsNormal(Test):
    """It is a normal Pal: no Lucky icon, read by printed facts."""


@dataclass(frozen=True, slots=True)
class HasKeyword(Test):
    """It has at least one instance of the keyword now."""

    keyword: Keyword


@dataclass(frozen=True, slots=True)
class LacksKeyword(Test):
    """It has no instance of the keyword."""

    keyword: Keyword


@dataclass(frozen=True, slots=True)
class WasAssigned(Test):
    """It was assigned this turn."""


# --- sets of cards ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cards(Node):
    """All cards of a zone (by default the bases, Q27) that pass every test.

    ``among`` restricts the set to the cards bound to a variable (looked at, revealed); ``other`` leaves this card out.
    """

    kinds: tuple[Kind, ...] = ()
    side: Side = Side.ANY
    zone: Zone = Zone.BASE
    tests: tuple[Test, ...] = ()
    other: bool = False
    among: str = ""

    @property
    def yours(self) -> "Cards":
        """Only the master's own."""
        return replace(self, side=Side.YOURS)

    @property
    def opponents(self) -> "Cards":
        """Only the opponent's."""
        return replace(self, side=Side.OPPONENTS)

    @property
    def others(self) -> "Cards":
        """Without this card."""
        return replace(self, other=True)

    @property
    def standing(self) -> "Cards":
        """Only those in the stand state."""
        return self.that(IsStanding())

    @property
    def resting(self) -> "Cards":
        """Only those in the rest state."""
        return self.that(IsResting())

    @property
    def normal(self) -> "Cards":
        """Only normal Pals."""
        return self.that(IsNormal())

    @property
    def in_your_hand(self) -> "Cards":
        """Those in the master's hand."""
        return replace(self, side=Side.YOURS, zone=Zone.HAND)

    @property
    def in_your_graveyard(self) -> "Cards":
        """Those in the master's graveyard."""
        return replace(self, side=Side.YOURS, zone=Zone.GRAVEYARD)

    def among_the(self, variable: str) -> "Cards":
        """Those among the cards bound to ``variable``, wherever they are."""
        return replace(self, among=variable)

    def that(self, *tests: Test) -> "Cards":
        """Those that also pass these tests."""
        return replace(self, tests=self.tests + tests)

    def of_colour(self, colour: Colour) -> "Cards":
        """Those of a colour."""
        return self.that(HasColour(colour))

    def costing_at_most(self, number: Number) -> "Cards":
        """Those of cost ``number`` or less."""
        return self.that(CostAtMost(number))

    def costing_at_least(self, number: Number) -> "Cards":
        """Those of cost ``number`` or greater."""
        return self.that(CostAtLeast(number))

    def costing(self, number: Number) -> "Cards":
        """Those of exactly that cost."""
        return self.that(CostIs(number))

    def with_main_name(self, name: str) -> "Cards":
        """Those with a main name."""
        return self.that(MainNameIs(name))


CARDS = Cards()
PALS = Cards((Kind.PAL,))
STRUCTURES = Cards((Kind.STRUCTURE,))
GEAR = Cards((Kind.GEAR,))
STRUCTURES_OR_GEAR = Cards((Kind.STRUCTURE, Kind.GEAR))


# --- particular cards ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Subject(Node):
    """Particular cards, as objects: a card that changed zone is a new object and no longer meant."""


@dataclass(frozen=True, slots=True)
class This(Subject):
    """The card that has the ability (its bearer, if it was granted)."""


@dataclass(frozen=True, slots=True)
class Those(Subject):
    """The cards bound to a variable by a choice, a cost, a look or the trigger."""

    variable: str = "it"


@dataclass(frozen=True, slots=True)
class ExiledByThis(Subject):
    """The cards in exile that this object exiled."""


@dataclass(frozen=True, slots=True)
class TheRest(Subject):
    """The cards bound to ``variable`` that are still where they were when bound (looked at and not taken)."""

    variable: str = "looked"


THIS = This()
IT = Those("it")
ASSIGNED = Those("assigned")
BATTLE_OPPONENT = Those("opponent")
LOOKED_AT = Those("looked")
