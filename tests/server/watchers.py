"""The kinds of onlookers for whom two worlds have to look the same. `WATCHERS` lists them: a new kind is one class."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import msgspec

from clients.replays import Film, Position, decode
from clients.replays import Sight as Seen
from engine import SEATS
from engine.views import merge
from server.auth import Guest
from server.protocol.messages import (
    MSGPACK,
    PHRASES,
    ClaimWin,
    ClientMessage,
    Concede,
    Confirm,
    CreateTable,
    Decide,
    DeckChoice,
    Explain,
    Hello,
    Join,
    Learn,
    Leave,
    LeaveQueue,
    ListTables,
    Mute,
    Ping,
    PlayOn,
    Preview,
    Queue,
    Rematch,
    Resync,
    Say,
    Settings,
    Unwatch,
    Watch,
    WatchPolicy,
)
from server.protocol.reels import Reel
from server.protocol.shapes import Decision as Answer
from tests.server.audiences import BOTH, OPEN, SPECTATORS
from tests.server.nodes import Node
from tests.server.onlookers import NOW
from tests.server.player import DECK
from tests.server.requests import Fetch
from tests.server.two_worlds import Differs, Sent, Sight, Stage, Terms, Viewer
from tests.server.viewers import VERBS, Timed


class Watching(Viewer):
    """Whoever watches as it happens, at the worker that has the table."""

    terms = Terms(watch=NOW)
    few = 1
    lingers = 1.0

    def audience(self, stage: Stage) -> int:
        return SPECTATORS

    def frames(self, stage: Stage) -> Sequence[Sent]:
        return stage.watcher.frames

    def thinks(self, rng: Random) -> float:
        return rng.choice((0.0, 0.2, 0.9))

    def guest(self, stage: Stage) -> Guest:
        """Who watches."""
        return Guest("guest 9", "Cay")

    def where(self, stage: Stage) -> Node:
        """At which worker."""
        return stage.owner

    async def begin(self, stage: Stage) -> None:
        stage.admit(self.codec, self.audience(stage), self.guest(stage))
        await self.come(stage, self.where(stage))

    async def come(self, stage: Stage, node: Node) -> None:
        """Connect to a worker, and ask for the table."""
        await stage.connect(stage.watcher, node)
        await stage.deliver_all()
        stage.watcher.send(Watch(table=stage.viewer.table.id))
        await stage.deliver_all()

    async def end(self, stage: Stage, rng: Random) -> None:
        await super().end(stage, rng)
        if stage.watcher.is_connected:
            stage.watcher.send(Resync())
            await stage.deliver_all()


class WatchingFromAfar(Watching):
    """The same at the other worker, with the other codec."""

    codec = MSGPACK

    def where(self, stage: Stage) -> Node:
        return stage.elsewhere


class Late(WatchingFromAfar):
    """Whoever watches late, by time and by decisions; and never sees the end of the story."""

    terms = Terms(watch=WatchPolicy(delay=4, decisions=5))
    late = 5
    lingers = 3.5


class ComingAndGoing(Watching):
    """Whoever comes in the middle, at any worker, goes, and comes back, also when the table moves."""

    async def begin(self, stage: Stage) -> None:
        stage.admit(self.codec, self.audience(stage))

    async def look(self, stage: Stage, rng: Random) -> None:
        await super().look(stage, rng)
        watcher, does = stage.watcher, rng.random()
        if not watcher.is_connected:
            if does < 0.4:
                await self.come(stage, rng.choice(stage.nodes))
        elif does < 0.1:
            watcher.cut()
        elif does < 0.25:
            watcher.send(rng.choice((Unwatch(), Resync(), Watch(table=stage.viewer.table.id))))
        elif does < 0.3:
            await stage.hand_over(stage.viewer, stage.elsewhere)
        await stage.deliver_all()

    async def end(self, stage: Stage, rng: Random) -> None:
        if not stage.watcher.is_connected:
            await self.come(stage, rng.choice(stage.nodes))
        await super().end(stage, rng)


class OpenHands(WatchingFromAfar):
    """Whoever watches with both hands open."""

    terms = Terms(watch=WatchPolicy(delay=1, decisions=0, hands="open"))
    lingers = 2.0

    def audience(self, stage: Stage) -> int:
        return OPEN


class SecondSocket(WatchingFromAfar):
    """A player who watches the own table over a second connection."""

    def audience(self, stage: Stage) -> int:
        return stage.viewer_seat

    def guest(self, stage: Stage) -> Guest:
        return stage.viewer.guest


class PryingWatcher(Watching):
    """Whoever watches, and sends every message that there is."""

    async def look(self, stage: Stage, rng: Random) -> None:
        await super().look(stage, rng)
        await self.pry(stage, rng, rng.sample(list(PRIES), 3))

    async def pry(self, stage: Stage, rng: Random, kinds: Sequence[type[ClientMessage]]) -> None:
        """Send messages of these kinds, and go on to watch."""
        for kind in kinds:
            stage.watcher.send(PRIES[kind](stage, rng))
            await stage.deliver_all()
        if stage.watcher.end.watching is None:
            stage.watcher.send(Watch(table=stage.viewer.table.id))
            await stage.deliver_all()

    async def end(self, stage: Stage, rng: Random) -> None:
        await super().end(stage, rng)
        await self.pry(stage, rng, list(PRIES))


class PryingStranger(PryingWatcher):
    """The same over a connection that might sit down as well."""

    async def begin(self, stage: Stage) -> None:
        stage.admit(self.codec, self.audience(stage)).end.watches = False
        await self.come(stage, stage.elsewhere)


class PryingTab(PryingWatcher, SecondSocket):
    """A player who does so over the second connection."""


class TimedWatching(Timed, WatchingFromAfar):
    """Whoever watches a table with clocks and auto-pass."""


PRIES: Final[dict[type[ClientMessage], Callable[[Stage, Random], ClientMessage]]] = {
    Hello: lambda stage, rng: Hello(ticket="forged", agent="paltable-tests", tab="t", conn=1),
    CreateTable: lambda stage, rng: CreateTable(opponent="human", deck=DeckChoice(preset="no such deck")),
    PlayOn: lambda stage, rng: PlayOn(still_running(stage, rng), rng.randrange(99), rng.choice(SEATS)),
    Learn: lambda stage, rng: Learn("no such lesson"),
    Join: lambda stage, rng: Join(code=stage.viewer.table.code, deck=DECK),
    Queue: lambda stage, rng: Queue(deck=DeckChoice(preset="no such deck")),
    LeaveQueue: lambda stage, rng: LeaveQueue(),
    Confirm: lambda stage, rng: Confirm(offer="no such offer"),
    ListTables: lambda stage, rng: ListTables(standings=rng.random() < 0.5),
    Watch: lambda stage, rng: Watch(table=rng.choice([*names_of(stage), "never"])),
    Unwatch: lambda stage, rng: Unwatch(),
    Decide: lambda stage, rng: Decide(n=rng.randint(1, 99), prompt=open_question(stage), decision=guess(rng)),
    Preview: lambda stage, rng: Preview(prompt=open_question(stage), decisions=(guess(rng),)),
    Explain: lambda stage, rng: Explain(card=rng.randrange(1, 120)),
    Concede: lambda stage, rng: Concede(n=rng.randint(1, 99)),
    ClaimWin: lambda stage, rng: ClaimWin(n=rng.randint(1, 99)),
    Settings: lambda stage, rng: Settings(n=rng.randint(1, 99), passing="playable"),
    Resync: lambda stage, rng: Resync(),
    Rematch: lambda stage, rng: Rematch(on=rng.random() < 0.5),
    Say: lambda stage, rng: Say(phrase=rng.choice(PHRASES)),
    Mute: lambda stage, rng: Mute(on=rng.random() < 0.5),
    Ping: lambda stage, rng: Ping(t=rng.randrange(1000)),
    Leave: lambda stage, rng: Leave(),
}
"""A message of each kind, as somebody sends it who may do nothing but watch. Nothing hidden has a part in it."""


def names_of(stage: Stage) -> list[str]:
    """Every name of the table."""
    table = stage.viewer.table
    return [table.id, table.log, table.code]


def still_running(stage: Stage, rng: Random) -> str:
    """A name of the table while its match goes on: afterwards it may be played on from."""
    return "never" if stage.viewer.end.outcome is not None else rng.choice(names_of(stage))


def open_question(stage: Stage) -> int:
    """The number of the open question; 0 for none."""
    prompt = stage.game_of(stage.viewer).prompt
    return 0 if prompt is None else prompt.id


def guess(rng: Random) -> Answer:
    """Any decision, legal or not."""
    cards = tuple(rng.sample(range(1, 60), rng.randrange(3)))
    return Answer(rng.choice(VERBS), rng.randrange(60), rng.randrange(60), rng.randrange(4), cards)


# --- over HTTP --------------------------------------------------------------------------------------------------------


class Overlay(Watching):
    """Streaming software, which loses its stream now and then and asks for it again, at any worker."""

    def frames(self, stage: Stage) -> Sequence[Sent]:
        return stage.streamed

    async def begin(self, stage: Stage) -> None:
        await self.stream(stage, stage.owner)

    async def stream(self, stage: Stage, node: Node) -> None:
        """Ask for the stream; under the table's other names there is none."""
        stream, *others = [
            await stage.fetch(node, f"/overlay/{name}/events", stage.streamed) for name in names_of(stage)
        ]
        assert (stream.status, [other.status for other in others]) == (200, [404, 404])
        stage.streams.append(stream)

    async def look(self, stage: Stage, rng: Random) -> None:
        await super().look(stage, rng)
        if rng.random() < 0.1:
            stage.streams.pop().drop()
            await stage.deliver_all()
            await self.stream(stage, rng.choice(stage.nodes))

    async def end(self, stage: Stage, rng: Random) -> None:
        await Viewer.end(self, stage, rng)


class LateOverlay(Overlay):
    """The same, late, and without the end of the story."""

    terms = Late.terms
    late = Late.late
    lingers = Late.lingers


class Reader(Viewer):
    """Who asks for the replay while the match runs, and reads it as one seat when it is over."""

    terms = Terms(watch=NOW)
    few = 1
    path = "/api/replay/{name}"

    def frames(self, stage: Stage) -> Sequence[Sent]:
        return stage.read

    async def look(self, stage: Stage, rng: Random) -> None:
        await super().look(stage, rng)
        if not stage.viewer.end.outcome and rng.random() < 0.3:
            node = rng.choice(stage.nodes)
            answers = [await self.ask(stage, node, name, stage.read) for name in (*names_of(stage), "never")]
            told = {(answer.status, *answer.headers, answer.body) for answer in answers}
            if len(told) > 1:
                raise Differs(f"a running match is told from none: {told}")

    async def ask(self, stage: Stage, node: Node, name: str, kept: list[Sent]) -> Fetch:
        """Ask a worker for a replay by name; the whole answer."""
        angle = SEATS[self.audience(stage)].lower() if self.audience(stage) in (0, 1) else "open"
        fetch = await stage.fetch(node, self.path.format(name=name, angle=angle), kept)
        assert fetch.is_complete
        return fetch

    async def end(self, stage: Stage, rng: Random) -> None:
        await super().end(stage, rng)
        file = await self.ask(stage, rng.choice(stage.nodes), stage.viewer.table.id, [])
        assert file.status == 200
        for position in Film(decode(file.body), stage.cards.pool).positions:
            for audience, seen in self.sees(stage, position):
                sight = Sight(position.n, audience, json.dumps(seen.view), json.dumps(seen))
                stage.sights.append(sight)
                stage.read.append((float(sight.at), sight.whole))

    def sees(self, stage: Stage, position: Position) -> list[tuple[int, Seen]]:
        """What it reads of a position, and as whom."""
        seat = self.audience(stage)
        return [(seat, position.sights[SEATS[seat]])]


class OpenReader(Reader):
    """Who reads it as both seats, and open."""

    def audience(self, stage: Stage) -> int:
        return BOTH

    def sees(self, stage: Stage, position: Position) -> list[tuple[int, Seen]]:
        return [(SEATS.index(seat), sight) for seat, sight in position.sights.items()] + [(BOTH, position.open)]


class FilmGoer(Reader):
    """Who asks for the film while the match runs, and sees it as one seat when it is over."""

    path = "/api/film/{name}?as={angle}"

    async def end(self, stage: Stage, rng: Random) -> None:
        await Viewer.end(self, stage, rng)
        shown = await self.ask(stage, rng.choice(stage.nodes), stage.viewer.table.id, [])
        assert shown.status == 200
        reel = msgspec.json.decode(shown.body, type=Reel)
        view = reel.start.view
        for n, step in enumerate((None, *reel.steps)):
            told = reel.start if step is None else step
            view = view if step is None else merge(view, step.update.patch)
            sight = Sight(n, self.audience(stage), json.dumps(view), msgspec.json.encode(told).decode())
            stage.sights.append(sight)
            stage.read.append((float(n), sight.whole))


WATCHERS: Final = (
    Watching, WatchingFromAfar, Late, ComingAndGoing, OpenHands, SecondSocket, PryingWatcher, PryingStranger, PryingTab,
    TimedWatching, Overlay, LateOverlay, Reader, OpenReader,
    FilmGoer,
)  # fmt: skip
