"""Paying the cost of an activated ability: the alternative, X, the cards for its parts, then all parts at once."""

from typing import Any

from engine.effects import program as steps
from engine.effects.costs import Discard
from engine.effects.program import Operation
from engine.model.decisions import Decision
from engine.model.state import Frame
from engine.rules import asking, costs
from engine.rules.effect_frames import ability_of, bind, scope_of
from engine.rules.executors.registry import bind_cards, continues, executes
from engine.rules.match import Match
from engine.rules.selection import is_chosen_by_hidden_facts, number


@executes(steps.ChooseCost)
def _choose_cost(match: Match, frame: Frame, operation: Operation, node: steps.ChooseCost) -> str | None:
    scope = scope_of(frame)
    available = costs.payable_alternatives(match, ability_of(match, frame), scope)
    option = asking.ask_option(match, scope.master, available, len(node.costs), modal=False)
    return None if option is None else operation.branches[option - 1]


@executes(steps.ChooseX)
def _choose_x(match: Match, frame: Frame, operation: Operation, node: steps.ChooseX) -> str | None:
    scope = scope_of(frame)
    value = asking.ask_number(match, scope.master, 0, costs.largest_x(match, node.part, scope))
    if value is not None:
        bind(frame, "x", value)
    return None


@continues(steps.ChooseX)
def _take_x(match: Match, frame: Frame, operation: Operation, node: Any, decision: Decision) -> str | None:
    bind(frame, "x", decision.number)
    return None


@executes(steps.ChooseForCost)
def _choose_for_cost(match: Match, frame: Frame, operation: Operation, node: steps.ChooseForCost) -> str | None:
    scope, part = scope_of(frame), node.part
    count = number(match, part.number, scope)
    hidden = isinstance(part, Discard) and is_chosen_by_hidden_facts(match, part.cards, scope)
    cards = costs.candidates(match, part, scope)
    chosen = asking.ask_cards(match, scope.master, cards, count, count, by_hidden_facts=hidden)
    if chosen is not None:
        bind_cards(match, frame, part.binds, chosen)
    return None


@continues(steps.ChooseForCost)
def _take_for_cost(
    match: Match, frame: Frame, operation: Operation, node: steps.ChooseForCost, decision: Decision
) -> str | None:
    bind(frame, node.part.binds, decision.cards)
    return None


@executes(steps.Pay)
def _pay(match: Match, frame: Frame, operation: Operation, node: steps.Pay) -> str | None:
    costs.pay(match, node.cost, scope_of(frame))
    return None
