"""The rulings as the page lists them.

After a change of a file: ``python -m tests.rulings.list > clients/web/rulings.json``.
"""

import json
import re
import sys
from typing import TypedDict

from clients.scenarios import find, load
from tests.tooling.project import ROOT

LISTED = ROOT / "clients" / "web" / "rulings.json"


class Ruling(TypedDict):
    """What a ruling says in our words, its numbers, and the cards that show it."""

    numbers: list[int]
    says: str
    cards: list[str]


def rulings() -> list[Ruling]:
    """All that a scenario shows, by number."""
    listed = []
    for file in find(ROOT / "tests" / "rulings"):
        scenario = load(file)
        numbers = sorted(int(source[1:]) for source in scenario.source if re.fullmatch(r"Q\d+", source))
        cards = [source for source in scenario.source if re.fullmatch(r"E[BT][PD]\d+-\d+", source)]
        listed.append(Ruling(numbers=numbers, says=scenario.title, cards=cards))
    return sorted(listed, key=lambda ruling: (ruling["numbers"], ruling["says"]))


def text() -> str:
    """The list as the page has it, a ruling a line."""
    lines = ",\n".join(json.dumps(ruling, ensure_ascii=False) for ruling in rulings())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    sys.stdout.write(text())
