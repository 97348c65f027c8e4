"""Players of another process: ``python -m tests.bench.load PORT``. They decide so often as standard input tells.

A line is a number of decisions a second. The answer is a line with how many there were since the line before.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

from tests.bench.ground import run
from tests.bench.tables import Tables

AT_ONCE: Final = 30
SPARE: Final = 10
REFILL_SECONDS: Final = 0.1


class Load:
    """The process as its user sees it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    async def decide(self, per_second: float) -> int:
        """From now on decide so often; how many decisions there were since the last time."""
        return await asyncio.to_thread(self._say, per_second)

    def _say(self, per_second: float) -> int:
        assert self._process.stdin is not None, "asked for"
        assert self._process.stdout is not None, "asked for"
        self._process.stdin.write(f"{per_second}\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def load(port: int) -> Iterator[Load]:
    """Such players of the worker at this port, until the end of the block."""
    command = [sys.executable, "-m", "tests.bench.load", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Load(process)
        finally:
            process.kill()


class Players:
    """Decide at moments of chance, so often as they are told."""

    def __init__(self) -> None:
        self.per_second = 0.0
        self._chance = Random(1)
        self._changed = asyncio.Event()
        self.tables = Tables(AT_ONCE, self._chance)

    def change(self, per_second: float) -> None:
        """Decide so often from now on."""
        self.per_second = per_second
        self._changed.set()

    async def decide(self) -> None:
        """Decide for ever. Who comes too late makes up for it, so that the mean is kept."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            if not self.per_second:
                self._changed.clear()
                await self._changed.wait()
                due = loop.time()
            else:
                due += self._chance.expovariate(self.per_second)
                await asyncio.sleep(max(due - loop.time(), 0.0))
                self.tables.one()

    async def refill(self) -> None:
        """Begin new matches for ever."""
        while True:
            await asyncio.sleep(REFILL_SECONDS)
            await self.tables.refill()


async def serve(port: int) -> None:
    """Do what standard input tells, until it ends."""
    players = Players()
    await players.tables.open([port] * 2, AT_ONCE + SPARE)
    tasks = [asyncio.create_task(work) for work in (players.decide(), players.refill())]
    told = 0
    while line := await asyncio.to_thread(sys.stdin.readline):
        players.change(float(line))
        print(players.tables.count - told, flush=True)  # noqa: T201
        told = players.tables.count
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    run(serve(int(sys.argv[1])))
