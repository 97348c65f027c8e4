"""A table for behaviour tests: a position in short words, decisions by labels, and everything that can be seen.

A card is written ``NUMBER label [rest] [damage=N]``, as in ``"ETD01-002 hog rest"``; labels are unique over the table.
Decks are filled with copies of ETD01-003, which does nothing, up to 30 cards, unless ``exact_deck`` is set.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypedDict

from engine import Game, IllegalDecision, notation
from engine.effects.catalogue import Catalogue
from engine.inspection import CardReport
from engine.model.decisions import PASS
from engine.model.position import CardAt, Position, Side
from engine.model.reasons import Reason
from engine.model.terms import SEATS, Audience, SeatName
from engine.prompts import Prompt
from engine.rules.match import Event

FILLER = "ETD01-003"
DECK = 30


class Place(TypedDict, total=False):
    """What one player has; cards as strings, counters as numbers."""

    base: list[str]
    hand: list[str]
    deck: list[str]
    graveyard: list[str]
    exile: list[str]
    exact_deck: bool
    souls: int
    resting_souls: int
    life: int
    material: int
    ingredient: int


def card_at(text: str) -> tuple[CardAt, str]:
    """A card of the position and its label."""
    number, label, *state = text.split()
    damage = next((int(word.removeprefix("damage=")) for word in state if word.startswith("damage=")), 0)
    return CardAt(number, resting="rest" in state, damage=damage), label


class Table:
    """A game with a label for every card that the test named."""

    def __init__(self, pool: Catalogue, a: Place, b: Place, *, turn: SeatName, night: bool) -> None:
        self.labels: dict[str, int] = {}
        self._placed = 0
        self._events: Sequence[Event] = ()
        sides = {"A": self._side(a), "B": self._side(b)}
        position = Position(sides={seat: sides[seat] for seat in SEATS}, turn=turn, night=night)
        self.game = Game.from_position(pool, position)

    def _side(self, place: Place) -> Side:
        deck = place.get("deck", [])
        filler = 0 if place.get("exact_deck") else DECK - len(deck)
        base, hand = self._cards(place.get("base", [])), self._cards(place.get("hand", []))
        cards = (*self._cards(deck), *(CardAt(FILLER) for _ in range(filler)))
        self._placed += filler
        return Side(
            life=place.get("life", 10),
            souls_standing=place.get("souls", 10),
            souls_resting=place.get("resting_souls", 0),
            material=place.get("material", 0),
            ingredient=place.get("ingredient", 0),
            base=base,
            hand=hand,
            deck=cards,
            graveyard=self._cards(place.get("graveyard", [])),
            exile=self._cards(place.get("exile", [])),
        )

    def _cards(self, texts: Iterable[str]) -> tuple[CardAt, ...]:
        """The cards of one zone; physical numbers are given in reading order."""
        cards = []
        for text in texts:
            card, label = card_at(text)
            assert label not in self.labels, f"two cards are called {label}"
            self.labels[label] = self._placed
            self._placed += 1
            cards.append(card)
        return tuple(cards)

    # --- decisions ----------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Prompt:
        """The open prompt; the game must not be over."""
        assert self.game.prompt is not None, f"the game is over: {self.game.outcome}"
        return self.game.prompt

    def a(self, *lines: str) -> None:
        """Decisions of A, in the notation, one after the other."""
        self._decide("A", lines)

    def b(self, *lines: str) -> None:
        """Decisions of B."""
        self._decide("B", lines)

    def _decide(self, seat: SeatName, lines: Iterable[str]) -> None:
        for line in lines:
            assert self.prompt.seat == seat, f'{seat} is not asked for "{line}": {self.asked()}'
            self._events = self.game.decide(notation.parse(line, self.prompt, _Names(self, seat)))

    def settle(self) -> None:
        """Pass every block and quick step until something else is asked, or the game is over."""
        while self.game.prompt is not None and self.game.prompt.kind in ("block", "quick"):
            self.game.decide(PASS)

    def end_turn(self) -> None:
        """End the main phase and come to the other player's."""
        seat = self.prompt.seat
        self._decide(seat, ["end"])
        self.settle()
        assert self.asked() == ("B" if seat == "A" else "A", "main"), self.asked()

    def refuses(self, line: str) -> bool:
        """Whether the asked player may not do this now; a refused decision changes nothing."""
        decision = notation.parse(line, self.prompt, _Names(self, self.prompt.seat))
        listed = decision in self.prompt.legal()
        if not listed:
            before = self.game.save()
            try:
                self.game.decide(decision)
            except IllegalDecision:
                assert self.game.save() == before
            else:
                raise AssertionError(f'"{line}" is not listed as legal and was taken')
        return not listed

    def why_not(self, line: str) -> Reason | None:
        """Why the asked player may not do this now; None if it may."""
        return self.prompt.why_not(notation.parse(line, self.prompt, _Names(self, self.prompt.seat)))

    def asked(self) -> tuple[str, str]:
        """Who is asked, and what kind of question."""
        return self.prompt.seat, self.prompt.kind

    def candidates(self) -> set[str]:
        """The labels of the cards that may be chosen."""
        return {self.label(self.game.physical(handle, self.prompt.seat)) for handle in self.prompt.candidates}

    # --- what can be seen ---------------------------------------------------------------------------------------------

    def label(self, physical: int) -> str:
        """The label of a card; its number if the test did not name it."""
        named = {card: label for label, card in self.labels.items()}
        return named.get(physical, self.game.inspect(physical).number)

    def card(self, label: str) -> CardReport:
        """Everything about a card."""
        return self.game.inspect(self.labels[label])

    def zone(self, label: str) -> str:
        """Where a card is."""
        return self.card(label).zone

    def power(self, label: str) -> int | None:
        """A Pal's current Power."""
        return self.card(label).power

    def strike(self, label: str) -> int | None:
        """A Pal's current Strike."""
        return self.card(label).strike

    def damage(self, label: str) -> int | None:
        """The damage taken by a card in a base."""
        return self.card(label).damage

    def rests(self, label: str) -> bool:
        """Whether a card in a base rests."""
        resting = self.card(label).resting
        assert resting is not None, f"{label} is in no base"
        return resting

    def counter(self, seat: SeatName, name: str) -> int:
        """A counter of a player: life, material, ingredient, souls_standing, souls_resting."""
        value = self._player(seat)[name]
        assert isinstance(value, int)
        return value

    def cards(self, seat: SeatName, zone: str) -> list[str]:
        """The labels of the cards of a zone, in its order; a deck is given top first."""
        physicals = self._player(seat)[zone]
        assert isinstance(physicals, list)
        return [self.label(card) for card in physicals]

    def _player(self, seat: SeatName) -> Mapping[str, object]:
        player: Mapping[str, object] = self.game.report()["players"][seat]
        return player

    def last_events(self, audience: Audience) -> list[dict[str, Any]]:
        """What the last decision of a player brought about, as far as the audience may know."""
        return self.game.events_for(audience, self._events)

    @contextmanager
    def untouched(self, *labels: str) -> Iterator[None]:
        """These bystanders are exactly the same afterwards."""
        before = {label: self.card(label) for label in labels}
        yield
        assert {label: self.card(label) for label in labels} == before

    def is_quiet(self) -> bool:
        """Whether nothing is pending, resolving or being fought over: a main phase, or the end of the game."""
        report = self.game.report()
        rests = not (report["pending"] or report["resolution"] or report["battle"])
        return rests and (self.game.prompt is None or self.game.prompt.kind == "main")


class _Names:
    """The labels of the table for one seat; a card that the seat does not know is never legal."""

    def __init__(self, table: Table, seat: SeatName) -> None:
        self._table = table
        self._seat = seat

    def label(self, handle: int) -> str:
        return self._table.label(self._table.game.physical(handle, self._seat))

    def handle(self, label: str) -> int:
        card = self._table.labels[label]
        return self._table.game.handle(card, self._seat) or -1 - card


SetTable = Callable[..., Table]
"""``table(A={...}, B={...}, turn="A", night=False)``."""


@contextmanager
def tables(pool: Catalogue) -> Iterator[SetTable]:
    """Set tables; afterwards each game stands in a main phase with nothing pending, or is over."""
    known: list[Table] = []

    def set_table(A: Place | None = None, B: Place | None = None, turn: SeatName = "A", night: bool = False) -> Table:  # noqa: N803 - seats have capital letters
        known.append(Table(pool, A or {}, B or {}, turn=turn, night=night))
        return known[-1]

    yield set_table
    for each in known:
        assert each.is_quiet(), f"something is left: {each.game.report()}"
