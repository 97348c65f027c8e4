"""Two who play each other at tables that one of them makes: everyone may watch them, each with a delay of its own."""

import asyncio
from typing import Final

from clients.sdk import Refused, Table
from server.protocol.messages import WatchPolicy
from tests.chaos.players import DECKS, Player

POLICIES: Final = (
    WatchPolicy(delay=0, decisions=0),
    WatchPolicy(delay=1, decisions=2),
    WatchPolicy(delay=0, decisions=3),
    WatchPolicy(delay=2, decisions=0, hands="open"),
)
PATIENCE: Final = 10.0
"""For so many seconds a host waits for the guest; a table that its store has forgotten is never found."""


class Host(Player):
    """Makes tables."""

    patient_with = (*Player.patient_with, "unknown_table")

    async def _ask(self) -> Table:
        policy = self._chance.choice(POLICIES)
        table = await self.client.create_table(
            deck=self._chance.choice(DECKS), is_open=True, time="standard", watch=policy
        )
        try:
            async with asyncio.timeout(PATIENCE):
                await table.started()
        except TimeoutError:
            await table.leave()
            raise Refused("bad_state", "Nobody has come.") from None
        return table


class Visitor(Player):
    """Sits down at the tables of a host."""

    patient_with = (*Player.patient_with, "unknown_table", "table_full")
    host: Player

    async def _ask(self) -> Table:
        table = self.host.client.table
        if table is None or table.state != "waiting":
            raise Refused("bad_state", "There is no table yet.")
        return await self.client.join(table.code, self._chance.choice(DECKS), open_hands=self._chance.random() < 0.7)
