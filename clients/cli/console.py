"""Where the command line writes, and how it says that something went wrong."""

from collections.abc import Iterable
from typing import Final, NoReturn

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.segment import Segment

FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130

_COMMANDS: Final = {code: "\N{REPLACEMENT CHARACTER}" for code in (*range(32), *range(127, 160)) if chr(code) != "\n"}
"""What terminals take for commands."""


class Printer(Console):
    """A console whose texts cannot command the terminal, whoever wrote them: names, and files of strangers."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=segment.text.translate(_COMMANDS))


out: Final = Printer(highlight=False)
err: Final = Printer(stderr=True, highlight=False)


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
