"""Other pages while a match goes on: they say so, and lead back to it."""

import asyncio

from playwright.async_api import BrowserContext, expect

from clients.sdk import Table, connect
from tests.e2e.axe import complaints
from tests.e2e.visitor import Visitor


async def play(table: Table, may_end: asyncio.Event) -> None:
    """Do no more than one has to; a turn is ended only when it may be."""
    async for prompt in table:
        if prompt.kind == "main":
            await may_end.wait()
        await table.decide(prompt.default)


async def test_a_match_goes_on_beside_other_pages_which_say_whether_it_waits_and_lead_back(
    context: BrowserContext, url: str
) -> None:
    ann = await Visitor.arrive(context, url)
    page, bar = ann.page, ann.page.get_by_test_id("running-game")
    await page.get_by_test_id("create").click()
    code = await page.get_by_test_id("table-code").inner_text()
    await page.get_by_test_id("to-decks").click()
    await page.get_by_test_id("decks").wait_for()
    await expect(bar).to_have_count(0)
    async with connect(url, name="Ben") as ben, asyncio.TaskGroup() as tasks:
        (may_end := asyncio.Event()).set()
        table = await ben.join(code, deck="trial-2")
        playing = tasks.create_task(play(table, may_end))
        while await ann.turn_to_answer() != "main":  # the match that begins is shown by itself
            await ann.answers.first.click()
        may_end.clear()
        await page.locator("[data-testid=answer][data-verb=end]").click()
        await page.get_by_test_id("settings").click()
        await page.get_by_test_id("aside-decks").click()
        await expect(bar.get_by_role("status")).to_have_text("You are in a game with Ben.")
        may_end.set()
        await expect(bar.get_by_role("status")).to_have_text("You are in a game with Ben.Your turn")
        await expect(page).to_have_title("● Your turn · Paltable")
        await page.keyboard.press("e")  # ends no turn here
        assert await complaints(page) == []
        await page.get_by_test_id("to-learn").click()
        await expect(bar).to_contain_text("Your turn")
        await page.get_by_test_id("return").click()
        await expect(ann.prompt).to_have_attribute("data-kind", "main")
        await expect(page.locator("[data-testid=answer][data-verb=end]")).to_be_enabled()
        await page.go_back()
        await page.get_by_test_id("learn").wait_for()
        playing.cancel()
        await table.concede()
        await expect(bar.get_by_role("status")).to_have_text("Your game with Ben is over.")
        await page.get_by_test_id("return").click()
        await expect(ann.end).to_contain_text("Ben conceded.")
    await ann.expect_no_complaints()
