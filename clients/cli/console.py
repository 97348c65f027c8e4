"""Where the command line writes, and how it says that something went wrong."""

from typing import Final, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

out: Final = Console(highlight=False)
err: Final = Console(stderr=True, highlight=False)


def fail(sentence: str, code: int = FAILED) -> NoReturn:
    """Say what is wrong and what to do, and end with this exit code."""
    err.print(f"[bold red]Error:[/] {escape(sentence)}", soft_wrap=True)
    raise typer.Exit(code)
