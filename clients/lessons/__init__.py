"""Lessons and puzzles: scenario files with a few words, played against an opponent that knows its part.

A file of ``lessons/`` leads through one line, from the first step to the last; one of ``puzzles/`` is a position that
can be won, and its steps are the proof. ``FORMAT.md`` says how to add one.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from clients.lessons.lesson import Kind, Lesson, MalformedLesson, read_lesson

__all__ = ["FOLDER", "Lesson", "MalformedLesson", "lessons", "read_lesson"]

FOLDER: Final = Path(__file__).parent


@cache
def lessons() -> Mapping[str, Lesson]:
    """All of them by name, in the order in which they are offered. Raises `MalformedLesson`."""
    folders: dict[Kind, str] = {"lesson": "lessons", "puzzle": "puzzles"}
    read = [
        read_lesson(file, kind) for kind, folder in folders.items() for file in sorted((FOLDER / folder).glob("*.yaml"))
    ]
    return MappingProxyType({lesson.name: lesson for lesson in read})
