"""Real processes under signals for a short while, in every test run; `make chaos` does it at length."""

import asyncio

from tests.chaos.countdown import countdown
from tests.chaos.real import chaos

SECONDS = 15.0
PLAYERS = 30


def test_real_workers_that_are_killed_stopped_and_drained_and_a_torn_store_lose_nothing() -> None:
    report = asyncio.run(
        chaos({"kill": 2, "stop": 1, "term": 1, "tear": 1}, SECONDS, seed=1, players=PLAYERS, pause=(0.2, 1.0))
    )
    assert report.findings == []
    assert sum(count for name, count in report.counts.items() if name.startswith("failovers")) > 0
    assert report.counts["acks"] >= report.counts["decisions"] > 0
    assert report.counts["proved"] > 0
    assert report.counts["views watched"] > 0


def test_a_match_of_two_who_stall_ends_by_the_clock_through_a_killed_owner() -> None:
    report, lines = asyncio.run(countdown("7+0/2", seed=1))
    assert report.findings == []
    assert report.counts["kill"] == 1
    assert report.counts["proved"] == 1
    assert any("(claimed)" in line and "charged to nobody" in line for line in lines)
    assert "wins (time)" in lines[-1]
