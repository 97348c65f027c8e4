"""How likely a seat is to win, as a turn's main phase begins: what a search sees at its horizon.

The figures are a logistic regression over the turns of a thousand matches of the greedy bot against itself, with a
decision by chance now and then.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from clients.bots.table import Card, Player, Table
from engine.effects.catalogue import Catalogue
from engine.game import Game
from engine.model.terms import OTHER, Keyword, SeatName

NEAR_DEATH: Final = -10.7
"""Over one more than the points of life: the last ones are worth most."""
LIFE: Final = 0.02
PAL: Final = -0.17
STRIKE: Final = 0.34
POWER: Final = 0.00014
"""A Pal in a base, each point of its Strike, and each of its printed Power."""
READY: Final = 0.37
"""A Pal that stands as its player's main phase begins."""
CARD: Final = 0.14
IN_TIME: Final = 0.19
"""A card of a hand, and more for one that can be used in the opponent's turn."""
STRUCTURE: Final = 0.07
"""A structure, for each point of its cost."""


def chance_to_win(game: Game, seat: SeatName, catalogue: Catalogue) -> float:
    """Between 0 and 1, which are the end of the game. Both hands are looked at: the game is a world of one's own."""
    if game.outcome is not None:
        return 0.5 if game.outcome.winner == "draw" else float(game.outcome.winner == seat)
    mine, theirs = (Table(game.glimpse(each), each, catalogue) for each in (seat, OTHER[seat]))
    ahead = _strength(mine.me, mine.hand) - _strength(theirs.me, theirs.hand)
    ahead += READY * (len(mine.me.standing) if mine.is_my_turn else -len(theirs.me.standing))
    return 1.0 / (1.0 + exp(-ahead))


def _strength(player: Player, hand: Sequence[Card]) -> float:
    base = sum(PAL + STRIKE * max(0, pal.strike) + POWER * pal.definition.power for pal in player.pals)
    base += STRUCTURE * sum(card.definition.cost for card in player.structures)
    kept = sum(CARD + IN_TIME * _is_in_time(card) for card in hand)
    return base + kept + LIFE * player.life + NEAR_DEATH / (1 + max(0, player.life))


def _is_in_time(card: Card) -> bool:
    return card.definition.is_quick or Keyword.INTERRUPT in card.definition.keywords
