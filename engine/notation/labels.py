"""The labels of cards in the log of a match, for the whole log or for a reader who may not know all of it.

A public object is ``NUMBER~k``, where k is the handle that spectators know it by, so k counts objects as they become
public. A card in a hidden zone is ``NUMBER`` for the first copy in that zone's order, ``NUMBER+2``, ``NUMBER+3`` for
further ones; for a reader who may not know it, it is ``?``.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from engine.model.terms import SPECTATOR, Audience, SeatName
from engine.notation.lines import UnknownLabel

UNKNOWN: Final = "?"

_PUBLIC: Final = re.compile(r"([A-Z0-9]+-[0-9]+)~([1-9][0-9]{0,8})")
_HIDDEN: Final = re.compile(r"([A-Z0-9]+-[0-9]+)(?:\+([1-9][0-9]{0,8}))?")


class Card(Protocol):
    """What the labels read of one card."""

    @property
    def number(self) -> str: ...
    @property
    def owner(self) -> SeatName: ...
    @property
    def zone(self) -> str: ...


class Question(Protocol):
    """What the labels read of the open prompt."""

    @property
    def candidates(self) -> Sequence[int]: ...


class Table(Protocol):
    """What the labels read of a game: its privileged inspection."""

    @property
    def prompt(self) -> Question | None: ...
    def handle(self, physical: int, audience: Audience) -> int: ...
    def physical(self, handle: int, audience: Audience) -> int: ...
    def inspect(self, physical: int) -> Card: ...
    def report(self) -> Mapping[str, Any]: ...


class LogLabels:
    """The names of a log line: what ``seat`` decides, written for ``reader`` (None: the whole log).

    The labels hold as long as the game stands where it stood: format a decision before it is taken.
    """

    def __init__(self, game: Table, seat: SeatName, reader: Audience | None = None) -> None:
        self._game = game
        self._seat = seat
        self._reader = reader

    def label(self, handle: int) -> str:
        """Return the label of the card that ``seat`` knows by ``handle``."""
        physical = self._game.physical(handle, self._seat)
        number = self._game.inspect(physical).number
        public = self._game.handle(physical, SPECTATOR)
        if public:
            return f"{number}~{public}"
        if self._reader is not None and not self._game.handle(physical, self._reader):
            return UNKNOWN
        copy = self._hidden_copies(physical).index(physical) + 1
        return number if copy == 1 else f"{number}+{copy}"

    def handle(self, label: str) -> int:
        """Return the handle by which ``seat`` knows the card, or raise ``UnknownLabel``."""
        physical = self._find(label)
        handle = 0 if physical is None else self._game.handle(physical, self._seat)
        if not handle:
            raise UnknownLabel(label)
        return handle

    def _find(self, label: str) -> int | None:
        if public := _PUBLIC.fullmatch(label):
            return self._public_card(public[1], int(public[2]))
        if hidden := _HIDDEN.fullmatch(label):
            copies = self._copies(hidden[1], self._hidden_zone())
            copy = int(hidden[2] or 1)
            return copies[copy - 1] if copy <= len(copies) else None
        return None

    def _public_card(self, number: str, handle: int) -> int | None:
        for physical in self._every_card():
            if self._game.handle(physical, SPECTATOR) == handle:
                return physical if self._game.inspect(physical).number == number else None
        return None

    def _hidden_zone(self) -> tuple[SeatName, str]:
        """Return the hidden zone that the prompt is about: a deck that is looked at, else the hand."""
        prompt = self._game.prompt
        for handle in prompt.candidates if prompt is not None else ():
            physical = self._game.physical(handle, self._seat)
            if not self._game.handle(physical, SPECTATOR):
                card = self._game.inspect(physical)
                return card.owner, card.zone
        return self._seat, "hand"

    def _hidden_copies(self, physical: int) -> list[int]:
        card = self._game.inspect(physical)
        return self._copies(card.number, (card.owner, card.zone))

    def _copies(self, number: str, zone: tuple[SeatName, str]) -> list[int]:
        owner, name = zone
        cards: list[int] = self._game.report()["players"][owner][name]
        return [
            card
            for card in cards
            if self._game.inspect(card).number == number and not self._game.handle(card, SPECTATOR)
        ]

    def _every_card(self) -> list[int]:
        report = self._game.report()
        cards = list(report["resolution"])
        for player in report["players"].values():
            for zone in ("base", "graveyard", "exile", "hand", "deck"):
                cards.extend(player[zone])
        return cards
