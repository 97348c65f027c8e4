"""Decks of every kind and what the engine says of them, for the page's own judgement to be compared with.

``python -m tests.decks.judged`` writes the file that the page's tests read.
"""

import json
from pathlib import Path
from random import Random

from engine.cards import catalogue
from engine.decks import PRESETS, Deck
from engine.decks.deck import DECK_SIZE
from server.decks import decks
from server.protocol.shapes import DeckRules

FILE = Path(__file__).parents[2] / "clients" / "web" / "tests" / "fixtures" / "decks.json"
MANY = 150

BEEGARDE = "EBP01-061"


def judged() -> str:
    """The rules, and decks with their defects, as the file holds them."""
    rules: DeckRules = decks(catalogue).rules
    told = {
        "rules": {name: getattr(rules, name) for name in rules.__struct_fields__},
        "decks": [
            {"main": main, "defects": [[defect.code, defect.text] for defect in Deck("", main).defects(catalogue)]}
            for main in _lists()
        ],
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _lists() -> list[dict[str, int]]:
    chance = Random(1)
    presets = [dict(deck.main) for deck in PRESETS.values()]
    beegardes = {number: copies for number, copies in list(presets[1].items())[:14] if number != BEEGARDE}
    beegardes[BEEGARDE] = DECK_SIZE - sum(beegardes.values())
    unknown = {**presets[0], "EBP09-001": 1}
    return [{}, *presets, beegardes, unknown, *(_changed(chance, chance.choice(presets)) for _ in range(MANY))]


def _changed(chance: Random, main: dict[str, int]) -> dict[str, int]:
    """A list with some cards more and some fewer."""
    main = dict(main)
    for _ in range(chance.randrange(1, 6)):
        number = chance.choice([definition.number for definition in catalogue.definitions])
        main[number] = main.get(number, 0) + chance.randrange(1, 6)
    for _ in range(chance.randrange(6)):
        number = chance.choice(list(main))
        main[number] -= 1
        if main[number] == 0:
            del main[number]
    return main


if __name__ == "__main__":
    FILE.write_text(judged(), encoding="utf-8")
