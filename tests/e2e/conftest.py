"""A running server with the built page and bots, and the browser that opens it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, ViewportSize, async_playwright

from clients.bots import BOTS
from server import windows
from server.app import running
from server.settings import Settings
from tests.conftest import ChromiumLaunch
from tests.e2e.scripted import Scripted

SCREEN = ViewportSize(width=1280, height=720)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The server's settings; the page is the built one, and without it nothing here can be tested."""
    settings = Settings(port=0, state_dir=tmp_path / "state")
    assert (settings.web_dir / "index.html").is_file(), "The page is not built: run `make web`."
    return settings


@pytest.fixture
async def url(settings: Settings) -> AsyncIterator[str]:
    """The address of a server whose chance is scripted, so that every run plays the same game."""
    async with running(settings, BOTS, Scripted(1)) as address:
        yield address


@pytest.fixture
async def browser(chromium_launch: ChromiumLaunch) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium_launch)
        yield browser
        await browser.close()


@pytest.fixture
async def context(browser: Browser) -> BrowserContext:
    """One visitor: cookies and memory of its own."""
    return await browser.new_context(viewport=SCREEN, reduced_motion="reduce")


@pytest.fixture
async def other_context(browser: Browser) -> BrowserContext:
    """Another visitor."""
    return await browser.new_context(viewport=SCREEN, reduced_motion="reduce")


@pytest.fixture(autouse=True)
def quick_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is passed for a visitor is passed within moments."""
    monkeypatch.setattr(windows, "SOONEST", 0.02)
    monkeypatch.setattr(windows, "LATEST", 0.05)
