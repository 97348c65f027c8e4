"""Several real workers on a real Redis, as browsers meet them: behind the proxy, or each at its own address."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Page
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from server.protocol.messages import MSGPACK
from tests.deploy.fleet import PATIENCE, Served, figures, served
from tests.deploy.proxy import proxy
from tests.ports import free_port
from tests.redis import RedisServer, redis_server

NOTICES = """
window.notices = [];
new MutationObserver(() => {
    const shown = document.querySelector("[data-testid=connection-lost]") !== null;
    const last = notices.at(-1);
    if (shown && last?.length !== 1) notices.push([performance.now()]);
    if (!shown && last?.length === 1) last.push(performance.now());
}).observe(document, { childList: true, subtree: true });
"""
"""A script for the page: from when to when it told its reader that there is no connection."""


async def notices(page: Page) -> list[float]:
    """For how long, in seconds, the page told its reader each time that there is no connection."""
    await page.wait_for_function("notices.every(notice => notice.length === 2)")
    return [float(seconds) for seconds in await page.evaluate("notices.map(([from, to]) => (to - from) / 1000)")]


class Fleet:
    """Workers by number. ``url`` is the proxy's address, if there is one."""

    def __init__(self, redis: RedisServer, folder: Path, stack: AsyncExitStack) -> None:
        self.redis = redis
        self.workers: list[Served] = []
        self.url = ""
        self._folder = folder
        self._stack = stack
        self._own: list[int] = []

    async def start(self, workers: int) -> None:
        """Start so many."""
        for number in range(workers):
            self._own.append(free_port())
            self.workers.append(await self._start(number, "0"))

    async def _start(self, number: int, port: str) -> Served:
        options = ("--redis-url", self.redis.url, "--worker-port", str(self._own[number]), "--port", port)
        settings = {"PALTABLE_PROXIES": "127.0.0.1", "PALTABLE_LOG_FORMAT": "json"}
        return await self._stack.enter_async_context(served(self._folder / str(number), *options, **settings))

    async def serve_behind_proxy(self) -> None:
        """Put the proxy before them."""
        self.url = await self._stack.enter_async_context(proxy(self._folder, [worker.url for worker in self.workers]))

    async def sockets(self, number: int) -> int:
        """How many connections this worker has."""
        return int((await figures(self._own[number]))["paltable_sockets"])

    async def owner(self, *among: int) -> int:
        """The one of these workers that runs the most tables; all tables, if there is only one."""
        rooms = [(await figures(self._own[number]))["paltable_rooms"] for number in among]
        return among[rooms.index(max(rooms))]

    async def kill(self, number: int) -> None:
        """Kill a worker as the machine would."""
        self.workers[number].process.send_signal(signal.SIGKILL)
        await self.workers[number].ended()

    async def restart(self, number: int) -> None:
        """Ask a worker to end, which it has to do in good order, and start one in its place."""
        over = self.workers[number]
        code = await over.terminate()
        assert code == 0, over.log
        self.workers[number] = await self._start(number, str(urlsplit(over.url).port))

    async def is_taken(self, number: int) -> None:
        """Wait until the proxy sends somebody to this worker."""
        address = self.url.replace("http", "ws", 1) + "/ws"
        async with asyncio.timeout(PATIENCE):
            for guest in count():
                before = await self.sockets(number)
                cookie = {"cookie": f"paltable=guest-{guest}.signature"}
                with suppress(InvalidStatus):
                    async with connect(
                        address, subprotocols=[Subprotocol(MSGPACK)], proxy=None, additional_headers=cookie
                    ):
                        if await self.sockets(number) > before:
                            return


@asynccontextmanager
async def fleet(folder: Path, workers: int) -> AsyncIterator[Fleet]:
    """So many workers on a Redis of their own; everything ends with the block."""
    async with AsyncExitStack() as stack:
        redis = stack.enter_context(redis_server(folder / "redis"))
        running = Fleet(redis, folder, stack)
        await running.start(workers)
        yield running
