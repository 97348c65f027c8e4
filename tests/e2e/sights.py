"""Pictures of the pages around a match: decks, a replay, a lesson, a ruling, an overlay, settings."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, Literal, TypeAlias

from playwright.async_api import Browser, Page, ViewportSize

from clients.bots import BOTS
from clients.replays import SUFFIX, encode
from clients.sdk import WatchPolicy, connect
from tests.replays.games import one

DECISION: Final = 90
"""The moment of the replay that is shown."""
RULING: Final = "#ruling=Q51-interrupt-works-from-the-hand-only@3"
STILL_MS: Final = 500
"""After so long in another size a page stands as it shall be seen."""

Look: TypeAlias = Callable[[Page, str], Awaitable[None]]
"""Goes from a fresh page to what is to be seen, at the server with this address."""


async def decks(page: Page, url: str) -> None:
    await page.goto(f"{url}/#decks")
    await page.get_by_test_id("shelf").click()
    await page.get_by_test_id("presets").get_by_role("button").first.click()
    await page.get_by_test_id("keep").click()
    await page.get_by_test_id("search").fill("cost under 9, red")


async def replay(page: Page, url: str) -> None:
    await page.goto(f"{url}/#replays")
    file = {"name": f"match{SUFFIX}", "mimeType": "application/octet-stream", "buffer": encode(one())}
    await page.get_by_test_id("open-file").set_input_files(file)  # type: ignore[arg-type]
    track = page.get_by_test_id("track")
    await track.fill(str(DECISION))


async def lesson(page: Page, url: str) -> None:
    await page.goto(f"{url}/#learn")
    await page.locator("[data-lesson=fights]").click()
    await page.get_by_test_id("coach-next").click()


async def ruling(page: Page, url: str) -> None:
    await page.goto(f"{url}/{RULING}")
    await page.get_by_test_id("ruling-panel").wait_for()


async def learn(page: Page, url: str) -> None:
    await page.goto(f"{url}/#learn")
    await page.get_by_test_id("learn").wait_for()


async def settings(page: Page, url: str) -> None:
    await page.goto(f"{url}/#settings")
    await page.get_by_test_id("settings-page").wait_for()


async def overlay(page: Page, url: str) -> None:
    async with connect(url, name="Oshiro") as me:
        policy = WatchPolicy(delay=0, decisions=0)
        table = await me.create_table(opponent="bot", deck="trial-1", time="standard", watch=policy)
        async for prompt in table:
            if prompt.kind == "block":
                break
            await table.decide(BOTS["greedy"].choose(table.view, prompt, prompt.legal(), prompt.id))
        await page.goto(f"{url}/overlay/{table.id}")
        await page.get_by_test_id("in-question").wait_for()


SIGHTS: Final[dict[str, tuple[Look, Literal["dark", "light"]]]] = {
    "decks-dark": (decks, "dark"),
    "decks-light": (decks, "light"),
    "learn": (learn, "light"),
    "lesson": (lesson, "dark"),
    "overlay": (overlay, "dark"),
    "replay": (replay, "dark"),
    "ruling": (ruling, "dark"),
    "settings": (settings, "light"),
}
"""Each with its theme."""


async def see(
    browser: Browser, url: str, sizes: list[ViewportSize], save: Callable[[bytes, Path], None], folder: Path
) -> None:
    """Take each of them at every size."""
    for name, (look, theme) in SIGHTS.items():
        context = await browser.new_context(viewport=sizes[0], color_scheme=theme, reduced_motion="reduce")
        page = await context.new_page()
        await look(page, url)
        for size in sizes:
            await page.set_viewport_size(size)
            await page.evaluate("document.activeElement.blur()")
            await page.wait_for_timeout(STILL_MS)
            await asyncio.to_thread(save, await page.screenshot(), folder / f"{name}-{size['width']}.png")
        await context.close()
