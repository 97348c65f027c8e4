"""Moments of finished matches that are worth a picture: the fullest of those at which something is asked."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from clients.bots import BOTS
from clients.sdk import Client
from engine import catalogue
from engine.model.terms import SEATS, Kind, SeatName
from server.films import Film, Position
from server.protocol.replay_file import decode
from server.protocol.shapes import Decision

ENOUGH: Final = {Kind.PAL: 5, Kind.STRUCTURE: 3, Kind.GEAR: 2}
"""More of these on a side make a picture no fuller."""
HELD: Final = 6
"""More cards than these in the hand make a picture no better."""
LAST: Final = 3
"""So many decisions before its end a match can be won with one attack."""


class Moment(NamedTuple):
    """The match ``room`` after ``at`` decisions, when ``seat`` was asked a question of this ``kind``."""

    room: str
    at: int
    seat: SeatName
    kind: str
    film: Film

    @property
    def position(self) -> Position:
        return self.film.positions[self.at]

    @property
    def view(self) -> Any:
        """What the seat saw."""
        return self.position.sights[self.seat].view

    @property
    def decided(self) -> Decision:
        """What the seat decided."""
        entry = self.film.positions[self.at + 1].entry
        assert entry is not None, "every position but the first has an entry"
        assert isinstance(entry.decision, Decision), "a seat was asked, and answered"
        return entry.decision

    @property
    def fullness(self) -> int:
        """How much there is to see: on the barer of both sides, on both, and in the hand."""
        bases = [self._base(seat) for seat in SEATS]
        held = len(self.view["players"][self.seat]["hand"])
        return 3 * min(bases) + sum(bases) - abs(HELD - held)

    def _base(self, seat: SeatName) -> int:
        numbers = (self.view["cards"][str(card)]["number"] for card in self.view["players"][seat]["base"])
        kinds = Counter(catalogue.by_number(number).kind for number in numbers)
        return sum(min(enough, kinds[kind]) for kind, enough in ENOUGH.items())


def is_day(moment: Moment) -> bool:
    return moment.kind == "main" and not moment.view["night"]


def is_night(moment: Moment) -> bool:
    return moment.kind == "main" and moment.view["night"]


def is_saved(moment: Moment) -> bool:
    """Whoever passes here takes damage, and turns a Lucky card."""
    told = moment.film.positions[moment.at + 1].sights[moment.seat].events
    return moment.decided.verb == "pass" and any(
        event["type"] == "player_damage_revealed" and event.get("lucky") and event["seat"] == moment.seat
        for event in told
    )


def is_won(moment: Moment) -> bool:
    """The attack that the seat declares here wins the match."""
    is_attack = moment.decided.verb == "attack" and not moment.decided.target
    winner = moment.film.replay.end.outcome.winner
    return is_attack and winner == moment.seat and moment.at >= len(moment.film) - LAST


def asks(kind: str) -> Callable[[Moment], bool]:
    """A question of this kind is open."""
    return lambda moment: moment.kind == kind


WANTED: Final = {
    "day": is_day,
    "night": is_night,
    "block": asks("block"),
    "quick": asks("quick"),
    "order": asks("order"),
    "lucky": is_saved,
    "end": is_won,
}


async def play(client: Client, deck: str, bot_deck: str) -> list[Moment]:
    """Play a match against the house bot as the house bot does, and give all its moments of both seats."""
    table = await client.create_table(opponent="bot", deck=deck, bot_deck=bot_deck)
    async for prompt in table:
        await table.decide(BOTS["greedy"].choose(table.view, prompt, prompt.legal(), prompt.id))
    film = Film(decode(await client.replay(table.id)), catalogue)
    return [Moment(table.id, p.n, *p.asked, film) for p in film.positions[:-1] if p.asked is not None]


def best(moments: Sequence[Moment], name: str) -> list[Moment]:
    """Those that are wanted under this name, the fullest first."""
    return sorted(filter(WANTED[name], moments), key=lambda moment: -moment.fullness)
