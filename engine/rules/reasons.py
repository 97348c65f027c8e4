"""Why a decision is refused, in one sentence with the subject first, from the predicates that decide legality."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.effects.abilities import Act, Rule
from engine.model.decisions import Decision, has_stray_fields
from engine.model.state import BASE, HAND
from engine.model.terms import PromptKind
from engine.rules.costs import cost_to_play, payable_alternatives
from engine.rules.legality import (
    SOULS_TO_DRAW,
    activated_abilities,
    is_quick_event,
    is_used,
    targets,
)
from engine.rules.match import Match
from engine.rules.selection import Scope

WRONG_KIND = "That does not answer what is asked now."
UNKNOWN_CARD = "You know no such card."
STRAY_FIELD = "The decision says more than its verb has a meaning for."


Reason = Callable[[Match, int, Decision], str]


def why_not(match: Match, seat: int, decision: Decision) -> str:
    """The reason why an illegal decision is not legal for the seat that is asked."""
    asked = match.state.prompt
    assert asked is not None, "a prompt is open"
    reason = _REASONS.get((decision.verb, asked[1]))
    if reason is None:
        return WRONG_KIND
    return STRAY_FIELD if has_stray_fields(decision) else reason(match, seat, decision)


def _asked(match: Match) -> list[Any]:
    asked = match.state.prompt
    assert asked is not None, "a prompt is open"
    return asked


def _physical(match: Match, seat: int, handle: int) -> int:
    handles = match.state.handles[seat]
    return handles.index(handle) if handle > 0 and handle in handles else -1


def _between(minimum: int, maximum: int) -> str:
    return str(minimum) if minimum == maximum else f"between {minimum} and {maximum}"


def _name(match: Match, card: int) -> str:
    return match.cards[card].definition.main_name


def _why_not_play(match: Match, seat: int, decision: Decision) -> str:
    state = match.state
    card = _physical(match, seat, decision.card)
    if card < 0:
        return UNKNOWN_CARD
    if state.place[card] != HAND or state.owner(card) != seat:
        return f"{_name(match, card)} is not in your hand."
    if _asked(match)[1] == PromptKind.QUICK and not is_quick_event(match, card):
        return f"{_name(match, card)} is not a Quick card."
    cost, souls = cost_to_play(match, card), state.souls_standing[seat]
    return f"{_name(match, card)} costs {cost} souls, you have {souls}."


def _why_not_activate(match: Match, seat: int, decision: Decision) -> str:
    state, number = match.state, decision.number
    quick_only = _asked(match)[1] == PromptKind.QUICK
    card = _physical(match, seat, decision.card)
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


def _why_not_attack(match: Match, seat: int, decision: Decision) -> str:
    state, target = match.state, decision.target
    attacker = _physical(match, seat, decision.card)
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


def _why_not_draw(match: Match, seat: int, decision: Decision) -> str:
    if match.state.soul_drawn:
        return "You have drawn with souls this turn."
    return f"Drawing takes {SOULS_TO_DRAW} standing souls, you have {match.state.souls_standing[seat]}."


def _why_not_block(match: Match, seat: int, decision: Decision) -> str:
    state, battle = match.state, match.state.battle
    card = _physical(match, seat, decision.card)
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
    if attacker >= 0 and match.derived.has_rule(attacker, Rule.STEALTH):
        return f"{_name(match, attacker)} has Stealth and cannot be blocked."
    return f"{name} cannot block this turn."


def _why_not_end(match: Match, seat: int, decision: Decision) -> str:
    return "Your Pals must attack before you end your main phase."


def _why_not_choose(match: Match, seat: int, decision: Decision) -> str:
    _, _, offered, minimum, maximum = _asked(match)
    return f"Choose {_between(minimum, maximum)} of the {len(offered)} cards offered, none twice."


def _why_not_number(match: Match, seat: int, decision: Decision) -> str:
    _, _, minimum, maximum = _asked(match)
    return f"The number is {_between(minimum, maximum)}."


def _why_not_name(match: Match, seat: int, decision: Decision) -> str:
    return f"No card of the game is called {decision.name}."


def _why_not_option(match: Match, seat: int, decision: Decision) -> str:
    return "That option is not there, or cannot be paid."


def _why_not_yes(match: Match, seat: int, decision: Decision) -> str:
    return "It cannot be done."


_REASONS: Mapping[tuple[str, str], Reason] = {
    ("play", PromptKind.MAIN): _why_not_play,
    ("play", PromptKind.QUICK): _why_not_play,
    ("activate", PromptKind.MAIN): _why_not_activate,
    ("activate", PromptKind.QUICK): _why_not_activate,
    ("attack", PromptKind.MAIN): _why_not_attack,
    ("draw", PromptKind.MAIN): _why_not_draw,
    ("end", PromptKind.MAIN): _why_not_end,
    ("block", PromptKind.BLOCK): _why_not_block,
    ("choose", PromptKind.CARDS): _why_not_choose,
    ("number", PromptKind.NUMBER): _why_not_number,
    ("name", PromptKind.NAME): _why_not_name,
    ("option", PromptKind.OPTION): _why_not_option,
    ("yes", PromptKind.MAY): _why_not_yes,
}
