"""Bots that take long, asked in a process of their own, one question after the other.

On the loop a decision of theirs would hold up every other table of the worker for tens of milliseconds, and so it would
in a thread, which holds the interpreter as the loop does.
"""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

import structlog

from server import thinker
from server.bots import Bot, Bots, seed_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Game, SeatName
    from engine.model.decisions import Decision

BEAT_SECONDS = 0.2
"""How long after it was asked such a bot decides: a quicker answer would tell how much it had to think about."""

TRIES = 2
"""So often a question is asked of a process that ends instead of answering."""


@runtime_checkable
class Thinker(Bot, Protocol):
    """A bot that takes long. It is a value that can be pickled, and reads of a prompt what `Question` holds."""

    takes_long: bool


class Question(NamedTuple):
    """The open prompt as plain data."""

    id: int
    seat: "SeatName"
    kind: str
    source: int
    candidates: tuple[int, ...]
    minimum: int
    maximum: int


class BotFailed(Exception):
    """The bot raised, or wants what is not legal; the text says what."""


class _Asked(NamedTuple):
    name: str
    arguments: "tuple[dict[str, Any], Question, Sequence[Decision], int]"
    answer: "asyncio.Future[Decision]"


class Thinking:
    """Asks the bots that take long; `run` is its task. Their process begins with the first question."""

    def __init__(self, bots: Bots) -> None:
        self._bots = {name: bot for name, bot in bots.items() if isinstance(bot, Thinker)}
        self._asked: asyncio.Queue[_Asked] = asyncio.Queue()
        """At most one for each room."""
        self._process: Process | None = None
        self._log = structlog.get_logger("server.thinking")

    def __contains__(self, name: object) -> bool:
        """Whether the bot of that name takes long."""
        return name in self._bots

    async def decide(self, name: str, game: "Game", log: str) -> "Decision":
        """What the bot decides, on its beat. A bot that fails costs itself a good decision, never more."""
        loop, prompt, decisions = asyncio.get_running_loop(), game.prompt, game.decisions
        assert prompt is not None, "a bot is asked only when there is a question"
        due, default = loop.time() + BEAT_SECONDS, prompt.default
        question = Question(
            prompt.id, prompt.seat, prompt.kind, prompt.source, prompt.candidates, prompt.minimum, prompt.maximum
        )
        arguments = (game.view(prompt.seat), question, prompt.legal(), seed_of(log, decisions))
        asked = _Asked(name, arguments, loop.create_future())
        self._asked.put_nowait(asked)
        try:
            decision = await asked.answer
        except BotFailed as why:
            self._log.error("bot failed", bot=name, log=log, decisions=decisions, why=str(why))
            decision = default
        await asyncio.sleep(due - loop.time())
        return decision

    async def run(self) -> None:
        """Answer for ever."""
        try:
            while True:
                asked = await self._asked.get()
                if not asked.answer.done():  # else its room is not here any more
                    await self._answer(asked)
        finally:
            await self._end()

    async def _answer(self, asked: _Asked) -> None:
        try:
            decision = await self._ask(asked)
        except BotFailed as why:
            if not asked.answer.done():
                asked.answer.set_exception(why)
        else:
            if not asked.answer.done():
                asked.answer.set_result(decision)

    async def _ask(self, asked: _Asked) -> "Decision":
        """Raises `BotFailed`."""
        for _ in range(TRIES):
            try:
                decision, why = await self._exchange(thinker.packed((asked.name, asked.arguments)))
            except (OSError, asyncio.IncompleteReadError) as error:
                self._log.error("the process of the bots has ended", why=repr(error))
                await self._end()
                continue
            _, _, legal, _ = asked.arguments
            if why or decision not in legal:
                raise BotFailed(why or f"{decision} is not legal")
            return decision
        raise BotFailed("its process ends again and again")

    async def _exchange(self, message: bytes) -> "tuple[Decision, str]":
        """Raises `OSError` and `asyncio.IncompleteReadError`: the process has ended."""
        if self._process is None:
            self._process = await self._begin()
        to, of = self._process.stdin, self._process.stdout
        assert to is not None, "it is given pipes"
        assert of is not None, "it is given pipes"
        to.write(message)
        await to.drain()
        size = int.from_bytes(await of.readexactly(thinker.SIZE_BYTES), "big")
        answer: tuple[Decision, str] = thinker.unpacked(await of.readexactly(size))
        return answer

    async def _begin(self) -> Process:
        """Raises `OSError`."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", thinker.__name__, stdin=PIPE, stdout=PIPE, start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        assert process.stdin is not None, "it is given pipes"
        process.stdin.write(thinker.packed(self._bots))
        return process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()
