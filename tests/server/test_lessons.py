"""Every lesson and puzzle of the house, played over the real server against its own opponent."""

from collections.abc import Mapping

import httpx
import msgspec
import pytest

from clients.lessons import Lesson, lessons
from engine.model.offered import from_offered
from server.app import running
from server.protocol.messages import Learn, Refused
from server.protocol.shapes import Decision, LessonFacts, Prompt, to_wire
from server.settings import Settings
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.world import Client, World

ALL = lessons()
LESSONS = [lesson for lesson in ALL.values() if lesson.facts.kind == "lesson"]
PUZZLES = [lesson for lesson in ALL.values() if lesson.facts.kind == "puzzle"]
ENOUGH = 200
"""No line has more questions."""


async def pupil(world: World, lesson: Lesson, at: int = 0) -> Client:
    """Somebody who has just begun a lesson, or goes on with it at this prompt."""
    world.lessons = ALL
    await world.start()
    await world.arrive()
    ann = world.clients[0]
    ann.send(Learn(lesson.name, at))
    await world.deliver_all()
    assert (ann.table.lesson, ann.table.seat) == (lesson.name, "A")
    return ann


def answer(prompt: Prompt, planned: Mapping[int, Decision]) -> Decision:
    """What the step of this question says; without one the only decision that is legal."""
    if prompt.id in planned:
        return planned[prompt.id]
    (forced,) = from_offered(msgspec.to_builtins(prompt.decisions))
    return to_wire(forced)


def planned_in(lesson: Lesson) -> dict[int, Decision]:
    """What the steps say, by the numbers of the prompts."""
    return {step.prompt: step.decision for step in lesson.facts.steps if isinstance(step.decision, Decision)}


async def finish(world: World, ann: Client, planned: Mapping[int, Decision]) -> list[int]:
    """Take each step up to the end; gives the prompts that were answered."""
    asked = list[int]()
    for _ in range(ENOUGH):
        if ann.end.outcome is not None or (planned and asked and asked[-1] == max(planned)):
            break
        if ann.end.prompt is None:
            await world.pass_time(5.0)
            continue
        prompt = msgspec.convert(ann.end.prompt, Prompt)
        asked.append(prompt.id)
        ann.send(ann.end.decide(answer(prompt, planned)))
        await world.deliver_all()
    await world.pass_time(10.0)
    return asked


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.name for lesson in LESSONS])
async def test_whoever_takes_each_step_of_a_lesson_comes_to_its_end(lesson: Lesson, world: World) -> None:
    ann = await pupil(world, lesson)
    asked = await finish(world, ann, planned_in(lesson))
    assert planned_in(lesson).keys() <= set(asked)
    assert ann.end.outcome is not None
    assert ann.end.outcome.winner == "A"


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.name for lesson in LESSONS])
async def test_a_lesson_that_was_left_goes_on_at_any_step(lesson: Lesson, world: World) -> None:
    steps = sorted(planned_in(lesson))
    ann = await pupil(world, lesson, at=steps[len(steps) // 2])
    assert ann.end.prompt is not None
    assert ann.end.prompt["id"] == steps[len(steps) // 2]
    asked = await finish(world, ann, planned_in(lesson))
    assert set(asked) >= set(steps[len(steps) // 2 :])
    assert ann.end.outcome is not None
    assert ann.end.outcome.winner == "A"


@pytest.mark.parametrize(("name", "at"), [("attack", 999), ("clear-the-way", 6)])
async def test_what_no_line_leads_to_is_refused_and_nobody_sits_down(name: str, at: int, world: World) -> None:
    world.lessons = ALL
    await world.start()
    await world.arrive()
    ann = world.clients[0]
    ann.send(Learn(name, at))
    await world.deliver_all()
    title = ALL[name].facts.title
    assert [refusal.why for refusal in ann.of(Refused)] == [f"The lesson {title!r} has no prompt {at}; begin it anew."]
    ann.send(Learn(name))
    await world.deliver_all()
    assert ann.table.lesson == name


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
async def test_a_puzzle_is_put_and_whoever_lets_the_turn_pass_meets_the_house_bot(puzzle: Lesson, world: World) -> None:
    ann = await pupil(world, puzzle)
    assert ann.end.prompt is not None
    assert ann.end.prompt["kind"] == "main"
    ann.send(ann.end.decide(Decision("end")))
    await world.pass_time(30.0)
    assert ann.end.outcome is None
    assert ann.end.view is not None
    assert (ann.end.view["turn"], ann.end.prompt is not None) in ((6, True), (7, True))


async def test_all_of_them_are_listed_as_the_protocol_says(settings: Settings) -> None:
    async with (
        running(settings, BOTS, Scripted(1), lessons=ALL) as url,
        httpx.AsyncClient(base_url=url, trust_env=False) as http,
    ):
        answer = await http.get("/lessons.json")
    listed = msgspec.json.decode(answer.content, type=list[LessonFacts])
    assert listed == [lesson.facts for lesson in ALL.values()]
