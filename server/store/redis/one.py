"""A link to one server, named by its address or by Sentinels."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from server.store.base import StoreFailed
from server.store.redis.address import Address, Endpoint, shown
from server.store.redis.connection import Connection, Word, answers, dial
from server.store.redis.link import Link, forget
from server.store.redis.pipe import Pipe

WATCH_SECONDS: Final = 1.0


class OneLink(Link):
    """A link to one server, which may be another one after a while."""

    def __init__(self, address: Address, limit: float) -> None:
        super().__init__(address.login, limit)
        self._address = address
        self._pipe = Pipe(self._find, self.login, limit, self._renewed)

    async def open(self) -> None:
        await self._pipe.open()

    async def close(self) -> None:
        await self._pipe.close()

    @property
    def is_up(self) -> bool:
        return self._pipe.is_up

    async def call(self, key: str, *command: Word) -> Any:
        return await self._pipe.call(*command)

    def send(self, key: str, *command: Word) -> None:
        with suppress(StoreFailed):
            self._pipe.call(*command).add_done_callback(forget)

    async def ear(self, lost: Callable[[Connection], None], heard: Callable[[list[Any]], None]) -> Connection:
        return await dial(await self._find(), self.login, self.limit, lost, heard)

    async def _find(self) -> Endpoint:
        return self._address.endpoints[0]


class SentinelLink(OneLink):
    """A link to the server that the Sentinels call the master.

    A master that was replaced may live on for seconds, and take writes that it will forget: so they are asked again and
    again, and it is left as soon as they name another one.
    """

    def __init__(self, address: Address, limit: float) -> None:
        super().__init__(address, limit)
        self._watching: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await super().open()
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        watching, self._watching = self._watching, None
        if watching is not None:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
        await super().close()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            with suppress(StoreFailed):  # who is connected stays so while no Sentinel answers
                master = await self._find()
                if master != self._pipe.endpoint:
                    self._pipe.leave(f"the Sentinels name another master, {shown(master)}")

    async def _find(self) -> Endpoint:
        why = []
        for endpoint in self._address.endpoints:
            try:
                return await self._ask(endpoint)
            except StoreFailed as error:
                why.append(str(error))
        raise StoreFailed(f"no Sentinel knows the master {self._address.name!r}: {'; '.join(why)}")

    async def _ask(self, endpoint: Endpoint) -> Endpoint:
        sentinel = await dial(endpoint, self._address.sentinel, self.limit, lambda _: None)
        try:
            (found,) = await answers(sentinel, [("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._address.name)])
        finally:
            sentinel.abort("the Sentinel has answered")
        if not found:
            raise StoreFailed(f"{shown(endpoint)} knows no such master")
        return found[0].decode(), int(found[1])
