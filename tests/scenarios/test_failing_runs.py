"""A scenario that does not hold says which step, what was expected, what was found, and what is pending."""

import io
from pathlib import Path

import pytest

from clients.scenarios import PlainDriver, Result, Scenario, loads, main, run, run_paths
from engine import Decision, EngineBug, Game, IllegalDecision, catalogue
from engine.model.decisions import END
from engine.rules.match import Event

POSITION = """\
title: An attack
A:
  base: [ETD01-002 as hog, ETD01-013 as cryst rest]
  hand: [ETD01-003 as kelp, ETD01-014 as held]
B:
  base: [ETD01-014 as pengullet]
  hand: [ETD02-014 as leezpunk]
steps:
"""


def report(steps: str, position: str = POSITION) -> list[str]:
    result = run(loads(f"{position}{steps}  - expect: {{winner: null}}\n", "some.yaml"))
    assert not result.passed
    assert result.failure is not None
    return result.failure.lines()


def test_a_wrong_value_is_reported_with_the_pending_prompt() -> None:
    lines = report("  - A: attack hog -> player\n  - expect: {hog.state: stand}\n")
    assert lines[0] == "some.yaml:10: step 2: expected hog.state: stand, found rest"
    assert lines[1] == "    step 2: expect: {hog.state: stand}"
    assert lines[2].startswith("    pending: block prompt to B: ")
    assert lines[3] == "    legal: block pengullet; pass"
    assert len(lines) == 4


def test_all_wrong_values_of_a_step_are_reported() -> None:
    lines = report("  - expect: {A.life: 9, B.life: 10, turn: B, hog.power: 200}\n")
    assert lines[0] == "some.yaml:9: step 1: 3 expectations do not hold"
    assert lines[2:5] == [
        "    expected A.life: 9, found 10",
        "    expected turn: B, found A",
        "    expected hog.power: 200, found 300",
    ]


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("A.life: 9", "10"),
        ("A.material: 1", "0"),
        ("A.damage: 1", "0"),
        ("A.souls: 9", "10"),
        ("A.souls: {stand: 9, rest: 1}", "{stand: 10, rest: 0}"),
        ("A.hand: [kelp]", "[kelp, held]"),
        ("hog.zone: hand", "base"),
        ("cryst.state: stand", "rest"),
        ("kelp.state: stand", "none, for it is in the hand"),
        ("kelp.power: 500", "none, for it is in the hand"),
        ("hog.durability: 300", "none, for its kind has none"),
        ("hog.strike: 2", "1"),
        ("hog.damage: 100", "0"),
        ("hog.cost: 3", "2"),
        ("hog.keywords: [Taunt]", "[]"),
        ("hog.names: []", "[Jolthog – Shocking Yet Innocent]"),
        ("night: true", "false"),
        ("turn: B", "A"),
        ("phase: end", "main"),
        ("battle: {attacker: hog}", "null"),
        ("pending: [hog]", "[]"),
        ("winner: A", "null"),
    ],
)
def test_every_kind_of_expectation_can_fail(expected: str, found: str) -> None:
    assert report(f"  - expect: {{{expected}}}\n")[0] == f"some.yaml:9: step 1: expected {expected}, found {found}"


@pytest.mark.parametrize(
    "expected", ["battle: {attacker: pengullet}", "battle: {target: hog}", "battle: {step: quick}", "battle: null"]
)
def test_a_battle_can_be_another_one(expected: str) -> None:
    lines = report(f"  - A: attack hog -> player\n  - expect: {{{expected}}}\n")
    assert (
        lines[0] == f"some.yaml:10: step 2: expected {expected}, found {{attacker: hog, target: player, step: block}}"
    )


def test_an_illegal_decision_is_reported_with_the_legal_ones() -> None:
    lines = report("  - A: attack cryst -> player\n")
    assert (
        lines[0]
        == 'some.yaml:9: step 1: expected "attack cryst -> player" to be a legal decision of A, found that it is not'
    )
    assert lines[3] == "    legal: play kelp; play held; attack hog -> player; draw; end"


def test_a_decision_of_the_other_player_is_reported() -> None:
    assert report("  - B: pass\n")[0] == "some.yaml:9: step 1: expected a prompt to B, found one to A"


def test_a_decision_after_the_end_is_reported() -> None:
    lines = report("  - B: concede\n  - A: end\n")
    assert lines[0] == "some.yaml:10: step 2: expected a prompt to A, found that the game is over"
    assert lines[2] == "    pending: nothing, the game is over: A (concede)"
    assert report("  - B: concede\n  - A: concede\n")[0].endswith(
        "expected a game that A can concede, found that it is over"
    )


def test_a_legal_decision_is_not_illegal() -> None:
    assert (
        report("  - illegal: {A: play kelp}\n")[0]
        == 'some.yaml:9: step 1: expected "play kelp" not to be legal for A, found that it is'
    )
    assert report("  - illegal: {A: concede}\n")[0].endswith(
        'expected "concede" not to be legal for A, found that it is'
    )


def test_an_illegal_decision_of_a_player_who_is_not_asked_is_reported() -> None:
    assert report("  - illegal: {B: pass}\n")[0] == "some.yaml:9: step 1: expected a prompt to B, found one to A"


def test_another_prompt_is_reported() -> None:
    assert (
        report("  - prompt: {to: B, kind: main}\n")[0]
        == "some.yaml:9: step 1: expected the prompt main to B, found main to A"
    )
    assert report("  - prompt: {to: A, kind: quick}\n")[0].endswith("expected the prompt quick to A, found main to A")
    lines = report("  - A: concede\n  - prompt: {to: A, kind: main}\n")
    assert lines[0].endswith("expected the prompt main to A, found none, for the game is over")


def test_settling_stops_at_a_choice() -> None:
    text = POSITION.replace("ETD01-014 as pengullet", "ETD02-014 as pengullet rest")
    lines_of = run(
        loads(text + "  - A: attack hog -> pengullet\n  - settle\n  - expect: {winner: null}\n", "some.yaml")
    )
    assert lines_of.failure is not None
    lines = lines_of.failure.lines()
    assert lines[0] == "some.yaml:10: step 2: expected to settle, found a prompt with a choice"
    assert lines[2].startswith("    pending: cards prompt to A: ")
    assert lines[3:] == ["    choose 1 of: kelp held", "    legal: choose kelp; choose held"]


def test_a_long_list_of_legal_decisions_is_cut() -> None:
    hand = ", ".join(["ETD01-002"] * 30)
    text = f"title: x\nA:\n  hand: [{hand}]\nsteps:\n  - expect: {{winner: A}}\n"
    result = run(loads(text, "some.yaml"))
    assert result.failure is not None
    assert result.failure.lines()[-1].endswith("; play ETD01-002#24; and 8 more")


def test_single_decisions_are_taken_on_the_way() -> None:
    text = POSITION.replace("pengullet]", "pengullet rest]")
    result = run(loads(text + "  - A: attack hog -> player\n  - A: end\n  - expect: {turn: B}\n", "some.yaml"))
    assert result.passed
    assert result.trace == [
        "A: attack hog -> player",
        "B: pass (the only one)",
        "B: pass (the only one)",
        "A: end",
    ]


def test_checks_take_no_decision_on_the_way() -> None:
    text = POSITION.replace("pengullet]", "pengullet rest]")
    for check in ("expect: {battle: null}", "prompt: {to: A, kind: main}", "illegal: {A: block pengullet}"):
        result = run(
            loads(f"{text}  - A: attack hog -> player\n  - {check}\n  - expect: {{winner: null}}\n", "some.yaml")
        )
        assert result.failure is not None
        assert result.trace == ["A: attack hog -> player"]


def test_a_choice_is_never_taken_on_the_way() -> None:
    lines = report("  - A: attack hog -> player\n  - A: end\n")
    assert lines[0] == "some.yaml:10: step 2: expected a prompt to A, found one to B"


class BrokenDriver(PlainDriver):
    """An engine that breaks, or refuses what it lists."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def decide(self, game: Game, decision: Decision) -> Game:
        raise self._error


def test_a_bug_of_the_engine_is_a_failure_of_the_scenario() -> None:
    scenario = loads(POSITION + "  - A: end\n  - expect: {turn: B}\n", "some.yaml")
    result = run(scenario, BrokenDriver(EngineBug("two prompts are open")))
    assert result.failure is not None
    assert result.failure.lines() == ["some.yaml:9: step 1: two prompts are open", "    A: end"]


def test_a_listed_decision_that_is_refused_is_reported() -> None:
    scenario = loads(POSITION + "  - A: end\n  - expect: {turn: B}\n", "some.yaml")
    result = run(scenario, BrokenDriver(IllegalDecision("illegal", "Not now.", None)))
    assert result.failure is not None
    assert result.failure.sentence == 'step 1: expected "end", which is listed as legal, to be taken, found: Not now.'


class CarelessGame(Game):
    """Takes an illegal decision for the end of the main phase."""

    def decide(self, decision: Decision) -> list[Event]:
        return super().decide(END)


class MovedGame(Game):
    """Refuses an illegal decision, but not without a trace."""

    def decide(self, decision: Decision) -> list[Event]:
        self.concede("A")
        return super().decide(decision)


class GameDriver(PlainDriver):
    """Plays with another class of games."""

    def __init__(self, games: type[Game]) -> None:
        self._games = games

    def start(self, scenario: Scenario) -> Game:
        return self._games.from_position(catalogue, scenario.position)


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        (
            CarelessGame,
            'expected "block pengullet", which is not listed as legal, to be refused, found that it was taken',
        ),
        (MovedGame, 'expected the refused "block pengullet" to change nothing, found that it did'),
    ],
)
def test_an_illegal_decision_has_to_be_refused_without_a_trace(games: type[Game], sentence: str) -> None:
    scenario = loads(POSITION + "  - illegal: {A: block pengullet}\n", "some.yaml")
    result = run(scenario, GameDriver(games))
    assert result.failure is not None
    assert result.failure.sentence == f"step 1: {sentence}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "good.yaml").write_text(POSITION + "  - A: end\n  - expect: {turn: B}\n", encoding="utf-8")
    (tmp_path / "deep" / "wrong.yaml").write_text(POSITION + "  - expect: {turn: B}\n", encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("title: Broken\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no scenario\n", encoding="utf-8")
    return tmp_path


def test_the_command_tells_every_failure_and_counts(folder: Path) -> None:
    out = io.StringIO()
    assert main([str(folder)], trace=False, out=out) == 1
    lines = out.getvalue().splitlines()
    assert lines[0] == f"{folder}/broken.yaml:1: the steps are missing"
    assert lines[1] == f"{folder}/deep/wrong.yaml:9: step 1: expected turn: B, found A"
    assert lines[-1] == "1 passed, 2 failed"


def test_the_command_succeeds_when_all_pass(folder: Path) -> None:
    out = io.StringIO()
    assert main([str(folder / "good.yaml")], trace=False, out=out) == 0
    assert out.getvalue() == "1 passed, 0 failed\n"


def test_the_trace_is_the_whole_log(folder: Path) -> None:
    out = io.StringIO()
    main([str(folder / "good.yaml")], trace=True, out=out)
    assert out.getvalue() == f"{folder}/good.yaml: An attack\n    A: end\n1 passed, 0 failed\n"


def test_paths_without_scenarios_fail(folder: Path) -> None:
    (folder / "empty").mkdir()
    results: list[Result] = run_paths([folder / "empty", folder / "missing.yaml"])
    sentences = [result.failure.sentence for result in results if result.failure]
    assert sentences == [
        "this folder holds no scenario file (*.yaml)",
        "the file cannot be read: No such file or directory",
    ]
    out = io.StringIO()
    assert main([], trace=False, out=out) == 1
    assert out.getvalue() == "0 passed, 0 failed\n"
