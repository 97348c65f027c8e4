"""Who this user is on each server: the tokens of its guests, kept for the next time."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from server.store.private import make_folder

FILE: Final = "identities.json"
LOCK: Final = "identities.lock"


@contextmanager
def claim(state_dir: Path) -> Iterator[Path]:
    """The first folder of identities that no other running program plays with; for a second program, the second.

    So the same command leads back to the same table, and two programs on one machine are two guests. Raises `OSError`.
    """
    for number in count(1):
        folder = state_dir if number == 1 else state_dir / str(number)
        make_folder(folder)
        with (folder / LOCK).open("w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield folder
            return


def recall(state_dir: Path, url: str) -> str:
    """The token for that server; empty if there is none."""
    token = _read(state_dir / FILE).get(url, "")
    return token if isinstance(token, str) else ""


def remember(state_dir: Path, url: str, token: str) -> None:
    """Keep a token. Raises `OSError`."""
    make_folder(state_dir)
    path = state_dir / FILE
    kept = {**_read(path), url: token}
    fresh = path.with_suffix(".new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(kept, file, indent=1)
    fresh.replace(path)


def _read(path: Path) -> dict[str, object]:
    """What is kept; nothing, if the file is not there or not ours to understand."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
