"""What streaming software shows of a match: the public view as server-sent events, over a real socket."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest

from engine import SPECTATOR
from server import audience, gallery, overlay
from server.app import running
from server.protocol.client import ClientEnd
from server.protocol.codec import CODECS
from server.protocol.messages import JSON, CreateTable, Ended, RematchBegan, Snapshot, Table, Watching, WatchPolicy
from server.settings import Settings
from server.transport import HttpProtocol
from tests.server.bots import BOTS
from tests.server.onlookers import NOW
from tests.server.player import DECK, PATIENCE, Player, decide_once


async def a_match(url: str, policy: WatchPolicy = NOW) -> Player:
    """Somebody who plays a bot, and is asked."""
    ann = await Player(url, "Ann").arrive()
    await ann.send(CreateTable(opponent="bot", deck=DECK, watch=policy))
    await ann.wait(Table)
    await ann.until_asked()
    return ann


def id_of(player: Player) -> str:
    assert player.end.table is not None
    return player.end.table.id


class Stream:
    """A stream that is read: what its events say, folded as any client does it."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self.end = ClientEnd("overlay", "tab")
        self.comments = 0
        self._lines = answer.aiter_lines()

    async def watching(self) -> Watching:
        """The first event."""
        told = await self.next()
        assert isinstance(told, Watching)
        return told

    async def next(self) -> object:
        """The next event; None at the end."""
        async with asyncio.timeout(PATIENCE):
            async for line in self._lines:
                field, _, value = line.partition(": ")
                if field == "data":
                    message = CODECS[JSON].from_server(value)
                    assert self.end.receive(message) == []
                    return message
                self.comments += line.startswith(":")
                assert field in ("", "retry")
        return None


@asynccontextmanager
async def streamed(url: str, table: str, **headers: str) -> AsyncIterator[Stream]:
    async with (
        httpx.AsyncClient(base_url=url, trust_env=False, timeout=PATIENCE) as http,
        http.stream("GET", f"/overlay/{table}/events", headers=headers) as answer,
    ):
        yield Stream(answer)


async def refused(url: str, table: str, **headers: str) -> tuple[int, str]:
    """The status and the code with which a stream is refused."""
    async with streamed(url, table, **headers) as stream:
        assert stream.answer.status_code != 200
        await stream.answer.aread()
        body = stream.answer.json()
        assert body["why"].endswith(".")
        return stream.answer.status_code, body["code"]


async def test_an_overlay_shows_the_public_view_from_a_snapshot_on_until_the_end(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await a_match(url)
    async with streamed(url, id_of(ann)) as stream:
        assert stream.answer.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert stream.answer.headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in stream.answer.headers
        assert isinstance(await stream.next(), Watching)
        assert isinstance(await stream.next(), Snapshot)
        monkeypatch.setattr(audience, "LINGER", 0.0)
        monkeypatch.setattr(audience, "REMATCH_WITHIN", 0.0)
        view: Any = stream.end.view
        assert view["viewer"] == SPECTATOR
        assert all(not player["hand"] for player in view["players"].values())
        chance = random.Random(1)
        for _ in range(3):
            await decide_once(ann, chance)
            await ann.until_asked()
        await ann.send(ann.end.concede())
        while not isinstance(last := await stream.next(), Ended):
            assert last is not None
        assert stream.end.outcome == last.outcome
        view = stream.end.view
        assert view["outcome"]["winner"] == last.outcome.winner
        assert await stream.next() is None, "it ends"
    monkeypatch.setattr(gallery, "REMATCH_WITHIN", 0.0)
    assert await refused(url, id_of(ann)) == (410, "game_over")
    await ann.leave()


async def test_under_the_address_of_a_match_its_last_rematch_is_shown(url: str) -> None:
    ann = await a_match(url)
    rooms = [first := id_of(ann)]
    for _ in range(2):
        async with streamed(url, first) as stream:
            assert (await stream.watching()).id == rooms[-1]
            await ann.send(ann.end.concede())
            while not isinstance(told := await stream.next(), RematchBegan):
                assert told is not None
                if isinstance(told, Ended):
                    await ann.send(ann.end.rematch())
                    await ann.wait(Table, lambda table: table.id not in rooms)
            rooms.append(told.id)
            assert await stream.next() is None, "it ends, and can be asked for again"
    assert [len(set(rooms)), id_of(ann)] == [3, rooms[-1]]
    async with streamed(url, first) as stream:
        assert (await stream.watching()).id == rooms[-1]
    await ann.leave()


async def test_the_address_of_a_match_is_a_page_and_its_stream_for_whoever_asks_for_one(settings: Settings) -> None:
    settings.web_dir.mkdir(parents=True)
    (settings.web_dir / "overlay.html").write_text("<!doctype html><title>Overlay</title>")
    async with (
        running(settings, BOTS) as url,
        httpx.AsyncClient(base_url=url, trust_env=False, timeout=PATIENCE) as http,
    ):
        ann = await a_match(url)
        for accept in ("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "*/*"):
            page = await http.get(f"/overlay/{id_of(ann)}", headers={"accept": accept})
            assert (page.status_code, page.text) == (200, "<!doctype html><title>Overlay</title>")
            assert page.headers["cache-control"] == "no-cache"
            assert "default-src 'self'" in page.headers["content-security-policy"]
        wanted = {"accept": "text/event-stream"}
        async with http.stream("GET", f"/overlay/{id_of(ann)}", headers=wanted) as answer:
            assert isinstance(await Stream(answer).next(), Watching)
        assert (await http.get("/overlay/never", headers=wanted)).status_code == 404
        await ann.leave()


async def test_an_overlay_is_as_late_as_every_watcher(url: str) -> None:
    ann = await a_match(url, WatchPolicy(delay=3600))
    async with streamed(url, id_of(ann)) as stream:
        told = await stream.next()
        assert isinstance(told, Watching)
        assert told.delay == 3600
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1.2):
                await stream.next()
    await ann.leave()


@pytest.mark.parametrize("table", ["none", "%2e%2e", "x" * 2000])
async def test_a_stream_of_no_match_is_refused(url: str, table: str) -> None:
    assert await refused(url, table) == (404, "unknown_table")


async def test_a_match_that_nobody_may_watch_has_no_overlay_not_even_for_its_players(url: str) -> None:
    ann = await a_match(url, WatchPolicy(who="nobody"))
    assert await refused(url, id_of(ann), authorization=f"Bearer {ann.token}") == (404, "unknown_table")
    await ann.leave()


async def test_pages_of_other_sites_may_read_it_only_if_the_operator_says_so(settings: Settings) -> None:
    site = "https://stream.example"
    async with running(replace(settings, origins=(site,)), BOTS) as url:
        ann = await a_match(url)
        assert await refused(url, id_of(ann), origin="https://other.example") == (403, "origin")
        assert await refused(url, id_of(ann), origin="null") == (403, "origin")
        async with streamed(url, id_of(ann), origin=site) as stream:
            assert stream.answer.headers["access-control-allow-origin"] == site
            assert stream.answer.headers["vary"] == "origin"
        await ann.leave()


async def test_so_many_overlays_are_open_at_once_and_no_more(settings: Settings) -> None:
    async with running(replace(settings, max_overlays_each=2), BOTS) as url:
        ann = await a_match(url)
        async with streamed(url, id_of(ann)) as first:
            assert isinstance(await first.next(), Watching)
            async with streamed(url, id_of(ann)) as second:
                assert isinstance(await second.next(), Watching)
                assert await refused(url, id_of(ann)) == (503, "limit")
            await until(lambda: is_streamed(url, id_of(ann)))
        await ann.leave()
    async with running(replace(settings, max_overlays=1), BOTS) as url:
        ann = await a_match(url)
        async with streamed(url, id_of(ann)) as first:
            assert isinstance(await first.next(), Watching)
            assert await refused(url, id_of(ann)) == (503, "limit")
        await ann.leave()


async def is_streamed(url: str, table: str) -> bool:
    async with streamed(url, table) as stream:
        return stream.answer.status_code == 200


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Wait for what the server does when it notices that a stream is closed."""
    async with asyncio.timeout(PATIENCE):
        while not await is_so():
            pass


async def test_whoever_asks_for_the_head_alone_gets_it_and_holds_no_stream(settings: Settings) -> None:
    async with running(replace(settings, max_overlays_each=1), BOTS) as url:
        ann = await a_match(url)
        async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=PATIENCE) as http:
            for _ in range(3):
                answer = await http.head(f"/overlay/{id_of(ann)}/events")
                assert (answer.status_code, answer.content) == (200, b"")
                assert answer.headers["content-type"].startswith("text/event-stream")
            assert (await http.head("/overlay/never/events")).status_code == 404
        async with streamed(url, id_of(ann)) as stream:
            assert isinstance(await stream.next(), Watching)
        await ann.leave()


async def test_the_page_that_asked_may_read_why_it_is_refused(settings: Settings) -> None:
    site = "https://overlay.example"
    async with (
        running(replace(settings, origins=(site,)), BOTS) as url,
        httpx.AsyncClient(base_url=url, trust_env=False, timeout=PATIENCE) as http,
    ):
        answer = await http.get("/overlay/never/events", headers={"origin": site})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")
        assert answer.headers["access-control-allow-origin"] == site


async def test_streams_are_asked_for_only_so_often(settings: Settings) -> None:
    async with running(replace(settings, guests_per_minute=3.0), BOTS) as url:
        assert [await refused(url, "none") for _ in range(4)] == [(404, "unknown_table")] * 3 + [(429, "limit")]


async def test_a_silent_stream_is_kept_alive(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay, "SILENCE", 0.01)
    ann = await a_match(url)
    async with streamed(url, id_of(ann)) as stream:
        assert isinstance(await stream.next(), Watching)
        assert isinstance(await stream.next(), Snapshot)
        await decide_once(ann, random.Random(1))
        assert await stream.next() is not None
        assert stream.comments > 1
    await ann.leave()


async def test_a_server_that_stops_ends_its_streams(settings: Settings) -> None:
    async with running(settings, BOTS) as url:
        ann = await a_match(url)
        opened = streamed(url, id_of(ann))
        stream = await opened.__aenter__()
        assert isinstance(await stream.next(), Watching)
        assert isinstance(await stream.next(), Snapshot)
    while await stream.next() is not None:
        pass
    await opened.__aexit__(None, None, None)


async def test_whoever_does_not_read_a_stream_is_dropped_and_holds_nobody_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = asyncio.Event()
    inner = HttpProtocol.connection_lost

    def connection_lost(self: HttpProtocol, exc: Exception | None) -> None:
        inner(self, exc)
        lost.set()

    monkeypatch.setattr(overlay, "SILENCE", 0.0)
    monkeypatch.setattr(overlay, "COMMENT", ":" * 4000)
    async with running(replace(settings, write_seconds=0.1), BOTS) as url:
        ann = await a_match(url)
        monkeypatch.setattr(HttpProtocol, "connection_lost", connection_lost)
        plug = socket.socket()
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plug.setblocking(False)
        loop = asyncio.get_running_loop()
        host, port = url.removeprefix("http://").split(":")
        await loop.sock_connect(plug, (host, int(port)))
        await loop.sock_sendall(plug, f"GET /overlay/{id_of(ann)}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        await decide_once(ann, random.Random(1))
        async with asyncio.timeout(PATIENCE):
            await lost.wait()
        await ann.until_asked()
        plug.close()
        await ann.leave()
