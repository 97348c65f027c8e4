"""The opponent's attack: whether to block it, and what to play against it."""

from collections.abc import Sequence

from clients.bots import battle, worth
from clients.bots.main_phase import activated
from clients.bots.prices import best_offer
from clients.bots.reckoning import Reckoner
from clients.bots.table import Card, Table
from engine.effects.abilities import EventEffect
from engine.model.decisions import PASS, Decision

KEPT = 40.0
"""A block or a card has to gain so much more than passing."""


def block(table: Table, legal: Sequence[Decision]) -> Decision:
    """The block that gains most over taking the attack as it is declared, or none."""
    fight = table.battle
    attacker = None if fight is None else fight.attacker
    if fight is None or attacker is None:
        return PASS
    unblocked = battle.outcome(table, attacker, fight.target) if fight.target or fight.on_player else 0.0
    best, gain = PASS, KEPT
    for decision in legal:
        if decision.verb == "block":
            blocker = table.card(decision.card)
            here = battle.outcome(table, attacker, blocker) - unblocked - _missed(table, attacker, blocker)
            if here > gain:
                best, gain = decision, here
    return best


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
    best, gain = PASS, KEPT
    for decision in legal:
        if decision.verb == "play":
            here = _play(table, table.card(decision.card))
        elif decision.verb == "activate":
            here = _activate(table, table.card(decision.card), decision.number)
        else:
            continue
        if here > gain:
            best, gain = decision, here
    return best


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
