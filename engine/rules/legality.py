"""What may be done at a play timing (section 8), when attacking (9.2) and when blocking (9.4.2).

The same predicates make the legal list and the reasons for a refusal. Cards are physical numbers here.
"""

from collections.abc import Sequence
from typing import Final

from engine.effects.abilities import Act, Rule
from engine.effects.catalogue import Instance
from engine.model.decisions import Verb
from engine.model.records import InstanceKey, ModifierKind
from engine.model.state import BASE, HAND
from engine.rules.costs import cost_to_play, is_payable
from engine.rules.match import Match
from engine.rules.selection import Scope

PLAYER = -1
"""The target of an attack on the opponent."""

SOULS_TO_DRAW = 3
"""Souls rested to draw a card, once per turn (8.5)."""


# --- playing cards ----------------------------------------------------------------------------------------------------


def is_quick_event(match: Match, card: int) -> bool:
    """Whether the card is an event with the Quick icon (Q28, Q29)."""
    return match.cards[card].is_quick


def playable(match: Match, seat: int, *, quick_only: bool) -> list[int]:
    """The cards of a hand that may be played now: their cost can be paid and their timing is right."""
    state, cards = match.state, match.cards
    souls = state.souls_standing[seat]
    if quick_only:
        return [card for card in state.hand[seat] if cards[card].is_quick and cost_to_play(match, card) <= souls]
    if state.modifiers:
        return [card for card in state.hand[seat] if cost_to_play(match, card) <= souls]
    return [card for card in state.hand[seat] if cards[card].cost <= souls]


# --- activating abilities ---------------------------------------------------------------------------------------------


def activated_abilities(match: Match, card: int) -> Sequence[Instance]:
    """The activated abilities that function where the card is now, printed ones first (Q31, Q51)."""
    compiled = match.cards[card]
    place = match.state.place[card]
    if place == HAND:
        return compiled.hand_acts
    if place != BASE:
        return ()
    if not match.derived.gives_abilities:
        return compiled.acts
    return [
        instance
        for instance in match.derived.instances(card)
        if isinstance(instance[0].node, Act) and not instance[0].node.from_hand
    ]


def is_used(match: Match, card: int, instance: Instance) -> bool:
    """Whether a once-per-turn ability was activated this turn: by instance of this object (Q44, Q48)."""
    ability, origin = instance
    used = match.state.used
    return bool(used) and InstanceKey(match.state.reference(card), ability.id, origin) in used


def may_activate_from_hand(*, quick_only: bool) -> bool:
    """Only in the quick step: elsewhere there is no attacking Pal of an opponent (ambiguity 25)."""
    return quick_only


def may_activate(match: Match, card: int, instance: Instance, *, quick_only: bool) -> bool:
    """Whether an activated ability may be activated now."""
    act = instance[0].node
    assert isinstance(act, Act), "only activated abilities are activated"
    if (quick_only and not act.quick) or (act.from_hand and not may_activate_from_hand(quick_only=quick_only)):
        return False
    if act.once_per_turn and is_used(match, card, instance):
        return False
    state = match.state
    scope = Scope(state.owner(card), state.reference(card), {})
    return is_payable(match, act, scope)


def activatable(match: Match, seat: int, *, quick_only: bool) -> list[tuple[int, int]]:
    """(card, number) of each activated ability that may be activated now; numbers count from 1."""
    state, cards = match.state, match.cards
    gives_abilities = match.derived.gives_abilities
    found = []
    for card in state.base[seat]:
        acts = activated_abilities(match, card) if gives_abilities else cards[card].acts
        for place, instance in enumerate(acts):
            if may_activate(match, card, instance, quick_only=quick_only):
                found.append((card, place + 1))
    if may_activate_from_hand(quick_only=quick_only):
        for card in state.hand[seat]:
            for place, instance in enumerate(cards[card].hand_acts):
                if may_activate(match, card, instance, quick_only=quick_only):
                    found.append((card, place + 1))
    return found


# --- attacking (9.2) --------------------------------------------------------------------------------------------------


def attackers(match: Match, seat: int) -> list[int]:
    """The standing Pals of the turn player; one deployed this turn may attack (9.2)."""
    return match.derived.standing_pals(seat)


def targets(match: Match, attacker: int) -> list[int]:
    """What a Pal may attack, ``PLAYER`` last: a Taunt card that it may attack restricts it to such (12.10)."""
    derived, cards = match.derived, match.cards
    found, taunting = [], []
    for card in exposed(match, attacker):
        if not cards[card].conts and not derived.gives_abilities:
            found.append(card)
        elif derived.may_be_attacked_by(card, attacker):
            found.append(card)
            if derived.has_rule(card, Rule.TAUNT):
                taunting.append(card)
    return taunting or [*found, PLAYER]


def exposed(match: Match, attacker: int) -> list[int]:
    """What can be attacked in the opposing base: structures, resting Pals, and with Assault every Pal."""
    state, cards = match.state, match.cards
    assault = match.derived.has_rule(attacker, Rule.ASSAULT)
    return [
        card
        for card in state.base[1 - state.owner(attacker)]
        if cards[card].is_structure or (cards[card].is_pal and (assault or state.resting[card]))
    ]


ACTIONS: Final[tuple[Verb, ...]] = ("play", "activate", "attack", "draw", "end")
"""What can be done at a play timing of the main phase (8.1)."""


def open_actions(match: Match, seat: int) -> tuple[Verb, ...]:
    """The actions that no effect forbids: while Pals that must attack still can, all but the end (ambiguity 8)."""
    if match.state.modifiers and match.player_modifiers(seat, ModifierKind.MUST_ATTACK) and attackers(match, seat):
        return ("play", "activate", "attack", "draw")
    return ACTIONS


# --- blocking (9.4.2) -------------------------------------------------------------------------------------------------


def blockers(match: Match, seat: int) -> list[int]:
    """The standing Pals that may block: not the target, not barred, and the attacker has no Stealth (12.11)."""
    state, derived, cards = match.state, match.derived, match.cards
    battle = state.battle
    assert battle is not None, "blocking belongs to a battle"
    attacker = match.alive(battle.attacker)
    if attacker >= 0 and derived.has_rule(attacker, Rule.STEALTH):
        return []
    return [
        card
        for card in state.base[seat]
        if cards[card].is_pal
        and not state.resting[card]
        and state.reference(card) != battle.target
        and (not state.modifiers or derived.may_block(card))
    ]


def may_draw_with_souls(match: Match, seat: int) -> bool:
    """Whether three souls may be rested to draw a card (8.5): once per turn."""
    return not match.state.soul_drawn and match.state.souls_standing[seat] >= SOULS_TO_DRAW
