"""Two bots finish matches over the wire, in each subprotocol, over real sockets and in process."""

import asyncio
from pathlib import Path

import pytest

from clients.sdk import Client, Table, connect
from clients.sdk.client import Subprotocol
from tests.sdk.servers import DECK, OTHER_DECK, Local, local, play_on


async def seat_two(first: Client, second: Client) -> tuple[Table, Table]:
    mine = await first.create_table(deck=DECK)
    return mine, await second.join(mine.code, OTHER_DECK)


@pytest.mark.parametrize("subprotocol", ["msgpack", "json"])
async def test_two_bots_finish_a_match_over_real_sockets(url: str, subprotocol: Subprotocol) -> None:
    async with (
        connect(url, name="Ann", subprotocol=subprotocol) as ann,
        connect(url, name="Ben", subprotocol=subprotocol) as ben,
    ):
        tables = await seat_two(ann, ben)
        made = await asyncio.gather(*(play_on(table) for table in tables))

    assert tables[0].outcome == tables[1].outcome
    assert tables[0].outcome is not None
    assert min(made) > 10


@pytest.mark.parametrize("subprotocol", ["msgpack", "json"])
async def test_two_bots_finish_a_match_in_process(here: Local, subprotocol: Subprotocol) -> None:
    async with (
        connect(here.transport, name="Ann", subprotocol=subprotocol) as ann,
        connect(here.transport, name="Ben", subprotocol=subprotocol) as ben,
    ):
        tables = await seat_two(ann, ben)
        made = await asyncio.gather(*(play_on(table) for table in tables))

        assert await here.decisions(tables[0]) == sum(made)
    assert tables[0].outcome == tables[1].outcome


async def test_both_subprotocols_play_one_table_together(here: Local) -> None:
    async with (
        connect(here.transport, name="Ann", subprotocol="json") as ann,
        connect(here.transport, name="Ben", subprotocol="msgpack") as ben,
    ):
        tables = await seat_two(ann, ben)
        await asyncio.gather(*(play_on(table, "random") for table in tables))

    assert tables[0].outcome == tables[1].outcome


async def test_what_a_client_sees_is_what_the_server_shows_at_every_question(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)
        game = (await here.room(table)).match.game
        assert game is not None
        async for prompt in table:
            assert table.view == game.view(table.seat)
            assert game.prompt is not None
            assert prompt.plain() == game.prompt.plain()
            await table.decide(prompt.default)


async def test_the_same_bot_and_seed_play_the_same_match_over_the_wire_and_in_process(tmp_path: Path, url: str) -> None:
    outcomes = []
    async with local(tmp_path / "other") as here:
        for where in (here.transport, url):
            async with connect(where, name="Ann", entropy=str) as ann:
                table = await ann.create_table(opponent="bot", deck=DECK, bot_deck=OTHER_DECK)
                outcomes.append((await play_on(table), table.outcome, table.view))

    assert outcomes[0] == outcomes[1]


async def play_and_stumble(client: Client, table: Table, every: int) -> int:
    """Play, and lose the connection every so many decisions."""
    made = 0
    while not table.is_over:
        made += await play_on(table, "random", limit=every)
        if not table.is_over:
            client.lose_connection()
    return made


async def test_a_match_survives_one_lost_connection_after_another(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await seat_two(ann, ben)
        made = await asyncio.gather(play_and_stumble(ann, mine, 5), play_and_stumble(ben, other, 7))

        assert await here.decisions(mine) == sum(made)
        assert min(ann.connections, ben.connections) > 3
    assert mine.outcome == other.outcome


async def test_a_match_survives_sockets_that_are_cut(url: str) -> None:
    async with connect(url, name="Ann") as ann, connect(url, name="Ben", subprotocol="json") as ben:
        mine, other = await seat_two(ann, ben)
        await asyncio.gather(play_and_stumble(ann, mine, 6), play_and_stumble(ben, other, 6))

        assert min(ann.connections, ben.connections) > 3
    assert mine.outcome is not None
    assert mine.outcome == other.outcome
