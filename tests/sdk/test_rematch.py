"""Playing again with the SDK, and what players say."""

import asyncio

import pytest

from clients.replays import decode, verify
from clients.sdk import Client, Refused, Table, connect
from engine import catalogue
from engine.decks import PRESETS
from tests.sdk.servers import DECK, Local


async def finished(ann: Client, ben: Client) -> tuple[Table, Table]:
    """The table of both, where a match is over."""
    mine = await ann.create_table(deck=DECK)
    other = await ben.join(mine.code, DECK)
    await mine.started()
    await mine.concede()
    await other.ended()
    return mine, other


async def test_two_play_again_at_a_new_table_in_the_same_seats(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await finished(ann, ben)
        first, second = await asyncio.gather(mine.rematch(), other.rematch(PRESETS["trial-2"]))
        assert first.id == second.id != mine.id
        assert (first.seat, second.seat) == (mine.seat, other.seat)
        assert (ann.table, ben.table) == (first, second)
        assert mine.is_left
        assert first.state == "playing"
        await first.concede()
        assert await second.ended()


async def test_both_clients_add_to_the_shuffles_of_each_match_anew(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await finished(ann, ben)
        again, _ = await asyncio.gather(mine.rematch(), other.rematch())
        await again.concede()
        added = []
        for table in (mine, again):
            replay = decode(await ann.replay(table.id))
            assert verify(replay, catalogue, table.commitment).is_promised
            added += [replay.head.seats.A.entropy, replay.head.seats.B.entropy]
        assert all(added)
        assert len(set(added)) == 4


async def test_a_bot_plays_again_at_once(here: Local) -> None:
    async with connect(here.transport) as me:
        table = await me.create_table(opponent="bot", deck=DECK)
        await table.concede()
        again = await table.rematch()
        assert again.id != table.id
        assert again.opponent is None or again.opponent.bot


async def test_whoever_waits_for_a_rematch_is_told_that_there_is_none(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await finished(ann, ben)
        for refuse in (other.decline_rematch, other.leave):
            waiting = asyncio.create_task(mine.rematch())
            await ben.until(lambda: other.offers == (mine.seat,))
            await refuse()
            with pytest.raises(Refused, match="declined"):
                await waiting
        with pytest.raises(Refused, match="has left"):
            await mine.rematch()


async def test_whoever_stops_waiting_takes_the_offer_back(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await finished(ann, ben)
        waiting = asyncio.create_task(mine.rematch())
        await ben.until(lambda: other.offers == (mine.seat,))
        waiting.cancel()
        await ben.until(lambda: other.offers == ())


async def test_a_deck_that_may_not_be_played_is_refused(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, _ = await finished(ann, ben)
        with pytest.raises(Refused) as refused:
            await mine.rematch({"ETD01-001": 4})
        assert refused.value.code == "invalid_deck"


@pytest.mark.parametrize("who", ["ann", "ben"])
async def test_a_rematch_is_found_after_a_lost_connection(here: Local, who: str) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await finished(ann, ben)
        waiting = asyncio.create_task(mine.rematch())
        await ben.until(lambda: other.offers == (mine.seat,))
        (ann if who == "ann" else ben).lose_connection()
        again = await other.rematch()
        assert (await waiting).id == again.id


async def test_an_offer_that_never_arrived_is_made_again(here: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clients.sdk.link.PING_AFTER", 0.05)
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await finished(ann, ben)
        link = ann._link
        sent = link.send

        async def loses(message: object) -> None:
            monkeypatch.setattr(link, "send", sent)

        monkeypatch.setattr(link, "send", loses)
        again, his = await asyncio.gather(mine.rematch(), other.rematch())
        assert again.id == his.id


async def test_phrases_reach_the_other_unless_it_is_mute(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await finished(ann, ben)
        await mine.say("well_played")
        while not (phrases := list(other.new_phrases())):
            await other.after_the_end()
        assert phrases == ["well_played"]
        with pytest.raises(Refused) as refused:
            await mine.say("thanks")
        assert refused.value.code == "limit"
        assert not mine.is_muted
        await mine.mute()
        await other.say("thanks")
        waiting = asyncio.create_task(mine.rematch())
        await ben.until(lambda: other.offers == (mine.seat,))
        assert list(mine.new_phrases()) == []
        await other.rematch()
        await waiting
