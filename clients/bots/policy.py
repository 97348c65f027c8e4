"""What a bot is: a pure policy, which sees exactly what its seat sees."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from engine.model.decisions import Decision
from engine.model.terms import SeatName

View: TypeAlias = Mapping[str, Any]
"""A view as ``engine.views`` makes it: plain data, with the handles of the seat."""


class Question(Protocol):
    """What a bot reads of the open prompt. The engine's prompt is one, and so is the SDK's, made of plain data."""

    @property
    def seat(self) -> SeatName: ...
    @property
    def kind(self) -> str: ...
    @property
    def source(self) -> int: ...
    @property
    def candidates(self) -> Sequence[int]: ...
    @property
    def minimum(self) -> int: ...
    @property
    def maximum(self) -> int: ...


class Bot(Protocol):
    """A policy with a name. The same arguments give the same decision, in every process."""

    @property
    def name(self) -> str: ...

    def choose(self, view: dict[str, Any], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        """Answer the prompt with one of ``legal``, which is never empty and may be lazy and enormous."""
