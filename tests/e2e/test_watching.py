"""Whoever watches sees what everyone may see, to the end and on to the rematch."""

from random import Random

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, expect

from clients.sdk import WatchPolicy, connect
from tests.e2e.conftest import SCREEN
from tests.e2e.visitor import Visitor


@pytest_asyncio.fixture(loop_scope="session")
async def third_context(browser: Browser) -> BrowserContext:
    """One more visitor."""
    return await browser.new_context(viewport=SCREEN, reduced_motion="reduce")


async def open_table(host: Visitor, audience: str, *, hands: bool = False, everyone: bool = True) -> None:
    """Open a table that is watched like this."""
    await host.page.get_by_test_id("more").click()
    await host.page.get_by_test_id("audience").select_option(audience)
    if hands:
        await host.page.get_by_test_id("want-open-hands").check()
    await host.page.get_by_test_id("done").click()
    await host.page.get_by_test_id("create-open" if everyone else "create").click()
    await host.page.get_by_test_id("waiting").wait_for()


async def sit_down(guest: Visitor, host: Visitor) -> None:
    await guest.page.get_by_test_id("open-tables").get_by_role("button").click()
    for one in (guest, host):
        await one.page.get_by_test_id("table").wait_for()


async def watch(watcher: Visitor) -> None:
    """Watch the first match of the lobby."""
    await watcher.page.get_by_test_id("watch").first.click()
    await watcher.page.get_by_test_id("table").wait_for()


async def public(visitor: Visitor, *, turned: bool = False) -> dict[str, object]:
    """What everyone may see of the table, from the near side, or from the other one."""
    near, far = ("their", "my") if turned else ("my", "their")
    page = visitor.page
    shown: dict[str, object] = {"phase": await page.get_by_test_id("phases").locator(".on").all_inner_texts()}
    for side, name in (("near", near), ("far", far)):
        cards = page.get_by_test_id(f"{name}-base").get_by_test_id("card")
        shown[f"{side} base"] = [await card.get_attribute("data-number") for card in await cards.all()]
        shown[f"{side} life"] = await page.get_by_test_id(f"{name}-life").inner_text()
        shown[f"{side} graveyard"] = await page.get_by_test_id(f"{name}-graveyard").locator(".count").inner_text()
    return shown


async def seen_alike(watcher: Visitor, player: Visitor, *, turned: bool) -> None:
    """Wait until the watcher sees what the player sees."""
    for _ in range(100):
        if await public(player) == await public(watcher, turned=turned):
            return
        await watcher.page.wait_for_timeout(50)
    assert await public(watcher, turned=turned) == await public(player)


async def test_a_third_watches_two_to_the_end_and_on_to_the_rematch(
    context: BrowserContext, other_context: BrowserContext, third_context: BrowserContext, url: str
) -> None:
    host, guest, watcher = [await Visitor.arrive(one, url) for one in (context, other_context, third_context)]
    await open_table(host, "live")
    await sit_down(guest, host)
    await watch(watcher)
    assert "#watch=" in watcher.page.url
    await expect(watcher.page.get_by_test_id("watchers")).to_have_text("1 watching")
    for absent in ("my-hand", "concede", "phrases", "answer"):
        await expect(watcher.page.get_by_test_id(absent)).to_have_count(0)

    name = await host.page.get_by_test_id("me").locator("b").first.inner_text()
    turned = await watcher.page.get_by_test_id("me").locator("b").first.inner_text() != name
    chance = Random(2)
    for round_ in range(16):
        for one in (host, guest):
            if await one.prompt.get_attribute("data-kind"):
                await one.step(await one.turn_to_answer(), chance)
        if round_ % 5 == 4:
            await seen_alike(watcher, host, turned=turned)
        if round_ == 7:
            await watcher.page.reload()
            await expect(watcher.page.get_by_test_id("log")).to_contain_text("You began to watch here.")
    await watcher.page.get_by_test_id("turn-table").click()
    await seen_alike(watcher, host, turned=not turned)
    await expect(host.page.get_by_test_id("watchers")).to_have_attribute("title", "1 person watches this table.")

    first = watcher.page.url
    await host.concede()
    winner = await guest.page.get_by_test_id("me").locator("b").first.inner_text()
    await expect(watcher.page.locator("#end-title")).to_have_text(f"{winner} wins")
    await host.page.get_by_test_id("rematch").click()
    await guest.page.get_by_role("button", name="Play again").click()
    await watcher.page.get_by_test_id("watch-rematch").click()
    await watcher.end.wait_for(state="detached")
    await expect(watcher.page.get_by_test_id("horizon")).to_contain_text("Before the first turn")
    assert watcher.page.url != first
    await watcher.page.get_by_test_id("stop-watching").click()
    await watcher.page.get_by_test_id("lobby").wait_for()
    assert "#" not in watcher.page.url
    for one in (host, guest, watcher):
        await one.expect_no_complaints()


@pytest.mark.parametrize("answer", ["open", "closed"])
async def test_hands_are_open_for_watchers_only_if_the_other_player_agrees(
    context: BrowserContext, other_context: BrowserContext, third_context: BrowserContext, url: str, answer: str
) -> None:
    host, watcher = await Visitor.arrive(context, url), await Visitor.arrive(third_context, url)
    await open_table(host, "live", hands=True)
    guest = await Visitor.arrive(other_context, url)
    if answer == "open":
        await guest.page.get_by_test_id("code").fill(await host.page.get_by_test_id("table-code").inner_text())
        await guest.page.get_by_test_id("join").click()
    else:
        await guest.page.get_by_test_id("open-tables").get_by_role("button").click()
    await guest.page.get_by_test_id(f"hands-{answer}").click()
    for one in (guest, host):
        await one.page.get_by_test_id("table").wait_for()
    await watch(watcher)
    chooser = host if await host.prompt.get_attribute("data-kind") else guest
    await chooser.answers.first.click()
    is_open = int(answer == "open")
    for one in (host, guest, watcher):
        await expect(one.page.get_by_test_id("open-hands")).to_have_count(is_open)
    await expect(watcher.page.get_by_test_id("held")).to_have_count(10 * is_open)
    for one in (host, guest, watcher):
        await one.expect_no_complaints()


async def test_a_match_that_is_not_shown_yet_or_not_any_more_says_so(context: BrowserContext, url: str) -> None:
    async with connect(url, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck="trial-1", watch=WatchPolicy(delay=60))
        watcher = await Visitor.arrive(context, f"{url}/#watch={table.id}")
        nothing = watcher.page.get_by_test_id("not-shown")
        await expect(nothing).to_contain_text("There is nothing to show yet")
        await expect(nothing).to_contain_text("is shown 60 seconds late")
        await watcher.page.goto(f"{url}/#watch=unknown")
        await expect(nothing).to_contain_text("There is no match to watch under this id.")
        await watcher.page.get_by_test_id("to-lobby").click()
        await watcher.page.get_by_test_id("lobby").wait_for()
        await watcher.expect_no_complaints()


async def test_a_player_who_watches_the_own_table_in_a_second_tab_keeps_the_seat(
    context: BrowserContext, url: str
) -> None:
    player = await Visitor.arrive(context, url)
    await player.play_bot("Easy")
    async with connect(url, watches=True) as me:
        (live,) = (await me.tables()).live
    second = await Visitor.arrive(context, f"{url}/#watch={live.id}")
    await second.page.get_by_test_id("table").wait_for()
    await player.until("main", Random(1))
    for one in (player, second):
        await expect(one.page.locator("[data-testid=my-hand] [data-testid=card]").first).to_be_visible()
    await expect(second.question).to_have_text("You are asked, in the window in which you play.")
    await player.page.goto(f"{url}/#watch={live.id}")
    await expect(player.page.locator(".toast")).to_contain_text("open the link in another tab")
    assert await player.turn_to_answer()
