"""Requests to a worker of a world, on virtual time: its own routes, behind what a web server would hand them."""

import asyncio
from pathlib import Path
from typing import Any, Final

from starlette.routing import Route, Router

from engine.effects.catalogue import Catalogue
from server.auth import Identities
from server.http import Http
from server.limits import Addresses
from server.overlay import Overlays
from server.protocol.codec import Frame
from tests.server.chance import Scripted
from tests.server.nodes import Node

LIBERAL: Final = 1e9
"""So many requests an address may make."""


class Routes:
    """What a worker answers over HTTP."""

    def __init__(self, node: Node, pool: Catalogue) -> None:
        self._node = node
        self._loop = asyncio.get_running_loop()
        addresses = Addresses(LIBERAL, LIBERAL)
        http = Http(
            worker=node.worker, identities=lambda: Identities(bytes(32)), chance=Scripted(0), catalogue=pool,
            addresses=addresses, origins=(), web_dir=Path("nowhere"), now=self._loop.time,
        )  # fmt: skip
        self.overlays = Overlays(
            node.worker, addresses, (), most=100, most_each=100, write_seconds=10.0, web_dir=Path("nowhere")
        )
        self._router = Router([Route("/overlay/{table}/events", self.overlays.events), *http.routes()])

    def get(self, path: str, kept: list[tuple[float, Frame]]) -> "Fetch":
        """Ask for this address; each part of the answer is kept as it comes, with the time."""
        fetch = Fetch(kept)
        self._node.process.spawn(self._answer(path, fetch))
        return fetch

    async def _answer(self, path: str, fetch: "Fetch") -> None:
        path, _, query = path.partition("?")
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": path, "root_path": "",
            "raw_path": path.encode(), "query_string": query.encode(), "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "extensions": {},
        }  # fmt: skip
        try:
            await self._router(scope, fetch.receive, fetch.send)
        except Exception as error:  # noqa: BLE001 - the edge of a task: the test that has asked is told at its end
            self._loop.call_exception_handler({"message": f"GET {path}", "exception": error})


class Fetch:
    """One request, and what it was answered."""

    def __init__(self, kept: list[tuple[float, Frame]]) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.body = b""
        self.is_complete = False
        self._kept = kept
        self._gone = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def drop(self) -> None:
        """Read it no longer."""
        self._gone.set()

    async def receive(self) -> dict[str, Any]:
        """Nothing follows the request, until it is dropped."""
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        """A part of the answer."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
            part = repr((self.status, self.headers)).encode()
        else:
            part = message.get("body", b"")
            self.body += part
            self.is_complete = not message.get("more_body", False)
        self._kept.append((self._loop.time(), part))
