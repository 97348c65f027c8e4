"""A link to a Cluster: which node has which slot, and what happens when that changes."""

import asyncio
from binascii import crc_hqx
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import structlog

from server.store.base import StoreFailed
from server.store.redis.address import Address, Endpoint, shown
from server.store.redis.connection import Connection, Redirected, Word, answers, dial
from server.store.redis.link import Link, forget
from server.store.redis.pipe import RETRY_SECONDS, Pipe
from server.together import together

SLOTS: Final = 16_384
REDIRECTIONS: Final = 5
"""So often a command follows its key to another node."""


def slot_of(key: str) -> int:
    """The slot of a key: of what stands in its first braces, if something does."""
    _, brace, rest = key.partition("{")
    tag, closing, _ = rest.partition("}")
    return crc_hqx((tag if brace and closing and tag else key).encode(), 0) % SLOTS


class ClusterLink(Link):
    """A pipe to every master, and a map of the slots that is drawn anew whenever it may be wrong."""

    is_clustered = True

    def __init__(self, address: Address, limit: float) -> None:
        super().__init__(address.login, limit)
        self._seeds = address.endpoints
        self._slots: dict[int, Endpoint] = {}
        self._pipes: dict[Endpoint, Pipe] = {}
        self._wrong = asyncio.Event()
        self._drawing: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._log = structlog.get_logger("server.store.redis")

    async def open(self) -> None:
        try:
            await self._draw()
            await together(pipe.open() for pipe in self._pipes.values())
        except StoreFailed:
            await self.close()
            raise
        self._drawing = asyncio.get_running_loop().create_task(self._keep_drawing())

    async def close(self) -> None:
        drawing, self._drawing = self._drawing, None
        if drawing is not None:
            drawing.cancel()
            with suppress(asyncio.CancelledError):
                await drawing
        await asyncio.gather(*[pipe.close() for pipe in self._pipes.values()], *self._closing)

    @property
    def is_up(self) -> bool:
        return bool(self._slots) and all(pipe.is_up for pipe in self._pipes.values())

    # --- commands ---

    async def call(self, key: str, *command: Word) -> Any:
        slot = slot_of(key)
        for _ in range(REDIRECTIONS):
            try:
                return await self._pipe_of(slot).call(*command)
            except Redirected as redirected:
                if redirected.asks:
                    return await self._call_asking(redirected, command)
                self._slots[slot] = redirected.endpoint
                self._wrong.set()
            except StoreFailed:
                self._wrong.set()
                raise
        raise StoreFailed(f"slot {slot} of the Redis Cluster is nowhere")

    def send(self, key: str, *command: Word) -> None:
        with suppress(StoreFailed):
            self._pipe_of(slot_of(key)).call(*command).add_done_callback(forget)

    async def _call_asking(self, redirected: Redirected, command: tuple[Word, ...]) -> Any:
        pipe = self._pipe_to(redirected.endpoint)
        pipe.call("ASKING").add_done_callback(forget)
        return await pipe.call(*command)

    def _pipe_of(self, slot: int) -> Pipe:
        endpoint = self._slots.get(slot)
        if endpoint is None:
            self._wrong.set()
            raise StoreFailed(f"nobody holds slot {slot} of the Redis Cluster")
        return self._pipe_to(endpoint)

    def _pipe_to(self, endpoint: Endpoint) -> Pipe:
        pipe = self._pipes.get(endpoint)
        if pipe is None:
            pipe = self._new_pipe(endpoint)
            pipe.keep()
        return pipe

    def _new_pipe(self, endpoint: Endpoint) -> Pipe:
        async def find() -> Endpoint:
            return endpoint

        pipe = self._pipes[endpoint] = Pipe(find, self.login, self.limit, self._renewed)
        return pipe

    async def ear(self, lost: Callable[[Connection], None], heard: Callable[[list[Any]], None]) -> Connection:
        why: StoreFailed | None = None
        for endpoint in self._known():
            try:
                return await dial(endpoint, self.login, self.limit, lost, heard)
            except StoreFailed as error:
                why = error
        assert why is not None, "some node is always known"
        raise why

    # --- the map ---

    def _known(self) -> list[Endpoint]:
        """Nodes to ask: those that are up first, and whom one was told of at the start last."""
        ranked = sorted(self._pipes, key=lambda endpoint: not self._pipes[endpoint].is_up)
        return list(dict.fromkeys([*ranked, *self._seeds]))

    async def _keep_drawing(self) -> None:
        while True:
            await self._wrong.wait()
            self._wrong.clear()
            self._log.debug("the map of the Redis Cluster is drawn anew")
            try:
                await self._draw()
            except StoreFailed:
                self._wrong.set()
            for pipe in self._pipes.values():
                pipe.keep()
            await asyncio.sleep(RETRY_SECONDS)
            if not self.is_up:
                self._wrong.set()

    async def _draw(self) -> None:
        why = []
        for endpoint in self._known():
            try:
                self._take(await self._ask(endpoint))
            except StoreFailed as error:
                why.append(str(error))
            else:
                return
        raise StoreFailed(f"no node of the Redis Cluster answers: {'; '.join(why)}")

    async def _ask(self, endpoint: Endpoint) -> dict[int, Endpoint]:
        node = await dial(endpoint, self.login, self.limit, lambda _: None)
        try:
            (ranges,) = await answers(node, [("CLUSTER", "SLOTS")])
        finally:
            node.abort("the node has answered")
        slots: dict[int, Endpoint] = {}
        for first, last, master, *_ in ranges:
            host = (master[0] or b"").decode() or endpoint[0]
            slots.update(dict.fromkeys(range(first, last + 1), (host, int(master[1]))))
        if not slots:
            raise StoreFailed(f"{shown(endpoint)} holds no slot of a Redis Cluster")
        return slots

    def _take(self, slots: dict[int, Endpoint]) -> None:
        """Draw the map; nodes that have no slot any more are left."""
        self._slots = slots
        masters = dict.fromkeys(slots.values())
        for endpoint in masters:
            if endpoint not in self._pipes:
                self._new_pipe(endpoint)
        for endpoint in [endpoint for endpoint in self._pipes if endpoint not in masters]:
            closing = asyncio.get_running_loop().create_task(self._pipes.pop(endpoint).close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
