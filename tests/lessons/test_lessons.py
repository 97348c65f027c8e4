"""What a lesson says, and which files are refused."""

import re
from pathlib import Path

import pytest

from clients.lessons import FOLDER, Lesson, MalformedLesson, lessons, read_lesson

ALL = list(lessons().values())
LESSONS = [lesson for lesson in ALL if lesson.facts.kind == "lesson"]
LONGEST = 170
SENTENCE_END = re.compile(r"[.?!]”?(?=\s|$)")

HEAD = """
title: Hit
goal: Win.
A: {souls: 2, base: [ETD01-002 as hog, ETD01-003 as kelp]}
B: {life: 1, souls: 2}
steps:
"""
WHOLE = (
    HEAD
    + """
  - say: Attack.
  - A: attack hog -> player
  - settle
  - expect: {winner: A}
"""
)
BROKEN = {
    "says nothing": (WHOLE.replace("  - say: Attack.\n", ""), "nothing is said before attack hog -> player"),
    "has no goal": (WHOLE.replace("goal: Win.\n", ""), "the goal is missing"),
    "does not hold": (WHOLE.replace("winner: A", "winner: B"), "expected winner: B, found A"),
    "is no scenario": (WHOLE.replace("ETD01-002", "ETD01-999"), "ETD01-999"),
    "leaves a choice open": (
        HEAD + "  - say: Wait.\n  - end turn\n  - expect: {turn: B}\n",
        "no step answers the pupil's question “Your main phase",
    ),
}


def test_there_are_five_lessons_and_each_has_its_own_name() -> None:
    assert [lesson.name for lesson in LESSONS] == ["attack", "souls", "fights", "work", "night"]
    files = sorted(FOLDER.glob("lessons/*.yaml")) + sorted(FOLDER.glob("puzzles/*.yaml"))
    assert [lesson.name for lesson in ALL] == [file.stem.split("-", 1)[1] for file in files]


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.name for lesson in LESSONS])
def test_a_lesson_has_six_to_fourteen_decisions_and_ends_with_words_to_read(lesson: Lesson) -> None:
    steps = lesson.facts.steps
    assert 6 <= sum(step.prompt > 0 for step in steps) <= 14
    assert steps[-1].prompt == 0


@pytest.mark.parametrize("lesson", ALL, ids=[lesson.name for lesson in ALL])
def test_no_step_says_more_than_two_sentences(lesson: Lesson) -> None:
    for step in lesson.facts.steps:
        assert 1 <= len(SENTENCE_END.findall(step.say)) <= 2, step.say
        assert len(step.say) <= LONGEST, step.say


def test_a_puzzle_tells_nobody_how_it_is_solved() -> None:
    for lesson in ALL:
        if lesson.facts.kind == "puzzle":
            assert lesson.facts.steps
            assert all(step.prompt == 0 and not step.decision for step in lesson.facts.steps)


@pytest.mark.parametrize("broken", BROKEN)
def test_a_lesson_is_refused_with_a_sentence_if_it(broken: str, tmp_path: Path) -> None:
    text, sentence = BROKEN[broken]
    file = tmp_path / "1-hit.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedLesson, match=re.escape(sentence)):
        read_lesson(file, "lesson")


def test_a_lesson_that_is_whole_is_read(tmp_path: Path) -> None:
    file = tmp_path / "1-hit.yaml"
    file.write_text(WHOLE, encoding="utf-8")
    assert [step.say for step in read_lesson(file, "lesson").facts.steps] == ["Attack."]
