"""Effects that last: values, abilities and names given for a while, what cards may not do, and nights."""

from typing import Any

from engine.effects import instructions as do
from engine.effects.program import Operation
from engine.model.records import ModifierKind, on_player
from engine.model.state import BATTLE, WHILE_SOURCE, Frame
from engine.rules.effect_frames import ability_of, scope_of
from engine.rules.executors.registry import cards_in_base, executes
from engine.rules.match import Match
from engine.rules.selection import number
from engine.rules.zones import is_in_base


def _until(match: Match, until: do.Until, master: int) -> int:
    """The number of the turn in whose end phase an effect made now ends, or ``BATTLE``."""
    turn = match.state.turn
    match until:
        case do.Until.END_OF_TURN:
            return turn
        case do.Until.END_OF_OPPONENTS_NEXT_TURN:
            return _opponents_next_turn(match, master)
        case do.Until.END_OF_BATTLE:
            return BATTLE


def _opponents_next_turn(match: Match, master: int) -> int:
    """Turns alternate; made in the opponent's own turn, it is the one after the next (ambiguity 23)."""
    turn = match.state.turn
    return turn + 1 if match.state.active == master else turn + 2


@executes(do.Gets)
def _gets(match: Match, frame: Frame, operation: Operation, node: do.Gets) -> str | None:
    scope, ability = scope_of(frame), ability_of(match, frame)
    power, strike = number(match, node.power, scope), number(match, node.strike, scope)
    until = _until(match, node.until, scope.master)
    for card in cards_in_base(match, node.to, scope):
        target = match.state.reference(card)
        if power:
            match.add_modifier(target, ModifierKind.POWER, power, until, scope.source)
        if strike:
            match.add_modifier(target, ModifierKind.STRIKE, strike, until, scope.source)
        if power or strike:
            match.emit("value_changed", match.sight(card), power, strike)
        for granted in node.abilities:
            name = ability.granted[id(granted)].id
            match.add_modifier(target, ModifierKind.ABILITY, name, until, scope.source)
            match.emit("ability_granted", match.sight(card), name)
    return None


@executes(do.GetsName)
def _gets_name(match: Match, frame: Frame, operation: Operation, node: do.GetsName) -> str | None:
    scope = scope_of(frame)
    for card in cards_in_base(match, node.to, scope):
        reference = match.state.reference(card)
        match.add_modifier(reference, ModifierKind.NAME, scope.variables["name"], match.state.turn, scope.source)
    return None


@executes(do.SkipsStanding)
def _skips_standing(match: Match, frame: Frame, operation: Operation, node: do.SkipsStanding) -> str | None:
    scope = scope_of(frame)
    turn = _opponents_next_turn(match, scope.master)
    for card in cards_in_base(match, node.what, scope):
        match.add_modifier(match.state.reference(card), ModifierKind.SKIP, turn, turn, scope.source)
    return None


@executes(do.LockedByThis)
def _locked_by_this(match: Match, frame: Frame, operation: Operation, node: do.LockedByThis) -> str | None:
    scope = scope_of(frame)
    if is_in_base(match, scope.source):
        for card in cards_in_base(match, node.what, scope):
            match.add_modifier(match.state.reference(card), ModifierKind.LOCK, 1, WHILE_SOURCE, scope.source)
    return None


@executes(do.CannotBlock)
def _cannot_block(match: Match, frame: Frame, operation: Operation, node: do.CannotBlock) -> str | None:
    scope = scope_of(frame)
    for card in cards_in_base(match, node.what, scope):
        match.add_modifier(match.state.reference(card), ModifierKind.NO_BLOCK, 1, match.state.turn, scope.source)
    return None


@executes(do.AllMustAttack)
def _all_must_attack(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    scope = scope_of(frame)
    match.add_modifier(on_player(scope.master), ModifierKind.MUST_ATTACK, 1, match.state.turn, scope.source)
    return None


@executes(do.NextGearCostsLess)
def _next_gear_costs_less(match: Match, frame: Frame, operation: Operation, node: do.NextGearCostsLess) -> str | None:
    scope = scope_of(frame)
    value = (number(match, node.by, scope), node.floor)
    match.add_modifier(on_player(scope.master), ModifierKind.GEAR_DISCOUNT, value, match.state.turn, scope.source)
    return None


@executes(do.NightFalls)
def _night_falls(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    was_night = match.derived.night
    match.state.nights.append(_opponents_next_turn(match, scope_of(frame).master))
    match.touch()
    if not was_night:
        match.emit("night_fell")
    return None
