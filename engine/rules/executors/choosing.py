"""Choosing cards, and declaring names."""

from typing import Any

from engine.effects import instructions as do
from engine.effects.program import Operation
from engine.model.decisions import Decision
from engine.model.state import PHYSICAL_MASK, Frame
from engine.rules import asking, costs
from engine.rules.effect_frames import bind, scope_of
from engine.rules.executors.registry import bind_cards, continues, executes
from engine.rules.match import Match
from engine.rules.selection import Scope, is_chosen_by_hidden_facts, number, select
from engine.rules.zones import reveal


def _chooser_scope(scope: Scope, who: do.Who) -> Scope:
    """The word "yours" in what a player chooses among is the chooser's."""
    return scope._replace(master=costs.player_meant(who, scope.master))


@executes(do.Choose)
def _choose(match: Match, frame: Frame, operation: Operation, node: do.Choose) -> str | None:
    scope = _chooser_scope(scope_of(frame), node.who)
    cards = select(match, node.cards, scope)
    if node.number is None:
        bind_cards(match, frame, node.bind, cards)
        return None
    most = max(number(match, node.number, scope_of(frame)), 0)
    hidden = is_chosen_by_hidden_facts(match, node.cards, scope)
    # Nobody can check a condition among hidden cards, so a player may act as though there were none (ambiguity 20).
    least = 0 if node.up_to or hidden else most
    chosen = asking.ask_cards(match, scope.master, cards, least, most, by_hidden_facts=hidden and most > 0)
    if chosen is not None:
        bind_cards(match, frame, node.bind, chosen)
    return None


@continues(do.Choose)
def _take_choice(match: Match, frame: Frame, operation: Operation, node: do.Choose, decision: Decision) -> str | None:
    bind(frame, node.bind, decision.cards)
    scope = _chooser_scope(scope_of(frame), node.who)
    if is_chosen_by_hidden_facts(match, node.cards, scope):
        reveal(match, [reference & PHYSICAL_MASK for reference in decision.cards])
    return None


@executes(do.DeclareName)
def _declare_name(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    asking.ask_name(match, scope_of(frame).master)
    return None


@continues(do.DeclareName)
def _take_name(match: Match, frame: Frame, operation: Operation, node: Any, decision: Decision) -> str | None:
    bind(frame, "name", decision.name)
    match.emit("name_declared", scope_of(frame).master, decision.name)
    return None
