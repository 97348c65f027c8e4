"""``python -m engine.cards`` prints the facts of every card as JSON, one line for each."""

import json
import sys

from engine.cards import facts_table


def text() -> str:
    """The body of ``GET /cards.json``, for people and programs that read it without a server."""
    lines = (
        f"{json.dumps(number)}: {json.dumps(facts, ensure_ascii=False)}" for number, facts in facts_table().items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(text())
