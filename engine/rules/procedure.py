"""Procedures: the flow of the rule book as tables of named steps, each with its rule number.

A frame is plain data that names a procedure and a step of it. The step may change the match, push another frame, or ask
a player; a question leaves the frame at its step until the answer comes. Steps are saved by name, so an old save
survives an inserted step.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.model.decisions import Decision
from engine.model.state import Frame
from engine.rules.match import Match

DONE: Final = "done"
"""Returned by a step: the procedure is over."""

Run = Callable[[Match, Frame], str | None]
Answer = Callable[[Match, Frame, Decision], str | None]
"""Both return the name of the step to go to, ``DONE``, or ``None`` for the next one.

An answer's decision holds *references* in the place of handles.
"""


class Step(NamedTuple):
    """One numbered step of a procedure."""

    rule: str
    name: str
    run: Run
    answer: Answer | None


def step(rule: str, run: Run, answer: Answer | None = None) -> Step:
    """A step named after the function that carries it out; ``answer`` continues it after a prompt."""
    return Step(rule, run.__name__.lstrip("_"), run, answer)


class Procedure:
    """Steps in the order of the rule book."""

    def __init__(self, name: str, *steps: Step) -> None:
        self.name: Final = name
        self.steps: Final = steps
        self.first: Final = steps[0].name
        self.table: Final = {each.name: (each, following) for each, following in _pairs(steps)}
        """By name: a step, and the name of the one after it."""
        assert len(self.table) == len(steps), "steps of a procedure have different names"

    def frame(self, *local: object) -> Frame:
        """A new frame at the first step."""
        return [self.name, self.first, *local]


def _pairs(steps: tuple[Step, ...]) -> list[tuple[Step, str]]:
    following = [each.name for each in steps[1:]] + [DONE]
    return list(zip(steps, following, strict=True))
