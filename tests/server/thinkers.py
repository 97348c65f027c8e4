"""Bots for tests that take long: they are pickled, and decide in the process of the bots."""

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clients.bots import Question
from engine import Decision


@dataclass(frozen=True)
class Elsewhere:
    """Any legal decision; it refuses to decide in the process of whoever made it."""

    takes_long = True
    maker: int

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        if os.getpid() == self.maker:
            raise RuntimeError("this is the process of the server")
        return legal[seed % len(legal)]


@dataclass(frozen=True)
class Waits(Elsewhere):
    """Thinks until a pipe is written to."""

    pipe: Path

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        self.pipe.read_bytes()
        return super().choose(view, prompt, legal, seed)


@dataclass(frozen=True)
class Dies(Elsewhere):
    """Ends its process when it is asked, as often as there are files in a folder."""

    folder: Path

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        for file in self.folder.iterdir():
            file.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, prompt, legal, seed)


@dataclass(frozen=True)
class Raises:
    """A bot that fails."""

    takes_long = True

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        raise ZeroDivisionError("the bot is broken")


@dataclass(frozen=True)
class Cheats:
    """A bot that wants what is not legal."""

    takes_long = True

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        return Decision("attack", 1, 1)
