"""The transport over the network: websockets, and the standard library's HTTP client in a thread."""

import asyncio
import http.client
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Subprotocol

from clients.sdk.transport import VANISHED, Answer, Closed, Denied, Document, Frame, Unreachable

SECONDS: Final = 10.0
"""How long a request or a handshake may take."""


class Network:
    """The way to the server at ``url``, such as ``http://127.0.0.1:8000``; no proxy is asked. ``ValueError`` else."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not the address of a server, such as http://127.0.0.1:8000")
        self.url: Final = f"{parts.scheme}://{parts.netloc}"
        self._host = parts.hostname
        self._port = parts.port
        self._secure = parts.scheme == "https"

    async def post(self, path: str, body: Mapping[str, object], token: str = "") -> Answer:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        status, content = await asyncio.to_thread(self._request, "POST", path, json.dumps(body).encode(), headers)
        return Answer(status, _object(content))

    async def get(self, path: str) -> Document:
        return await asyncio.to_thread(self._request, "GET", path, b"", {})

    def _request(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Document:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=SECONDS)
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return Document(answer.status, answer.read())
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.url} does not answer: {error}") from error
        finally:
            connection.close()

    async def open(self, subprotocol: str) -> "NetworkSocket":
        address = f"{self.url.replace('http', 'ws', 1)}/ws"
        try:
            connection = await connect(
                address, subprotocols=[Subprotocol(subprotocol)], compression=None, max_size=None, proxy=None,
                open_timeout=SECONDS,
            )  # fmt: skip
        except InvalidStatus as error:
            body = (error.response.body or b"").decode(errors="replace").strip()
            raise Denied(error.response.status_code, body) from error
        except (OSError, TimeoutError, InvalidHandshake, EOFError) as error:
            raise Unreachable(f"{address} does not answer: {error}") from error
        return NetworkSocket(connection)


def _object(body: bytes) -> Mapping[str, object]:
    """A JSON object; whatever else a server answers is an empty one."""
    try:
        decoded = json.loads(body)
    except ValueError:
        return {}
    return decoded if isinstance(decoded, dict) else {}


class NetworkSocket:
    """A WebSocket over TCP."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send(self, frame: Frame) -> None:
        with suppress(ConnectionClosed):  # receive() tells
            await self._connection.send(frame)

    async def receive(self) -> Frame:
        try:
            return await self._connection.recv()
        except ConnectionClosed as closed:
            code = VANISHED if closed.rcvd is None else closed.rcvd.code
            raise Closed(code, "" if closed.rcvd is None else closed.rcvd.reason) from None

    async def close(self) -> None:
        await self._connection.close()

    def abort(self) -> None:
        """Lose the connection, as a cable that is pulled would."""
        self._connection.transport.abort()
