"""Finding a card by its name as people type it: any dash, any apostrophe, any width, English or Japanese."""

import unicodedata
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from engine.decks.japanese import JAPANESE_NAMES
from engine.effects.catalogue import Catalogue

LIKENESS: Final = 0.75
"""How alike a name has to be, between 0 and 1, to be proposed."""


def key(name: str) -> str:
    """What is compared: letters and digits alone, of one width and without capitals."""
    return "".join(letter for letter in unicodedata.normalize("NFKC", name).casefold() if letter.isalnum())


class Names:
    """Which cards of a pool are called what."""

    def __init__(self, pool: Catalogue) -> None:
        self._full: dict[str, str] = {}
        self._main: dict[str, list[str]] = {}
        self._spelled: dict[str, str] = {}
        for definition in pool.definitions:
            self._full.setdefault(key(definition.name), definition.number)
            self._spelled[key(definition.name)] = definition.name
            names = [definition.main_name]
            if definition.number in JAPANESE_NAMES:
                japanese = JAPANESE_NAMES[definition.number]
                self._full.setdefault(key(japanese), definition.number)
                self._spelled[key(japanese)] = japanese
                names.append(japanese.rpartition(" – ")[2])
            for name in names:
                self._main.setdefault(key(name), []).append(definition.number)

    def full(self, name: str) -> str | None:
        """The number of the card with this full name; the first one if several have it."""
        return self._full.get(key(name))

    def find(self, name: str) -> list[str]:
        """The numbers of the cards with this full name, else of all with this main name."""
        number = self.full(name)
        return [number] if number is not None else self._main.get(key(name), [])

    def like(self, name: str) -> str | None:
        """The full name that a misspelled one most probably means."""
        found = get_close_matches(key(name), self._spelled, n=1, cutoff=LIKENESS)
        return self._spelled[found[0]] if found else None


@lru_cache(maxsize=4)
def names_of(pool: Catalogue) -> Names:
    """The names of a pool, prepared once."""
    return Names(pool)
