"""Every node of every card is carried out by a scenario or a behaviour test, and every question answered both ways."""

import subprocess
import sys

from engine.cards import CARDS
from tests.tooling.project import ROOT


def test_every_node_of_every_card_is_played_but_for_those_with_a_reason() -> None:
    command = [sys.executable, "-m", "tests.mutation", "coverage"]
    report = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert report.stderr == ""
    assert [line for line in report.stdout.splitlines() if "NOT SEEN" in line or "is wrong" in line] == []
    assert report.returncode == 0
    nodes = sum(1 for card in CARDS for ability in card.abilities for _ in ability.walk())
    assert f"{len(CARDS)} cards, {nodes} nodes" in report.stdout
