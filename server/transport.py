"""uvicorn's protocols with bounds on what one connection may cost before, and below, the messages that we count."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from server.limits import Bucket

HEAD_LIMIT = 1 << 16
"""The longest head of an HTTP request, in bytes."""
CONTROL_RATE, CONTROL_BURST = 1.0, 100.0
"""Pings and pongs that a WebSocket may send in a second in the long run, and at once."""
FRAGMENTS = 64
"""So many pieces a message may come in."""
WRITE = "paltable.write"
"""The extension of a WebSocket's scope by which the application writes frames at once (`WebSocketProtocol.write`)."""
LAG = "paltable.lag"
"""The extension by which the application asks for half the way to the client and back (`WebSocketProtocol.lag`)."""


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP, but for requests that do not arrive, or whose head has no end: their connections are dropped.

    Otherwise the first would hold a connection for ever, and the second would fill the memory.
    """

    _late: asyncio.TimerHandle | None = None
    _head = 0
    """Bytes of the present request that are not its body."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_is_here()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._head += len(data)
        if self._head > HEAD_LIMIT:
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._expect_request()

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._head -= len(body)

    def on_message_complete(self) -> None:
        self._request_is_here()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The whole request is passed on; what the WebSocket's parser does not like it neither answers nor closes."""
        self._request_is_here()
        super().handle_websocket_upgrade()
        upgraded = self.transport.get_protocol()
        if isinstance(upgraded, WebSocketsSansIOProtocol) and not upgraded.handshake_initiated:
            self.send_400_response("Invalid WebSocket handshake.")

    def _expect_request(self) -> None:
        self._request_is_here()
        seconds = self.config.app.state.server.settings.request_seconds  # type: ignore[union-attr]
        self._late = self.loop.call_later(seconds, self.transport.abort)

    def _request_is_here(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, but for floods below the messages that the server counts: their connections are dropped.

    Pings would be answered into the memory, as fast as they come and whether or not anybody reads the answers; empty
    fragments would make a message that never becomes too long. And it can be shut down whatever state it is in.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._control = Bucket(CONTROL_RATE, CONTROL_BURST, self.loop.time())

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WRITE] = self.write  # type: ignore[assignment] # its stub knows no others
            self.scope["extensions"][LAG] = self.lag  # type: ignore[assignment]

    def lag(self) -> int:
        """Half of the last ping's way there and back, in milliseconds; 0 before the first."""
        return round(self.last_ping_rtt * 500)

    def write(self, frame: str | bytes) -> bool:
        """Write a frame without a task or a wait; False if it cannot be written now, and nothing was done."""
        if not self.writable.is_set() or not self.handshake_complete or self.conn.state is not State.OPEN:
            return False
        if self.transport.is_closing():  # uvloop raises for one that the other side has just reset
            return False
        if isinstance(frame, bytes):
            self.conn.send_binary(frame)
        else:
            self.conn.send_text(frame.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def shutdown(self) -> None:
        """End it with the server; uvicorn would fail, and end no other, if the client's close has just arrived."""
        if self.handshake_complete and not self.close_sent and self.conn.state is not State.OPEN:
            self.stop_keepalive()
            self.transport.close()  # the close was answered, and the application was told of it
        else:
            super().shutdown()

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count_control_frame()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count_control_frame()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS:
            self.transport.abort()

    def _count_control_frame(self) -> None:
        if not self._control.take(self.loop.time()):
            self.transport.abort()
