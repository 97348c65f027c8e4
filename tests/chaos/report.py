"""What a run found and measured, and the table of it, each figure beside its goal."""

import math
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

GOALS: Final = {
    "kill": "T15a kill -9: p50 < 0.7 s, p99 < 2.5 s",
    "stop": "T15b owner stopped for 5 s: p50 < 6 s, p99 < 10 s",
    "tear": "T15c Redis dies with its tail, every room plays on: < 10 s",
    "term": "T16 SIGTERM, last decision before to first after: p99 < 0.25 s",
    "drained": "T16 SIGTERM, a worker with 500 rooms has given all away: < 1.5 s",
}
DISTURBED: Final = 5.0
"""For so many seconds a player comes back whose connection was broken."""
SHARES: Final = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}


@dataclass
class Report:
    """What came of a run: findings, counts, and the waits in seconds by their kind."""

    findings: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


@dataclass(slots=True)
class _Watched:
    """A match that a fault has hit: since when, and under which epoch it was played then."""

    kind: str
    since: float
    epoch: int


class Stopwatch:
    """Measures, for each match that a fault hits, how long it is until a decision is acknowledged again."""

    def __init__(self, report: Report, clock: Callable[[], float]) -> None:
        self._report = report
        self._clock = clock
        self._watched: dict[str, _Watched] = {}
        self._last: dict[str, float] = {}
        self._disturbed: dict[str, float] = {}

    def hit(self, kind: str, log: str, epoch: int) -> None:
        """A fault hits a match; one that is hit already is not measured twice."""
        self._watched.setdefault(log, _Watched(kind, self._clock(), epoch))

    def disturbed(self, log: str) -> None:
        """A player's connection breaks, too: its match has to come through, but how long that takes is its own."""
        self._disturbed[log] = self._clock()

    def acknowledged(self, log: str, epoch: int) -> None:
        """A decision was acknowledged: if it is by a new owner, the match has come through."""
        watched, now = self._watched.get(log), self._clock()
        if watched is not None and epoch > watched.epoch:
            since = self._last.get(log, watched.since) if watched.kind == "term" else watched.since
            if self._disturbed.get(log, -math.inf) < watched.since - DISTURBED:
                self._report.waits[watched.kind].append(now - since)
            self._report.counts[f"failovers by {watched.kind}"] += 1
            del self._watched[log]
        self._last[log] = now


def plain_environment(**more: str) -> dict[str, str]:
    """The environment of a process whose coverage is not measured: it would take twice its time, and is killed."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COV")} | more


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def part(waits: list[float], share: float) -> float:
    """The wait that so large a part of all waits does not exceed; 0 of none."""
    ranked = sorted(waits)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


def listed(figures: Counter[str]) -> str:
    """Counts in a line, by their names."""
    return ", ".join(f"{name} {figures[name]}" for name in sorted(figures))


def tell_report(report: Report, title: str) -> int:
    """Write a report as a table; 1 if anything was found."""
    say(f"== {title}: {listed(report.counts)}")
    for kind, waits in report.waits.items():
        shares = ", ".join(f"{name} {part(waits, share):.3f}" for name, share in SHARES.items())
        say(f"  {GOALS.get(kind, kind):66} {len(waits):5} measured, seconds: {shares}")
    for finding in report.findings:
        say(f"  FOUND {finding}")
    say(f"  {len(report.findings)} findings")
    return min(len(report.findings), 1)
