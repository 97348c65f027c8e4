"""The clocks of a match, as values that follow from the records of its log and their times alone.

A seat's clock runs while it is asked. So whose time has passed before a decision is told by the decision's record, and
whose clock runs after the last one by the game.
"""

from typing import Final, Literal, NamedTuple

from engine.model.terms import OTHER, SeatName
from server.controls import TimeControl
from server.protocol import messages
from server.records import Adjudicated, Corrected, Decided, Entry, Owned, Settled, Started

LAG_MOST: Final = 1000
"""So many milliseconds of lag are credited for one decision at most."""
BUCKET_START, BUCKET_GAIN, BUCKET_MOST = 1000, 100, 2000
"""Credit comes from a bucket: what is in it first, what each decision adds, and what it holds, in milliseconds."""


class Clock(NamedTuple):
    """One seat's: its bank as of its last decision, and its bucket, in milliseconds."""

    bank: int
    bucket: int
    chosen: int = 0
    """What the open question had taken when this seat last chose what is passed for it: a pass that takes effect by
    itself costs that, or else one could think first and choose to be passed then."""


class Limit(NamedTuple):
    """How long the asked seat may think about its question, in milliseconds, and what comes then."""

    thought: int
    then: Literal["time", "cap"]


class Clocks(NamedTuple):
    """Both clocks. What the asked seat has used of its time is ``spent``, and what has passed since ``as_of``."""

    control: TimeControl
    as_of: int
    """When the last record that counts was written: milliseconds of the Unix epoch, by the store's clock."""
    spent: int
    """Milliseconds that the open question had taken by then."""
    a: Clock
    b: Clock

    def of(self, seat: SeatName) -> Clock:
        return self.a if seat == "A" else self.b

    def _with(self, seat: SeatName, clock: Clock) -> "Clocks":
        return self._replace(a=clock) if seat == "A" else self._replace(b=clock)

    def thought(self, at: int, away: int) -> int:
        """Milliseconds that the open question has taken at this time, without those in which the store was away."""
        return self.spent + max(0, at - self.as_of - away)

    def credit(self, seat: SeatName, lag: int) -> int:
        """What is credited to a seat for a lag of so many milliseconds."""
        return max(0, min(lag, self.of(seat).bucket, LAG_MOST))

    def limit(self, seat: SeatName, lag: int) -> Limit:
        """How long this seat, which is asked, may think."""
        bank, credit = self.of(seat).bank, self.credit(seat, lag)
        return Limit(self.control.cap + credit, "cap") if self.control.cap < bank else Limit(bank + credit, "time")

    def told(self, running: SeatName | None, at: int, away: int) -> messages.Clocks:
        """Both clocks at this time, as players are told; ``running`` is asked."""
        thought = self.thought(at, away)
        banks = {"A": self.a.bank, "B": self.b.bank}
        if running is None:
            return messages.Clocks(A=banks["A"], B=banks["B"], as_of=at)
        left = max(0, min(self.control.cap, banks[running]) - thought)
        banks[running] = max(0, banks[running] - thought)
        return messages.Clocks(A=banks["A"], B=banks["B"], as_of=at, running=running, left=left)

    def decided(self, entry: Decided, at: int) -> "Clocks":
        """After a decision that was written at this time."""
        a, b = self.a._replace(chosen=0), self.b._replace(chosen=0)
        closed = self._replace(as_of=max(self.as_of, at), spent=0, a=a, b=b)
        bank, bucket, chosen = self.of(entry.seat)
        thought = self.thought(at, entry.away)
        if entry.taken == "pass":
            return closed._with(entry.seat, Clock(max(0, bank - min(thought, chosen, self.control.cap)), bucket))
        used = min(thought, entry.credit)
        charged = min(thought - used, self.control.cap)
        bank = max(0, bank - charged) + self.control.increment
        return closed._with(entry.seat, Clock(bank, min(BUCKET_MOST, bucket - used + BUCKET_GAIN)))

    def owned(self, entry: Owned, at: int) -> "Clocks":
        """After a change of the owner: what was spent under one who gave the room away is carried, and no more."""
        spent = self.thought(at, entry.away) if entry.why == "handed" else self.spent
        a, b = (clock._replace(chosen=min(clock.chosen, spent)) for clock in (self.a, self.b))
        return self._replace(as_of=max(self.as_of, at), spent=spent, a=a, b=b)

    def settled(self, seat: SeatName, at: int) -> "Clocks":
        """After a seat chose, at this time, what is passed for it."""
        return self._with(seat, self.of(seat)._replace(chosen=self.thought(at, 0)))

    def given(self, seat: SeatName, ms: int) -> "Clocks":
        """After so many milliseconds were given to a seat, or (less than 0) taken from it."""
        clock = self.of(seat)
        return self._with(seat, clock._replace(bank=clock.bank + ms))


def begin(control: TimeControl, at: int) -> Clocks:
    """The clocks of a match that begins at this time."""
    full = Clock(control.bank, BUCKET_START)
    return Clocks(control, at, 0, full, full)


def follow(clocks: Clocks | None, entry: Entry, at: int) -> Clocks | None:
    """The clocks after a record of the log that was written at this time; None for a match without."""
    if isinstance(entry, Started):
        return None if entry.time is None else begin(entry.time, at)
    if clocks is None:
        return None
    match entry:
        case Decided():
            return clocks.decided(entry, at)
        case Owned():
            return clocks.owned(entry, at)
        case Settled():
            return clocks.settled(entry.seat, at)
        case Corrected():
            return clocks.given(entry.seat, entry.ms)
        case Adjudicated(reason="time"):
            loser = OTHER[entry.winner]
            return clocks.given(loser, -clocks.of(loser).bank)
        case _:
            return clocks
