"""A replay of an engine that is not there any more: a file that is kept as it is, for ever.

``python -m tests.replays.older`` writes it anew, which is right only if its *format* has changed. Of its seed, chains
and decisions nothing fits the rules of today: whoever shows it has nothing but what was recorded.
"""

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from clients.replays import Replay, encode
from tests.replays.games import played

FILE: Final = Path(__file__).with_name("older.paltable")
PIN: Final = "rules 0, saves 1, cards 00000000000000000000000000000000"
GAME: Final = 6
DECISIONS: Final = 60


def older() -> Replay:
    """A match that no engine of today would lead to."""
    _, replay = played(GAME, limit=DECISIONS)
    head = replace(replay.head, pin=PIN, seed="0" * 64, chain="0" * 32, at=1_000_000)
    entries = (replace(entry, chain="0" * 32, at=1_000_000 + 1500 * entry.n) for entry in replay.entries)
    return replace(replay, head=head, entries=tuple(entries))


def main() -> None:
    """Write the file."""
    FILE.write_bytes(encode(older()))


if __name__ == "__main__":
    main()
