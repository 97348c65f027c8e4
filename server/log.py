"""The server's own log, to standard error: a line for each thing that happened, never a hand or a deck's order."""

import logging
import os
import sys
from typing import TextIO

import structlog

LOST = "%d lines of the log could not be written here\n"


class Lines:
    """Where lines of the log go. A disk that is full, or a reader that is gone, costs lines and nothing else.

    Whoever logs is a table or a connection, which has to go on. As soon as lines are taken again, it is told how many
    were not.
    """

    def __init__(self, stream: TextIO, note: str) -> None:
        """``note`` is the line that tells how many were not, with the number left open."""
        self._stream = stream
        self._note = note
        self._lost = 0

    def write(self, text: str) -> None:
        """Write one line, if that can be done now."""
        told = self._note % self._lost if self._lost else ""
        try:
            self._stream.write(told + text)
            self._stream.flush()
        except (OSError, ValueError):  # the latter for a stream that was closed
            self._lost += 1
        else:
            self._lost = 0

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
