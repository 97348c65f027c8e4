"""The client's end of a WebSocket with as little work as can be: what is measured is the server."""

import asyncio
from collections.abc import Callable
from typing import Final, cast

GREETING: Final = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: %s\r\n\r\n"
)
MASK: Final = bytes(4)
"""A mask that changes nothing; the server takes it off like any other."""
BINARY, CLOSE, PING, PONG = 0x2, 0x8, 0x9, 0xA
LENGTHS: Final = {126: 2, 127: 8}
"""By what stands for it: the bytes of a length that does not fit."""


class Wire(asyncio.Protocol):
    """A connection; ``heard`` is called with the content of every frame."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, port: int, subprotocol: str) -> None:
        """Connect, and shake hands."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        assert self._transport is not None, "it is connected"
        self._transport.write(GREETING % subprotocol.encode())
        await self._opened

    def send(self, content: bytes, kind: int = BINARY) -> None:
        """Send one frame."""
        assert self._transport is not None, "it is connected"
        size = len(content)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes([0x80 | kind]) + length + MASK + content)

    def close(self) -> None:
        """Close it without a word."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._opened.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._buffer = rest
            self._opened.set_result(None)
        while (frame := self._next()) is not None:
            self._take(*frame)

    def _take(self, kind: int, content: bytes) -> None:
        assert kind != CLOSE, f"the server closed the connection: {content!r}"
        if kind == PING:
            self.send(content, PONG)
        else:
            self._heard(content)

    def _next(self) -> tuple[int, bytes] | None:
        """Kind and content of the next frame, if it is here; a server sends whole ones, without a mask."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        start, size = 2, buffer[1]
        if extra := LENGTHS.get(size):
            start, size = 2 + extra, int.from_bytes(buffer[2 : 2 + extra], "big")
        if len(buffer) < start + size:
            return None
        self._buffer = buffer[start + size :]
        return buffer[0] & 0x0F, buffer[start : start + size]
