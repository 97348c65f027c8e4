"""The decision notation: every decision has exactly one canonical line of text, and every line one decision."""

from typing import Final

from engine.notation.labels import LogLabels
from engine.notation.lines import ANSWERS, FORMS, Names, ParseError, UnknownLabel, format, parse  # noqa: A004

VERSION: Final = 1
"""Raised when a line that was a decision no longer is one, or means another; see ``clients/scenarios/FORMAT.md``."""

__all__ = ["ANSWERS", "FORMS", "VERSION", "LogLabels", "Names", "ParseError", "UnknownLabel", "format", "parse"]
