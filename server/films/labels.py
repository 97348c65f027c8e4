"""The names of cards in lines of text: short labels for the notation, such as ``jolthog`` and ``jolthog-2``."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from engine import notation
from engine.effects.catalogue import Catalogue
from engine.effects.text import card_text
from engine.model.terms import OTHER, SeatName
from engine.notation import UnknownLabel
from server.protocol.shapes import Decision, to_engine

View = Mapping[str, Any]


def slug(name: str) -> str:
    """A name as a label: lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


class Labels:
    """Labels for the cards that can be spoken of now; a card keeps its label as long as that is so.

    It is a ``Names`` of the notation, and remembers the number of every card that it has seen, for the log in words.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._labels: dict[int, str] = {}
        self._handles: dict[str, int] = {}
        self._numbers: dict[int, str] = {}

    def look(self, view: View, also: Iterable[int] = ()) -> None:
        """Label the cards of both bases, the own hand and what is shown just now, and the cards ``also``."""
        for handle, card in view["cards"].items():
            self._numbers[int(handle)] = card["number"]
        wanted = [*_on_the_table(view), *also]
        self._labels = {handle: label for handle, label in self._labels.items() if handle in wanted}
        for handle in wanted:
            if handle in self._numbers and handle not in self._labels:
                self._labels[handle] = self._free(slug(self._main_name(handle)))
        self._handles = {label: handle for handle, label in self._labels.items()}

    def _free(self, wanted: str) -> str:
        taken = set(self._labels.values())
        number = 1
        while (label := wanted if number == 1 else f"{wanted}-{number}") in taken:
            number += 1
        return label

    def _main_name(self, handle: int) -> str:
        return self._catalogue.by_number(self._numbers[handle]).main_name

    def note(self, event: Mapping[str, Any]) -> None:
        """Remember the card of an event."""
        if event.get("card") and "number" in event:
            self._numbers[event["card"]] = event["number"]

    def name(self, handle: int) -> str:
        """The main name of a card that was seen at some time, else "a card"."""
        return self._main_name(handle) if handle in self._numbers else "a card"

    def number(self, handle: int) -> str:
        """The printed number of a card that was seen at some time; ``KeyError`` else."""
        return self._numbers[handle]

    def text(self, handle: int) -> tuple[str, ...]:
        """The paragraphs of the text of a card that was seen at some time; ``KeyError`` else."""
        return card_text(self._catalogue.by_number(self._numbers[handle]))

    def label(self, handle: int) -> str:
        """The label of a card; ``?`` for one that cannot be spoken of."""
        return self._labels.get(handle, "?")

    def handle(self, label: str) -> int:
        """The handle of the card with that label; raises ``UnknownLabel``."""
        if label not in self._handles:
            raise UnknownLabel(label)
        return self._handles[label]


def written(decision: Decision, view: View, catalogue: Catalogue) -> str:
    """A decision in the notation, with the labels that its own seat, which saw this, would have had."""
    labels = Labels(catalogue)
    labels.look(view, [card for card in (decision.card, decision.target, *decision.cards) if card])
    return notation.format(to_engine(decision), labels)


def _on_the_table(view: View) -> list[int]:
    seat: SeatName = view["viewer"] if view["viewer"] in view["players"] else "A"
    mine, theirs = view["players"][seat], view["players"][OTHER[seat]]
    return [*mine["base"], *theirs["base"], *mine["hand"], *view["looked"], *view["resolution"]]
