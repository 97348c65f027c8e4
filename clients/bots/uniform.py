"""The bot that takes any legal decision, all alike."""

from collections.abc import Sequence
from random import Random
from typing import Final

from clients.bots.policy import Question, View
from engine.model.decisions import Decision


class Uniform:
    """Draws one place of the legal list, and never more of it: of a hand the choices are astronomically many."""

    name: Final = "random"

    def choose(self, view: View, prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        return legal[Random(seed).randrange(len(legal))]
