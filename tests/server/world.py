"""Both ends of the protocol without sockets: the real server behind wires that a test can cut at any frame."""

import asyncio
import random
from collections import deque
from contextlib import AsyncExitStack

from engine import catalogue
from engine.effects.catalogue import Catalogue
from server.app import Server
from server.auth import Guest
from server.limits import Bucket
from server.lobby import Lobby
from server.peer import Peer
from server.protocol.client import ClientEnd
from server.protocol.codec import CODECS, Frame
from server.protocol.ends import ServerEnd
from server.protocol.errors import ProtocolError, Refusal
from server.protocol.messages import ClientMessage, CreateTable, Join, ServerMessage
from server.settings import Settings
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.player import DECK, OTHER_DECK


class Wire:
    """One connection: frames lie on it until they are delivered; what lies on it when it is cut is lost."""

    def __init__(self, lobby: Lobby, name: str, codec: str) -> None:
        self._lobby = lobby
        self._end = ServerEnd(CODECS[codec])
        self.peer = Peer(name, CODECS[codec], Bucket(1e9, 1e9, 0.0))
        self.up: deque[Frame] = deque()
        self.down: deque[Frame] = deque()
        self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        async for frame in self.peer.outgoing():
            self.down.append(frame)

    async def deliver_up(self) -> None:
        """The server gets the next frame."""
        try:
            await self._lobby.receive(self.peer, self._end.receive(self.up.popleft()))
        except Refusal as refusal:
            self.peer.send(refusal.message())
        except ProtocolError as error:
            self.peer.close(error.code, error.reason)

    async def cut(self) -> None:
        """The connection is lost, with everything on it."""
        self._lobby.gone(self.peer)
        await self._writer


class Client:
    """A player's end and its present wire."""

    def __init__(self, guest: Guest, codec: str) -> None:
        self.guest = guest
        self.codec = codec
        self.end = ClientEnd("paltable-tests", f"tab of {guest.name}")
        self.wire: Wire | None = None
        self.seen: list[ServerMessage] = []

    def send(self, message: ClientMessage) -> None:
        assert self.wire is not None, "connect first"
        self.wire.up.append(CODECS[self.codec].encode(message))

    def deliver_down(self) -> None:
        """The client gets the next frame, and answers what has to be answered."""
        assert self.wire is not None, "connect first"
        message = CODECS[self.codec].from_server(self.wire.down.popleft())
        self.seen.append(message)
        for answer in self.end.receive(message):
            self.send(answer)


class World:
    """A server that can be stopped and started, and two clients. Every choice is drawn from one seed."""

    def __init__(self, settings: Settings, seed: int, codecs: tuple[str, str]) -> None:
        self.chance = random.Random(seed)
        self._settings = settings
        self._script = Scripted(seed)
        self._stack = AsyncExitStack()
        self.clients = [Client(Guest(f"guest {n}", f"Player {n}"), codec) for n, codec in enumerate(codecs)]

    async def start(self, pool: Catalogue = catalogue) -> None:
        """Start the server on its state, with these cards."""
        self.server = Server(self._settings, BOTS, self._script, pool)
        self._tickets = self.server.worker.tickets
        app = self.server.app
        await self._stack.enter_async_context(app.router.lifespan_context(app))

    async def seat(self) -> None:
        """Bring both clients to one table."""
        ann, ben = self.clients
        for client in (ann, ben):
            await self.connect(client)
        ann.send(CreateTable(opponent="human", deck=DECK))
        await self.deliver_all()
        assert ann.end.table is not None
        ben.send(Join(code=ann.end.table.code, deck=OTHER_DECK))
        await self.deliver_all()
        assert ben.end.view

    async def stop(self) -> None:
        """Stop it; all wires are cut."""
        for client in self.clients:
            await self.cut(client)
        await self._stack.aclose()

    async def connect(self, client: Client) -> None:
        """A new wire, which begins with hello."""
        client.wire = Wire(self.server.worker.lobby, client.guest.name, client.codec)
        client.send(client.end.hello(await self._tickets.issue(client.guest)))

    async def cut(self, client: Client) -> None:
        if client.wire is not None:
            await client.wire.cut()
            client.wire = None

    async def settle(self) -> None:
        """Let everything that can run now run."""
        for _ in range(60):
            await asyncio.sleep(0)

    async def deliver_all(self) -> None:
        """Deliver until nothing lies on any wire."""
        quiet = False
        while not quiet:
            quiet = True
            await self.settle()
            for client in self.clients:
                while client.wire is not None and client.wire.up:
                    await client.wire.deliver_up()
                    await self.settle()
                    quiet = False
                while client.wire is not None and client.wire.down:
                    client.deliver_down()
                    quiet = False
