"""The simulated network: in order, late, broken with a word and without one."""

import asyncio
from random import Random

import pytest

from clients.sdk.transport import VANISHED, Answer, Closed, Denied, Unreachable
from tests.chaos.loop import Process, VirtualLoop, run
from tests.chaos.wires import KEPT_ALIVE, Host, Message, Receive, Send, Ways, Wire


async def _echo(scope: Message, receive: Receive, send: Send) -> None:
    """Sends back whatever comes; answers requests with their path."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 201})
        return await send({"type": "http.response.body", "body": f'{{"path": "{scope["path"]}"}}'.encode()})
    await receive()
    if scope["subprotocols"] == ["no"]:
        return await send({"type": "websocket.close"})
    await send({"type": "websocket.accept"})
    HEARD.clear()
    while (event := await receive())["type"] != "websocket.disconnect":
        HEARD.append(event["bytes"])
        if event["bytes"] == b"end":
            return await send({"type": "websocket.close", "code": 4400, "reason": "you said so"})
        await send({"type": "websocket.send", "bytes": event["bytes"]})
    HEARD.append(b"gone")
    return None


HEARD: list[bytes] = []


class _World:
    def __init__(self, loop: VirtualLoop, seed: int = 1) -> None:
        self.loop = loop
        self.host = Host(Process("w", loop), _echo, loop, Random(seed))
        self.ways = Ways(lambda: [self.host], loop, Random(seed))

    async def open(self) -> Wire:
        return await self.ways.open("any")


def test_frames_arrive_in_order_and_late() -> None:
    async def main(loop: VirtualLoop) -> None:
        wire = await _World(loop).open()
        began = loop.time()
        for number in range(50):
            await wire.send(b"%d" % number)
        assert [await wire.receive() for _ in range(50)] == [b"%d" % number for number in range(50)]
        assert loop.time() > began

    run(main)


def test_a_close_of_the_server_is_told_with_its_reason() -> None:
    async def main(loop: VirtualLoop) -> None:
        wire = await _World(loop).open()
        await wire.send(b"end")
        with pytest.raises(Closed) as closed:
            await wire.receive()
        assert (closed.value.code, closed.value.reason) == (4400, "you said so")

    run(main)


def test_a_close_of_the_client_is_noticed_by_the_server() -> None:
    async def main(loop: VirtualLoop) -> None:
        world = _World(loop)
        wire = await world.open()
        await wire.close()
        await asyncio.sleep(0.1)
        assert HEARD == [b"gone"]
        assert world.host.wires == {}

    run(main)


def test_a_client_that_gives_up_in_the_handshake_is_noticed_by_the_server() -> None:
    async def main(loop: VirtualLoop) -> None:
        world = _World(loop)
        opening = asyncio.ensure_future(world.open())
        while not world.host.wires:  # noqa: ASYNC110 - nobody tells that it has begun
            await asyncio.sleep(0.0001)
        opening.cancel()
        await asyncio.sleep(0.1)
        assert HEARD == [b"gone"]
        assert world.host.wires == {}

    run(main)


def test_a_killed_server_breaks_its_connections_and_takes_no_new_ones() -> None:
    async def main(loop: VirtualLoop) -> None:
        world = _World(loop)
        wire = await world.open()
        await wire.send(b"lost")
        world.host.kill()
        with pytest.raises(Closed) as closed:
            await wire.receive()
        assert closed.value.code == VANISHED
        assert HEARD == []
        with pytest.raises(Unreachable):
            await world.open()

    run(main)


def test_a_stopped_server_takes_connections_and_says_nothing_until_it_goes_on() -> None:
    async def main(loop: VirtualLoop) -> None:
        world = _World(loop)
        wire = await world.open()
        world.host.process.stop()
        await wire.send(b"late")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(3):
                await wire.receive()
        with pytest.raises(Unreachable, match="does not answer"):
            await world.open()
        with pytest.raises(Unreachable, match="does not answer"):
            await world.ways.post("/path", {})
        world.host.process.go_on()
        assert await wire.receive() == b"late"

    run(main)


def test_a_half_open_connection_says_nothing_to_either_side_until_the_servers_pings_stay_unanswered() -> None:
    async def main(loop: VirtualLoop) -> None:
        wire = await _World(loop).open()
        wire.go_silent()
        await wire.send(b"lost")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(KEPT_ALIVE - 1):
                await wire.receive()
        wire.abort()
        assert HEARD == []
        await asyncio.sleep(2)
        assert HEARD == [b"gone"]
        with pytest.raises(Closed):
            await wire.receive()

    run(main)


def test_requests_are_answered_and_lost_with_their_server() -> None:
    async def main(loop: VirtualLoop) -> None:
        world = _World(loop)
        assert await world.ways.post("/path", {"a": 1}, "token") == Answer(201, {"path": "/path"})
        asked = asyncio.ensure_future(world.ways.post("/path", {}))
        await asyncio.sleep(0.0041)
        world.host.kill()
        with pytest.raises(Unreachable, match="gone"):
            await asked

    run(main)


def test_a_refused_connection_is_told() -> None:
    async def main(loop: VirtualLoop) -> None:
        world = _World(loop)
        with pytest.raises((Denied, Unreachable)):
            await world.ways.open("no")

    run(main)


def test_after_a_failure_another_host_is_tried() -> None:
    async def main(loop: VirtualLoop) -> None:
        hosts = [Host(Process(f"w{n}", loop), _echo, loop, Random(n)) for n in range(2)]
        ways = Ways(lambda: hosts, loop, Random(1))
        seen = {id((await ways.open("any"))._host) for _ in range(2)}
        assert len(seen) == 2

    run(main)
