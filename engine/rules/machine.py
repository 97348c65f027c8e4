"""The machine: run the top frame's current step until somebody is asked or the game is over.

It never recurses and never waits: a suspended game is the stack of frames in the state.
"""

from typing import Final

from engine.model.decisions import Decision
from engine.model.state import F_KIND, F_STEP, BattleRecord, Frame, State
from engine.model.terms import BattleStep
from engine.rules.battle import BATTLE_PROCEDURE, set_battle_opponents
from engine.rules.checking import CHECK, end_game
from engine.rules.effect_frames import EFFECT
from engine.rules.match import Match
from engine.rules.procedure import DONE, Procedure
from engine.rules.resolving import answer_effect, run_effect
from engine.rules.setup import BY_CHANCE, SETUP
from engine.rules.turn import TURN

PROCEDURES: Final[dict[str, Procedure]] = {each.name: each for each in (SETUP, TURN, CHECK, BATTLE_PROCEDURE)}

_STEPS: Final = {name: procedure.table for name, procedure in PROCEDURES.items()}
"""By the kind of a frame and the name of its step."""

_PLAY_TIMINGS: Final = {BattleStep.BLOCK: "offer_block", BattleStep.QUICK: "give_quick_play_timing"}
"""The steps of a battle in which a player is asked, by the step of section 9."""

STALL: Final = 20_000
"""Steps without a prompt after which nobody can break the loop any more (13.1)."""


def set_up(state: State, chooser: int = BY_CHANCE) -> None:
    """Put the frames of a new game on the stack: the turns, and the set-up above them, in which ``chooser`` chooses."""
    state.frames = [TURN.frame(), SETUP.frame(chooser)]


def stand_in_main_phase(state: State) -> None:
    """Put a turn at its main-phase play timing on the stack."""
    state.frames = [[TURN.name, "give_main_play_timing"]]


def stand_in_battle(match: Match, battle: BattleRecord, battle_step: BattleStep) -> None:
    """Put a battle on the stack that stands at its block declaration or at its quick step."""
    name = _PLAY_TIMINGS[battle_step]
    battle.step = battle_step.value
    frame = [BATTLE_PROCEDURE.name, name, battle.attacker, battle.target]
    match.state.battle = battle
    match.state.frames = [[TURN.name, "check_after_action"], frame]
    if battle_step is BattleStep.QUICK:
        set_battle_opponents(match, frame)


def run(match: Match) -> None:
    """Go on until a prompt or an outcome; a loop that nobody can break is a draw (13.1)."""
    state = match.state
    for _ in range(STALL):
        if state.prompt is not None or state.outcome is not None:
            return
        frame = state.frames[-1]
        kind = frame[F_KIND]
        if kind == EFFECT:
            run_effect(match, frame)
            continue
        step, following = _STEPS[kind][frame[F_STEP]]
        name = step.run(match, frame) or following
        if state.prompt is None:
            if name == DONE:
                _leave(state, frame)
            else:
                frame[F_STEP] = name
    end_game(match, "draw", "loop")


def answer(match: Match, decision: Decision) -> None:
    """Hand a legal answer to the frame that asked. Its cards are references."""
    state = match.state
    frame = state.frames[-1]
    state.prompt = None
    if frame[F_KIND] == EFFECT:
        answer_effect(match, frame, decision)
        return
    step, following = _STEPS[frame[F_KIND]][frame[F_STEP]]
    assert step.answer is not None, "only a step that asked has the prompt"
    name = step.answer(match, frame, decision) or following
    if name == DONE:
        _leave(state, frame)
    else:
        frame[F_STEP] = name


def _leave(state: State, frame: Frame) -> None:
    """The procedure is over, if the game is not."""
    if state.frames and state.frames[-1] is frame:
        state.frames.pop()
