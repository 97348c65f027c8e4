"""A replay as it is looked at: where each seat stood after every decision, from what it was told at that time.

Nothing here asks the rules. So a match of another version can be shown as well: its record is checked as far as that
is needed to draw it, and refused where it cannot be.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from engine.effects.catalogue import Catalogue
from engine.effects.text import card_text
from engine.model.terms import SEATS, SeatName
from engine.views import in_full, merge
from server.protocol.events import GameEvent
from server.protocol.replay_file import InvalidReplay
from server.protocol.replays import Entry, Replay, Told, Views
from server.protocol.shapes import View

WORDED: Final = ("ability_activated", "ability_triggered", "ability_resolved")
"""Events that bring the words of an ability along, or name the paragraph of their card's text."""
ZONES: Final = ("hand", "base", "graveyard", "exile")


class Sight(NamedTuple):
    """What one seat saw: the view, and the events that led to it, each with the number of its card if that is known."""

    view: Mapping[str, Any]
    events: Sequence[Mapping[str, Any]]


BEYOND: Final = 1_000_000
"""What is added to the handles of B where both seats' cards are shown together: the two name cards independently."""


class Position(NamedTuple):
    """Where the match stood after ``n`` decisions; ``entry`` is the ``n``-th, and None at the beginning."""

    n: int
    entry: Entry | None
    sights: Mapping[SeatName, Sight]

    @property
    def open(self) -> Sight:
        """The table with both hands: what A saw, and of B's sight what A did not know, under handles `BEYOND` A's."""
        a, b = self.sights["A"], self.sights["B"]
        hand = [handle + BEYOND for handle in b.view["players"]["B"]["hand"]]
        cards = {str(int(handle) + BEYOND): card for handle, card in b.view["cards"].items()}
        shown = {str(handle): cards[str(handle)] for handle in hand}
        looked = {}
        if not a.view["looked"]:
            looked = {str(handle + BEYOND): cards[str(handle + BEYOND)] for handle in b.view["looked"]}
        view = {
            **a.view,
            "cards": {**a.view["cards"], **shown, **looked},
            "players": {**a.view["players"], "B": {**a.view["players"]["B"], "hand": hand}},
            "looked": [*a.view["looked"], *map(int, looked)],
        }
        events = [mine if _knows(mine, theirs) else _beyond(theirs) for mine, theirs in zip(*self._told, strict=True)]
        return Sight(view, events)

    @property
    def _told(self) -> tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]:
        return self.sights["A"].events, self.sights["B"].events

    @property
    def asked(self) -> tuple[SeatName, str] | None:
        """Who is asked, and what kind of question; None when the match is over."""
        for seat in SEATS:
            if waiting := self.sights[seat].view.get("waiting"):
                return waiting["seat"], waiting["kind"]
        return None

    @property
    def turn(self) -> int:
        """The turn of the match; 0 before the first."""
        turn: int = self.sights["A"].view["turn"]
        return turn


def _knows(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Whether the first of two tellings of one event says at least as much as the second."""
    return bool(mine.get("card")) >= bool(theirs.get("card")) and ("cards" in mine) >= ("cards" in theirs)


def _beyond(event: Mapping[str, Any]) -> dict[str, Any]:
    """An event with handles `BEYOND` those of A."""
    moved: dict[str, Any] = {
        field: value + BEYOND
        for field in ("card", "target", "source", "to")
        if isinstance(value := event.get(field), int) and value
    }
    if "cards" in event:
        moved["cards"] = [handle + BEYOND for handle in event["cards"]]
    return {**event, **moved}


class Film:
    """The positions of a match. Raises `InvalidReplay` if one of them cannot be drawn with these cards."""

    def __init__(self, replay: Replay, catalogue: Catalogue) -> None:
        self.replay = replay
        self.positions: Final = tuple(developed(replay.head.views, replay.entries, catalogue))

    def __len__(self) -> int:
        """How many decisions there are; there is one position more."""
        return len(self.positions) - 1

    def next_turn(self, n: int) -> int:
        """The first position of the turn after that of position ``n``, else the last position."""
        turn = self.positions[n].turn
        return next((later.n for later in self.positions[n:] if later.turn > turn), len(self))

    def last_turn(self, n: int) -> int:
        """The first position of the turn of position ``n``, or of the turn before it if ``n`` is that."""
        turn = self.positions[max(0, n - 1)].turn
        return next(position.n for position in self.positions if position.turn == turn)


def developed(first: Views, entries: Iterable[Entry], catalogue: Catalogue) -> Iterator[Position]:
    """The positions of a match, one after another, from what both seats saw at first and were told after each entry.

    Raises `InvalidReplay` at the first that cannot be drawn.
    """
    return _Developing(catalogue).run(first, entries)


class _Developing:
    """Makes positions of what was told, and checks that they can be drawn with these cards."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def run(self, first: Views, entries: Iterable[Entry]) -> Iterator[Position]:
        views: dict[SeatName, Mapping[str, Any]] = {"A": first.A, "B": first.B}
        for seat in SEATS:
            self._check_view(views[seat], seat, 0)
        yield Position(0, None, {seat: Sight(views[seat], ()) for seat in SEATS})
        for entry in entries:
            sights = {
                "A": self._step("A", views["A"], entry.told.A, entry.n),
                "B": self._step("B", views["B"], entry.told.B, entry.n),
            }
            views = {seat: sights[seat].view for seat in SEATS}
            if [event["type"] for event in sights["A"].events] != [event["type"] for event in sights["B"].events]:
                raise InvalidReplay(f"After decision {entry.n} the two seats were told of different things.")
            yield Position(entry.n, entry, {seat: sights[seat] for seat in SEATS})

    def _step(self, seat: SeatName, before: Mapping[str, Any], told: Told, n: int) -> Sight:
        after = merge(before, told.patch)
        self._check_view(after, seat, n)
        try:
            msgspec.convert(told.events, tuple[GameEvent, ...])
            events = in_full(told.events, before, after)
        except msgspec.ValidationError as error:
            raise InvalidReplay(f"What {seat} was told after decision {n} cannot be shown: {error}.") from error
        for event in events:
            self._check_event(event, n)
        return Sight(after, events)

    def _check_event(self, event: Mapping[str, Any], n: int) -> None:
        """Whether its card is known here, and the paragraph of that card's text which it names is there."""
        number = event.get("number", "")
        if number:
            self._check_card(number, n)
        if event["type"] in WORDED and "text" not in event:
            paragraphs = card_text(self._catalogue.by_number(number)) if number else ()
            if not 0 < event.get("ability", 0) <= len(paragraphs):
                raise InvalidReplay(f"After decision {n} an ability is named that no card known here has.")

    def _check_view(self, view: Mapping[str, Any], seat: SeatName, n: int) -> None:
        """Whether a view can be drawn: its shape, its cards, and that each card which it names is there."""
        try:
            shape = msgspec.convert(view, View)
        except msgspec.ValidationError as error:
            raise InvalidReplay(f"What {seat} saw after decision {n} cannot be shown: {error}.") from error
        if shape.viewer != seat:
            raise InvalidReplay(f"What {seat} saw after decision {n} is what {shape.viewer} saw.")
        for card in shape.cards.values():
            self._check_card(card.number, n)
        named = [*shape.looked, *shape.resolution]
        for player in view["players"].values():
            named += [handle for zone in ZONES for handle in player[zone]]
        for handle in named:
            if str(handle) not in shape.cards:
                raise InvalidReplay(f"What {seat} saw after decision {n} names a card {handle} that is not there.")

    def _check_card(self, number: str, n: int) -> None:
        try:
            self._catalogue.by_number(number)
        except KeyError:
            raise InvalidReplay(f"After decision {n} there is a card {number}, which is not known here.") from None
