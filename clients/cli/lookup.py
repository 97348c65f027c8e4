"""Looking cards and decks up."""

import re
from pathlib import Path
from typing import Final

from engine import Deck, catalogue
from engine.decks import PRESETS
from engine.effects.definition import CardDefinition

LINE: Final = re.compile(r"(\d{1,3})\s*[x×]?\s+([A-Za-z0-9]+-[0-9]+)\b.*")
"""A line of a deck file: copies, card number, and perhaps the name."""


def find_cards(wanted: str) -> list[CardDefinition]:
    """The card with that number, else those with that name, else those with it in their name."""
    folded = wanted.strip().casefold()
    definitions = catalogue.definitions
    for matches in (
        [d for d in definitions if d.number.casefold() == folded],
        [d for d in definitions if folded in (d.name.casefold(), d.main_name.casefold())],
    ):
        if matches:
            return matches
    return [d for d in definitions if folded in d.name.casefold()]


class UnreadableDeck(ValueError):
    """A deck that is no preset and no readable file; the text says what is wrong."""


def read_deck(wanted: str) -> Deck:
    """A preset by its key, or the list in a file. Raises `UnreadableDeck`; whether it may be played is not checked."""
    if wanted in PRESETS:
        return PRESETS[wanted]
    path = Path(wanted)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        known = ", ".join(PRESETS)
        raise UnreadableDeck(
            f"{wanted} is neither a deck of the game ({known}) nor a file that can be read."
        ) from error
    return parse_deck(text, path.stem)


def parse_deck(text: str, name: str) -> Deck:
    """A list with a line for each card: copies, number, and perhaps the name. ``#`` begins a comment."""
    main: dict[str, int] = {}
    for place, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        found = LINE.fullmatch(content)
        if found is None:
            raise UnreadableDeck(f'Line {place} is not "COPIES NUMBER", such as "4 ETD01-002": {content}')
        number = found[2].upper()
        main[number] = main.get(number, 0) + int(found[1])
    return Deck(name, main)
