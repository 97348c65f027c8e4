"""What streaming software shows of a match: its public view as server-sent events, as late as every watcher's.

`/overlay/ID/events` is the stream; `/overlay/ID` is a page that draws it, and the stream for whoever asks for one.
Each event is a message of the protocol, as JSON: `watching`, then `snapshot`, `update` and `audience`, and at last
`ended` and, if the same two play again soon, `rematch_began`; or `unwatched` if it cannot be shown any more. With that
the stream ends. Whoever asks again for a match that has a rematch is shown the rematch.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from server.http import address_of, document, is_own_origin, refuse
from server.limits import Addresses, Bucket
from server.peer import Peer
from server.protocol.codec import CODECS
from server.protocol.errors import Close, Refusal
from server.protocol.messages import JSON, RefusalCode
from server.store.base import StoreFailed
from server.transport import ABORT
from server.worker import Worker

RETRY_MS: Final = 3000
"""After how long a stream that was lost is asked for again."""
SILENCE: Final = 15.0
"""After so many seconds without an event a comment is written: proxies take a silent stream for a dead one."""
COMMENT: Final = ": still here"
STATUS: Final[dict[RefusalCode, int]] = {"unknown_table": 404, "game_over": 410, "other_version": 409}


class Overlays:
    """The streams of this process: ``most`` of them, and ``most_each`` for one address."""

    def __init__(
        self,
        worker: Worker,
        addresses: Addresses,
        origins: Sequence[str],
        most: int,
        most_each: int,
        write_seconds: float,
        web_dir: Path,
    ) -> None:
        self.write_seconds = write_seconds
        self._web_dir = web_dir
        self._worker = worker
        self._addresses = addresses
        self._origins = origins
        self._most = most
        self._most_each = most_each
        self._streams: dict[Peer, str] = {}
        """With the address of each."""
        self._count = 0

    def __len__(self) -> int:
        return len(self._streams)

    async def page(self, request: Request) -> Response:
        """The page of a match, for whoever wants to see it; its stream for whoever accepts nothing else."""
        if request.headers.get("accept", "").startswith("text/event-stream"):
            return await self.events(request)
        return document(self._web_dir, "overlay.html")

    async def events(self, request: Request) -> Response:
        """The stream of a match."""
        if not is_own_origin(request, self._origins):
            return refuse(403, "origin", "This request comes from the page of another site.")
        now = asyncio.get_running_loop().time()
        if not self._addresses.take(address_of(request), now):
            return refuse(429, "limit", "Too many requests from this address; try again in a minute.")
        self._count += 1
        return _Stream(self, Peer(f"o{self._count}", CODECS[JSON], Bucket(1.0, 1.0, now)), request)

    async def begin(self, peer: Peer, address: str, room_id: str) -> Response | None:
        """Let a stream begin, which has to `end` whatever comes of it; an answer if it may not."""
        if len(self._streams) >= self._most or list(self._streams.values()).count(address) >= self._most_each:
            return refuse(503, "limit", "Too many overlays are open; close one, or try again later.")
        self._streams[peer] = address
        try:
            gallery = self._worker.gallery
            await gallery.watch(peer, await gallery.newest(room_id), ends=True)
        except Refusal as refusal:
            return refuse(STATUS.get(refusal.code, 503), refusal.code, refusal.why)
        except StoreFailed as error:
            structlog.get_logger("server.overlay").error("store failed", error=str(error))
            return refuse(503, "store", "The server cannot store anything now; try again.")
        return None

    def end(self, peer: Peer) -> None:
        """Nobody reads it any more."""
        peer.close(Close.RESTART, "")
        if peer.watching is not None:
            peer.watching.leave()
        self._streams.pop(peer, None)

    def close(self) -> None:
        """End all streams: the server stops."""
        for peer in list(self._streams):
            peer.close(Close.RESTART, "")


class _Stream(Response):
    """The answer to one request: what is sent to the peer, for as long as both sides want it."""

    def __init__(self, overlays: Overlays, peer: Peer, request: Request) -> None:
        super().__init__(None, 200, {"cache-control": "no-store", "x-accel-buffering": "no"}, "text/event-stream")
        _let_read(self, request)
        self._request = request
        del self.headers["content-length"]
        self._overlays = overlays
        self._peer = peer
        self._address = address_of(request)
        self._room_id: str = request.path_params["table"]
        self._is_head = request.method == "HEAD"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            answer = await self._overlays.begin(self._peer, self._address, self._room_id)
            if answer is not None:
                _let_read(answer, self._request)
                await answer(scope, receive, send)
                return
            async with asyncio.TaskGroup() as tasks:
                beside = [tasks.create_task(self._listen(receive)), tasks.create_task(self._keep_alive())]
                try:
                    await self._write(send)
                except TimeoutError:
                    scope["extensions"][ABORT]()
                for task in beside:
                    task.cancel()
        finally:
            self._overlays.end(self._peer)

    async def _listen(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._peer.close(Close.RESTART, "")

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(SILENCE)
            self._peer.send_frame(COMMENT)

    async def _write(self, send: Send) -> None:
        """Raises ``TimeoutError`` if the other side does not take it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if self._is_head:  # nothing of the body would reach the other side, and its connection would wait for the end
            self._overlays.end(self._peer)
            await self._send(send, "", more=False)
            return
        await self._send(send, f"retry: {RETRY_MS}\n\n")
        async for frame in self._peer.outgoing():
            await self._send(send, f"{frame}\n\n" if frame is COMMENT else f"data: {frame}\n\n")  # type: ignore[str-bytes-safe]
        await self._send(send, "", more=False)

    async def _send(self, send: Send, text: str, *, more: bool = True) -> None:
        async with asyncio.timeout(self._overlays.write_seconds):
            await send({"type": "http.response.body", "body": text.encode(), "more_body": more})


def _let_read(answer: Response, request: Request) -> None:
    """Let the page that asked read the answer, a refusal too: its origin was found to be allowed."""
    origin = request.headers.get("origin")
    if origin is not None:
        answer.headers["access-control-allow-origin"] = origin
        answer.headers["vary"] = "origin"
