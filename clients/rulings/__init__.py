"""The official rulings as scenario files, each of them an example that can be stepped through.

A file is named after a ruling, and its title says in our words what that comes to. Its sources are the numbers of all
the rulings that it shows, and the cards that show them. A `say` step tells something about where the game then stands:
before the first decision what the example is about, and after the last one what came of it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from clients.rulings.filming import facts_of, film
from clients.scenarios import find, load
from server.protocol.reels import Angle, Reel
from server.protocol.shapes import RulingFacts

__all__ = ["FOLDER", "files", "reels", "rulings"]

FOLDER: Final = Path(__file__).parent


@cache
def files() -> Mapping[str, Path]:
    """All of them by name."""
    return MappingProxyType({file.stem: file for file in find(FOLDER)})


def rulings() -> list[RulingFacts]:
    """What each of them is about, in the order of their numbers."""
    facts = [facts_of(load(file)) for file in files().values()]
    return sorted(facts, key=lambda ruling: (ruling.numbers, ruling.says))


def reels(name: str) -> Mapping[Angle, Reel]:
    """The example of this name as seen from each angle. Raises `KeyError` for a name that there is not."""
    return film(load(files()[name]))
