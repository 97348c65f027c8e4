"""What the words of an ability mean at the table: cards, numbers and conditions, as far as the seat can tell."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from clients.bots.table import Card, Table
from engine.effects import conditions as on
from engine.effects import subjects as of
from engine.effects import values
from engine.effects.definition import main_name_of, pal
from engine.model.terms import Colour, Zone

Scope: TypeAlias = dict[str, Any]
"""What the variables of an ability stand for while it is thought through: tuples of cards, or numbers."""

UNKNOWN: Final = pal("", "", Colour.COLORLESS, cost=4, power=600, strike=2, elements=())
"""A card that nobody has seen yet is taken for a middling Pal."""


def unknown_card(*, mine: bool) -> Card:
    """A card of a deck or a hand that the seat cannot see."""
    return Card(
        handle=0, definition=UNKNOWN, mine=mine, zone=Zone.DECK,
        power=UNKNOWN.power, strike=UNKNOWN.strike, cost=UNKNOWN.cost,
    )  # fmt: skip


class Reader:
    """Reads the words of an ability of ``source``; ``mine`` tells whether this seat is its master."""

    def __init__(self, table: Table, source: Card, *, mine: bool) -> None:
        self.table = table
        self.source = source
        self.mine = mine

    # --- cards --------------------------------------------------------------------------------------------------------

    def cards(self, cards: of.Cards, scope: Scope, *, flipped: bool = False) -> tuple[Card, ...]:
        """The cards described; ``flipped`` if the opponent of the ability's master chooses among them."""
        if cards.among:
            found: tuple[Card, ...] = scope.get(cards.among, ())
        else:
            found = self._in_zone(cards, flipped=flipped)
        return tuple(card for card in found if self.matches(card, cards, scope))

    def _in_zone(self, cards: of.Cards, *, flipped: bool) -> tuple[Card, ...]:
        sides = self._sides(cards.side, flipped=flipped)
        match cards.zone:
            case Zone.BASE:
                return tuple(card for mine in sides for card in self.table.player(mine=mine).base)
            case Zone.GRAVEYARD:
                return tuple(card for mine in sides for card in self.table.graveyard(mine=mine))
            case Zone.HAND:
                return tuple(card for mine in sides for card in self._hand(mine=mine))
            case _:
                return ()

    def _sides(self, side: of.Side, *, flipped: bool) -> tuple[bool, ...]:
        if side is of.Side.ANY:
            return (True, False)
        yours = self.mine != flipped
        return (yours,) if side is of.Side.YOURS else (not yours,)

    def _hand(self, *, mine: bool) -> tuple[Card, ...]:
        if mine:
            return tuple(card for card in self.table.hand if card.handle != self.source.handle)
        return (unknown_card(mine=False),) * self.table.foe.hand_size

    def matches(self, card: Card, cards: of.Cards, scope: Scope) -> bool:
        """Whether kind and tests fit; a card that nobody has seen fits everything."""
        if not card.handle:
            return True
        if cards.kinds and card.definition.kind not in cards.kinds:
            return False
        if cards.other and card.handle == self.source.handle:
            return False
        return all(self.passes(card, test, scope) for test in cards.tests)

    def passes(self, card: Card, test: of.Test, scope: Scope) -> bool:
        """Whether the card passes a test."""
        return _TESTS[type(test)](self, card, test, scope)

    def subject(self, subject: of.Subject, scope: Scope) -> tuple[Card, ...]:
        """The cards meant."""
        match subject:
            case of.This():
                return (self.source,)
            case of.ExiledByThis():
                return self.table.exiled_by(self.source)
            case of.TheRest(variable):
                taken = {card.handle for card in scope.get("it", ())}
                return tuple(card for card in scope.get(variable, ()) if card.handle not in taken)
            case of.Those(variable):
                found: tuple[Card, ...] = scope.get(variable, ())
                return found
            case _:
                return ()

    # --- numbers ------------------------------------------------------------------------------------------------------

    def number(self, number: of.Number, scope: Scope) -> int:
        """The number meant; 0 where the seat cannot tell."""
        if isinstance(number, int):
            return number
        return _NUMBERS[type(number)](self, number, scope)

    # --- conditions ---------------------------------------------------------------------------------------------------

    def chance(self, condition: on.Condition, scope: Scope) -> float:
        """How likely the condition holds: 1 or 0 where the seat can tell, else something between."""
        return float(_CONDITIONS[type(condition)](self, condition, scope))


Tested: TypeAlias = Callable[[Reader, Card, Any, Scope], bool]

_TESTS: Final[Mapping[type[of.Test], Tested]] = {
    of.CostAtMost: lambda r, card, test, scope: card.cost <= r.number(test.number, scope),
    of.CostAtLeast: lambda r, card, test, scope: card.cost >= r.number(test.number, scope),
    of.CostIs: lambda r, card, test, scope: card.cost == r.number(test.number, scope),
    of.PowerAtMost: lambda r, card, test, scope: card.power <= test.number,
    of.HasColour: lambda r, card, test, scope: card.definition.colour is test.colour,
    of.HasElement: lambda r, card, test, scope: test.element in card.definition.elements,
    of.HasWork: lambda r, card, test, scope: test.work in card.definition.work,
    of.MainNameIs: lambda r, card, test, scope: any(main_name_of(name) == test.name for name in card.names),
    of.NameContains: lambda r, card, test, scope: any(test.text in name for name in card.names),
    of.IsStanding: lambda r, card, test, scope: not card.rests,
    of.IsResting: lambda r, card, test, scope: card.rests,
    of.IsNormal: lambda r, card, test, scope: not card.definition.lucky,
    of.HasKeyword: lambda r, card, test, scope: _has(card, test.keyword),
    of.LacksKeyword: lambda r, card, test, scope: not _has(card, test.keyword),
    of.WasAssigned: lambda r, card, test, scope: card.mine and card.rests,
}


def _has(card: Card, keyword: Any) -> bool:
    return card.has(keyword) if card.zone is Zone.BASE else keyword in card.definition.keywords


Counted: TypeAlias = Callable[[Reader, Any, Scope], int]


def _variable(reader: Reader, value: values.Variable, scope: Scope) -> int:
    number: int = scope.get(value.name, 0)
    return number


def _first(reader: Reader, subject: of.Subject, scope: Scope) -> Card | None:
    return next(iter(reader.subject(subject, scope)), None)


def _cost_of(reader: Reader, value: values.CostOf, scope: Scope) -> int:
    card = _first(reader, value.subject, scope)
    return 0 if card is None else card.cost


def _power_of(reader: Reader, value: values.PowerOf, scope: Scope) -> int:
    card = _first(reader, value.subject, scope)
    return 0 if card is None else card.power


_NUMBERS: Final[Mapping[type[of.Value], Counted]] = {
    values.Variable: _variable,
    values.CountOf: lambda r, value, scope: len(r.cards(value.cards, scope)),
    values.DifferentNamesOf: lambda r, value, scope: len({c.definition.name for c in r.cards(value.cards, scope)}),
    values.CostOf: _cost_of,
    values.PowerOf: _power_of,
    values.Times: lambda r, value, scope: value.factor * r.number(value.number, scope),
    values.Plus: lambda r, value, scope: r.number(value.number, scope) + value.constant,
}

Judged: TypeAlias = Callable[[Reader, Any, Scope], float]


def _passes(reader: Reader, condition: on.Passes, scope: Scope) -> bool:
    card = _first(reader, condition.subject, scope)
    return card is not None and all(reader.passes(card, test, scope) for test in condition.tests)


def _belongs(reader: Reader, condition: on.Belongs, scope: Scope) -> float:
    card = _first(reader, condition.subject, scope)
    if card is None:
        return 0.0
    return 0.5 if not card.handle else float(reader.matches(card, condition.cards, scope))


_CONDITIONS: Final[Mapping[type[on.Condition], Judged]] = {
    on.IsNight: lambda r, condition, scope: r.table.is_night,
    on.ThereAre: lambda r, condition, scope: bool(r.cards(condition.cards, scope)),
    on.ThereAreNamed: lambda r, condition, scope: (
        len({card.definition.name for card in r.cards(condition.cards, scope)}) >= condition.at_least
    ),
    on.SoulsAtLeast: lambda r, condition, scope: r.table.player(mine=r.mine).all_souls >= condition.number,
    on.Passes: _passes,
    on.Belongs: _belongs,
    on.Did: lambda r, condition, scope: 0.7,
    on.Chose: lambda r, condition, scope: 0.7,
    on.Not: lambda r, condition, scope: 1.0 - r.chance(condition.condition, scope),
    on.NothingElsePlayed: lambda r, condition, scope: 0.0,
}
