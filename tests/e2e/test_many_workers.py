"""Two browsers at two workers: they meet, and neither the death of a worker nor a pause of Redis costs them a thing."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

from playwright.async_api import Browser, Locator, expect

from tests.e2e.conftest import SCREEN
from tests.e2e.fleet import NOTICES, Fleet, fleet, notices
from tests.e2e.test_watching import open_table, sit_down, watch
from tests.e2e.visitor import PATIENCE_MS, PAUSED, Visitor

SHORT_SECONDS = 4.0
"""No notice may stay longer than this, on a machine that is busy with other tests."""


async def visitor_at(browser: Browser, url: str) -> Visitor:
    """Somebody new whom the server has greeted, and whose page remembers what it told of its connection."""
    context = await browser.new_context(viewport=SCREEN, reduced_motion="reduce")
    await context.add_init_script(NOTICES)
    visitor = await Visitor.arrive(context, url)
    await expect(visitor.page.get_by_test_id("my-name")).to_have_text(re.compile("."), timeout=PATIENCE_MS)
    return visitor


async def visitors_at_different_workers(browser: Browser, workers: Fleet) -> tuple[Visitor, Visitor]:
    """Two whom the proxy has sent to two workers."""
    first = await visitor_at(browser, workers.url)
    met = [await workers.sockets(number) for number in range(len(workers.workers))].index(1)
    while True:
        second = await visitor_at(browser, workers.url)
        if await workers.sockets(met) == 1:
            return first, second
        await second.page.context.close()


async def half_made(player: Visitor) -> str:
    """Pick a card, if one can be picked, and send nothing: what is asked then."""
    cards = player.page.locator("[data-testid=my-hand] .can")
    if await cards.count():
        await cards.first.press("Enter")
        await expect(player.page.locator(".chosen")).to_have_count(1)
    return await player.question.inner_text()


async def meet(host: Visitor, guest: Visitor) -> None:
    """Sit down at one table that is open to everyone."""
    await host.page.get_by_test_id("create-open").click()
    await host.page.get_by_test_id("waiting").wait_for()
    name = await host.page.get_by_test_id("my-name").inner_text()
    await guest.page.get_by_test_id("tables").get_by_role("button", name=f"Play with {name}").click()
    for one in (host, guest):
        await one.page.get_by_test_id("table").wait_for()


async def decisions(*players: Visitor) -> AsyncIterator[tuple[int, Visitor]]:
    """Whoever is asked next, counted, until the game is over; they have to answer."""
    count = 0
    while True:
        asked = [asyncio.ensure_future(player.turn_to_answer()) for player in players]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        player = next(player for player, kind in zip(players, asked, strict=True) if kind.done())
        for kind in asked:
            kind.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        if not await player.turn_to_answer():
            return
        count += 1
        yield count, player


async def test_two_play_to_the_end_before_a_third_while_the_owner_is_killed_and_all_others_are_replaced(
    browser: Browser, tmp_path: Path
) -> None:
    async with fleet(tmp_path, 3) as workers:
        await workers.serve_behind_proxy()
        players = await visitors_at_different_workers(browser, workers)
        host, guest = players
        await open_table(host, "live")
        await sit_down(guest, host)
        watcher = await visitor_at(browser, workers.url)
        await watch(watcher)
        everyone = (*players, watcher)
        chance = Random(3)
        told: list[float] = []
        killed = -1
        async for count, player in decisions(*players):
            if count >= 8 and killed == -1 and await player.turn_to_answer() == "main":
                question = await half_made(player)
                killed = await workers.owner(0, 1, 2)
                assert await workers.sockets(killed) > 0
                await workers.kill(killed)
                await player.turn_to_answer()
                await player.expect_asked(question)
                await player.page.keyboard.press("Escape")
            elif count == 24:
                told = [seconds for each in everyone for seconds in await notices(each.page)]
                for number in {0, 1, 2} - {killed}:
                    await workers.restart(number)
                    await workers.is_taken(number)
            await player.rush(await player.turn_to_answer(), chance)
        titles = [await player.page.locator("#end-title").inner_text() for player in players]
        assert sorted(titles) == ["Defeat", "Victory"]
        winner = players[titles.index("Victory")]
        name = await winner.page.get_by_test_id("me").locator("b").first.inner_text()
        await expect(watcher.page.locator("#end-title")).to_have_text(f"{name} wins", timeout=PATIENCE_MS)
        assert count > 24, "all of it happened while they played"
        assert max(told, default=0.0) < SHORT_SECONDS, "the owner was killed"
        assert [seconds for each in everyone for seconds in await notices(each.page)] == told, (
            "the others were replaced"
        )


async def test_an_open_table_is_found_at_another_worker_and_played_there(browser: Browser, tmp_path: Path) -> None:
    async with fleet(tmp_path, 2) as workers:
        here, there = workers.workers
        host, guest = await visitor_at(browser, here.url), await visitor_at(browser, there.url)
        watcher = await visitor_at(browser, there.url)
        await expect(guest.page.get_by_test_id("tables")).to_contain_text("Nobody waits")
        await host.page.get_by_test_id("create-open").click()
        await expect(host.page.get_by_test_id("waiting")).to_contain_text("Waiting for an opponent")
        await host.page.reload()
        await expect(host.page.get_by_test_id("waiting")).to_contain_text("Waiting for an opponent")
        await expect(host.page.get_by_test_id("tables")).to_contain_text("Nobody else waits")

        name = await host.page.get_by_test_id("my-name").inner_text()
        listed = guest.page.get_by_test_id("open-tables").get_by_role("listitem")
        await expect(listed).to_contain_text(name, timeout=PATIENCE_MS)
        await expect(listed).to_contain_text("just now")
        await host.page.get_by_test_id("close-table").click()
        await expect(listed).to_have_count(0, timeout=PATIENCE_MS)

        await meet(host, guest)
        live = watcher.page.get_by_test_id("live-tables").get_by_role("listitem")
        await expect(live).to_contain_text(name, timeout=PATIENCE_MS)
        await expect(watcher.page.get_by_test_id("open-tables")).to_have_count(0)
        async for count, player in decisions(host, guest):
            if count == 8:
                await player.concede()
                break
            await player.step(await player.turn_to_answer(), Random(count))
        for one in (host, guest, watcher):
            await one.expect_no_complaints()


async def test_while_redis_stands_still_the_table_says_that_it_is_paused_and_then_goes_on(
    browser: Browser, tmp_path: Path
) -> None:
    async with fleet(tmp_path, 2) as workers:
        here, there = workers.workers
        host, guest = await visitor_at(browser, here.url), await visitor_at(browser, there.url)
        await meet(host, guest)
        both = (host, guest)
        await _pause_with_the_question_open(workers, *await _owner_first(workers, both))
        await _pause_with_the_answer_given(workers, *await _owner_first(workers, both))
        for one in (host, guest):
            assert await notices(one.page) == [], "the connections stayed"
            await one.expect_no_complaints()


async def _owner_first(workers: Fleet, visitors: tuple[Visitor, Visitor]) -> tuple[Visitor, Visitor]:
    """The one whose worker runs the table, and the other one: a long pause may have let another worker take it."""
    owner = await workers.owner(0, 1)
    return visitors[owner], visitors[1 - owner]


async def _pause_with_the_question_open(workers: Fleet, owner: Visitor, other: Visitor) -> None:
    """Whose worker relays is asked: the controls wait, and the half-made choice is kept."""
    await _until_main(other, owner)
    question = await other.question.inner_text()
    buttons = await other.page.get_by_test_id("answer").count()
    workers.redis.pause()
    await other.expect_asked(PAUSED)
    await expect(other.page.get_by_test_id("answer")).to_have_count(buttons)
    await expect(other.answers).to_have_count(0)
    workers.redis.resume()
    await other.expect_asked(question)
    await expect(other.answers).to_have_count(buttons)


async def _pause_with_the_answer_given(workers: Fleet, owner: Visitor, other: Visitor) -> None:
    """Whose worker runs the table answers, and the answer counts as soon as it can be stored, once."""
    await _until_main(owner, other)
    turns = await _turns(owner).count()
    workers.redis.pause()
    await owner.page.get_by_role("button", name="End turn").click()
    for one in (owner, other):
        await one.expect_asked(PAUSED)
    workers.redis.resume()
    await other.turn_to_answer()
    for one in (owner, other):
        await expect(one.question).not_to_have_text(PAUSED)
        await expect(_turns(one)).to_have_count(turns + 1)


async def _until_main(player: Visitor, opponent: Visitor) -> None:
    chance = Random(4)
    async for _, asked in decisions(player, opponent):
        kind = await asked.turn_to_answer()
        if asked is player and kind == "main":
            return
        await asked.step(kind, chance)
    raise AssertionError("the game was over before")


def _turns(player: Visitor) -> Locator:
    """The lines of the log that begin a turn."""
    return player.page.locator("[data-testid=log] li").filter(has_text=re.compile("^Turn "))
