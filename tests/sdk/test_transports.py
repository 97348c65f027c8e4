"""Where no connection comes about, and what the in-process transport promises."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

import pytest

from clients.sdk import CannotConnect, ConnectionLost, Network, connect, in_process
from clients.sdk.transport import Answer, Closed, Denied, Document, Frame
from server.protocol.codec import CODECS
from server.protocol.messages import JSON, MSGPACK, Limits, Queued, Welcome
from tests.ports import free_port
from tests.sdk.servers import Local

Message = MutableMapping[str, Any]


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


class Strange:
    """A way to a server that answers any request so, and begins any connection with these frames."""

    def __init__(self, answer: Mapping[str, object], *frames: Frame) -> None:
        self.answer = answer
        self.frames = list(frames)
        self.aborted = False

    async def post(self, path: str, body: Mapping[str, object], token: str = "") -> Answer:
        return Answer(200, self.answer)

    async def get(self, path: str) -> Document:
        raise AssertionError(f"{path} is not asked for")

    async def open(self, subprotocol: str) -> "Strange":
        return self

    async def send(self, frame: Frame) -> None:
        pass

    async def receive(self) -> Frame:
        return self.frames.pop(0)

    async def close(self) -> None:
        pass

    def abort(self) -> None:
        self.aborted = True


PALTABLE = {"token": "t", "ticket": "t"}
WELCOME = CODECS[MSGPACK].encode(Welcome("Ann", "1", 0, Limits(8192), "ticket"))
STRANGE = CODECS[MSGPACK].encode(Queued()).replace(b"queued", b"q_er_d")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "why"),
    [({"hello": "there"}, "without a token"), ({"token": 7}, "without a token"), ({"token": "t"}, "without a ticket")],
)
async def test_a_server_that_answers_something_else_is_not_connected_to(answer: dict[str, object], why: str) -> None:
    with pytest.raises(CannotConnect, match=f"{why}; is it Paltable"):
        async with connect(Strange(answer, WELCOME), name="Ann"):
            pass


@pytest.mark.parametrize("frame", [STRANGE, b"\xc1", "text"], ids=["unknown", "noise", "text"])
async def test_a_server_that_greets_in_words_that_nobody_knows_is_not_connected_to(frame: Frame) -> None:
    server = Strange(PALTABLE, frame)
    with pytest.raises(CannotConnect, match="none that this client understands"):
        async with connect(server, name="Ann"):
            pass
    assert server.aborted


async def test_a_server_that_says_later_what_nobody_knows_is_lost_with_a_sentence() -> None:
    server = Strange(PALTABLE, WELCOME, STRANGE)
    async with connect(server, name="Ann") as ann:
        with pytest.raises(ConnectionLost, match="none that this client understands"):
            await ann.until(lambda: False)
    assert server.aborted


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
