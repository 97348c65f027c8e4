"""axe finds nothing to complain about, whatever the page shows (WCAG 2.2 AA and axe's own good practice)."""

from random import Random
from typing import Literal

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from clients.sdk import WatchPolicy, connect
from tests.e2e.axe import complaints
from tests.e2e.conftest import SCREEN
from tests.e2e.test_touch import PHONE
from tests.e2e.visitor import PAUSED, Visitor


async def test_axe_finds_nothing_in_the_lobby_and_at_the_table(browser: Browser, url: str) -> None:
    context = await browser.new_context(viewport=SCREEN, reduced_motion="reduce", bypass_csp=True)
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.page.get_by_test_id("play-bot").wait_for()
    assert await complaints(visitor.page) == []

    await visitor.page.get_by_test_id("rules").click()
    await visitor.page.get_by_test_id("how-to").wait_for()
    assert await complaints(visitor.page) == [], "the rules in short"
    await visitor.page.keyboard.press("Escape")

    await visitor.play_bot("Easy")
    await visitor.page.get_by_test_id("settings").click()
    assert await complaints(visitor.page) == [], "the settings"
    await visitor.page.keyboard.press("Escape")
    for kind in ("setup", "main", "block"):
        await visitor.until(kind, chance)
        assert await complaints(visitor.page) == [], f"a {kind} question"
        await visitor.step(kind, chance)

    await visitor.until("main", chance)
    await visitor.page.locator(".can").first.click()
    assert await complaints(visitor.page) == [], "a picked card"
    await visitor.page.keyboard.press("Escape")
    await visitor.page.get_by_test_id("my-graveyard").click()
    assert await complaints(visitor.page) == [], "an open graveyard"
    await visitor.page.keyboard.press("Escape")
    for key, sheet in (("?", "keys"), ("b", "board")):
        await visitor.page.keyboard.press(key)
        await visitor.page.get_by_test_id(sheet).wait_for()
        assert await complaints(visitor.page) == [], sheet
        await visitor.page.keyboard.press("Escape")
        await expect(visitor.page.get_by_test_id(sheet)).to_have_count(0)
    await visitor.concede()
    await visitor.end.wait_for()
    assert await complaints(visitor.page) == [], "the end"


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_axe_finds_nothing_on_a_phone(browser: Browser, url: str, scheme: Literal["dark", "light"]) -> None:
    context = await browser.new_context(
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        color_scheme=scheme,
        bypass_csp=True,
    )
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    page = visitor.page
    await page.get_by_test_id("play-bot").wait_for()
    assert await complaints(page) == []
    await page.get_by_test_id("rules").tap()
    await page.get_by_test_id("how-to").wait_for()
    assert await complaints(page) == [], "the rules in short"
    await page.get_by_role("button", name="Got it").tap()
    await page.get_by_test_id("create").tap()
    await page.get_by_test_id("waiting").wait_for()
    assert await complaints(page) == [], "an own table"
    await page.get_by_test_id("close-table").tap()

    await visitor.play_bot("Easy")
    await visitor.until("main", chance)
    assert await complaints(page) == [], "the table"
    await page.locator("[data-testid=my-hand] [data-testid=card]").first.tap(position={"x": 20, "y": 20})
    await page.get_by_test_id("card-sheet").wait_for()
    assert await complaints(page) == [], "a card on its sheet"
    await page.keyboard.press("Escape")
    await page.get_by_test_id("open-drawer").tap()
    assert await complaints(page) == [], "the drawer"
    await page.keyboard.press("Escape")
    for kind in ("block", "cards"):
        await visitor.until(kind, chance)
        assert await complaints(page) == [], f"a {kind} question"
    await page.keyboard.press("b")
    await page.get_by_test_id("board").wait_for()
    assert await complaints(page) == [], "the board as tables"
    await page.keyboard.press("Escape")
    await page.get_by_test_id("open-drawer").tap()
    await visitor.concede()
    await visitor.end.wait_for()
    assert await complaints(page) == [], "the end"


async def test_signs_stay_with_more_contrast_and_with_the_systems_colours(browser: Browser, url: str) -> None:
    context = await browser.new_context(viewport=SCREEN, reduced_motion="reduce", contrast="more", bypass_csp=True)
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.page.get_by_test_id("play-bot").wait_for()
    assert await complaints(visitor.page) == []
    await visitor.play_bot("Easy")
    await visitor.until("main", chance)
    assert await complaints(visitor.page) == [], "more contrast"

    await visitor.page.emulate_media(forced_colors="active", contrast="no-preference", reduced_motion="reduce")
    assert await complaints(visitor.page) == [], "the system's colours"
    can = visitor.page.locator(".can")
    while not await can.count():
        await visitor.answers.last.click()
        await visitor.until("main", chance)
    face = visitor.page.locator(f'[data-handle="{await can.first.get_attribute("data-handle")}"] > .inner')
    await expect(face).to_have_css("outline-style", "solid")
    await expect(face).to_have_css("outline-width", "3px")
    await face.click()
    await expect(face).to_have_css("outline-style", "double")
    await expect(visitor.page.locator(".prompt .send").first).to_have_css("forced-color-adjust", "none")


async def test_axe_finds_nothing_among_open_tables_and_at_one_that_waits(browser: Browser, url: str) -> None:
    context = await browser.new_context(viewport=SCREEN, reduced_motion="reduce", bypass_csp=True)
    async with (
        connect(url, name="Mirai") as mirai,
        connect(url, name="Kesi") as kesi,
        connect(url, name="Tomo") as tomo,
    ):
        await tomo.join((await kesi.create_table(deck="trial-1", is_open=True)).code, "trial-2")
        await mirai.create_table(deck="trial-1", is_open=True)
        visitor = await Visitor.arrive(context, url)
        await visitor.page.get_by_test_id("live-tables").wait_for()
        await visitor.page.get_by_role("button", name="Play with Mirai").wait_for()
        assert await complaints(visitor.page) == [], "open tables"
        await visitor.page.get_by_test_id("create-open").click()
        await visitor.page.get_by_test_id("waiting").wait_for()
        assert await complaints(visitor.page) == [], "an own table"


async def test_axe_finds_nothing_where_tables_are_opened_joined_and_watched(browser: Browser, url: str) -> None:
    context = await browser.new_context(viewport=SCREEN, reduced_motion="reduce", bypass_csp=True)
    policy = WatchPolicy(delay=0, decisions=0, hands="open")
    async with connect(url, name="Mirai") as mirai, connect(url, name="Kesi") as kesi:
        table = await mirai.create_table(deck="trial-1", is_open=True, watch=policy)
        visitor = await Visitor.arrive(context, url)
        await visitor.page.get_by_test_id("more").click()
        assert await complaints(visitor.page) == [], "how a table is opened"
        await visitor.page.keyboard.press("Escape")
        await visitor.page.get_by_role("button", name="Play with Mirai").click()
        assert await complaints(visitor.page) == [], "the question for open hands"
        await visitor.page.keyboard.press("Escape")

        again = await kesi.join(table.code, "trial-2", open_hands=True)
        await visitor.page.get_by_test_id("watch").click()
        await visitor.page.get_by_test_id("table").wait_for()
        for one in (table, again, table, again):
            if one.prompt is not None:
                await one.decide(one.prompt.legal()[0])
        await visitor.page.get_by_test_id("held").first.wait_for()
        assert await complaints(visitor.page) == [], "a watched table with open hands"
        await table.concede()
        await visitor.end.wait_for()
        assert await complaints(visitor.page) == [], "the end of a watched match"
        await visitor.page.goto(f"{url}/#watch=unknown")
        await visitor.page.get_by_test_id("not-shown").wait_for()
        assert await complaints(visitor.page) == [], "a match that is not shown"
        await visitor.page.get_by_test_id("to-lobby").click()
        await visitor.play_bot("Easy")
        await visitor.page.get_by_test_id("auto-pass").click()
        assert await complaints(visitor.page) == [], "what is passed"


async def test_axe_finds_nothing_at_a_table_that_is_paused(browser: Browser, url: str) -> None:
    context = await browser.new_context(viewport=SCREEN, reduced_motion="reduce", bypass_csp=True)
    sockets: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    await context.route_web_socket("**/ws", between)
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.play_bot("Easy")
    for kind in ("main", "cards"):
        await visitor.until(kind, chance)
        question = await visitor.question.inner_text()
        sockets[-1].send('{"type":"paused","on":true}')
        await visitor.expect_asked(PAUSED)
        assert await complaints(visitor.page) == [], f"a paused {kind} question"
        sockets[-1].send('{"type":"paused","on":false}')
        await visitor.expect_asked(question)
