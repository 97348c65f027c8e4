"""A server in a process of its own: ``python -m tests.server.process STATE_DIR POOL`` serves on a free port."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from server.app import serve
from server.settings import Settings
from server.store.base import StoreFailed
from tests.server.bots import BOTS
from tests.server.pools import POOLS

ROOT = Path(__file__).parents[2]


@dataclass
class Served:
    """A running server process and its address."""

    process: asyncio.subprocess.Process
    url: str

    async def kill(self) -> None:
        """Kill it as the machine would: no handler runs, nothing is flushed."""
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def terminate(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return await self.process.wait()


@asynccontextmanager
async def served(state_dir: Path, pool: str = "today's") -> AsyncIterator[Served]:
    """A server process on this state, with one of the `POOLS`; it is killed at the end, if it still runs."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, str(state_dir), pool,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, env=os.environ,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode().strip()
        assert line.startswith("http://"), (await process.stderr.read()).decode()
        yield Served(process, line)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


def main() -> None:
    """Serve; the address is the one line on standard output, what goes wrong the one on standard error."""
    try:
        serve(
            Settings(port=0, state_dir=Path(sys.argv[1])), BOTS, lambda address: print(address, flush=True),  # noqa: T201
            POOLS[sys.argv[2]],
        )  # fmt: skip
    except StoreFailed as failed:
        sys.exit(str(failed))


if __name__ == "__main__":
    main()
