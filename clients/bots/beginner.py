"""The easy house bot: does nothing that harms itself, and often not what would help it most."""

from collections.abc import Sequence
from random import Random
from typing import Final

from clients.bots import defence
from clients.bots.greedy import Greedy, set_up
from clients.bots.main_phase import MainPhase
from clients.bots.policy import Question, View
from clients.bots.table import Table
from engine.effects.catalogue import Catalogue
from engine.model.decisions import PASS, Decision
from engine.model.terms import PromptKind

ASTRAY: Final = 0.8
"""A beginner takes a worth for up to so much more or less of it, but never harm for help."""
DISTRACTED: Final = 0.6
"""How often it does anything that helps it at all, in its main phase, and not what helps it most."""
OVERLOOKED: Final = 0.3
"""How often it lets an attack through that it had better stop."""


class Beginner:
    """Judges as the greedy bot does, and is distracted, or wrong by a part."""

    name: Final = "beginner"

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._judge = Greedy(catalogue)

    def choose(self, view: View, prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        if len(legal) == 1:
            return legal[0]
        chance = Random(seed)
        table = Table(view, prompt.seat, self._catalogue)
        match prompt.kind:
            case PromptKind.SETUP:
                return set_up(table, legal, seed)
            case PromptKind.MAIN:
                return _act(MainPhase(table, legal), chance)
            case PromptKind.BLOCK:
                return _defend(defence.blocks(table, legal), chance)
            case PromptKind.QUICK:
                return _defend(defence.quicks(table, legal), chance)
            case _:
                return self._judge.answer(
                    table, prompt, legal, lambda worth: worth * chance.uniform(1 - ASTRAY, 1 + ASTRAY)
                )


def _act(phase: MainPhase, chance: Random) -> Decision:
    sensible = phase.sensible()
    return chance.choice(sensible) if sensible and chance.random() < DISTRACTED else phase.choose()


def _defend(gains: Sequence[defence.Gain], chance: Random) -> Decision:
    """Any of the answers that help, unless they are overlooked."""
    if not gains or chance.random() < OVERLOOKED:
        return PASS
    return chance.choice(gains)[1]
