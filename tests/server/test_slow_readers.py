"""Whoever reads too slowly is closed, and holds nobody up."""

import asyncio
import contextlib
import random
from dataclasses import replace

import pytest

from server.app import running
from server.limits import Bucket
from server.peer import OUTBOX_BYTES, OUTBOX_FRAMES, Peer
from server.protocol.codec import CODECS, Frame
from server.protocol.errors import Close
from server.protocol.messages import JSON, MSGPACK, Ping, Pong, Presence, Queued, Resync, Update
from server.settings import Settings
from server.transport import WebSocketProtocol
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.player import Closed, Player, decide_once, seat_two


def a_peer() -> Peer:
    return Peer("test", CODECS[JSON], Bucket(1.0, 1.0, 0.0))


def close_code(peer: Peer) -> int | None:
    return None if peer.closing is None else peer.closing.code


async def test_a_peer_that_does_not_read_is_closed_and_holds_nobody_up() -> None:
    peer = a_peer()
    for t in range(OUTBOX_FRAMES):
        peer.send(Pong(t=t, server_time=0))
    assert close_code(peer) is None
    peer.send(Pong(t=0, server_time=0))
    assert close_code(peer) == 4408
    assert [frame async for frame in peer.outgoing()] == []


async def test_an_outbox_is_bounded_in_bytes_too() -> None:
    peer = a_peer()
    peer.send_frame("x" * OUTBOX_BYTES)
    assert close_code(peer) is None
    peer.send_frame("x")
    assert close_code(peer) == 4408


async def test_what_was_sent_before_a_close_is_written_before_it() -> None:
    peer = a_peer()
    peer.send(Queued())
    peer.close(Close.RESTART, "bye")
    peer.send(Queued())
    assert [frame async for frame in peer.outgoing()] == ['{"type":"queued"}']


async def test_nothing_overtakes_what_could_not_be_written_at_once() -> None:
    written: list[Frame] = []
    is_free = True

    def write(frame: Frame) -> bool:
        if is_free:
            written.append(frame)
        return is_free

    peer = Peer("test", CODECS[JSON], Bucket(1.0, 1.0, 0.0), write)
    peer.send_frame("1")
    is_free = False
    peer.send_frame("2")
    is_free = True
    outgoing = peer.outgoing()
    assert await anext(outgoing) == "2"
    peer.send_frame("3")  # while the writer is still busy with what comes before
    peer.close(Close.RESTART, "bye")
    assert [frame async for frame in outgoing] == ["3"]
    assert written == ["1"]


async def test_while_there_is_room_frames_are_written_without_a_task(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Frame] = []
    inner = WebSocketProtocol.write

    def write(self: WebSocketProtocol, frame: Frame) -> bool:
        done = inner(self, frame)
        if done:
            written.append(frame)
        return done

    monkeypatch.setattr(WebSocketProtocol, "write", write)
    async with running(settings, BOTS, Scripted(1)) as url:
        for codec in (JSON, MSGPACK):
            player = await Player(url, "Ann", codec).arrive()
            await player.catch_up()
            assert [player.codec.from_server(frame) for frame in written] == player.seen
            written.clear()
            await player.leave()


async def test_nothing_is_written_to_a_connection_that_was_just_lost(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []
    is_lost = False
    inner = WebSocketProtocol.write

    def write(self: WebSocketProtocol, frame: Frame) -> bool:
        if not is_lost:
            return inner(self, frame)
        self.transport.abort()
        tried.append(inner(self, frame))
        return tried[-1]

    monkeypatch.setattr(WebSocketProtocol, "write", write)
    async with running(settings, BOTS, Scripted(1)) as url:
        player = await Player(url, "Ann").arrive()
        is_lost = True
        await player.send(Ping(t=1))
        await player.until_closed()
    assert tried == [False]


async def test_a_reader_that_has_stopped_reading_does_not_hold_up_the_other_player(settings: Settings) -> None:
    generous = replace(settings, messages_burst=1e9, write_seconds=0.05)
    async with running(generous, BOTS, Scripted(1)) as url:
        ann, ben = Player(url, "Ann"), Player(url, "Ben", MSGPACK)
        ann.receive_buffer = ben.receive_buffer = 4096  # else it takes 37 MB until anyone notices
        await seat_two(await ann.arrive(), await ben.arrive())
        asked, other = (ann, ben) if ann.end.prompt else (ben, ann)
        assert other.socket is not None
        other.socket.transport.pause_reading()
        flood = asyncio.create_task(_flood(other))
        assert not (await asked.wait(Presence)).online
        await decide_once(asked, random.Random(1))
        assert (await asked.wait(Update)).n == 1
        other.socket.transport.abort()
        await flood
        await other.arrive()
        while other.end.seq != asked.end.seq:
            await other.next()
        await asked.leave()
        await other.leave()


async def _flood(player: Player) -> None:
    """Ask for snapshots until the server has had enough."""
    with contextlib.suppress(Closed):
        while True:
            await player.send(Resync())
            await asyncio.sleep(0)
