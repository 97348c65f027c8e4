"""Players who come, go, come back, and sit down elsewhere; and what is left when all are gone."""

import asyncio
import random

import pytest
from structlog.testing import capture_logs
from websockets.frames import CloseCode, Frame, Opcode

from engine import catalogue
from server.app import running
from server.protocol.messages import (
    CreateTable,
    Ended,
    Join,
    Leave,
    LeftTable,
    Ping,
    Pong,
    Presence,
    Queue,
    Queued,
    Refused,
    Snapshot,
    Table,
)
from server.settings import Settings
from server.transport import WebSocketProtocol
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.player import DECK, OTHER_DECK, Closed, Player, play_on, two_at_a_table
from tests.server.world import World

pytestmark = pytest.mark.usefixtures("plain_logs")


async def test_the_other_player_is_told_who_is_there(url: str) -> None:
    asked, other = await two_at_a_table(url)
    await other.drop()
    assert not (await asked.wait(Presence)).online
    await other.arrive()
    assert (await asked.wait(Presence)).online
    assert (await other.wait(Presence)).online
    await other.leave()
    assert not (await asked.wait(Presence)).online
    await asked.leave()


async def test_whoever_asks_for_a_match_while_it_sits_at_one_is_refused_and_brought_there(url: str) -> None:
    """As it happens to a guest whose connection is lost and back at the very moment in which it is paired."""
    first = await Player(url, "Ann").arrive()
    other = Player(url, "Ann")
    other.token = first.token
    await other.arrive()
    await other.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    table = await other.wait(Table)
    await first.send(Queue(deck=DECK))
    assert (await first.wait(Refused)).code == "bad_state"
    assert (await first.wait(Table)).id == table.id
    await first.wait(Snapshot)
    assert (await other.until_closed()).code == 4409
    await first.leave()


async def test_after_the_end_a_player_leaves_and_starts_another_match(url: str) -> None:
    asked, other = await two_at_a_table(url)
    await asked.send(asked.end.concede())
    first = await other.wait(Ended)
    await asked.wait(Ended)
    await asked.send(Leave())
    await asked.send(CreateTable(opponent="bot", bot="random", deck=OTHER_DECK))
    table = await asked.wait(Table)
    assert table.log != first.log
    await asked.wait(Snapshot)
    await other.send(Queue(deck=DECK))  # sitting down elsewhere leaves a finished table by itself
    await other.wait(Queued)
    await asked.leave()
    await other.arrive()
    assert other.end.welcome is not None
    assert other.end.welcome.table == ""
    await other.leave()


async def test_whoever_leaves_twice_is_told_the_second_time_that_it_sits_nowhere(url: str) -> None:
    asked, other = await two_at_a_table(url)
    await asked.send(asked.end.concede())
    await asked.wait(Ended)
    await asked.send(Leave())
    await asked.wait(LeftTable)
    assert asked.end.table is None
    await asked.send(Leave())
    assert (await asked.wait(Refused)).code == "bad_state"
    await other.wait(Ended)
    await asked.leave()
    await other.leave()


async def test_a_table_that_has_not_begun_is_closed_by_leaving_it(url: str) -> None:
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
    await ann.send(CreateTable(opponent="human", deck=DECK))
    code = (await ann.wait(Table)).code
    await ann.send(Leave())
    await ann.send(Ping(t=1))
    await ann.wait(Pong)
    await ben.send(Join(code=code, deck=DECK))
    assert (await ben.wait(Refused)).code == "unknown_table"
    await ann.send(CreateTable(opponent="human", deck=DECK))
    assert (await ann.wait(Table)).code != code
    await ann.leave()
    await ben.leave()


async def test_whoever_follows_the_link_to_its_own_table_sits_there_again(url: str) -> None:
    asked, other = await two_at_a_table(url)
    assert asked.end.table is not None
    await asked.send(Join(code=asked.end.table.code, deck=DECK))
    assert (await asked.wait(Table)).state == "playing"
    assert (await asked.wait(Snapshot)).view == asked.end.view
    await asked.leave()
    await other.leave()


async def test_whoever_queues_twice_keeps_its_place_and_takes_the_new_deck(url: str) -> None:
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
    for deck in (DECK, OTHER_DECK):
        await ann.send(Queue(deck=deck))
        assert isinstance(await ann.next(), Queued)
    tab = Player(url, "another tab")
    tab.token = ann.token
    await tab.arrive()
    await tab.send(Queue(deck=DECK))
    assert (await tab.wait(Refused)).code == "bad_state"
    await ben.send(Queue(deck=DECK))
    await asyncio.gather(ann.wait(Snapshot), ben.wait(Snapshot))
    for player in (ann, ben, tab):
        await player.leave()


async def test_whoever_queued_and_went_away_is_not_paired(url: str) -> None:
    ann, ben, cay = [await Player(url, name).arrive() for name in ("Ann", "Ben", "Cay")]
    await ann.send(Queue(deck=DECK))
    await ann.next()
    await ann.drop()
    await ben.send(Queue(deck=DECK))
    await ben.wait(Queued)
    await cay.send(Queue(deck=DECK))
    tables = await asyncio.gather(ben.wait(Table), cay.wait(Table))
    assert tables[0].id == tables[1].id
    for player in (ben, cay):
        await player.leave()


async def test_everything_that_was_opened_is_gone_at_the_end(world: World) -> None:
    await world.start()
    await world.seat()
    worker = world.worker
    assert len(worker.rooms) == 1
    await world.stop()
    assert (len(worker.rooms), len(worker.relay), len(worker.pairing)) == (0, 0, 0)
    assert not await worker.store.healthy()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_no_log_line_holds_a_card_a_seed_or_a_deck(settings: Settings) -> None:
    with capture_logs() as logs:
        async with running(settings, BOTS, Scripted(1)) as url:
            asked, other = await two_at_a_table(url)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(play_on(asked, random.Random(1)))
                tasks.create_task(play_on(other, random.Random(2)))
            await asked.leave()
            await other.leave()
    assert logs
    text = repr(logs)
    assert not any(word in text for card in catalogue.definitions for word in (card.number, card.name))
    assert {key for entry in logs for key in entry} <= {
        "event", "log_level", "room", "code", "seat", "peer", "shown", "winner", "reason", "worker",
    }  # fmt: skip


async def test_a_worker_ends_though_connections_are_still_at_its_tables(world: World) -> None:
    node = await world.start()
    await world.seat()
    await node.stop()
    assert (len(node.worker.rooms), len(node.worker.relay)) == (0, 0)


async def test_a_server_ends_in_good_order_though_a_client_closes_at_that_very_moment(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As those do who are told that the server goes away."""
    bye = Frame(Opcode.CLOSE, CloseCode.NORMAL_CLOSURE.to_bytes(2)).serialize(mask=True)
    inner = WebSocketProtocol.shutdown

    def shutdown(self: WebSocketProtocol) -> None:
        if not ended:
            self.data_received(bye)
        ended.append(self)
        inner(self)

    ended: list[WebSocketProtocol] = []
    monkeypatch.setattr(WebSocketProtocol, "shutdown", shutdown)
    players = [Player("", name) for name in ("Ann", "Ben")]
    async with running(settings, BOTS, Scripted(1)) as url:
        for player in players:
            player.url = url
            await player.arrive()
    assert len(ended) == 2
    codes = []
    for player in players:
        with pytest.raises(Closed) as closed:
            await player.wait(Queued)
        codes.append(closed.value.code)
    assert sorted(codes) == [CloseCode.NORMAL_CLOSURE, CloseCode.SERVICE_RESTART]
