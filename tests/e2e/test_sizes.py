"""The page in windows of every size: nothing is cut off, and everything is large enough to be hit."""

from random import Random

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.conftest import ChromiumLaunch
from tests.e2e.test_match import OVERFLOW
from tests.e2e.visitor import Visitor

FINGER = 44
LEAST = 24
"""The least that WCAG 2.2 asks for."""
SIZES = [
    (320, 568, LEAST),
    (360, 740, FINGER),
    (412, 915, FINGER),
    (820, 1180, FINGER),
    (1024, 1366, FINGER),
    (667, 375, LEAST),
    (844, 390, LEAST),
    (1024, 768, LEAST),
    (1280, 720, LEAST),
    (2560, 1440, FINGER),
]
AWKWARD = """least => [...document.querySelectorAll(".table :is(button, a, input, select)")].filter(element => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || element.closest(".hand, .log")) return false;
    const isCut = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    return isCut || box.width < least - 0.5 || box.height < least - 0.5;
}).map(element => `${element.className} ${JSON.stringify(element.getBoundingClientRect())}`)"""
"""What at the table cannot be seen whole, or not be hit."""
STRIPS = """() => {
    const cards = [...document.querySelectorAll("[data-testid=my-hand] [data-testid=card]")];
    return cards.slice(1).map((card, i) => card.offsetLeft - cards[i].offsetLeft);
}"""
"""How much of each card of the hand is free of the next one."""


async def expect_room(page: Page, least: int) -> None:
    assert await page.evaluate(OVERFLOW) == [0, 0]
    assert await page.evaluate(AWKWARD, least) == []


async def test_the_table_fits_windows_of_every_size(browser: Browser, url: str) -> None:
    context = await browser.new_context(
        viewport={"width": 1280, "height": 720}, reduced_motion="reduce", has_touch=True
    )
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    page = visitor.page
    for width, height, _ in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert (await page.evaluate(OVERFLOW))[1] == 0, f"the lobby at {width} x {height}"
    await page.set_viewport_size({"width": 1280, "height": 720})
    await visitor.play_bot("Easy")
    for kind in ("main", "block"):
        for _ in range(25 if kind == "block" else 1):
            await visitor.step(await visitor.turn_to_answer(), chance)
        await visitor.until(kind, chance)
        for width, height, least in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            await expect_room(page, least)
        await page.set_viewport_size({"width": 1280, "height": 720})
    await visitor.expect_no_complaints()


async def test_a_hand_card_is_never_narrower_than_a_finger(browser: Browser, url: str) -> None:
    context = await browser.new_context(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True)
    visitor = await Visitor.arrive(context, url)
    await visitor.page.get_by_test_id("play-bot").tap()
    strips = visitor.page.locator("[data-testid=my-hand] [data-testid=card]")
    for cards in range(6, 9):
        while await strips.count() < cards:
            await visitor.turn_to_answer()
            await visitor.answers.last.tap()
            await expect(visitor.prompt).not_to_have_attribute("data-kind", "")
        assert min(await visitor.page.evaluate(STRIPS)) >= FINGER
        assert (await visitor.page.evaluate(OVERFLOW))[1] == 0


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (820, 1180)])
async def test_letters_of_twice_the_size_lose_no_control(
    chromium_launch: ChromiumLaunch, url: str, width: int, height: int
) -> None:
    launch = chromium_launch.copy()
    launch["args"] = [*launch["args"], "--blink-settings=defaultFontSize=32"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch)
        context = await browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        visitor, chance = await Visitor.arrive(context, url), Random(5)
        assert await visitor.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
        assert (await visitor.page.evaluate(OVERFLOW))[1] == 0, "the lobby"
        await visitor.play_bot("Easy")
        await visitor.until("main", chance)
        await expect_room(visitor.page, LEAST)
        await visitor.page.get_by_test_id("open-drawer").click()
        await visitor.concede()
        await visitor.page.get_by_test_id("to-lobby").click()
        await browser.close()
