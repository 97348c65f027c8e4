"""The server has become another version, or cannot go on with a match: nobody is left before a page that waits."""

from random import Random

import pytest
from playwright.async_api import BrowserContext, expect

from clients.bots import BOTS
from engine import EngineBug, Game
from server import lobby
from server.app import running
from server.rooms import PARKED
from server.settings import Settings
from tests.e2e.scripted import Scripted
from tests.e2e.visitor import PATIENCE_MS, Visitor
from tests.server.pools import NEWER

FAULT = "The server could not go on with this game, so nobody wins."


def on_the_same_port(settings: Settings, url: str) -> Settings:
    return Settings(port=int(url.rsplit(":", 1)[1]), state_dir=settings.state_dir)


async def test_a_match_of_another_version_leads_to_the_lobby_and_comes_back_with_that_version(
    context: BrowserContext, settings: Settings
) -> None:
    chance = Random(3)
    async with running(settings, BOTS, Scripted(1)) as url:
        visitor = await Visitor.arrive(context, url)
        await visitor.play_bot()
        await visitor.until("main", chance)
        question = await visitor.question.inner_text()
    await visitor.page.get_by_test_id("connection-lost").wait_for()
    same = on_the_same_port(settings, url)
    async with running(same, BOTS, Scripted(2), NEWER):
        await visitor.page.get_by_test_id("lobby").wait_for()
        await expect(visitor.page.get_by_test_id("parked")).to_have_text(PARKED)
        await visitor.page.reload()
        await expect(visitor.page.get_by_test_id("parked")).to_have_text(PARKED)
        await visitor.play_bot()
        assert await visitor.turn_to_answer()
        await visitor.concede()
        await visitor.page.get_by_test_id("to-lobby").click()
        await visitor.page.get_by_test_id("lobby").wait_for()
    async with running(same, BOTS, Scripted(3)):
        await visitor.expect_asked(question)
        await visitor.answers.last.click()
        assert await visitor.turn_to_answer()
        await expect(visitor.page.get_by_test_id("parked")).to_have_count(0)


async def test_a_match_that_the_server_cannot_restore_is_told_as_over_and_leads_to_the_lobby(
    context: BrowserContext, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(settings, BOTS, Scripted(1)) as url:
        visitor = await Visitor.arrive(context, url)
        await visitor.play_bot()
        await visitor.until("main", Random(3))
    await visitor.page.get_by_test_id("connection-lost").wait_for()

    def broken(*arguments: object, **named: object) -> Game:
        raise EngineBug("the engine broke its own promise")

    async with running(on_the_same_port(settings, url), BOTS, Scripted(2)):
        with monkeypatch.context() as failing:
            failing.setattr(Game, "load", broken)  # neither from its save
            failing.setattr(Game, "start", broken)  # nor from its log
            await expect(visitor.page.get_by_test_id("end-reason")).to_have_text(FAULT, timeout=PATIENCE_MS)
            await visitor.page.reload()
            lost = visitor.page.get_by_test_id("lost")
            await expect(lost.get_by_role("status")).to_have_text(FAULT)
        await lost.get_by_test_id("to-lobby").click()
        await visitor.page.get_by_test_id("lobby").wait_for()
        await visitor.play_bot()
        assert await visitor.turn_to_answer()


async def test_a_new_version_of_the_server_asks_for_a_reload_and_the_match_goes_on(
    context: BrowserContext, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(3)
    async with running(settings, BOTS, Scripted(1)) as url:
        visitor = await Visitor.arrive(context, url)
        await visitor.play_bot()
        await visitor.until("main", chance)
        question = await visitor.question.inner_text()
    monkeypatch.setattr(lobby, "VERSION", "99.0.0")
    async with running(on_the_same_port(settings, url), BOTS, Scripted(2)):
        outdated = visitor.page.get_by_test_id("outdated")
        await expect(outdated).to_contain_text("A new version is here.")
        await outdated.get_by_role("button").click()
        await visitor.expect_asked(question)
        await expect(outdated).to_have_count(0)
