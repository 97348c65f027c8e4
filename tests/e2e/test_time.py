"""Clocks on the page, and an opponent who does not come back."""

import re

import pytest
from playwright.async_api import BrowserContext, expect

from server import match
from tests.e2e.visitor import Visitor


async def _seat(host: Visitor, guest: Visitor, time: str) -> None:
    """Bring both to a private table with this time control."""
    await host.page.get_by_test_id("more").click()
    await host.page.get_by_test_id("time").select_option(time)
    await host.page.get_by_test_id("done").click()
    await host.page.get_by_test_id("create").click()
    code = await host.page.get_by_test_id("table-code").inner_text()
    await guest.page.get_by_test_id("code").fill(code)
    await guest.page.get_by_test_id("join").click()
    for one in (host, guest):
        await one.page.get_by_test_id("table").wait_for()


async def test_both_see_both_clocks_and_that_of_whoever_is_asked_runs(
    context: BrowserContext, other_context: BrowserContext, url: str
) -> None:
    host, guest = await Visitor.arrive(context, url), await Visitor.arrive(other_context, url)
    await _seat(host, guest, "fast")
    asked, other = (host, guest) if await host.prompt.get_attribute("data-kind") else (guest, host)
    await expect(asked.page.get_by_test_id("my-clock")).to_have_text(re.compile("4:5[0-8]"))
    await expect(other.page.get_by_test_id("their-clock")).to_have_text(re.compile("4:5[0-8]"))
    for clock in (asked.page.get_by_test_id("their-clock"), other.page.get_by_test_id("my-clock")):
        await expect(clock).to_have_text(re.compile("5:00"))
    await host.page.reload()
    for one in (host, guest):
        await expect(one.page.get_by_test_id("me").get_by_test_id("colours").locator("> span")).to_have_text(
            ["Red", "Blue"]
        )
        await expect(one.page.get_by_test_id("opponent").get_by_test_id("colours")).to_have_count(0)
        await one.expect_no_complaints()


async def test_whoever_waits_too_long_for_the_other_claims_the_win(
    context: BrowserContext, other_context: BrowserContext, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "UNTIMED_PATIENCE", 1.0)
    host, guest = await Visitor.arrive(context, url), await Visitor.arrive(other_context, url)
    await _seat(host, guest, "none")
    assert await host.page.get_by_test_id("my-clock").count() == 0
    await guest.page.close()
    await host.page.get_by_test_id("claim").click()
    await expect(host.page.locator("#end-title")).to_have_text("Victory")
    await expect(host.page.get_by_test_id("end-reason")).to_contain_text("away for too long")
    await host.expect_no_complaints()
