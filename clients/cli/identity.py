"""Who this user is on each server: the tokens of its guests, kept for the next time."""

import json
import os
from pathlib import Path
from typing import Final

FILE: Final = "identities.json"


def recall(state_dir: Path, url: str) -> str:
    """The token for that server; empty if there is none."""
    token = _read(state_dir / FILE).get(url, "")
    return token if isinstance(token, str) else ""


def remember(state_dir: Path, url: str, token: str) -> None:
    """Keep a token. Raises `OSError`."""
    state_dir.mkdir(parents=True, exist_ok=True)
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
