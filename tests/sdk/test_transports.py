"""Where no connection comes about, and what the in-process transport promises."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import pytest

from clients.sdk import CannotConnect, Network, connect, in_process
from clients.sdk.transport import Closed, Denied
from server.protocol.messages import JSON, MSGPACK
from tests.sdk.servers import Local

Message = MutableMapping[str, Any]


def free_port() -> int:
    """A port where nobody listens."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


async def test_where_nobody_listens_there_is_no_connection() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(CannotConnect, match=f"{url} does not answer"):
        async with connect(url, name="Ann"):
            pass


async def test_what_is_not_paltable_is_named() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 3\r\n\r\nno!")
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        with pytest.raises(CannotConnect, match="404; is it Paltable"):
            async with connect(f"127.0.0.1:{port}", name="Ann"):
                pass


@pytest.mark.parametrize("url", ["ftp://example.org", "http://", "ws://127.0.0.1:8000", ""])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="is not the address of a server"):
        Network(url)


async def test_a_name_that_cannot_be_one_is_refused(here: Local) -> None:
    with pytest.raises(CannotConnect, match="at most 24 characters"):
        async with connect(here.transport, name="x" * 25):
            pass


async def test_a_socket_in_an_unknown_subprotocol_is_denied(url: str, here: Local) -> None:
    for transport in (Network(url), here.transport):
        with pytest.raises(Denied, match="Ask for the subprotocol") as denied:
            await transport.open("paltable.v9")
        assert denied.value.status == 400


async def test_the_server_closes_a_socket_that_does_not_begin_with_a_hello(url: str, here: Local) -> None:
    for transport in (Network(url), here.transport):
        opened = await transport.open(JSON)
        await opened.send('{"type":"ping","t":1}')
        with pytest.raises(Closed) as closed:
            await opened.receive()
        assert closed.value.code == 4400
        await opened.send("nobody hears this")
        with pytest.raises(Closed):
            await opened.receive()
        await opened.close()


async def test_a_socket_that_is_cut_is_closed_for_both(url: str, here: Local) -> None:
    for transport in (Network(url), here.transport):
        opened = await transport.open(MSGPACK)
        opened.abort()
        with pytest.raises(Closed) as closed:
            await opened.receive()
        assert closed.value.code == 1006
        await opened.close()


Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def test_an_application_that_cannot_start_says_so() -> None:
    async def app(scope: Message, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "no room"})

    with pytest.raises(RuntimeError, match="startup failed: no room"):
        async with in_process(app):
            pass


async def test_an_application_that_breaks_as_it_starts_raises_what_broke_it() -> None:
    async def app(scope: Message, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        async with in_process(app):
            pass


async def test_what_a_socket_of_the_application_raises_is_not_swallowed() -> None:
    async def app(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            for step in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{step}.complete"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        raise ZeroDivisionError

    async def talk() -> None:
        async with in_process(app) as transport:
            opened = await transport.open(JSON)
            with pytest.raises(Closed):
                await opened.receive()

    with pytest.raises(ZeroDivisionError):
        await talk()
