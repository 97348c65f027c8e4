"""Damage by effects, and nullifying the attack that would deal it."""

from typing import Any

from engine.effects import instructions as do
from engine.effects.program import Operation
from engine.model.state import F_SOURCE, PHYSICAL_MASK, Frame
from engine.rules.damage import deal_to_card, deal_to_player
from engine.rules.effect_frames import scope_of
from engine.rules.executors.registry import cards_in_base, executes
from engine.rules.match import Match
from engine.rules.selection import number


def _dealer(match: Match, frame: Frame) -> int:
    """Who deals the damage of an ability: the card that has it, also if another one granted it (ambiguity 37)."""
    source: int = frame[F_SOURCE]
    return source & PHYSICAL_MASK


@executes(do.Deal)
def _deal(match: Match, frame: Frame, operation: Operation, node: do.Deal) -> str | None:
    scope = scope_of(frame)
    amount = number(match, node.amount, scope)
    for card in cards_in_base(match, node.to, scope):
        deal_to_card(match, card, amount, _dealer(match, frame), battle=False)
    return None


@executes(do.DealToOpponent)
def _deal_to_opponent(match: Match, frame: Frame, operation: Operation, node: do.DealToOpponent) -> str | None:
    scope = scope_of(frame)
    amount = number(match, node.amount, scope)
    deal_to_player(match, 1 - scope.master, amount, _dealer(match, frame), battle=False)
    return None


@executes(do.NullifyAttack)
def _nullify_attack(match: Match, frame: Frame, operation: Operation, node: Any) -> str | None:
    """5.18: with an attacking Pal, the battle jumps to 9.7.1 as soon as this effect has finished."""
    battle = match.state.battle
    if battle is not None and battle.attacking and match.alive(battle.attacker) >= 0:
        battle.failed = True
        match.emit("attack_failed")
    return None
