"""Check timing (10.5.3): rule actions to a fixed point, then one pending ability, again until nothing is left."""

from engine.model.decisions import Decision
from engine.model.state import PHYSICAL_MASK, Frame
from engine.model.terms import SEATS
from engine.rules.asking import ask_cards, ask_order
from engine.rules.effect_frames import push_effect
from engine.rules.match import Match
from engine.rules.procedure import DONE, Procedure, step
from engine.rules.triggers import kinds_of_pending
from engine.rules.zones import put_into_graveyard

MAXIMUM_OF_PALS = 5
"""The maximum number of Pals in a base (4.4.5.2); no card of this pool changes it."""

KEPT = 2
"""Local of the frame: per seat, the references of the Pals chosen to stay in an overload, or None."""


def check_timing(match: Match) -> None:
    """Begin a check timing; nothing is pushed when nothing is due (the ordinary case)."""
    if match.state.pending or (not match.is_settled and is_anything_due(match)):
        match.state.frames.append(CHECK.frame([None, None]))


def is_anything_due(match: Match) -> bool:
    """Whether a check timing would do anything now."""
    if match.state.pending:
        return True
    if match.is_settled:
        return False
    is_due = is_rule_action_due(match)
    match.is_settled = not is_due
    return is_due


def is_rule_action_due(match: Match) -> bool:
    """Whether a rule action of the check type would do anything now."""
    state = match.state
    return bool(
        state.life[0] <= 0
        or state.life[1] <= 0
        or not state.deck[0]
        or not state.deck[1]
        or lethally_damaged(match)
        or overloaded(match)
    )


# --- what is due ------------------------------------------------------------------------------------------------------


def losers(match: Match) -> list[int]:
    """11.3: the players with no life or no deck."""
    state = match.state
    return [seat for seat in (0, 1) if state.life[seat] <= 0 or not state.deck[seat]]


def lethally_damaged(match: Match) -> list[int]:
    """11.4: Pals and structures whose damage is more than 0 (ambiguity 18) and at least their Power or Durability.

    The turn player's first, as they lie in the base: physical numbers are nobody's business.
    """
    state = match.state
    damage, active = state.damage, state.active
    if not damage:
        return []
    here, derived = state.base[active] + state.base[1 - active], match.derived
    return [card for card in here if card in damage and damage[card] >= derived.power(card)]


def pals(match: Match, seat: int) -> list[int]:
    """The Pals in a player's base: those that are about to die of damage count in an overload too (ambiguity 22)."""
    return [card for card in match.state.base[seat] if match.cards[card].is_pal]


def overloaded(match: Match) -> list[int]:
    """11.5: the players with too many Pals, the turn player first."""
    active, base = match.state.active, match.state.base
    if len(base[0]) <= MAXIMUM_OF_PALS and len(base[1]) <= MAXIMUM_OF_PALS:
        return []
    return [seat for seat in (active, 1 - active) if len(pals(match, seat)) > MAXIMUM_OF_PALS]


# --- the steps --------------------------------------------------------------------------------------------------------


def judge_loss(match: Match, frame: Frame) -> str | None:
    """11.3: one loser ends the game, two make a draw; at once, whatever else is due."""
    lost = losers(match)
    if not lost:
        return None
    state = match.state
    reasons = [word for word, out in (("life", min(state.life) <= 0), ("deck", not all(state.deck))) if out]
    end_game(match, "draw" if len(lost) == 2 else SEATS[1 - lost[0]], " and ".join(reasons))
    return DONE


def choose_pals_to_keep(match: Match, frame: Frame) -> str | None:
    """11.5.1-2: the newest stay, as far as they fit; older ones are chosen to fill up."""
    for seat in overloaded(match):
        if frame[KEPT][seat] is None:
            stay, candidates, number = _overload(match, seat)
            chosen = ask_cards(match, seat, candidates, number, number)
            if chosen is None:
                return None
            _keep(match, frame, seat, stay + chosen)
    return None


def _chosen_to_keep(match: Match, frame: Frame, decision: Decision) -> str | None:
    seat = next(s for s in overloaded(match) if frame[KEPT][s] is None)
    stay, _, _ = _overload(match, seat)
    _keep(match, frame, seat, stay + [reference & PHYSICAL_MASK for reference in decision.cards])
    return "choose_pals_to_keep"


def _overload(match: Match, seat: int) -> tuple[list[int], list[int], int]:
    """(Pals that stay anyway, candidates, how many of these are chosen)."""
    batch, here = match.state.batch, pals(match, seat)
    newest = max(batch[card] for card in here)
    newcomers = [card for card in here if batch[card] == newest]
    if len(newcomers) > MAXIMUM_OF_PALS:
        return [], newcomers, MAXIMUM_OF_PALS
    older = [card for card in here if batch[card] != newest]
    return newcomers, older, MAXIMUM_OF_PALS - len(newcomers)


def _keep(match: Match, frame: Frame, seat: int, cards: list[int]) -> None:
    kept = list(frame[KEPT])
    kept[seat] = tuple(match.state.reference(card) for card in cards)
    frame[KEPT] = kept


def take_out(match: Match, frame: Frame) -> str | None:
    """11.4 and 11.5.3, simultaneously; then again."""
    leaving = lethally_damaged(match)
    for seat in overloaded(match):
        kept = frame[KEPT][seat]
        leaving += [c for c in pals(match, seat) if match.state.reference(c) not in kept and c not in leaving]
    frame[KEPT] = [None, None]
    if not leaving:
        return None
    put_into_graveyard(match, leaving, "rule")
    return "judge_loss"


def resolve_next_pending(match: Match, frame: Frame) -> str | None:
    """10.5.3.2: the turn player resolves one of theirs; only if they have none, the non-turn player one (Q43)."""
    state = match.state
    for seat in (state.active, 1 - state.active):
        entries = kinds_of_pending(match, seat)
        if entries:
            index = ask_order(match, seat, entries)
            return None if index is None else _start(match, index)
    return DONE


def _chosen_to_resolve(match: Match, frame: Frame, decision: Decision) -> str | None:
    return _start(match, decision.number)


def _start(match: Match, index: int) -> str:
    master, source, name, origin, captures, _, handles = match.state.pending.pop(index)
    match.emit("ability_resolved", (match.state.cards[source & PHYSICAL_MASK], *handles), name)
    push_effect(match, name, master, source, dict(captures), origin)
    return "judge_loss"


def end_game(match: Match, winner: str, reason: str) -> None:
    """The game is over: nothing is asked any more."""
    state = match.state
    state.outcome = (winner, reason)
    state.prompt = None
    state.frames = []
    match.emit("game_ended", winner, reason)


CHECK = Procedure(
    "check",
    step("11.3", judge_loss),
    step("11.5", choose_pals_to_keep, _chosen_to_keep),
    step("11.4", take_out),
    step("10.5.3.2", resolve_next_pending, _chosen_to_resolve),
)
