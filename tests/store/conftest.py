"""A Redis for all these tests of one process, emptied before each; and stores of every kind."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from server.store.base import Store
from tests.redis import RedisServer, redis_server
from tests.store.makers import KINDS, a_store


@pytest.fixture(scope="session")
def running_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with redis_server(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def server(running_redis: RedisServer) -> RedisServer:
    """A Redis that runs and is empty. Whoever kills it takes one of his own."""
    with running_redis.client as client:
        client.flushall()
    return running_redis


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis for this test alone, which may do to it what it likes. What it has answered is in its file at once."""
    with redis_server(tmp_path / "redis", {"appendfsync": "always"}) as server:
        yield server


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path, server: RedisServer) -> AsyncIterator[Store]:
    """An open, empty store of every kind."""
    async with a_store(request.param, tmp_path, server) as store:
        yield store
