"""A server in the loop of the test, on a free loopback port, with its state in a folder of its own."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeAlias

import pytest

from server.app import running
from server.settings import Settings
from tests.server.bots import BOTS

Serve: TypeAlias = Callable[..., AbstractAsyncContextManager[str]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(port=0, state_dir=tmp_path / "state", web_dir=tmp_path / "web")


@pytest.fixture
async def url(settings: Settings) -> AsyncIterator[str]:
    """The address of a running server."""
    async with running(settings, BOTS) as address:
        yield address
