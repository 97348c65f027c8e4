"""A connection as rooms and the lobby see it: who it is, where it sits, and a bounded outbox that never waits."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Protocol

from server.auth import Guest
from server.limits import Bucket
from server.protocol.codec import Codec, Frame
from server.protocol.errors import Close, ProtocolError
from server.protocol.messages import ServerMessage, TableMessage
from server.store.base import Notice

OUTBOX_FRAMES = 256
OUTBOX_BYTES = 1 << 20

NOBODY = Guest("", "")


class Sitter(Protocol):
    """A connection as a room sees it, whether this worker or another one holds it."""

    name: str
    codec: Codec
    guest: Guest
    tab: str
    conn: int

    @property
    def is_closing(self) -> bool:
        """Whether nothing reaches it any more."""

    def send(self, message: ServerMessage) -> None:
        """Encode a message and send it."""

    def send_frame(self, frame: Frame, seq: int = 0) -> None:
        """Send a frame of the connection's codec; ``seq`` is the position to which it brings its viewer, 0 for none."""

    def notice(self, frame: Frame, epoch: int, seq: int) -> Notice | None:
        """The frame as a notice of the append after which its viewer stands there; None: send it after the append."""

    def stand(self, epoch: int) -> None:
        """What is sent from now on is of this epoch."""

    def close(self, code: Close, reason: str) -> None:
        """Close the socket after what was sent so far."""

    def accepted(self) -> None:
        """A command of this connection was accepted: it counts no longer against its rate."""

    def unseat(self) -> None:
        """The connection sits at this table no longer."""

    def moved(self) -> None:
        """The room is not here any more: the connection has to look for it again."""

    def reseat(self, room: str) -> None:
        """The connection's player sits at another room from now on."""


class Link(Protocol):
    """What ties a connection to its table, wherever the room is."""

    room_id: str

    def act(self, message: TableMessage) -> None:
        """Pass a message about the match on. Raises `Refusal` if too many wait there."""

    def gone(self) -> None:
        """The connection is closed."""

    def moved(self) -> None:
        """The room is not where it was."""

    def reseat(self, room: str) -> None:
        """The player sits at another room."""


class Viewer(Protocol):
    """What ties a connection to a table that it watches."""

    room: str

    def again(self) -> None:
        """Show everything once more."""

    def explain(self, card: int) -> None:
        """Tell what the values of a card that is shown are made of. Raises `Refusal`."""

    def leave(self) -> None:
        """It watches no longer."""


def never(_: Frame) -> bool:
    """A way on which nothing can be written at once."""
    return False


def unmeasured() -> int:
    """The lag of a way that nobody measures."""
    return 0


class Peer:
    """One connection of this worker. What is sent to it is kept in order until its writer takes it.

    ``write`` writes a frame at once, or is False: then the writer does, when it may. ``lag`` is half the way to the
    other side and back, as the server itself has measured it, in milliseconds.
    """

    def __init__(
        self,
        name: str,
        codec: Codec,
        bucket: Bucket,
        write: Callable[[Frame], bool] = never,
        lag: Callable[[], int] = unmeasured,
    ) -> None:
        self.name = name
        """Unique in this worker."""
        self.codec = codec
        self.bucket = bucket
        self.guest = NOBODY
        self.tab = ""
        self.conn = 0
        self.watches_only = False
        """Whether it takes no seat, whoever it is."""
        self.link: Link | None = None
        """Its table."""
        self.watching: Viewer | None = None
        """What it watches; nobody watches and plays over one connection."""
        self.closing: ProtocolError | None = None
        self.lag = lag
        self._write = write
        self._frames: deque[tuple[Frame, bool]] = deque()
        """What the writer has not written yet, and whether it may be thrown away (`offer`)."""
        self._bytes = 0
        self._offered = self._offered_bytes = 0
        self._wake = asyncio.Event()

    @property
    def is_closing(self) -> bool:
        return self.closing is not None

    def send(self, message: ServerMessage) -> None:
        """Encode a message and send it."""
        self.send_frame(self.codec.encode(message))

    def send_frame(self, frame: Frame, seq: int = 0) -> None:
        """Send a frame of this peer's codec; a peer that reads too slowly is closed, and may come back and resume."""
        if self.closing is not None or (not self._frames and self._write(frame)):
            return
        self._bytes += len(frame)
        if len(self._frames) >= OUTBOX_FRAMES or self._bytes > OUTBOX_BYTES:
            self._frames.clear()
            self.close(Close.SLOW, "You read too slowly.")
            return
        self._frames.append((frame, False))
        self._wake.set()

    def offer(self, frame: Frame, most: int, most_bytes: int) -> bool:
        """Send a frame that `shed` may throw away again; False, and nothing done, if so much of that kind waits."""
        if self.closing is not None or (not self._frames and self._write(frame)):
            return True
        if self._offered and (self._offered >= most or self._offered_bytes + len(frame) > most_bytes):
            return False
        self._count(frame, 1)
        self._bytes += len(frame)
        self._frames.append((frame, True))
        self._wake.set()
        return True

    def _count(self, frame: Frame, by: int) -> None:
        self._offered += by
        self._offered_bytes += by * len(frame)

    def shed(self) -> None:
        """Throw away what was offered and waits; not the frame that is being written."""
        kept = deque(entry for place, entry in enumerate(self._frames) if not (place and entry[1]))
        for frame, is_offered in list(self._frames)[1:]:
            if is_offered:
                self._count(frame, -1)
                self._bytes -= len(frame)
        self._frames = kept

    def close(self, code: Close, reason: str) -> None:
        """Close the socket after what was sent so far."""
        if self.closing is None:
            self.closing = ProtocolError(code, reason)
            self._wake.set()

    def notice(self, frame: Frame, epoch: int, seq: int) -> None:
        """It is sent by the room itself."""

    def stand(self, epoch: int) -> None:
        """Nothing to do: rooms of this worker know it."""

    def accepted(self) -> None:
        self.bucket.give()

    def unseat(self) -> None:
        self.link = None

    def moved(self) -> None:
        if self.link is not None:
            self.link.moved()

    def reseat(self, room: str) -> None:
        if self.link is not None:
            self.link.reseat(room)

    async def outgoing(self) -> AsyncIterator[Frame]:
        """What has to be written, in order; ends when the socket has to be closed."""
        while True:
            while self._frames:
                frame, is_offered = self._frames[0]
                yield frame
                if self._frames:  # else the peer was too slow, and all was thrown away
                    self._frames.popleft()
                    self._bytes -= len(frame)
                    if is_offered:
                        self._count(frame, -1)
            if self.closing is not None:
                return
            self._wake.clear()
            await self._wake.wait()
