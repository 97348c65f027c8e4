"""Servers as operators run them: ``paltable serve`` in processes of its own, on a real Redis."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from clients.bots import BOTS
from clients.sdk import Client, connect
from engine.game import Outcome
from tests.cli.programs import PALTABLE, ROOT, environment

PATIENCE = 40.0
"""No test waits longer for anything, in seconds."""


class Served:
    """One ``paltable serve``: its process, its address, and what it has written to standard error."""

    def __init__(self, process: asyncio.subprocess.Process, url: str) -> None:
        self.process = process
        self.url = url
        self.log = ""
        self._more = asyncio.Event()

    async def read(self) -> None:
        """Read standard error to its end."""
        assert self.process.stderr is not None, "it was made with a pipe"
        while line := await self.process.stderr.readline():
            self.log += line.decode()
            self._more.set()

    async def says(self, text: str) -> None:
        """Wait until this stands in standard error."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.log:
                self._more.clear()
                await self._more.wait()

    async def ended(self) -> int:
        """Wait for its end; the exit code."""
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def terminate(self) -> int:
        """Ask it to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return await self.ended()


@asynccontextmanager
async def served(folder: Path, *options: str, **settings: str) -> AsyncIterator[Served]:
    """A server on a free port of loopback; it is ended with the block."""
    process = await asyncio.create_subprocess_exec(
        *PALTABLE, "serve", "--port", "0", *options,
        cwd=ROOT, env=environment(folder, **settings), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    server = Served(process, "")
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(server.read())
        try:
            async with asyncio.timeout(PATIENCE):
                line = (await process.stdout.readline()).decode()
            assert line.startswith("Paltable is at http://"), server.log
            server.url = line.split()[3]
            yield server
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(PATIENCE):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def browser(url: str) -> httpx.AsyncClient:
    """Somebody who asks a server by HTTP, and keeps its cookies."""
    return httpx.AsyncClient(base_url=url, verify=False, trust_env=False, timeout=PATIENCE)


async def figures(port: int) -> Mapping[str, float]:
    """What the worker with this port tells of itself, without labels."""
    async with browser(f"http://127.0.0.1:{port}") as http:
        answer = (await http.get("/metrics")).raise_for_status()
    return {
        sample.name: sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        if not sample.labels
    }


async def pid_of(port: int) -> int:
    """The process of the worker with this port."""
    async with browser(f"http://127.0.0.1:{port}") as http:
        answer = (await http.get("/metrics")).raise_for_status()
    found = re.search(r'^paltable_worker_info\{.*pid="(\d+)"', answer.text, re.M)
    assert found, answer.text
    return int(found[1])


Happening = Callable[[], Awaitable[None]]


class Match:
    """Two bots at one table. ``happens`` says what is done once so many decisions were made, while they play on."""

    def __init__(self, happens: Mapping[int, Happening] | None = None) -> None:
        self.decisions = 0
        self.outcomes: list[Outcome] = []
        self.clients: list[Client] = []
        self._happens = dict(happens or {})

    async def play(self, url: str, other_url: str = "") -> None:
        """Play to the end, at one address or two of one server."""
        async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
            for name, where in (("Ann", url), ("Ben", other_url or url)):
                self.clients.append(await stack.enter_async_context(connect(where, name=name)))
            ann, ben = self.clients
            code = (await ann.create_table(deck="trial-1")).code
            await ben.join(code, "trial-2")
            async with asyncio.TaskGroup() as tasks:
                for client in self.clients:
                    tasks.create_task(self._decide(client, tasks))

    async def _decide(self, client: Client, tasks: asyncio.TaskGroup) -> None:
        table = client.table
        assert table is not None, "it has just sat down"
        await table.started()
        async for prompt in table:
            self.decisions += 1
            if happening := self._happens.pop(self.decisions, None):
                tasks.create_task(happening())  # type: ignore[arg-type]
            await table.decide(BOTS["random"].choose(table.view, prompt, prompt.legal(), prompt.id))
        assert table.outcome is not None, table.parked
        self.outcomes.append(table.outcome)
