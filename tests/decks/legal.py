"""Decks that may be played, drawn by Hypothesis from the whole pool."""

from typing import Final

from hypothesis import strategies as st

from engine import Deck, catalogue
from engine.decks.deck import COPIES, DECK_SIZE, LUCKY_PALS
from engine.effects.definition import CardDefinition
from engine.model.terms import Colour

ANY_NUMBER: Final = "EBP01-061"
"""Beegarde, of which a deck may have any number."""

COLOURS: Final = tuple(colour for colour in Colour if colour is not Colour.COLORLESS)


@st.composite
def legal_decks(draw: st.DrawFn) -> Deck:
    """A deck of at most two colours, drawn card by card until it is full."""
    colours = draw(st.sampled_from([(one, other) for one in COLOURS for other in COLOURS]))
    pool = [card for card in catalogue.definitions if card.colour in (*colours, Colour.COLORLESS)]
    main: dict[str, int] = {}
    for card in draw(st.permutations(pool)):
        room = min(DECK_SIZE - sum(main.values()), most_copies(card, main))
        if room > 0:
            main[card.number] = draw(st.integers(1, room))
    fill(main, pool)
    return Deck(draw(st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=30)), main)


def most_copies(card: CardDefinition, main: dict[str, int]) -> int:
    """How many copies of a card may be in a deck with these others."""
    if card.number == ANY_NUMBER:
        return DECK_SIZE
    lucky = sum(copies for number, copies in main.items() if catalogue.by_number(number).lucky)
    return min(COPIES, LUCKY_PALS - lucky) if card.lucky else COPIES


def fill(main: dict[str, int], pool: list[CardDefinition]) -> None:
    """Add copies until the deck has its size."""
    for card in pool:
        others = {number: copies for number, copies in main.items() if number != card.number}
        wanted = DECK_SIZE - sum(others.values())
        if copies := min(most_copies(card, others), wanted):
            main[card.number] = max(main.get(card.number, 0), copies)
        if sum(main.values()) == DECK_SIZE:
            return


def swarm(copies: int = 20) -> Deck:
    """A deck with so many Beegarde, filled up with others of its colour."""
    main = {ANY_NUMBER: copies}
    fill(main, [card for card in catalogue.definitions if card.colour is Colour.GREEN and card.number != ANY_NUMBER])
    return Deck("Swarm", main)
