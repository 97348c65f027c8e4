"""The bots: pure policies from a view, the legal list and a seed to a decision."""

from collections.abc import Mapping
from typing import Final

from clients.bots.greedy import Greedy
from clients.bots.policy import Bot, Question, View
from clients.bots.uniform import Uniform
from engine.cards import catalogue

__all__ = ["BOTS", "Bot", "Greedy", "Question", "Uniform", "View"]

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (Greedy(catalogue), Uniform())}
"""The bots by name, the house bot first."""
