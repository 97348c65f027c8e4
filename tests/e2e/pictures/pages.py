"""Pictures of the pages around the table."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Literal

from playwright.async_api import Browser

from clients.bots import BOTS
from clients.sdk import Table, WatchPolicy, connect
from tests.e2e.learner import Learner
from tests.e2e.pictures.camera import SIZES, Camera
from tests.e2e.pictures.moments import Moment, best
from tests.e2e.visitor import Visitor

AT_ONCE: Final = WatchPolicy(delay=0, decisions=0)
DECK: Final = "Red and blue: structures"
SEARCHED: Final = "cost under 9, red"
STILL: Final[dict[str, tuple[str, str, Literal["dark", "light"]]]] = {
    "learn": ("#learn", "learn", "light"),
    "ruling": ("#ruling=Q51-interrupt-works-from-the-hand-only@3", "ruling-panel", "dark"),
    "settings": ("#settings", "settings-page", "light"),
}
"""Pages that are seen as soon as they are opened: the address, what is waited for, and the theme."""
CHEQUERED: Final = """
document.documentElement.style.background =
    "repeating-conic-gradient(oklch(0.42 0.02 250) 0 25%, oklch(0.38 0.02 250) 0 50%) 0 0 / 32px 32px";
"""
"""Drawn behind a page without a ground."""


@asynccontextmanager
async def a_visitor(
    browser: Browser, address: str, scheme: Literal["dark", "light"] = "dark"
) -> AsyncIterator[Visitor]:
    """Somebody who opens an address."""
    context = await browser.new_context(viewport=SIZES[0], color_scheme=scheme, reduced_motion="reduce")
    yield await Visitor.arrive(context, address)
    await context.close()


async def home(browser: Browser, url: str, camera: Camera) -> None:
    """The first page, with a deck chosen, while others play and wait."""
    async with AsyncExitStack() as stack:
        mirai, kesi, tomo = [
            await stage for stage in (stack.enter_async_context(connect(url, name=name)) for name in NAMES)
        ]
        table = await kesi.create_table(deck="trial-1", is_open=True, watch=AT_ONCE)
        await _until_turn(7, table, await tomo.join(table.code, "trial-2"))
        await mirai.create_table(deck="blue-purple-night", is_open=True)
        async with a_visitor(browser, url) as visitor:
            await visitor.choose_deck(DECK)
            await visitor.page.get_by_role("button", name="Play with Mirai").wait_for()
            await visitor.page.get_by_text("Turn 7").wait_for()
            await camera.take(visitor.page, "home")


NAMES: Final = ("Mirai", "Kesi", "Tomo")


async def decks(browser: Browser, url: str, camera: Camera) -> None:
    """The deck builder, dark and light."""
    schemes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
    for scheme in schemes:
        async with a_visitor(browser, f"{url}/#decks", scheme) as visitor:
            page = visitor.page
            await page.get_by_test_id("shelf").click()
            await page.get_by_test_id("presets").get_by_role("button").filter(has_text=DECK).click()
            await page.get_by_test_id("keep").click()
            await page.get_by_test_id("search").fill(SEARCHED)
            await camera.take(page, f"decks-{scheme}")


async def replay(browser: Browser, url: str, camera: Camera, moments: list[Moment]) -> None:
    """A replay in the middle of a battle, with both hands."""
    moment = best(moments, "block")[0]
    async with a_visitor(browser, f"{url}/#replay={moment.room}@{moment.at}") as visitor:
        await visitor.page.get_by_test_id("scrubber").wait_for()
        await camera.take(visitor.page, "replay")


async def still(browser: Browser, url: str, camera: Camera, name: str) -> None:
    """A page that is seen as soon as it is opened."""
    address, region, scheme = STILL[name]
    async with a_visitor(browser, f"{url}/{address}", scheme) as visitor:
        await visitor.page.get_by_test_id(region).wait_for()
        await camera.take(visitor.page, name)


async def lesson(browser: Browser, url: str, camera: Camera) -> None:
    """A lesson, some steps on."""
    async with a_visitor(browser, f"{url}/#learn") as visitor:
        learner = Learner(visitor.page)
        await learner.begin("fights")
        for _ in range(3):
            await learner.follow()
        await learner.page.locator(".wanted, [data-testid=coach-next]").first.wait_for()
        await camera.take(learner.page, "lesson")


async def overlay(browser: Browser, url: str, camera: Camera) -> None:
    """The page for streaming software in the middle of a battle, over nothing."""
    async with connect(url, name="Mirai") as mirai:
        table = await mirai.create_table(opponent="bot", deck="trial-1", time="standard", watch=AT_ONCE)
        await _until_attacked(table)
        async with a_visitor(browser, f"{url}/overlay/{table.id}") as visitor:
            await visitor.page.get_by_test_id("in-question").wait_for()
            await visitor.page.evaluate(CHEQUERED)
            await camera.take(visitor.page, "overlay")


async def _until_turn(turn: int, *tables: Table) -> None:
    """Both players of a match play on until this turn."""

    async def play(table: Table) -> None:
        async for prompt in table:
            if table.view["turn"] >= turn:
                return
            await table.decide(BOTS["greedy"].choose(table.view, prompt, prompt.legal(), prompt.id))

    players = [asyncio.create_task(play(table)) for table in tables]
    _, waiting = await asyncio.wait(players, return_when=asyncio.FIRST_COMPLETED)
    for player in waiting:
        player.cancel()


async def _until_attacked(table: Table, turns: int = 5) -> None:
    """Play on until the other player attacks, after so many turns."""
    async for prompt in table:
        if prompt.kind == "block" and table.view["turn"] > turns:
            return
        await table.decide(BOTS["greedy"].choose(table.view, prompt, prompt.legal(), prompt.id))
    raise LookupError("nobody attacked")
