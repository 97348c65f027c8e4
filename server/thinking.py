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

from engine.model.terms import PromptKind
from server import thinker
from server.bots import Bot, Bots, decision_of, seed_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Game, SeatName
    from engine.model.decisions import Decision

BEAT_SECONDS = 0.4
"""So long such a bot takes at least: a quicker answer would tell how much there was to think about."""

PATIENCE_SECONDS = 6.0
"""So long a question waits for its turn and its answer. A process that has had one for so long is ended."""

WINDOW_SECONDS = 1.2
"""In a quick window it decides after exactly so long, however far it has come: more would tell of an answer."""

STARTING_SECONDS = 30.0
"""So long the process may take to be ready; whoever has asked meanwhile has not waited for it."""

WAITING = 8
"""So many questions wait behind the one that is thought about; there is no time for more."""


@runtime_checkable
class Thinker(Bot, Protocol):
    """A bot that takes long. It is a value that can be pickled, and reads of a prompt what `Question` holds."""

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


class TooSlow(BotFailed):
    """There was no time for it."""


class _Request(NamedTuple):
    name: str
    arguments: Asked
    answer: "asyncio.Future[Decision]"


class Thinking:
    """Asks the bots that take long; `run` is its task. Their process begins with the first question."""

    def __init__(self, bots: Bots) -> None:
        self._bots = {name: bot for name, bot in bots.items() if isinstance(bot, Thinker)}
        self._asked: asyncio.Queue[_Request] = asyncio.Queue(WAITING)
        self._process: Process | None = None
        self._log = structlog.get_logger("server.thinking")

    def __contains__(self, name: object) -> bool:
        """Whether the bot of that name takes long."""
        return name in self._bots

    def decide(self, name: str, game: "Game", log: str) -> "asyncio.Task[Decision]":
        """What the bot decides on its beat, or what its hasty stand-in would: of the game as it is now.

        It takes `PATIENCE_SECONDS` at most, and in a quick window exactly `WINDOW_SECONDS`.
        """
        assert game.prompt is not None, "a bot is asked only when there is a question"
        asked = _Request(name, asked_of(game, log), asyncio.get_running_loop().create_future())
        hasty = decision_of(self._bots[name].hasty, name, game, log)
        in_window = game.prompt.kind == PromptKind.QUICK
        return asyncio.create_task(self._decided(asked, hasty, log, in_window=in_window))

    async def _decided(self, asked: _Request, hasty: "Decision", log: str, *, in_window: bool) -> "Decision":
        now = asyncio.get_running_loop().time
        beat, patience = (WINDOW_SECONDS, WINDOW_SECONDS) if in_window else (BEAT_SECONDS, PATIENCE_SECONDS)
        due = now() + beat
        try:
            decision = await self._thought(asked, patience)
        except BotFailed as why:
            say = self._log.info if isinstance(why, TooSlow) and in_window else self._log.error
            say("bot decides in haste", bot=asked.name, log=log, prompt=asked.arguments[1].id, why=str(why))
            decision = hasty
        await asyncio.sleep(due - now())
        return decision

    async def _thought(self, asked: _Request, patience: float) -> "Decision":
        """What the bot decides in its process. Raises `BotFailed`."""
        try:
            self._asked.put_nowait(asked)
            async with asyncio.timeout(patience):
                return await asked.answer
        except asyncio.QueueFull:
            raise BotFailed("too many questions wait") from None
        except TimeoutError:
            raise TooSlow(f"it has not decided within {patience} s") from None

    async def run(self) -> None:
        """Answer for ever."""
        try:
            while True:
                asked = await self._asked.get()
                if not asked.answer.done():  # else its room is not here any more, or has waited too long
                    await self._answer(asked)
        finally:
            await self._end()

    async def _answer(self, asked: _Request) -> None:
        try:
            decision = await self._ask(asked)
        except BotFailed as why:
            if not asked.answer.done():
                asked.answer.set_exception(why)
        else:
            if not asked.answer.done():
                asked.answer.set_result(decision)

    async def _ask(self, asked: _Request) -> "Decision":
        """Raises `BotFailed`."""
        try:
            process = self._process
            if process is None:
                async with asyncio.timeout(STARTING_SECONDS):
                    process = await self._begin()
                    await self._heard(process)
            if asked.answer.done():  # it has not waited for that
                raise TooSlow("its process has just begun")
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._tell(process, (asked.name, asked.arguments))
                answer: tuple[Decision, str] = await self._heard(process)
        except TimeoutError:
            await self._end()
            raise BotFailed("its process does not answer") from None
        except (OSError, EOFError, pickle.PickleError) as error:
            await self._end()
            raise BotFailed(f"its process has ended: {error!r}") from None
        decision, why = answer
        _, _, legal, _ = asked.arguments
        if why or decision not in legal:
            raise BotFailed(why or f"{decision} is not legal")
        return decision

    @staticmethod
    async def _tell(process: Process, message: object) -> None:
        """Raises `OSError`: the process has ended."""
        assert process.stdin is not None, "it is given pipes"
        process.stdin.write(thinker.packed(message))
        await process.stdin.drain()

    @staticmethod
    async def _heard(process: Process) -> Any:
        """The next that it says. Raises `OSError`, `EOFError` and `pickle.PickleError`: the process has ended."""
        assert process.stdout is not None, "it is given pipes"
        size = int.from_bytes(await process.stdout.readexactly(thinker.SIZE_BYTES), "big")
        return thinker.unpacked(await process.stdout.readexactly(size))

    async def _begin(self) -> Process:
        """Begin the process, also if whoever asks is stopped meanwhile: else nobody could end it. Raises `OSError`."""
        beginning = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", thinker.__name__, stdin=PIPE, stdout=PIPE, start_new_session=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        )  # fmt: skip
        try:
            await asyncio.shield(beginning)
        finally:
            process = self._process = await beginning
        await self._tell(process, self._bots)
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
