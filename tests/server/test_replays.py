"""Replays of rooms: made from the log alone, at any worker, for whoever has the name, when the match is over."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import msgspec
import pytest
from structlog.testing import capture_logs

from clients.bots import BOTS as PLAYERS
from clients.replays import Film, decode, verify
from clients.sdk import Table, connect
from engine import Game, OtherVersion, catalogue
from engine.model.terms import SEATS
from server import records
from server.app import running
from server.protocol.messages import CreateTable
from server.protocol.replay_file import MEDIA_TYPE, same
from server.protocol.replays import Banks
from server.replays import WAITING, BrokenLog, Busy, NoReplay, Replays
from server.settings import Settings
from server.store.base import Record, RoomRow, Store
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.nodes import FileGround
from tests.server.player import DECK
from tests.server.pools import NEWER
from tests.server.world import World
from tests.server.written import rewrite

# --- from the log -----------------------------------------------------------------------------------------------------


async def a_finished_match(world: World, decisions: int = 30) -> str:
    """Played for a while, by two owners, and then conceded; its room."""
    await world.start()
    await world.seat()
    await world.play(decisions // 2)
    await world.stop()
    await world.start()
    await world.arrive()
    await world.play(decisions // 2)
    ann, _ = world.clients
    ann.send(ann.end.concede())
    await world.deliver_all()
    return ann.table.id


async def test_a_finished_match_is_proved_by_its_replay_alone(world: World) -> None:
    room = await a_finished_match(world)
    ann, _ = world.clients
    replay = decode(await world.worker.replays.file(room))
    proof = verify(replay, catalogue, ann.table.commitment)
    assert (proof.decisions, proof.reason) == (31, "concede")
    assert [replay.names[seat] for seat in SEATS] == ["Player 0", "Player 1"] or ann.table.seat == "B"
    assert replay.head.log == ann.table.log
    await world.stop()


async def test_its_last_views_are_those_that_the_players_have(world: World) -> None:
    room = await a_finished_match(world)
    film = Film(decode(await world.worker.replays.file(room)), catalogue)
    for client in world.clients:
        assert same(film.positions[-1].sights[client.table.seat].view, client.end.view)
    await world.stop()


async def test_it_tells_when_each_decision_was_stored(world: World) -> None:
    room = await a_finished_match(world)
    replay = decode(await world.worker.replays.file(room))
    times = [replay.head.at, *(entry.at for entry in replay.entries)]
    assert times == sorted(times)
    kept = {record.at for record in await world.store.read(room)}
    assert set(times) <= kept
    assert 0 not in times
    await world.stop()


async def test_it_tells_what_both_clocks_showed_after_each_decision(world: World) -> None:
    await world.start()
    await world.seat(time="fast")
    ann, _ = world.clients
    shown = []
    for seconds in range(8):
        await world.pass_time(seconds)
        await world.play(1)
        assert ann.end.clocks is not None
        shown.append((ann.end.clocks.A, ann.end.clocks.B))
    ann.send(ann.end.concede())
    await world.deliver_all()
    replay = decode(await world.worker.replays.file(ann.table.id))
    assert replay.head.clocks == Banks(300_000, 300_000)
    assert [entry.clocks for entry in replay.entries] == [Banks(*each) for each in (*shown, shown[-1])]
    assert len(set(shown)) > 4
    await world.stop()


async def test_a_match_without_clocks_has_none_in_its_replay(world: World) -> None:
    room = await a_finished_match(world, 4)
    replay = decode(await world.worker.replays.file(room))
    assert {replay.head.clocks, *(entry.clocks for entry in replay.entries)} == {msgspec.UNSET}
    await world.stop()


async def test_every_worker_makes_the_same_file(company: World) -> None:
    owner, other = await company.start(), await company.start()
    await company.seat(owner, other)
    await company.play(6)
    ann, ben = company.clients
    ben.send(ben.end.concede())
    await company.deliver_all()
    files = [await node.worker.replays.file(ann.table.id) for node in (owner, other)]
    assert files[0] == files[1]
    await company.stop()


async def test_a_running_match_a_waiting_table_and_a_name_that_never_was_are_the_same(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    ann.send(CreateTable(opponent="human", deck=DECK))
    ben.send(CreateTable(opponent="bot", deck=DECK))
    await world.deliver_all()
    assert [client.table.state for client in world.clients] == ["waiting", "playing"]
    names = [ann.table.id, ben.table.id, ben.table.log, "never", "", "x" * 65, "../healthz", "a{b}c", "é"]
    for name in names:
        with pytest.raises(NoReplay):
            await world.worker.replays.file(name)
    await world.stop()


async def test_a_match_of_another_version_is_refused_by_name(world: World) -> None:
    room = await a_finished_match(world, 4)
    with pytest.raises(OtherVersion, match="the log belongs to rules"):
        await Replays(world.store, NEWER).file(room)
    await world.stop()


async def test_a_log_that_does_not_hold_is_called_broken_and_logged(world: World, file: FileGround) -> None:
    room = await a_finished_match(world, 8)
    log = await world.store.read(room)
    entries = [records.decode(record.body) for record in log]
    at = next(seq for seq, entry in enumerate(entries, 1) if isinstance(entry, records.Decided) and seq > 6)
    entry = entries[at - 1]
    assert isinstance(entry, records.Decided)
    changed = msgspec.structs.replace(entry, chain=bytes(16))
    await world.stop()
    rewrite(file.database, "UPDATE records SET body=? WHERE seq=?", records.encode(changed), at)

    await world.start()
    with capture_logs() as logs, pytest.raises(BrokenLog):
        await world.worker.replays.file(room)
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["log does not hold"]
    await world.stop()


async def test_a_match_that_a_view_has_broken_has_no_replay_and_says_why(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await a_finished_match(world, 8)

    def broken(_game: Game, _audience: str) -> None:
        raise KeyError("card")

    monkeypatch.setattr(Game, "watch", broken)
    with capture_logs() as logs, pytest.raises(BrokenLog):
        await world.worker.replays.file(room)
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["log does not hold"]
    await world.stop()


async def test_a_finished_match_is_shown_by_every_version_that_plays_it_as_it_was(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a log may hold has changed since, and how games go on has not."""
    room = await a_finished_match(world, 8)
    monkeypatch.setattr(records, "VERSION", records.VERSION + 1)
    assert decode(await world.worker.replays.file(room)).entries
    await world.stop()


class Slow:
    """The rooms of a store, as slowly as a test likes."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner
        self.go_on = asyncio.Event()
        self.reads = 0

    async def row(self, room: str) -> RoomRow | None:
        row = await self.inner.row(room.partition("-")[0])
        return None if row is None else msgspec.structs.replace(row, id=room)

    async def read(self, room: str) -> tuple[Record, ...]:
        self.reads += 1
        await self.go_on.wait()
        return await self.inner.read(room.partition("-")[0])


async def test_files_are_made_one_after_another_and_kept(world: World) -> None:
    room = await a_finished_match(world, 4)
    slow = Slow(world.store)
    replays = Replays(slow, catalogue)
    asked = [asyncio.ensure_future(replays.file(f"{room}-{n % 3}")) for n in range(WAITING)]
    await world.settle()
    assert slow.reads == 1
    with pytest.raises(Busy):
        await asyncio.wait_for(replays.file(f"{room}-x"), 1)
    slow.go_on.set()
    files = await asyncio.gather(*asked)
    assert len({*files}) == 1
    assert slow.reads == 3
    await replays.file(f"{room}-1")
    assert slow.reads == 3
    await world.stop()


# --- over HTTP --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def http(url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=url, verify=False, trust_env=False) as http:
        yield http


async def play_out(table: Table) -> None:
    async for prompt in table:
        await table.decide(PLAYERS["random"].choose(table.view, prompt, prompt.legal(), prompt.id))


async def test_whoever_has_the_name_gets_the_file_when_the_match_is_over(url: str, http: httpx.AsyncClient) -> None:
    unknown = await http.get("/api/replay/never")
    assert unknown.status_code == 404
    assert unknown.json() == {"code": "unknown_match", "why": "There is no finished match of this name."}
    async with connect(url, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck="trial-1")
        running_one = await http.get(f"/api/replay/{table.id}")
        assert (running_one.status_code, running_one.content) == (404, unknown.content)
        assert sorted(running_one.headers) == sorted(unknown.headers)
        await play_out(table)
        answer = await http.get(f"/api/replay/{table.id}")

        assert answer.status_code == 200
        assert answer.headers["content-type"] == MEDIA_TYPE
        assert answer.headers["content-disposition"] == f'attachment; filename="{table.id}.paltable"'
        assert await ann.replay(table.id) == answer.content
        proof = verify(decode(answer.content), catalogue, table.commitment)
        assert table.outcome is not None
        assert (proof.winner, proof.reason) == tuple(table.outcome)
        assert len(table.commitment) == 64


async def test_replays_count_against_an_address_like_other_requests(settings: Settings) -> None:
    async with (
        running(replace(settings, guests_per_minute=2), BOTS, Scripted(1)) as url,
        httpx.AsyncClient(base_url=url, verify=False, trust_env=False) as http,
    ):
        told = [(await http.get("/api/replay/never")).status_code for _ in range(3)]
    assert told == [404, 404, 429]


async def test_a_match_of_another_version_is_refused_over_http(settings: Settings) -> None:
    async with running(settings, BOTS, Scripted(1)) as url, connect(url, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck="trial-1")
        await table.concede()
    async with (
        running(settings, BOTS, Scripted(2), NEWER) as url,
        httpx.AsyncClient(base_url=url, verify=False, trust_env=False) as http,
    ):
        answer = await http.get(f"/api/replay/{table.id}")
    assert (answer.status_code, answer.json()["code"]) == (409, "other_version")
