"""What players draw, get and lose: cards, resources, life, souls."""

from typing import Any

from engine.effects import instructions as do
from engine.effects.program import Operation
from engine.model.decisions import Decision
from engine.model.state import Frame
from engine.model.terms import Resource
from engine.rules import asking, costs
from engine.rules.effect_frames import bind, scope_of
from engine.rules.executors.registry import continues, executes
from engine.rules.match import Match
from engine.rules.selection import Scope, number
from engine.rules.souls import increase_souls, stand_souls
from engine.rules.zones import draw


@executes(do.Draw)
def _draw(match: Match, frame: Frame, operation: Operation, node: do.Draw) -> str | None:
    scope = scope_of(frame)
    bind(frame, "done", draw(match, scope.master, number(match, node.number, scope)))
    return None


def _raise(counters: list[int], seat: int, amount: int) -> None:
    """Let a player have more life or more of a resource: there is no limit (ambiguity 26)."""
    counters[seat] += amount


@executes(do.Get)
def _get(match: Match, frame: Frame, operation: Operation, node: do.Get) -> str | None:
    scope = scope_of(frame)
    amount = number(match, node.number, scope)
    _raise(costs.held(match, node.resource), scope.master, amount)
    match.touch()
    match.emit("resource_gained", scope.master, node.resource.value, amount)
    return None


@executes(do.OpponentLoses)
def _opponent_loses(match: Match, frame: Frame, operation: Operation, node: do.OpponentLoses) -> str | None:
    """Two numbers, Material first; the second is asked when the first is known."""
    master = scope_of(frame).master
    for resource in Resource:
        known = scope_of(frame).variables
        if resource.value not in known:
            limit = node.number - known.get(Resource.MATERIAL.value, 0)
            value = asking.ask_number(match, master, 0, min(limit, costs.held(match, resource)[1 - master]))
            if value is None:
                return None
            bind(frame, resource.value, value)
    _lose(match, 1 - master, scope_of(frame))
    return None


def _lose(match: Match, seat: int, scope: Scope) -> None:
    """A player loses as much of each resource as was said."""
    for resource in Resource:
        amount = scope.variables[resource.value]
        if amount:
            costs.held(match, resource)[seat] -= amount
            match.emit("resource_lost", seat, resource.value, amount)
    match.touch()


@continues(do.OpponentLoses)
def _take_loss(
    match: Match, frame: Frame, operation: Operation, node: do.OpponentLoses, decision: Decision
) -> str | None:
    known = scope_of(frame).variables
    bind(frame, (Resource.INGREDIENT if Resource.MATERIAL.value in known else Resource.MATERIAL).value, decision.number)
    return operation.path


@executes(do.GainLife)
def _gain_life(match: Match, frame: Frame, operation: Operation, node: do.GainLife) -> str | None:
    master = scope_of(frame).master
    _raise(match.state.life, master, node.number)
    match.emit("life_gained", master, node.number)
    return None


@executes(do.IncreaseSouls)
def _increase_souls(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    increase_souls(match, scope_of(frame).master, 1, resting=True)
    return None


@executes(do.StandSouls)
def _stand_souls(match: Match, frame: Frame, operation: Operation, node: do.StandSouls) -> str | None:
    scope = scope_of(frame)
    stand_souls(match, scope.master, number(match, node.number, scope))
    return None
