"""Why a decision is refused, in one sentence with the subject first, from the predicates that decide legality."""

from engine.effects.abilities import Act, Rule
from engine.model.decisions import Decision
from engine.model.state import BASE, HAND
from engine.model.terms import PromptKind
from engine.rules.costs import cost_to_play, payable_alternatives
from engine.rules.legality import (
    SOULS_TO_DRAW,
    activated_abilities,
    blockers,
    is_quick_event,
    is_used,
    targets,
)
from engine.rules.match import Match
from engine.rules.selection import Scope

WRONG_KIND = "That does not answer what is asked now."
UNKNOWN_CARD = "You know no such card."


def why_not(match: Match, seat: int, decision: Decision) -> str:
    """The reason why an illegal decision is not legal for the seat that is asked."""
    asked = match.state.prompt
    assert asked is not None, "a prompt is open"
    kind = asked[1]
    card = _physical(match, seat, decision.card)
    match decision.verb:
        case "play" if kind in (PromptKind.MAIN, PromptKind.QUICK):
            return _why_not_play(match, seat, card, quick_only=kind == PromptKind.QUICK)
        case "activate" if kind in (PromptKind.MAIN, PromptKind.QUICK):
            return _why_not_activate(match, seat, card, decision.number, quick_only=kind == PromptKind.QUICK)
        case "attack" if kind == PromptKind.MAIN:
            return _why_not_attack(match, seat, card, decision.target)
        case "draw" if kind == PromptKind.MAIN:
            return _why_not_draw(match, seat)
        case "end" if kind == PromptKind.MAIN:
            return "Your Pals must attack before you end your main phase."
        case "block" if kind == PromptKind.BLOCK:
            return _why_not_block(match, seat, card)
        case "choose" if kind == PromptKind.CARDS:
            return f"Choose {_between(asked[3], asked[4])} of the {len(asked[2])} cards offered, none twice."
        case "number" if kind == PromptKind.NUMBER:
            return f"The number is {_between(asked[2], asked[3])}."
        case "name" if kind == PromptKind.NAME:
            return f"No card of the game is called {decision.name}."
        case "option" if kind == PromptKind.OPTION:
            return "That option is not there, or cannot be paid."
        case "yes" if kind == PromptKind.MAY:
            return "It cannot be done."
        case _:
            return WRONG_KIND


def _physical(match: Match, seat: int, handle: int) -> int:
    handles = match.state.handles[seat]
    return handles.index(handle) if handle > 0 and handle in handles else -1


def _between(minimum: int, maximum: int) -> str:
    return str(minimum) if minimum == maximum else f"between {minimum} and {maximum}"


def _name(match: Match, card: int) -> str:
    return match.cards[card].definition.main_name


def _why_not_play(match: Match, seat: int, card: int, *, quick_only: bool) -> str:
    state = match.state
    if card < 0:
        return UNKNOWN_CARD
    if state.place[card] != HAND or state.owner(card) != seat:
        return f"{_name(match, card)} is not in your hand."
    if quick_only and not is_quick_event(match, card):
        return f"{_name(match, card)} is not a Quick card."
    cost, souls = cost_to_play(match, card), state.souls_standing[seat]
    return f"{_name(match, card)} costs {cost} souls, you have {souls}."


def _why_not_activate(match: Match, seat: int, card: int, number: int, *, quick_only: bool) -> str:
    state = match.state
    if card < 0:
        return UNKNOWN_CARD
    name = _name(match, card)
    if state.owner(card) != seat or state.place[card] not in (BASE, HAND):
        return f"{name} is not yours to use."
    instances = activated_abilities(match, card)
    if not 1 <= number <= len(instances):
        return f"{name} has no such ability to use where it is."
    ability = instances[number - 1]
    act = ability[0].node
    assert isinstance(act, Act), "only activated abilities are activated"
    if quick_only and not act.quick:
        return f"This ability of {name} cannot be used in the quick step."
    if act.from_hand and not quick_only:
        return f"{name} can be used only while an opponent's Pal attacks."
    if act.once_per_turn and is_used(match, card, ability):
        return f"{name} was used this turn."
    scope = Scope(seat, state.reference(card), {})
    assert not payable_alternatives(match, ability[0], scope), "an ability that can be paid and used is legal"
    return f"The cost of {name} cannot be paid now."


def _why_not_attack(match: Match, seat: int, attacker: int, target: int) -> str:
    state = match.state
    if attacker < 0:
        return UNKNOWN_CARD
    name = _name(match, attacker)
    if state.owner(attacker) != seat or state.place[attacker] != BASE or not match.cards[attacker].is_pal:
        return f"{name} is not a Pal in your base."
    if state.resting[attacker]:
        return f"{name} is resting."
    card = _physical(match, seat, target)
    if target and (card < 0 or state.place[card] != BASE or state.owner(card) == seat):
        return "Only your opponent, their structures and their Pals can be attacked."
    legal = targets(match, attacker)
    taunting = [_name(match, c) for c in legal if c >= 0 and match.derived.has_rule(c, Rule.TAUNT)]
    if taunting:
        return f"{' or '.join(taunting)} has Taunt."
    if not match.derived.may_be_attacked_by(card, attacker):
        return f"{_name(match, card)} cannot be attacked by {name}."
    if match.cards[card].is_pal:
        return f"{_name(match, card)} stands: only Pals with Assault attack standing Pals."
    return f"{_name(match, card)} cannot be attacked."


def _why_not_draw(match: Match, seat: int) -> str:
    if match.state.soul_drawn:
        return "You have drawn with souls this turn."
    return f"Drawing takes {SOULS_TO_DRAW} standing souls, you have {match.state.souls_standing[seat]}."


def _why_not_block(match: Match, seat: int, card: int) -> str:
    state, battle = match.state, match.state.battle
    assert battle is not None, "blocking belongs to a battle"
    if card < 0:
        return UNKNOWN_CARD
    name = _name(match, card)
    if state.owner(card) != seat or state.place[card] != BASE or not match.cards[card].is_pal:
        return f"{name} is not a Pal in your base."
    if state.resting[card]:
        return f"{name} is resting."
    if state.reference(card) == battle.target:
        return f"{name} is attacked itself."
    attacker = match.alive(battle.attacker)
    if attacker >= 0 and not blockers(match, seat):
        return f"{_name(match, attacker)} has Stealth and cannot be blocked."
    return f"{name} cannot block this turn."
