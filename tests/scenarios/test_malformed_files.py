"""A malformed scenario never passes by accident: every error names the file and the line."""

from pathlib import Path

import pytest

from clients.scenarios import MalformedScenario, load, loads, run_file

GOOD = """\
title: A good file
A:
  base: [ETD01-002 as hog]
B:
  base: [ETD01-003]
steps:
  - A: attack hog -> player
  - settle
  - expect: {B.life: 9}
"""

CARD = "NUMBER [as LABEL] [rest] [damage=N]"
STEP = "A: DECISION, B: DECISION, illegal, prompt, expect, say, settle or end turn"

# What is replaced in the good file, by what, the line of the error, and what it says.
CASES: dict[str, tuple[str, str, int, str]] = {
    "no YAML": ("base: [ETD01-002 as hog]", "base: [ETD01-002 as hog", 4, "not YAML: "),
    "a tab": ("  base: [ETD01-003]", "\tbase: [ETD01-003]", 5, "not YAML: "),
    "two documents": ("B:\n", "---\nB:\n", 4, "not YAML: but found another document"),
    "no mapping": (GOOD, "- title\n", 1, "expected a scenario, found [title]"),
    "no title": ("title: A good file\n", "", 1, "the title is missing"),
    "an empty title": ("title: A good file", "title:", 1, "expected a title, found null"),
    "no steps": (GOOD, "title: Nothing\n", 1, "the steps are missing"),
    "steps that are no list": (
        "steps:\n  - A: attack hog -> player\n  - settle\n  - expect: {B.life: 9}",
        "steps: 3",
        6,
        "expected a list of steps, found 3",
    ),
    "an unknown key": (
        "B:\n",
        "night_time: true\nB:\n",
        4,
        'the key "night_time" is unknown; known are title, source, goal, turn, A, B, night, seed, steps',
    ),
    "a key twice": ("B:\n", "A:\n", 4, 'the key "A" stands twice'),
    "a path twice": ("{B.life: 9}", "{B.life: 9, B.life: 9}", 9, 'the key "B.life" stands twice'),
    "a key that is a list": ("B:\n", "[B]:\n", 4, "expected a key, found [B]"),
    "an unknown key of a player": (
        "  base: [ETD01-003]",
        "  field: [ETD01-003]",
        5,
        'the key "field" is unknown; known are ',
    ),
    "cards that are no list": ("base: [ETD01-003]", "base: ETD01-003", 5, "expected a list of cards, found ETD01-003"),
    "an unknown card": ("[ETD01-003]", "[ETD01-300]", 5, 'no card has the number "ETD01-300"'),
    "a card without a number": ("[ETD01-003]", "['']", 5, 'no card has the number ""'),
    "a card that is a mapping": ("[ETD01-003]", "[{ETD01-003: rest}]", 5, f"expected a card: {CARD}, found "),
    "a capital label": ("as hog", "as Hog", 3, '"Hog" is no label: a label is a lower-case word'),
    "a reserved label": ("as hog", "as player", 3, '"player" is no label: a label is a lower-case word'),
    "a label that is missing": ("as hog", "as", 3, '"" is no label: a label is a lower-case word'),
    "a label twice": ("[ETD01-003]", "[ETD01-003 as hog]", 5, 'the label "hog" stands twice'),
    "a card in the wrong order": ("as hog", "rest as hog", 3, f'expected {CARD}, found "as hog"'),
    "a damage of nothing": ("as hog", "as hog damage=0", 3, f'expected {CARD}, found "damage=0"'),
    "an orientation in the hand": (
        "  base: [ETD01-003]",
        "  hand: [ETD01-003 rest]",
        5,
        "only a card in a base rests or has damage, and this one is in the hand",
    ),
    "damage in the graveyard": (
        "  base: [ETD01-003]",
        "  graveyard: [ETD01-003 damage=100]",
        5,
        "only a card in a base rests or has damage, and this one is in the graveyard",
    ),
    "an event in the base": ("[ETD01-003]", "[ETD01-011]", 5, "an event is never in a base"),
    "a damaged gear": ("[ETD01-003]", "[ETD01-010 damage=100]", 5, "a gear has no damage"),
    "a number that is a text": ("B:\n", "B:\n  life: '9'\n", 5, "expected a number, found 9"),
    "a number with a fraction": ("B:\n", "B:\n  life: 9.5\n", 5, "expected a number, found 9.5"),
    "a negative number": ("B:\n", "B:\n  material: -1\n", 5, "expected a number of at least 0, found -1"),
    "eleven souls": ("B:\n", "B:\n  souls: 11\n", 5, "expected a number between 0 and 10, found 11"),
    "eleven souls apart": (
        "B:\n",
        "B:\n  souls: {stand: 5, rest: 6}\n",
        5,
        "a player has no more than 10 souls, and these are 11",
    ),
    "half of the souls": ("B:\n", "B:\n  souls: {stand: 5}\n", 5, "expected {stand: n, rest: m}, found {stand: 5}"),
    "a truth in YAML 1.1": ("B:\n", "night: yes\nB:\n", 4, "expected true or false, found yes"),
    "a capital truth": ("B:\n", "night: True\nB:\n", 4, "expected true or false, found True"),
    "an unknown player": ("B:\n", "turn: C\nB:\n", 4, "expected A or B, found C"),
    "a negative seed": ("B:\n", "seed: -1\nB:\n", 4, "expected a number between 0 and "),
    "an unknown step": ("- settle", "- settle: all", 8, f'the step "settle" is unknown; a step is one of {STEP}'),
    "an unknown word": ("- settle", "- settel", 8, f'expected {STEP}, found "settel"'),
    "a step with two keys": ("- settle", "- {A: end, B: pass}", 8, f"a step is one of {STEP}, and this one has 2 keys"),
    "an unknown decision": (
        "attack hog -> player",
        "atack hog -> player",
        7,
        '"atack hog -> player" is not a decision: expected one of: first, second, keep, ',
    ),
    "an unfinished decision": (
        "attack hog -> player",
        "attack hog",
        7,
        '"attack hog" is not a decision: expected attack LABEL -> LABEL or player, found ',
    ),
    "an unknown label": (
        "attack hog -> player",
        "attack pig -> player",
        7,
        '"attack pig -> player" is not a decision: expected the label of a card, found "pig"',
    ),
    "an unknown label that would be illegal": (
        "- settle",
        "- illegal: {A: play pig}",
        8,
        '"play pig" is not a decision: expected the label of a card, found "pig"',
    ),
    "an illegal of nobody": ("- settle", "- illegal: {}", 8, "expected {A: DECISION} or {B: DECISION}, found {}"),
    "an illegal of both": (
        "- settle",
        "- illegal: {A: end, B: end}",
        8,
        "expected {A: DECISION} or {B: DECISION}, found {A: end, B: end}",
    ),
    "half of a prompt": ("- settle", "- prompt: {to: A}", 8, "expected {to: SEAT, kind: KIND}, found {to: A}"),
    "an unknown kind": ("- settle", "- prompt: {to: A, kind: attack}", 8, "expected one of setup, main, block, "),
    "nothing expected": ("{B.life: 9}", "{}", 9, "the expect checks nothing"),
    "nothing checked": ("- expect: {B.life: 9}", "- settle", 6, "the steps check nothing: "),
    "an unknown path": ("B.life", "B.lives", 9, 'the path "B.lives" is unknown; known are night, turn, phase, '),
    "a path of an unknown player": ("B.life", "C.life", 9, 'the path "C.life" is unknown; known are night, '),
    "a path of an unknown card": ("B.life: 9", "pig.power: 9", 9, 'no card has the label "pig"'),
    "a zone of a player": ("B.life: 9", "B.zone: hand", 9, 'the path "B.zone" is unknown; known are night, '),
    "a life that is no number": ("B.life: 9", "B.life: nine", 9, "expected a number, found nine"),
    "a life that is nothing": ("B.life: 9", "B.life: ", 9, "expected a number, found null"),
    "a list with an unknown card": (
        "B.life: 9",
        "B.base: [hog, ETD01-0003]",
        9,
        '"ETD01-0003" is neither a card number nor a label',
    ),
    "a negative amount": ("B.life: 9", "B.base: -1", 9, "expected a number of at least 0, found -1"),
    "an unknown zone": ("B.life: 9", "hog.zone: field", 9, "expected one of deck, hand, base, "),
    "an unknown state": ("B.life: 9", "hog.state: resting", 9, "expected stand or rest, found resting"),
    "an unknown keyword": ("B.life: 9", "hog.keywords: [Flying]", 9, "expected one of Interrupt, Brave, "),
    "an unknown name": ("B.life: 9", "hog.names: [Jolthog]", 9, 'no card has the name "Jolthog"'),
    "an unknown phase": ("B.life: 9", "phase: setup", 9, "expected one of stand, draw, soul, main, end, found setup"),
    "an unknown winner": ("B.life: 9", "winner: nobody", 9, "expected one of A, B, draw, found nobody"),
    "an unknown battle": ("B.life: 9", "battle: {blocker: hog}", 9, 'the key "blocker" is unknown; known are '),
    "an empty battle": ("B.life: 9", "battle: {}", 9, "the battle checks nothing"),
    "an unknown step of a battle": ("B.life: 9", "battle: {step: main}", 9, "expected one of attack, block, quick, "),
    "an unknown pending card": ("B.life: 9", "pending: [pig]", 9, 'no card has the label "pig"'),
    "an own tag": ("B.life: 9", "B.life: !lives 9", 9, "the tag !lives is unknown"),
}


def test_the_good_file_is_good(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD, encoding="utf-8")
    assert run_file(path).failure is None


@pytest.mark.parametrize("case", CASES)
def test_an_error_names_the_file_the_line_and_what_is_wrong(case: str) -> None:
    old, new, line, sentence = CASES[case]
    assert GOOD.count(old) == 1
    with pytest.raises(MalformedScenario) as caught:
        loads(GOOD.replace(old, new), "bad.yaml")
    assert (caught.value.file, caught.value.line) == ("bad.yaml", line)
    assert caught.value.sentence.startswith(sentence)
    assert str(caught.value).startswith(f"bad.yaml:{line}: {sentence}")


def test_a_malformed_file_is_a_failure_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(GOOD.replace("B.life", "B.lives"), encoding="utf-8")
    result = run_file(path)
    assert result.failure is not None
    assert result.failure.lines()[0].startswith(f'{path}:9: the path "B.lives" is unknown')


def test_an_empty_file_is_an_error() -> None:
    with pytest.raises(MalformedScenario, match=r"^bad.yaml:1: the file is empty$"):
        loads("# nothing\n", "bad.yaml")


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MalformedScenario, match="the file cannot be read: No such file or directory"):
        load(tmp_path / "nothing.yaml")


def test_a_file_that_is_not_utf_8_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("title: Gut\nsource: Übung\n".encode("latin-1"))
    with pytest.raises(MalformedScenario) as caught:
        load(path)
    assert (caught.value.line, caught.value.sentence) == (2, "the file is not UTF-8")


@pytest.mark.parametrize(
    "position",
    [
        "B:\n  base: [ETD01-003 damage=500]\n",
        "B:\n  base: [ETD01-002, ETD01-002, ETD01-002, ETD01-002, ETD01-002, ETD01-002]\n",
        "B:\n  exact_deck: true\n",
        "B:\n  life: 0\n",
    ],
)
def test_a_position_with_a_rule_action_due_is_malformed(tmp_path: Path, position: str) -> None:
    path = tmp_path / "due.yaml"
    path.write_text(f"title: Due at once\n{position}steps:\n  - expect: {{winner: null}}\n", encoding="utf-8")
    result = run_file(path)
    assert result.failure is not None
    assert result.failure.lines() == [
        f"{path}:2: no game can stand in this position: a rule action is due at once in this position"
    ]
