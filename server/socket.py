"""The WebSocket at ``/ws``: one reader and one writer for each connection, between frames and the lobby."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import structlog
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from server.http import address_of, is_own_origin
from server.limits import Bucket
from server.lobby import Lobby
from server.metrics import Metrics
from server.peer import Peer, never, unmeasured
from server.protocol.codec import CODECS, Codec, Frame, negotiate
from server.protocol.ends import ServerEnd
from server.protocol.errors import Close, ProtocolError, Refusal
from server.protocol.messages import JSON, SUBPROTOCOLS, Goaway, number_of
from server.transport import LAG, WRITE

SPREAD_MS = 500
"""Within what time clients leave when a worker stops."""
LEFT_WITHIN = 1.0
"""So many seconds a worker that stops waits for those who do not."""
PATIENCE = 100
"""So many messages above the limit are refused one by one; then the socket is closed."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What connections may do."""

    origins: tuple[str, ...]
    sockets: int
    sockets_each: int
    """For one address."""
    rate: float
    """Messages a second in the long run; ``burst`` of them at once."""
    burst: float
    hello_seconds: float
    write_seconds: float


class Sockets:
    """All connections of this process. ``lobby`` gives the lobby once the server runs."""

    def __init__(self, lobby: Callable[[], Lobby], allowed: Allowed, metrics: Metrics) -> None:
        self._lobby = lobby
        self._allowed = allowed
        self._metrics = metrics
        metrics.sockets.read = lambda: len(self)
        self._peers: dict[str, Peer] = {}
        self._of_address: Counter[str] = Counter()
        self._count = 0
        self._left = asyncio.Event()

    def __len__(self) -> int:
        return len(self._peers)

    async def goodbye(self) -> None:
        """Tell everyone that the server stops, and wait, not for long, until they have left one after another."""
        for number, peer in enumerate(self._peers.values(), 1):
            peer.send(Goaway(retry_ms=SPREAD_MS * number // len(self._peers)))
        with suppress(TimeoutError):
            async with asyncio.timeout(LEFT_WITHIN):
                while self._peers:
                    self._left.clear()
                    await self._left.wait()

    async def endpoint(self, socket: WebSocket) -> None:
        """One connection, from the handshake to its end."""
        codec = negotiate(socket.scope["subprotocols"])
        denial = self._denial(socket, codec)
        if codec is None or denial is not None:
            assert denial is not None, "without a codec there is a denial"
            await socket.send_denial_response(denial)
            return
        self._count += 1
        bucket = Bucket(self._allowed.rate, self._allowed.burst, asyncio.get_running_loop().time())
        offered = socket.scope.get("extensions", {})
        peer = Peer(f"c{self._count}", codec, bucket, offered.get(WRITE, never), offered.get(LAG, unmeasured))
        self._peers[peer.name] = peer
        address = address_of(socket)
        self._of_address[address] += 1
        try:
            await socket.accept(subprotocol=codec.name)
            await _Connection(socket, peer, self._lobby(), self._allowed).run()
        finally:
            del self._peers[peer.name]
            self._left.set()
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
            if peer.closing is not None and peer.closing.code == Close.SLOW:
                self._metrics.overflows.inc()

    def _denial(self, socket: WebSocket, codec: Codec | None) -> Response | None:
        if codec is None:
            known = " or ".join(SUBPROTOCOLS)
            return PlainTextResponse(f"Ask for the subprotocol {known} (Sec-WebSocket-Protocol).\n", 400)
        if not is_own_origin(socket, self._allowed.origins):
            return PlainTextResponse("This connection comes from the page of another site.\n", 403)
        if len(self._peers) >= self._allowed.sockets:
            return PlainTextResponse("The server is full; try again later.\n", 503, {"retry-after": "30"})
        if self._of_address[address_of(socket)] >= self._allowed.sockets_each:
            why = "Too many connections from this address; close one, or try again later.\n"
            return PlainTextResponse(why, 429, {"retry-after": "30"})
        return None


class _Connection:
    """One open socket: the writer runs beside the reader, and both end together."""

    def __init__(self, socket: WebSocket, peer: Peer, lobby: Lobby, allowed: Allowed) -> None:
        self._socket = socket
        self._peer = peer
        self._lobby = lobby
        self._allowed = allowed
        self._end = ServerEnd(peer.codec)
        self._excess = 0
        self._taking = False
        """Whether a message is being worked on, which is never left half done."""
        self._abandoned = False
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """Serve the socket until it is closed."""
        async with asyncio.TaskGroup() as tasks:
            reader = tasks.create_task(self._read())
            self._abandoned = not await self._write()
            if self._abandoned and not self._taking:
                reader.cancel()

    async def _write(self) -> bool:
        """Write what is sent to the peer, then close; False if the other side does not take it."""
        kind = "text" if self._peer.codec is CODECS[JSON] else "bytes"
        try:
            async for frame in self._peer.outgoing():
                async with asyncio.timeout(self._allowed.write_seconds):
                    await self._socket.send({"type": "websocket.send", kind: frame})
            closing = self._peer.closing
            assert closing is not None, "frames end when the peer is closed"
            async with asyncio.timeout(self._allowed.write_seconds):
                await self._socket.close(closing.code, closing.reason)
        except TimeoutError:
            self._peer.close(Close.SLOW, "You read too slowly.")
            return False
        except (WebSocketDisconnect, RuntimeError):
            return False  # RuntimeError: the socket layer has closed it in the meantime
        return True

    async def _read(self) -> None:
        timer = self._loop.call_later(
            self._allowed.hello_seconds, self._peer.close, Close.TICKET, "No hello came in time."
        )
        try:
            while not self._abandoned and (frame := await self._next_frame()) is not None:
                if self._peer.closing is None:
                    self._taking = True
                    await self._take(frame)
                    self._taking = False
                if self._end.greeted:
                    timer.cancel()
        except Exception:  # noqa: BLE001 - the edge of a socket: logged in full, told without detail
            structlog.get_logger("server.socket").exception("connection failed", peer=self._peer.name)
            self._peer.close(Close.BUG, "The server failed; it has been noted.")
        finally:
            timer.cancel()
            self._lobby.gone(self._peer)

    async def _next_frame(self) -> Frame | None:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            return None
        text: str | None = event.get("text")
        data: bytes | None = event.get("bytes")
        return text if text is not None else data

    async def _take(self, frame: Frame) -> None:
        """Everything that is wrong with a frame ends here, as a refusal or a close."""
        try:
            message = self._end.receive(frame)
            if not self._peer.bucket.take(self._loop.time()):
                raise Refusal("limit", "Too many messages in a short time; wait a moment.", number_of(message))
            await self._lobby.receive(self._peer, message)
        except Refusal as refusal:
            self._peer.send(refusal.message())
            if refusal.code in ("limit", "malformed", "unknown_message"):
                self._excess += 1
                if self._excess > PATIENCE:
                    self._peer.close(Close.LIMIT, "Too many refused messages.")
        except ProtocolError as error:
            self._peer.close(error.code, error.reason)
