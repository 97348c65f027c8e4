"""Lessons and puzzles as the server knows them: values that it is given, by name. Each brings its own opponent."""

from collections.abc import Mapping
from typing import Final, Protocol, TypeAlias

from engine.model.decisions import Decision
from engine.model.position import Position
from engine.model.terms import SeatName
from server.bots import Bot
from server.protocol.shapes import LessonFacts

PUPIL: Final[SeatName] = "A"
"""Who plays a lesson sits here."""

_BOT: Final = "lesson:"


class Lesson(Protocol):
    """A position to play on from, against an opponent that shows something."""

    @property
    def facts(self) -> LessonFacts:
        """What the pupil is told."""

    @property
    def position(self) -> Position:
        """Where it begins."""

    @property
    def line(self) -> Mapping[int, Decision]:
        """What both players decide on the way through it, by the numbers of the prompts; empty for a puzzle."""

    @property
    def opponent(self) -> Bot:
        """Who plays the other seat."""


Lessons: TypeAlias = Mapping[str, Lesson]
NO_LESSONS: Final[Lessons] = {}


def bot_of(lesson: str) -> str:
    """The name of the bot of a lesson, as the seat of a stored match has it."""
    return _BOT + lesson


def lesson_of(bot: str) -> str:
    """Which lesson this bot belongs to; empty if to none."""
    return bot.removeprefix(_BOT) if bot.startswith(_BOT) else ""


def bots_of(lessons: Lessons) -> dict[str, Bot]:
    """The opponents of all lessons, by the names of bots."""
    return {bot_of(name): lesson.opponent for name, lesson in lessons.items()}
