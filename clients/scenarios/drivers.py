"""How a scenario's decisions reach the engine.

The runner gives every decision to a driver and goes on with the game that it returns, so the same scenarios prove
that a game can be saved, cloned and replayed at every prompt.
"""

from typing import Protocol

from clients.scenarios.scenario import Scenario
from clients.scenarios.steps import Step
from engine import Game, catalogue
from engine.model.decisions import Decision
from engine.model.terms import SeatName


class Driver(Protocol):
    """Takes a scenario's decisions; every method returns the game to go on with."""

    def start(self, scenario: Scenario) -> Game:
        """Begin the scenario's game; raise ``InvalidPosition`` if no game can stand there."""

    def step(self, game: Game, step: Step) -> None:
        """Hear which step comes next, before anything of it is done."""

    def decide(self, game: Game, decision: Decision) -> Game:
        """Take a decision of the prompted seat; raise ``IllegalDecision`` if it is not legal."""

    def concede(self, game: Game, seat: SeatName) -> Game:
        """Let a player concede."""

    def finish(self, game: Game) -> None:
        """See the game after the last step."""


class PlainDriver:
    """One game in this process, and nothing else."""

    def start(self, scenario: Scenario) -> Game:
        return Game.from_position(catalogue, scenario.position)

    def step(self, game: Game, step: Step) -> None:
        return None

    def decide(self, game: Game, decision: Decision) -> Game:
        game.decide(decision)
        return game

    def concede(self, game: Game, seat: SeatName) -> Game:
        game.concede(seat)
        return game

    def finish(self, game: Game) -> None:
        return None
