"""Connections and tabs die; the game goes on exactly where it was."""

import json
from collections.abc import Callable
from random import Random

import pytest
from playwright.async_api import BrowserContext, Error, WebSocketRoute, expect

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
    told = await back.log()
    assert told[: len(log) - 1] == log[:-1]
    assert told[len(log) - 1].startswith(log[-1].removesuffix(".")), "a deed may go on, and its line with it"
    await back.expect_no_complaints()


async def test_a_reload_comes_back_to_the_same_question(context: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.play_bot("Easy")
    for kind in ("main", "block"):
        await visitor.until(kind, chance)
        question, offered, log = await visitor.question.inner_text(), await candidates(visitor), await visitor.log()
        fighting = await visitor.page.locator(".attacker .spoken").all_text_contents()
        await visitor.page.reload()
        await visitor.expect_asked(question)
        assert await candidates(visitor) == offered
        assert await visitor.log() == log
        assert await visitor.page.locator(".attacker .spoken").all_text_contents() == fighting
        await expect(visitor.page.locator(".arrow")).to_have_count(len(fighting))
        assert bool(fighting) == (kind == "block")
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


async def test_whoever_comes_for_the_first_time_while_the_server_is_away_has_lost_nothing(
    context: BrowserContext, url: str
) -> None:
    is_away = True

    async def connect(wire: WebSocketRoute) -> None:
        if is_away:
            await wire.close(code=1012)
        else:
            wire.connect_to_server()

    await context.route_web_socket("**/ws", connect)
    visitor = await Visitor.arrive(context, url)
    away = visitor.page.get_by_test_id("away")
    await expect(away).to_have_text("The server cannot be reached now; trying again.")
    await visitor.page.get_by_test_id("play-bot").click()
    is_away = False
    await expect(away).to_have_count(0)
    await visitor.page.get_by_test_id("table").wait_for()


class Wire:
    """All connections of a visitor's pages. ``loses`` says which messages never arrive, and on which connection."""

    def __init__(self) -> None:
        self.loses: Callable[[int, dict[str, object]], bool] = lambda connection, message: False
        self.lost: list[dict[str, object]] = []
        self.connections = 0
        self.asked: list[dict[str, object]] = []
        """What the pages sent."""

    async def lay(self, context: BrowserContext) -> None:
        """Let all connections of these pages go through here."""
        await context.route_web_socket("**/ws", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        connection, self.connections = self.connections, self.connections + 1

        def pass_on(text: str | bytes, receiver: WebSocketRoute, sent: list[dict[str, object]] | None) -> None:
            message = json.loads(text)
            if sent is not None:
                sent.append(message)
            if self.loses(connection, message):
                self.lost.append(message)
            else:
                receiver.send(text)

        socket.on_message(lambda text: pass_on(text, server, self.asked))
        server.on_message(lambda text: pass_on(text, socket, None))


async def test_an_answer_that_is_lost_on_the_way_is_given_again(context: BrowserContext, url: str) -> None:
    wire, chance = Wire(), Random(3)
    await wire.lay(context)
    visitor = await Visitor.arrive(context, url)
    await visitor.play_bot()
    await visitor.until("main", chance)
    wire.loses = lambda _, message: message["type"] == "decide" and not wire.lost
    turns = len([line for line in await visitor.log() if line.startswith("Turn")])
    await visitor.page.get_by_role("button", name="End turn").click()
    assert await visitor.turn_to_answer()
    assert len([line for line in await visitor.log() if line.startswith("Turn")]) > turns
    assert len(wire.lost) == 1
    assert wire.asked.count(wire.lost[0]) == 2
    assert wire.connections == 1


async def test_an_update_that_is_lost_on_the_way_is_noticed(context: BrowserContext, url: str) -> None:
    wire, chance = Wire(), Random(3)
    await wire.lay(context)
    visitor = await Visitor.arrive(context, url)
    await visitor.play_bot()
    await visitor.until("main", chance)
    wire.loses = lambda _, message: message["type"] == "update" and not wire.lost
    await visitor.page.get_by_role("button", name="End turn").click()
    assert await visitor.turn_to_answer()
    assert len(wire.lost) == 1
    assert {"type": "resync"} in wire.asked
    assert wire.connections == 1
    assert "You came back here. What happened in between is not in this log." in await visitor.log()


async def test_a_connection_that_falls_silent_is_made_anew(context: BrowserContext, url: str) -> None:
    wire, chance = Wire(), Random(3)
    await wire.lay(context)
    visitor = await Visitor.arrive(context, url)
    await visitor.play_bot()
    await visitor.until("main", chance)
    wire.loses = lambda connection, _: connection == 0
    await visitor.page.get_by_role("button", name="End turn").click()
    assert await visitor.turn_to_answer()
    assert wire.connections == 2
    assert len([message for message in wire.asked if message["type"] == "hello"]) == 2
    await visitor.expect_no_complaints()


async def test_a_second_tab_takes_the_seat_and_the_first_can_take_it_back(context: BrowserContext, url: str) -> None:
    first, chance = await Visitor.arrive(context, url), Random(3)
    await first.play_bot()
    await first.until("main", chance)
    question = await first.question.inner_text()
    second = await Visitor.arrive(context, url)
    await second.expect_asked(question)
    await expect(first.page.get_by_role("alertdialog")).to_contain_text("open elsewhere")
    await expect(first.page.get_by_role("button", name="Play here")).to_be_focused()
    await first.page.keyboard.press("Escape")
    await first.page.get_by_role("button", name="Play here").click()
    await first.expect_asked(question)
    await expect(second.page.get_by_role("alertdialog")).to_contain_text("open elsewhere")
    await expect(first.page.get_by_role("alertdialog")).to_have_count(0)
