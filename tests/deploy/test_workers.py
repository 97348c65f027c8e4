"""``paltable serve --workers``: several real workers behind one port, on a real Redis."""

import asyncio
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine.cards import facts_table
from server.listening import listen, port_of
from tests.cli.programs import PALTABLE, ROOT, environment
from tests.deploy.fleet import PATIENCE, Match, browser, figures, pid_of, served
from tests.ports import free_port
from tests.redis import RedisServer, redis_server
from tests.server.player import become_guest

NUMBERS = re.compile("|".join(re.escape(number) for number in facts_table()))


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis_of_its_own(tmp_path: Path) -> Iterator[RedisServer]:
    with redis_server(tmp_path / "redis") as server:
        yield server


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_match_survives_the_death_of_one_worker_and_the_replacement_of_all(
    redis: RedisServer, tmp_path: Path
) -> None:
    own = free_port(1)
    options = ("--workers", "2", "--worker-port", str(own), "--redis-url", redis.url)
    async with served(tmp_path, *options, PALTABLE_LOG_LEVEL="debug", PALTABLE_LOG_FORMAT="json") as server:
        first = [await pid_of(own), await pid_of(own + 1)]
        assert len(set(first)) == 2

        async def kill() -> None:
            rooms = [(await figures(port))["paltable_rooms"] for port in (own, own + 1)]
            os.kill(first[rooms.index(max(rooms))], signal.SIGKILL)

        async def replace() -> None:
            server.process.send_signal(signal.SIGHUP)

        match = Match({10: kill, 25: replace})
        await match.play(server.url)
        one, other = match.outcomes
        assert one == other
        assert match.decisions > 25

        await server.says('"all workers replaced"')
        second = [await pid_of(own), await pid_of(own + 1)]
        assert set(second).isdisjoint(first)
        assert await server.terminate() == 0
        assert not any(is_alive(pid) for pid in [*first, *second])
        assert server.log.count('"worker ended"') == 1
        assert "Traceback" not in server.log
        assert not NUMBERS.search(server.log), "a card is named in the log"


async def test_a_match_goes_on_when_all_workers_were_stopped_and_started_again(
    redis: RedisServer, tmp_path: Path
) -> None:
    port = free_port()
    options = ("--port", str(port), "--workers", "2", "--redis-url", redis.url)
    stopped = asyncio.Event()
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(served(tmp_path / "first", *options))

        async def stop() -> None:
            assert await first.terminate() == 0
            stopped.set()

        match = Match({20: stop})
        playing = asyncio.create_task(match.play(first.url))
        await stopped.wait()
        assert not match.outcomes
        await stack.enter_async_context(served(tmp_path / "second", *options))
        await playing
    one, other = match.outcomes
    assert one == other
    assert "Traceback" not in first.log


async def test_a_worker_without_its_redis_wants_nobody_new_until_it_is_back(
    tmp_path: Path, redis_of_its_own: RedisServer
) -> None:
    redis = redis_of_its_own
    async with served(tmp_path, "--redis-url", redis.url) as server, browser(server.url) as http:
        assert (await http.get("/readyz")).status_code == 200
        redis.kill()
        ready, health = await http.get("/readyz"), await http.get("/healthz")
        assert (ready.status_code, ready.json()) == (503, {"status": "store unavailable"})
        assert health.status_code == 200
        token = await become_guest(server.url, "Ann")
        ticket = await http.post("/api/ticket", headers={"authorization": f"Bearer {token}"})
        assert (ticket.status_code, ticket.json()["code"]) == (503, "store")
        redis.start()
        async with asyncio.timeout(PATIENCE):
            while (await http.get("/readyz")).status_code != 200:  # noqa: ASYNC110 - it tells nobody that it is back
                await asyncio.sleep(0.05)
        assert await server.terminate() == 0
    assert "Traceback" not in server.log


def refuse(folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """What a server says that cannot start."""
    return subprocess.run(
        [*PALTABLE, "serve", *options],
        cwd=ROOT, env=environment(folder), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_redis_that_is_not_there_is_explained_once(tmp_path: Path, workers: str) -> None:
    nowhere = f"redis://127.0.0.1:{free_port()}"
    refused = refuse(tmp_path, "--port", "0", "--workers", workers, "--redis-url", nowhere)
    told = " ".join(refused.stderr.split())
    assert (refused.returncode, refused.stdout) == (1, "")
    assert told.count("Redis") >= 1
    assert told.count("127.0.0.1") == 1
    assert "Traceback" not in told


def test_a_port_that_another_server_has_is_not_shared_with_it(tmp_path: Path, redis: RedisServer) -> None:
    with listen("127.0.0.1", 0, shared=True) as other:
        port = port_of(other)
        refused = refuse(tmp_path, "--port", str(port), "--workers", "2", "--redis-url", redis.url)
    assert refused.returncode == 1
    assert f"Cannot listen on 127.0.0.1 port {port}" in " ".join(refused.stderr.split())


def test_a_port_of_a_later_worker_that_another_program_has_is_told_before_any_worker_starts(tmp_path: Path) -> None:
    own = free_port(1)
    with listen("127.0.0.1", own + 1):
        fleet = ("--workers", "2", "--worker-port", str(own), "--redis-url", "redis://127.0.0.1:1")
        refused = refuse(tmp_path, "--port", "0", *fleet)
    assert refused.stderr == (
        f"Error: Cannot listen on 127.0.0.1 port {own + 1}: Address already in use. Another program uses this port: "
        "choose another one with --worker-port or PALTABLE_WORKER_PORT.\n"
    )
