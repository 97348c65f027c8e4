"""The one timer of a room: it rings once, at the moment to which it was set last."""

import asyncio
from collections.abc import Callable


class Timer:
    """Calls ``ring`` with the generation of its setting: what rings is perhaps handled after it was set anew."""

    def __init__(self, ring: Callable[[int], None]) -> None:
        self._ring = ring
        self._due: float | None = None
        self._generation = 0
        self._handle: asyncio.TimerHandle | None = None

    def set(self, due: float | None) -> None:
        """Ring at this moment by the loop's clock, or (None) never."""
        if due == self._due:
            return
        self.stop()
        self._due = due
        if due is not None:
            self._handle = asyncio.get_running_loop().call_at(due, self._ring, self._generation)

    def stop(self) -> None:
        """Forget what it was set to: what rings of that is not current any more."""
        self._generation += 1
        self._due = None
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def is_current(self, generation: int) -> bool:
        """Whether a ring is of the last setting."""
        return generation == self._generation
