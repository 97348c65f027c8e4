"""Writing a deck in the forms that others read; each is exactly what the tool that it is for takes."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from engine.decks.code import UnwritableDeck, encode
from engine.decks.deck import COPIES, Deck
from engine.decks.links import escaped
from engine.decks.reading import SOULS
from engine.effects.catalogue import Catalogue

LONGEST_NAME: Final = 52
"""Characters of a name in a link; what is longer would be cut by its reader."""


def as_code(deck: Deck, pool: Catalogue) -> str:
    """Our own short code, which holds every deck; see ``engine.decks.code``."""
    return encode(deck.main)


def as_link(deck: Deck, pool: Catalogue) -> str:
    """``?list=NUMBERxCOPIES,...&name=...``: put behind the address of a deck builder.

    Raises ``UnwritableDeck`` for more than four copies of a number, which such links cannot say.
    """
    for number, copies in deck.main.items():
        if not 1 <= copies <= COPIES:
            raise UnwritableDeck(
                f"A link holds at most {COPIES} copies of a card, and {_named(number, pool)} has {copies}."
            )
    cards = ",".join(sorted(f"{number}x{copies}" for number, copies in deck.main.items()))
    return f"?list={cards}&name={escaped(_title(deck)[:LONGEST_NAME].strip())}"


def as_numbers(deck: Deck, pool: Catalogue) -> str:
    """Every card's number as often as it has copies, in one line with commas."""
    return ",".join(short for number, copies in deck.main.items() for short in [_short(number)] * copies)


def as_text(deck: Deck, pool: Catalogue) -> str:
    """A line for each card, ``4 Name (NUMBER)``, then the souls."""
    cards = (f"{copies} {_named(number, pool)} ({_short(number)})" for number, copies in deck.main.items())
    return "\n".join([f"# name: {_title(deck)}", *cards, f"{SOULS} Soul (SOUL-001)"])


def as_sections(deck: Deck, pool: Catalogue) -> str:
    """Sections ``# main`` and ``# soul`` with a line for each card, ``4 NUMBER Name``."""
    cards = (f"{copies} {_short(number)} {_named(number, pool)}" for number, copies in deck.main.items())
    return "\n".join([f"# name: {_title(deck)}", "# main", *cards, "# soul", f"{SOULS} SOUL-001 Soul"])


FORMS: Final[Mapping[str, Callable[[Deck, Catalogue], str]]] = {
    "code": as_code,
    "text": as_text,
    "numbers": as_numbers,
    "link": as_link,
    "sections": as_sections,
}
"""Every form by its name. Each raises ``UnwritableDeck`` if it cannot hold the deck."""


def _short(number: str) -> str:
    """The number without the E of English cards, as the tools write it that read these forms."""
    return re.sub(r"^E(?=(?:BP|TD)[0-9])", "", number)


def _named(number: str, pool: Catalogue) -> str:
    return pool.by_number(number).name if number in pool else number


def _title(deck: Deck) -> str:
    """The name on one line."""
    return " ".join(deck.name.split())
