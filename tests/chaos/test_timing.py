"""On virtual time a failover takes what the rules say, whatever the machine is busy with."""

import subprocess
import sys

import pytest

from tests.chaos.report import Report, plain_environment
from tests.chaos.timing import judge


def test_what_took_too_long_is_found_and_so_is_what_was_not_measured() -> None:
    report = Report()
    report.waits["kill"] = [0.1] * 98 + [2.6, 2.6]
    report.waits["term"] = [0.2] * 10
    assert judge(report) == ["stop: nothing was measured", "kill: 99% of the waits are up to 2.600 s long"]


@pytest.mark.parametrize(("kind", "target"), [("kill", "T15a"), ("stop", "T15b"), ("term", "T16")])
def test_failovers_are_as_quick_as_they_have_to_be(kind: str, target: str) -> None:
    command = [sys.executable, "-m", "tests.chaos", "timing", "--seconds", "25", "--kind", kind]
    ran = subprocess.run(command, env=plain_environment(), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert target in ran.stdout
