"""Servers for tests of the SDK: the real one, in this process or behind a real socket; and connections that fail."""

import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from clients.bots import BOTS
from clients.sdk import InProcess, Table, in_process
from clients.sdk.transport import Answer, Closed, Document, Frame, Socket, Transport
from engine.model.terms import SEATS, SeatName
from server.app import Server
from server.chance import CODE_LETTERS, Chance
from server.protocol.codec import CODECS
from server.protocol.messages import MSGPACK, ServerMessage
from server.room import Room
from server.settings import Settings

T = TypeVar("T")

DECK = "trial-1"
OTHER_DECK = "trial-2"


class Repeatable:
    """Chance that follows from one number."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def secret(self) -> bytes:
        return self._random.randbytes(32)

    def seat(self) -> SeatName:
        return self._random.choice(SEATS)

    def code(self) -> str:
        return "".join(self._random.choices(CODE_LETTERS, k=6))

    def token(self) -> str:
        return self._random.randbytes(16).hex()

    def pick(self, options: Sequence[T]) -> T:
        return self._random.choice(options)

    def between(self, least: float, most: float) -> float:
        return self._random.uniform(least, most)


def settings(folder: Path, port: int = 0) -> Settings:
    """Settings that let a test ask as often as it likes."""
    return Settings(state_dir=folder, port=port, guests_per_minute=1e6, messages_per_second=1e6, messages_burst=1e6)


@dataclass(frozen=True, slots=True)
class Local:
    """A server in this process, and the way to it."""

    server: Server
    transport: InProcess

    async def room(self, table: Table) -> Room:
        """The server's own side of a table."""
        room = await self.server.worker.rooms.open(table.id)
        assert isinstance(room, Room), "there is one worker alone"
        return room

    async def decisions(self, table: Table) -> int:
        """How many decisions the match of a table has taken."""
        game = (await self.room(table)).match.game
        assert game is not None
        return game.decisions


@asynccontextmanager
async def local(folder: Path, chance: Chance | None = None) -> AsyncIterator[Local]:
    """The whole server in this process, without a socket."""
    server = Server(settings(folder), BOTS, chance or Repeatable(1))
    async with in_process(server.app) as transport:
        yield Local(server, transport)


async def play_on(table: Table, bot: str = "greedy", limit: int = 10_000) -> int:
    """Have a bot play until the game is over, or so many decisions were made; how many were made."""
    made = 0
    async for prompt in table:
        if made == limit:
            break
        await table.decide(BOTS[bot].choose(table.view, prompt, prompt.legal(), prompt.id))
        made += 1
    return made


# --- connections that fail --------------------------------------------------------------------------------------------

Verdict = Callable[[ServerMessage], str]
"""What becomes of a message of the server: ``take``, ``lose`` (only it), or ``cut`` (it and the connection)."""


class Unreliable:
    """A transport whose sockets lose what a test wants to be lost. Only the msgpack subprotocol goes through it."""

    def __init__(self, inner: Transport) -> None:
        self.inner = inner
        self.incoming: Verdict = lambda message: "take"
        self.outgoing_is_lost = False
        """Whether the next frame that the client sends is lost, and the connection with it."""
        self.losses = 0
        """So many frames that the client sends are lost, and the connection stays."""
        self.posts: list[str] = []
        """The paths of the requests so far."""

    async def post(self, path: str, body: Mapping[str, object], token: str = "") -> Answer:
        self.posts.append(path)
        return await self.inner.post(path, body, token)

    async def get(self, path: str) -> Document:
        return await self.inner.get(path)

    async def open(self, subprotocol: str) -> Socket:
        assert subprotocol == MSGPACK
        return UnreliableSocket(self, await self.inner.open(subprotocol))


class UnreliableSocket:
    """One connection through an unreliable transport."""

    def __init__(self, transport: Unreliable, inner: Socket) -> None:
        self._transport = transport
        self._inner = inner

    async def send(self, frame: Frame) -> None:
        if self._transport.outgoing_is_lost:
            self._transport.outgoing_is_lost = False
            self.abort()
        elif self._transport.losses:
            self._transport.losses -= 1
        else:
            await self._inner.send(frame)

    async def receive(self) -> Frame:
        while True:
            frame = await self._inner.receive()
            verdict = self._transport.incoming(CODECS[MSGPACK].from_server(frame))
            if verdict == "take":
                return frame
            if verdict == "cut":
                self.abort()
                raise Closed(1006)

    async def close(self) -> None:
        await self._inner.close()

    def abort(self) -> None:
        self._inner.abort()
