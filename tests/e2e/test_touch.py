"""Playing with a finger on a phone, and by dragging with the mouse."""

from random import Random

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.e2e.axe import complaints
from tests.e2e.finger import Finger
from tests.e2e.visitor import Visitor

PHONE = ViewportSize(width=360, height=740)


@pytest_asyncio.fixture(loop_scope="session")
async def phone(browser: Browser) -> BrowserContext:
    return await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")


async def sit_down(context: BrowserContext, url: str) -> tuple[Visitor, Finger]:
    """Begin a game against the bot with taps alone."""
    visitor = await Visitor.arrive(context, url)
    await visitor.page.get_by_text("Easy", exact=True).tap()
    await visitor.page.get_by_test_id("play-bot").tap()
    await visitor.page.get_by_test_id("table").wait_for()
    return visitor, await Finger.of(visitor.page)


def playable(page: Page) -> Locator:
    return page.locator("[data-testid=my-hand] .can")


def attackers(page: Page) -> Locator:
    return page.locator("[data-testid=my-base] .pal-tile.can")


async def tap_on(visitor: Visitor, finger: Finger, kind: str, chance: Random) -> None:
    """Answer one question by taps: play what can be played, attack the other player, never defend."""
    page = visitor.page
    if kind == "main" and await playable(page).count():
        await finger.tap(playable(page).first)
        await page.get_by_test_id("sheet-answer").last.tap()
    elif kind == "main" and await attackers(page).count():
        await finger.tap(attackers(page).first)
        await page.get_by_test_id("attack-player").tap(position={"x": 100, "y": 20})
    elif kind in ("main", "block", "quick"):
        await visitor.answers.last.tap()
    else:
        await finger.tap(await visitor.offered(kind, chance))


async def until(visitor: Visitor, finger: Finger, wanted: Locator) -> None:
    """Play on until the main phase in which there is such a card."""
    chance = Random(4)
    while not (await visitor.turn_to_answer() == "main" and await wanted.count()):
        await tap_on(visitor, finger, await visitor.turn_to_answer(), chance)


async def test_a_good_part_of_a_match_is_played_with_taps(phone: BrowserContext, url: str) -> None:
    visitor, finger = await sit_down(phone, url)
    page, chance = visitor.page, Random(4)
    turns = page.locator("[data-testid=log] li.turn")
    while await turns.count() < 7:
        kind = await visitor.turn_to_answer()
        assert kind, "the game was over too early"
        await tap_on(visitor, finger, kind, chance)

    await page.get_by_test_id("my-graveyard").tap()
    await page.get_by_role("button", name="Close").tap()
    await page.get_by_test_id("open-drawer").tap()
    told = " ".join(await visitor.log())
    assert "Played" in told
    assert "attacked Easy bot" in told
    await page.get_by_test_id("concede").tap()
    await page.get_by_test_id("concede-yes").tap()
    await visitor.end.wait_for()
    await page.get_by_test_id("to-lobby").tap()
    await page.get_by_test_id("lobby").wait_for()
    await visitor.expect_no_complaints()


async def test_a_card_is_read_on_its_sheet_and_put_back(phone: BrowserContext, url: str) -> None:
    visitor, finger = await sit_down(phone, url)
    page = visitor.page
    await until(visitor, finger, playable(page))
    asked = await visitor.question.inner_text()
    sheet = page.get_by_test_id("card-sheet")
    await finger.tap(playable(page).first)
    await expect(sheet.get_by_test_id("sheet-answer")).to_have_text("Play for 2 ")
    close, handle = sheet.get_by_role("button", name="Close"), sheet.get_by_test_id("sheet-handle")
    await sheet.get_by_test_id("words-on").locator("summary").tap()
    await expect(sheet.get_by_test_id("words-on")).to_contain_text(
        "Durability is the damage that destroys a structure."
    )
    await expect(close).to_be_in_viewport(ratio=1)
    await close.tap()
    await expect(sheet).to_have_count(0)
    await visitor.expect_asked(asked)

    for way, remaining in ((0, 0), (40, 1), (200, 0)):  # a tap, a pull that is not meant, and one that is
        if not await sheet.count():
            await finger.tap(playable(page).first)
        x, y = await finger.middle(handle)
        await finger.drag(handle, (x, y + way))
        await expect(sheet).to_have_count(remaining)
    await visitor.expect_asked(asked)
    await finger.tap(playable(page).first)  # right after the pull: it stops no fling, and is not swallowed
    await expect(sheet).to_have_count(1)
    await visitor.expect_no_complaints()


async def test_a_half_made_attack_names_its_target_and_what_comes_of_it(phone: BrowserContext, url: str) -> None:
    visitor, finger = await sit_down(phone, url)
    await until(visitor, finger, attackers(visitor.page))
    await finger.tap(attackers(visitor.page).first)
    await expect(visitor.answers.last.locator(".brief")).to_have_text("AttackEasy bot")
    await expect(visitor.prompt).to_contain_text("if no Lucky")
    await visitor.expect_no_complaints()


async def test_a_held_finger_shows_cards_and_plays_none(phone: BrowserContext, url: str) -> None:
    visitor, finger = await sit_down(phone, url)
    page = visitor.page
    await until(visitor, finger, playable(page))
    asked = await visitor.question.inner_text()
    hand = page.locator("[data-testid=my-hand] [data-testid=card]")
    shown = page.locator("[data-testid=inspector] .footer")
    start = await finger.down(hand.first)
    await expect(shown).to_contain_text(await hand.first.get_attribute("data-number") or "")
    neighbour = await hand.nth(1).bounding_box()
    assert neighbour is not None
    await finger.move(start, (neighbour["x"] + 20, start[1]))
    await expect(shown).to_contain_text(await hand.nth(1).get_attribute("data-number") or "")
    await finger.lift()
    await expect(shown).to_have_count(0)
    await expect(page.get_by_test_id("card-sheet")).to_have_count(0)
    await visitor.expect_asked(asked)
    await visitor.expect_no_complaints()


async def test_cards_are_dragged_to_play_and_to_attack(phone: BrowserContext, url: str) -> None:
    visitor, finger = await sit_down(phone, url)
    page = visitor.page
    await until(visitor, finger, playable(page))
    hand = page.locator("[data-testid=my-hand] [data-testid=card]")
    count = await hand.count()
    asked = await visitor.question.inner_text()
    sheet = page.get_by_test_id("card-sheet")
    await finger.drag(hand.and_(page.locator(":not(.can)")).first, (120, 330))
    await expect(sheet).to_contain_text("Costs")
    await sheet.get_by_role("button", name="Close").tap()
    await finger.drag(playable(page).first, (120, 600))
    await visitor.expect_asked(asked)
    await expect(hand).to_have_count(count)
    await finger.drag(playable(page).first, (120, 330))
    await expect(hand).to_have_count(count - 1)

    await until(visitor, finger, attackers(page))
    log = await page.locator("[data-testid=log] li").count()
    await finger.drag(attackers(page).first, (300, 330))
    await expect(page.locator(".arrow")).to_have_count(0)
    await expect(page.locator(".chosen")).to_have_count(0)
    start = await finger.down(attackers(page).first)
    await finger.move(start, (200, 80))
    await expect(page.locator(".arrow")).to_have_count(1)
    await finger.lift()
    await expect(page.locator("[data-testid=log] li").nth(log)).to_contain_text("attacked Easy bot")
    await visitor.expect_no_complaints()


async def test_the_drawer_comes_from_the_right_edge_and_goes_with_escape(phone: BrowserContext, url: str) -> None:
    visitor, finger = await sit_down(phone, url)
    drawer = visitor.page.get_by_test_id("drawer")
    await visitor.turn_to_answer()
    await finger.swipe((355, 300), (250, 305))
    await expect(drawer).to_be_visible()
    await visitor.page.keyboard.press("Escape")
    await expect(drawer).not_to_be_visible()
    await visitor.expect_no_complaints()


async def test_signs_tell_what_they_mean_when_they_are_tapped(phone: BrowserContext, url: str) -> None:
    visitor, _ = await sit_down(phone, url)
    page = visitor.page
    await visitor.turn_to_answer()
    meanings = {"me": "0 Material", "opponent": "kept until a card consumes it", "horizon": "It is night"}
    for asked, told in meanings.items():
        sign = page.get_by_test_id(asked)
        await sign.locator(".asks").tap()
        await expect(sign.locator(".meaning")).to_contain_text(told)
        assert await complaints(page) == []
        await sign.get_by_role("button", name="Close").tap()
        await expect(sign.locator(".meaning")).not_to_be_visible()
    await visitor.expect_no_complaints()


async def test_a_card_is_dragged_with_the_mouse(context: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    page = visitor.page
    await visitor.play_bot("Easy")
    await visitor.until("main", chance)
    while not await playable(page).count():
        await visitor.answers.last.click()
        await visitor.until("main", chance)
    hand = page.locator("[data-testid=my-hand] [data-testid=card]")
    count = await hand.count()
    await playable(page).first.drag_to(page.get_by_test_id("my-base"))
    await expect(hand).to_have_count(count - 1)
    await visitor.expect_no_complaints()
