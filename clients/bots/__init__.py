"""The bots: pure policies from a view, the legal list and a seed to a decision.

The greedy bot reads a view as a ``table``, and the words of cards as they stand there (``reading``); what things are
worth in points is said in ``worth``, what happens to one card in ``changes``, what whole effects come to in
``reckoning``, and what costs take away in ``prices``.
"""

from collections.abc import Mapping
from typing import Final

from clients.bots.greedy import Greedy
from clients.bots.policy import Bot, Question, View
from clients.bots.uniform import Uniform
from engine.cards import catalogue

__all__ = ["BOTS", "Bot", "Greedy", "Question", "Uniform", "View"]

BOTS: Final[Mapping[str, Bot]] = {bot.name: bot for bot in (Greedy(catalogue), Uniform())}
"""The bots by name, the house bot first."""
