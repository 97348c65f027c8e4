"""How likely a seat is to win, as a turn's main phase begins: what a search sees at its horizon.

The figures are a logistic regression over the turns of 2,700 matches of the greedy bot against itself, with a decision
by chance now and then. It is surer than one that counts cards of a hand instead of asking what each is worth.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from clients.bots import worth
from clients.bots.table import Card, Player, Table
from engine.effects.catalogue import Catalogue
from engine.game import Game
from engine.model.terms import OTHER, Keyword, SeatName

NEAR_DEATH: Final = -12.1
"""Over one more than the points of life: the last ones are worth most."""
PAL: Final = 0.25
POWER: Final = 0.00064
"""A Pal in a base, and each point of its Power."""
STRUCTURE: Final = 0.06
"""A structure, for each point of its cost."""
CARD: Final = -0.17
HELD: Final = 0.0015
"""A card of a hand, and each point of what it is worth there: the cheapest ones only fill it."""
SOUL: Final = 0.09
"""A soul that stands."""
LAST_CARDS: Final = -2.1
FEW: Final = 8
"""A deck of so few cards."""
REACH: Final = 1.3
MOST: Final = 1.5
"""How much of the opponent's life the attacks take that cannot be blocked; more than so much is as good."""
TO_MOVE: Final = -0.23
"""The turn, whose cards and souls are counted above."""


def chance_to_win(game: Game, seat: SeatName, catalogue: Catalogue) -> float:
    """Between 0 and 1, which are the end of the game. Both hands are looked at: the game is a world of one's own."""
    if game.outcome is not None:
        return 0.5 if game.outcome.winner == "draw" else float(game.outcome.winner == seat)
    mine, theirs = (Table(game.glimpse(each), each, catalogue) for each in (seat, OTHER[seat]))
    active, other = (mine, theirs) if mine.is_my_turn else (theirs, mine)
    reach = REACH * min(MOST, unblocked(active) / max(1, other.me.life))
    ahead = _strength(active.me, active.hand) - _strength(other.me, other.hand) + reach + TO_MOVE
    return 1.0 / (1.0 + exp(-ahead if active is mine else ahead))


def unblocked(table: Table) -> int:
    """The Strike of the seat's Pals that stand, less those with the most that the opponent's could block."""
    ready = table.me.standing
    blockable = sorted((_strike(pal) for pal in ready if not pal.has(Keyword.STEALTH)), reverse=True)
    return sum(blockable[len(table.foe.standing) :]) + sum(_strike(pal) for pal in ready if pal.has(Keyword.STEALTH))


def _strike(pal: Card) -> int:
    return max(0, pal.strike)


def _strength(player: Player, hand: Sequence[Card]) -> float:
    base = sum(PAL + POWER * pal.power for pal in player.pals)
    base += STRUCTURE * sum(card.definition.cost for card in player.structures)
    held = sum(CARD + HELD * worth.in_hand(card, player.all_souls) for card in hand)
    last = LAST_CARDS if player.deck_size <= FEW else 0.0
    return base + held + last + SOUL * player.souls + NEAR_DEATH / (1 + max(0, player.life))
