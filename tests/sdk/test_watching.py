"""Watching a match with the SDK."""

import asyncio

import pytest

from clients.sdk import Refused, Table, Watched, WatchPolicy, connect
from engine import SPECTATOR
from tests.sdk.servers import DECK, OTHER_DECK, Local

NOW = WatchPolicy(delay=0, decisions=0)


async def play_on(table: Table, other: Table, decisions: int) -> None:
    for _ in range(decisions):
        for each in (table, other):
            if each.prompt is not None and not each.is_over:
                await each.decide(each.prompt.default)
                break


async def test_every_view_comes_until_the_match_is_over(here: Local) -> None:
    async with (
        connect(here.transport, name="Ann") as ann,
        connect(here.transport, name="Ben") as ben,
        connect(here.transport, name="Cid", watches=True) as cid,
    ):
        mine = await ann.create_table(deck=DECK, watch=NOW, is_open=True)
        theirs = await ben.join(mine.code, OTHER_DECK)
        watched = await cid.watch((await cid.tables()).live[0].id)
        assert (watched.id, watched.delay, watched.decisions) == (mine.id, 0, 0)
        assert {player.name for player in watched.players.values()} == {"Ann", "Ben"}
        views = []
        async for view in watched:
            assert view["viewer"] == SPECTATOR
            views.append(view)
            if len(views) < 4:
                await mine.asked() if mine.prompt else await theirs.asked()
                await play_on(mine, theirs, 2)
            elif mine.outcome is None:
                await ann.concede(mine)
        assert len(views) >= 5
        assert watched.outcome == mine.outcome is not None
        assert views[-1]["outcome"] == {"winner": mine.outcome.winner, "reason": "concede"}
        kinds = [event["type"] for event in watched.new_events()]
        assert kinds[-1] == "game_ended"
        assert watched.is_over
        assert watched.hands == {}


async def test_watching_goes_on_after_a_lost_connection(here: Local) -> None:
    async with (
        connect(here.transport, name="Ann") as ann,
        connect(here.transport, name="Cid", watches=True, subprotocol="json") as cid,
    ):
        table = await ann.create_table(deck=DECK, opponent="bot", watch=NOW)
        watched = await cid.watch(table.id)
        await cid.until(lambda: bool(watched.view))
        cid.lose_connection()
        await ann.concede(table)
        async with asyncio.timeout(20):
            views = [view async for view in watched]
        assert cid.connections == 2
        assert watched.outcome == table.outcome
        assert views[-1]["outcome"]["reason"] == "concede"


async def test_a_match_that_cannot_be_watched_any_more_when_the_connection_comes_back_says_so(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, watches=True) as cid:
        table = await ann.create_table(deck=DECK, opponent="bot", watch=NOW)
        watched = await cid.watch(table.id)
        await cid.until(lambda: bool(watched.view))
        cid.lose_connection()
        row = (await here.room(table)).match.row
        await here.server.worker.store.forget(row.id, row.owner, row.epoch)
        async with asyncio.timeout(20):
            async for _ in watched:
                pass
        assert watched.is_over
        assert watched.why == "There is no match to watch under this id."
        assert cid.watched is None


async def test_a_player_watches_the_own_table_beside_playing_it(here: Local) -> None:
    async with (
        connect(here.transport, name="Ann") as ann,
        connect(here.transport, token=ann.token, watches=True) as second,
    ):
        assert second.table is None
        table = await ann.create_table(deck=DECK, opponent="bot")
        while (await table.asked()) and not table.view["players"][table.seat]["hand"]:
            assert table.prompt is not None
            await table.decide(table.prompt.default)  # who goes first is asked before the hands are drawn
        watched: Watched = await second.watch(table.id)
        await second.until(lambda: bool(watched.view))
        assert watched.view["viewer"] == table.seat
        assert watched.view["players"][table.seat]["hand"]
        assert ann.connections == 1


async def test_both_hands_are_shown_if_both_want_it(here: Local) -> None:
    async with (
        connect(here.transport, name="Ann") as ann,
        connect(here.transport, name="Ben") as ben,
        connect(here.transport, watches=True) as cid,
    ):
        table = await ann.create_table(deck=DECK, watch=WatchPolicy(delay=0, decisions=0, hands="open"))
        with pytest.raises(Refused) as refused:
            await ben.join(table.code, OTHER_DECK, open_hands=None)
        assert refused.value.code == "open_hands"
        await ben.join(table.code, OTHER_DECK, open_hands=True)
        watched = await cid.watch(table.id)
        await cid.until(lambda: bool(watched.hands))
        assert {seat: len(hand) for seat, hand in watched.hands.items()} == {
            seat: player["hand_size"] for seat, player in watched.view["players"].items()
        }


async def test_what_cannot_be_watched_is_refused_and_stopping_stops(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, watches=True) as cid:
        table = await ann.create_table(deck=DECK, opponent="bot", watch=NOW)
        with pytest.raises(Refused) as refused:
            await cid.watch("none")
        assert refused.value.code == "unknown_table"
        with pytest.raises(Refused) as refused:
            await cid.create_table(deck=DECK)
        assert refused.value.code == "bad_state"
        watched = await cid.watch(table.id)
        with pytest.raises(Refused):
            await cid.watch("none")
        assert [cid.watched] == [watched]
        await watched.stop()
        assert watched.is_over
        assert len([view async for view in watched]) <= 1


async def test_whoever_has_watched_to_the_end_follows_to_the_rematch(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, watches=True) as cid:
        table = await ann.create_table(deck=DECK, opponent="bot", watch=NOW)
        watched = await cid.watch(table.id)
        await table.concede()
        async for _ in watched:
            pass
        cid.lose_connection()
        again = await table.rematch()
        async with asyncio.timeout(20):
            following = await watched.following()
            assert following is not None
            assert following.id == again.id != table.id
            async for view in following:
                assert view["viewer"] == SPECTATOR
                break
        await following.stop()
        assert await following.following() is None
