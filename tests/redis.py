"""A Redis of its own for a test: a real process on a free loopback port, with its files in a folder of the test.

It can be killed, paused, started again, and made to lose the tail of its log, and it always ends with the test.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.ports import free_port

PATIENCE_SECONDS = 20.0
CLUSTER_BUS = 10_000
"""So much higher is the port for a Cluster's own talk."""
PAUSE_SECONDS = 0.005
"""Between two looks at a process that has begun to start."""


def program() -> str:
    """The redis-server of this machine: `make test` names it in PALTABLE_REDIS. None at all is a failure, no skip."""
    found = os.environ.get("PALTABLE_REDIS") or shutil.which("redis-server") or shutil.which("valkey-server")
    assert found, "No redis-server: run `make test`, which brings it, or name yours with PALTABLE_REDIS."
    return found


class RedisServer:
    """A redis-server process. ``options`` are further lines of its configuration."""

    def __init__(self, folder: Path, options: dict[str, str] | None = None, *, sentinel: bool = False) -> None:
        self.folder = folder
        self.port = free_port(CLUSTER_BUS)
        self._options = options or {}
        self._sentinel = sentinel
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def pid(self) -> int:
        assert self._process is not None, "it does not run"
        return self._process.pid

    @property
    def client(self) -> "redis.Redis":
        """A client of its own for looking into it; not for what is tested."""
        never = Retry(NoBackoff(), 0)
        return redis.Redis(port=self.port, socket_timeout=PATIENCE_SECONDS, decode_responses=False, retry=never)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.begin()
        self.wait()

    def begin(self) -> None:
        """Start it, and do not wait."""
        assert self._process is None, "it runs already"
        self.folder.mkdir(parents=True, exist_ok=True)
        config = self.folder / "redis.conf"
        if not config.exists():  # a Sentinel and a Cluster's node write into it
            config.write_text("".join(f"{name} {value}\n" for name, value in self._configuration().items()))
        command = [program(), str(config), *(["--sentinel"] if self._sentinel else [])]
        log = (self.folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def _configuration(self) -> dict[str, str]:
        common = {"bind": "127.0.0.1", "port": str(self.port), "dir": f'"{self.folder}"', "daemonize": "no"}
        data = {"appendonly": "yes", "appendfsync": "everysec", "save": '""'}
        return common | ({} if self._sentinel else data) | self._options

    def wait(self) -> None:
        """Wait until it answers, and has loaded what it has."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            assert self._process is not None, "it does not run"
            assert self._process.poll() is None, (self.folder / "log").read_text()
            try:
                with self.client as client:
                    client.ping()
            except redis.ConnectionError:  # LOADING is one, too
                assert time.monotonic() < end, (self.folder / "log").read_text()
                time.sleep(PAUSE_SECONDS)
            else:
                return

    def kill(self) -> None:
        """Kill it as the machine would (SIGKILL)."""
        assert self._process is not None, "it does not run"
        self._process.kill()
        self._process.wait()
        self._process = None

    def stop(self) -> None:
        """End it, if it runs; its files are of no use any more, so nobody waits for it to tidy up."""
        if self._process is not None:
            self.kill()

    def pause(self) -> None:
        """Let it stand still (SIGSTOP): its connections stay, and nothing is answered."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on (SIGCONT)."""
        os.kill(self.pid, signal.SIGCONT)

    def restart(self, cut: int = 0) -> None:
        """Kill it, cut so many bytes off the tail of its log, and start it again."""
        self.kill()
        self.cut(cut)
        self.start()

    def cut(self, size: int) -> int:
        """Cut so many bytes off the tail of the log of one that does not run; how many were left to cut."""
        assert self._process is None, "it still writes"
        log = self.log_file
        cut = min(size, log.stat().st_size)
        os.truncate(log, log.stat().st_size - cut)
        return cut

    @property
    def log_file(self) -> Path:
        """The file to which commands are appended."""
        (log,) = (self.folder / "appendonlydir").glob("*.incr.aof")
        return log


def until_so(is_so: Callable[[], bool]) -> None:
    """Wait, in a test that has no loop, for what processes bring about among themselves."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(PAUSE_SECONDS)


@contextmanager
def redis_server(
    folder: Path, options: dict[str, str] | None = None, *, sentinel: bool = False
) -> Iterator[RedisServer]:
    """A Redis that runs and answers, until the end of the block."""
    server = RedisServer(folder, options, sentinel=sentinel)
    server.start()
    try:
        yield server
    finally:
        server.stop()
