"""Answers to what abilities ask: cards, options, numbers, names, and which comes first."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from clients.bots import prices, worth
from clients.bots.asking import Asked
from clients.bots.policy import Question
from clients.bots.reckoning import Reckoner, acting_on
from clients.bots.table import Card, Table
from engine.effects.abilities import Act, Auto, steps_after
from engine.effects.costs import Assign, ButcherPals, Consume, Discard
from engine.effects.definition import main_name_of
from engine.effects.instructions import Choose, May, OneOf, OpponentLoses
from engine.effects.subjects import MainNameIs
from engine.model.decisions import Decision, choose

Value: TypeAlias = Callable[[Card], float]
Taste: TypeAlias = Callable[[float], float]
"""What somebody takes a worth for. What is good stays good, and what is bad, bad."""


def exact(value: float) -> float:
    """The taste of whoever is never wrong."""
    return value


def _reckoner(table: Table, asked: Asked) -> Reckoner:
    return Reckoner(table, asked.source, mine=asked.source.mine)


# --- cards ------------------------------------------------------------------------------------------------------------


def cards(table: Table, question: Question, asked: Asked | None, taste: Taste = exact) -> Decision:
    """The cards that are worth most to have chosen: all that gain something, and as many others as have to be."""
    value = worth.in_base if asked is None else _value_of_cards(table, question, asked)
    offered = table.cards(question.candidates)
    ranked = sorted((-taste(value(card)), card.handle) for card in offered)
    number = sum(cost < 0 for cost, _ in ranked)
    number = max(question.minimum, min(number, question.maximum))
    return choose(handle for _, handle in ranked[:number])


def _value_of_cards(table: Table, question: Question, asked: Asked) -> Value:
    reckoner, node = _reckoner(table, asked), asked.node
    if isinstance(node, Assign | Discard | ButcherPals):
        return lambda card: -prices.spent(reckoner, node, card)
    assert isinstance(node, Choose), "only choices and costs ask for cards"
    acting = acting_on(node, steps_after(asked.ability, node))
    scope = {node.cards.among: table.cards(question.candidates)} if node.cards.among else {}
    return lambda card: reckoner.chosen(card, node, acting, scope)


# --- the rest ---------------------------------------------------------------------------------------------------------


def option(table: Table, asked: Asked | None, legal: Sequence[Decision], taste: Taste = exact) -> Decision:
    """The mode that is worth most, or the cheapest of the costs."""
    if asked is None:
        return legal[0]
    reckoner, node = _reckoner(table, asked), asked.node
    if isinstance(node, OneOf):
        modes = node.modes
        return max(legal, key=lambda decision: taste(reckoner.effect(modes[decision.number - 1], {})))
    assert isinstance(node, Act), "only modes and costs ask for an option"
    act = node
    return max(legal, key=lambda decision: taste(_of_cost(reckoner, act, decision.number)))


def _of_cost(reckoner: Reckoner, act: Act, number: int) -> float:
    offers = prices.offers_for(reckoner, act, act.costs[number - 1])
    return max((offer.value - worth.SOUL * offer.souls for offer in offers), default=-worth.WIN)


def number(table: Table, question: Question, asked: Asked | None, legal: Sequence[Decision]) -> Decision:
    """The X that pays best; of what the opponent loses, all."""
    if asked is None:
        return legal[0]
    if isinstance(asked.node, OpponentLoses):
        return legal[-1] if asked.source.mine else legal[0]
    best = 0
    if isinstance(asked.node, Consume | Discard) and isinstance(asked.ability, Act):
        best = prices.best_offer(_reckoner(table, asked), asked.ability).x
    return legal[max(question.minimum, min(best, question.maximum)) - question.minimum]


def may(table: Table, asked: Asked | None, legal: Sequence[Decision]) -> Decision:
    """Yes, if it is worth something."""
    yes = next((decision for decision in legal if decision.verb == "yes"), None)
    if yes is None or asked is None or not isinstance(asked.node, May):
        return legal[0]
    known = {"looked": table.looked} if table.looked else {}
    gained = _reckoner(table, asked).effect(asked.node.do, dict(known))
    after = steps_after(asked.ability, asked.node)
    return yes if gained + 1.0 > 0 or not after else legal[-1]


def name(table: Table, legal: Sequence[Decision]) -> Decision:
    """A name that an ability in the own base counts, else that of an own Pal, else any."""
    counted = {
        node.name
        for card in table.me.base
        for ability in card.definition.abilities
        for node in ability.walk()
        if isinstance(node, MainNameIs)
    }
    own = {card.definition.name for card in table.me.base}
    for decision in legal:
        if main_name_of(decision.name) in counted:
            return decision
    return next((decision for decision in legal if decision.name in own), legal[0])


def order(table: Table, legal: Sequence[Decision]) -> Decision:
    """The pending ability that is worth most comes first."""
    return max(legal, key=lambda decision: _pending(table, decision))


def _pending(table: Table, decision: Decision) -> float:
    if not table.knows(decision.card):
        return 0.0
    card = table.card(decision.card)
    autos = [ability for ability in card.definition.abilities if isinstance(ability, Auto)]
    reckoner = Reckoner(table, card, mine=card.mine)
    return max((reckoner.effect(auto.effect, {}) for auto in autos), default=0.0)
