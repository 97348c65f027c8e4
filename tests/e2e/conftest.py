"""A running server with the built page and bots, and the browser that opens it.

A browser is started once for all tests of a process, so they share its event loop; each has a server of its own, and
visitors that nobody has seen before.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ViewportSize, async_playwright

from clients.bots import BOTS
from server import windows
from server.app import running
from server.settings import Settings
from tests.conftest import ChromiumLaunch
from tests.e2e.scripted import Scripted

SCREEN = ViewportSize(width=1280, height=720)
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What belongs to a loop belongs to the browser's."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The server's settings; the page is the built one, and without it nothing here can be tested."""
    settings = Settings(port=0, state_dir=tmp_path / "state")
    assert (settings.web_dir / "index.html").is_file(), "The page is not built: run `make web`."
    return settings


@pytest_asyncio.fixture(loop_scope="session")
async def url(settings: Settings) -> AsyncIterator[str]:
    """The address of a server whose chance is scripted, so that every run plays the same game."""
    async with running(settings, BOTS, Scripted(1)) as address:
        yield address


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium(chromium_launch: ChromiumLaunch) -> AsyncIterator[Browser]:
    """The one browser of all tests of this process."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium_launch)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The browser, which nobody visits anything with before the test or after it."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def context(browser: Browser) -> BrowserContext:
    """One visitor: cookies and memory of its own."""
    return await browser.new_context(viewport=SCREEN, reduced_motion="reduce")


@pytest_asyncio.fixture(loop_scope="session")
async def other_context(browser: Browser) -> BrowserContext:
    """Another visitor."""
    return await browser.new_context(viewport=SCREEN, reduced_motion="reduce")


@pytest.fixture(autouse=True)
def quick_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is passed for a visitor is passed within moments."""
    monkeypatch.setattr(windows, "SOONEST", 0.02)
    monkeypatch.setattr(windows, "LATEST", 0.05)
