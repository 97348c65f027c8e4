"""Several worker processes of one server: started, kept alive, replaced one after another, and ended together.

A worker is a program that writes a line to its standard output as soon as it serves, and one every second from then on
(`attend`). It drains and ends at SIGTERM, and when its standard input ends: then its supervisor is gone.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import structlog

BEAT_SECONDS: Final = 1.0
"""How often a worker shows that its loop runs."""
FAILED: Final = 1
"""The exit code when a worker did not start, or had to be killed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to run: ``environments`` has one entry for each worker. Times are in seconds."""

    command: Sequence[str]
    environments: Sequence[Mapping[str, str]]
    stop_seconds: float
    """How long a worker may take to end before it is killed."""
    start_seconds: float = 60.0
    """How long it may take to serve."""
    quiet_seconds: float = 10.0
    """How long it may be silent before it is killed: the system still gives it its share of new connections."""
    settled_seconds: float = 10.0
    """Whoever has served for so long is started again at once, others later and later."""
    first_wait: float = 0.2
    longest_wait: float = 10.0


class Supervisor:
    """Runs a plan until a signal comes.

    SIGTERM and SIGINT end all workers, a second one by force; SIGHUP replaces them, one after another, each by one that
    already serves. Raises nothing: what goes wrong is in the log and in the exit code.
    """

    def __init__(self, plan: Plan) -> None:
        self._slots = [_Slot(plan, index) for index in range(len(plan.environments))]
        self._stopping = asyncio.Event()
        self._rolls = asyncio.Event()
        self._log = structlog.get_logger("server.supervisor")

    async def run(self, ready: Callable[[], None]) -> int:
        """Start all workers, call ``ready`` when all serve, and stay until the end; the exit code."""
        self._listen_to_signals()
        try:
            code = await self._start()
            if code == 0 and not self._stopping.is_set():
                ready()
                await self._keep()
        finally:
            ended = await asyncio.gather(*(slot.stop() for slot in self._slots))
        return code or (0 if all(ended) else FAILED)

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop)
        loop.add_signal_handler(signal.SIGHUP, self._rolls.set)

    def _stop(self) -> None:
        if self._stopping.is_set():
            for slot in self._slots:
                slot.terminate()
        self._stopping.set()

    async def _start(self) -> int:
        """Start the first worker, then the others beside it: what keeps one from starting is told once."""
        starting = asyncio.create_task(self._start_all())
        stopping = asyncio.create_task(self._stopping.wait())
        await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if starting.done():
            return starting.result()
        starting.cancel()
        await asyncio.wait({starting})
        return 0

    async def _start_all(self) -> int:
        first, *others = self._slots
        if code := await first.start():
            return code
        return max(await asyncio.gather(*(slot.start() for slot in others)), default=0)

    async def _keep(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            for slot in self._slots:
                slot.keeper = tasks.create_task(slot.keep())
            roller = tasks.create_task(self._roll(tasks))
            await self._stopping.wait()
            roller.cancel()
            for slot in self._slots:
                slot.keeper.cancel()

    async def _roll(self, tasks: asyncio.TaskGroup) -> None:
        """Replace all workers whenever that is asked for; the first that cannot be replaced ends the round."""
        while True:
            await self._rolls.wait()
            self._rolls.clear()
            self._log.info("workers are replaced one after another")
            for slot in self._slots:
                slot.keeper.cancel()
                replaced = await slot.replace()
                slot.keeper = tasks.create_task(slot.keep())
                if not replaced:
                    self._log.error("the workers stay: a new one did not start", worker=slot.index)
                    break
            else:
                self._log.info("all workers replaced")


class _Slot:
    """The place of one worker: one process, or two while it is replaced."""

    keeper: "asyncio.Task[None]"

    def __init__(self, plan: Plan, index: int) -> None:
        self.index = index
        self._plan = plan
        self._children: list[_Child] = []
        """Processes that may be alive, the newest last."""
        self._log = structlog.get_logger("server.supervisor").bind(worker=index)

    async def _spawn(self) -> "_Child | None":
        """A new process; None if there cannot be one now, as while its program is being replaced."""
        try:
            child = await _Child.spawn(self._plan, self._plan.environments[self.index])
        except OSError as error:
            self._log.error("worker cannot be started", error=str(error))
            return None
        self._children.append(child)
        return child

    async def start(self) -> int:
        """Start a process; 0 if it serves, else the exit code that says why it does not."""
        child = await self._spawn()
        if child is None:
            return FAILED
        if await child.serves():
            return 0
        await child.stop()
        code = await child.ended()
        return code if code > 0 else FAILED

    async def keep(self) -> None:
        """See to it that a process serves, for ever."""
        failures = 0
        while True:
            child = self._children[-1] if self._children else await self._spawn()
            code = FAILED if child is None else await self._see_through(child)
            has_settled = child is not None and child.age >= self._plan.settled_seconds
            failures = 0 if has_settled else failures + 1
            wait = min(self._plan.first_wait * 2 ** (failures - 1), self._plan.longest_wait) if failures else 0.0
            self._log.error("worker ended", child=child and child.pid, code=code, restart_in=wait)
            await asyncio.sleep(wait)

    async def _see_through(self, child: "_Child") -> int:
        """Wait until a process has ended, and end it if it does not serve; its exit code."""
        if not await child.serves():
            await child.stop()
        code = await child.ended()
        self._children.remove(child)
        return code

    async def replace(self) -> bool:
        """Start another process, and end the old one as soon as it serves; False if it does not, and the old one stays.

        Nothing else may keep this place meanwhile.
        """
        old = [*self._children]
        child = await self._spawn()
        if child is None:
            return False
        serves = await child.serves()
        for over in old if serves else [child]:
            await over.stop()
            self._children.remove(over)
        return serves

    def terminate(self) -> None:
        """Ask all processes to end: the first time in good order, the second time at once."""
        for child in self._children:
            child.terminate()

    async def stop(self) -> bool:
        """End all processes; whether all ended by themselves."""
        return all(await asyncio.gather(*(child.stop() for child in self._children)))


class _Child:
    """One process, from its start to its end."""

    def __init__(self, process: asyncio.subprocess.Process, plan: Plan) -> None:
        self._process = process
        self._plan = plan
        self._born = asyncio.get_running_loop().time()
        self._serves = False
        self._log = structlog.get_logger("server.supervisor").bind(child=process.pid)

    @classmethod
    async def spawn(cls, plan: Plan, environment: Mapping[str, str]) -> "_Child":
        """Start it in a session of its own: signals of a terminal are the supervisor's business alone."""
        process = await asyncio.create_subprocess_exec(
            *plan.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **environment}, start_new_session=True,
        )  # fmt: skip
        return cls(process, plan)

    @property
    def pid(self) -> int:
        """Its number in the system."""
        return self._process.pid

    @property
    def age(self) -> float:
        """For how long it has been running."""
        return asyncio.get_running_loop().time() - self._born

    async def serves(self) -> bool:
        """Wait until it serves; False if it ended before, or took too long."""
        if not self._serves:
            self._serves = bool(await self._hear(self._plan.start_seconds))
        return self._serves

    async def ended(self) -> int:
        """Wait until it has ended, or kill it when it falls silent; its exit code, or minus the signal's number."""
        while (heard := await self._hear(self._plan.quiet_seconds)) is not None:
            if not heard:
                return await self._process.wait()
        self._log.error("worker killed: it is silent", seconds=self._plan.quiet_seconds)
        self._signal(signal.SIGKILL)
        return await self._process.wait()

    async def _hear(self, seconds: float) -> bytes | None:
        """The next line; empty if it has ended, None if there was none for so long."""
        assert self._process.stdout is not None, "it was made with a pipe"
        # Twice half of it: whoever was stopped itself finds its time over, and then the line that came meanwhile.
        for _ in range(2):
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds / 2):
                    return await self._process.stdout.readline()
        return None

    def terminate(self) -> None:
        """Ask it to end."""
        self._signal(signal.SIGTERM)

    def _signal(self, number: signal.Signals) -> None:
        # Not `Process.send_signal`: before Python 3.13 it may take the exit code away from whoever waits for it.
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    async def stop(self) -> bool:
        """End it: whether it did so by itself, and in good order."""
        self.terminate()
        try:
            async with asyncio.timeout(self._plan.stop_seconds):
                code = await self._process.wait()
                return code == 0 or (code == -signal.SIGTERM and not self._serves)  # it had nothing to put in order yet
        except TimeoutError:
            self._log.error("worker killed: it did not stop", seconds=self._plan.stop_seconds)
            self._signal(signal.SIGKILL)
            await self._process.wait()
            return False


def attend() -> None:
    """As a worker whose loop runs: tell the supervisor that this process serves, and end in good order without it."""
    loop = asyncio.get_running_loop()
    mouth, ear = sys.stdout.fileno(), sys.stdin.fileno()
    os.set_blocking(mouth, False)

    def beat() -> None:
        with suppress(BlockingIOError, BrokenPipeError):  # a supervisor that is stopped or gone hears nothing
            os.write(mouth, b"\n")
        loop.call_later(BEAT_SECONDS, beat)

    def leave() -> None:
        if not os.read(ear, 1):
            loop.remove_reader(ear)
            os.kill(os.getpid(), signal.SIGTERM)

    loop.add_reader(ear, leave)
    beat()
