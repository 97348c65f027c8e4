"""The decks that come with the game.

The lists of the printed trial decks were not published; these are lists of our own from the same cards.
"""

from collections.abc import Mapping
from typing import Final

from engine.decks.deck import Deck
from engine.decks.public import PUBLIC_DECKS

TRIAL_1: Final = Deck(
    "Trial deck 1, our list",
    {
        "ETD01-001": 2,
        "ETD01-002": 2,
        "ETD01-003": 2,
        "ETD01-004": 2,
        "ETD01-005": 2,
        "ETD01-006": 2,
        "ETD01-007": 2,
        "ETD01-008": 3,
        "ETD01-009": 2,
        "ETD01-010": 2,
        "ETD01-011": 2,
        "ETD01-012": 2,
        "ETD01-013": 3,
        "ETD01-014": 2,
        "ETD01-015": 2,
        "ETD01-016": 2,
        "ETD01-017": 2,
        "ETD01-018": 2,
        "ETD01-019": 2,
        "ETD01-020": 2,
        "ETD01-021": 2,
        "ETD01-022": 2,
        "ETD01-023": 2,
        "ETD01-024": 2,
    },
)

TRIAL_2: Final = Deck(
    "Trial deck 2, our list",
    {
        "ETD02-001": 2,
        "ETD02-002": 2,
        "ETD02-003": 3,
        "ETD02-004": 2,
        "ETD02-005": 2,
        "ETD02-006": 2,
        "ETD02-007": 2,
        "ETD02-008": 3,
        "ETD02-009": 2,
        "ETD02-010": 2,
        "ETD02-011": 2,
        "ETD02-012": 2,
        "ETD02-013": 2,
        "ETD02-014": 2,
        "ETD02-015": 2,
        "ETD02-016": 2,
        "ETD02-017": 2,
        "ETD02-018": 2,
        "ETD02-019": 2,
        "ETD02-020": 2,
        "ETD02-021": 2,
        "ETD02-022": 2,
        "ETD02-023": 2,
        "ETD02-024": 2,
    },
)

TRIAL_DECKS: Final[Mapping[str, Deck]] = {"trial-1": TRIAL_1, "trial-2": TRIAL_2}
"""The trial decks by key."""

PRESETS: Final[Mapping[str, Deck]] = {**TRIAL_DECKS, **PUBLIC_DECKS}
"""Every deck that a player can pick by key."""
