"""The rules engine: the rule book and every card, with no input, output, clock or chance of its own.

::

    game = Game.start(catalogue, decks={"A": deck, "B": deck}, seed=seed)
    while (prompt := game.prompt) is not None:
        game.decide(choose(game.view(prompt.seat), prompt.legal()))
    print(game.outcome)
"""

from engine.cards import catalogue
from engine.decks import Deck
from engine.game import ENGINE_VERSION, Game, Outcome, pin
from engine.model.decisions import Decision
from engine.model.errors import (
    Defect,
    EngineBug,
    IllegalDecision,
    InvalidDeck,
    InvalidPosition,
    InvalidSave,
    OtherVersion,
)
from engine.model.terms import AUDIENCES, SEATS, SPECTATOR, Audience, SeatName
from engine.prompts import Prompt

__all__ = [
    "AUDIENCES",
    "ENGINE_VERSION",
    "SEATS",
    "SPECTATOR",
    "Audience",
    "Decision",
    "Deck",
    "Defect",
    "EngineBug",
    "Game",
    "IllegalDecision",
    "InvalidDeck",
    "InvalidPosition",
    "InvalidSave",
    "OtherVersion",
    "Outcome",
    "Prompt",
    "SeatName",
    "catalogue",
    "pin",
]
