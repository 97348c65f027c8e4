"""Connections and tabs die; the game goes on exactly where it was."""

from random import Random

import pytest
from playwright.async_api import BrowserContext, Error, expect

from clients.bots import BOTS
from server.app import running
from server.settings import Settings
from tests.e2e.scripted import Scripted
from tests.e2e.visitor import Visitor


async def candidates(visitor: Visitor) -> list[str]:
    """The cards that can be chosen, by their spoken names."""
    return await visitor.page.locator(".can .spoken").all_text_contents()


async def test_a_killed_tab_comes_back_to_the_same_question(context: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(3)
    await visitor.play_bot()
    await visitor.until("cards", chance)
    while await visitor.page.locator(".steps").count():  # a choice of a cost, which the server has not seen yet
        await visitor.step("cards", chance)
        await visitor.until("cards", chance)
    question, log = await visitor.question.inner_text(), await visitor.log()
    offered = await candidates(visitor)
    await visitor.page.locator(".can").first.click()
    await expect(visitor.page.locator(".chosen")).to_have_count(1)
    with pytest.raises(Error, match="crash"):
        await visitor.page.goto("chrome://crash")
    await visitor.page.close()

    back = await Visitor.arrive(context, url)
    await back.expect_asked(question)
    assert await candidates(back) == offered
    assert await back.page.locator(".chosen").count() == 0, "a half-made choice is not kept"
    assert await back.log() == log
    await back.until("main", chance)
    assert (await back.log())[: len(log)] == log
    await back.expect_no_complaints()


async def test_a_reload_comes_back_to_the_same_question(context: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(3)
    await visitor.play_bot()
    await visitor.until("main", chance)
    question, offered = await visitor.question.inner_text(), await candidates(visitor)
    await visitor.page.reload()
    await visitor.expect_asked(question)
    assert await candidates(visitor) == offered
    await visitor.answers.last.click()
    assert await visitor.turn_to_answer()
    await visitor.expect_no_complaints()


async def test_a_restarted_server_is_waited_for_and_the_game_goes_on(
    context: BrowserContext, settings: Settings
) -> None:
    chance = Random(3)
    async with running(settings, BOTS, Scripted(1)) as url:
        visitor = await Visitor.arrive(context, url)
        await visitor.play_bot()
        await visitor.until("main", chance)
        question, offered = await visitor.question.inner_text(), await candidates(visitor)
    await visitor.page.get_by_test_id("connection-lost").wait_for()
    await visitor.expect_asked(question)
    port = int(url.rsplit(":", 1)[1])
    async with running(Settings(port=port, state_dir=settings.state_dir), BOTS, Scripted(2)):
        await visitor.page.get_by_test_id("connection-lost").wait_for(state="detached")
        await visitor.expect_asked(question)
        assert await candidates(visitor) == offered
        await visitor.answers.last.click()
        assert await visitor.turn_to_answer()


async def test_an_answer_given_without_a_connection_goes_out_when_it_is_back(
    context: BrowserContext, settings: Settings
) -> None:
    chance = Random(3)
    async with running(settings, BOTS, Scripted(1)) as url:
        visitor = await Visitor.arrive(context, url)
        await visitor.play_bot()
        await visitor.until("main", chance)
    await visitor.page.get_by_test_id("connection-lost").wait_for()
    turns = len([line for line in await visitor.log() if line.startswith("Turn")])
    await visitor.page.get_by_role("button", name="End turn").click()
    await visitor.expect_asked("Sending…")
    port = int(url.rsplit(":", 1)[1])
    async with running(Settings(port=port, state_dir=settings.state_dir), BOTS, Scripted(2)):
        assert await visitor.turn_to_answer()
        assert len([line for line in await visitor.log() if line.startswith("Turn")]) > turns


async def test_a_second_tab_takes_the_seat_and_the_first_can_take_it_back(context: BrowserContext, url: str) -> None:
    first, chance = await Visitor.arrive(context, url), Random(3)
    await first.play_bot()
    await first.until("main", chance)
    question = await first.question.inner_text()
    second = await Visitor.arrive(context, url)
    await second.expect_asked(question)
    await expect(first.page.get_by_role("alertdialog")).to_contain_text("open elsewhere")
    await first.page.get_by_role("button", name="Play here").click()
    await first.expect_asked(question)
    await expect(second.page.get_by_role("alertdialog")).to_contain_text("open elsewhere")
    await expect(first.page.get_by_role("alertdialog")).to_have_count(0)
