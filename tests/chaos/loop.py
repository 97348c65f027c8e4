"""An event loop on virtual time that knows processes: each callback belongs to one, and runs only while that one runs.

Nothing waits: when no callback is ready the clock jumps to the next timer. A process is a context of its code, so all
that is done on its behalf belongs to it: tasks, their wake-ups, timers. To stop a process is to hold its callbacks, to
kill it is to drop them. No ``finally`` runs then and no ``await`` returns, as if the machine had taken the memory away.
"""

import asyncio
import contextvars
import heapq
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Literal, TypeVar

T = TypeVar("T")

_OVER: "list[VirtualLoop]" = []
"""Simulations that are over, with everything that their processes held: nothing of it may be finalized."""

START = 1000.0
"""Where the clock begins. It stays small: near the seconds of Unix, the loop's resolution is lost in a float's digits,
so that a timer is due and yet not due, and the loop turns for ever without moving its clock."""
RESOLUTION = 1e-6

OWNER: contextvars.ContextVar["Process | None"] = contextvars.ContextVar("owner", default=None)


class Stuck(Exception):
    """Nothing is ready and no timer runs: what is waited for can never happen."""


class Crept(Exception):
    """The loop has turned many times without its clock moving: something spins."""


class Process:
    """One process of the simulation. What it holds when it dies is kept, so that nothing of it is ever finalized."""

    def __init__(self, name: str, loop: "VirtualLoop") -> None:
        self.name = name
        self.state: Literal["running", "stopped", "dead"] = "running"
        self._loop = loop
        self._held: deque[asyncio.Handle] = deque()
        self._tasks: list[asyncio.Task[Any]] = []
        self._context = contextvars.copy_context()
        self._context.run(OWNER.set, self)
        loop.processes.append(self)

    def __repr__(self) -> str:
        return f"<process {self.name}, {self.state}>"

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Begin a task of this process."""
        self.keep(self._loop.create_task(work, context=self._context.copy()))

    def call(self, callback: Callable[..., object], *args: object) -> None:
        """Let this process do something, when it runs; of several calls, in their order."""
        self._loop.call_soon(callback, *args, context=self._context)

    def stop(self) -> None:
        """Hold everything (SIGSTOP)."""
        if self.state == "running":
            self.state = "stopped"

    def go_on(self) -> None:
        """Do what was held, in its order (SIGCONT)."""
        if self.state == "stopped":
            self.state = "running"
            self._loop.resume(self._held)
            self._held = deque()

    def kill(self) -> None:
        """Never run again (SIGKILL)."""
        self.state = "dead"

    def admit(self, handle: asyncio.Handle) -> bool:
        """Whether a callback may run now."""
        if self.state != "running":
            self._held.append(handle)
        return self.state == "running"

    def keep(self, task: "asyncio.Task[Any]") -> None:
        """Keep a task from the garbage collector, which would run what stands in its ``finally``."""
        self._tasks.append(task)
        if len(self._tasks) % 256 == 0 and self.state == "running":  # a living process needs those alone that run
            self._tasks = [each for each in self._tasks if not each.done()]


class _Owned(asyncio.Handle):
    """A callback of a process."""

    __slots__ = ()

    def _run(self) -> None:
        owner = self._context.get(OWNER)  # type: ignore[attr-defined]
        if owner is None or owner.admit(self):
            super()._run()


class _OwnedTimer(asyncio.TimerHandle):
    """A timer of a process."""

    __slots__ = ()

    def _run(self) -> None:
        owner = self._context.get(OWNER)  # type: ignore[attr-defined]
        if owner is None or owner.admit(self):
            super()._run()


class VirtualLoop(asyncio.BaseEventLoop):
    """The loop. ``failures`` are the errors that nobody caught."""

    SPIN = 100_000
    """So many turns without the clock moving are a failure."""

    def __init__(self) -> None:
        super().__init__()
        self._clock_resolution = RESOLUTION
        self._selector = self
        self._now = START
        self._turns = 0
        self._tasks: list[asyncio.Task[Any]] = []
        self.processes: list[Process] = []
        self.failures: list[str] = []
        self.set_exception_handler(lambda _, context: self.failures.append(_told(context)))
        self.set_task_factory(_make_task)

    def time(self) -> float:
        return self._now

    # --- what the base class asks of a loop: its "selector" moves the clock ---

    def select(self, timeout: float | None) -> list[object]:
        """Wait, which costs no time but the clock's. Raises `Stuck` and `Crept`."""
        if timeout is None:
            raise Stuck("nothing is ready, and no timer runs")
        if timeout > 0:
            self._now = max(self._now, self._scheduled[0].when())
            self._turns = 0
        self._turns += 1
        if self._turns > self.SPIN:
            raise Crept(f"{self.SPIN} turns at {self._now}: next are {[repr(each) for each in list(self._ready)[:3]]}")
        return []

    def _process_events(self, events: list[object]) -> None:
        assert not events, "there is no input"

    def _write_to_self(self) -> None:
        raise AssertionError("there are no threads in the simulation")

    def run_in_executor(self, executor: object, func: object, *args: object) -> Any:
        """No thread may run: its results would come in an order of their own."""
        raise AssertionError("there are no threads in the simulation")

    # --- callbacks know their process ---

    def _call_soon(
        self, callback: Callable[..., object], args: tuple[Any, ...], context: contextvars.Context | None
    ) -> asyncio.Handle:
        handle = _Owned(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.TimerHandle:
        """A timer, which belongs to the process that sets it."""
        self._check_closed()
        timer = _OwnedTimer(when, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)
        timer._scheduled = True  # type: ignore[attr-defined]
        return timer

    def keep(self, task: "asyncio.Task[Any]") -> None:
        """Keep a task that belongs to no process: it may be left undone if the simulation fails."""
        self._tasks.append(task)

    def resume(self, held: deque[asyncio.Handle]) -> None:
        """Make callbacks ready that were held."""
        self._ready.extend(handle for handle in held if not handle.cancelled())

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def _check_closed(self) -> None:
        super()._check_closed()  # type: ignore[misc]


def _make_task(
    loop: asyncio.AbstractEventLoop, work: Any, *, context: contextvars.Context | None = None
) -> "asyncio.Task[Any]":
    task = asyncio.Task(work, loop=loop, context=context)
    assert isinstance(loop, VirtualLoop), "this factory is that loop's own"
    owner = (contextvars.copy_context() if context is None else context).get(OWNER)
    (loop if owner is None else owner).keep(task)
    return task


def _told(context: dict[str, Any]) -> str:
    error = context.get("exception")
    return f"{context['message']}: {error!r}"


def run(main: Callable[[VirtualLoop], Coroutine[Any, Any, T]]) -> T:
    """Run a simulation to its end. What dead processes have left is never run: see `Process`."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(main(loop))
    finally:
        loop.close()
        _OVER.append(loop)
