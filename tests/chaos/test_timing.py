"""On virtual time a failover takes what the rules say, whatever the machine is busy with."""

import subprocess
import sys

from tests.chaos.report import plain_environment


def test_failovers_are_as_quick_as_they_have_to_be() -> None:
    command = [sys.executable, "-m", "tests.chaos", "timing", "--seconds", "25"]
    ran = subprocess.run(command, env=plain_environment(), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert all(kind in ran.stdout for kind in ("T15a", "T15b", "T16"))
