"""What battles come to: a forecast from public facts alone."""

from collections.abc import Sequence

from clients.bots import worth
from clients.bots.table import Card, Table
from engine.model.terms import Keyword

EXPOSED = 0.5
"""How much of a loss the opponent can threaten next turn is counted."""
GUARD = 500.0
"""Keeping a Pal that stands between the opponent and the last points of life."""


def falls(card: Card, damage: int) -> bool:
    """Whether so much more damage is lethal (11.4)."""
    return damage > 0 and card.damage + damage >= card.power


def clash(attacker: Card, target: Card) -> tuple[bool, bool]:
    """Whether attacker and target fall when they fight (9.6.3); a structure does not strike back."""
    target_falls = falls(target, attacker.power)
    if not target.is_pal:
        return False, target_falls
    attacker_falls = falls(attacker, target.power)
    return (
        attacker_falls or (target_falls and target.has(Keyword.RETALIATE)),
        target_falls or (attacker_falls and attacker.has(Keyword.RETALIATE)),
    )


def outcome(table: Table, attacker: Card, target: Card | None) -> float:
    """What this seat gains if the two fight as they stand; ``None`` is the player."""
    victim = table.player(mine=not attacker.mine)
    sign = 1.0 if attacker.mine else -1.0
    if target is None:
        return sign * worth.hit(victim, attacker.strike)
    attacker_falls, target_falls = clash(attacker, target)
    gain = worth.lost(attacker) * attacker_falls + worth.lost(target) * target_falls
    if target_falls and target.is_pal and attacker.has(Keyword.BREAKTHROUGH):
        gain += sign * worth.hit(victim, attacker.strike)
    return gain


# --- attacking --------------------------------------------------------------------------------------------------------


def blockers(table: Table, attacker: Card, target: Card | None) -> list[Card]:
    """The opponent's Pals that could block."""
    if attacker.has(Keyword.STEALTH):
        return []
    return [card for card in table.foe.standing if target is None or card.handle != target.handle]


def attack(table: Table, attacker: Card, target: Card | None) -> float:
    """What an attack is worth: the fight, the opponent's best block, and what the resting attacker risks."""
    known = table.attacks.get((attacker, target))
    if known is None:
        known = table.attacks[attacker, target] = _attack(table, attacker, target)
    return known


def _attack(table: Table, attacker: Card, target: Card | None) -> float:
    fought = outcome(table, attacker, target)
    blocks = [min(fought, outcome(table, attacker, card)) for card in blockers(table, attacker, target)]
    if blocks:
        hurting = sum(block < fought for block in blocks)
        likely = min(1.0, hurting / max(1, len(table.me.standing)))
        fought += likely * (min(blocks) - fought)
    return fought - resting_risk(table, attacker, target)


def resting_risk(table: Table, pal: Card, target: Card | None = None) -> float:
    """What a Pal of the seat risks by resting until its next stand phase: attacks on it, and a blocker less."""
    if pal.rests or pal.has(Keyword.VIGILANCE):
        return 0.0
    if target is not None and clash(pal, target)[1]:
        return _risk(table, pal, [foe for foe in table.foe.pals if not foe.locked and foe.handle != target.handle])
    known = table.risks.get(pal)
    if known is None:
        known = table.risks[pal] = _risk(table, pal, [foe for foe in table.foe.pals if not foe.locked])
    return known


def _risk(table: Table, pal: Card, foes: Sequence[Card]) -> float:
    exposed = EXPOSED * max((_punished(pal, foe) for foe in foes), default=0.0)
    return exposed + (GUARD if _guards(table, foes) else 0.0)


def _punished(pal: Card, foe: Card) -> float:
    """What an attack of the foe on the resting Pal would gain, less what the foe's hit on the player would."""
    rested, fresh = pal.definition.power, foe.definition.power
    if fresh < rested:
        return 0.0
    traded = worth.in_base(foe) if rested >= fresh else 0.0
    return max(0.0, worth.in_base(pal) - traded - 60.0 * foe.strike)


def _guards(table: Table, foes: Sequence[Card]) -> bool:
    """Whether the seat could be beaten next turn without this blocker, but not with it."""
    strikes = sorted((foe.strike for foe in foes if not foe.has(Keyword.STEALTH)), reverse=True)
    sneaking = sum(foe.strike for foe in foes if foe.has(Keyword.STEALTH))
    guards = len(table.me.standing)
    with_it = sneaking + sum(strikes[guards:])
    without = sneaking + sum(strikes[guards - 1 :])
    return with_it < table.me.life <= without + 1


def is_lethal(table: Table) -> bool:
    """Whether the seat's attacks on the player end the game if no Lucky card and no card from hand stops them."""
    ready = table.me.standing
    sneaking = sum(card.strike for card in ready if card.has(Keyword.STEALTH))
    strikes = sorted((card.strike for card in ready if not card.has(Keyword.STEALTH)), reverse=True)
    blocking = len(table.foe.standing)
    return sneaking + sum(strikes[blocking:]) >= table.foe.life
