"""The command line as a program of its own: the environment that its tests give it."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PALTABLE = [sys.executable, "-m", "clients.cli"]


def environment(state_dir: Path, **more: str) -> dict[str, str]:
    """The environment of a program that keeps its state in a folder of the test's own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PALTABLE_")}
    return {**own, "PALTABLE_STATE_DIR": str(state_dir), "TERM": "xterm", "COLUMNS": "100", "NO_COLOR": "1", **more}
