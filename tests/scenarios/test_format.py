"""The description of the formats says what the code does."""

import re
from pathlib import Path

import clients.scenarios
from clients.scenarios import VERSION, loads, run
from clients.scenarios.expectations import CARD_PATHS, GAME_PATHS, SEAT_PATHS
from clients.scenarios.position import POSITION_KEYS
from engine import notation
from engine.notation import ANSWERS, FORMS

FORMAT = Path(clients.scenarios.__file__).with_name("FORMAT.md").read_text(encoding="utf-8")
DECISIONS, _, SCENARIOS = FORMAT.partition("## The scenario file")


def words(text: str) -> set[str]:
    """Return the code spans of a text."""
    return set(re.findall(r"`([^`\n]+)`", text))


def test_the_example_holds() -> None:
    [example] = re.findall(r"```yaml\n(.*?)```", FORMAT, flags=re.DOTALL)
    result = run(loads(example, "FORMAT.md"))
    assert result.failure is None, "\n".join(result.failure.lines())


def test_both_versions_are_named() -> None:
    assert f"version {notation.VERSION} (`engine.notation.VERSION`)" in FORMAT
    assert f"version {VERSION} (`clients.scenarios.VERSION`)" in FORMAT


def test_every_decision_is_told_with_the_prompts_that_it_answers() -> None:
    rows = [row.split("|") for row in DECISIONS.splitlines() if row.startswith("| `")]
    told = {
        verb: words(kinds)
        for _, lines, kinds, *_ in rows
        for verb in {line.split()[0] for line in words(lines)}
        if verb != "concede"
    }
    answers = {verb: {kind for kind, verbs in ANSWERS.items() if verb in verbs} for verb in FORMS if verb != "concede"}
    assert told == answers


def test_every_key_and_path_is_told() -> None:
    told = words(SCENARIOS)
    assert {"title", "source", "steps", *POSITION_KEYS} <= told
    assert set(GAME_PATHS) <= told
    assert {f"A.{path}" for path in SEAT_PATHS} <= told
    assert {f"LABEL.{path}" for path in CARD_PATHS} <= told
