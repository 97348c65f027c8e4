"""Their side of the comparisons: random games of other programs. They belong to the extra ``bench``."""

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Final


def dgisim() -> Iterator[object]:
    """Player actions of dgisim, another card game's rules in pure Python, by its own random agents."""
    machine, agents = import_module("dgisim"), import_module("dgisim.agents")
    while True:
        game = machine.GameStateMachine.from_default(agents.RandomAgent(), agents.RandomAgent())
        while not game.game_end():
            game.player_step()
            yield game


def chess() -> Iterator[object]:
    """Moves of python-chess: the legal list, a random choice, the move, and whether the game is over."""
    new_board = import_module("chess").Board
    rng = Random(0)
    while True:
        board = new_board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            yield board


def uno() -> Iterator[object]:
    """Steps of RLCard's environment of Uno: legal actions, a random choice, the step and the next player's state."""
    environment = import_module("rlcard").make("uno", config={"seed": 0})
    rng = Random(0)
    while True:
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(rng.random() * len(legal))])
            yield state


YARDSTICKS: Final[dict[str, Callable[[], Iterator[object]]]] = {"dgisim": dgisim, "chess": chess, "rlcard": uno}
"""By the package that has to be installed."""


def why_missing(package: str) -> str:
    """Why a yardstick cannot be used here; empty if it can."""
    try:
        import_module(package)
    except ImportError as error:
        return f"{package} is not installed: {error}"
    return ""
