"""The card pool: what every card is and does, written in the vocabulary of ``engine.effects``.

One file per set and colour. ``CARDS`` holds them all in number order, ``catalogue`` is the pool that games are
played with, and ``facts_table`` is the pool as plain data for clients.
"""

from typing import Final

from engine.cards.ebp01_blue import EBP01_BLUE
from engine.cards.ebp01_colorless import EBP01_COLORLESS
from engine.cards.ebp01_green import EBP01_GREEN
from engine.cards.ebp01_purple import EBP01_PURPLE
from engine.cards.ebp01_red import EBP01_RED
from engine.cards.etd01_blue import ETD01_BLUE
from engine.cards.etd01_colorless import ETD01_COLORLESS
from engine.cards.etd01_red import ETD01_RED
from engine.cards.etd02_colorless import ETD02_COLORLESS
from engine.cards.etd02_green import ETD02_GREEN
from engine.cards.etd02_purple import ETD02_PURPLE
from engine.cards.facts import CardFacts, card_facts
from engine.effects.catalogue import Catalogue
from engine.effects.definition import CardDefinition

__all__ = ["CARDS", "CardFacts", "card_facts", "catalogue", "facts_table"]

CARDS: Final[tuple[CardDefinition, ...]] = tuple(
    sorted(
        (
            *EBP01_RED,
            *EBP01_BLUE,
            *EBP01_GREEN,
            *EBP01_PURPLE,
            *EBP01_COLORLESS,
            *ETD01_RED,
            *ETD01_BLUE,
            *ETD01_COLORLESS,
            *ETD02_GREEN,
            *ETD02_PURPLE,
            *ETD02_COLORLESS,
        ),
        key=lambda definition: definition.number,
    )
)

catalogue: Final = Catalogue(CARDS)


def facts_table(pool: Catalogue = catalogue) -> dict[str, CardFacts]:
    """Every card of the pool by number, as plain data: the body of ``GET /cards.json``."""
    return {definition.number: card_facts(definition) for definition in pool.definitions}
