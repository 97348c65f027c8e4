"""A game as the runner sees it: privileged inspection, with labels in place of handles and physical numbers."""

from collections.abc import Mapping
from typing import Any

from clients.scenarios.cards import KindOf, Labels
from engine import Game
from engine.inspection import CardReport
from engine.model.terms import Audience, Kind, SeatName


class SeatLabels:
    """The names of the decision notation for one seat: labels of the scenario, handles of that seat.

    A card that the seat does not know has a handle that no view ever gave, so a decision about it is never legal.
    """

    def __init__(self, game: Game, labels: Labels, seat: Audience) -> None:
        self._game = game
        self._labels = labels
        self._seat = seat

    def label(self, handle: int) -> str:
        """Return the label of the card that the seat knows by ``handle``."""
        return self._labels.of(self._game.physical(handle, self._seat))

    def handle(self, label: str) -> int:
        """Return the seat's handle of the card, or a negative number if the seat does not know it."""
        physical = self._labels.card(label)
        return self._game.handle(physical, self._seat) or -1 - physical

    def physical(self, handle: int) -> int:
        """Return the card to which `handle` gave that number."""
        return self._game.physical(handle, self._seat) if handle > 0 else -1 - handle


class Scene:
    """The game as it stands at one moment of a scenario."""

    def __init__(self, game: Game, labels: Labels, kind_of: KindOf) -> None:
        self.game = game
        self.labels = labels
        self._kind_of = kind_of
        self.report: Mapping[str, Any] = game.report()

    def names(self, seat: Audience) -> SeatLabels:
        """Return the names for that seat."""
        return SeatLabels(self.game, self.labels, seat)

    def player(self, seat: SeatName) -> Mapping[str, Any]:
        """Return the counters and zones of one player."""
        player: Mapping[str, Any] = self.report["players"][seat]
        return player

    def zone(self, seat: SeatName, zone: str) -> list[int]:
        """Return a zone's cards in its order; ``pals``, ``structures`` and ``gear`` are parts of the base."""
        kind = {"pals": Kind.PAL, "structures": Kind.STRUCTURE, "gear": Kind.GEAR}.get(zone)
        cards: list[int] = self.player(seat)["base" if kind else zone]
        return [card for card in cards if kind is None or self.kind(card) is kind]

    def kind(self, physical: int) -> Kind | None:
        """Return the kind of a card."""
        return self._kind_of(self.number(physical))

    def number(self, physical: int) -> str:
        """Return the printed number of a card."""
        return self.game.inspect(physical).number

    def card(self, label: str) -> CardReport:
        """Return what inspection tells of the card with that label."""
        return self.game.inspect(self.labels.card(label))

    def label(self, physical: int) -> str:
        """Return the label of a card."""
        return self.labels.of(physical)
