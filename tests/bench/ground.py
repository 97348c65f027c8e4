"""What is measured: real processes of the server, a real Redis, a bare echo; and what they have used so far."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import uvloop

from tests.chaos.processes import WorkerProcess
from tests.redis import RedisServer, program, redis_server

T = TypeVar("T")


def why_no_redis() -> str:
    """Why there is no Redis here; empty if there is one."""
    try:
        program()
    except AssertionError as error:
        return str(error)
    return ""


def why_missing() -> str:
    """Why servers cannot be measured here; empty if they can."""
    if not Path("/proc/self/schedstat").exists():
        return "This system does not tell what a process has used (/proc/PID/schedstat)."
    return why_no_redis()


@dataclass(frozen=True, slots=True)
class Process:
    """A process of which is told what it uses."""

    pid: int
    port: int

    @property
    def seconds(self) -> float:
        """The time of its first thread, where its loop runs, on the processor."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text("ascii").split()[0]) / 1e9

    @property
    def resident(self) -> int:
        """Its memory, in bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGESIZE")


@dataclass
class Ground:
    """Workers of one server, and the echo. ``redis_urls`` are the ways of the workers to their Redis."""

    redis: RedisServer
    workers: list[Process]
    echo: Process


@asynccontextmanager
async def ground(
    workers: int = 1, ways: Callable[[RedisServer], Awaitable[list[str]]] | None = None
) -> AsyncIterator[Ground]:
    """So many workers on a Redis of their own, and an echo; everything ends with the block.

    ``ways`` gives the address of Redis for each worker, where that is not Redis' own.
    """
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        redis = stack.enter_context(redis_server(folder / "redis"))
        urls = [redis.url] * workers if ways is None else await ways(redis)
        processes = []
        for url in urls:
            worker = WorkerProcess(url, folder)
            stack.callback(worker.kill)
            await worker.start()
            processes.append(Process(worker.pid, worker.port))
        yield Ground(redis, processes, stack.enter_context(_echo()))


@contextmanager
def _echo() -> Iterator[Process]:
    with subprocess.Popen([sys.executable, "-m", "tests.bench.echo"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None, "it was asked for"
        try:
            yield Process(process.pid, int(process.stdout.readline()))
        finally:
            process.kill()


def run(work: Awaitable[T]) -> T:
    """Do it in the loop that costs least."""

    async def main() -> T:
        return await work

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(main())
