"""How far a match is for those who watch it: told in the list of tables, without playing it a second time."""

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from server.protocol.messages import Standing, WatchPolicy
from server.records import Decided, Entry


class _Past(NamedTuple):
    at: int
    """From when on it stood like this, as `Record.at`."""
    decisions: int
    """How many decisions had been taken then, since this worker has the match."""
    standing: Standing


class Standings:
    """What of the way that a match has gone is not older than its watchers' delay, and the last of what is."""

    def __init__(self, policy: WatchPolicy) -> None:
        self._policy = policy
        self._decisions = 0
        self._past: deque[_Past] = deque()

    def follow(self, entries: Iterable[Entry], at: int, standing: Standing) -> None:
        """These records were just written, at this time by the store's clock; the match stands like this now."""
        self._decisions += sum(isinstance(entry, Decided) for entry in entries)
        if not self._past or self._past[-1].standing != standing:
            self._past.append(_Past(at, self._decisions, standing))
        self._forget(at)

    def shown(self, now: int) -> Standing | None:
        """How the match stands for its watchers, by the store's clock; None if they are shown nothing yet."""
        self._forget(now)
        return self._past[0].standing if self._past and self._is_due(self._past[0], now) else None

    def _forget(self, now: int) -> None:
        while len(self._past) > 1 and self._is_due(self._past[1], now):
            self._past.popleft()

    def _is_due(self, past: _Past, now: int) -> bool:
        is_old = past.at <= now - 1000 * self._policy.delay
        return is_old and self._decisions - past.decisions >= self._policy.decisions
