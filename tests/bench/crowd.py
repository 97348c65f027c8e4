"""Many who watch, in another process: ``python -m tests.bench.crowd NUMBER PORT ...``. Each line asks for something.

``watch ID`` lets all watch a match, ``stop`` lets them stop. The answer to both is a line of JSON with what they have
been shown since the line before: how many updates each, and whether all were shown the same.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import Final

import httpx
import msgspec

from server.protocol.client import ClientEnd
from server.protocol.codec import CODECS
from server.protocol.messages import MSGPACK, ClientMessage, Hello, Unwatch, Watch
from tests.bench.ground import run
from tests.bench.wire import Wire

KINDNESS: Final = 10
"""Whoever watches has a machine of his own: here, others go first."""
encode: Final = CODECS[MSGPACK].encode


class Shown(msgspec.Struct):
    """What watchers have been shown."""

    updates: int
    """By each: the least."""
    same: bool
    """Whether all of a worker were sent the same bytes, and one of each worker has the same view."""


class Crowd:
    """The process as its user sees it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    async def ask(self, line: str = "") -> Shown:
        """Ask for something, or for nothing but whether all are there."""
        return msgspec.json.decode(await asyncio.to_thread(self._say, line), type=Shown)

    def _say(self, line: str) -> str:
        assert self._process.stdin is not None, "asked for"
        assert self._process.stdout is not None, "asked for"
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


@contextmanager
def crowd(number: int, ports: Sequence[int]) -> Iterator[Crowd]:
    """So many of them at these workers, until the end of the block."""
    command = [sys.executable, "-m", "tests.bench.crowd", str(number), *map(str, ports)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Crowd(process)
        finally:
            process.kill()


class Head(msgspec.Struct):
    """Of any message, what is needed here."""

    type: str


decode: Final = msgspec.msgpack.Decoder(Head).decode


class Onlooker:
    """One who watches at the worker of this port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.end: ClientEnd | None = None
        """Of one of each worker: what it makes of all that it is sent."""
        self.updates = 0
        self.digest = blake2b()
        """Of everything that was shown, from the snapshot on."""
        self._wire = Wire(self._heard)
        self._wanted: tuple[str, asyncio.Future[None]] | None = None

    async def arrive(self, ticket: str) -> None:
        """Connect, and say hello."""
        await self._wire.open(self.port, MSGPACK)
        hello = Hello(ticket=ticket, agent="paltable-bench", tab="tab", conn=1, watches=True)
        await self.ask(hello, "welcome")

    async def ask(self, message: ClientMessage, kind: str) -> None:
        """Say something, and wait for a message of this kind."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._wanted = kind, done
        frame = encode(message)
        assert isinstance(frame, bytes), "msgpack"
        self._wire.send(frame)
        await done

    def _heard(self, frame: bytes) -> None:
        kind = decode(frame).type
        assert kind != "refused", frame
        if kind == "snapshot":
            self.updates, self.digest = 0, blake2b()
        if kind in ("snapshot", "update"):
            self.updates += kind == "update"
            self.digest.update(frame)
        if self.end is not None:
            self.end.receive(CODECS[MSGPACK].from_server(frame))
        if self._wanted is not None and self._wanted[0] == kind:
            self._wanted[1].set_result(None)
            self._wanted = None


async def tickets(port: int, number: int) -> list[str]:
    """So many tickets of one guest."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
        token = (await http.post("/api/guest")).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        return [(await http.post("/api/ticket", headers=headers)).json()["ticket"] for _ in range(number)]


async def serve(number: int, ports: Sequence[int]) -> None:
    """Do what standard input tells, until it ends."""
    os.nice(KINDNESS)
    onlookers = [Onlooker(ports[place % len(ports)]) for place in range(number)]
    for onlooker in onlookers[: len(ports)]:
        onlooker.end = ClientEnd("paltable-bench", "tab")
    for onlooker, ticket in zip(onlookers, await tickets(ports[0], number), strict=True):
        await onlooker.arrive(ticket)
    while line := await asyncio.to_thread(sys.stdin.readline):
        shown = Shown(min(each.updates for each in onlookers), _are_shown_the_same(onlookers))
        verb, _, table = line.strip().partition(" ")
        if verb == "watch":
            await asyncio.gather(*[each.ask(Watch(table=table), "snapshot") for each in onlookers])
        elif verb == "stop":
            await asyncio.gather(*[each.ask(Unwatch(), "unwatched") for each in onlookers])
        print(msgspec.json.encode(shown).decode(), flush=True)  # noqa: T201


def _are_shown_the_same(onlookers: Sequence[Onlooker]) -> bool:
    views = [each.end.view for each in onlookers if each.end is not None]
    sent = {(each.port, each.digest.digest()) for each in onlookers}
    return all(view == views[0] for view in views) and len(sent) == len(views)


if __name__ == "__main__":
    run(serve(int(sys.argv[1]), [int(port) for port in sys.argv[2:]]))
