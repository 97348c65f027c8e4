"""The rulings as the page lists them.

After a change of a file: ``python -m tests.rulings.list > clients/web/rulings.json``.
"""

import sys

import msgspec

from clients.rulings import rulings
from tests.tooling.project import ROOT

LISTED = ROOT / "clients" / "web" / "rulings.json"


def text() -> str:
    """The list as the page has it, a ruling a line."""
    lines = ",\n".join(msgspec.json.encode(ruling).decode() for ruling in rulings())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    sys.stdout.write(text())
