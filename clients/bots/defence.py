"""The opponent's attack: whether to block it, and what to play against it."""

from collections.abc import Sequence
from typing import TypeAlias

from clients.bots import battle, worth
from clients.bots.main_phase import activated
from clients.bots.prices import best_offer
from clients.bots.reckoning import Reckoner
from clients.bots.table import Card, Table
from engine.effects.abilities import EventEffect
from engine.model.decisions import PASS, Decision

KEPT = 40.0
"""A block or a card has to gain so much more than passing."""
Gain: TypeAlias = tuple[float, Decision]


def block(table: Table, legal: Sequence[Decision]) -> Decision:
    """The block that gains most over taking the attack as it is declared, or none."""
    return _best(blocks(table, legal))


def blocks(table: Table, legal: Sequence[Decision]) -> list[Gain]:
    """The blocks that gain something over taking the attack as it is declared."""
    fight = table.battle
    attacker = None if fight is None else fight.attacker
    if fight is None or attacker is None:
        return []
    unblocked = battle.outcome(table, attacker, fight.target) if fight.target or fight.on_player else 0.0
    found = []
    for decision in legal:
        if decision.verb == "block":
            blocker = table.card(decision.card)
            gain = battle.outcome(table, attacker, blocker) - unblocked - _missed(table, attacker, blocker)
            found.append((gain, decision))
    return [(gain, decision) for gain, decision in found if gain > KEPT]


def _best(gains: Sequence[Gain]) -> Decision:
    """The first of those that gain most; pass, if nothing gains anything."""
    return max(gains, key=lambda found: found[0], default=(0.0, PASS))[1]


def _missed(table: Table, attacker: Card, blocker: Card) -> float:
    """What the blocker cannot do any more this turn: stand against the Pals that may still attack."""
    others = [foe for foe in table.foe.pals if not foe.rests and foe.handle != attacker.handle]
    if not others or battle.clash(attacker, blocker)[1]:
        return 0.0
    open_to = max(0.0, *(-battle.outcome(table, foe, blocker) for foe in others)) / 2
    gains = (battle.outcome(table, foe, blocker) - battle.outcome(table, foe, None) for foe in others)
    return max(0.0, open_to, 0.3 * max(gains))


def quick(table: Table, legal: Sequence[Decision]) -> Decision:
    """The Quick card or ability that saves more than it costs, or pass."""
    return _best(quicks(table, legal))


def quicks(table: Table, legal: Sequence[Decision]) -> list[Gain]:
    """The Quick cards and abilities that save more than they cost."""
    found = []
    for decision in legal:
        if decision.verb == "play":
            found.append((_play(table, table.card(decision.card)), decision))
        elif decision.verb == "activate":
            found.append((_activate(table, table.card(decision.card), decision.number), decision))
    return [(gain, decision) for gain, decision in found if gain > KEPT]


def _play(table: Table, card: Card) -> float:
    reckoner = Reckoner(table, card, mine=True)
    effects = (a.effect for a in card.definition.abilities if isinstance(a, EventEffect))
    return sum(reckoner.effect(effect, {}) for effect in effects) - 0.8 * worth.in_hand(card, table.me.all_souls)


def _activate(table: Table, card: Card, number: int) -> float:
    act = activated(card, number)
    if act is None:
        return 0.0
    offer = best_offer(Reckoner(table, card, mine=True), act)
    return offer.value - 5.0 * offer.souls
