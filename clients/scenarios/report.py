"""What a run found, and how it is told."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from clients.scenarios.scene import Scene
from engine import notation
from engine.model.terms import PromptKind

LISTED: Final = 24
"""No more legal decisions than these are written out."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a scenario failed: ``place`` is FILE:LINE, ``sentence`` what is wrong, ``details`` the lines after it."""

    place: str
    sentence: str
    details: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Return the report, the first line of which can stand alone."""
        return [f"{self.place}: {self.sentence}", *(f"    {detail}" for detail in self.details)]


@dataclass(slots=True)
class Result:
    """One file's run: ``failure`` is None if it passed; ``trace`` holds the log of the game."""

    file: str
    title: str = ""
    failure: Failure | None = None
    trace: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return self.failure is None


def describe_prompt(scene: Scene) -> list[str]:
    """Tell the pending prompt and its legal decisions in the notation."""
    game = scene.game
    prompt = game.prompt
    if prompt is None:
        outcome = game.outcome
        ending = "" if outcome is None else f": {outcome.winner} ({outcome.reason})"
        return [f"pending: nothing, the game is over{ending}"]
    names = scene.names(prompt.seat)
    lines = [f"pending: {prompt.kind} prompt to {prompt.seat}: {prompt.text}"]
    if prompt.kind == PromptKind.CARDS:
        labels = [names.label(card) for card in prompt.candidates]
        lines.append(f"choose {_bounds(prompt.minimum, prompt.maximum)} of: {_list(labels)}")
    legal = prompt.legal()
    shown = [notation.format(legal[index], names) for index in range(min(len(legal), LISTED))]
    more = len(legal) - len(shown)
    return [*lines, f"legal: {'; '.join(shown)}" + (f"; and {more} more" if more else "")]


def _bounds(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _list(labels: Sequence[str]) -> str:
    return " ".join(labels) or "none"
