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


def sentence(text: str) -> str:
    """A text as a sentence: it begins with a capital, unless that would change a name, and ends with a full stop."""
    text = text.strip()
    return (text[:1].upper() + text[1:] if text[:1].isalpha() else text) + (
        "" if text.endswith((".", "!", "?")) else "."
    )


def say_error(text: str) -> None:
    """Say what is wrong and what to do."""
    err.print(f"[bold red]Error:[/] {escape(text)}", soft_wrap=True)


def say_warning(text: str) -> None:
    """Say what is not as it may be meant, and does no harm."""
    err.print(f"[bold yellow]Warning:[/] {escape(text)}", soft_wrap=True)


def fail(text: str, code: int = FAILED) -> NoReturn:
    """Say what is wrong and what to do, and end with this exit code."""
    say_error(text)
    raise typer.Exit(code)
