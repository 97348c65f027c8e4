"""Walking an effect frame through its program, until it asks, pushes another frame, or has finished."""

from engine.effects.program import END
from engine.model.decisions import Decision
from engine.model.state import F_KIND, F_SOURCE, F_STEP, GRAVEYARD, PHYSICAL_MASK, RESOLUTION, Frame
from engine.rules.battle import BATTLE_PROCEDURE, END_OF_BATTLE
from engine.rules.effect_frames import ability_of, operation_of
from engine.rules.executors import CONTINUE, EXECUTE
from engine.rules.match import Match
from engine.rules.zones import end_of_showing, move


def run_effect(match: Match, frame: Frame) -> None:
    """Carry out operations until a prompt, a frame on top, or the end of the program."""
    state = match.state
    program = ability_of(match, frame).program
    assert program is not None, "what is resolved does something"
    operations = program.operations
    while frame[F_STEP] != END:
        operation = operations[frame[F_STEP]]
        following = EXECUTE[type(operation.node)](match, frame, operation, operation.node)
        if state.prompt is not None:
            return
        frame[F_STEP] = operation.next if following is None else following
        if state.frames[-1] is not frame:
            return
    _finish(match, frame)


def answer_effect(match: Match, frame: Frame, decision: Decision) -> None:
    """Hand the answer to the operation that asked."""
    operation = operation_of(match, frame)
    following = CONTINUE[type(operation.node)](match, frame, operation, operation.node, decision)
    if match.state.prompt is None:
        frame[F_STEP] = operation.next if following is None else following


def _finish(match: Match, frame: Frame) -> None:
    """The resolution ends: looks end, a played event leaves, and an attack failure jumps at once (5.18)."""
    state = match.state
    state.frames.pop()
    end_of_showing(match)
    source = frame[F_SOURCE]
    card = source & PHYSICAL_MASK
    if state.is_alive(source) and state.place[card] == RESOLUTION:
        move(match, card, GRAVEYARD, "resolved")
    battle = state.battle
    if battle is not None and battle.failed:
        battle.failed = False
        _jump_to_end_of_battle(match)


def _jump_to_end_of_battle(match: Match) -> None:
    """Before the check timing after the effect and before any prompt, the battle goes on at 9.7.1."""
    frames = match.state.frames
    while frames[-1][F_KIND] != BATTLE_PROCEDURE.name:
        frames.pop()
    frames[-1][F_STEP] = END_OF_BATTLE
