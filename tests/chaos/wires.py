"""The network of the simulation: wires between clients and applications, each way in order and with delays.

A wire carries what a TCP connection would: nothing is lost, doubled or overtaken while it holds. When it breaks,
whatever lies on it is gone; a half-open one breaks without a word.
"""

import asyncio
import contextvars
import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from random import Random
from typing import Any, TypeAlias

from clients.sdk.transport import VANISHED, Answer, Closed, Denied, Document, Frame, Unreachable
from tests.chaos.loop import Process, VirtualLoop

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

PATIENCE = 5.0
"""After so many seconds a client tries elsewhere, if a server takes its connection and does not answer."""
KEPT_ALIVE = 40.0
"""So many seconds it takes uvicorn at most to notice that the other side of a socket has vanished."""
STEP = 1e-5
"""Between two deliveries one way, so that their order is theirs and not that of a heap."""


class Way:
    """One direction of a wire: delivers in order, after a delay that chance draws. It belongs to no process."""

    def __init__(self, loop: VirtualLoop, chance: Random, longest: float = 0.004) -> None:
        self._loop = loop
        self._chance = chance
        self._longest = longest
        self._last = 0.0

    def carry(self, deliver: Callable[..., object], *args: object) -> None:
        """Deliver after a while, after everything that was given before."""
        self._last = max(self._last + STEP, self._loop.time() + self._chance.uniform(0.0002, self._longest))
        self._loop.call_at(self._last, deliver, *args, context=contextvars.Context())


class Host:
    """A process that serves an application, as the network sees it."""

    def __init__(self, process: Process, app: App, loop: VirtualLoop, chance: Random) -> None:
        self.process = process
        self.app = app
        self.loop = loop
        self.chance = chance
        self.wires: dict[int, Wire] = {}
        self._count = 0
        self._requests: dict[int, asyncio.Future[Document]] = {}

    @property
    def is_listening(self) -> bool:
        """Whether connections are taken: a stopped process takes them too, and says nothing."""
        return self.process.state != "dead"

    def number(self) -> int:
        """The number of a new wire or request."""
        self._count += 1
        return self._count

    def kill(self) -> None:
        """The process is gone; the system closes what it had open."""
        self.process.kill()
        self.hang_up()

    def hang_up(self) -> None:
        """Close every connection from this side."""
        for wire in list(self.wires.values()):
            wire.broken()
        for request in self._requests.values():
            if not request.done():
                request.set_exception(Unreachable("the server is gone"))

    async def request(self, path: str, body: Mapping[str, object], token: str) -> Answer:
        """A request in JSON, answered by the application in its process."""
        headers = [(b"content-type", b"application/json")]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        status, content = await self.ask("POST", path, headers, json.dumps(body).encode())
        return Answer(status, json.loads(content) if content else {})

    async def ask(self, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes) -> Document:
        """Any request."""
        number, answered = self.number(), asyncio.Future[Document](loop=self.loop)
        self._requests[number] = answered
        scope = {**scope_of("http", path, headers), "method": method, "scheme": "http"}
        there, back = Way(self.loop, self.chance), Way(self.loop, self.chance)
        there.carry(self.process.call, self._serve, scope, body, back, answered)
        try:
            async with asyncio.timeout(PATIENCE):
                return await answered
        except TimeoutError:
            raise Unreachable("the server does not answer") from None
        finally:
            del self._requests[number]

    def _serve(self, scope: Message, body: bytes, back: Way, answered: "asyncio.Future[Document]") -> None:
        self.process.spawn(self._answer(scope, body, back, answered))

    async def _answer(self, scope: Message, body: bytes, back: Way, answered: "asyncio.Future[Document]") -> None:
        status, content = 500, bytearray()

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            content.extend(message.get("body", b""))

        await self.app(scope, receive, send)
        back.carry(_settle, answered, Document(status, bytes(content)))


def scope_of(kind: str, path: str, headers: list[tuple[bytes, bytes]]) -> Message:
    """The scope of a connection to an application."""
    return {
        "type": kind, "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": [(b"host", b"chaos"), *headers],
        "client": ("chaos", 0), "server": ("chaos", 80), "state": {},
    }  # fmt: skip


def _settle(future: "asyncio.Future[Document]", answer: Document) -> None:
    if not future.done():
        future.set_result(answer)


class Wire:
    """One WebSocket: the client's side is the SDK's `Socket`, the other is an application's scope in its process."""

    def __init__(self, host: Host, subprotocol: str) -> None:
        self._host = host
        self._number = host.number()
        self._there = Way(host.loop, host.chance)
        self._back = Way(host.loop, host.chance)
        self._to_client: asyncio.Queue[Message] = asyncio.Queue()
        self._to_app: asyncio.Queue[Message] = asyncio.Queue()
        self._closed: Closed | None = None
        self._is_silent = False
        self._is_hung_up = False
        host.wires[self._number] = self
        headers = [(b"sec-websocket-protocol", subprotocol.encode())]
        scope = {
            **scope_of("websocket", "/ws", headers), "scheme": "ws", "subprotocols": [subprotocol],
            "extensions": {"websocket.http.response": {}},
        }  # fmt: skip
        self._to_app.put_nowait({"type": "websocket.connect"})
        self._there.carry(host.process.call, self._begin, scope)

    # --- the application's side, in its process ---

    def _begin(self, scope: Message) -> None:
        self._host.process.spawn(self._serve(scope))

    async def _serve(self, scope: Message) -> None:
        try:
            await self._host.app(scope, self._to_app.get, self._send)
        finally:
            self._back.carry(self._arrive, {"type": "websocket.close", "code": VANISHED})

    async def _send(self, message: Message) -> None:
        self._back.carry(self._arrive, message)

    # --- between ---

    def _arrive(self, message: Message) -> None:
        if not self._is_silent:
            self._to_client.put_nowait(message)

    def _tell(self, message: Message) -> None:
        """Carry something to the application."""
        if not self._is_silent:
            self._there.carry(self._host.process.call, self._to_app.put_nowait, message)

    def broken(self) -> None:
        """The other side is gone, and the system says so."""
        self._forget()
        if not self._is_silent:
            self._back.carry(self._to_client.put_nowait, {"type": "websocket.close", "code": VANISHED})

    def go_silent(self) -> None:
        """Break without a word: neither side hears of the other again, until the server's pings stay unanswered."""
        self._is_silent = True
        gone = {"type": "websocket.disconnect", "code": VANISHED}
        self._host.loop.call_later(
            KEPT_ALIVE, self._host.process.call, self._to_app.put_nowait, gone, context=contextvars.Context()
        )
        self._forget()

    def _forget(self) -> None:
        self._host.wires.pop(self._number, None)

    # --- the client's side ---

    async def connect(self) -> None:
        """Shake hands. Raises `Denied` and `Unreachable`."""
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self._to_client.get()
        except TimeoutError:
            self.abort()
            raise Unreachable("the server does not answer") from None
        if answer["type"] == "websocket.accept":
            return
        self._forget()
        if answer["type"] == "websocket.close":
            raise Unreachable("the server is gone")
        raise Denied(answer.get("status", 403), "denied")

    async def send(self, frame: Frame) -> None:
        if self._closed is None and not self._is_hung_up:
            kind = "text" if isinstance(frame, str) else "bytes"
            self._tell({"type": "websocket.receive", kind: frame})

    async def receive(self) -> Frame:
        if self._closed is not None:
            raise self._closed
        message = await self._to_client.get()
        if message["type"] == "websocket.close":
            self._closed = Closed(message.get("code", 1000), message.get("reason") or "")
            self._hang_up(self._closed.code)
            raise self._closed
        frame: Frame = message["text"] if message.get("text") is not None else message["bytes"]
        return frame

    async def close(self) -> None:
        self._hang_up(1000)

    def abort(self) -> None:
        if not self._is_hung_up:
            self._hang_up(VANISHED)
            self._to_client.put_nowait({"type": "websocket.close", "code": VANISHED})

    def _hang_up(self, code: int) -> None:
        if not self._is_hung_up:
            self._is_hung_up = True
            self._forget()
            self._tell({"type": "websocket.disconnect", "code": code})


class Ways:
    """A client's transport to whichever host takes it; after a failure it tries another one first."""

    def __init__(self, hosts: Callable[[], list[Host]], loop: VirtualLoop, chance: Random) -> None:
        self._hosts = hosts
        self._loop = loop
        self._chance = chance
        self._last: Host | None = None
        self.wire: Wire | None = None
        """The last connection."""

    async def _pick(self) -> Host:
        """A host that takes connections; not the one of last time, if there is another one."""
        await asyncio.sleep(self._chance.uniform(0.0005, 0.004))
        listening = [host for host in self._hosts() if host.is_listening]
        others = [host for host in listening if host is not self._last]
        if not listening:
            raise Unreachable("no server takes the connection")
        self._last = self._chance.choice(others or listening)
        return self._last

    async def post(self, path: str, body: Mapping[str, object], token: str = "") -> Answer:
        return await (await self._pick()).request(path, body, token)

    async def get(self, path: str) -> Document:
        return await (await self._pick()).ask("GET", path, [], b"")

    async def open(self, subprotocol: str) -> Wire:
        wire = self.wire = Wire(await self._pick(), subprotocol)
        try:
            await wire.connect()
        except asyncio.CancelledError:
            wire.abort()  # whoever gives up in the middle of the handshake has let go of it
            raise
        return wire
