"""Real worker processes on ports of their own, and the ways of clients to them, which break as real ones do."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

import httpx

from clients.sdk import Network
from clients.sdk.transport import Answer, Document, Frame, Socket, Unreachable
from tests.chaos.report import plain_environment
from tests.ports import free_port

STARTED_WITHIN: Final = 60.0
"""Seconds for a worker to start, or to end, on a busy machine."""
DOUBLED: Final = 0.03
"""This part of all decisions is sent twice."""


class WorkerProcess:
    """``paltable serve`` on a port; the port stays when the process is started again."""

    def __init__(self, redis_url: str, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.is_ready = False
        """Whether a balancer would send anyone there; it does not notice that a process stands still."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._environment = {
            **plain_environment(), "PALTABLE_REDIS_URL": redis_url, "PALTABLE_STATE_DIR": str(folder),
            "PALTABLE_GUESTS_PER_MINUTE": "1000000", "PALTABLE_MESSAGES_PER_SECOND": "1000",
            "PALTABLE_MESSAGES_BURST": "1000", "PALTABLE_LOG_FORMAT": "json", "PYTHONUNBUFFERED": "1",
            **(settings or {}),
        }  # fmt: skip

    @property
    def pid(self) -> int:
        assert self._process is not None, "it does not run"
        return self._process.pid

    def owns(self, owner: str) -> bool:
        """Whether this process is the worker of that name."""
        return self._process is not None and owner.startswith(f"{self.pid}-")

    @property
    def log(self) -> Path:
        """What its processes logged, one after the other."""
        return self._folder / f"worker-{self.port}.log"

    def begin(self) -> None:
        """Start a process, and do not wait."""
        assert self._process is None, "it runs already"
        command = [sys.executable, "-m", "clients.cli", "serve", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)

    async def ready(self) -> None:
        """Wait until it serves."""
        async with asyncio.timeout(STARTED_WITHIN), httpx.AsyncClient(trust_env=False) as http:
            while not self.is_ready:
                assert self._process is not None, "it was started"
                assert self._process.poll() is None, self.log.read_text()[-2000:]
                try:
                    self.is_ready = (await http.get(f"{self.url}/readyz", timeout=5.0)).status_code == 200
                except httpx.TransportError:
                    await asyncio.sleep(0.02)

    async def start(self) -> None:
        """Start it, and wait until it serves."""
        self.begin()
        await self.ready()

    def kill(self) -> None:
        """SIGKILL."""
        self.is_ready = False
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """SIGSTOP."""
        os.kill(self.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT."""
        if self._process is not None:
            os.kill(self.pid, signal.SIGCONT)

    async def terminate(self) -> int:
        """SIGTERM, and the exit code."""
        self.is_ready = False
        process, self._process = self._process, None
        assert process is not None, "it runs"
        process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STARTED_WITHIN):
                while process.poll() is None:  # noqa: ASYNC110 - a process tells no event
                    await asyncio.sleep(0.01)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        return process.returncode

    async def holds(self, names: Sequence[str]) -> dict[str, int]:
        """The gauges of these names, as its metrics tell them. Raises `Unreachable`."""
        told = await Network(self.url).get("/metrics")
        figures = dict(line.split()[:2] for line in told.body.decode().splitlines() if line.startswith("paltable_"))
        return {name: int(float(figures[f"paltable_{name}"])) for name in names}

    def resident(self) -> int:
        """The memory that it has now, in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("Linux tells the resident memory of a process")


class Anywhere:
    """A client's transport to any worker that is ready; after a failure another one is tried first.

    ``doubles`` sends some decisions twice. `worker` is where the last connection went.
    """

    def __init__(self, workers: Sequence[WorkerProcess], chance: Random, *, doubles: bool = False) -> None:
        self.worker: WorkerProcess | None = None
        self.socket: Socket | None = None
        self.is_silent = False
        self._workers = workers
        self._chance = chance
        self._doubles = doubles

    def _pick(self) -> WorkerProcess:
        ready = [worker for worker in self._workers if worker.is_ready]
        others = [worker for worker in ready if worker is not self.worker]
        if not ready:
            raise Unreachable("no worker is ready")
        self.worker = self._chance.choice(others or ready)
        return self.worker

    async def post(self, path: str, body: Mapping[str, object], token: str = "") -> Answer:
        return await self._any().post(path, body, token)

    async def get(self, path: str) -> Document:
        return await self._any().get(path)

    def _any(self) -> Network:
        ready = [worker for worker in self._workers if worker.is_ready]
        if not ready:
            raise Unreachable("no worker is ready")
        return Network(self._chance.choice(ready).url)

    async def open(self, subprotocol: str) -> Socket:
        inner = await Network(self._pick().url).open(subprotocol)
        self.socket = _Socket(inner, self._chance if self._doubles else None)
        return self.socket

    def break_off(self) -> None:
        """Lose the connection, as a cable that is pulled would."""
        if self.socket is not None:
            self.socket.abort()

    def go_silent(self) -> None:
        """Let the connection be half open: this side hears and says nothing any more, and nobody has closed it."""
        if isinstance(self.socket, _Socket):
            self.socket.is_silent = True


class _Socket:
    """A connection that can go silent, and that says some things twice."""

    def __init__(self, inner: Socket, chance: Random | None) -> None:
        self.is_silent = False
        self._inner = inner
        self._chance = chance

    async def send(self, frame: Frame) -> None:
        if self.is_silent:
            return
        await self._inner.send(frame)
        is_decision = isinstance(frame, bytes) and b"decide" in frame[:24]
        if is_decision and self._chance is not None and self._chance.random() < DOUBLED:
            await self._inner.send(frame)

    async def receive(self) -> Frame:
        frame = await self._inner.receive()
        while self.is_silent:
            frame = await self._inner.receive()
        return frame

    async def close(self) -> None:
        await self._inner.close()

    def abort(self) -> None:
        self._inner.abort()
