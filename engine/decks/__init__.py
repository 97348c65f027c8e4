"""Decks: what may be played, and the lists that come with the game."""

from engine.decks.deck import Deck
from engine.decks.presets import PRESETS, TRIAL_DECKS

__all__ = ["PRESETS", "TRIAL_DECKS", "Deck"]
