"""How often phrases may be said, which both ends know so that no client asks for what is refused, and settings told."""

from collections import deque
from typing import Final


class Pace:
    """At most so many times within any window: pairs of a number and seconds. Nothing here reads a clock."""

    __slots__ = ("_bounds", "_times")

    def __init__(self, *bounds: tuple[int, float]) -> None:
        self._bounds = bounds
        self._times: deque[float] = deque(maxlen=max(most for most, _ in bounds))

    def take(self, now: float) -> bool:
        """Do it now, if it may be done."""
        for most, seconds in self._bounds:
            if len(self._times) >= most and now - self._times[-most] < seconds:
                return False
        self._times.append(now)
        return True


PHRASE_PACE: Final = ((1, 2.0), (5, 30.0))
"""So many phrases may be said within so many seconds."""

SETTINGS_PACE: Final = ((20, 10.0), (100, 600.0))
"""So often a seat may choose what is passed for it: each time is a record of its log."""
