"""The cards of a scenario: reading ``NUMBER [as LABEL] [rest] [damage=N]``, and giving every card its label."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from clients.scenarios.document import Value
from engine.model.position import CardAt
from engine.model.terms import Kind
from engine.notation import UnknownLabel

KindOf = Callable[[str], Kind | None]
"""Tells the kind of a card number; None if no card has it."""

LABEL: Final = re.compile(r"[a-z][a-z0-9_-]*")
RESERVED: Final = frozenset({"player", "none", "null", "true", "false"})
_DAMAGE: Final = re.compile(r"damage=([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """A card as the file writes it; ``label`` is empty for an unlabelled one, ``value`` None for filler of a deck."""

    card: CardAt
    label: str = ""
    value: Value | None = None


def read_card(value: Value, zone: str, kind_of: KindOf) -> WrittenCard:
    """Read one card of ``zone``; only a base has orientation, and damage for Pals and structures."""
    words = value.text("a card: NUMBER [as LABEL] [rest] [damage=N]").split()
    number, rest_of_line = (words[0], words[1:]) if words else ("", [])
    kind = kind_of(number)
    if kind is None:
        raise value.error(f'no card has the number "{number}"')
    label = ""
    if rest_of_line[:1] == ["as"]:
        label = _read_label(rest_of_line[1] if len(rest_of_line) > 1 else "", value)
        rest_of_line = rest_of_line[2:]
    resting = rest_of_line[:1] == ["rest"]
    if resting:
        rest_of_line = rest_of_line[1:]
    damage = 0
    if rest_of_line and (match := _DAMAGE.fullmatch(rest_of_line[0])):
        damage = int(match[1])
        rest_of_line = rest_of_line[1:]
    if rest_of_line:
        raise value.error(f'expected NUMBER [as LABEL] [rest] [damage=N], found "{" ".join(rest_of_line)}"')
    _check_place(value, zone, kind, resting, damage)
    return WrittenCard(CardAt(number, resting, damage), label, value)


def _read_label(label: str, value: Value) -> str:
    if not LABEL.fullmatch(label) or label in RESERVED:
        raise value.error(
            f'"{label}" is no label: a label is a lower-case word, and none of {", ".join(sorted(RESERVED))}'
        )
    return label


def _check_place(value: Value, zone: str, kind: Kind, resting: bool, damage: int) -> None:
    if zone != "base":
        if resting or damage:
            raise value.error(f"only a card in a base rests or has damage, and this one is in the {zone}")
        return
    if kind is Kind.EVENT:
        raise value.error("an event is never in a base")
    if damage and kind is Kind.GEAR:
        raise value.error("a gear has no damage")


class Labels:
    """Every card's label, by physical number. A label follows its card from zone to zone."""

    def __init__(self, labels: list[str]) -> None:
        self._labels = tuple(labels)
        self._cards = {label: physical for physical, label in enumerate(labels)}

    def of(self, physical: int) -> str:
        """Return the label of a card."""
        return self._labels[physical]

    def card(self, label: str) -> int:
        """Return the physical number of the card with that label, or raise ``UnknownLabel``."""
        try:
            return self._cards[label]
        except KeyError:
            raise UnknownLabel(label) from None

    def __contains__(self, label: str) -> bool:
        return label in self._cards

    def __len__(self) -> int:
        return len(self._labels)


def give_labels(cards: list[WrittenCard]) -> Labels:
    """Give all cards of a scenario, in reading order, their labels.

    Unlabelled copies are ``NUMBER``, ``NUMBER#2``, ``NUMBER#3`` in reading order, the filler of decks last.
    """
    labels = [card.label for card in cards]
    seen: set[str] = set()
    for card in cards:
        if card.label in seen and card.value is not None:
            raise card.value.error(f'the label "{card.label}" stands twice')
        if card.label:
            seen.add(card.label)
    copies: dict[str, int] = {}
    for filler in (False, True):
        for index, card in enumerate(cards):
            if not card.label and (card.value is None) is filler:
                number = card.card.number
                copies[number] = copies.get(number, 0) + 1
                labels[index] = number if copies[number] == 1 else f"{number}#{copies[number]}"
    return Labels(labels)
