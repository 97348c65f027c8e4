"""Both ends of the protocol without sockets: real workers behind wires that a test can cut at any frame.

All of it runs on virtual time: it stands still while anything can be done, and `World.pass_time` lets it go on. So a
test does not depend on how fast the machine is, and waits for nothing.
"""

import asyncio
import random
from collections import deque
from typing import TypeVar

from engine import Game, catalogue
from engine.effects.catalogue import Catalogue
from server.auth import Guest
from server.inbox import Done, HandOver
from server.lessons import NO_LESSONS, Lessons
from server.limits import Bucket
from server.peer import Peer
from server.protocol.client import ClientEnd
from server.protocol.codec import CODECS, Frame
from server.protocol.ends import ServerEnd
from server.protocol.errors import ProtocolError, Refusal
from server.protocol.messages import (
    JSON,
    MSGPACK,
    ClientMessage,
    CreateTable,
    Join,
    Queue,
    ServerMessage,
    Table,
    TimeControlName,
)
from server.room import Room
from server.store.base import Store
from server.worker import Worker
from tests.chaos.loop import VirtualLoop
from tests.server.chance import Scripted
from tests.server.nodes import Ground, Node
from tests.server.player import DECK, OTHER_DECK, any_decision

M = TypeVar("M", bound=ServerMessage)


class Wire:
    """One connection: frames lie on it until they are delivered; what lies on it when it is cut is lost."""

    def __init__(self, node: Node, codec: str) -> None:
        self.node = node
        self.peer = Peer(node.next_name(), CODECS[codec], Bucket(1e9, 1e9, 0.0))
        self.up: deque[Frame] = deque()
        self.down: deque[Frame] = deque()
        self._end = ServerEnd(CODECS[codec])
        self._arrived: asyncio.Queue[Frame | None] = asyncio.Queue()
        node.process.spawn(self._write())
        node.process.spawn(self._read())

    @property
    def close_code(self) -> int | None:
        """With which code the server has closed the connection; None if it has not."""
        return None if self.peer.closing is None else self.peer.closing.code

    # --- the server's side, in its process ---

    async def _write(self) -> None:
        async for frame in self.peer.outgoing():
            self.down.append(frame)
        self._arrived.put_nowait(None)

    async def _read(self) -> None:
        while (frame := await self._arrived.get()) is not None:
            await self._take(frame)
        self.node.worker.lobby.gone(self.peer)

    async def _take(self, frame: Frame) -> None:
        try:
            await self.node.worker.lobby.receive(self.peer, self._end.receive(frame))
        except Refusal as refusal:
            self.peer.send(refusal.message())
        except ProtocolError as error:
            self.peer.close(error.code, error.reason)

    # --- the other side ---

    def deliver_up(self) -> None:
        """The server gets the next frame."""
        self.node.process.call(self._arrived.put_nowait, self.up.popleft())

    def cut(self) -> None:
        """The connection is lost, with everything on it."""
        self.node.process.call(self._arrived.put_nowait, None)


class Client:
    """A player's end and its present wire."""

    def __init__(self, guest: Guest, codec: str) -> None:
        self.guest = guest
        self.codec = codec
        self.end = ClientEnd("paltable-tests", f"tab of {guest.name}")
        self.seen: list[ServerMessage] = []
        self._wire: Wire | None = None

    @property
    def is_connected(self) -> bool:
        return self._wire is not None

    @property
    def wire(self) -> Wire:
        """The connection."""
        assert self._wire is not None, "connect first"
        return self._wire

    def plug(self, wire: Wire) -> None:
        """Take a new wire; whatever lies on the old one is not seen any more."""
        self._wire = wire

    def cut(self) -> None:
        """Lose the connection, if there is one."""
        if self._wire is not None:
            self._wire.cut()
            self._wire = None

    def send(self, message: ClientMessage) -> None:
        self.wire.up.append(CODECS[self.codec].encode(message))

    def deliver_down(self) -> None:
        """The client gets the next frame, and answers what has to be answered."""
        message = CODECS[self.codec].from_server(self.wire.down.popleft())
        self.seen.append(message)
        for answer in self.end.receive(message):
            self.send(answer)

    # --- what it knows ---

    @property
    def table(self) -> Table:
        assert self.end.table is not None, "sit down first"
        return self.end.table

    def of(self, kind: type[M]) -> list[M]:
        """What it has been told of this kind, in order."""
        return [message for message in self.seen if isinstance(message, kind)]


class World:
    """A server that can be stopped and started, or several workers of one, and clients. One seed draws every choice."""

    def __init__(
        self, loop: VirtualLoop, ground: Ground, seed: int = 1, codecs: tuple[str, ...] = (JSON, MSGPACK)
    ) -> None:
        self.chance = random.Random(seed)
        self.ground = ground
        self.nodes: list[Node] = []
        """All that were ever started; the last one is `node`."""
        self.clients = [Client(Guest(f"guest {n}", f"Player {n}"), codec) for n, codec in enumerate(codecs)]
        self.lessons: Lessons = NO_LESSONS
        """What the workers that are started from now on teach."""
        self._loop = loop
        self._script = Scripted(seed)

    # --- workers ---

    async def start(self, pool: Catalogue = catalogue) -> Node:
        """Start a worker, with these cards."""
        node = Node(f"w{len(self.nodes)}", self.ground, self._script, pool, self._loop, self.lessons)
        self.nodes.append(node)
        await node.start()
        await self.settle()
        return node

    async def stop(self) -> None:
        """Stop the worker that was started last; all wires are cut."""
        for client in self.clients:
            client.cut()
        await self.settle()
        await self.node.stop()
        await self.settle()

    async def hand_over(self, client: Client, target: Node) -> None:
        """Let the owner of a client's table give it to another worker."""
        done: Done = asyncio.get_running_loop().create_future()
        self.room_of(client).post(HandOver(target.name, done))
        await done
        await self.deliver_all()

    def anywhere(self) -> Node:
        """Any worker that is there."""
        return self.chance.choice([node for node in self.nodes if not node.is_gone])

    def cut_at(self, node: Node) -> None:
        """Cut every wire to this worker."""
        for client in self.clients:
            if client.is_connected and client.wire.node is node:
                client.cut()

    @property
    def node(self) -> Node:
        return self.nodes[-1]

    @property
    def worker(self) -> Worker:
        return self.node.worker

    @property
    def store(self) -> Store:
        return self.node.store

    async def end(self) -> None:
        """The test is over. Nothing may have failed where nobody looks."""
        for client in self.clients:
            client.cut()
        for node in self.nodes:
            await node.bury()
        await self.settle()
        assert self._loop.failures == []

    # --- clients ---

    async def connect(self, client: Client, node: Node | None = None) -> None:
        """A new wire, to the worker that was started last or to this one; it begins with hello."""
        node = node or self.node
        ticket = await node.tickets.issue(client.guest)
        client.plug(Wire(node, client.codec))
        client.send(client.end.hello(ticket))

    async def arrive(self, *nodes: Node) -> None:
        """All clients connect, each to the worker in its place, if any are named; everything is delivered."""
        for n, client in enumerate(self.clients):
            await self.connect(client, nodes[n] if nodes else None)
        await self.deliver_all()

    async def seat(self, *nodes: Node, time: TimeControlName = "none") -> None:
        """Bring the first two clients to one table with this time control, which the first one's worker owns."""
        ann, ben = self.clients[:2]
        await self.arrive(*nodes)
        ann.send(CreateTable(opponent="human", deck=DECK, time=time))
        await self.deliver_all()
        ben.send(Join(code=ann.table.code, deck=OTHER_DECK))
        await self.deliver_all()
        assert ann.end.view
        assert ben.end.view

    async def queue(self, *clients: Client) -> None:
        """Let these look for an opponent, one after the other."""
        for client in clients:
            client.send(Queue(deck=DECK))
            await self.deliver_all()

    @property
    def asked(self) -> Client:
        """Whoever is asked."""
        asked = [client for client in self.clients if client.end.prompt is not None]
        assert asked, "nobody is asked"
        return asked[0]

    @property
    def idle(self) -> Client:
        """Whoever of the first two is not asked."""
        (client,) = (client for client in self.clients[:2] if client is not self.asked)
        return client

    def decide(self, client: Client | None = None) -> Client:
        """Whoever is asked sends any decision; who it is."""
        client = client or self.asked
        assert client.end.prompt is not None, "it is not asked"
        client.send(client.end.decide(any_decision(client.end.prompt, self.chance)))
        return client

    async def play(self, decisions: int) -> None:
        """So many decisions, each by whoever is asked; each is done at once."""
        for _ in range(decisions):
            client = self.decide()
            await self.deliver_all()
            assert client.end.acked == client.end.n

    # --- what goes on ---

    async def settle(self) -> None:
        """Let everything run that can run now. What is left waits for a message of ours, or for time to pass."""
        while True:
            await asyncio.sleep(0)
            if not self._loop._ready:
                return

    async def deliver_all(self) -> None:
        """Deliver until nothing lies on any wire, and nobody has anything to do."""
        moved = True
        while moved:
            moved = False
            await self.settle()
            for client in self.clients:
                while client.is_connected and client.wire.up:
                    client.wire.deliver_up()
                    await self.settle()
                    moved = True
                while client.is_connected and client.wire.down:
                    client.deliver_down()
                    moved = True

    @property
    def now(self) -> float:
        """The time, in seconds."""
        return self._loop.time()

    async def pass_time(self, seconds: float, step: float = 0.05) -> None:
        """Let so much time pass, in steps, and everything happen that happens then."""
        end = self._loop.time() + seconds
        while self._loop.time() < end:
            await asyncio.sleep(min(step, end - self._loop.time()))
            await self.deliver_all()

    # --- what is so ---

    def room_of(self, client: Client) -> Room:
        """The room of a client's table, at whichever worker it runs."""
        there = [node.worker.rooms.running(client.table.id) for node in self.nodes if not node.is_gone]
        (room,) = [room for room in there if room is not None]
        return room

    def game_of(self, client: Client) -> Game:
        """The match that a client plays."""
        game = self.room_of(client).match.game
        assert game is not None
        return game
