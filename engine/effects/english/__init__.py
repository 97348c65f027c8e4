"""The English language: every word that a player reads about an effect.

Another language is another package with the same functions: ``paragraph`` for an ability, ``kind_words`` for kinds of
cards, and the questions of ``questions``. A node without words is an error when the card is rendered, never an empty
text.
"""

from engine.effects.english import abilities, cards, players
from engine.effects.english.nouns import kind_words
from engine.effects.english.questions import delayed_words
from engine.effects.english.skills import paragraph

__all__ = ["abilities", "cards", "delayed_words", "kind_words", "paragraph", "players"]
