"""What costs are worth: the cheapest way to pay for an activated ability, and what it leaves."""

from collections.abc import Iterator
from typing import NamedTuple

from clients.bots import worth
from clients.bots.reading import Scope
from clients.bots.reckoning import Reckoner
from clients.bots.table import Card
from engine.effects.abilities import Act
from engine.effects.costs import (
    Assign,
    ButcherPals,
    Consume,
    Cost,
    CostPart,
    Discard,
    DiscardThis,
    Mill,
    PaySouls,
    RestThis,
)
from engine.effects.subjects import PALS
from engine.effects.values import Variable
from engine.model.terms import Resource


class Offer(NamedTuple):
    """What an ability is worth when everything but souls is paid, the souls that it costs, and the best X."""

    value: float
    souls: int
    x: int = 0


class Unpayable(Exception):
    """The cost cannot be paid, as far as the seat can tell."""


def best_offer(reckoner: Reckoner, act: Act) -> Offer:
    """The best way to activate an ability; its value is below every other if it cannot be paid."""
    offers = [offer for cost in act.costs for offer in offers_for(reckoner, act, cost)]
    return max(offers, default=Offer(-worth.WIN, 0))


def offers_for(reckoner: Reckoner, act: Act, cost: Cost) -> Iterator[Offer]:
    """One alternative of the cost, for every X."""
    most = max((_most(reckoner, part) for part in cost if _is_x(part)), default=0)
    for x in range(most + 1):
        scope: Scope = {"x": x}
        try:
            price = sum(_price(reckoner, part, scope) for part in cost)
        except Unpayable:
            continue
        souls = sum(part.number for part in cost if isinstance(part, PaySouls))
        yield Offer(reckoner.effect(act.effect, scope) - price, souls, x)


def _is_x(part: CostPart) -> bool:
    return isinstance(part, Consume | Discard) and isinstance(part.number, Variable)


def _most(reckoner: Reckoner, part: CostPart) -> int:
    """The largest X that can be paid."""
    if isinstance(part, Consume):
        return _owned(reckoner, part.resource)
    return len(reckoner.table.hand)


def _owned(reckoner: Reckoner, resource: Resource) -> int:
    me = reckoner.table.me
    return me.material if resource is Resource.MATERIAL else me.ingredient


def _price(reckoner: Reckoner, part: CostPart, scope: Scope) -> float:
    """What one part costs; what it binds goes into the scope. Raises `Unpayable`."""
    match part:
        case Assign() | Discard() | ButcherPals():
            return _price_of_cards(reckoner, part, scope)
        case Consume(resource, number):
            amount = reckoner.number(number, scope)
            if amount > _owned(reckoner, resource):
                raise Unpayable
            return 0.6 * worth.RESOURCE * amount
        case RestThis():
            return max(1.0, -reckoner.rested(reckoner.source))
        case DiscardThis():
            return spent(reckoner, part, reckoner.source)
        case Mill(number):
            return -worth.drawn(reckoner.table.me, number) if reckoner.table.me.deck_size <= number + 8 else 10.0
        case _:
            return 0.0


def _price_of_cards(reckoner: Reckoner, part: Assign | Discard | ButcherPals, scope: Scope) -> float:
    number = reckoner.number(part.number, scope)
    ranked = sorted(payable(reckoner, part, scope), key=lambda card: spent(reckoner, part, card))
    if len(ranked) < number:
        raise Unpayable
    taken = tuple(ranked[:number])
    scope[part.binds] = taken
    return sum(spent(reckoner, part, card) for card in taken)


def payable(reckoner: Reckoner, part: Assign | Discard | ButcherPals, scope: Scope) -> tuple[Card, ...]:
    """The cards that could pay this part."""
    cards = PALS.yours.standing if isinstance(part, Assign) else part.cards
    return reckoner.cards(cards, scope)


def spent(reckoner: Reckoner, part: CostPart, card: Card) -> float:
    """What it costs to give this card for the part."""
    match part:
        case Assign():
            return -reckoner.rested(card)
        case ButcherPals():
            return -reckoner.gone(card)
        case _:
            return worth.in_hand(card, reckoner.table.me.all_souls)
