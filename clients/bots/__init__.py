"""The bots: pure policies from a view, the legal list and a seed to a decision.

The greedy bot reads a view as a ``table``, and the words of cards as they stand there (``reading``); what things are
worth in points is said in ``worth``, what happens to one card in ``changes``, what whole effects come to in
``reckoning``, and what costs take away in ``prices``.

The searching bot (``search``) tries decisions out in games that could be the true one, with cards from ``guessing`` in
the hidden places, and judges by ``outlook`` what they come to.
"""

from collections.abc import Mapping
from typing import Final

from clients.bots.beginner import Beginner
from clients.bots.greedy import Greedy
from clients.bots.policy import Bot, Question, View
from clients.bots.search import Search
from clients.bots.uniform import Uniform
from engine.cards import catalogue
from engine.decks import PRESETS

__all__ = ["BOTS", "HOUSE_BOTS", "Beginner", "Bot", "Greedy", "Question", "Search", "Uniform", "View"]

BOTS: Final[Mapping[str, Bot]] = {
    bot.name: bot
    for bot in (
        Greedy(catalogue), Search(catalogue, tuple(PRESETS.values())), Beginner(catalogue), Uniform(),
    )
}  # fmt: skip
"""The bots by name, the house bot first."""

HOUSE_BOTS: Final[Mapping[str, Bot]] = {
    "greedy": BOTS["greedy"],
    "search": BOTS["search"],
    "random": BOTS["beginner"],
}
"""The bots that a server plays, by the names that messages have for them: the easy one was once the random one."""
