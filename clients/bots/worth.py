"""What things are worth, in points: about 150 for a soul that a card costs.

The figures are judgements, set by hand and checked by playing the bot against itself.
"""

from typing import Final

from clients.bots.table import Card, Player
from engine.effects.definition import CardDefinition
from engine.model.terms import Keyword, Kind

WIN: Final = 100_000.0
CARD: Final = 220.0
"""A card more in a hand."""
SOUL: Final = 40.0
"""A standing soul of this turn."""
RESOURCE: Final = 25.0
"""One Material or Ingredient."""
MILLED: Final = 8.0
"""A card less in the deck, while there are enough."""
LUCK: Final = 0.15
"""How often a card of a deck is Lucky: about 8 of 50 (6.1.1.3)."""
LAST_CARDS: Final = 5
"""With so few cards in the deck nobody draws of their own free will (11.3)."""


_PRINTED: Final[dict[int, tuple[CardDefinition, float]]] = {}
"""By the identity of the definition, which is kept beside it so that its identity stays its own."""


def printed(definition: CardDefinition) -> float:
    """A card in its base, by what is printed on it: what it is worth beyond this turn."""
    known = _PRINTED.get(id(definition))
    if known is None:
        known = _PRINTED[id(definition)] = (definition, _of_print(definition))
    return known[1]


def _of_print(definition: CardDefinition) -> float:
    if definition.kind is Kind.PAL:
        return 0.45 * definition.power + 150.0 * definition.strike + 40.0 * len(definition.abilities)
    if definition.kind is Kind.EVENT:
        return CARD + 60.0 * definition.cost
    return 100.0 + 80.0 * definition.cost


def in_base(card: Card) -> float:
    """A card in a base, whosesoever."""
    return printed(card.definition)


def in_hand(card: Card, souls: int) -> float:
    """A card in hand; one that cannot be played soon is worth less, one that can stop an attack more."""
    soon = 1.0 if card.cost <= souls + 2 else 0.5
    stops = 120.0 if Keyword.INTERRUPT in card.definition.keywords else 0.0
    return 60.0 + 0.3 * printed(card.definition) * soon + stops


def lost(card: Card) -> float:
    """What it is worth to this seat that the card leaves its base."""
    return -in_base(card) if card.mine else in_base(card)


def life_point(life: int) -> float:
    """The next point of life of a player who has so many."""
    return 110.0 + 500.0 / max(life, 1)


def hit(player: Player, strike: int) -> float:
    """What the player loses by so much damage; a Lucky card may stop it (11.2)."""
    if strike <= 0:
        return 0.0
    lands = float((1.0 - LUCK) ** strike)
    if strike >= player.life:
        return WIN * lands
    return lands * sum(life_point(player.life - point) for point in range(strike)) + strike * MILLED


def drawn(player: Player, cards: float) -> float:
    """What it is worth to the player to draw so many cards."""
    if player.deck_size - cards <= LAST_CARDS:
        return -WIN / 100.0
    return cards * CARD
