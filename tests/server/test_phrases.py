"""What players say to each other: a few phrases, not too many at a time, and only to who wants to hear them."""

from typing import get_args

import pytest

from server import records
from server.protocol.client import ClientEnd
from server.protocol.messages import (
    PHRASES,
    CreateTable,
    Mute,
    Phrase,
    Refused,
    Rematch,
    Said,
    Say,
)
from tests.server.player import DECK
from tests.server.world import Client, World


async def say(world: World, client: Client, phrase: Phrase = "hello") -> None:
    client.send(Say(phrase=phrase))
    await world.deliver_all()


async def mute(world: World, client: Client, *, on: bool = True) -> None:
    client.send(client.end.mute(on))
    await world.deliver_all()


@pytest.mark.parametrize("places", [(0, 0), (0, 1), (1, 0)], ids=str)
async def test_what_is_said_reaches_the_opponent_alone_wherever_it_is(company: World, places: tuple[int, int]) -> None:
    await company.seat(*[company.nodes[place] for place in places])
    ann, ben = company.clients
    marks = [len(client.seen) for client in company.clients]
    for phrase in PHRASES:
        await say(company, ann, phrase)
        await company.pass_time(7)
    assert ben.seen[marks[1] :] == [Said(seat=ann.table.seat, phrase=phrase) for phrase in PHRASES]
    assert ann.seen[marks[0] :] == []


def test_there_are_eight_phrases_and_six_emotes() -> None:
    assert len(PHRASES) == len(set(PHRASES)) == 14
    assert get_args(Phrase) == PHRASES


async def test_phrases_are_heard_after_the_end_too(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    ann.send(ann.end.concede())
    await company.deliver_all()
    await say(company, ann, "good_game")
    assert ben.seen[-1] == Said(seat=ann.table.seat, phrase="good_game")


async def test_within_two_seconds_one_phrase_may_be_said(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    await say(company, ann)
    await company.pass_time(1.9)
    await say(company, ann)
    assert [refused.code for refused in ann.of(Refused)] == ["limit"]
    await company.pass_time(0.1)
    await say(company, ann)
    assert len(ben.of(Said)) == 2
    await say(company, ben)
    assert len(ann.of(Said)) == 1, "each player has its own pace"


async def test_within_half_a_minute_five_phrases_may_be_said(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    for _ in range(14):  # every two seconds
        await say(company, ann)
        await company.pass_time(2)
    assert len(ben.of(Said)) == 5
    await company.pass_time(2.1)  # half a minute after the first one
    await say(company, ann)
    await company.pass_time(1)
    await say(company, ann)
    assert len(ben.of(Said)) == 6


async def test_another_connection_gives_nobody_another_allowance(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    await say(company, ann)
    ann.cut()
    await company.connect(ann)
    await company.deliver_all()
    await say(company, ann)
    assert len(ben.of(Said)) == 1


async def test_whoever_has_muted_the_opponent_is_sent_nothing_until_it_wants_to_hear_again(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    await mute(company, ben)
    before = (len(ann.seen), len(ben.seen))
    await say(company, ann)
    assert (len(ann.seen), len(ben.seen)) == before, "who is not heard is not told so"
    await mute(company, ben, on=False)
    await company.pass_time(2)
    await say(company, ann)
    assert len(ben.of(Said)) == 1


async def test_a_muted_tab_stays_muted_through_another_connection_and_a_rematch(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    await mute(company, ben)
    ben.cut()
    await company.connect(ben, w0)
    await company.deliver_all()
    await say(company, ann)
    ann.send(ann.end.concede())
    ann.send(Rematch())
    ben.send(Rematch())
    await company.deliver_all()
    assert ann.table.state == "playing"
    await company.pass_time(2)
    await say(company, ann)
    assert ben.of(Said) == []


async def test_the_server_itself_remembers_that_a_tab_is_muted(company: World) -> None:
    """Between the new connection and what the client says first, nothing is heard."""
    await company.seat()
    ann, ben = company.clients
    await mute(company, ben)
    ben.end.muted = False  # so that this end does not say it again
    ben.cut()
    await company.connect(ben)
    await company.deliver_all()
    await say(company, ann)
    assert ben.of(Said) == []


async def test_another_tab_of_the_same_player_is_not_muted(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    await mute(company, ben)
    ben.cut()
    ben.end = ClientEnd("paltable-tests", "another tab")
    await company.connect(ben)
    await company.deliver_all()
    await say(company, ann)
    assert len(ben.of(Said)) == 1


async def test_nothing_that_is_said_or_muted_is_kept(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    log, row = [await company.store.read(ann.table.id)], [await company.store.row(ann.table.id)]
    await say(company, ann)
    await mute(company, ben)
    log.append(await company.store.read(ann.table.id))
    row.append(await company.store.row(ann.table.id))
    assert log[0] == log[1]
    assert row[0] == row[1]
    assert all(records.decode(record.body) for record in log[1])


async def test_who_sits_alone_is_heard_by_nobody(company: World) -> None:
    await company.arrive()
    ann = company.clients[0]
    await say(company, ann)
    assert ann.of(Refused)[-1].why == "You sit at no table."
    ann.send(CreateTable(opponent="human", deck=DECK))
    await company.deliver_all()
    ann.send(Mute(on=True))
    await say(company, ann)
    assert ann.of(Refused)[-1].why == "Nobody sits opposite you."


async def test_a_bot_hears_phrases_and_says_none(company: World) -> None:
    await company.arrive()
    ann = company.clients[0]
    ann.send(CreateTable(opponent="bot", deck=DECK))
    await company.deliver_all()
    await say(company, ann)
    assert not ann.of(Refused)
    assert not ann.of(Said)
