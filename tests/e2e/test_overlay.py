"""The page for streaming software, beside the match that it shows."""

from dataclasses import replace

from playwright.async_api import BrowserContext, expect

from clients.bots import BOTS
from clients.sdk import Table, WatchPolicy, connect
from engine import catalogue
from engine.model.terms import OTHER, Colour, SeatName
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


async def until_attacked(table: Table) -> str:
    """Play until a Pal of the opponent attacks; its number."""
    async for prompt in table:
        battle = table.view.get("battle")
        if prompt.kind == "block" and battle:
            return str(table.view["cards"][str(battle["attacker"])]["number"])
        await table.decide(BOTS["greedy"].choose(table.view, prompt, prompt.legal(), prompt.id))
    raise AssertionError("nobody attacked")


def seen_colours(table: Table, seat: SeatName) -> list[str]:
    """The colours of a player's cards that lie open to everyone, in the order of the rule book."""
    seen = [card for card in table.view["cards"].values() if card["owner"] == seat and card["zone"] != "hand"]
    colours = {catalogue.by_number(card["number"]).colour for card in seen}
    return [colour.value.title() for colour in Colour if colour in colours and colour is not Colour.COLORLESS]


async def test_an_overlay_shows_what_everyone_sees_of_a_match_to_its_end(context: BrowserContext, url: str) -> None:
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    async with connect(url, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck="trial-1", watch=WatchPolicy(delay=0, decisions=0))
        attacker = await until_attacked(table)
        watcher = await Visitor.arrive(context, f"{url}/#watch={table.id}")
        await watcher.page.get_by_test_id("share").click()
        await watcher.page.get_by_test_id("copy-overlay").click()
        link = await watcher.page.evaluate("navigator.clipboard.readText()")
        assert link == f"{url}/overlay/{table.id}"
        overlay = await Visitor.arrive(context, link)
        page = overlay.page
        await expect(page.get_by_test_id("in-question")).to_have_attribute("data-number", attacker)
        await expect(page.get_by_test_id("when")).to_contain_text("block step")
        for seat, name in ((table.seat, "Ann"), (OTHER[table.seat], "Even bot")):
            player = table.view["players"][seat]
            plate = page.get_by_role("region", name=name)
            await expect(plate.locator(".life")).to_contain_text(str(player["life"]))
            await expect(plate.locator(".amounts .row span").first).to_contain_text(str(player["hand_size"]))
            colours = plate.get_by_test_id("colours").locator("> span")
            assert await colours.all_inner_texts() == seen_colours(table, seat)
        lobby = await Visitor.arrive(context, url)
        lives = [table.view["players"][seat]["life"] for seat in ("A", "B")]
        await expect(lobby.page.get_by_test_id("standing")).to_contain_text(
            f"Turn {table.view['turn']}, life {lives[0]} to {lives[1]}"
        )
        await lobby.page.close()
        held = [table.view["cards"][str(card)]["number"] for card in table.view["players"][table.seat]["hand"]]
        drawn = await page.content()
        assert held
        assert [number for number in held if number != attacker and number in drawn] == []
        assert await page.evaluate(GROUND) == ["rgba(0, 0, 0, 0)"] * 2
        assert min(await page.evaluate(OPAQUE)) >= 0.94
        assert await complaints(page) == []

        await table.concede()
        await expect(page.get_by_test_id("caption")).to_have_text("Even bot wins. Ann conceded.")
        await expect(page.get_by_test_id("in-question")).to_have_count(0)
        again = await table.rematch()
        await expect(page.get_by_test_id("when")).to_have_text("Before the first turn")  # under the same address
        await until_attacked(again)
        await expect(page.get_by_test_id("when")).to_contain_text("block step")
        assert page.url == link
    for one in (watcher, overlay):
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
        await expect(overlay.page.get_by_test_id("when")).to_contain_text(
            f"Turn {ann.table.view['turn']}, ", timeout=PATIENCE_MS
        )
        asked: list[str] = []
        overlay.page.on("request", lambda request: asked.append(request.method) if "events" in request.url else None)
        await overlay.page.clock.install()
        async with overlay.page.expect_response(lambda response: response.request.method == "HEAD"):
            await overlay.page.goto(f"{url}/overlay/never")
        await expect(overlay.page.get_by_test_id("caption")).to_have_text("This match is not shown now.")
        await overlay.page.clock.fast_forward("02:00:00")
        await overlay.page.clock.run_for(1_000)
        assert asked == ["GET", "HEAD"]  # there is no such table, and it is not asked for again
