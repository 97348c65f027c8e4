"""The benchmarks run, and compare like with like. What they measure is nobody's promise."""

import json
import subprocess
import sys

import pytest

from engine import Game
from engine.saves import encode, encode_cards
from tests.bench import games, named
from tests.bench.targets import TARGETS, deep_copy
from tests.bench.windows import Windows, over_and_over
from tests.tooling.project import ROOT

RATIO = {"ratio", "quarters", "ours_per_second", "theirs_per_second"}
FIELDS = {
    "T1": RATIO | {"ratio_without_forced"},
    "T2": RATIO | {"ratio_without_forced"},
    "T3": RATIO | {"ratio_without_forced"},
    "T4": RATIO,
    "T5": RATIO | {"save_bytes", "named_bytes"},
    "T6": RATIO | {"microseconds", "echo_microseconds"},
    "T7": {"ratio", "ratio_relayed", "microseconds"},
    "T8": {"ratio", "milliseconds", "medians", "load_per_second"},
    "T9": {"ratio", "bytes", "echo_bytes"},
    "T10": {"bytes", "bytes_when_fresh", "after_decisions"},
    "T11": RATIO | {"on_the_wall"},
    "T12": {"commands", "commands_relayed", "by_name", "by_name_relayed", "of_the_other_worker"},
    "T14": {"ratio", "quarters", "milliseconds", "medians", "decisions", "updates_of_each_watcher"},
    "T13": {"paltable.v1.msgpack", "paltable.v1.json"},
    "T18": {"milliseconds", "script_bytes"},
    "updates": RATIO | {"microseconds", "over_rules_alone"},
    "forced": {"forced", "forced_passes"},
}


def test_the_report_is_json_with_a_figure_or_a_reason_for_every_target() -> None:
    command = [sys.executable, "-m", "tests.bench", "--pairs", "2", "--seconds", "0.001"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    report = json.loads(answer.stdout)
    assert set(report) == {"python", "machine", "windows", "targets"}
    assert set(report["targets"]) == set(TARGETS) == set(FIELDS)
    for name, figures in report["targets"].items():
        if "reason" in figures:
            assert "is not installed" in figures["reason"]
            assert figures["ratio"] is None
        else:
            assert set(figures) == {"what", "goal"} | FIELDS[name]


def test_a_target_that_is_not_there_is_named() -> None:
    command = [sys.executable, "-m", "tests.bench", "T99"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "no such target: T99" in answer.stderr


def test_a_ratio_is_the_median_of_the_pairs() -> None:
    ratio = Windows(5, 0.002).compare(over_and_over(lambda: None), over_and_over(lambda: sum(range(2_000))))
    assert ratio.ratio > 1
    assert ratio.quarters[0] <= ratio.ratio <= ratio.quarters[1]
    assert ratio.ours > ratio.theirs > 0


@pytest.mark.parametrize("game", games.mid_games(6))
def test_the_yardsticks_of_copies_and_saves_hold_the_whole_game(game: Game) -> None:
    blob = game.save()
    assert deep_copy(game).save() == blob
    state = named.load(named.save(game._match.state))
    for encoded in (encode, encode_cards):
        assert encoded(state) == encoded(game._match.state)
    assert state.place == game._match.state.place
