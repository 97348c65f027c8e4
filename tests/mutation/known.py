"""What no test can show, each with its reason; what is named here and is not so is an error of its own."""

from typing import Final

READ_BY_DECKS: Final = "It is read when a deck is checked and in no game; its mutants are caught by a test of the card."

UNREACHABLE: Final[dict[str, str]] = {
    "EBP01-061/1": READ_BY_DECKS,
    "EBP01-061/1 statics.0": READ_BY_DECKS,
}
"""Nodes by their place, that no trial can carry out."""

EQUIVALENT: Final[dict[str, str]] = {}
"""Mutants by their name, that play exactly like the card itself."""
