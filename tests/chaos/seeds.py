"""Many stories, each in a process of its own, with a limit: a story that does not end is a failure like any other."""

import os
import select
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from tests.chaos.story import Outcome, tell

LIMIT: Final = 120.0
"""No story may take more seconds of the machine's time, however busy it is."""
UNENDED: Final = "the story did not end"

Teller = Callable[[int], Outcome]


class Apart:
    """Work in a process of its own, whose result (plain data) comes through a pipe."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.pipe, there = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self.pipe)
            _work(work, there)
        os.close(there)

    def result(self) -> Any:
        """What the work came to; None if it failed, or was ended before."""
        told = b""
        while part := os.read(self.pipe, 1 << 16):
            told += part
        os.close(self.pipe)
        os.waitpid(self._pid, 0)
        return msgspec.msgpack.decode(told) if told else None

    def end(self) -> None:
        """End it, whatever it is at."""
        os.kill(self._pid, signal.SIGKILL)


def _work(work: Callable[[], object], there: int) -> None:
    """The child: works, and is gone at once, so that nothing of its dead processes is finalized."""
    try:
        told = msgspec.msgpack.encode(work())
        while told:
            told = told[os.write(there, told) :]
    finally:
        os._exit(0)


class _Child:
    """One story that is being told."""

    def __init__(self, seed: int, teller: Teller) -> None:
        self.seed = seed
        self.until = time.monotonic() + LIMIT
        self._apart = Apart(lambda: _told(seed, teller))

    @property
    def pipe(self) -> int:
        return self._apart.pipe

    def outcome(self) -> Outcome:
        """What came of it; called when the pipe is ready, or the time is over."""
        if not select.select([self.pipe], [], [], 0)[0]:
            self._apart.end()
        told = self._apart.result()
        if told is None:
            return Outcome(self.seed, [f"{UNENDED}, or took more than {LIMIT:.0f} seconds"])
        seed, findings, digest, figures = told
        return Outcome(seed, findings, digest, Counter(figures))


def _told(seed: int, teller: Teller) -> tuple[int, list[str], str, dict[str, int]]:
    try:
        outcome = teller(seed)
    except BaseException as error:  # noqa: BLE001 - whatever ends the story is what came of it
        outcome = Outcome(seed, [f"the story broke off: {error!r}"])
    return outcome.seed, outcome.findings, outcome.digest, dict(outcome.figures)


def tell_all(seeds: Sequence[int], jobs: int = 1, teller: Teller = tell) -> Iterator[Outcome]:
    """The outcomes of all seeds, in any order."""
    waiting, running = list(reversed(seeds)), list[_Child]()
    while waiting or running:
        while waiting and len(running) < jobs:
            running.append(_Child(waiting.pop(), teller))
        pause = max(0.0, min(child.until for child in running) - time.monotonic())
        ready = select.select([child.pipe for child in running], [], [], pause)[0]
        for child in list(running):
            if child.pipe in ready or time.monotonic() >= child.until:
                running.remove(child)
                yield child.outcome()
