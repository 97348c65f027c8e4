"""A player for tests: the protocol's own client end over a real socket, in either codec."""

import asyncio
import random
import socket
from collections.abc import Callable
from typing import TypeVar

import httpx
import msgspec
from msgspec import UnsetType
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from engine import catalogue
from engine.model.offered import from_offered
from server.protocol.client import ClientEnd
from server.protocol.codec import CODECS, Frame
from server.protocol.messages import (
    JSON,
    MSGPACK,
    ClientMessage,
    CreateTable,
    DeckChoice,
    Join,
    Ping,
    Plain,
    Pong,
    Presence,
    ServerMessage,
    Snapshot,
    Table,
    Welcome,
)
from server.protocol.shapes import Decision, Prompt, to_wire

M = TypeVar("M", bound=ServerMessage)

DECK = DeckChoice(preset="trial-1")
OTHER_DECK = DeckChoice(preset="trial-2")
PATIENCE = 20.0
"""No test waits longer for anything, in seconds."""


async def become_guest(url: str, name: str) -> str:
    """A new identity's token."""
    async with httpx.AsyncClient(base_url=url, verify=False, trust_env=False) as http:
        answer = await http.post("/api/guest", json={"name": name})
    token = answer.raise_for_status().json()["token"]
    assert isinstance(token, str)
    return token


async def fetch_ticket(url: str, token: str) -> str:
    """A ticket for this identity."""
    async with httpx.AsyncClient(base_url=url, verify=False, trust_env=False) as http:
        answer = await http.post("/api/ticket", headers={"authorization": f"Bearer {token}"})
    ticket = answer.raise_for_status().json()["ticket"]
    assert isinstance(ticket, str)
    return ticket


class Closed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason

    @classmethod
    def by(cls, closed: ConnectionClosed) -> "Closed":
        received = closed.rcvd
        return cls(received.code if received else 1006, received.reason if received else "")


class Player:
    """One identity and its connection. Every frame that arrives is kept in ``seen``."""

    def __init__(self, url: str, name: str, subprotocol: str = JSON) -> None:
        self.url = url
        self.name = name
        self.codec = CODECS[subprotocol]
        self.end = ClientEnd("paltable-tests", f"tab of {name}")
        self.token = ""
        self.seen: list[ServerMessage] = []
        self.receive_buffer = 0
        """How many bytes the system may keep for this player; 0 lets the system choose."""
        self.socket: ClientConnection | None = None

    async def dial(self) -> ClientConnection:
        """Open a socket without saying hello."""
        address = self.url.replace("http", "ws", 1) + "/ws"
        plug = await self._plug() if self.receive_buffer else None
        self.socket = await connect(address, subprotocols=[self.codec.name], compression=None, max_size=None, sock=plug)  # type: ignore[list-item]
        return self.socket

    async def _plug(self) -> socket.socket:
        """A connected socket for which the system keeps little."""
        plug = socket.socket(proto=socket.IPPROTO_TCP)
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.receive_buffer)
        plug.setblocking(False)
        host, port = self.url.removeprefix("http://").split(":")
        await asyncio.get_running_loop().sock_connect(plug, (host, int(port)))
        return plug

    async def arrive(self) -> "Player":
        """Become a guest if need be, connect, and say hello."""
        if not self.token:
            self.token = await become_guest(self.url, self.name)
        await self.dial()
        await self.send(self.end.hello(await fetch_ticket(self.url, self.token)))
        await self.wait(Welcome)
        return self

    async def send(self, message: ClientMessage) -> None:
        await self.send_frame(self.codec.encode(message))

    async def send_frame(self, frame: Frame) -> None:
        assert self.socket is not None, "connect first"
        try:
            await self.socket.send(frame)
        except ConnectionClosed as closed:
            raise Closed.by(closed) from None

    async def next(self) -> ServerMessage:
        """The next message, taken in. Raises `Closed`."""
        assert self.socket is not None, "connect first"
        try:
            frame = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        except ConnectionClosed as closed:
            raise Closed.by(closed) from None
        message = self.codec.from_server(frame)
        self.seen.append(message)
        for answer in self.end.receive(message):
            await self.send(answer)
        return message

    async def wait(self, kind: type[M], so: Callable[[M], bool] = lambda _: True) -> M:
        """Read on to a message of this kind."""
        while True:
            message = await self.next()
            if isinstance(message, kind) and so(message):
                return message

    async def catch_up(self) -> None:
        """Read everything that the server has sent so far."""
        mark = len(self.seen)
        await self.send(Ping(t=mark))
        await self.wait(Pong, lambda pong: pong.t == mark)

    async def until_closed(self) -> Closed:
        """Read on until the server closes the connection, and how it did."""
        while True:
            try:
                await self.next()
            except Closed as closed:
                return closed

    async def until_asked(self) -> Plain | None:
        """Read on until this seat is asked; None if the game is over."""
        while self.end.prompt is None and self.end.outcome is None:
            await self.next()
        return self.end.prompt

    async def decide(self, decision: Decision) -> None:
        await self.send(self.end.decide(decision))

    async def drop(self) -> None:
        """Lose the connection, as a cable that is pulled would."""
        assert self.socket is not None, "connect first"
        self.socket.transport.abort()
        await self.socket.wait_closed()

    async def leave(self) -> None:
        """Close the connection in good order."""
        if self.socket is not None:
            await self.socket.close()


def any_decision(plain: Plain, chance: random.Random) -> Decision:
    """A legal answer to a prompt, from what the wire says alone."""
    prompt = msgspec.convert(plain, Prompt)
    if not isinstance(prompt.decisions, UnsetType):
        return to_wire(chance.choice(list(from_offered(msgspec.to_builtins(prompt.decisions)))))
    if not isinstance(prompt.entries, UnsetType):
        entry = chance.choice(prompt.entries)
        return Decision("resolve", card=entry.card, number=entry.number)
    if prompt.kind == "name":
        return Decision("name", name=chance.choice(sorted(catalogue.names())))
    assert not isinstance(prompt.minimum, UnsetType)
    assert not isinstance(prompt.maximum, UnsetType)
    if prompt.kind == "number":
        return Decision("number", number=chance.randint(prompt.minimum, prompt.maximum))
    assert not isinstance(prompt.candidates, UnsetType)
    amount = chance.randint(prompt.minimum, min(prompt.maximum, len(prompt.candidates)))
    return Decision("choose", cards=tuple(sorted(chance.sample(prompt.candidates, amount))))


async def play_on(player: Player, chance: random.Random, decisions: int = 10_000) -> int:
    """Play this seat with any decisions until the game is over, or so many were made; how many were made."""
    for made in range(decisions):
        prompt = await player.until_asked()
        if prompt is None:
            return made
        await player.decide(any_decision(prompt, chance))
        n = player.end.n
        while n in player.end.pending:
            await player.next()
    return decisions


async def seat_two(first: Player, second: Player) -> None:
    """Bring both to one private table."""
    await first.send(CreateTable(opponent="human", deck=DECK))
    table = await first.wait(Table)
    await second.send(Join(code=table.code, deck=OTHER_DECK))
    for player in (first, second):
        await player.wait(Snapshot)
        await player.wait(Presence, lambda presence: presence.online)


async def two_at_a_table(url: str) -> tuple[Player, Player]:
    """Two players in a match, one for each codec; the first is asked."""
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben", MSGPACK).arrive()
    await seat_two(ann, ben)
    return (ann, ben) if ann.end.prompt else (ben, ann)


async def decide_once(player: Player, chance: random.Random) -> None:
    """Whoever is asked sends any decision."""
    assert player.end.prompt is not None
    await player.decide(any_decision(player.end.prompt, chance))
