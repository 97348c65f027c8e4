"""Files and folders that nobody but their owner may read: what is kept in them signs tokens and holds hands."""

import os
import sys
from pathlib import Path
from typing import Final

OF_PALTABLE: Final = "paltable"
"""A folder of this name is for Paltable alone, on every platform; another name was chosen by somebody, who may have
more in it."""


def make_folder(path: Path) -> None:
    """Have a folder, for its owner alone if it is made here or is Paltable's. Raises `OSError`."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.name.casefold() == OF_PALTABLE:
        _tighten(path, 0o700)


def make_file(path: Path) -> None:
    """Have a file, for its owner alone. Raises `OSError`.

    One that is there is not opened: whoever closes a file gives up all locks that the process has on it.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        tighten_file(path)


def tighten_file(path: Path) -> None:
    """Take a file that is there, and this user's, from all others. Raises `OSError`."""
    _tighten(path, 0o600)


def _tighten(path: Path, mode: int) -> None:
    if sys.platform == "win32":
        return  # folders of a user are private there by what they inherit
    try:
        there = path.stat()
    except FileNotFoundError:
        return
    if there.st_uid == os.geteuid() and there.st_mode & 0o077:
        path.chmod(there.st_mode & mode)
