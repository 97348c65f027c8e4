"""Ratios on a machine that is never quiet: short windows of two workloads in turn, and the median of the pairs."""

from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple

Workload = Iterator[object]
"""Does one unit of work per step, and never ends."""


def quarters(ratios: Sequence[float]) -> tuple[float, float]:
    """Between which the middle half of them lies."""
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else (ratios[0],) * 3
    return low, high


class Rate(NamedTuple):
    """What one window came to."""

    units: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.units / self.seconds


class Ratio(NamedTuple):
    """Rates of two workloads and the ratio of ours to theirs: medians, and the quarters of the pair ratios."""

    ratio: float
    quarters: tuple[float, float]
    ours: float
    theirs: float

    @classmethod
    def of(cls, pairs: Sequence[tuple[Rate, Rate]]) -> "Ratio":
        """From pairs of windows next to each other, ours first."""
        ratios = [ours.per_second / theirs.per_second for ours, theirs in pairs]
        ours, theirs = (median(pair[which].per_second for pair in pairs) for which in (0, 1))
        return cls(median(ratios), quarters(ratios), ours, theirs)

    def plain(self) -> dict[str, object]:
        return {
            "ratio": rounded(self.ratio),
            "quarters": [rounded(value) for value in self.quarters],
            "ours_per_second": rounded(self.ours),
            "theirs_per_second": rounded(self.theirs),
        }


def rounded(value: float) -> float:
    """Three figures and a bit: more would only pretend."""
    return float(f"{value:.4g}")


class Windows(NamedTuple):
    """How often and how long is measured; the time is that of our own process on the processor."""

    pairs: int = 16
    seconds: float = 0.15

    def rate(self, workload: Workload) -> Rate:
        """One window."""
        units, start = 0, process_time()
        end = start + self.seconds
        while (now := process_time()) < end or not units:
            next(workload)
            units += 1
        return Rate(units, now - start)

    def compare(self, ours: Workload, theirs: Workload) -> Ratio:
        """The rate of ours over that of theirs, as the median of pairs of windows next to each other."""
        self.rate(ours)
        self.rate(theirs)
        return Ratio.of([(self.rate(ours), self.rate(theirs)) for _ in range(self.pairs)])


def over_and_over(act: Callable[[], object]) -> Workload:
    """A workload of one act."""
    while True:
        yield act()
