"""Bots that take long, asked in a process of their own, one question after the other.

On the loop a decision of theirs would hold up every other table of the worker for tens of milliseconds, and so it would
in a thread, which holds the interpreter as the loop does. Nobody waits longer than `PATIENCE_SECONDS` for one: a bot
whose process ends, fails, is too slow, or has too much to do decides at once, as well as it can.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import structlog

from server import thinker
from server.bots import Bot, Bots, decision_of, seed_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Game, SeatName
    from engine.model.decisions import Decision

BEAT_SECONDS = 0.4
"""How long after it was asked such a bot decides: a quicker answer would tell how much it had to think about."""

PATIENCE_SECONDS = 6.0
"""So long a question waits for its turn and its answer. A process that has had one for so long is ended."""

WAITING = 8
"""So many questions wait behind the one that is thought about; there is no time for more."""


@runtime_checkable
class Thinker(Bot, Protocol):
    """A bot that takes long. It is a value that can be pickled, and reads of a prompt what `Question` holds."""

    takes_long: bool

    @property
    def hasty(self) -> Bot:
        """The bot that decides in its place when there is no time."""


class Question(NamedTuple):
    """The open prompt as plain data."""

    id: int
    seat: "SeatName"
    kind: str
    source: int
    candidates: tuple[int, ...]
    minimum: int
    maximum: int


Asked: TypeAlias = "tuple[dict[str, Any], Question, Sequence[Decision], int]"
"""All that a bot is told: the view of its seat, the prompt, the legal list and the seed."""


def asked_of(game: "Game", log: str) -> Asked:
    """What the bot is asked at the open prompt."""
    prompt = game.prompt
    assert prompt is not None, "a bot is asked only when there is a question"
    question = Question(
        prompt.id, prompt.seat, prompt.kind, prompt.source, prompt.candidates, prompt.minimum, prompt.maximum
    )
    return game.view(prompt.seat), question, prompt.legal(), seed_of(log, game.decisions)


class BotFailed(Exception):
    """The bot did not decide; the text says why."""


class _Asked(NamedTuple):
    name: str
    arguments: Asked
    answer: "asyncio.Future[Decision]"


class Thinking:
    """Asks the bots that take long; `run` is its task. Their process begins with the first question."""

    def __init__(self, bots: Bots) -> None:
        self._bots = {name: bot for name, bot in bots.items() if isinstance(bot, Thinker)}
        self._asked: asyncio.Queue[_Asked] = asyncio.Queue(WAITING)
        self._process: Process | None = None
        self._log = structlog.get_logger("server.thinking")

    def __contains__(self, name: object) -> bool:
        """Whether the bot of that name takes long."""
        return name in self._bots

    async def decide(self, name: str, game: "Game", log: str) -> "Decision":
        """What the bot decides, on its beat, or what its hasty stand-in does. It takes `PATIENCE_SECONDS` at most."""
        loop, decisions = asyncio.get_running_loop(), game.decisions
        due = loop.time() + BEAT_SECONDS
        try:
            decision = await self._thought(name, game, log)
        except BotFailed as why:
            self._log.error("bot decides in haste", bot=name, log=log, decisions=decisions, why=str(why))
            decision = decision_of(self._bots[name].hasty, name, game, log)
        await asyncio.sleep(due - loop.time())
        return decision

    async def _thought(self, name: str, game: "Game", log: str) -> "Decision":
        """What the bot decides in its process. Raises `BotFailed`."""
        asked = _Asked(name, asked_of(game, log), asyncio.get_running_loop().create_future())
        try:
            self._asked.put_nowait(asked)
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await asked.answer
        except asyncio.QueueFull:
            raise BotFailed("too many questions wait") from None
        except TimeoutError:
            raise BotFailed(f"it has not decided within {PATIENCE_SECONDS} s") from None

    async def run(self) -> None:
        """Answer for ever."""
        try:
            while True:
                asked = await self._asked.get()
                if not asked.answer.done():  # else its room is not here any more, or has waited too long
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
        try:
            process = self._process or await self._begin()
            async with asyncio.timeout(PATIENCE_SECONDS):
                decision, why = await self._exchange(process, thinker.packed((asked.name, asked.arguments)))
        except TimeoutError:
            await self._end()
            raise BotFailed("its process does not answer") from None
        except (OSError, EOFError, pickle.PickleError) as error:
            await self._end()
            raise BotFailed(f"its process has ended: {error!r}") from None
        _, _, legal, _ = asked.arguments
        if why or decision not in legal:
            raise BotFailed(why or f"{decision} is not legal")
        return decision

    @staticmethod
    async def _exchange(process: Process, message: bytes) -> "tuple[Decision, str]":
        """Raises `OSError`, `EOFError` and `pickle.PickleError`: the process has ended."""
        to, of = process.stdin, process.stdout
        assert to is not None, "it is given pipes"
        assert of is not None, "it is given pipes"
        to.write(message)
        await to.drain()
        size = int.from_bytes(await of.readexactly(thinker.SIZE_BYTES), "big")
        answer: tuple[Decision, str] = thinker.unpacked(await of.readexactly(size))
        return answer

    async def _begin(self) -> Process:
        """Begin the process, also if whoever asks is stopped meanwhile: else nobody could end it. Raises `OSError`."""
        beginning = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable, "-m", thinker.__name__, stdin=PIPE, stdout=PIPE, start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        )  # fmt: skip
        try:
            await asyncio.shield(beginning)
        finally:
            process = self._process = await beginning
        assert process.stdin is not None, "it is given pipes"
        process.stdin.write(thinker.packed(self._bots))
        return process

    async def _end(self) -> None:
        """End the process; whoever is stopped meanwhile may do it again."""
        process = self._process
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()
        self._process = None
