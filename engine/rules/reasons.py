"""Why a decision is not legal, from the predicates that decide legality: there is a reason exactly if it is not."""

from collections.abc import Callable, Mapping

from engine.effects import costs as cost
from engine.effects.abilities import Act, Rule
from engine.effects.instructions import Choose
from engine.effects.language import refusals as words
from engine.effects.program import ChooseForCost
from engine.effects.subjects import PALS
from engine.model.asked import Asked, AskedCards, AskedMay, AskedNumber, AskedOption, AskedOrder, AskedSetup
from engine.model.decisions import Decision, has_stray_fields
from engine.model.reasons import Reason, ReasonCode
from engine.model.state import BASE, F_KIND, HAND
from engine.model.terms import PromptKind
from engine.rules import costs, legality
from engine.rules.effect_frames import EFFECT, known_numbers, operation_of
from engine.rules.match import Match
from engine.rules.selection import Scope

Find = Callable[[Match, int, Decision], Reason | None]
"""The reason why this seat may not take the decision now; None if it may. Cards of the decision are handles."""


def why_not(match: Match, seat: int, decision: Decision) -> Reason | None:
    """The reason why a decision is not legal for the seat that is asked; None if it is."""
    kind = _asked(match).kind
    find = _REASONS.get((decision.verb, kind))
    if find is None:
        return Reason(ReasonCode.WRONG_KIND, words.WRONG_KIND)
    if has_stray_fields(decision):
        return Reason(ReasonCode.STRAY_FIELD, words.STRAY_FIELD)
    if (reason := find(match, seat, decision)) is not None:
        return reason
    if kind == PromptKind.MAIN and decision.verb not in legality.open_actions(match, seat):
        return Reason(ReasonCode.MUST_ATTACK, words.MUST_ATTACK)
    return None


def refusals(match: Match, seat: int, handle: int) -> list[tuple[Decision, Reason]]:
    """What the asked seat could want of the card with this handle, and may not: each such decision with its reason."""
    card = match.state.known_by(seat, handle)
    if card < 0:
        return []
    wanted = _wanted(match, seat, card, handle)
    return [(decision, reason) for decision in wanted if (reason := why_not(match, seat, decision)) is not None]


def _wanted(match: Match, seat: int, card: int, handle: int) -> list[Decision]:
    """The decisions that the card is made for where it is, legal or not."""
    state, asked = match.state, _asked(match)
    kind = asked.kind
    place, is_own, is_pal = state.place[card], state.owner(card) == seat, match.cards[card].is_pal
    if isinstance(asked, AskedCards):
        return [] if state.reference(card) in asked.references else [Decision("choose", 0, 0, 0, (handle,))]
    if kind == PromptKind.BLOCK:
        return [Decision("block", handle)] if is_own and place == BASE and is_pal else []
    if kind not in (PromptKind.MAIN, PromptKind.QUICK):
        return []
    if not is_own:
        pals = match.derived.standing_pals(seat) if place == BASE and kind == PromptKind.MAIN else []
        return [Decision("attack", state.handles[seat][pal], handle) for pal in pals]
    wanted = [Decision("play", handle)] if place == HAND else []
    wanted += [Decision("activate", handle, 0, n + 1) for n in range(len(legality.activated_abilities(match, card)))]
    if place == BASE and is_pal and kind == PromptKind.MAIN:
        wanted.append(Decision("attack", handle))
    return wanted


def _asked(match: Match) -> Asked:
    asked = match.state.prompt
    assert asked is not None, "a prompt is open"
    return asked


def _name(match: Match, card: int) -> str:
    return match.cards[card].definition.main_name


UNKNOWN_CARD = Reason(ReasonCode.UNKNOWN_CARD, words.UNKNOWN_CARD)


def _souls(needed: int, there: int) -> Reason | None:
    return None if there >= needed else Reason(ReasonCode.SOULS, words.costs_souls(needed, there), needed, there)


# --- playing and activating -------------------------------------------------------------------------------------------


def _why_not_play(match: Match, seat: int, decision: Decision) -> Reason | None:
    state = match.state
    card = match.state.known_by(seat, decision.card)
    if card < 0:
        return UNKNOWN_CARD
    if state.place[card] != HAND or state.owner(card) != seat:
        return Reason(ReasonCode.NOT_IN_HAND, words.NOT_IN_HAND)
    if _asked(match).kind == PromptKind.QUICK and not legality.is_quick_event(match, card):
        return Reason(ReasonCode.NOT_QUICK, words.NOT_QUICK)
    return _souls(costs.cost_to_play(match, card), state.souls_standing[seat])


def _why_not_activate(match: Match, seat: int, decision: Decision) -> Reason | None:
    state, number = match.state, decision.number
    card = match.state.known_by(seat, decision.card)
    if card < 0:
        return UNKNOWN_CARD
    if state.owner(card) != seat or state.place[card] not in (BASE, HAND):
        return Reason(ReasonCode.NOT_YOURS, words.NOT_YOURS)
    instances = legality.activated_abilities(match, card)
    if not 1 <= number <= len(instances):
        return Reason(ReasonCode.NO_ABILITY, words.NO_ABILITY)
    act = instances[number - 1][0].node
    assert isinstance(act, Act), "only activated abilities are activated"
    quick_only = _asked(match).kind == PromptKind.QUICK
    if quick_only and not act.quick:
        return Reason(ReasonCode.NOT_QUICK, words.NOT_QUICK_ABILITY)
    if act.from_hand and not legality.may_activate_from_hand(quick_only=quick_only):
        return Reason(ReasonCode.ONLY_WHEN_ATTACKED, words.ONLY_WHEN_ATTACKED)
    if act.once_per_turn and legality.is_used(match, card, instances[number - 1]):
        return Reason(ReasonCode.USED, words.USED)
    return _why_not_pay(match, act, Scope(seat, state.reference(card), {}))


def _why_not_pay(match: Match, act: Act, scope: Scope) -> Reason | None:
    """The first part of each alternative that cannot be paid."""
    if costs.is_payable(match, act, scope):
        return None
    missing = [_missing(match, parts, scope) for parts in act.costs]
    return missing[0]._replace(text=words.either([reason.text for reason in missing]))


def _missing(match: Match, parts: cost.Cost, scope: Scope) -> Reason:
    shortfall = costs.first_shortfall(match, parts, scope)
    assert shortfall is not None, "a cost that cannot be paid has a part that cannot"
    part, needed, there = shortfall
    if isinstance(part, cost.Assign) and not costs.may_assign(match, scope.master):
        return Reason(ReasonCode.NO_ASSIGNING, words.NO_ASSIGNING)
    return Reason(_CODES[type(part)], words.short_of(part, needed, there), needed, there)


_CODES: Mapping[type[cost.CostPart], ReasonCode] = {
    cost.PaySouls: ReasonCode.SOULS,
    cost.RestThis: ReasonCode.RESTING,
    cost.DiscardThis: ReasonCode.NOT_IN_HAND,
    cost.Assign: ReasonCode.PALS,
    cost.ButcherPals: ReasonCode.PALS,
    cost.Discard: ReasonCode.CARDS,
    cost.Consume: ReasonCode.RESOURCE,
    cost.Mill: ReasonCode.DECK,
}


def _why_not_draw(match: Match, seat: int, decision: Decision) -> Reason | None:
    if match.state.soul_drawn:
        return Reason(ReasonCode.USED, words.USED)
    return _souls(legality.SOULS_TO_DRAW, match.state.souls_standing[seat])


# --- battle -----------------------------------------------------------------------------------------------------------


def _no_standing_pal(match: Match, seat: int, card: int) -> Reason | None:
    """Why the card is not a standing Pal of this seat; None if it is one."""
    if card < 0:
        return UNKNOWN_CARD
    state = match.state
    if state.owner(card) != seat or state.place[card] != BASE or not match.cards[card].is_pal:
        return Reason(ReasonCode.NOT_YOURS, words.NOT_YOUR_PAL)
    return Reason(ReasonCode.RESTING, words.RESTING) if state.resting[card] else None


def _why_not_attack(match: Match, seat: int, decision: Decision) -> Reason | None:
    attacker = match.state.known_by(seat, decision.card)
    if (reason := _no_standing_pal(match, seat, attacker)) is not None:
        return reason
    target = match.state.known_by(seat, decision.target) if decision.target else legality.PLAYER
    if target < 0 and decision.target:
        return UNKNOWN_CARD
    legal = legality.targets(match, attacker)
    if target in legal:
        return None
    if target != legality.PLAYER and (reason := _why_not_target(match, attacker, target)) is not None:
        return reason
    return Reason(ReasonCode.TAUNT, words.has_taunt([_name(match, card) for card in legal]))


def _why_not_target(match: Match, attacker: int, card: int) -> Reason | None:
    """Why this card cannot be attacked, Taunt apart."""
    state, compiled = match.state, match.cards[card]
    if state.place[card] != BASE or state.owner(card) == state.owner(attacker):
        return Reason(ReasonCode.NO_TARGET, words.NO_TARGET)
    if not compiled.is_pal and not compiled.is_structure:
        return Reason(ReasonCode.NO_TARGET, words.NO_TARGET)
    if card not in legality.exposed(match, attacker):
        return Reason(ReasonCode.STANDING, words.STANDING)
    tests = match.derived.barred_from_attacking(card, attacker)
    return None if tests is None else Reason(ReasonCode.PROTECTED, words.protected(_name(match, card), tests))


def _why_not_block(match: Match, seat: int, decision: Decision) -> Reason | None:
    state, battle, derived = match.state, match.state.battle, match.derived
    assert battle is not None, "blocking belongs to a battle"
    card = match.state.known_by(seat, decision.card)
    if (reason := _no_standing_pal(match, seat, card)) is not None:
        return reason
    if state.reference(card) == battle.target:
        return Reason(ReasonCode.ATTACKED_ITSELF, words.ATTACKED_ITSELF)
    attacker = match.alive(battle.attacker)
    if attacker >= 0 and derived.has_rule(attacker, Rule.STEALTH):
        return Reason(ReasonCode.STEALTH, words.has_stealth(_name(match, attacker)))
    return None if derived.may_block(card) else Reason(ReasonCode.CANNOT_BLOCK, words.CANNOT_BLOCK)


# --- questions of effects and of the rules ----------------------------------------------------------------------------


def _why_not_choose(match: Match, seat: int, decision: Decision) -> Reason | None:
    asked, state, chosen = _asked(match), match.state, decision.cards
    assert isinstance(asked, AskedCards), "cards are asked for"
    cards = [match.state.known_by(seat, handle) for handle in chosen]
    if -1 in cards:
        return UNKNOWN_CARD
    if any(state.reference(card) not in asked.references for card in cards):
        return Reason(ReasonCode.NOT_OFFERED, _only_what_is_offered(match))
    if len(set(chosen)) < len(chosen):
        return Reason(ReasonCode.TWICE, words.TWICE)
    if asked.minimum <= len(chosen) <= asked.maximum:
        return None
    needed = asked.minimum if len(chosen) < asked.minimum else asked.maximum
    text = words.choose_so_many(asked.minimum, asked.maximum, len(chosen))
    return Reason(ReasonCode.NUMBER, text, needed, len(chosen))


def _only_what_is_offered(match: Match) -> str:
    frame = match.state.frames[-1]
    node = operation_of(match, frame).node if frame[F_KIND] == EFFECT else None
    match node:
        case Choose():
            return words.only(node.cards, known_numbers(match, frame, node.cards))
        case ChooseForCost(part=cost.Assign()):
            return words.only(PALS.yours.standing, {})
        case ChooseForCost(part=cost.Discard() | cost.ButcherPals() as part):
            return words.only(part.cards, {})
        case _:
            return words.NOT_OFFERED


def _why_not_number(match: Match, seat: int, decision: Decision) -> Reason | None:
    asked = _asked(match)
    assert isinstance(asked, AskedNumber), "a number is asked for"
    if asked.minimum <= decision.number <= asked.maximum:
        return None
    needed = asked.minimum if decision.number < asked.minimum else asked.maximum
    return Reason(ReasonCode.NUMBER, words.so_large(asked.minimum, asked.maximum), needed, decision.number)


def _why_not_name(match: Match, seat: int, decision: Decision) -> Reason | None:
    if decision.name in match.catalogue.names():
        return None
    return Reason(ReasonCode.NO_SUCH_NAME, words.no_such_name(decision.name))


def _why_not_option(match: Match, seat: int, decision: Decision) -> Reason | None:
    asked = _asked(match)
    assert isinstance(asked, AskedOption), "an option is asked for"
    return None if decision.number in asked.available else Reason(ReasonCode.NOT_OFFERED, words.NO_OPTION)


def _why_not_yes(match: Match, seat: int, decision: Decision) -> Reason | None:
    asked = _asked(match)
    assert isinstance(asked, AskedMay), "yes or no is asked for"
    return None if asked.possible else Reason(ReasonCode.IMPOSSIBLE, words.IMPOSSIBLE)


def _why_not_setup(match: Match, seat: int, decision: Decision) -> Reason | None:
    asked = _asked(match)
    assert isinstance(asked, AskedSetup), "the set-up asks"
    return None if decision.verb in asked.verbs else Reason(ReasonCode.WRONG_KIND, words.WRONG_KIND)


def _why_not_resolve(match: Match, seat: int, decision: Decision) -> Reason | None:
    """The offered entries of one card are numbered from 1."""
    asked, pending = _asked(match), match.state.pending
    assert isinstance(asked, AskedOrder), "an order is asked for"
    entries = sum(pending[index].handles[seat] == decision.card for index in asked.indexes)
    return None if 1 <= decision.number <= entries else Reason(ReasonCode.NOT_OFFERED, words.NOT_PENDING)


def _always(match: Match, seat: int, decision: Decision) -> Reason | None:
    return None


_REASONS: Mapping[tuple[str, str], Find] = {
    **{(verb, PromptKind.SETUP): _why_not_setup for verb in ("first", "second", "keep", "redraw")},
    ("play", PromptKind.MAIN): _why_not_play,
    ("play", PromptKind.QUICK): _why_not_play,
    ("activate", PromptKind.MAIN): _why_not_activate,
    ("activate", PromptKind.QUICK): _why_not_activate,
    ("attack", PromptKind.MAIN): _why_not_attack,
    ("draw", PromptKind.MAIN): _why_not_draw,
    ("end", PromptKind.MAIN): _always,
    ("block", PromptKind.BLOCK): _why_not_block,
    ("pass", PromptKind.BLOCK): _always,
    ("pass", PromptKind.QUICK): _always,
    ("choose", PromptKind.CARDS): _why_not_choose,
    ("number", PromptKind.NUMBER): _why_not_number,
    ("name", PromptKind.NAME): _why_not_name,
    ("option", PromptKind.OPTION): _why_not_option,
    ("yes", PromptKind.MAY): _why_not_yes,
    ("no", PromptKind.MAY): _always,
    ("resolve", PromptKind.ORDER): _why_not_resolve,
}
