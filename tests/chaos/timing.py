"""How long a failover takes on virtual time: what rules and timers cost, on a machine that has nothing else to do."""

import asyncio
from collections.abc import Sequence
from typing import Final, Literal

from tests.chaos.loop import VirtualLoop, run
from tests.chaos.report import Report, Stopwatch, part
from tests.chaos.seeds import Apart
from tests.chaos.story import Story

Kind = Literal["kill", "stop", "term"]
KINDS: Final[tuple[Kind, ...]] = ("kill", "stop", "term")
PAUSES: Final = {"kill": 5.0, "stop": 15.0, "term": 5.0}
"""Seconds between two faults, so that each is over before the next."""
STOP_SECONDS: Final = 5.0
GOALS: Final[dict[Kind, dict[float, float]]] = {
    "kill": {0.5: 0.7, 0.99: 2.5},
    "stop": {0.5: 6.0, 0.99: 10.0},
    "term": {0.99: 0.25},
}
"""T15 and T16: the seconds that so large a part of all waits does not reach."""


class Timing(Story):
    """A story of one kind of fault, again and again, without losses; only what follows from the fault is measured."""

    def __init__(self, loop: VirtualLoop, kind: Kind, seconds: float, report: Report) -> None:
        super().__init__(loop, 1, seconds, trace=False)
        self.storage.reply_lost = self.storage.message_lost = 0.0
        self._kind = kind
        self._stopwatch = Stopwatch(report, loop.time)
        for player in self.players:
            player.end.acknowledged = self._stopwatch.acknowledged

    async def _hurt(self) -> None:
        member = self._chance.choice(self._alive())
        for kept in self.storage.backend.rooms.values():
            if kept.row.owner == member.name and kept.row.state == "playing":
                self._stopwatch.hit(self._kind, kept.row.log, kept.row.epoch)
        if self._kind == "stop":
            member.stop()
            self._later(STOP_SECONDS, member.go_on)
        else:
            (member.kill if self._kind == "kill" else member.terminate)()
            self._later(1.0, self.cluster.revive)
        await asyncio.sleep(PAUSES[self._kind])


def measure(seconds: float, kinds: Sequence[Kind] = KINDS) -> Report:
    """Faults of each of these kinds for so many virtual seconds."""
    report = Report()
    for kind in kinds:
        told = Apart(lambda kind=kind: _measure(kind, seconds)).result()  # type: ignore[misc]
        assert told is not None, f"the stories of {kind} broke off"
        findings, counts, waits = told
        report.findings += findings
        report.counts.update(counts)
        report.waits.update(waits)
    report.findings += judge(report, kinds)
    return report


def judge(report: Report, kinds: Sequence[Kind] = KINDS) -> list[str]:
    """Where the waits after faults of these kinds are longer than they may be, or there are none."""
    findings = [f"{name}: nothing was measured" for name in kinds if not report.waits[name]]
    for name in kinds:
        for share, seconds_at_most in GOALS[name].items():
            if (waited := part(report.waits[name], share)) >= seconds_at_most:
                findings.append(f"{name}: {share:.0%} of the waits are up to {waited:.3f} s long")
    return findings


def _measure(kind: Kind, seconds: float) -> tuple[list[str], dict[str, int], dict[str, list[float]]]:
    report = Report()
    outcome = run(lambda loop: Timing(loop, kind, seconds, report).tell())
    return outcome.findings, dict(report.counts), dict(report.waits)
