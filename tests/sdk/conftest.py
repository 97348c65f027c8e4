from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.bots import BOTS
from server.app import running
from tests.sdk.servers import Local, Repeatable, local, settings


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Local]:
    """A server in this process."""
    async with local(tmp_path / "here") as server:
        yield server


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a server behind a real socket."""
    async with running(settings(tmp_path / "there"), BOTS, Repeatable(1)) as address:
        yield address
