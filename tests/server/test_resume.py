"""A dropped connection comes back to where it was, and a seat has one live connection."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from server.app import running
from server.place import RING
from server.protocol.codec import CODECS
from server.protocol.messages import (
    JSON,
    MSGPACK,
    Ack,
    CreateTable,
    Hello,
    Presence,
    Refused,
    Resume,
    Resync,
    ServerMessage,
    Snapshot,
    Table,
    Update,
    Welcome,
)
from server.settings import Settings
from tests.server.bots import BOTS
from tests.server.player import DECK, Player, any_decision, fetch_ticket, seat_two


@pytest.fixture
async def players(url: str) -> AsyncIterator[tuple[Player, Player]]:
    """Two in a match; the first is asked."""
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben", MSGPACK).arrive()
    await seat_two(ann, ben)
    yield (ann, ben) if ann.end.prompt else (ben, ann)
    await ann.leave()
    await ben.leave()


async def decide_once(player: Player, chance: random.Random) -> None:
    assert player.end.prompt is not None
    await player.decide(any_decision(player.end.prompt, chance))
    n = player.end.n
    await player.wait(Update, lambda update: update.n == n)


async def decide_while_asked(player: Player, chance: random.Random, most: int) -> int:
    """Decide as long as this player is asked; how often that was."""
    for made in range(most):
        if player.end.prompt is None:
            return made
        await decide_once(player, chance)
    return most


async def what_came_back(player: Player) -> list[ServerMessage]:
    """Come back; everything up to the word about the other player."""
    before = len(player.seen)
    await player.arrive()
    await player.wait(Presence)
    return player.seen[before:]


async def test_missed_updates_are_sent_after_a_dropped_connection(players: tuple[Player, Player]) -> None:
    asked, other = players
    await other.drop()
    await asked.wait(Presence, lambda presence: not presence.online)
    assert await decide_while_asked(asked, random.Random(5), 6) >= 1
    welcome, table, *missed, _ = await what_came_back(other)
    assert isinstance(welcome, Welcome)
    assert isinstance(table, Table)
    assert missed
    assert all(isinstance(message, Update) for message in missed)
    await other.send(Resync())
    view, prompt = other.end.view, other.end.prompt
    snapshot = await other.wait(Snapshot)
    assert (snapshot.view, other.end.prompt) == (view, prompt)
    await asked.wait(Presence, lambda presence: presence.online)


async def test_a_client_that_missed_nothing_gets_no_update_and_no_snapshot(players: tuple[Player, Player]) -> None:
    _, other = players
    await other.drop()
    came = await what_came_back(other)
    assert [type(message) for message in came] == [Welcome, Table, Presence]


async def test_missed_updates_come_through_the_other_codec_too(players: tuple[Player, Player]) -> None:
    asked, other = players
    view = other.end.view
    await other.drop()
    assert await decide_while_asked(asked, random.Random(5), 6) >= 1
    other.codec = CODECS[JSON if other.codec.name == MSGPACK else MSGPACK]
    came = await what_came_back(other)
    assert not [message for message in came if isinstance(message, Snapshot)]
    assert other.end.view != view
    await other.send(Resync())
    merged = other.end.view
    assert (await other.wait(Snapshot)).view == merged


@pytest.mark.parametrize("change", [{"log": "another log"}, {"epoch": 1}, {"seq": 10**9}, {"seq": 1}], ids=str)
async def test_a_resume_that_does_not_fit_gets_a_snapshot(
    players: tuple[Player, Player], change: dict[str, object]
) -> None:
    asked, other = players
    await decide_once(asked, random.Random(5))
    await other.wait(Update)
    await other.drop()
    hello = other.end.hello(await fetch_ticket(other.url, other.token))
    assert isinstance(hello.resume, Resume)
    await other.dial()
    await other.send(changed(hello, resume=changed(hello.resume, **change)))
    await other.wait(Welcome)
    await other.wait(Table)
    assert isinstance(await other.next(), Snapshot)


async def test_a_client_that_was_away_for_too_long_gets_a_snapshot(url: str) -> None:
    ann = await Player(url, "Ann").arrive()
    await ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await ann.wait(Snapshot)
    chance = random.Random(8)
    seen = ann.end.seq
    await ann.drop()
    twin = Player(url, "another tab")
    twin.token = ann.token
    await twin.arrive()
    await twin.wait(Snapshot)
    while sum(isinstance(message, Update) for message in twin.seen) <= RING:
        assert await twin.until_asked() is not None
        await decide_once(twin, chance)
    await twin.until_asked()
    await twin.leave()
    assert ann.end.seq == seen
    came = await what_came_back(ann)
    assert isinstance(came[2], Snapshot)
    assert ann.end.view == twin.end.view
    await ann.leave()


async def test_a_command_sent_again_is_acknowledged_and_not_applied_again(players: tuple[Player, Player]) -> None:
    asked, other = players
    assert asked.end.prompt is not None
    decide = asked.end.decide(any_decision(asked.end.prompt, random.Random(1)))
    await asked.send(decide)
    update = await asked.wait(Update)
    await other.wait(Update)
    await asked.send(decide)
    ack = await asked.next()
    assert asked.end.table is not None
    assert ack == Ack(log=asked.end.table.log, epoch=update.epoch, seq=update.seq, n=1)


async def test_a_command_that_a_later_one_has_overtaken_is_refused_and_never_acknowledged(
    players: tuple[Player, Player],
) -> None:
    asked, _ = players
    assert asked.end.prompt is not None
    lost = asked.end.decide(any_decision(asked.end.prompt, random.Random(1)))
    concession = asked.end.concede()
    await asked.send(concession)
    await asked.wait(Update)
    await asked.send(lost)
    refused = await asked.wait(Refused)
    assert (refused.n, refused.code) == (lost.n, "game_over")
    await asked.send(concession)
    assert (await asked.wait(Ack)).n == concession.n


async def test_a_command_that_was_on_its_way_when_the_connection_broke_is_applied_once(
    players: tuple[Player, Player],
) -> None:
    asked, other = players
    assert asked.end.prompt is not None
    await asked.decide(any_decision(asked.end.prompt, random.Random(1)))
    await other.wait(Update)
    await asked.drop()
    assert asked.end.pending
    await asked.arrive()
    while asked.end.pending:
        await asked.next()
    await asked.send(Resync())
    snapshot = await asked.wait(Snapshot)
    assert snapshot.n == 1
    assert snapshot.view == asked.end.view


async def test_another_tab_takes_the_seat_over(players: tuple[Player, Player]) -> None:
    asked, other = players
    tab = Player(asked.url, "another tab of the same player")
    tab.token = asked.token
    await tab.arrive()
    snapshot = await tab.wait(Snapshot)
    assert snapshot.view == asked.end.view
    assert (await asked.until_closed()).code == 4409
    await decide_once(tab, random.Random(1))
    await other.wait(Update)
    await tab.leave()


async def test_of_one_tab_the_newer_connection_stays(players: tuple[Player, Player]) -> None:
    asked, _ = players
    late = Player(asked.url, "Ann")
    await late.dial()
    ticket = await fetch_ticket(asked.url, asked.token)
    await late.send(Hello(ticket=ticket, agent="", tab=asked.end.tab, conn=asked.end.conn - 1))
    assert (await late.until_closed()).code == 4409
    await decide_once(asked, random.Random(1))


async def test_a_table_that_nobody_watched_for_long_is_put_away_and_opens_again(
    settings: Settings,
) -> None:
    async with running(replace(settings, idle_seconds=0.001), BOTS) as url:
        ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
        await seat_two(ann, ben)
        epoch = ann.end.epoch
        view = ann.end.view
        await ann.drop()
        await ben.drop()
        while ann.end.epoch == epoch:
            await ann.arrive()
            await ann.wait(Presence)
            if ann.end.epoch == epoch:
                await ann.drop()
        assert ann.end.view == view
        await ann.leave()
