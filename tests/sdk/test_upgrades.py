"""A match that the server keeps for another version, or cannot go on with, keeps no client waiting."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from clients.bots import BOTS
from clients.sdk import Refused, connect
from engine import EngineBug, Game
from server.app import running
from server.rooms import PARKED
from tests.sdk.servers import DECK, OTHER_DECK, Repeatable, play_on, settings
from tests.server.pools import NEWER


async def test_a_client_is_told_that_its_match_is_kept_plays_another_and_comes_back(tmp_path: Path) -> None:
    async with running(settings(tmp_path), BOTS, Repeatable(1)) as url, connect(url, name="Ann") as ann:
        old = await ann.create_table(deck=DECK)
        async with connect(url, name="Ben") as ben:
            theirs = await ben.join(old.code, OTHER_DECK)
            await theirs.started()
        await old.started()
        view, token = old.view, ann.token
        assert (ann.parked, old.parked) == ("", "")
    async with running(settings(tmp_path), BOTS, Repeatable(2), NEWER) as url, connect(url, token=token) as ann:
        assert ann.table is None
        assert ann.parked == PARKED
        with pytest.raises(Refused, match="kept") as refused:
            await ann.join(old.code, DECK)
        assert refused.value.code == "other_version"
        another = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        await play_on(another, "random")
        assert another.outcome is not None
        assert another.parked == ""
    async with running(settings(tmp_path), BOTS, Repeatable(3)) as url, connect(url, token=token) as ann:
        assert ann.table is not None
        await ann.table.started()
        assert ann.table.id == old.id
        assert ann.table.view == view
        assert ann.parked == "", "the other match is over"


async def test_whoever_is_at_the_table_when_the_server_becomes_another_version_waits_no_longer(tmp_path: Path) -> None:
    async with AsyncExitStack() as second:
        async with AsyncExitStack() as first:
            url = await first.enter_async_context(running(settings(tmp_path), BOTS, Repeatable(1)))
            ann = await second.enter_async_context(connect(url, name="Ann"))
            table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
            assert await table.asked() is not None
        port = int(url.rpartition(":")[2])
        await second.enter_async_context(running(settings(tmp_path, port), BOTS, Repeatable(2), NEWER))

        assert await table.ended() is None
        assert table.is_over
        assert table.parked == PARKED
        assert ann.table is None
        with pytest.raises(Refused, match="kept"):
            await table.concede()
        another = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        assert await another.asked() is not None
        assert table.parked == PARKED


async def test_a_match_that_cannot_be_restored_is_over_without_a_view_and_another_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(settings(tmp_path), BOTS, Repeatable(1)) as url, connect(url, name="Ann") as ann:
        await ann.create_table(opponent="bot", bot="random", deck=DECK)
        token = ann.token

    def broken(*arguments: object, **named: object) -> Game:
        raise EngineBug("the engine broke its own promise")

    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(running(settings(tmp_path), BOTS, Repeatable(2)))
        with monkeypatch.context() as failing:
            failing.setattr(Game, "load", broken)  # neither from its save
            failing.setattr(Game, "start", broken)  # nor from its log
            ann = await stack.enter_async_context(connect(url, token=token))
            table = ann.table
            assert table is not None
            await table.started()
        assert [prompt async for prompt in table] == []
        assert table.outcome is not None
        assert (table.state, table.outcome.reason, table.view) == ("ended", "fault", {})
        another = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        assert await another.asked() is not None
