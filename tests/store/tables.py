"""Tables in memory that can lose their last transactions, as a Redis does whose log was torn off."""

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

KEPT = 100_000
"""So many transactions at most can be taken back."""


class Journal:
    """Which changes were made by which transaction, the last ones, so that they can be undone."""

    def __init__(self) -> None:
        self._done: deque[list[Callable[[], object]]] = deque(maxlen=KEPT)
        self._open: list[Callable[[], object]] = []

    def note(self, undo: Callable[[], object]) -> None:
        self._open.append(undo)

    def transact(self, act: Callable[[], T]) -> T:
        """Do this as one transaction; if it raises, nothing of it was done."""
        assert not self._open, "a transaction within another"
        try:
            outcome = act()
        except Exception:
            self._undo(self._open)
            self._open = []
            raise
        if self._open:
            self._done.append(self._open)
            self._open = []
        return outcome

    def lose(self, transactions: int) -> int:
        """Undo so many of the last transactions that changed anything; how many there were to undo."""
        lost = 0
        while lost < transactions and self._done:
            self._undo(self._done.pop())
            lost += 1
        return lost

    @staticmethod
    def _undo(changes: list[Callable[[], object]]) -> None:
        for undo in reversed(changes):
            undo()


class Table(dict[K, V]):
    """A dict of values that never change, whose changes are in a journal; only the methods below may change it."""

    def __init__(self, journal: Journal) -> None:
        super().__init__()
        self._journal = journal

    def __setitem__(self, key: K, value: V) -> None:
        self._note(key)
        super().__setitem__(key, value)

    def __delitem__(self, key: K) -> None:
        self._note(key)
        super().__delitem__(key)

    def pop(self, key: K, *default: Any) -> Any:
        """Take a value out."""
        if key in self:
            self._note(key)
        return super().pop(key, *default)

    def _note(self, key: K) -> None:
        if key in self:
            old = self[key]
            self._journal.note(lambda: dict.__setitem__(self, key, old))
        else:
            self._journal.note(lambda: dict.pop(self, key, None))
