"""The page for streaming software, beside the match that it shows."""

from dataclasses import replace
from random import Random

from playwright.async_api import BrowserContext, expect

from clients.bots import BOTS
from clients.sdk import WatchPolicy, connect
from server.app import running
from server.settings import Settings
from tests.e2e.axe import complaints
from tests.e2e.scripted import Scripted
from tests.e2e.visitor import PATIENCE_MS, Visitor

OPAQUE = """() => [...document.querySelectorAll(".plate")].map(plate => {
    const pixel = new OffscreenCanvas(1, 1).getContext("2d");
    pixel.fillStyle = getComputedStyle(plate).backgroundColor;
    pixel.fillRect(0, 0, 1, 1);
    return pixel.getImageData(0, 0, 1, 1).data[3] / 255;
})"""
"""How opaque the ground of each plate is."""
GROUND = "() => [document.documentElement, document.body].map(part => getComputedStyle(part).backgroundColor)"


async def test_an_overlay_shows_what_everyone_sees_of_a_match_to_its_end(context: BrowserContext, url: str) -> None:
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    player, chance = await Visitor.arrive(context, url), Random(5)
    table = player.page
    await table.get_by_test_id("more").click()
    await table.get_by_test_id("audience").select_option("live")
    await table.get_by_test_id("done").click()
    await player.play_bot("Easy")
    await table.get_by_test_id("share").click()
    await table.get_by_test_id("copy-overlay").click()
    link = await table.evaluate("navigator.clipboard.readText()")
    assert "/overlay/" in link
    overlay = await Visitor.arrive(context, link)
    page = overlay.page

    await player.until("block", chance)
    attacker = await table.locator(".tile.attacker").get_attribute("data-number") or ""
    await expect(page.get_by_test_id("in-question")).to_have_attribute("data-number", attacker)
    await expect(page.get_by_test_id("when")).to_contain_text("block step")
    name = await table.get_by_test_id("me").locator("b").first.inner_text()
    other = await table.get_by_test_id("opponent").locator("b").first.inner_text()
    for who, side in ((name, "my"), (other, "their")):
        life = (await table.get_by_test_id(f"{side}-life").inner_text()).split()[0]
        await expect(page.get_by_role("region", name=who).locator(".life")).to_contain_text(life)
    held = await table.locator("[data-testid=my-hand] [data-testid=card]").all()
    assert len(held) > 0
    shown = await page.locator("[data-number]").all()
    assert [await card.get_attribute("data-number") for card in shown] == [attacker], "and nothing of what is held"
    assert await page.evaluate(GROUND) == ["rgba(0, 0, 0, 0)"] * 2
    assert min(await page.evaluate(OPAQUE)) >= 0.94
    assert await complaints(page) == []

    await player.concede()
    await expect(page.get_by_test_id("caption")).to_have_text(f"{other} wins. {name} conceded.")
    await expect(page.get_by_test_id("in-question")).to_have_count(0)
    for one in (player, overlay):
        await one.expect_no_complaints()


async def test_an_overlay_comes_back_by_itself_and_says_what_is_not_shown(
    context: BrowserContext, settings: Settings
) -> None:
    async with running(settings, BOTS, Scripted(1)) as url, connect(url, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck="trial-1", watch=WatchPolicy(delay=0, decisions=0))
        overlay = await Visitor.arrive(context, f"{url}/overlay/{table.id}")
        await expect(overlay.page.get_by_role("region", name="Ann")).to_be_visible()
        await expect(overlay.page.get_by_test_id("when")).to_have_text("Before the first turn")
        token = ann.token
    port = int(url.rsplit(":", 1)[1])
    async with running(replace(settings, port=port), BOTS, Scripted(2)) as url, connect(url, token=token) as ann:
        assert ann.table is not None
        async for prompt in ann.table:
            if ann.table.view["turn"] > 1:
                break
            await ann.table.decide(BOTS["greedy"].choose(ann.table.view, prompt, prompt.legal(), prompt.id))
        await expect(overlay.page.get_by_test_id("when")).to_contain_text("Turn 2, ", timeout=PATIENCE_MS)
        await overlay.page.goto(f"{url}/overlay/never")
        await expect(overlay.page.get_by_test_id("caption")).to_have_text("This match is not shown now.")
