"""A finished match is looked at again: from the end panel, from a link, from the own list, from a file."""

from pathlib import Path
from random import Random

import httpx
from playwright.async_api import Browser, BrowserContext, ViewportSize, expect

from clients.bots import BOTS
from clients.sdk import connect
from tests.e2e.axe import complaints
from tests.e2e.visitor import Visitor

PHONE = ViewportSize(width=360, height=740)
OVERFLOW = "(e => [e.scrollHeight - innerHeight, e.scrollWidth - innerWidth])(document.scrollingElement)"


async def shown(visitor: Visitor) -> dict[str, object]:
    """What the table and the scrubber show."""
    page = visitor.page
    cards = page.locator(":is([data-testid=my-hand], [data-testid=my-base], [data-testid=their-base]) [data-number]")
    return {
        "cards": [await card.get_attribute("data-number") for card in await cards.all()],
        "moment": await page.get_by_test_id("moment").inner_text(),
        "position": await page.get_by_test_id("position").inner_text(),
        "life": [await page.get_by_test_id(f"{side}-life").inner_text() for side in ("my", "their")],
        "log": await visitor.log(),
    }


async def expect_at(visitor: Visitor, n: int) -> None:
    await expect(visitor.page.get_by_test_id("position")).to_contain_text(f"Decision {n} of ")


async def a_finished_match(url: str, decisions: int = 40) -> tuple[str, str]:
    """Played against a bot, and given up: its room, and the seat of the one who gave it up."""
    async with connect(url, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck="trial-1", time="standard")
        async for prompt in table:
            if table.view["turn"] > 1 and prompt.id > decisions:
                await table.concede()
                break
            await table.decide(BOTS["greedy"].choose(table.view, prompt, prompt.legal(), prompt.id))
        return table.id, table.seat


async def test_a_match_is_seen_again_from_its_end_and_a_moment_of_it_in_another_browser(
    context: BrowserContext, other_context: BrowserContext, url: str, tmp_path: Path
) -> None:
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    page = visitor.page
    await visitor.play_bot("Easy")
    await visitor.until("main", chance)
    for _ in range(6):
        await visitor.step(await visitor.turn_to_answer(), chance)
    await visitor.turn_to_answer()
    hand = page.locator("[data-testid=my-hand] [data-number]")
    held = [await card.get_attribute("data-number") for card in await hand.all()]
    await visitor.concede()

    await page.get_by_test_id("watch-replay").click()
    await page.get_by_test_id("scrubber").wait_for()
    await expect(page.get_by_test_id("moment")).to_have_text("The match begins.")
    await expect(visitor.end).to_have_count(0)
    keys = page.keyboard
    for _ in range(3):
        await keys.press("ArrowRight")
    await expect_at(visitor, 3)
    await keys.press("ArrowLeft")
    await expect_at(visitor, 2)
    await keys.press("End")
    await expect(page.get_by_test_id("moment")).to_contain_text("conceded")
    assert [await card.get_attribute("data-number") for card in await hand.all()] == held
    await expect(page.get_by_test_id("their-hand").get_by_test_id("held")).to_have_count(0)
    await keys.press("Shift+ArrowLeft")
    turn = await page.get_by_test_id("position").inner_text()
    await keys.press("Shift+ArrowLeft")
    await keys.press("Shift+ArrowRight")
    await expect(page.get_by_test_id("position")).to_have_text(turn)
    await keys.press("Home")
    await expect_at(visitor, 0)

    middle = int(await page.get_by_test_id("track").get_attribute("max") or 0) // 2
    await page.get_by_test_id("track").fill(str(middle))
    await expect_at(visitor, middle)
    await page.get_by_test_id("copy-moment").click()
    link = await page.evaluate("navigator.clipboard.readText()")
    assert f"@{middle}&as=" in link
    await expect(page).to_have_url(link)
    stranger = await Visitor.arrive(other_context, link)
    await expect_at(stranger, middle)
    assert await shown(stranger) == await shown(visitor)
    await stranger.page.get_by_test_id("angle-open").click()
    await expect(stranger.page.get_by_test_id("their-hand").get_by_test_id("held").first).to_be_visible()
    await expect_at(stranger, middle)
    assert await complaints(stranger.page) == []

    await page.get_by_test_id("about-replay").click()
    await expect(page.get_by_test_id("proved")).to_contain_text("Proved: the secret fits the commitment")
    async with page.expect_download() as saving:
        await page.get_by_test_id("about").get_by_test_id("save-replay").click()
    kept = tmp_path / "kept.paltable"
    await (await saving.value).save_as(kept)
    await keys.press("Escape")
    await page.get_by_test_id("leave-replay").click()
    await page.get_by_test_id("to-lobby").click()
    await page.get_by_test_id("to-replays").click()
    await expect(page.get_by_test_id("own-match")).to_have_count(1)
    assert await complaints(page) == []

    damaged = tmp_path / "damaged.paltable"
    damaged.write_bytes(kept.read_bytes()[:-9])
    chooser = page.get_by_test_id("open-file")
    await chooser.set_input_files(damaged)
    await expect(page.get_by_test_id("replay-trouble")).to_contain_text("The replay is cut off: ")
    await chooser.set_input_files(kept)
    await page.get_by_test_id("scrubber").wait_for()
    await expect(page.get_by_test_id("copy-moment")).to_have_count(0)
    await page.get_by_test_id("leave-replay").click()
    await page.get_by_test_id("own-match").click()
    await expect_at(visitor, 0)
    assert len(visitor.complaints) == 1, "the browser itself tells of the file that was refused"
    assert "400" in visitor.complaints[0]
    await stranger.expect_no_complaints()


async def test_on_a_phone_a_replay_plays_by_itself_and_is_stepped_by_taps(browser: Browser, url: str) -> None:
    room, seat = await a_finished_match(url)
    context = await browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    visitor = await Visitor.arrive(context, f"{url}/#replay={room}@6&as={seat.lower()}")
    page = visitor.page
    await expect_at(visitor, 6)
    assert await page.evaluate(OVERFLOW) == [0, 0]
    await expect(page.get_by_test_id("scrubber")).to_be_in_viewport(ratio=1)
    assert await complaints(page) == []
    await page.get_by_test_id("next").tap()
    await expect_at(visitor, 7)
    faster = page.locator(".round.speed")
    for _ in range(2):
        await faster.tap()
    await expect(faster).to_have_text("4×")
    last = int(await page.get_by_test_id("track").get_attribute("max") or 0)
    await page.get_by_test_id("track").fill(str(last - 3))
    await page.get_by_test_id("play").tap()
    await expect_at(visitor, last)
    await expect(page.get_by_test_id("play")).to_have_accessible_name("Play")
    await expect(page.get_by_test_id("my-clock")).to_contain_text(":")
    await page.goto(f"{url}/#replays")
    await page.get_by_test_id("replays").wait_for()
    assert await complaints(page) == []
    assert await page.evaluate(OVERFLOW + "[1]") == 0
    await page.goto(f"{url}/#replay={room}@12&as={seat.lower()}")
    await expect_at(visitor, 12)
    held = await page.locator("[data-testid=my-hand] [data-number]").count()
    await page.get_by_test_id("play-on").tap()
    assert await visitor.turn_to_answer()
    await expect(page.get_by_test_id("scrubber")).to_have_count(0)
    assert await page.locator("[data-testid=my-hand] [data-number]").count() >= held
    await visitor.expect_no_complaints()


async def test_a_replay_that_is_not_there_says_so(context: BrowserContext, url: str) -> None:
    visitor = await Visitor.arrive(context, f"{url}/#replay=never")
    await expect(visitor.page.get_by_test_id("curtain")).to_contain_text("There is no finished match of this name.")
    await visitor.page.get_by_test_id("to-replays").click()
    await visitor.page.get_by_test_id("replays").wait_for()


async def test_whoever_sits_at_a_table_is_not_led_away_from_it(context: BrowserContext, url: str) -> None:
    visitor = await Visitor.arrive(context, url)
    await visitor.play_bot("Easy")
    await visitor.turn_to_answer()
    await visitor.page.goto(f"{url}/#replay=never")
    await expect(visitor.page.locator(".toast")).to_contain_text("open the link in another tab")
    assert await visitor.turn_to_answer()


MOVED = """window.moved = new Promise(tell => new MutationObserver(() =>
    document.querySelector("[data-ghost]") && tell(true)).observe(document.body, {subtree: true, childList: true}))
"""
"""Tells when a card is on its way."""


async def test_a_step_on_moves_cards_and_a_jump_does_not(browser: Browser, url: str) -> None:
    room, seat = await a_finished_match(url)
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        steps = (await http.get(f"/api/film/{room}?as={seat.lower()}")).json()["steps"]
    n = next(n for n, step in enumerate(steps, 1) if "deploy" in step.get("marks", ()))
    context = await browser.new_context(reduced_motion="no-preference")
    visitor = await Visitor.arrive(context, f"{url}/#replay={room}@{n - 1}&as={seat.lower()}")
    await expect_at(visitor, n - 1)
    await visitor.page.evaluate(f"() => {{ {MOVED} }}")
    await visitor.page.keyboard.press("ArrowRight")
    assert await visitor.page.evaluate("window.moved")
    await expect_at(visitor, n)
    await visitor.page.keyboard.press("Home")
    await expect_at(visitor, 0)
    await expect(visitor.page.locator("[data-ghost]")).to_have_count(0)
