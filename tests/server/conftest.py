"""A server in the loop of the test, on a free loopback port, with its state in a folder of its own; and worlds."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from pathlib import Path

import pytest
import structlog

from server.app import running
from server.protocol.messages import JSON, MSGPACK
from server.settings import Settings
from tests.chaos.loop import VirtualLoop
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.nodes import FileGround, SharedGround
from tests.server.world import World


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(port=0, state_dir=tmp_path / "state", web_dir=tmp_path / "web")


@pytest.fixture
async def url(settings: Settings) -> AsyncIterator[str]:
    """The address of a running server."""
    async with running(settings, BOTS, Scripted(1)) as address:
        yield address


@pytest.fixture
def plain_logs() -> Iterator[None]:
    """Logs as structlog has them before anybody configures it."""
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()


# --- worlds -----------------------------------------------------------------------------------------------------------


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Whoever uses `virtual_time` runs in it."""
    in_virtual_time = isinstance(item, pytest.Function) and "virtual_time" in item.fixturenames
    return {"virtual": VirtualLoop} if in_virtual_time else {"real": asyncio.new_event_loop}


@pytest.fixture
async def virtual_time() -> VirtualLoop:
    """The loop of the test."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


@pytest.fixture
async def file(tmp_path: Path, virtual_time: VirtualLoop) -> FileGround:
    """What one worker stands on."""
    return FileGround(virtual_time, tmp_path / "paltable.sqlite3")


@pytest.fixture
async def make_world(virtual_time: VirtualLoop, file: FileGround) -> AsyncIterator[Callable[..., World]]:
    """Makes worlds on the embedded store, by a seed and the clients' codecs."""
    made: list[World] = []

    def make(seed: int = 1, codecs: tuple[str, ...] = (JSON, MSGPACK)) -> World:
        made.append(World(virtual_time, file, seed, codecs))
        return made[-1]

    yield make
    for world in made:
        await world.end()


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world on the embedded store, in which nothing runs yet."""
    return make_world()


@pytest.fixture
async def shared(virtual_time: VirtualLoop) -> SharedGround:
    """What several workers stand on."""
    return SharedGround(virtual_time)


@pytest.fixture
async def company(virtual_time: VirtualLoop, shared: SharedGround) -> AsyncIterator[World]:
    """A world of two workers on a shared store, who have been there for so long that they judge each other."""
    world = World(virtual_time, shared)
    await world.start()
    await world.start()
    await world.pass_time(2 * world.node.worker.pulse.timers.lease)
    yield world
    await world.end()
