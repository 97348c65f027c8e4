"""The server's own log, to standard error: a line for each thing that happened, never a hand or a deck's order."""

import logging
import os
import sys

import structlog


def configure(level: str, *, as_json: bool) -> None:
    """Log from this level on (``debug`` to ``critical``); ``as_json`` for machines, else for people.

    Tracebacks are plain: a pretty one would print the values of variables, and so what players hold. Several
    workers may write to one place: each line is written at once, and tells whose it is.
    """
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _add_process,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def _add_process(_: object, __: str, entry: structlog.typing.EventDict) -> structlog.typing.EventDict:
    entry["pid"] = os.getpid()
    return entry
