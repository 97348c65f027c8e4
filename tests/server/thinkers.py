"""Bots for tests that take long: they are pickled, and decide in the process of the bots."""

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clients.bots import Question
from engine import Decision


@dataclass(frozen=True)
class InHaste:
    """The last legal decision, and only in the process of whoever made it."""

    maker: int

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        assert os.getpid() == self.maker, "this is not the process of the server"
        return legal[-1]


@dataclass(frozen=True)
class Elsewhere:
    """The first legal decision; it refuses to decide in the process of whoever made it."""

    maker: int

    @property
    def hasty(self) -> InHaste:
        return InHaste(self.maker)

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        if os.getpid() == self.maker:
            raise RuntimeError("this is the process of the server")
        return legal[0]


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
class Hangs(Elsewhere):
    """Never decides."""

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        while True:
            signal.pause()


@dataclass(frozen=True)
class Raises(Elsewhere):
    """A bot that fails."""

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        raise ZeroDivisionError("the bot is broken")


@dataclass(frozen=True)
class Cheats(Elsewhere):
    """A bot that wants what is not legal."""

    def choose(self, view: dict[str, object], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        return Decision("attack", 1, 1)
