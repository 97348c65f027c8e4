"""A connection as rooms and the lobby see it: who it is, where it sits, and a bounded outbox that never waits."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Protocol

from server.auth import Guest
from server.limits import Bucket
from server.protocol.codec import Codec, Frame
from server.protocol.errors import Close, ProtocolError
from server.protocol.messages import ServerMessage

if TYPE_CHECKING:
    from server.inbox import Item

OUTBOX_FRAMES = 256
OUTBOX_BYTES = 1 << 20

NOBODY = Guest("", "")


class Inbox(Protocol):
    """Where a peer's messages for its table go."""

    def post(self, item: "Item") -> None:
        """Take the item in, or raise `Refusal`."""


class Peer:
    """One connection. What is sent to it is encoded and kept in order until its writer takes it."""

    def __init__(self, name: str, codec: Codec, bucket: Bucket) -> None:
        self.name = name
        """For the logs."""
        self.codec = codec
        self.bucket = bucket
        self.guest = NOBODY
        self.tab = ""
        self.conn = 0
        self.room: Inbox | None = None
        self.closing: ProtocolError | None = None
        self._frames: deque[Frame] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()

    def send(self, message: ServerMessage) -> None:
        """Encode a message and send it."""
        self.send_frame(self.codec.encode(message))

    def send_frame(self, frame: Frame) -> None:
        """Send a frame of this peer's codec; a peer that reads too slowly is closed, and may come back and resume."""
        if self.closing is not None:
            return
        self._bytes += len(frame)
        if len(self._frames) >= OUTBOX_FRAMES or self._bytes > OUTBOX_BYTES:
            self._frames.clear()
            self.close(Close.SLOW, "You read too slowly.")
            return
        self._frames.append(frame)
        self._wake.set()

    def close(self, code: Close, reason: str) -> None:
        """Close the socket after what was sent so far."""
        if self.closing is None:
            self.closing = ProtocolError(code, reason)
            self._wake.set()

    async def outgoing(self) -> AsyncIterator[Frame]:
        """What has to be written, in order; ends when the socket has to be closed."""
        while True:
            while self._frames:
                frame = self._frames.popleft()
                self._bytes -= len(frame)
                yield frame
            if self.closing is not None:
                return
            self._wake.clear()
            await self._wake.wait()
