"""Two servers with games that are equal but for cards that one viewer never gets to see.

Both games have the same seed and the same decisions. Wherever a card lies that the viewer does not come to know in the
whole story, the other world has another card of another deck. So every frame that the viewer gets has to be the same in
both: the same bytes, in the same order, at the same time.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from engine import AUDIENCES, SEATS, Audience, Decision, Game, catalogue
from engine.decks.deck import COPIES, DECK_SIZE
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition
from engine.model.terms import Colour
from server.auth import Guest
from server.protocol.codec import Frame
from server.protocol.messages import JSON, CreateTable, DeckChoice, Join, Resync
from server.protocol.shapes import to_wire
from server.pulse import Timers
from tests.chaos.loop import VirtualLoop
from tests.engine.forging import is_listed
from tests.engine.knowledge import shown, visible
from tests.engine.play import Player, decks_of
from tests.server.nodes import Node, SharedGround
from tests.server.world import Client, World

MARK: Final = re.compile(r"##\d{3}")
"""The mark of one single card: it stands in its number, and in its name if the pool is a named one.

No list of handles reads like it in MessagePack, where a small number is a byte: none holds one handle twice.
"""


LAST_LOOKS: Final = 4
"""So often a viewer looks before a story ends."""


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


class Recorder(Client):
    """A client that keeps every frame that the server sent to it, with the time, also those that were lost."""

    def __init__(self, guest: Guest, codec: str, loop: VirtualLoop) -> None:
        super().__init__(guest, codec)
        self.frames: list[tuple[float, Frame]] = []
        self._loop = loop

    def deliver_down(self) -> None:
        self.frames.append((self._loop.time(), self.wire.down[0]))
        super().deliver_down()

    def cut(self) -> None:
        if self.is_connected:
            self.frames += [(self._loop.time(), frame) for frame in self.wire.down]
        super().cut()


class Stage(World):
    """A world of two workers with two players at one table: ``viewer`` is looked at, ``other`` plays against it."""

    clients: list[Recorder]  # type: ignore[assignment]

    def __init__(self, loop: VirtualLoop, number: int, codec: str, cards: Cards) -> None:
        super().__init__(loop, SharedGround(loop), number)
        self.ground: SharedGround
        self.cards = cards
        self.clients = [Recorder(client.guest, codec, loop) for client in self.clients]
        self.viewer, self.other = self.clients if number % 2 else self.clients[::-1]

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
        await self.arrive(*places)
        ann.send(CreateTable(opponent="human", deck=a_deck(decks[0])))
        await self.deliver_all()
        ben.send(Join(code=ann.table.code, deck=a_deck(decks[1])))
        await self.deliver_all()
        assert ann.end.view
        assert ben.end.view

    def send_decision(self, decision: Decision) -> Recorder:
        """Whoever is asked sends it; who that is."""
        asked = self.asked_player
        assert asked is not None, "the match goes on"
        asked.send(asked.end.decide(to_wire(decision)))
        return asked

    async def deliver_up(self, client: Recorder) -> None:
        """The server gets what a client has sent; what it answers lies on the wires."""
        while client.wire.up:
            client.wire.deliver_up()
        await self.settle()

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
    await lapse(worlds, 2 * Timers().lease)


async def lapse(worlds: Sequence[World], seconds: float) -> None:
    """Let so much time pass in all worlds at once."""
    end = worlds[0]._loop.time() + seconds
    while (now := worlds[0]._loop.time()) < end:
        await asyncio.sleep(min(0.05, end - now))
        for world in worlds:
            await world.deliver_all()


# --- one story in both worlds -----------------------------------------------------------------------------------------


class Viewer:
    """One way of looking on. Whatever it does is drawn from ``rng``, which is the same in both worlds."""

    codec = JSON

    def places(self, stage: Stage) -> tuple[Node, Node]:
        """At which workers the players connect; the first player's worker gets the table."""
        return stage.nodes[0], stage.nodes[0]

    def audience(self, stage: Stage) -> int:
        """As whom it looks on: the seat of a player (0 A, 1 B), or 2 for who has none."""
        return stage.viewer_seat

    def frames(self, stage: Stage) -> Sequence[object]:
        """Everything that it was sent so far, in order."""
        return stage.viewer.frames

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
            loser = rng.choice(stage.clients)
            loser.send(loser.end.concede())
        stage.viewer.send(Resync())
        await stage.deliver_all()


class Story:
    """A game of that number, played on two servers for so many decisions, or until one is not legal in both."""

    def __init__(self, loop: VirtualLoop, number: int, viewer: Viewer, *, are_named: bool = False) -> None:
        self.number = number
        self.viewer = viewer
        self.cards = Cards(number, are_named=are_named)
        self.worlds = [Stage(loop, number, viewer.codec, self.cards) for _ in range(2)]
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
        decisions, known = planned(first.game_of(first.viewer).clone(), self.number, audience, length)
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
        return list(in_common(decisions, twin, AUDIENCES[audience]))

    async def play(self, length: int) -> None:
        """Play it on both servers, and compare whatever the viewer is sent."""
        await self.go(await self.begin(length))

    async def go(self, decisions: Sequence[Decision]) -> None:
        """Take these decisions in both worlds."""
        for number, decision in enumerate(decisions):
            for world in self.worlds:
                await self.viewer.look(world, Random(f"look {self.number} {number}"))
            self.compare()
            if number % 8 == 0:
                await lapse(self.worlds, 0.4)
                self.compare()
            for world in self.worlds:
                await self.viewer.decide(world, decision, Random(f"decide {self.number} {number}"))
            self.compare()
        for number in range(LAST_LOOKS):  # at what the viewer would be shown next, and is not shown any more
            for world in self.worlds:
                await self.viewer.look(world, Random(f"last look {self.number} {number}"))
            self.compare()
        for world in self.worlds:
            await self.viewer.end(world, Random(f"end {self.number}"))
        self.compare()

    def compare(self) -> None:
        """The viewer of both worlds was sent the same: the same frames, in the same order, at the same time."""
        first, second = (self.viewer.frames(world) for world in self.worlds)
        for number, (one, other) in enumerate(zip(first[self.compared :], second[self.compared :], strict=False)):
            assert one == other, f"frame {self.compared + number} of story {self.number}"
        assert len(first) == len(second), f"{first[len(second) :] or second[len(first) :]} is there only once"
        self.compared = len(first)

    def others_differ(self) -> bool:
        """Whether the other player, who knows its own cards, sees another world."""
        first, second = (world.other.frames for world in self.worlds)
        return first != second


def planned(game: Game, number: int, viewer: int, length: int) -> tuple[list[Decision], set[int]]:
    """Decisions for so long, and all cards that a viewer comes to know by them."""
    player, known, decisions = Player(number), visible(game._match.state, viewer), list[Decision]()
    while (prompt := game.prompt) is not None and len(decisions) < length:
        decisions.append(player.decide(prompt))
        events = game.decide(decisions[-1])
        known |= shown(game._match.state, viewer, events) | visible(game._match.state, viewer)
    return decisions, known


def in_common(decisions: Sequence[Decision], twin: Game, viewer: Audience) -> Iterator[Decision]:
    """The decisions up to the first that is not legal in the other world: it has to be one of the other player."""
    for decision in decisions:
        prompt = twin.prompt
        assert prompt is not None, "whether the game goes on depends on nothing hidden"
        if not is_listed(prompt, decision):
            assert prompt.seat != viewer, "a player's own choices depend on nothing hidden from it"
            return
        yield decision
        twin.decide(decision)
