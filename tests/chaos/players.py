"""Players that never give up: the SDK's client with a bot, which queues, plays and begins again, and notes what it saw.

They are the same over wires of the simulation and over real sockets: only their transport differs.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Final

from clients.bots import Uniform
from clients.sdk import CannotConnect, Client, ConnectionLost, Refused, Table, Transport
from server.protocol.client import ClientEnd
from server.protocol.messages import ClientMessage, Concede, Decide, ServerMessage, Update
from server.protocol.shapes import Decision
from tests.chaos.witness import Witness

DECKS: Final = ("trial-1", "trial-2")
BOT: Final = Uniform()
"""Draws any legal decision: such games go everywhere, and cost little."""


def short(message: ServerMessage) -> str:
    """A message in a line of a trace."""
    told = {
        name: getattr(message, name) for name in message.__struct_fields__ if name not in ("view", "patch", "events")
    }
    return f"{type(message).__name__} {told}"


class WitnessedEnd(ClientEnd):
    """The client's end, with a witness beside it."""

    def __init__(self, agent: str, tab: str) -> None:
        super().__init__(agent, tab)
        self.witness = Witness(self)
        self.trace: Callable[[str], None] = lambda line: None
        """Reads along."""
        self.acknowledged: Callable[[str, int], None] = lambda log, epoch: None
        """Is told of each command that an update acknowledges: in which log and epoch."""

    def decide(self, decision: Decision) -> Decide:
        command = super().decide(decision)
        self.witness.sends(command)
        self.trace(f"{self.tab} at {self.epoch}/{self.seq} sends {command}")
        return command

    def concede(self) -> Concede:
        command = super().concede()
        self.witness.sends(command)
        return command

    def receive(self, message: ServerMessage) -> list[ClientMessage]:
        before = self.witness.before()
        answers = super().receive(message)
        self.trace(f"{self.tab} at {self.epoch}/{self.seq} got {short(message)}")
        self.witness.receives(message, before)
        if isinstance(message, Update) and message.n in before.pending and message.n not in self.pending:
            assert self.table is not None, "a command belongs to a table"
            self.acknowledged(self.table.log, message.epoch)
        return answers


class Player:
    """One player. ``think`` is how long a decision takes, in seconds, from and to."""

    patient_with: tuple[str, ...] = ("bad_state", "limit")
    """With these codes a table is asked for again."""

    def __init__(
        self, name: str, transport: Transport, chance: Random, think: tuple[float, float] = (0.02, 0.06)
    ) -> None:
        self.name = name
        self.end = WitnessedEnd("paltable-chaos", f"tab of {name}")
        self.client = Client(transport, "msgpack", None, self.end, chance, lambda: f"{self.name} adds this")
        self.decided = 0
        self.finished = 0
        self.waits: list[float] = []
        """For how long an opponent was waited for, each time."""
        self.complaints: list[str] = []
        """What no player should ever be told."""
        self.may_begin = True
        """Whether another match is begun after this one."""
        self.is_hurried = False
        """Whether a clock may answer a question before the player does."""
        self.alone = False
        """Whether the player waits for an opponent: where nobody comes, it may be stopped."""
        self._chance = chance
        self._think = think

    async def live(self) -> None:
        """Play match after match until no more shall be begun."""
        await self._arrive()
        try:
            while True:
                table = self.client.table if self.is_playing else await self._sit()
                if table is None:
                    return
                await self._play(table)
                self.finished += 1
        except Exception as error:  # noqa: BLE001 - whatever breaks a player is a finding
            self.complaints.append(f"{self.name} is out: {error!r}")
        finally:
            await self.client.close()

    @property
    def is_playing(self) -> bool:
        """Whether the player sits at a table whose match goes on, as far as it knows."""
        table = self.client.table
        return table is not None and not table.is_over

    async def give_up(self) -> None:
        """Concede the match that is being played."""
        table = self.client.table
        if table is None or table.is_over:
            return
        try:
            await table.started()
            await table.concede()
        except Refused as refused:
            await self._refused(refused)
        except ConnectionLost:
            return  # the player is gone already

    async def _arrive(self) -> None:
        while True:
            try:
                return await self.client.open(self.name, "")
            except CannotConnect:
                await asyncio.sleep(self._chance.uniform(0.1, 0.3))

    async def _sit(self) -> Table | None:
        """A table with an opponent; None if nobody came, and no match shall be begun any more."""
        loop = asyncio.get_running_loop()
        while self.may_begin:
            since, self.alone = loop.time(), True
            try:
                table = await self._ask()
                self.waits.append(loop.time() - since)
                return table
            except Refused as refused:
                if refused.code not in self.patient_with:
                    raise
            finally:
                self.alone = False
            await asyncio.sleep(self._chance.uniform(0.1, 0.3))
            if self.client.table is not None and not self.client.table.is_over:
                return self.client.table
        return None

    async def _ask(self) -> Table:
        """Ask for a table. Raises `Refused`."""
        return await self.client.queue(self._chance.choice(DECKS))

    async def _play(self, table: Table) -> None:
        async for prompt in table:
            await asyncio.sleep(self._chance.uniform(*self._think))
            if table.prompt is not prompt:
                continue
            decision = BOT.choose(table.view, prompt, prompt.legal(), self._chance.getrandbits(32))
            try:
                await table.decide(decision)
                self.decided += 1
            except Refused as refused:
                await self._refused(refused)

    async def _refused(self, refused: Refused) -> None:
        """The match may have ended meanwhile; that a question was not open, or not this seat's, is never so."""
        is_late = self.is_hurried and refused.code == "stale_prompt"
        if not is_late and refused.code not in ("game_over", "limit", "bad_state", "unknown_table"):
            self.complaints.append(f"{self.name} was refused: {refused.code}, {refused}")
        await asyncio.sleep(0.05)
