"""One lesson or puzzle: its words and its line, from a scenario file that holds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from clients.bots import BOTS, Question
from clients.scenarios import MalformedScenario, PlainDriver, Scenario, load, run
from clients.scenarios.steps import Say, Step, Take
from engine import Game
from engine.model.decisions import Decision
from engine.model.position import Position
from engine.model.terms import SeatName
from server.protocol.shapes import LessonFacts, LessonStep, to_wire

PUPIL: Final[SeatName] = "A"
HOUSE: Final = BOTS["greedy"]
"""Who answers what the file does not."""

Kind: TypeAlias = Literal["lesson", "puzzle"]


class MalformedLesson(ValueError):
    """The file is a scenario that does not hold, or leads nobody through it; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Plays its part of the line as long as the pupil follows it, and then as the house bot does."""

    name: str
    line: Mapping[int, Decision]
    """What is decided on the way by the numbers of the prompts, its own among them."""

    def choose(self, view: dict[str, Any], prompt: Question, legal: Sequence[Decision], seed: int) -> Decision:
        """Answer the prompt with one of ``legal``."""
        planned = self.line.get(getattr(prompt, "id", 0))
        return planned if planned is not None and planned in legal else HOUSE.choose(view, prompt, legal, seed)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the pupil is told, where it begins, and who plays against it."""

    facts: LessonFacts
    position: Position
    line: Mapping[int, Decision]
    opponent: Opponent

    @property
    def name(self) -> str:
        return self.facts.name


class _Recorder(PlainDriver):
    """Keeps what is decided while a scenario runs, and which of it its steps say."""

    def __init__(self) -> None:
        self._step = 0
        self.taken: dict[int, Decision] = {}
        """By the number of the prompt."""
        self.said: dict[int, int] = {}
        """At which prompt, by the number of the step that says it."""
        self.chosen: dict[int, str] = {}
        """What the pupil was asked, by the number of the prompt, where more than one decision was legal."""

    def step(self, game: Game, step: Step) -> None:
        self._step = step.number if isinstance(step.action, Take) else 0

    def decide(self, game: Game, decision: Decision) -> Game:
        assert game.prompt is not None, "a decision answers a prompt"
        seat, prompt = game.prompt.seat, game.prompt.id
        self.taken[prompt] = decision
        if seat == PUPIL and len(game.prompt.legal()) > 1:
            self.chosen[prompt] = game.prompt.text
        if self._step:  # what is forced comes before what the step says
            self.said[self._step] = prompt
        return super().decide(game, decision)


def read_lesson(file: Path, kind: Kind) -> Lesson:
    """The lesson in a file, whose name without the number before it is the lesson's. Raises `MalformedLesson`."""
    try:
        scenario = load(file)
    except MalformedScenario as error:
        raise MalformedLesson(f"{error.file}:{error.line}: {error.sentence}") from error
    recorder = _Recorder()
    result = run(scenario, recorder)
    if result.failure is not None:
        raise MalformedLesson("\n".join(result.failure.lines()))
    if not scenario.goal:
        raise MalformedLesson(f"{file}: the goal is missing")
    name = file.stem.split("-", 1)[1]
    if kind == "puzzle":
        steps, line = tuple(_introduction(scenario)), dict[int, Decision]()
    else:
        steps = tuple(_line(scenario, recorder))
        line = recorder.taken
    face = _face(scenario.position)
    facts = LessonFacts(name=name, title=scenario.title, kind=kind, goal=scenario.goal, face=face, steps=steps)
    return Lesson(facts, scenario.position, line, Opponent(f"lesson {name}", line))


def _face(position: Position) -> str:
    """The number of the first card in the pupil's base, or else in hand."""
    pupil = position.sides[PUPIL]
    return next((card.number for card in (*pupil.base, *pupil.hand)), "")


def _introduction(scenario: Scenario) -> Iterator[LessonStep]:
    """The words before anything is done."""
    for step in scenario.steps:
        if not isinstance(step.action, Say):
            return
        yield LessonStep(step.action.text)


def _line(scenario: Scenario, recorder: _Recorder) -> Iterator[LessonStep]:
    """The words in order, each with what the pupil does after it."""
    for prompt in recorder.chosen.keys() - recorder.said.values():
        raise MalformedLesson(f"{scenario.file}: no step answers the pupil's question “{recorder.chosen[prompt]}”")
    words = ""
    for step in scenario.steps:
        match step.action:
            case Say(text):
                if words:
                    yield LessonStep(words)
                words = text
            case Take(seat, text) if seat == PUPIL:
                if not words:
                    raise MalformedLesson(f"{scenario.file}:{step.line}: nothing is said before {text}")
                prompt = recorder.said[step.number]
                yield LessonStep(words, prompt, to_wire(recorder.taken[prompt]))
                words = ""
            case _:
                pass
    if words:
        yield LessonStep(words)
