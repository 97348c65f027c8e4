"""Decks: what may be played, the lists that come with the game, and reading and writing lists in every usual form."""

from engine.decks.code import UnwritableDeck
from engine.decks.deck import Deck
from engine.decks.presets import PRESETS, TRIAL_DECKS
from engine.decks.reading import Line, Reading, read_deck
from engine.decks.writing import FORMS

__all__ = ["FORMS", "PRESETS", "TRIAL_DECKS", "Deck", "Line", "Reading", "UnwritableDeck", "read_deck"]
