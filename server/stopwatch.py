"""The clocks of a room that runs here: between two records the time is this worker's own, from the last record on."""

from collections.abc import Callable
from typing import Final

from engine.model.terms import SeatName
from server import clocks
from server.clocks import Clocks
from server.protocol import messages
from server.records import Corrected, Decided, Entry, Owned, Started

EARLY: Final = 0.0005
"""Timers may ring so many seconds early."""
SURELY: Final = 0.002
"""So many seconds after its end a time is over by the store's clock too, which counts whole milliseconds."""


class Stopwatch:
    """Measures between the records; ``loop_time`` gives seconds that never go back.

    While the store is away it stands still: whoever is asked is not charged for that.
    """

    def __init__(self, known: Clocks | None, at: int, loop_time: Callable[[], float]) -> None:
        self.clocks = known
        self._loop_time = loop_time
        self._at = at
        self._heard = loop_time()
        """When the store's clock showed ``at``."""
        self._away = 0.0
        """Seconds, since the open question was asked here, in which the store was away."""
        self._stops: dict[str, None] = {}
        """Why it stands still."""
        self._stopped = self._heard
        """Since when; if it runs, since when it does."""

    @property
    def now(self) -> int:
        """The store's time: milliseconds of the Unix epoch."""
        return self._at + round((self._loop_time() - self._heard) * 1000)

    @property
    def away(self) -> int:
        """Milliseconds, while the question was open, in which the store was away."""
        standing = self._loop_time() - self._stopped if self._stops else 0.0
        return round((self._away + standing) * 1000)

    @property
    def stands(self) -> bool:
        """Whether nobody is charged now."""
        return bool(self._stops)

    def stop(self, why: str, since: float | None = None) -> None:
        """The store is away; it has been so since a moment by the loop's clock, if one is given."""
        if not self._stops:
            self._stopped = self._loop_time() if since is None else max(since, self._stopped)
        self._stops[why] = None

    def go_on(self, why: str) -> None:
        """It is back, as far as this reason goes."""
        if why in self._stops:
            del self._stops[why]
            if not self._stops:
                now = self._loop_time()
                self._away, self._stopped = self._away + now - self._stopped, now

    def follow(self, entry: Entry, at: int) -> None:
        """This record was just written, at this time."""
        self.clocks = clocks.follow(self.clocks, entry, at)
        if at:
            self._at, self._heard = at, self._loop_time()
        if isinstance(entry, Started | Decided | Owned):
            self._away, self._stopped = 0.0, self._loop_time()

    # --- what is asked of it ---

    def credit(self, seat: SeatName, lag: int) -> int:
        """What is credited to a seat for its lag in milliseconds; 0 without clocks."""
        return 0 if self.clocks is None else self.clocks.credit(seat, lag)

    def due(self, seat: SeatName, lag: int) -> float | None:
        """When the time of this seat, which is asked, is over, by the loop's clock; None for never, as things are."""
        if self.clocks is None or self._stops:
            return None
        over = self.clocks.as_of + self.clocks.limit(seat, lag).thought - self.clocks.spent
        return self._heard + (over - self._at) / 1000 + self._away + SURELY

    def is_over(self, seat: SeatName, lag: int) -> bool:
        """Whether the time of this seat, which is asked, is over now."""
        due = self.due(seat, lag)
        return due is not None and self._loop_time() >= due - EARLY

    def told(self, running: SeatName | None) -> messages.Clocks | None:
        """Both clocks as they stand now; None without clocks."""
        return None if self.clocks is None else self.clocks.told(running, self.now, self.away)

    def foretold(self, entry: Entry, running: SeatName | None) -> messages.Clocks | None:
        """Both clocks after a record that is about to be written; what it will cost is known when it is."""
        now = self.now
        after = clocks.follow(self.clocks, entry, now)
        return None if after is None else after.told(running, now, 0)

    def correction(self, before: Clocks | None, entry: Entry, at: int, waited: int) -> Corrected | None:
        """What gives back what was charged for a decision that waited for the store so long; None for nothing."""
        fair = clocks.follow(before, entry, at - waited)
        if not isinstance(entry, Decided) or fair is None or self.clocks is None:
            return None
        ms = fair.of(entry.seat).bank - self.clocks.of(entry.seat).bank
        return Corrected(entry.seat, ms, "store") if ms else None
