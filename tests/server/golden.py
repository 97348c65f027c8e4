"""``python -m tests.server.golden`` writes the golden records anew, under a new number of their format.

Matches that run now have logs of the present format: what stands in a record may change only with
`server.records.VERSION`, so that no worker of another version takes such a match up. Of the version before, a room is
kept in ``older``: its pin, its records and its save.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from server import records

FILE = Path(__file__).with_name("golden_records.json")


def present() -> dict[str, Any]:
    """The format as the code has it."""
    schema = msgspec.json.schema(records.Entry)
    return {"version": records.VERSION, "records": json.loads(json.dumps(_bare(schema)))}


def _bare(schema: Any) -> Any:
    """Without what is said of records in words."""
    match schema:
        case dict():
            return {key: _bare(value) for key, value in schema.items() if key not in ("description", "title")}
        case list():
            return [_bare(each) for each in schema]
        case _:
            return schema


def main() -> None:
    """Write the file."""
    if FILE.exists() and json.loads(FILE.read_text())["version"] == records.VERSION:
        sys.exit(f"{FILE.name} holds the records of this version. If one has changed, raise its number first.")
    FILE.write_text(json.dumps(present(), indent=1) + "\n")


if __name__ == "__main__":
    main()
