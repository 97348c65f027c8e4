"""The server's own log, to standard error: a line for each thing that happened, never a hand or a deck's order."""

import logging
import os
import sys
from select import select
from typing import TextIO

import structlog

LOST = "%d lines of the log could not be written here\n"
PIECE = 4096
"""So many bytes fit into a pipe that can be written."""
PATIENCE_SECONDS = 0.1
"""How long a reader of the log may take; once it has taken longer, it is not waited for until it reads again."""


class Lines:
    """Where lines of the log go. A disk that is full, or a reader that is gone or stands still, costs lines only.

    Whoever logs is a table or a connection, which has to go on. As soon as lines are taken again, it is told how many
    were not.
    """

    def __init__(self, stream: TextIO, note: str) -> None:
        """``note`` is the line that tells how many were not, with the number left open."""
        self._stream = stream
        self._note = note
        self._lost = 0
        self._is_whole = True
        """Whether the last line that was begun was ended."""
        try:
            self._file = stream.fileno() if sys.platform != "win32" else None
        except (OSError, ValueError):  # it is no file, and waits for nobody
            self._file = None

    def write(self, text: str) -> None:
        """Write one line, if that can be done now."""
        told = self._note % self._lost if self._lost else ""
        try:
            self._put(("" if self._is_whole else "\n") + told + text)
        except (OSError, ValueError):  # the latter for a stream that was closed
            self._lost += 1
        else:
            self._lost = 0

    def _put(self, text: str) -> None:
        """Raises ``OSError`` if it cannot be written, or not without waiting for long."""
        size = PIECE if text.isascii() else PIECE // 4
        for start in range(0, len(text), size):
            patience = 0.0 if self._lost else PATIENCE_SECONDS
            if self._file is not None and not select([], [self._file], [], patience)[1]:
                raise BlockingIOError("nobody reads the log")
            self._stream.write(text[start : start + size])
            self._stream.flush()
            self._is_whole = start + size >= len(text)

    def flush(self) -> None:
        """Each line was written at once."""


class _Libraries(logging.Handler):
    """What libraries log, by way of the standard library, goes where everything goes, in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        level = record.levelno
        if record.name.startswith("uvicorn") and level == logging.WARNING:
            level = logging.INFO  # its warnings are of what somebody sent, and that is not this server's trouble
        structlog.get_logger(record.name).log(
            min(max(level // 10 * 10, logging.DEBUG), logging.CRITICAL), record.getMessage(),
            logger=record.name, **({"exc_info": record.exc_info} if record.exc_info else {}),
        )  # fmt: skip


def configure(level: str, *, as_json: bool) -> None:
    """Log from this level on (``debug`` to ``critical``); ``as_json`` for machines, else for people.

    Colours are for a terminal, and for nobody who has set ``NO_COLOR``; everything that libraries log comes here too.
    Tracebacks are plain: a pretty one would print the values of variables, and so what players hold. Several
    workers may write to one place: each line is written at once, and tells whose it is.
    """
    note = '{"level": "error", "event": "lines of the log were lost", "lines": %d}\n' if as_json else LOST
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty() and not os.environ.get("NO_COLOR"),
            exception_formatter=structlog.dev.plain_traceback,
        )
    )
    least = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _add_process,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.WriteLoggerFactory(Lines(sys.stderr, note)),  # type: ignore[arg-type] # it writes and flushes
        cache_logger_on_first_use=True,
    )
    logging.root.handlers = [*(one for one in logging.root.handlers if not isinstance(one, _Libraries)), _Libraries()]
    logging.root.setLevel(least)


def _add_process(_: object, __: str, entry: structlog.typing.EventDict) -> structlog.typing.EventDict:
    entry["pid"] = os.getpid()
    return entry
