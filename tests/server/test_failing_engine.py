"""Rooms when the engine fails: one table is lost, and nothing beside it."""

import random
from collections.abc import Callable, Sequence

import pytest
from structlog.testing import capture_logs

from engine import Decision, EngineBug, Game, catalogue
from server import records, restore
from server.app import running
from server.protocol.messages import CreateTable, Ended, Join, Refused, Snapshot, Table, Update
from server.records import Committed, Faulted, Owned, Started
from server.settings import Settings
from server.store.sqlite import SqliteStore
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.player import DECK, OTHER_DECK, Player, decide_once, two_at_a_table
from tests.server.world import World

pytestmark = pytest.mark.usefixtures("plain_logs")


def fails_at(decisions: int) -> Callable[[Game, Decision], Sequence[tuple[object, ...]]]:
    """A `Game.decide` that fails after so many decisions, each time it comes there."""
    decide = Game.decide

    def fail(game: Game, decision: Decision) -> Sequence[tuple[object, ...]]:
        if game.decisions == decisions:
            raise EngineBug("the engine broke its own promise: a secret hand")
        return decide(game, decision)

    return fail


def _cannot(cls: type[Game], /, *arguments: object, **named: object) -> Game:
    raise EngineBug("this match cannot be made")


def errors(logs: Sequence[object]) -> list[str]:
    """What was logged as an error, in order."""
    return [entry["event"] for entry in logs if entry["log_level"] == "error"]  # type: ignore[index]


async def log_of(settings: Settings, player: Player) -> list[records.Entry]:
    """The log of a player's first table, read from the file after the server has stopped."""
    table = next(message for message in player.seen if isinstance(message, Table))
    store = SqliteStore(settings.database, lambda: 0)
    await store.open()
    entries = [records.decode(record.body) for record in await store.read(table.id)]
    await store.close()
    return entries


# --- the engine -------------------------------------------------------------------------------------------------------


async def test_when_the_engine_fails_both_are_told_without_detail_and_the_log_is_kept(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with capture_logs() as logs:
        async with running(settings, BOTS, Scripted(1)) as url:
            asked, other = await two_at_a_table(url)
            await decide_once(asked, random.Random(1))
            await asked.wait(Update)
            await other.wait(Update)
            view = asked.end.view
            with monkeypatch.context() as broken:
                broken.setattr(Game, "decide", fails_at(1))
                await decide_once(asked if asked.end.prompt else other, random.Random(1))
                for player in (asked, other):
                    ended = await player.wait(Ended)
                    assert (ended.outcome.winner, ended.outcome.reason) == ("draw", "fault")
            await other.drop()
            tab = Player(url, "another tab")
            tab.token = asked.token
            await tab.arrive()
            assert (await tab.wait(Table)).state == "ended"
            assert (await tab.wait(Snapshot)).view == view
            assert (await tab.wait(Ended)).outcome.reason == "fault"
            await tab.send(CreateTable(opponent="bot", bot="random", deck=DECK))
            assert (await tab.wait(Table)).state == "playing"
            await tab.leave()
    assert errors(logs) == ["table broken"]
    entries = await log_of(settings, asked)
    assert isinstance(entries[-1], Faulted)
    assert "a secret hand" in entries[-1].why
    again = restore.replay(entries, catalogue, restore.untouched())
    assert again.game is not None
    assert again.game.decisions == 1
    assert not any("a secret hand" in repr(message) for player in (asked, other) for message in player.seen)


async def test_a_match_that_cannot_be_restored_is_over_and_the_server_goes_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(settings, BOTS, Scripted(1)) as url:
        asked, other = await two_at_a_table(url)
        await asked.leave()
        await other.leave()
    async with running(settings, BOTS, Scripted(2)) as url:
        asked.url = other.url = url
        with monkeypatch.context() as broken:
            broken.setattr(Game, "load", classmethod(_cannot))
            broken.setattr(Game, "start", classmethod(_cannot))
            await asked.arrive()
            assert (await asked.wait(Table)).state == "ended"
            assert (await asked.wait(Ended)).outcome.reason == "fault"
        await asked.send(CreateTable(opponent="bot", bot="random", deck=DECK))
        await asked.wait(Snapshot)
        await asked.leave()
    entries = await log_of(settings, asked)
    assert [type(entry) for entry in entries] == [Owned, Committed, Started, Owned, Faulted]


async def test_a_fault_of_our_own_closes_one_connection_and_is_logged_in_full(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with capture_logs() as logs:
        async with running(settings, BOTS, Scripted(1)) as url:
            asked, other = await two_at_a_table(url)
            cay = await Player(url, "Cay").arrive()
            with monkeypatch.context() as broken:
                broken.setattr(Game, "start", classmethod(_cannot))
                await cay.send(CreateTable(opponent="bot", deck=DECK))
                closed = await cay.until_closed()
            assert closed.code == 1011
            assert "match" not in closed.reason
            await decide_once(asked, random.Random(1))
            await asked.wait(Update)
            await cay.arrive()
            await cay.send(CreateTable(opponent="bot", deck=DECK))
            await cay.wait(Snapshot)
            for player in (asked, other, cay):
                await player.leave()
    assert errors(logs) == ["connection failed"]


async def test_an_engine_that_fails_while_a_match_begins_costs_that_table_only(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    ann, ben = world.clients
    await world.arrive()
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    with capture_logs() as logs, monkeypatch.context() as broken:
        broken.setattr(Game, "start", classmethod(_cannot))
        ben.send(Join(code=ann.table.code, deck=OTHER_DECK))
        await world.deliver_all()
        await world.pass_time(1.0)
    assert errors(logs) == ["table broken"]
    assert [ended.outcome.reason for ended in ann.of(Ended)] == ["fault"]
    assert [refused.code for refused in ben.of(Refused)] == ["table_full"]
    for client in (ann, ben):
        client.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    assert [client.table.state for client in (ann, ben)] == ["playing", "playing"]
