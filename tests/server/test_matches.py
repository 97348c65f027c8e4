"""Whole matches over real sockets."""

import asyncio
import random

import pytest

from server.protocol.messages import JSON, MSGPACK, CreateTable, Queue, Snapshot, Table
from tests.server.player import DECK, OTHER_DECK, Player, play_on, seat_two


@pytest.mark.parametrize(("one", "other"), [(JSON, JSON), (MSGPACK, MSGPACK), (JSON, MSGPACK)])
async def test_two_players_play_a_whole_game_in_either_codec(url: str, one: str, other: str) -> None:
    ann = await Player(url, "Ann", one).arrive()
    ben = await Player(url, "Ben", other).arrive()
    await seat_two(ann, ben)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(play_on(ann, random.Random(1)))
        tasks.create_task(play_on(ben, random.Random(2)))
    assert ann.end.outcome is not None
    assert ann.end.outcome == ben.end.outcome
    assert ann.end.view["outcome"] == ben.end.view["outcome"]
    await ann.leave()
    await ben.leave()


async def test_a_game_against_the_bot_is_played_to_its_end(url: str) -> None:
    ann = await Player(url, "Ann").arrive()
    await ann.send(CreateTable(opponent="bot", bot="random", deck=DECK, bot_deck=OTHER_DECK))
    snapshot = await ann.wait(Snapshot)
    assert {snapshot.players.A.bot, snapshot.players.B.bot} == {True, False}
    await play_on(ann, random.Random(3))
    assert ann.end.outcome is not None
    await ann.leave()


async def test_two_who_queue_are_brought_together(url: str) -> None:
    ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
    await ann.send(Queue(deck=DECK))
    await ben.send(Queue(deck=OTHER_DECK))
    tables = await asyncio.gather(ann.wait(Table), ben.wait(Table))  # both have to confirm that they are there
    assert tables[0].id == tables[1].id
    assert {table.seat for table in tables} == {"A", "B"}
    await ann.leave()
    await ben.leave()
