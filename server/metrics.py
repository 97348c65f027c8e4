"""What a worker counts and measures of itself, and how Prometheus is told.

Counting is a plain addition and measuring a bisection: a worker has one thread, and both are on the way of every
decision. What they come to is put into Prometheus' words only when somebody asks for them.
"""

import asyncio
import os
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from server import VERSION

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
"""The media type of `Metrics.exposition`."""

WORK: Final = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""Bounds in seconds for what a program does."""
WAITS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0)
"""Bounds in seconds for what a person waits."""

LAG_EVERY: Final = 0.5
"""Seconds between two looks at how late the event loop is."""


class Counter:
    """Something that only ever happens more often."""

    __slots__ = ("about", "value")

    def __init__(self, about: str) -> None:
        self.about = about
        self.value = 0

    def inc(self, by: int = 1) -> None:
        """It happened, ``by`` times."""
        self.value += by


class Gauge:
    """How many there are now: a number that is set, or whatever ``read`` gives when somebody asks."""

    __slots__ = ("about", "read")

    def __init__(self, about: str) -> None:
        self.about = about
        self.read: Callable[[], float] = lambda: 0

    def set(self, value: float) -> None:
        """It is this many from now on."""
        self.read = lambda: value


class Histogram:
    """How long something took, each time, by classes: ``bounds`` are their upper ends in seconds."""

    __slots__ = ("about", "bounds", "counts", "sum")

    def __init__(self, about: str, bounds: Sequence[float] = WORK) -> None:
        self.about = about
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """It took so long."""
        self.counts[bisect_left(self.bounds, seconds)] += 1
        self.sum += seconds


class Metrics:
    """The figures of one worker. Each attribute is exposed under its own name, as ``paltable_<name>``.

    ``worker`` and ``pin`` say whose they are: several workers may answer behind one port.
    """

    def __init__(self, worker: str = "", pin: str = "") -> None:
        self.worker = worker
        self.pin = pin
        self.sockets = Gauge("Open WebSocket connections of this worker.")
        self.rooms = Gauge("Tables that this worker owns.")
        self.links = Gauge("Connections whose socket and table are at two workers; both count them.")
        self.evidence = Gauge("Tables that are kept because the server failed at them, looked up every hour.")
        self.draining = Gauge("1 once this worker hands its tables over, else 0.")
        self.decisions = Counter("Decisions and concessions, of players and bots, that were applied and stored.")
        self.resumes = Counter("Connections that came back to a table and got just what they had missed.")
        self.snapshots = Counter("Times a connection was sent all that it may know of a match.")
        self.claims = Counter("Tables taken over from workers that died.")
        self.handovers = Counter("Tables handed over to other workers.")
        self.fences = Counter("Tables dropped because another worker owned them, each once.")
        self.heals = Counter("Tables whose lost records were given back to the store.")
        self.lost_tails = Counter("Players who came back having seen more than the store has kept.")
        self.late_frames = Counter("Frames of former owners that came too late and were dropped.")
        self.pauses = Counter("Times a table waited for a store that was away.")
        self.faults = Counter("Matches that ended because the server failed.")
        self.overflows = Counter("Connections closed because they read too slowly.")
        self.decide_seconds = Histogram("The time in which the rules apply a decision of a player or a bot.")
        self.append_seconds = Histogram("The time until the store has kept what happened at a table, pauses included.")
        self.lag_seconds = Histogram("How late the event loop is.")
        self.queue_seconds = Histogram("How long players waited in the queue until they were paired.", WAITS)
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def exposition(self) -> bytes:
        """All figures in Prometheus' text format (`CONTENT_TYPE`)."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """All figures in Prometheus' words."""
        whose = {"worker": self.worker, "pid": str(os.getpid()), "version": VERSION, "pin": self.pin}
        yield InfoMetricFamily("paltable_worker", "Which worker tells this.", whose)
        for name, figure in vars(self).items():
            if isinstance(figure, Counter):
                yield CounterMetricFamily(f"paltable_{name}", figure.about, figure.value)
            elif isinstance(figure, Gauge):
                yield GaugeMetricFamily(f"paltable_{name}", figure.about, figure.read())
            elif isinstance(figure, Histogram):
                ends = [*map(str, figure.bounds), "+Inf"]
                buckets = list(zip(ends, accumulate(figure.counts), strict=True))
                yield HistogramMetricFamily(f"paltable_{name}", figure.about, buckets, figure.sum)

    async def watch_lag(self) -> None:
        """Measure for ever how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag_seconds.observe(max(0.0, loop.time() - due))
