"""Bots as the server knows them: a value that it is given, by name. A bot sees exactly what its seat sees."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

import structlog

if TYPE_CHECKING:
    from engine import Game
    from engine.model.decisions import Decision
    from engine.prompts import Prompt


class Bot(Protocol):
    """A pure policy: the same arguments give the same decision."""

    def choose(self, view: "dict[str, object]", prompt: "Prompt", legal: "Sequence[Decision]", seed: int) -> "Decision":
        """One of ``legal``."""


Bots: TypeAlias = Mapping[str, Bot]


def bot_decision(bots: Bots, name: str, game: "Game", log: str) -> "Decision":
    """What this bot decides. A bot that fails costs itself a good decision, never its opponent the match."""
    prompt = game.prompt
    assert prompt is not None, "a bot is asked only when there is a question"
    if name not in bots:  # the lesson of another version
        structlog.get_logger("server.bots").warning("bot is not here", bot=name, log=log, decisions=game.decisions)
        return prompt.default
    return decision_of(bots[name], name, game, log)


def decision_of(bot: Bot, name: str, game: "Game", log: str) -> "Decision":
    """What the bot decides, known by this name; the default of the prompt if it fails."""
    prompt = game.prompt
    assert prompt is not None, "a bot is asked only when there is a question"
    legal = prompt.legal()
    try:
        decision = bot.choose(game.view(prompt.seat), prompt, legal, seed_of(log, game.decisions))
        if decision in legal:
            return decision
        raise LookupError(f"{decision} is not legal")
    except Exception:  # noqa: BLE001 - a bot is a guest in the server
        structlog.get_logger("server.bots").exception("bot failed", bot=name, log=log, decisions=game.decisions)
        return prompt.default


def seed_of(log: str, decisions: int) -> int:
    """The chance of one bot decision: it follows from the place in the log, so that a restart changes nothing."""
    digest = hashlib.blake2b(f"{log}:{decisions}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")
