"""The terminal when the server keeps a match for another version, or cannot go on with it: a sentence, at once."""

import asyncio
import os
from contextlib import AsyncExitStack
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from clients.bots import BOTS
from clients.cli import sessions
from clients.cli.keyboard import Keyboard
from clients.cli.play import Play
from clients.cli.sessions import Wish, sit_down
from clients.sdk import Table, connect
from engine import EngineBug, Game
from server.app import running
from server.rooms import PARKED
from tests.sdk.servers import DECK, Repeatable, settings
from tests.server.pools import NEWER


async def shown_of(table: Table) -> str:
    """What a player at this table reads until the match is over, without typing anything."""
    screen = StringIO()
    reading, writing = os.pipe()
    try:
        async with asyncio.timeout(20):
            await Play(table, Console(file=screen, width=200), Keyboard(reading)).run()
    finally:
        os.close(reading)
        os.close(writing)
    return screen.getvalue()


async def test_a_player_is_told_that_the_match_is_kept_while_it_is_played(tmp_path: Path) -> None:
    async with AsyncExitStack() as second:
        async with AsyncExitStack() as first:
            url = await first.enter_async_context(running(settings(tmp_path), BOTS, Repeatable(1)))
            ann = await second.enter_async_context(connect(url, name="Ann"))
            table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
            assert await table.asked() is not None
            playing = asyncio.create_task(shown_of(table))
        port = int(url.rpartition(":")[2])
        await second.enter_async_context(running(settings(tmp_path, port), BOTS, Repeatable(2), NEWER))
        assert PARKED in " ".join((await playing).split())


async def test_a_player_who_comes_back_is_told_so_and_plays_another_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(settings(tmp_path), BOTS, Repeatable(1)) as url, connect(url, name="Ann") as ann:
        old, token = await ann.create_table(opponent="bot", bot="random", deck=DECK), ann.token
    async with running(settings(tmp_path), BOTS, Repeatable(2), NEWER) as url, connect(url, token=token) as ann:
        table = await sit_down(ann, Wish(state_dir=tmp_path, deck=DECK))
        assert table.id != old.id
        assert await table.asked() is not None
    assert PARKED in " ".join(capsys.readouterr().out.split())


async def test_a_match_that_cannot_be_restored_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(settings(tmp_path), BOTS, Repeatable(1)) as url, connect(url, name="Ann") as ann:
        await ann.create_table(opponent="bot", bot="random", deck=DECK)
        token = ann.token

    def broken(*arguments: object, **named: object) -> Game:
        raise EngineBug("the engine broke its own promise")

    monkeypatch.setattr(Game, "load", broken)  # neither from its save
    monkeypatch.setattr(Game, "start", broken)  # nor from its log
    async with running(settings(tmp_path), BOTS, Repeatable(2)) as url, connect(url, token=token) as ann:
        assert ann.table is not None
        told = "A draw: the server could not go on with this match, so nobody wins."
        assert await shown_of(ann.table) == f"{told}\n"
        assert sessions._told(ann.table) == told
