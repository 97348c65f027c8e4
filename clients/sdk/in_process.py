"""The transport without a network: an ASGI application in the same loop, for tests and for embedding."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

from clients.sdk.transport import VANISHED, Answer, Closed, Denied, Document, Frame

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

FRAMES: Final = 256
"""So many frames may wait in each direction."""
ASGI: Final = {"version": "3.0", "spec_version": "2.4"}
HOST: Final = "in-process"


@asynccontextmanager
async def in_process(app: App) -> AsyncIterator["InProcess"]:
    """Run the application's lifespan, and give the transport to it; its failures are raised at the end."""
    life = _Lifespan(app)
    state = await life.start()
    transport = InProcess(app, state)
    try:
        yield transport
    finally:
        await transport.close()
        await life.stop()


class _Lifespan:
    """The lifespan of an application: begun, and ended when everything else is over."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._told: asyncio.Queue[Message] = asyncio.Queue(2)
        self._said: asyncio.Queue[Message] = asyncio.Queue(2)
        self._state: dict[str, Any] = {}

    async def start(self) -> dict[str, Any]:
        scope: Message = {"type": "lifespan", "asgi": ASGI, "state": self._state}
        self._task = asyncio.ensure_future(self._app(scope, self._told.get, self._said.put))
        await self._step("startup")
        return self._state

    async def stop(self) -> None:
        await self._step("shutdown")
        await self._task

    async def _step(self, step: str) -> None:
        await self._told.put({"type": f"lifespan.{step}"})
        answer = asyncio.ensure_future(self._said.get())
        await asyncio.wait((answer, self._task), return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            answer.cancel()
            await self._task
            raise RuntimeError(f"the application ended during its {step}")
        if answer.result()["type"] != f"lifespan.{step}.complete":
            raise RuntimeError(f"{step} failed: {answer.result().get('message', '')}")


class InProcess:
    """The way to an application that runs in this loop."""

    def __init__(self, app: App, state: Mapping[str, Any]) -> None:
        self._app = app
        self._state = state
        self._sockets: set[InProcessSocket] = set()

    async def post(self, path: str, body: Mapping[str, object], token: str = "") -> Answer:
        headers = [(b"content-type", b"application/json")]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        status, content = await self._request("POST", path, headers, json.dumps(body).encode())
        return Answer(status, json.loads(content) if content else {})

    async def get(self, path: str) -> Document:
        return await self._request("GET", path, [], b"")

    async def _request(self, method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes) -> Document:
        request: Message = {"type": "http.request", "body": body, "more_body": False}
        status, content = 500, bytearray()

        async def receive() -> Message:
            return request

        async def send(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            content.extend(message.get("body", b""))

        await self._app({**self._scope("http", path, headers), "method": method, "scheme": "http"}, receive, send)
        return Document(status, bytes(content))

    async def open(self, subprotocol: str) -> "InProcessSocket":
        scope = {
            **self._scope("websocket", "/ws", [(b"sec-websocket-protocol", subprotocol.encode())]),
            "scheme": "ws", "subprotocols": [subprotocol], "extensions": {"websocket.http.response": {}},
        }  # fmt: skip
        socket = InProcessSocket(self._app, scope)
        self._sockets = {open_one for open_one in self._sockets if not open_one.is_over} | {socket}
        await socket.connect()
        return socket

    def _scope(self, kind: str, path: str, headers: list[tuple[bytes, bytes]]) -> Message:
        return {
            "type": kind, "asgi": ASGI, "http_version": "1.1", "path": path, "raw_path": path.encode(),
            "query_string": b"", "root_path": "", "headers": [(b"host", HOST.encode()), *headers],
            "client": (HOST, 0), "server": (HOST, 80), "state": dict(self._state),
        }  # fmt: skip

    async def close(self) -> None:
        """End every socket that is still open."""
        for socket in self._sockets:
            await socket.close()


class InProcessSocket:
    """A WebSocket that is two queues. What the application raises is raised by ``close``."""

    def __init__(self, app: App, scope: Message) -> None:
        self._to_app: asyncio.Queue[Message] = asyncio.Queue(FRAMES)
        self._from_app: asyncio.Queue[Message] = asyncio.Queue(FRAMES)
        self._closed: Closed | None = None
        self._hung_up = False
        self._task = asyncio.ensure_future(self._run(app, scope))

    async def _run(self, app: App, scope: Message) -> None:
        try:
            await app(scope, self._to_app.get, self._take)
        finally:
            await self._take({"type": "websocket.close", "code": VANISHED})

    async def _take(self, message: Message) -> None:
        """What the application sends; nobody hears it when this side has hung up."""
        if not self._hung_up:
            await self._from_app.put(message)

    @property
    def is_over(self) -> bool:
        """Whether the application has done with it, in good order."""
        return self._task.done() and self._task.exception() is None

    async def connect(self) -> None:
        """Shake hands. Raises `Denied`."""
        await self._to_app.put({"type": "websocket.connect"})
        answer = await self._from_app.get()
        if answer["type"] == "websocket.accept":
            return
        content = bytearray()
        while (part := await self._from_app.get())["type"] == "websocket.http.response.body":
            content.extend(part.get("body", b""))
        raise Denied(answer.get("status", 403), content.decode().strip())

    async def send(self, frame: Frame) -> None:
        if self._closed is None and not self._task.done():
            kind = "text" if isinstance(frame, str) else "bytes"
            await self._to_app.put({"type": "websocket.receive", kind: frame})

    async def receive(self) -> Frame:
        if self._closed is not None:
            raise self._closed
        message = await self._from_app.get()
        if message["type"] == "websocket.close":
            self._closed = Closed(message.get("code", 1000), message.get("reason") or "")
            self._hang_up(self._closed.code)
            raise self._closed
        frame: Frame = message["text"] if message.get("text") is not None else message["bytes"]
        return frame

    async def close(self) -> None:
        """Hang up, and wait until the application has noticed."""
        self._hang_up(1000)
        await self._task

    def abort(self) -> None:
        """Lose the connection, as a cable that is pulled would."""
        self._hang_up(VANISHED)
        self._from_app.put_nowait({"type": "websocket.close", "code": VANISHED})

    def _hang_up(self, code: int) -> None:
        if not self._hung_up:
            self._hung_up = True
            while not self._from_app.empty():
                self._from_app.get_nowait()
            self._to_app.put_nowait({"type": "websocket.disconnect", "code": code})
