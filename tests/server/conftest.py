"""A server in the loop of the test, on a free loopback port, with its state in a folder of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.app import running
from server.settings import Settings
from tests.server.bots import BOTS
from tests.server.chance import Scripted


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(port=0, state_dir=tmp_path / "state", web_dir=tmp_path / "web")


@pytest.fixture
async def url(settings: Settings) -> AsyncIterator[str]:
    """The address of a running server."""
    async with running(settings, BOTS, Scripted(1)) as address:
        yield address
