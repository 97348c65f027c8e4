"""Players who decide at random as soon as they are asked, at many tables, with as little work as can be."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec

from clients.sdk import Network
from engine.cards import catalogue
from engine.model.offered import from_offered
from server.protocol.codec import CODECS
from server.protocol.messages import (
    MSGPACK,
    ClientMessage,
    CreateTable,
    Decide,
    DeckChoice,
    Hello,
    Join,
    Leave,
    WatchPolicy,
)
from server.protocol.shapes import Decision, to_wire
from tests.bench.wire import Wire

DECKS: Final = tuple(DeckChoice(preset=f"trial-{number}") for number in (1, 2))
USUAL: Final = WatchPolicy()
NAMES: Final = sorted(catalogue.names())


class Asked(msgspec.Struct):
    """Of a prompt, what a decision needs."""

    id: int
    kind: str
    decisions: dict[str, Any] = {}
    entries: list[dict[str, Any]] = []
    candidates: list[int] = []
    minimum: int = 0
    maximum: int = 0

    def any_decision(self, chance: Random) -> Decision:
        """A legal answer."""
        if self.decisions:
            return to_wire(chance.choice(list(from_offered(self.decisions))))
        if self.entries:
            entry = chance.choice(self.entries)
            return Decision("resolve", card=entry["card"], number=entry["number"])
        if self.kind == "name":
            return Decision("name", name=chance.choice(NAMES))
        if self.kind == "number":
            return Decision("number", number=chance.randint(self.minimum, self.maximum))
        amount = chance.randint(self.minimum, min(self.maximum, len(self.candidates)))
        return Decision("choose", cards=tuple(sorted(chance.sample(self.candidates, amount))))


class Heard(msgspec.Struct):
    """Of any message, what is needed here: nothing else is decoded, for that would cost as much as the server."""

    type: str
    n: int = 0
    code: str = ""
    id: str = ""
    prompt: Asked | None = None


decode: Final = msgspec.msgpack.Decoder(Heard).decode
encode: Final = CODECS[MSGPACK].encode


class Player:
    """One seat, over a wire. ``asked``, ``told`` and ``ended`` are called with what its owner wants to know."""

    def __init__(self) -> None:
        self.prompt: Asked | None = None
        self.is_over = False
        self.n = 0
        self.asked: Callable[[], None] = _nothing
        self.told: Callable[[Heard], None] = _nothing
        self.ended: Callable[[], None] = _nothing
        self._wire = Wire(self._heard)
        self._wanted: tuple[str, asyncio.Future[Heard]] | None = None

    async def arrive(self, port: int) -> None:
        """Sign in, connect, and say hello."""
        network = Network(f"http://127.0.0.1:{port}")
        identity = await network.post("/api/guest", {})
        answer = await network.post("/api/ticket", {}, str(identity.body["token"]))
        await self._wire.open(port, MSGPACK)
        await self.ask(Hello(ticket=str(answer.body["ticket"]), agent="paltable-bench", tab="tab", conn=1), "welcome")

    async def ask(self, message: ClientMessage, kind: str) -> Heard:
        """Say something, and wait for the answer."""
        wanted = self.want(kind)
        self._say(message)
        return await wanted

    def want(self, kind: str) -> "asyncio.Future[Heard]":
        """The next message of this kind."""
        wanted: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._wanted = kind, wanted
        return wanted

    def decide(self, decision: Decision) -> None:
        """Answer the open prompt."""
        assert self.prompt is not None, "it is asked"
        self.n += 1
        command = Decide(n=self.n, prompt=self.prompt.id, decision=decision)
        self.prompt = None
        self._say(command)

    def close(self) -> None:
        self._wire.close()

    def _say(self, message: ClientMessage) -> None:
        frame = encode(message)
        assert isinstance(frame, bytes), "msgpack"
        self._wire.send(frame)

    def _heard(self, frame: bytes) -> None:
        message = decode(frame)
        if self._wanted is not None and message.type == self._wanted[0]:
            self._wanted[1].set_result(message)
            self._wanted = None
        match message.type:
            case "update":
                self.told(message)
                self._take(message.prompt)
            case "snapshot":
                self._take(message.prompt)
            case "table":
                self.is_over, self.n = False, 0
            case "ended":
                self.is_over = True
                self.ended()
            case "refused":
                raise AssertionError(message)
            case _:
                pass

    def _take(self, prompt: Asked | None) -> None:
        self.prompt = prompt
        if prompt is not None:
            self.asked()


class Pair:
    """Two players at a table, which is watched like this; the table belongs to the first one's worker."""

    def __init__(self, watch: WatchPolicy = USUAL) -> None:
        self.players = (Player(), Player())
        self.table = ""
        """The id of their table."""
        self._watch = watch

    async def arrive(self, ports: Sequence[int]) -> None:
        """Connect to these workers."""
        for player, port in zip(self.players, ports, strict=True):
            await player.arrive(port)

    async def sit(self) -> None:
        """Begin a match at a new table."""
        first, second = self.players
        table = await first.ask(CreateTable(opponent="human", deck=DECKS[0], watch=self._watch), "table")
        self.table = table.id
        shown = first.want("snapshot")
        await second.ask(Join(code=table.code, deck=DECKS[1]), "snapshot")
        await shown

    async def sit_again(self) -> None:
        """Leave the table, whose match is over, for another one."""
        for player in self.players:
            await player.ask(Leave(), "left_table")
        await self.sit()

    @property
    def is_over(self) -> bool:
        return any(player.is_over for player in self.players)

    @property
    def asked(self) -> Player | None:
        """Who is asked now."""
        return next((player for player in self.players if player.prompt is not None), None)

    def close(self) -> None:
        for player in self.players:
            player.close()


class Tables:
    """Tables at which it is played, so many at once; the others take the place of those whose matches are over.

    So nobody has to sit down while it is measured what a decision costs.
    """

    def __init__(self, at_once: int, chance: Random) -> None:
        self.count = 0
        """Decisions so far: those of which their players were told."""
        self.sent_at = 0.0
        """When the last one was sent (`perf_counter`)."""
        self.told: Callable[[Player, Heard], None] = lambda *_: None
        self._at_once = at_once
        self._chance = chance
        self._pairs: list[Pair] = []
        self._playing: dict[Pair, None] = {}
        self._fresh: deque[Pair] = deque()
        self._asked: deque[Player] = deque()
        """Who is asked, and may not decide yet."""
        self._goes_on = False
        self._until = 0
        """At how many decisions nobody goes on; 0 for never."""
        self._away = 0
        self._changed = asyncio.Event()

    async def open(self, ports: Sequence[int], number: int) -> None:
        """Begin so many matches, with players at these workers."""
        for _ in range(number):
            pair = Pair()
            await pair.arrive(ports)
            await self.add(pair)

    async def add(self, pair: Pair) -> None:
        """Begin a match of these two."""
        for player in pair.players:
            player.asked = partial(self._take, pair, player)
            player.told = partial(self._tell, player)
            player.ended = partial(self._end, pair)
        self._pairs.append(pair)
        await pair.sit()
        self._fresh.append(pair)
        self._fill()

    async def play(self, decisions: int) -> None:
        """Play at all tables at once, until so many decisions were made, or there is no table left."""
        self._until = self.count + decisions
        self.go()
        while self._goes_on and self._playing:
            self._changed.clear()
            await self._changed.wait()
        await self.stop()

    def go(self) -> None:
        """Let whoever is asked decide, again and again."""
        self._goes_on = True
        while self._asked:
            self.one()

    def one(self) -> Player | None:
        """Let the one decide who has waited longest; None if nobody is asked."""
        if not self._asked:
            return None
        player = self._asked.popleft()
        assert player.prompt is not None, "it is asked"
        decision = player.prompt.any_decision(self._chance)
        self.sent_at = perf_counter()
        player.decide(decision)
        self._away += 1
        return player

    async def stop(self) -> None:
        """Let nobody decide, and wait for what is on its way."""
        self._goes_on = False
        await self.all_back()

    async def all_back(self) -> None:
        """Wait until every decision has been answered."""
        while self._away:
            self._changed.clear()
            await self._changed.wait()

    async def refill(self) -> None:
        """Begin a match wherever one is over."""
        for pair in self._pairs:
            if pair.is_over:
                await pair.sit_again()
                self._fresh.append(pair)
        self._fill()

    def close(self) -> None:
        for pair in self._pairs:
            pair.close()

    def _fill(self) -> None:
        while self._fresh and len(self._playing) < self._at_once:
            pair = self._fresh.popleft()
            self._playing[pair] = None
            assert pair.asked is not None, "a match that has begun asks"
            self._take(pair, pair.asked)

    def _take(self, pair: Pair, player: Player) -> None:
        if pair in self._playing:
            self._asked.append(player)
            if self._goes_on:
                self.one()

    def _tell(self, player: Player, update: Heard) -> None:
        if update.n:
            self.count += 1
            self._away -= 1
            self._goes_on &= self.count != self._until
            if not (self._away and self._goes_on):
                self._changed.set()
        self.told(player, update)

    def _end(self, pair: Pair) -> None:
        self._playing.pop(pair, None)
        self._fill()
        self._changed.set()


def _nothing(*_: object) -> None:
    """Nobody wants to know."""
