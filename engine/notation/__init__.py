"""The decision notation: every decision has exactly one canonical line of text, and every line one decision."""

from engine.notation.labels import LogLabels
from engine.notation.lines import ANSWERS, FORMS, Names, ParseError, UnknownLabel, format, parse  # noqa: A004

__all__ = ["ANSWERS", "FORMS", "LogLabels", "Names", "ParseError", "UnknownLabel", "format", "parse"]
