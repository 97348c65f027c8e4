"""What moves on the table ends where it would be without moving, can be skipped, and does not move for who asks so."""

from random import Random

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, CDPSession, Page, ViewportSize, expect

from tests.e2e.conftest import SCREEN
from tests.e2e.visitor import Visitor

STATE = """() => {
    const text = name => document.querySelector(`[data-testid=${name}]`)?.innerText.replace(/\\s+/g, " ") ?? "";
    const cards = [...document.querySelectorAll(".base [data-handle], .hand [data-handle]")];
    return {
        cards: cards.map(card => [card.dataset.handle, card.dataset.zone, card.className, card.innerText]),
        piles: [...document.querySelectorAll(".pile")].map(pile => pile.innerText),
        numbers: ["my-life", "their-life", "me", "opponent", "horizon", "question", "their-hand"].map(text),
        log: [...document.querySelectorAll("[data-testid=log] li")].map(line => line.innerText),
    };
}"""
"""All that the table shows."""
WATCH = """() => {
    window.moved = [];
    const ways = ["transform", "translate", "rotate", "scale", "left", "top"];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        for (const frame of frames ?? [])
            for (const way of ways)
                // What stands still somewhere has the same place from beginning to end.
                if (way in frame && frame[way] !== frames[0][way]) moved.push(`${this.className} ${way}`);
        return animate.call(this, frames, options);
    };
    document.addEventListener("transitionrun", event => {
        if (ways.includes(event.propertyName)) moved.push(`${event.target.className} ${event.propertyName}`);
    }, true);
    document.addEventListener("animationstart", event => moved.push(event.animationName), true);
}"""
"""Notes everything that begins to move."""


FROM_THE_DECK = """() => {
    const middle = element => {
        const box = element.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(document.querySelector(".ghost .look > *"));
    const [left, top] = middle(document.querySelector(".piles.mine [data-spot^=deck]"));
    return Math.hypot(x - left, y - top);
}"""
"""How far from the deck the card is that is on its way, in pixels."""
NEAR = 12


async def slowed(page: Page) -> CDPSession:
    """Motion that would take hours, so that whatever comes does not come because it has ended."""
    session = await page.context.new_cdp_session(page)
    await session.send("Animation.enable")
    await session.send("Animation.setPlaybackRate", {"playbackRate": 0.0001})
    return session


@pytest_asyncio.fixture(loop_scope="session")
async def lively(browser: Browser) -> BrowserContext:
    """A visitor who likes to see things move."""
    return await browser.new_context(viewport=SCREEN, reduced_motion="no-preference")


async def test_what_moved_stands_where_it_would_without_motion(lively: BrowserContext, url: str) -> None:
    await lively.add_init_script("localStorage.setItem('paltable.speed', '\"fast\"')")
    visitor, chance = await Visitor.arrive(lively, url), Random(5)
    await visitor.play_bot("Easy")
    for _ in range(4):
        for _ in range(4):
            await visitor.step(await visitor.turn_to_answer(), chance)
        await visitor.turn_to_answer()
        for _ in range(3):
            await visitor.page.keyboard.press("Escape")  # a choice that is half made is forgotten with the page
        await visitor.page.mouse.move(640, 5)
        await expect(visitor.page.get_by_test_id("flights")).to_have_attribute("data-moving", "false")
        moved = await visitor.page.evaluate(STATE)
        await visitor.page.reload()  # the same position, and nothing on its way
        await visitor.turn_to_answer()
        assert await visitor.page.evaluate(STATE) == moved
    await visitor.expect_no_complaints()


async def test_the_question_is_open_while_cards_still_move_and_space_ends_that(
    lively: BrowserContext, url: str
) -> None:
    visitor, chance = await Visitor.arrive(lively, url), Random(1)
    page = visitor.page
    moving = page.locator(".ghost, .flash")
    await visitor.play_bot("Easy")
    draw = page.get_by_test_id("answer").filter(has_text="3 souls: draw")
    await visitor.until("main", chance)
    while not await draw.count():
        await visitor.answers.last.click()
        await visitor.until("main", chance)
    await page.keyboard.press("Space")
    await expect(moving).to_have_count(0)

    await slowed(page)
    await draw.click()
    await expect(moving).to_have_count(1)
    await visitor.expect_kind("main")
    await page.keyboard.press("Space")
    await expect(moving).to_have_count(0)
    await visitor.expect_kind("main")

    await visitor.answers.last.click()  # ends the turn: what the bot does is shown one thing after the other
    await expect(moving.first).to_be_attached()
    await expect(visitor.prompt).to_have_attribute("data-kind", "")
    while not await page.locator('[data-testid=prompt]:not([data-kind=""])').count():
        await page.keyboard.press("Space")
    await visitor.expect_no_complaints()


async def test_on_a_phone_a_card_is_drawn_from_the_count_of_the_deck(browser: Browser, url: str) -> None:
    phone = await browser.new_context(viewport=ViewportSize(width=360, height=740), reduced_motion="no-preference")
    visitor, chance = await Visitor.arrive(phone, url), Random(1)
    page = visitor.page
    await visitor.play_bot("Easy")
    draw = page.get_by_test_id("answer").and_(page.locator("[data-verb=draw]"))
    await visitor.until("main", chance)
    while not await draw.count():
        await visitor.answers.last.click()
        await visitor.until("main", chance)
    await page.keyboard.press("Space")
    await expect(page.locator(".ghost, .flash")).to_have_count(0)
    await slowed(page)
    await draw.click()
    await expect(page.locator(".ghost")).to_have_count(1)
    assert await page.evaluate(FROM_THE_DECK) < NEAR


async def test_a_click_that_brings_something_new_does_nothing_else(lively: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(lively, url), Random(1)
    await visitor.play_bot("Easy")
    await visitor.until("main", chance)
    await slowed(visitor.page)
    await visitor.answers.last.click()
    await expect(visitor.page.locator(".flash.turn")).to_have_count(1)
    await visitor.page.get_by_test_id("concede").click(force=True)
    await expect(visitor.page.locator("dialog[open]")).to_have_count(0)


async def test_nothing_moves_for_whoever_asks_for_less_motion(context: BrowserContext, url: str) -> None:
    await context.add_init_script(f"({WATCH})()")
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.play_bot("Easy")
    for _ in range(12):
        await visitor.step(await visitor.turn_to_answer(), chance)
    await visitor.page.locator(".hand .card").first.hover()
    assert await visitor.page.evaluate("moved") == []


async def test_the_speed_that_was_chosen_is_kept(lively: BrowserContext, url: str) -> None:
    visitor = await Visitor.arrive(lively, url)
    root = visitor.page.locator("html")
    await visitor.play_bot("Easy")
    await expect(root).to_have_attribute("data-motion", "normal")
    await visitor.page.get_by_test_id("settings").click()
    await visitor.page.get_by_text("Off", exact=True).click()
    await expect(root).to_have_attribute("data-motion", "still")
    await visitor.page.reload()
    await visitor.page.get_by_test_id("table").wait_for()
    await expect(root).to_have_attribute("data-motion", "still")
