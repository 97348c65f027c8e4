"""Two servers with games that are equal but for cards that one viewer never gets to see.

Both games have the same seed and the same decisions. Wherever a card lies that the viewer does not come to know in the
whole story, the other world has another card of another deck. So every frame that the viewer gets has to be the same in
both: the same bytes, in the same order, at the same time.
"""

import asyncio
import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from engine import SEATS, Audience, Decision, Game, catalogue
from engine.decks.deck import COPIES, DECK_SIZE
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.model.decisions import PASS
from engine.model.terms import Colour
from server.auth import Guest
from server.passing import LATEST, SOONEST, Choice, is_window
from server.protocol.codec import Frame
from server.protocol.messages import (
    JSON,
    CreateTable,
    DeckChoice,
    Join,
    Passing,
    Resync,
    TimeControlName,
    WatchPolicy,
)
from server.protocol.shapes import to_wire
from server.pulse import Timers
from tests.chaos.loop import VirtualLoop
from tests.engine.forging import is_listed
from tests.engine.play import Player, decks_of
from tests.server.audiences import OPEN, named, shown, visible
from tests.server.nodes import Node, SharedGround
from tests.server.requests import Fetch, Routes
from tests.server.world import Client, Wire, World

MARK: Final = re.compile(r"##\d{3}")
"""The mark of one single card: it stands in its number, and in its name if the pool is a named one.

No list of handles reads like it in MessagePack, where a small number is a byte: none holds one handle twice.
"""


LAST_LOOKS: Final = 4
"""So often a viewer looks before a story ends."""

COARSE: Final = 0.5
"""Seconds between two deliveries while somebody thinks; what is sent meanwhile is kept with its own time."""

RUN_OUT: Final = 46.0
"""A question of the fast time control is not open for so many seconds."""


# --- cards that can be told apart -------------------------------------------------------------------------------------


class Cards:
    """Two decks for each of two players, and the pool that they are made of; every single card has a mark of its own.

    The decks of a player are alike in what a deck may hold, so that any mixture of them, place by place, may be played.
    """

    def __init__(self, number: int, *, are_named: bool) -> None:
        rng = Random(f"cards {number}")
        self.lists: list[tuple[list[str], list[str]]] = []
        """By player (0, 1) and world (0, 1): the card in each place of the deck, as it is sorted."""
        definitions: list[CardDefinition] = []
        for player, deck in enumerate(decks_of(number).values()):
            first = [catalogue.by_number(card) for card, copies in deck.main.items() for _ in range(copies)]
            rng.shuffle(first)
            both = (first, _others(first, rng))
            marked = [
                [_marked(card, place, 100 * player + 50 * world + place, are_named) for place, card in enumerate(cards)]
                for world, cards in enumerate(both)
            ]
            definitions += [card for cards in marked for card in cards]
            self.lists.append(([card.number for card in marked[0]], [card.number for card in marked[1]]))
        self.pool = Catalogue(definitions)

    def of(self, world: int) -> list[list[str]]:
        """The decks of both players in one world."""
        return [both[world] for both in self.lists]


def _marked(card: CardDefinition, place: int, mark: int, is_named: bool) -> CardDefinition:
    """The card with a number that puts it in this place of its sorted deck."""
    name = card.name.replace(card.main_name, f"{card.main_name}##{mark:03}", 1) if is_named else card.name
    return replace(card, number=f"{place:02}.{card.number}##{mark:03}", name=name)


def _others(cards: Sequence[CardDefinition], rng: Random) -> list[CardDefinition]:
    """For each card another one, so that of both lists together no name is there too often; itself if there is none."""
    colours = {card.colour for card in cards} | {Colour.COLORLESS}
    pool = [card for card in catalogue.definitions if card.colour in colours]
    copies = Counter(card.name for card in cards)
    found = []
    for card in cards:
        fit = [
            other
            for other in pool
            if other.lucky == card.lucky and other.name != card.name and copies[other.name] < COPIES
        ]
        other = rng.choice(fit) if fit else card
        copies[other.name] += other is not card
        found.append(other)
    return found


def marks_in(frame: Frame | str) -> set[str]:
    """The marks of all cards of which these bytes speak."""
    return set(MARK.findall(frame if isinstance(frame, str) else frame.decode(errors="replace")))


def marks_of(game: Game, cards: set[int]) -> set[str]:
    """The marks of cards, by physical number."""
    definitions = game.catalogue.definitions
    return {mark for card in cards for mark in MARK.findall(definitions[game._match.state.cards[card]].number)}


# --- a server with two players ----------------------------------------------------------------------------------------


Sent = tuple[float, Frame]
"""When a frame was sent, by the loop's clock, and the frame."""


class Recorder(Client):
    """A client that keeps every frame that the server sent to it, with the time, also those that were lost.

    ``audience`` is as whom it watches; None for a player.
    """

    def __init__(self, guest: Guest, codec: str, loop: VirtualLoop, audience: int | None = None) -> None:
        super().__init__(guest, codec)
        self.audience = audience
        self.end.watches = audience is not None
        self.frames: list[Sent] = []
        self._loop = loop

    def plug(self, wire: Wire) -> None:
        super().plug(wire)
        wire.down = _Stamped(self.frames, self._loop)


class _Stamped(deque[Frame]):
    """Frames on a wire; each is kept as it is sent, with the time."""

    def __init__(self, kept: list[Sent], loop: VirtualLoop) -> None:
        super().__init__()
        self._kept = kept
        self._loop = loop

    def append(self, frame: Frame) -> None:
        self._kept.append((self._loop.time(), frame))
        super().append(frame)


class Terms(NamedTuple):
    """How a table is played at: its clocks, who watches it and how late, and what is passed for both players."""

    time: TimeControlName = "none"
    watch: WatchPolicy = WatchPolicy()
    passing: Passing = "ask"


PRIVATE: Final = Terms()


class Sight(NamedTuple):
    """What somebody has read of a finished match: at a position, as an audience, the view and all of it."""

    at: int
    audience: int
    view: str
    whole: str


class Stage(World):
    """A world of two workers with two players at one table: ``viewer`` is looked at, ``other`` plays against it."""

    clients: list[Recorder]  # type: ignore[assignment]

    def __init__(self, loop: VirtualLoop, number: int, codec: str, cards: Cards, terms: Terms = PRIVATE) -> None:
        super().__init__(loop, SharedGround(loop), number)
        self.ground: SharedGround
        self.cards = cards
        self.terms = terms
        self.clients = [Recorder(client.guest, codec, loop) for client in self.clients]
        self.viewer, self.other = self.clients if number % 2 else self.clients[::-1]
        self.streamed: list[Sent] = []
        """What an overlay was answered: each part as it was sent."""
        self.streams: list[Fetch] = []
        """Those that are read."""
        self.read: list[Sent] = []
        """What the reader of a replay was answered, and has read of it: then the time is the position."""
        self.sights: list[Sight] = []
        """The same positions."""
        self._routes: dict[Node, Routes] = {}

    async def open(self, viewer: "Viewer") -> None:
        """Start both workers, and let the match begin."""
        await start([self])
        await self.sit_down(self.cards.of(0), viewer.places(self))

    async def __aenter__(self) -> "Stage":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    @property
    def viewer_seat(self) -> int:
        return SEATS.index(self.viewer.table.seat)

    @property
    def asked_player(self) -> Recorder | None:
        """Whoever the match asks, connected or not; nobody after the end."""
        prompt = self.game_of(self.viewer).prompt
        if prompt is None:
            return None
        return self.viewer if prompt.seat == self.viewer.table.seat else self.other

    async def sit_down(self, decks: Sequence[Sequence[str]], places: Sequence[Node]) -> None:
        """Both come to one table, each with its deck, at its worker."""
        ann, ben = self.clients
        time, watch, passing = self.terms
        await self.arrive(*places)
        ann.send(CreateTable(opponent="human", deck=a_deck(decks[0]), time=time, watch=watch))
        await self.deliver_all()
        ben.send(Join(code=ann.table.code, deck=a_deck(decks[1]), hands=watch.hands))
        await self.deliver_all()
        assert ann.end.view
        assert ben.end.view
        if passing != "ask":
            for client in (ann, ben):
                client.send(client.end.settle(passing))
            await self.deliver_all()

    @property
    def watcher(self) -> Recorder:
        """Who watches."""
        (watcher,) = self.clients[2:]
        return watcher

    def admit(self, codec: str, audience: int, guest: Guest | None = None) -> Recorder:
        """One more client, which does not sit at the table and is not connected yet."""
        self.clients.append(Recorder(guest or Guest("guest 9", "Cay"), codec, self._loop, audience))
        return self.clients[-1]

    async def fetch(self, node: Node, path: str, kept: list[Sent]) -> Fetch:
        """Ask a worker for an address; each part of the answer is kept."""
        if node not in self._routes:
            self._routes[node] = Routes(node, self.cards.pool)
        fetch = self._routes[node].get(path, kept)
        await self.deliver_all()
        return fetch

    def send_decision(self, decision: Decision) -> Recorder:
        """Whoever is asked sends it, but for a pass that the server makes by itself; who is asked."""
        asked, prompt = self.asked_player, self.game_of(self.viewer).prompt
        assert asked is not None, "the match goes on"
        assert prompt is not None
        if self.passes.passing != "playable" or list(prompt.legal()) != [PASS]:
            asked.send(asked.end.decide(to_wire(decision)))
        return asked

    async def deliver_up(self, client: Recorder) -> None:
        """The server gets what a client has sent; what it answers lies on the wires."""
        while client.wire.up:
            client.wire.deliver_up()
        await self.settle()

    @property
    def passes(self) -> Choice:
        """What is passed in the window that is open; nothing if none is."""
        prompt = self.game_of(self.viewer).prompt
        if prompt is None or not is_window(prompt):
            return Choice()
        return self.room_of(self.viewer).match.chosen[prompt.seat]

    @property
    def owner(self) -> Node:
        """The worker that has the table."""
        (owner,) = [node for node in self.nodes if not node.is_gone and node.worker.rooms.running(self.viewer.table.id)]
        return owner

    @property
    def elsewhere(self) -> Node:
        """A worker that does not have the table."""
        return next(node for node in self.nodes if not node.is_gone and node is not self.owner)


def a_deck(deck: Sequence[str]) -> DeckChoice:
    """A deck of these cards, one of each."""
    return DeckChoice(main=dict.fromkeys(deck, 1))


async def start(worlds: Sequence[Stage]) -> None:
    """Start two workers of each world, and let them be there for so long that they judge each other."""
    for _ in range(2):
        for world in worlds:
            await world.start(world.cards.pool)
    await lapse(worlds, 2 * Timers().lease, COARSE)


async def lapse(worlds: Sequence[World], seconds: float, step: float = 0.05) -> None:
    """Let so much time pass in all worlds at once, in steps."""
    end = worlds[0]._loop.time() + seconds
    while (now := worlds[0]._loop.time()) < end:
        await asyncio.sleep(min(step, end - now))
        for world in worlds:
            await world.deliver_all()


class Differs(AssertionError):
    """A viewer can tell two worlds from each other that are the same for all that it may know."""


# --- one story in both worlds -----------------------------------------------------------------------------------------


class Viewer:
    """One way of looking on. Whatever it does is drawn from ``rng``, which is the same in both worlds."""

    codec = JSON
    terms = PRIVATE
    few = 2
    """So many stories are told in every run."""
    late = 0
    """So many of a story's last decisions are never shown to it."""
    lingers = 0.0
    """For so many seconds it looks on when the match is over."""

    def places(self, stage: Stage) -> tuple[Node, Node]:
        """At which workers the players connect; the first player's worker gets the table."""
        return stage.nodes[0], stage.nodes[0]

    def audience(self, stage: Stage) -> int:
        """As whom it looks on (`tests.server.audiences`)."""
        return stage.viewer_seat

    def frames(self, stage: Stage) -> Sequence[Sent]:
        """Everything that it was sent so far, in order."""
        return stage.viewer.frames

    def thinks(self, rng: Random) -> float:
        """For how many seconds whoever is asked thinks."""
        return 0.0

    def runs_out(self, rng: Random) -> bool:
        """Whether whoever is asked lets the time run out, if it would do what is done by itself then."""
        return False

    async def begin(self, stage: Stage) -> None:
        """Come to the table, if it is not at it: the match has just begun."""

    async def look(self, stage: Stage, rng: Random) -> None:
        """Do something between two decisions."""

    async def decide(self, stage: Stage, decision: Decision, rng: Random) -> None:
        """Let whoever is asked decide."""
        _ = stage.send_decision(decision)
        await stage.deliver_all()

    async def end(self, stage: Stage, rng: Random) -> None:
        """Come to the end of the match, and look at it."""
        if not stage.viewer.is_connected:
            await stage.connect(stage.viewer, stage.owner)
            await stage.deliver_all()
        if stage.viewer.end.outcome is None:
            loser = rng.choice(stage.clients[:2])
            loser.send(loser.end.concede())
        stage.viewer.send(Resync())
        await stage.deliver_all()


class Story:
    """A game of that number, played on two servers for so many decisions, or until one is not legal in both."""

    def __init__(self, loop: VirtualLoop, number: int, viewer: Viewer, *, are_named: bool = False) -> None:
        self.number = number
        self.viewer = viewer
        self.cards = Cards(number, are_named=are_named)
        self.worlds = [Stage(loop, number, viewer.codec, self.cards, viewer.terms) for _ in range(2)]
        self.compared = 0
        """So many frames were the same."""
        self.hidden = 0
        """So many cards are others in the second world."""

    async def __aenter__(self) -> "Story":
        return self

    async def __aexit__(self, *_: object) -> None:
        for world in self.worlds:
            await world.end()

    async def begin(self, length: int) -> list[Decision]:
        """Bring both games to their first question; the decisions that both can take."""
        await start(self.worlds)
        first, second = self.worlds
        await first.sit_down(self.cards.of(0), self.viewer.places(first))
        audience = self.viewer.audience(first)
        decisions, known = planned(first.game_of(first.viewer).clone(), self.number, audience, length, self.viewer.late)
        seats = [client.table.seat for client in first.clients]
        others = [
            [both[DECK_SIZE * SEATS.index(seat) + place not in known][place] for place in range(DECK_SIZE)]
            for seat, both in zip(seats, self.cards.lists, strict=True)
        ]
        self.hidden = 2 * DECK_SIZE - len(known)
        await second.sit_down(others, self.viewer.places(second))
        assert [client.table.seat for client in second.clients] == seats
        for world in self.worlds:
            await self.viewer.begin(world)
        self.compare()
        twin = second.game_of(second.viewer).clone()
        return list(in_common(decisions, twin, named(audience), self.viewer.late))

    async def play(self, length: int) -> None:
        """Play it on both servers, and compare whatever the viewer is sent."""
        await self.go(await self.begin(length))

    async def go(self, decisions: Sequence[Decision]) -> None:
        """Take these decisions in both worlds."""
        for number, decision in enumerate(decisions):
            for world in self.worlds:
                await self.viewer.look(world, Random(f"look {self.number} {number}"))
            self.compare()
            if number % 8 == 0 and not self.worlds[0].passes.is_on:
                await lapse(self.worlds, 0.4)
                self.compare()
            goes_on = await think(self.worlds, self.viewer, f"{self.number} {number}")
            self.compare()
            if not goes_on or not await taken(self.worlds, self.viewer, decision, f"{self.number} {number}"):
                break
            self.compare()
        for number in range(LAST_LOOKS):  # at what the viewer would be shown next, and is not shown any more
            for world in self.worlds:
                await self.viewer.look(world, Random(f"last look {self.number} {number}"))
            self.compare()
        for world in self.worlds:
            await self.viewer.end(world, Random(f"end {self.number}"))
        self.compare()
        await lapse(self.worlds, self.viewer.lingers)
        self.compare()

    def compare(self) -> None:
        """The viewer of both worlds was sent the same: the same frames, in the same order, at the same time."""
        first, second = (self.viewer.frames(world) for world in self.worlds)
        for number, (one, other) in enumerate(zip(first[self.compared :], second[self.compared :], strict=False)):
            if one != other:
                raise Differs(f"frame {self.compared + number} of story {self.number}: {one} and {other}")
        if len(first) != len(second):
            raise Differs(f"{first[len(second) :] or second[len(first) :]} is there only once, in story {self.number}")
        self.compared = len(first)

    def others_differ(self) -> bool:
        """Whether the other player, who knows its own cards, sees another world.

        For whoever sees both hands, the decks alone are others, which no player sees: it is enough that they are.
        """
        if self.viewer.audience(self.worlds[0]) >= OPEN:
            first, second = (world.game_of(world.viewer)._match.state.cards for world in self.worlds)
            return first != second
        return self.worlds[0].other.frames != self.worlds[1].other.frames


async def think(worlds: Sequence[Stage], viewer: Viewer, name: str) -> bool:
    """Let whoever is asked think; not for so long that something is passed for it that it would not pass.

    False if the match is over meanwhile.
    """
    seconds = viewer.thinks(Random(f"thinks {name}"))
    seconds = min(seconds, SOONEST / 2) if worlds[0].passes.is_on else seconds
    await lapse(worlds, seconds, max(COARSE, seconds / 8))
    return not are_over(worlds)


def are_over(worlds: Sequence[Stage]) -> bool:
    """Whether the match of all worlds is over: it is so in all of them or in none."""
    first, *others = [world.game_of(world.viewer).outcome for world in worlds]
    assert all(other == first for other in others), "whether time is over depends on nothing hidden"
    return first is not None


async def taken(worlds: Sequence[Stage], viewer: Viewer, decision: Decision, name: str) -> bool:
    """Let whoever is asked take a decision in every world, at once; False if its time was over before."""
    games = [world.game_of(world.viewer) for world in worlds]
    then, is_passing = games[0].decisions + 1, worlds[0].passes.is_on
    would_come = all(game.prompt is not None and game.prompt.default == decision for game in games)
    if viewer.runs_out(Random(f"runs out {name}")) and would_come and not is_passing:
        await until_taken(worlds, then, RUN_OUT)
    else:
        for world in worlds:
            await viewer.decide(world, decision, Random(f"decide {name}"))
        if is_passing:
            await until_taken(worlds, then, LATEST)
    is_taken = all(game.decisions == then for game in games)
    assert is_taken or are_over(worlds)
    return is_taken


async def until_taken(worlds: Sequence[Stage], then: int, seconds: float) -> None:
    """Let time pass, but not more, until so many decisions were made in all worlds, or their matches are over.

    In steps in which no other decision can be passed after the last of these.
    """
    games = [world.game_of(world.viewer) for world in worlds]
    latest, step = worlds[0].now + seconds, min(seconds / 12, SOONEST / 2)
    while min(game.decisions for game in games) < then and worlds[0].now < latest and not are_over(worlds):
        await lapse(worlds, step, step)


def planned(game: Game, number: int, audience: int, length: int, late: int = 0) -> tuple[list[Decision], set[int]]:
    """Decisions for so long, and all cards that an audience comes to know by them, but for so many of the last."""
    player, known, decisions = Player(number), [visible(game._match.state, audience)], list[Decision]()
    while (prompt := game.prompt) is not None and len(decisions) < length:
        decisions.append(player.decide(prompt))
        events = game.decide(decisions[-1])
        known.append(known[-1] | shown(game._match.state, audience, events) | visible(game._match.state, audience))
    return decisions, known[max(0, len(decisions) - late)]


def in_common(decisions: Sequence[Decision], twin: Game, viewer: Audience, late: int) -> Iterator[Decision]:
    """The decisions up to the first that is not legal in the other world.

    It has to be one of another player; to whoever is late, the last ones, and what they lead to, are hidden too.
    """
    for decision in decisions:
        prompt = twin.prompt
        if prompt is None:
            assert late, "whether the game goes on depends on nothing hidden"
            return
        if not is_listed(prompt, decision):
            assert prompt.seat != viewer, "a player's own choices depend on nothing hidden from it"
            return
        yield decision
        twin.decide(decision)
