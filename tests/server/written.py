"""What the file of a stopped server says, row by row."""

import sqlite3
from pathlib import Path

TABLES = ("rooms", "records", "saves", "sitting")


def written(file: Path, room: str) -> list[tuple[object, ...]]:
    """Every row about this room, its table first."""
    database = sqlite3.connect(file)
    rows = [(table, *row) for table in TABLES for row in database.execute(f"SELECT * FROM {table}")]
    database.close()
    return [row for row in rows if room in row]


def rewrite(file: Path, statement: str, *values: object) -> None:
    """Change the file."""
    database = sqlite3.connect(file)
    with database:
        database.execute(statement, values)
    database.close()
