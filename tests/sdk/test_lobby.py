"""The tables of the lobby: which are open to everyone, and which are played."""

import asyncio

from clients.sdk import connect
from tests.sdk.servers import DECK, OTHER_DECK, Local


async def test_an_open_table_is_found_in_the_lobby_until_it_is_played(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        table = await ann.create_table(deck=DECK, is_open=True)

        tables = await ben.tables()
        assert [(one.code, one.name) for one in tables.open] == [(table.code, "Ann")]
        assert 0 <= tables.open[0].since - ben.server_time < 60_000
        assert tables.live == ()

        await ben.join(tables.open[0].code, OTHER_DECK)
        await table.started()
        tables = await ben.tables()
        assert tables.open == ()
        assert [(one.id, {one.players.A.name, one.players.B.name}) for one in tables.live] == [
            (table.id, {"Ann", "Ben"})
        ]


async def test_a_private_table_is_not_seen_in_the_lobby(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        table = await ann.create_table(deck=DECK)

        assert (await ben.tables()).open == ()
        await ben.join(table.code, OTHER_DECK)
        await table.started()
        assert (await ben.tables()).live == (), "nor when it is played"


async def test_a_match_of_two_who_queued_is_seen_in_the_lobby(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        table, _ = await asyncio.gather(ann.queue(DECK), ben.queue(OTHER_DECK))
        await table.started()
        assert [one.id for one in (await ben.tables()).live] == [table.id]


async def test_the_tables_are_asked_for_again_after_a_lost_connection(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        ann.lose_connection()

        assert (await ann.tables()).open == ()
        assert ann.connections == 2
