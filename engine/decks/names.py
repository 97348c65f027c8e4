"""Finding a card by its name as people type it: any dash, any apostrophe, any width, English or Japanese."""

import unicodedata
from functools import lru_cache
from typing import Final

from engine.decks.japanese import JAPANESE_NAMES
from engine.effects.catalogue import Catalogue

SLIPS: Final = 4
"""A name is proposed for one that differs from it in one of so many letters."""
SHORTEST_PART: Final = 4
"""Letters of a part of a name that is enough to propose it."""


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
        self._letters = {known: _letters(known) for known in self._spelled}

    def full(self, name: str) -> str | None:
        """The number of the card with this full name; the first one if several have it."""
        return self._full.get(key(name))

    def find(self, name: str) -> list[str]:
        """The numbers of the cards with this full name, else of all with this main name."""
        number = self.full(name)
        return [number] if number is not None else self._main.get(key(name), [])

    def like(self, name: str) -> str | None:
        """The full name that a misspelled or shortened one most probably means."""
        wanted = key(name)
        containing = [spelled for known, spelled in self._spelled.items() if wanted in known]
        if len(wanted) >= SHORTEST_PART and len(containing) == 1:
            return containing[0]
        allowed = len(wanted) // SLIPS
        letters = _letters(wanted)
        near = [
            (slips(wanted, known, allowed), spelled)
            for known, spelled in self._spelled.items()
            if (letters & ~self._letters[known]).bit_count() <= allowed
        ]
        fewest, spelled = min(near, default=(allowed + 1, ""))
        return spelled if fewest <= allowed else None


def _letters(text: str) -> int:
    """The letters of a text as bits; each that another text lacks is a slip at least, which is quicker to see."""
    bits = 0
    for letter in text:
        bits |= 1 << ord(letter) % 64
    return bits


def slips(one: str, other: str, allowed: int) -> int:
    """How many letters have to be changed, added or left out to make one text the other; ``allowed`` + 1 for more."""
    if abs(len(one) - len(other)) > allowed:
        return allowed + 1
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        above, row = row, [place]
        for at, another in enumerate(other):
            row.append(min(above[at] + (letter != another), above[at + 1] + 1, row[at] + 1))
        if min(row) > allowed:
            return allowed + 1
    return row[-1]


@lru_cache(maxsize=4)
def names_of(pool: Catalogue) -> Names:
    """The names of a pool, prepared once."""
    return Names(pool)
