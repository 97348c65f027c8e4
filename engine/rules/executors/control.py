"""What is done next: conditions, options, modes, repetitions, and what waits for the end of the turn."""

from typing import Any

from engine.effects import instructions as do
from engine.effects import program as steps
from engine.effects.conditions import Condition
from engine.effects.program import Operation
from engine.effects.subjects import Subject
from engine.model.decisions import Decision
from engine.model.records import Delayed
from engine.model.state import PHYSICAL_MASK, Frame
from engine.rules import asking
from engine.rules.effect_frames import ability_of, bind, scope_of, unbind
from engine.rules.executors.registry import continues, executes
from engine.rules.match import Match
from engine.rules.playing import can_play
from engine.rules.selection import (
    Scope,
    holds,
    is_chosen_by_hidden_facts,
    is_one_hidden,
    number,
    references,
    select,
)


@executes(do.If)
def _if(match: Match, frame: Frame, operation: Operation, node: do.If) -> str | None:
    return operation.branches[0 if holds(match, node.condition, scope_of(frame)) else 1]


@executes(do.May)
def _may(match: Match, frame: Frame, operation: Operation, node: do.May) -> str | None:
    scope = scope_of(frame)
    possible, hidden = _possibility(match, node.do, scope)
    if node.provided is not None:
        possible = possible and holds(match, node.provided, scope)
        hidden = hidden or _reads_hidden_card(match, node.provided, scope)
    answer = asking.ask_may(match, scope.master, possible=possible, by_hidden_facts=hidden)
    if answer is None:
        return None
    bind(frame, "done", 0)
    return operation.next


@continues(do.May)
def _take_may(match: Match, frame: Frame, operation: Operation, node: Any, decision: Decision) -> str | None:
    if decision.verb == "yes":
        return operation.branches[0]
    bind(frame, "done", 0)
    return operation.next


def _possibility(match: Match, node: do.Instruction, scope: Scope) -> tuple[bool, bool]:
    """Whether something optional can be done, and whether that depends on cards the other player does not see."""
    match node:
        case do.Do():
            return _possibility(match, node.steps[0], scope)
        case do.Choose() if not node.up_to:
            return bool(select(match, node.cards, scope)), is_chosen_by_hidden_facts(match, node.cards, scope)
        case do.PlayIt():
            cards = references(match, node.what, scope)
            possible = bool(cards) and can_play(match, cards[0], reduced_by=node.reduced_by, floor=node.floor)
            return possible, is_one_hidden(match, cards)
        case do.ToHand() | do.Deploy() | do.Exile() | do.PutIntoGraveyard() | do.Butcher():
            return bool(references(match, node.what, scope)), False
        case _:
            return True, False


def _reads_hidden_card(match: Match, condition: Condition, scope: Scope) -> bool:
    subjects = [node for node in condition.walk() if isinstance(node, Subject)]
    return any(is_one_hidden(match, references(match, subject, scope)) for subject in subjects)


@executes(do.OneOf)
def _one_of(match: Match, frame: Frame, operation: Operation, node: do.OneOf) -> str | None:
    modes = len(node.modes)
    asking.ask_option(match, scope_of(frame).master, tuple(range(1, modes + 1)), modes, modal=True)
    return None


@continues(do.OneOf, steps.ChooseCost)
def _take_option(match: Match, frame: Frame, operation: Operation, node: Any, decision: Decision) -> str | None:
    return operation.branches[decision.number - 1]


@executes(do.Repeat)
def _repeat(match: Match, frame: Frame, operation: Operation, node: do.Repeat) -> str | None:
    """The counter lives in the frame and is forgotten on leaving the loop."""
    scope, counter = scope_of(frame), f"left {operation.path}"
    left = scope.variables.get(counter)
    if left is None:
        left = number(match, node.times, scope)
    if left <= 0:
        unbind(frame, counter)
        return operation.next
    bind(frame, counter, left - 1)
    return operation.branches[0]


@executes(do.Later)
def _later(match: Match, frame: Frame, operation: Operation, node: do.Later) -> str | None:
    scope = scope_of(frame)
    name = f"{ability_of(match, frame).id}{steps.AT}{operation.branches[0]}"
    variables = tuple(sorted(scope.variables.items()))
    handles = match.handles(scope.source & PHYSICAL_MASK)
    match.state.delayed.append(Delayed(match.state.turn, scope.master, scope.source, name, variables, handles))
    return None


@executes(do.Let)
def _let(match: Match, frame: Frame, operation: Operation, node: do.Let) -> str | None:
    bind(frame, node.bind, number(match, node.number, scope_of(frame)))
    return None
