"""Clients that mean no good, or whose luck is bad at the worst moment: nobody else may feel it."""

import asyncio
import contextlib
import json
import resource
from dataclasses import replace
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.app import running
from server.listening import OTHER_FILES, allow_sockets
from server.protocol.codec import CODECS
from server.protocol.messages import JSON, MSGPACK, Ping, Pong, Queue, Queued, Refused, Table
from server.protocol.shapes import LARGEST
from server.settings import Settings
from server.transport import HEAD_LIMIT
from tests.server.bots import BOTS
from tests.server.player import DECK, PATIENCE, Player

# --- what is sent -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "https://a]b"])
async def test_an_origin_that_cannot_be_read_is_another_site(url: str, origin: str) -> None:
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        assert (await http.post("/api/guest", headers={"origin": origin})).status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        await connect(url.replace("http", "ws", 1) + "/ws", subprotocols=[JSON], origin=origin)  # type: ignore[list-item, arg-type]
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("subprotocol", [JSON, MSGPACK])
@pytest.mark.parametrize("n", [-1, LARGEST + 1, 2**63])
async def test_a_refusal_never_repeats_a_number_that_the_protocol_does_not_have(
    url: str, subprotocol: str, n: int
) -> None:
    ann = await Player(url, "Ann", subprotocol).arrive()
    message = {"type": "decide", "n": n, "prompt": 1, "decision": {"verb": "pass"}}
    await ann.send_frame(json.dumps(message) if subprotocol == JSON else msgspec.msgpack.encode(message))
    refused = await ann.wait(Refused)
    assert (refused.code, refused.n) == ("malformed", 0)
    await ann.leave()


async def test_a_request_that_does_not_arrive_gives_its_connection_back(settings: Settings) -> None:
    async with running(replace(settings, request_seconds=0.05), BOTS) as url:
        ann = await Player(url, "Ann").arrive()
        address = urlsplit(url)
        for half in (b"", b"GET / HTTP/1.1\r\n", b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"):
            reader, writer = await asyncio.open_connection(address.hostname, address.port)
            writer.write(half)
            with contextlib.suppress(ConnectionResetError):
                assert await reader.read() == b""
            writer.close()
        await ann.catch_up()
        await ann.leave()


@pytest.mark.parametrize("piece", [b"x", b"X: y\r\n"])
@pytest.mark.parametrize(
    "start",
    [
        b"GET /",
        b"GET / HTTP/1.1\r\nX: ",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n",
    ],
)
async def test_a_request_whose_head_has_no_end_is_dropped(url: str, start: bytes, piece: bytes) -> None:
    address = urlsplit(url)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(start)
    sent = 0
    with contextlib.suppress(ConnectionError):
        while True:
            writer.write(piece * 1000)
            await writer.drain()
            sent += 1000 * len(piece)
    assert sent < 64 * HEAD_LIMIT
    writer.close()


@pytest.mark.parametrize(
    "line",
    [b"X: y\r\n" * 200, b"X: " + b"y" * 9000 + b"\r\n", b"Content-Length: 1\r\n", b"Transfer-Encoding: chunked\r\n"],
)
async def test_a_handshake_that_cannot_be_read_is_answered(url: str, line: bytes) -> None:
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(
        b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: paltable.v1.json\r\n" + line + b"\r\n"
    )
    assert (await asyncio.wait_for(reader.read(), PATIENCE)).startswith(b"HTTP/1.1 400 ")
    writer.close()


@pytest.mark.parametrize("frame", ["ping", "pong", "empty fragment"])
async def test_a_flood_of_frames_that_are_no_messages_is_cut_off(url: str, frame: str) -> None:
    ann = await Player(url, "Ann").arrive()
    assert ann.socket is not None
    head = {"ping": b"\x89", "pong": b"\x8a", "empty fragment": b"\x00"}[frame]
    if frame == "empty fragment":
        ann.socket.transport.write(b"\x01\x80mask")
    ann.socket.transport.write((head + b"\x80mask") * 200)
    assert (await ann.until_closed()).code == 1006


async def test_pings_in_measure_and_messages_in_pieces_are_welcome(url: str) -> None:
    ann = await Player(url, "Ann").arrive()
    assert ann.socket is not None
    for _ in range(30):
        await (await ann.socket.ping())
    await ann.socket.send(iter(CODECS[JSON].encode(Ping(t=7))))  # type: ignore[arg-type]
    assert (await ann.wait(Pong)).t == 7
    await ann.leave()


async def test_a_body_may_be_longer_than_a_head(url: str) -> None:
    """It is refused, and not cut off."""
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        assert (await http.post("/api/guest", content=b"x" * 3 * HEAD_LIMIT)).status_code == 413
        assert (await http.post("/api/guest", json={"name": "Ann"})).status_code == 200


def test_as_many_sockets_can_be_open_as_are_allowed() -> None:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    hard = limits[1]
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
        allow_sockets(100)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (100 + OTHER_FILES, hard)
        allow_sockets(50)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (100 + OTHER_FILES, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


# --- bad luck ---------------------------------------------------------------------------------------------------------


async def test_a_tab_that_comes_back_waits_on_its_new_connection_alone(url: str) -> None:
    """The old one may be dead for a while before anyone notices: nobody is paired with it."""
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
    await ann.send(Queue(deck=DECK))
    assert isinstance(await ann.next(), Queued)
    again = Player(url, "Ann")
    again.token, again.end = ann.token, ann.end
    await again.arrive()
    assert (await ann.until_closed()).code == 4409
    await again.send(Queue(deck=DECK))
    assert isinstance(await again.next(), Queued)
    await ben.send(Queue(deck=DECK))
    tables = await asyncio.gather(again.wait(Table), ben.wait(Table))
    assert tables[0].id == tables[1].id
    for player in (again, ben):
        await player.leave()
