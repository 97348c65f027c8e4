"""``paltable serve --workers``: several real workers behind one port, on a real Redis."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cards import facts_table
from tests.deploy.fleet import Match, figures, free_ports, pid_of, served
from tests.redis import RedisServer, redis_server

NUMBERS = re.compile("|".join(re.escape(number) for number in facts_table()))


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
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
    own = free_ports(2)
    options = ("--workers", "2", "--worker-port", str(own), "--redis-url", redis.url)
    async with served(tmp_path, *options, PALTABLE_LOG_LEVEL="debug", PALTABLE_LOG_FORMAT="json") as server:
        first = [await pid_of(own), await pid_of(own + 1)]
        assert len(set(first)) == 2

        async def kill() -> None:
            rooms = [(await figures(port))["paltable_rooms"] for port in (own, own + 1)]
            os.kill(first[rooms.index(max(rooms))], signal.SIGKILL)

        async def replace() -> None:
            server.process.send_signal(signal.SIGHUP)

        match = Match({20: kill, 60: replace})
        await match.play(server.url)
        one, other = match.outcomes
        assert one == other
        assert match.decisions > 60

        await server.says('"all workers replaced"')
        second = [await pid_of(own), await pid_of(own + 1)]
        assert set(second).isdisjoint(first)
        assert await server.terminate() == 0
        assert not any(is_alive(pid) for pid in [*first, *second])
        assert server.log.count('"worker ended"') == 1
        assert "Traceback" not in server.log
        assert not NUMBERS.search(server.log), "a card is named in the log"
