"""What may lie where a seat cannot see: a deal of the hidden cards, from the view and from known decks alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from clients.bots.policy import View
from engine.decks.deck import Deck
from engine.model.terms import SEATS, SeatName


class Guesser:
    """Takes each player's deck for the known one that holds most of the cards which were seen of it."""

    def __init__(self, known: Sequence[Deck]) -> None:
        self._known: Final = [Counter(deck.main) for deck in known]

    def deal(self, view: View, chance: Random) -> dict[SeatName, list[str]]:
        """The numbers of the cards that the viewer does not see, by owner, as ``Game.from_view`` takes them."""
        return {seat: self._hidden(view, seat, chance) for seat in SEATS}

    def _hidden(self, view: View, seat: SeatName, chance: Random) -> list[str]:
        shown = view["players"][seat]
        wanted = shown["deck_size"] + (0 if seat == view["viewer"] else shown["hand_size"])
        seen = Counter(card["number"] for card in view["cards"].values() if card["owner"] == seat)
        rest = sorted((self._likely(seen, chance) - seen).elements())
        chance.shuffle(rest)
        while len(rest) < wanted:  # not a deck of 50 cards, as in a lesson
            rest.append(chance.choice(rest) if rest else chance.choice(sorted(seen)))
        return rest[:wanted]

    def _likely(self, seen: Mapping[str, int], chance: Random) -> Counter[str]:
        """Any of the known decks that hold most of the seen cards."""
        held = [sum(min(number, deck[card]) for card, number in seen.items()) for deck in self._known]
        most = max(held)
        return chance.choice([deck for deck, number in zip(self._known, held, strict=True) if number == most])
