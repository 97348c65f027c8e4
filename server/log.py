"""The server's own log, to standard error: a line for each thing that happened, never a hand or a deck's order."""

import logging
import sys

import structlog


def configure(level: str, *, as_json: bool) -> None:
    """Log from this level on (``debug`` to ``critical``); ``as_json`` for machines, else for people.

    Tracebacks are plain: a pretty one would print the values of variables, and so what players hold.
    """
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if as_json else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
