"""Films of finished matches: what a page is told of one, from each angle, of a room or of a file that is brought."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import httpx
import msgspec
import pytest

from clients.bots import BOTS as PLAYERS
from clients.replays import Film, Replay, decode, encode, verify
from clients.sdk import Table, connect
from engine import catalogue
from engine.views import merge
from server import reels
from server.app import running
from server.films import Difference
from server.protocol.messages import Clocks, Outcome
from server.protocol.reels import ANGLES, Reel
from server.protocol.replay_file import InvalidReplay, same
from server.reels import AT_ONCE, WAITING, Reels
from server.replays import Busy
from server.settings import Settings
from tests.replays.games import one, short
from tests.replays.older import FILE as OLDER
from tests.server.bots import BOTS
from tests.server.chance import Scripted


def views_of(reel: Reel) -> list[Any]:
    """What is seen before the first decision and after each."""
    views: list[Any] = [reel.start.view]
    for step in reel.steps:
        views.append(merge(views[-1], step.update.patch))
    return views


def clocks_of(reel: Reel) -> list[Clocks]:
    """What both clocks show before the first decision and after each."""
    told = [reel.start.clocks, *(step.update.clocks for step in reel.steps)]
    return [clocks for clocks in told if isinstance(clocks, Clocks)]


async def reel_of(replay: Replay, angle: Any) -> Reel:
    made = await Reels(None, catalogue).of_file(encode(replay), angle)  # type: ignore[arg-type]
    return msgspec.json.decode(made, type=Reel)


async def test_each_position_of_a_film_is_what_its_seat_saw_and_no_more() -> None:
    film = Film(one(), catalogue)
    for angle in ("A", "B"):
        reel = await reel_of(one(), angle)
        assert [step.update.seq for step in reel.steps] == list(range(1, len(film) + 1))
        for position, view in zip(film.positions, views_of(reel), strict=True):
            assert same(view, position.sights[angle].view)
        for step, entry in zip(reel.steps, one().entries, strict=True):
            assert same(step.update.events, (entry.told.A if angle == "A" else entry.told.B).events)
            assert step.seat == entry.seat
            assert bool(step.line) == (entry.seat == angle), "what the other one has decided is told by what follows"


async def test_with_both_hands_open_the_hands_are_told_beside_what_a_spectator_sees() -> None:
    film, reel = Film(one(), catalogue), await reel_of(one(), "open")
    hands: Any = reel.start.hands
    for n, (position, view) in enumerate(zip(film.positions, views_of(reel), strict=True)):
        if n and reel.steps[n - 1].update.hands is not msgspec.UNSET:
            hands = reel.steps[n - 1].update.hands
        assert view["viewer"] == "spectator"
        for seat, held in (("A", hands.A), ("B", hands.B)):
            own = position.sights[seat].view  # type: ignore[index]
            assert list(held) == [own["cards"][str(card)]["number"] for card in own["players"][seat]["hand"]]
            assert view["players"][seat]["hand"] == []
            assert view["players"][seat]["base"] == position.sights["A"].view["players"][seat]["base"]
        asked = position.asked
        assert view.get("waiting") == (None if asked is None else {"seat": asked[0], "kind": asked[1]})
    assert all(step.line for step in reel.steps)


async def test_attacks_deployments_and_lucky_cards_are_marked() -> None:
    film, reel = Film(one(), catalogue), await reel_of(one(), "A")
    said = {"attack": "attack_declared", "lucky": "player_damage_revealed"}
    for position, step in zip(film.positions[1:], reel.steps, strict=True):
        events = position.sights["B"].events
        for mark in ("attack", "lucky"):
            happened = any(e["type"] == said[mark] and (mark != "lucky" or e.get("lucky")) for e in events)
            assert (mark in step.marks) == happened
        assert ("deploy" in step.marks) == any(e["type"] == "card_moved" and e["to"] == "base" for e in events)
        assert step.turn == position.turn
    assert {mark for step in reel.steps for mark in step.marks} == {"attack", "deploy", "lucky"}


async def test_a_film_is_proved_and_one_of_another_version_is_shown_as_it_was_recorded() -> None:
    assert (await reel_of(short(), "A")).proof == verify(short(), catalogue).sentence
    older = await Reels(None, catalogue).of_file(OLDER.read_bytes(), "open")  # type: ignore[arg-type]
    assert msgspec.json.decode(older, type=Reel).proof == ""


async def test_so_many_films_are_made_at_once_and_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    made, running_now, most = Reels(None, catalogue), 0, 0  # type: ignore[arg-type]
    busy, go_on = asyncio.Event(), asyncio.Event()

    async def slow(*_: object) -> dict[str, bytes]:
        nonlocal running_now, most
        running_now += 1
        most = max(most, running_now)
        if running_now == AT_ONCE:
            busy.set()
        await go_on.wait()
        running_now -= 1
        return {"A": b"{}"}

    monkeypatch.setattr(made, "_made", slow)
    monkeypatch.setattr(reels, "decode", lambda _: short())
    asked = [asyncio.ensure_future(made.of_file(bytes([n]), "A")) for n in range(AT_ONCE + WAITING)]
    await busy.wait()
    with pytest.raises(Busy):
        await made.of_file(b"one more", "A")
    go_on.set()
    await asyncio.gather(*asked)
    assert most == AT_ONCE


async def test_a_film_that_is_made_holds_nobody_up() -> None:
    """Between two steps the loop does whatever else waits."""
    turns, longest = 0, 0.0
    making = asyncio.ensure_future(reel_of(one(), "A"))
    last = time.perf_counter()
    while not making.done():
        await asyncio.sleep(0)
        now = time.perf_counter()
        turns, longest, last = turns + 1, max(longest, now - last), now
    assert turns > 2 * len(one().entries)


async def test_what_takes_too_long_or_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reels, "LONGEST", 5)
    with pytest.raises(InvalidReplay, match="5 can be shown here"):
        await reel_of(short(), "A")
    monkeypatch.undo()
    monkeypatch.setattr(reels, "SECONDS", 0.0)
    with pytest.raises(InvalidReplay, match="takes longer than"):
        await reel_of(short(), "A")


async def test_a_replay_that_is_not_what_it_says_has_no_film() -> None:
    first, *rest = short().entries
    forged = msgspec.structs.replace(short(), entries=(msgspec.structs.replace(first, chain="0" * 32), *rest))
    with pytest.raises(Difference, match="chain after decision 1"):
        await reel_of(forged, "A")


# --- over HTTP --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def http(url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        yield http


async def play_some(table: Table, decisions: int) -> None:
    async for prompt in table:
        if not decisions:
            await table.concede()
            return
        decisions -= 1
        await table.decide(PLAYERS["random"].choose(table.view, prompt, prompt.legal(), prompt.id))


async def test_a_running_match_has_no_film_and_is_not_told_from_none(url: str, http: httpx.AsyncClient) -> None:
    unknown = await http.get("/api/film/never")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_match")
    async with connect(url, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck="trial-1", time="fast")
        running_one = await http.get(f"/api/film/{table.id}?as=open")
        assert (running_one.status_code, running_one.content) == (404, unknown.content)
        assert sorted(running_one.headers) == sorted(unknown.headers)
        await play_some(table, 12)
        told = {angle: await http.get(f"/api/film/{table.id}?as={angle.lower()}") for angle in ANGLES}
        for angle, answer in told.items():
            reel = msgspec.json.decode(answer.content, type=Reel)
            assert (answer.status_code, reel.angle) == (200, angle)
            assert reel.outcome == Outcome("B" if table.seat == "A" else "A", "concede")
            assert reel.proof.startswith("Proved: the secret fits the commitment")
            file = await http.get(f"/api/replay/{table.id}")
            brought = await http.post(f"/api/film?as={angle.lower()}", content=file.content)
            of_file = msgspec.json.decode(brought.content, type=Reel)
            assert views_of(of_file) == views_of(reel)
            assert clocks_of(of_file) == clocks_of(reel)
            assert all(clocks.running is msgspec.UNSET for clocks in clocks_of(reel)), "they stand"
        own = msgspec.json.decode(told[table.seat].content, type=Reel)
        assert same(views_of(own)[-1], table.view)


async def test_a_file_is_shown_or_refused_as_the_command_line_would_refuse_it(http: httpx.AsyncClient) -> None:
    whole = encode(short())
    answer = await http.post("/api/film?as=b", content=whole)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert msgspec.json.decode(answer.content, type=Reel).angle == "B"
    nobody = await http.post("/api/film?as=c", content=whole)
    assert (nobody.status_code, nobody.json()["why"]) == (400, "A match is seen as a, b or open.")
    for damaged in (whole[:-5], b"no replay", b"", whole + b"!"):
        with pytest.raises(InvalidReplay) as why:
            decode(damaged)
        refused = await http.post("/api/film", content=damaged)
        assert (refused.status_code, refused.json()) == (400, {"code": "invalid_replay", "why": str(why.value)})
    assert (await http.post("/api/film", content=bytes(2**20 + 1))).status_code == 413


async def test_films_count_against_an_address_like_other_requests(settings: Settings) -> None:
    async with (
        running(replace(settings, guests_per_minute=2), BOTS, Scripted(1)) as url,
        httpx.AsyncClient(base_url=url, trust_env=False) as http,
    ):
        told = [(await http.get("/api/film/never")).status_code, (await http.post("/api/film")).status_code]
        told += [(await http.get("/api/film/never")).status_code]
        foreign = await http.post("/api/film", headers={"origin": "https://other.example"})
    assert told == [404, 400, 429]
    assert foreign.status_code == 403
