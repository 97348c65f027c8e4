"""A supervisor in a process of its own, over small workers that say on standard error what happens to them.

``python -m tests.server.supervised PLAN`` supervises, where PLAN is JSON: the fields of `Plan` but for command and
environments, ``workers`` (how many) and ``folder``. ``python -m tests.server.supervised`` is one of the workers. It
dies at once if its folder has a file ``broken``, never serves if it has ``slow``, does not even know what to do with a
signal if it has ``early``, and does not stop with ``stubborn``.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from server import log
from server.supervisor import Plan, Supervisor, attend

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0


def program_of(folder: Path) -> Path:
    """What the workers are started from."""
    return folder / "program"


def install(folder: Path) -> None:
    """Put the workers' program there."""
    program = program_of(folder)
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -m {__name__}\n")
    program.chmod(0o755)


def tell(event: str) -> None:
    """One line on standard error, in one write."""
    os.write(2, f"{event} {os.environ['INDEX']} {os.getpid()}\n".encode())


async def work(folder: Path) -> None:
    """Be a worker."""
    over = asyncio.Event()
    terms = 0

    def stop() -> None:
        nonlocal terms
        terms += 1
        stays = (folder / "stubborn").exists()  # looked up first: whoever hears of it may take the file away
        tell(f"asked{terms}")
        if not stays:
            over.set()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop)
    if (folder / "slow").exists():
        tell("slow")
    else:
        tell("up")
        attend()
    await over.wait()
    tell("down")


def main() -> None:
    """Supervise, or be a worker."""
    if len(sys.argv) == 1:
        folder = Path(os.environ["FOLDER"])
        if (folder / "broken").exists():
            tell("broken")
            sys.exit(3)
        if (folder / "early").exists():
            tell("early")
            signal.pause()
        asyncio.run(work(folder))
        return
    given = json.loads(sys.argv[1])
    log.configure("info", as_json=True)
    workers, folder = given.pop("workers"), given.pop("folder")
    plan = Plan(
        command=(str(program_of(Path(folder))),),
        environments=[{"INDEX": str(index), "FOLDER": folder} for index in range(workers)],
        **given,
    )
    sys.exit(asyncio.run(Supervisor(plan).run(lambda: print("ready", flush=True))))  # noqa: T201


class Supervised:
    """A running supervisor, as a test sees it: the lines on standard error, in their order."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self.up: dict[int, int] = {}
        """The process that serves, or served last, at each place."""

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    async def ready(self) -> bool:
        """Wait until it says so; False if it ends without."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return await self.process.stdout.readline() == b"ready\n"

    async def line(self) -> str:
        """The next line; empty at the end."""
        assert self.process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            line = (await self.process.stderr.readline()).decode().strip()
        self.lines.append(line)
        event, *rest = line.split(" ")
        if event == "up":
            self.up[int(rest[0])] = int(rest[1])
        return line

    async def until(self, beginning: str) -> str:
        """Wait for a line that begins so, or whose logged event does."""
        while line := await self.line():
            if line.startswith(beginning) or f'"event": "{beginning}' in line:
                return line
        raise AssertionError(f"it ended without {beginning!r}: {self.lines}")

    async def end(self) -> int:
        """Wait for the end of everything, and read the rest; the exit code."""
        while await self.line():
            pass
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


def entries(supervised: Supervised) -> list[dict[str, Any]]:
    """What the supervisor itself has logged."""
    return [json.loads(line) for line in supervised.lines if line.startswith("{")]


@asynccontextmanager
async def supervised(
    folder: Path, workers: int = 3, *, installed: bool = True, **plan: float
) -> AsyncIterator[Supervised]:
    """A supervisor over so many workers of a program that is there; all are killed at the end, if they still run."""
    if installed:
        install(folder)
    given = json.dumps({"workers": workers, "folder": str(folder), "stop_seconds": PATIENCE, **plan})
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, given,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    running = Supervised(process)
    try:
        yield running
    finally:
        for pid in running.up.values():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


if __name__ == "__main__":
    main()
