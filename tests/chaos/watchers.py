"""Those who watch: the SDK's client, which looks for a match and sees it to its end, and notes what it was shown."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from clients.sdk import CannotConnect, Client, Refused, Transport
from clients.sdk.client import Subprotocol
from clients.sdk.transport import Answer, Document, Frame, Socket
from engine.model.terms import SPECTATOR, Audience
from server.protocol.client import ClientEnd
from server.protocol.messages import ClientMessage, Ended, ServerMessage, Snapshot, Update, Watching
from tests.chaos.audience import numbers_in
from tests.chaos.players import Player, short
from tests.chaos.witness import Closed, Heard, Shown, Sight, digest, scene

CODECS: Final[tuple[Subprotocol, ...]] = ("msgpack", "json")
LATEST: Final = 3
"""So many seconds late a match may be for these watchers: whoever is later sees the faults when they are over."""


class WatchingEnd(ClientEnd):
    """The client's end of a watcher. ``clock`` is the store's, ``audience_of`` tells as whom it watches a room."""

    def __init__(self, tab: str, clock: Callable[[], int], audience_of: Callable[[str], Audience]) -> None:
        super().__init__("paltable-chaos", tab)
        self.watches = True
        self.numbers: frozenset[str] = frozenset()
        """Of which cards the last frame spoke."""
        self.sights: dict[str, list[Sight]] = defaultdict(list)
        """What was shown, by the name of the log."""
        self.rooms: dict[str, str] = {}
        self.complaints: list[str] = []
        self.trace: Callable[[str], None] = lambda line: None
        self._clock = clock
        self._audience_of = audience_of
        self._audiences: dict[str, Audience] = {}

    def receive(self, message: ServerMessage) -> list[ClientMessage]:
        before = (self.epoch, self.seq)
        answers = super().receive(message)
        self.trace(f"{self.tab} at {self.epoch}/{self.seq} got {short(message)}")
        match message:
            case Watching():
                self.rooms[message.log] = message.id
                self._audiences.setdefault(message.log, self._audience_of(message.id))
            case Snapshot():
                self._witness(message.log, message, before)
            case Update():
                self._witness("" if self.watching is None else self.watching.log, message, before)
            case Ended():
                self.sights[message.log].append(Closed(self._audiences[message.log], self._clock(), message.outcome))
            case _:
                if self.numbers:
                    self.complaints.append(f"{self.tab} was told of {sorted(self.numbers)} by {message}")
        return answers

    def _witness(self, log: str, message: Snapshot | Update, before: tuple[int, int]) -> None:
        """What was sent, and what the client has made of it, if it has taken it."""
        audience, sights = self._audiences[log], self.sights[log]
        sights.append(Heard(audience, message.seq, self._clock(), self.numbers))
        at, is_update = (self.epoch, self.seq), isinstance(message, Update)
        if at == (message.epoch, message.seq) and not (is_update and at == before):
            events = digest(self.told) if is_update else None
            sights.append(Shown(audience, *at, scene(self.view, self.hands, self.clocks), before[1], events))


class Watcher:
    """One watcher: of any match that can be watched, or of the own table of a player, from a second window."""

    def __init__(
        self,
        name: str,
        transport: Transport,
        chance: Random,
        clock: Callable[[], int],
        codec: Subprotocol = "msgpack",
        player: Player | None = None,
    ) -> None:
        self.name = name
        self.end = WatchingEnd(f"window of {name}", clock, self._audience)
        self.client = Client(Overheard(transport, self._hear), codec, None, self.end, chance)
        self.may_begin = True
        self.seen = 0
        """So many matches were seen to their ends."""
        self.dropped: list[tuple[str, str]] = []
        """Which rooms were not shown any more before their ends, and why."""
        self._chance = chance
        self._player = player

    def _hear(self, frame: Frame) -> None:
        self.end.numbers = numbers_in(frame)

    def _audience(self, room: str) -> Audience:
        """A player sees the own table as the seat does."""
        table = None if self._player is None else self._player.client.table
        return table.seat if table is not None and table.id == room else SPECTATOR

    async def live(self) -> None:
        """Watch match after match until no more shall be begun."""
        try:
            await self._arrive()
            while self.may_begin:
                room = await self._find()
                if room:
                    await self._watch(room)
                await asyncio.sleep(self._chance.uniform(0.1, 0.3))
        except Exception as error:  # noqa: BLE001 - whatever breaks a watcher is a finding
            self.end.complaints.append(f"{self.name} is out: {error!r}")
        finally:
            await self.client.close()

    async def _arrive(self) -> None:
        token = ""
        if self._player is not None:
            own = self._player.client
            await own.until(lambda: own.token != "")
            token = own.token
        while True:
            try:
                return await self.client.open(self.name, token)
            except CannotConnect:
                await asyncio.sleep(self._chance.uniform(0.1, 0.3))

    async def _find(self) -> str:
        """The id of a match that can be watched; empty if there is none."""
        if self._player is not None:
            table = self._player.client.table
            return table.id if table is not None and table.state == "playing" else ""
        live = [table.id for table in (await self.client.tables()).live if table.delay <= LATEST]
        return self._chance.choice(live) if live else ""

    async def _watch(self, room: str) -> None:
        """See a match to its end, unless it has ended meanwhile."""
        try:
            watched = await self.client.watch(room)
        except Refused as refused:
            if refused.code not in ("game_over", "unknown_table"):
                self.end.complaints.append(f"{self.name} may not watch: {refused.code}, {refused}")
            return
        async for _ in watched:
            pass
        if watched.outcome is None:
            self.dropped.append((room, watched.why))
        else:
            self.seen += 1


class Overheard:
    """A transport that has each frame heard before its client gets it."""

    def __init__(self, inner: Transport, hear: Callable[[Frame], None]) -> None:
        self._inner = inner
        self._hear = hear

    async def post(self, path: str, body: Mapping[str, object], token: str = "") -> Answer:
        return await self._inner.post(path, body, token)

    async def get(self, path: str) -> Document:
        return await self._inner.get(path)

    async def open(self, subprotocol: str) -> Socket:
        return _Socket(await self._inner.open(subprotocol), self._hear)


class _Socket:
    def __init__(self, inner: Socket, hear: Callable[[Frame], None]) -> None:
        self._inner = inner
        self._hear = hear

    async def send(self, frame: Frame) -> None:
        await self._inner.send(frame)

    async def receive(self) -> Frame:
        frame = await self._inner.receive()
        self._hear(frame)
        return frame

    async def close(self) -> None:
        await self._inner.close()

    def abort(self) -> None:
        self._inner.abort()
