"""Two workers behind the real proxy, with the configuration that is shipped."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from server.protocol.messages import MSGPACK
from tests.deploy.fleet import Match, Served, browser, figures, served
from tests.deploy.proxy import CONFIG, program, proxy
from tests.ports import free_port
from tests.redis import RedisServer, redis_server

GUESTS = 12
"""Cookies whose hashes name both workers."""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    with redis_server(tmp_path / "redis") as server:
        yield server


def test_the_configuration_is_one_that_haproxy_takes() -> None:
    checked = subprocess.run([program(), "-c", "-f", str(CONFIG)], capture_output=True, text=True, check=False)
    assert (checked.returncode, "warning" in checked.stderr.lower()) == (0, False), checked.stderr


async def test_a_guest_meets_one_worker_a_match_outlives_it_and_nobody_outside_sees_figures(
    redis: RedisServer, tmp_path: Path
) -> None:
    own = free_port(1)
    async with AsyncExitStack() as stack:
        workers: list[Served] = []
        for number in (0, 1):
            options = ("--redis-url", redis.url, "--worker-port", str(own + number))
            folder = tmp_path / str(number)
            settings = {"PALTABLE_PROXIES": "127.0.0.1", "PALTABLE_HELLO_SECONDS": "60"}
            workers.append(await stack.enter_async_context(served(folder, *options, **settings)))
        url = await stack.enter_async_context(proxy(tmp_path, [worker.url for worker in workers]))

        await _nobody_outside_sees_figures(url)
        await _each_guest_meets_one_worker(url, own)

        async def drain() -> None:
            rooms = [(await figures(port))["paltable_rooms"] for port in (own, own + 1)]
            worker = workers[rooms.index(max(rooms))]
            worker.process.send_signal(signal.SIGTERM)
            assert await worker.ended() == 0

        match = Match({20: drain})
        await match.play(url)
        one, other = match.outcomes
        assert one == other
        assert match.decisions > 20
        async with browser(url) as http:  # the worker that is left serves everyone
            for _ in range(GUESTS):
                assert (await http.get("/healthz")).status_code == 200


async def _nobody_outside_sees_figures(url: str) -> None:
    async with browser(url) as http:
        assert (await http.get("/healthz")).status_code == 200
        for path in ("/metrics", "/readyz", "//metrics", "/metrics/", "/%6detrics", "/METRICS", "/metrics?x=1"):
            answer = await http.get(url + path)
            assert (answer.status_code, "paltable_" in answer.text) == (404, False), path


async def _each_guest_meets_one_worker(url: str, own: int) -> None:
    """Each of some guests comes twice, and finds the same worker; not all of them find the same."""
    met = []
    async with AsyncExitStack() as stack:
        for guest in range(GUESTS):
            before = await _sockets(own)
            for _ in range(2):
                cookie = {"cookie": f"other=1; paltable=guest-{guest}.signature"}
                await stack.enter_async_context(
                    connect(url.replace("http", "ws", 1) + "/ws", subprotocols=[Subprotocol(MSGPACK)], proxy=None,
                            additional_headers=cookie)
                )  # fmt: skip
            after = await _sockets(own)
            met.append((after[0] - before[0], after[1] - before[1]))
    assert set(met) == {(2.0, 0.0), (0.0, 2.0)}


async def _sockets(own: int) -> tuple[float, float]:
    one, other = [(await figures(port))["paltable_sockets"] for port in (own, own + 1)]
    return one, other
