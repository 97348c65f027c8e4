"""Other printings of the same cards, and what a card number looks like.

The rules know a card by its name (Q2): other pictures and rarities have other numbers and are the same card.
"""

import re
from collections.abc import Mapping
from typing import Final

from engine.effects.catalogue import Catalogue

NUMBER: Final = re.compile(
    r"(?<![A-Z0-9])([A-Z]{2,5}[0-9]{0,2}-[0-9]{3})(?:-?([A-Z]{1,3}))?(?=\s*X\s*[0-9]|[^A-Z0-9]|$)",
    re.ASCII | re.IGNORECASE,
)
"""A card number in a list: set, number, and perhaps the mark of a rarity; ``x4`` may follow without a space."""

RARITIES: Final = (
    "SSS", "SSP", "OSR", "TSR", "TSP", "TDR", "SP", "SR", "RR", "R", "S", "PR",
)  # fmt: skip
"""Every mark of a rarity that can follow a number, longer ones first; lists use them for cards that have none."""

REPRINTS: Final[Mapping[str, str]] = {
    "EPR-001": "ETD01-023",
    "EPR-002": "EBP01-012",
    "EPR-003": "EBP01-014",
    "EPR-004": "EBP01-032",
    "EPR-005": "EBP01-038",
    "EPR-006": "EBP01-058",
    "EPR-007": "EBP01-059",
    "EPR-008": "EBP01-082",
    "EPR-009": "EBP01-087",
    "EPR-010": "EBP01-001",
    "EPR-011": "EBP01-081",
    "EPR-029": "ETD02-023",
}
"""Promotional numbers by the number of the card that they print again."""

SOULS: Final = ("SOUL-", "ESOUL-")
"""With these begins the number of every soul card: all are blank and the same (2.12.2), whatever their picture."""


def is_soul(number: str) -> bool:
    """Whether the number is that of a soul card."""
    return number.startswith(SOULS)


def canonical(number: str, rarity: str, pool: Catalogue) -> str | None:
    """The pool's number of a printing, given in capitals: E may be missing, the rarity may be any; None if unknown."""
    if rarity and rarity not in RARITIES:
        return None
    for spelled in (number, f"E{number}"):
        found = REPRINTS.get(spelled, spelled)
        if found in pool:
            return found
    return None
