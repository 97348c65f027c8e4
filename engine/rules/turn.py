"""The turn (section 7), phase by phase, and what a player may do at a play timing of the main phase (section 8)."""

from engine.effects.abilities import Trigger
from engine.model.decisions import Decision
from engine.model.state import BATTLE, PHYSICAL_MASK, Frame
from engine.model.terms import Phase, PromptKind
from engine.rules.asking import give_play_timing
from engine.rules.battle import BATTLE_PROCEDURE
from engine.rules.checking import check_timing, is_anything_due
from engine.rules.costs import pay_souls
from engine.rules.legality import SOULS_TO_DRAW
from engine.rules.match import Match
from engine.rules.playing import activate_ability, play_card
from engine.rules.procedure import Procedure, step
from engine.rules.souls import increase_souls, stand_souls
from engine.rules.triggers import add_pending, fulfil_for_all
from engine.rules.zones import draw

SOULS_PER_TURN = 2
"""Souls moved to the soul area in the soul phase (7.4.2)."""


def _enter(match: Match, phase: Phase) -> None:
    name = phase.value
    match.state.phase = name
    match.emit("phase_began", name)


def begin_turn(match: Match, frame: Frame) -> str | None:
    """A new turn: what was remembered of the last one, or of one before it (ambiguity 29), is gone.

    What was played is remembered for the whole game (ambiguity 17).
    """
    state = match.state
    state.turn += 1
    state.active = state.first if state.turn % 2 else 1 - state.first
    state.used, state.assigned, state.turn_fired = [], [], []
    state.soul_drawn = False
    match.touch()
    match.emit("turn_began", state.turn, state.active)
    return None


def stand_all(match: Match, frame: Frame) -> str | None:
    """7.2: the turn player's cards and souls stand, except those that an effect keeps resting (Q61, Q62)."""
    state = match.state
    _enter(match, Phase.STAND)
    seat = state.active
    for card in state.base[seat]:
        if state.resting[card] and not (state.modifiers and match.derived.skips_standing(card)):
            match.stand(card)
    stand_souls(match, seat, state.souls_resting[seat])
    check_timing(match)
    return None


def draw_for_turn(match: Match, frame: Frame) -> str | None:
    """7.3: draw one card, compulsory (Q22); the very first turn skips the phase (7.3.1)."""
    state = match.state
    if state.turn == 1:
        return None
    _enter(match, Phase.DRAW)
    draw(match, state.active, 1)
    check_timing(match)
    return None


def gain_souls(match: Match, frame: Frame) -> str | None:
    """7.4.2: two souls move from the soul deck to the soul area, standing; fewer if fewer remain."""
    _enter(match, Phase.SOUL)
    increase_souls(match, match.state.active, SOULS_PER_TURN, resting=False)
    check_timing(match)
    return None


# --- main phase (7.5, section 8) --------------------------------------------------------------------------------------


def begin_main_phase(match: Match, frame: Frame) -> str | None:
    """7.5: a check timing comes first."""
    _enter(match, Phase.MAIN)
    check_timing(match)
    return None


def give_main_play_timing(match: Match, frame: Frame) -> str | None:
    """8: the turn player may do one thing, or end the phase; a check timing follows each."""
    give_play_timing(match, match.state.active, PromptKind.MAIN)
    return None


def _take_main_action(match: Match, frame: Frame, decision: Decision) -> str | None:
    """After the action and its check timing comes the next play timing."""
    match decision.verb:
        case "end":
            return None
        case "play":
            play_card(match, decision.card & PHYSICAL_MASK)
        case "activate":
            activate_ability(match, decision.card & PHYSICAL_MASK, decision.number)
        case "attack":
            match.state.frames.append(BATTLE_PROCEDURE.frame(decision.card, decision.target))
        case "draw":
            _draw_with_souls(match)
        case _:
            raise AssertionError(f"{decision.verb} is not a main-phase action")
    return "check_after_action"


def _draw_with_souls(match: Match) -> None:
    """8.5: rest three souls, draw a card; once per turn. It is not playing a card (Q96)."""
    state = match.state
    state.soul_drawn = True
    match.emit("soul_drawn", state.active)
    pay_souls(match, state.active, SOULS_TO_DRAW)
    draw(match, state.active, 1)


def check_after_action(match: Match, frame: Frame) -> str | None:
    """10.5.3: the check timing that closes every action."""
    check_timing(match)
    return "give_main_play_timing"


# --- end phase (7.6) --------------------------------------------------------------------------------------------------


def fulfil_end_of_turn(match: Match, frame: Frame) -> str | None:
    """7.6.1: "at the end of turn" is fulfilled, once per instance and turn; delayed effects come due."""
    state = match.state
    if state.phase != Phase.END:
        _enter(match, Phase.END)
    fulfil_for_all(match, Trigger.END_OF_YOUR_TURN, state.active, state.turn_fired)
    for delayed in state.delayed:
        if delayed.turn <= state.turn:
            add_pending(match, delayed)
    state.delayed = [delayed for delayed in state.delayed if delayed.turn > state.turn]
    return None


def check_at_end_of_turn(match: Match, frame: Frame) -> str | None:
    """7.6.2: a check timing; everything pending resolves."""
    check_timing(match)
    return None


def clear_the_turn(match: Match, frame: Frame) -> str | None:
    """7.6.3: damage in both bases becomes 0 and effects "until end of turn" end, in one step.

    Then, like the end of battle step (9.7.4), the end phase begins again if anything is left (ambiguity 24).
    """
    state = match.state
    was_night = match.derived.night
    state.damage = {}
    state.modifiers = [m for m in state.modifiers if not BATTLE < m.until <= state.turn]
    state.nights = [night for night in state.nights if night > state.turn]
    match.touch()
    match.emit("turn_ended", state.turn)
    if was_night and not match.derived.night:
        match.emit("night_ended")
    return "fulfil_end_of_turn" if is_anything_due(match) or any(d.turn <= state.turn for d in state.delayed) else None


def pass_the_turn(match: Match, frame: Frame) -> str | None:
    """7.6.4: the other player's turn begins."""
    return "begin_turn"


TURN = Procedure(
    "turn",
    step("7.1", begin_turn),
    step("7.2", stand_all),
    step("7.3", draw_for_turn),
    step("7.4", gain_souls),
    step("7.5", begin_main_phase),
    step("8.1", give_main_play_timing, _take_main_action),
    step("7.6.1", fulfil_end_of_turn),
    step("7.6.2", check_at_end_of_turn),
    step("7.6.3", clear_the_turn),
    step("7.6.4", pass_the_turn),
    step("10.5.3", check_after_action),
)
