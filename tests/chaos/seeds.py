"""Many stories, each in a process of its own, with a limit: a story that does not end is a failure like any other."""

import os
import select
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from tests.chaos.story import Outcome, tell

LIMIT: Final = 120.0
"""No story may take more seconds of the machine's time, however busy it is."""

Teller = Callable[[int], Outcome]


class _Child:
    """One story that is being told."""

    def __init__(self, seed: int, teller: Teller) -> None:
        self.seed = seed
        self.until = time.monotonic() + LIMIT
        self.pipe, there = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            _tell(seed, teller, there)
        os.close(there)

    def outcome(self) -> Outcome:
        """What came of it; called when the pipe is ready, or the time is over."""
        told = b""
        if select.select([self.pipe], [], [], 0)[0]:
            while part := os.read(self.pipe, 1 << 16):
                told += part
        else:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.pipe)
        os.waitpid(self.pid, 0)
        if not told:
            return Outcome(self.seed, [f"the story did not end, or took more than {LIMIT:.0f} seconds"])
        seed, findings, digest, figures = msgspec.msgpack.decode(told)
        return Outcome(seed, findings, digest, Counter(figures))


def _tell(seed: int, teller: Teller, there: int) -> None:
    """The child: tells, and is gone at once, so that nothing of its dead processes is finalized."""
    try:
        try:
            outcome = teller(seed)
        except BaseException as error:  # noqa: BLE001 - whatever ends the story is what came of it
            outcome = Outcome(seed, [f"the story broke off: {error!r}"])
        told = msgspec.msgpack.encode((outcome.seed, outcome.findings, outcome.digest, dict(outcome.figures)))
        while told:
            told = told[os.write(there, told) :]
    finally:
        os._exit(0)


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
