"""The page is played by keys alone: no pointer ever touches the table."""

import asyncio
import re
from random import Random

from playwright.async_api import BrowserContext, Locator, Page, expect

from clients.bots import BOTS
from server.app import running
from server.settings import Settings
from tests.e2e.scripted import Scripted
from tests.e2e.visitor import PATIENCE_MS, Visitor

LONGEST = 500
"""No match asks one player more often."""
STOPS = """() => [...document.querySelectorAll(".table [data-region]")].map(region => {
    const layer = region.closest("[popover]");
    const items = [...region.querySelectorAll("button:enabled, a[href], input:enabled, [tabindex]")].filter(item =>
        item.closest("[data-region]") === region && item.closest("[popover]") === layer && item.checkVisibility());
    return [region.dataset.region, items.length, items.filter(item => item.tabIndex === 0).length];
})"""
"""Of each region: its name, how much there can have the focus, and how much of it is a tab stop."""


class Typist:
    """A player who attacks with everything and never touches the mouse."""

    def __init__(self, visitor: Visitor, chance: Random) -> None:
        self._visitor = visitor
        self._chance = chance
        self._page = visitor.page

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self._page.keyboard.press(key)

    @property
    def held(self) -> Locator:
        """What has the focus."""
        return self._page.locator(":focus")

    async def answer(self, kind: str) -> None:
        """Answer one question."""
        match kind:
            case "main":
                await self._act()
            case "block" | "quick":
                await self.press("n")
            case "cards":
                await self._choose()
            case "option" | "order":
                await self.press("1" if await self._page.get_by_test_id("row").first.is_enabled() else "2", "Enter")
            case "name":
                await self._page.keyboard.type("lamball - my")
                await self.press("Enter", "Tab", "Enter")
            case _:
                await self._go_to_prompt()
                await self.press(self._chance.choice(["ArrowLeft", "ArrowRight"]), "Enter")

    async def _go_to_prompt(self) -> None:
        """The focus comes there by itself, but not if a key was quicker."""
        while not await self._visitor.prompt.locator(":focus").count():
            await self.press("Tab")

    async def _act(self) -> None:
        for region in ("my-base", "my-hand"):
            if await self._page.get_by_test_id(region).locator(".can").count():
                await self._go(region)
                await self.press("Enter")
                while await self._page.locator("[data-verb=undo]").count():
                    await self.press("Enter")
                return
        await self.press("e")

    async def _go(self, region: str) -> None:
        """To a card of the region that can act: Tab from region to region, arrows within it."""
        place = self._page.get_by_test_id(region)
        while not await place.locator(":focus").count():
            await self.press("Tab")
        await self.press("Home")
        while not await place.locator(".can:focus").count():
            await self.press("ArrowRight")

    async def _choose(self) -> None:
        """The focus comes to the first card that can be chosen; the others lie to its right, or in other regions."""
        send = self._page.locator("[data-testid=answer][data-verb=choose]")
        while await send.is_disabled():
            while not await self._page.locator(".can:focus:not(.chosen)").count():
                before = await self.held.get_attribute("data-handle")
                await self.press("ArrowRight")
                if await self.held.get_attribute("data-handle") == before:
                    await self.press("Tab", "Home")
            await self.press("Space")
        await self.press("Enter" if await self._page.locator(".chosen:focus").count() else "n")


async def focused(page: Page, inside: str) -> None:
    """The focus is somewhere in this region or dialog."""
    await expect(page.get_by_test_id(inside).locator(":focus")).to_have_count(1)


async def test_a_whole_match_is_played_with_keys_alone(context: BrowserContext, settings: Settings) -> None:
    async with running(settings, BOTS, Scripted(5)) as url:
        visitor = await Visitor.arrive(context, url)
        await visitor.page.get_by_test_id("play-bot").focus()
        await visitor.page.keyboard.press("Enter")
        typist = Typist(visitor, Random(5))
        while kind := await visitor.turn_to_answer():
            visitor.asked[kind] += 1
            assert visitor.asked.total() < LONGEST, f"the game does not go on: {visitor.asked}"
            async with asyncio.timeout(PATIENCE_MS / 1000):
                await typist.answer(kind)
        await focused(visitor.page, "end")
        await visitor.expect_no_complaints()
    assert {"setup", "main"} <= visitor.asked.keys()


async def test_every_region_of_the_table_is_one_tab_stop_the_prompt_first(context: BrowserContext, url: str) -> None:
    visitor = await Visitor.arrive(context, url)
    page, typist = visitor.page, Typist(visitor, Random(5))
    await visitor.play_bot("Easy")
    await visitor.until("main", Random(5))
    while not await page.locator(".base [data-testid=card]").count():
        await typist.answer(await visitor.turn_to_answer())
        await visitor.until("main", Random(5))
    stops = await page.evaluate(STOPS)
    assert [stop for _, _, stop in stops] == [min(1, items) for _, items, _ in stops]

    await page.locator("body").press("Escape")
    await typist.press("h")
    await focused(page, "my-hand")
    await typist.press("Shift+Tab")
    walked = []
    while True:
        region = await page.evaluate("document.activeElement.closest('[data-region]')?.dataset.region")
        if region is None:
            break
        walked.append(region)
        await typist.press("Tab")
    assert walked == [region for region, items, _ in stops if items]
    bases = walked.count("base")
    assert walked == ["prompt", "hand", *["base"] * bases, "piles", "piles", "log", "tools"]
    await visitor.expect_no_complaints()


async def test_keys_can_be_changed_and_single_letters_switched_off(context: BrowserContext, url: str) -> None:
    visitor = await Visitor.arrive(context, url)
    page, typist = visitor.page, Typist(visitor, Random(5))
    await visitor.play_bot("Easy")
    await visitor.until("main", Random(5))
    end = page.get_by_role("button", name="End turn")
    told, ends = page.get_by_test_id("keys-told"), page.get_by_test_id("key-end")
    await expect(end.locator("kbd")).to_have_text("E")

    await typist.press("?")
    await ends.focus()
    await typist.press("Enter")
    await expect(ends).to_have_text("Press a key")
    await typist.press("n")
    await expect(told).to_have_text(re.compile("N is the key for “no”"))
    await typist.press("Enter", "Escape")
    await expect(ends).to_have_text("E")
    await typist.press("Enter", "z")
    await expect(ends).to_have_text("Z")
    await visitor.expect_no_complaints()
    await typist.press("Escape")
    await expect(page.get_by_test_id("keys")).to_have_count(0)
    await expect(end.locator("kbd")).to_have_text("Z")

    await typist.press("?")
    await page.get_by_test_id("letters").focus()
    await typist.press("Space", "Escape")
    await expect(end.locator("kbd")).to_have_count(0)
    await typist.press("z", "h", "b", "?")
    await expect(page.locator("dialog[open]")).to_have_count(0)
    await expect(end).to_be_visible()

    await page.reload()
    await visitor.until("main", Random(5))
    await expect(end.locator("kbd")).to_have_count(0)
    await page.get_by_test_id("rules").focus()
    await typist.press("Enter", "Enter")
    await focused(page, "keys")
    await expect(ends).to_have_text("Z")
    await page.get_by_test_id("letters").focus()
    await typist.press("Space", "Escape", "h")
    await focused(page, "my-hand")
    await typist.press("e")
    await expect(end).to_be_visible()
    await typist.press("z")
    await expect(end).to_have_count(0)
    await visitor.expect_no_complaints()


async def test_a_choice_is_begun_taken_back_and_confirmed_with_the_focus_in_its_place(
    context: BrowserContext, url: str
) -> None:
    visitor = await Visitor.arrive(context, url)
    page, typist = visitor.page, Typist(visitor, Random(5))
    await visitor.play_bot("Easy")
    pal = page.locator("[data-testid=my-base] .pal-tile.can")
    await visitor.until("main", Random(5))
    while not await pal.count():
        await typist.answer(await visitor.turn_to_answer())
        await visitor.until("main", Random(5))
    asked = await visitor.question.inner_text()
    await typist.press("h")
    await focused(page, "my-hand")
    await pal.first.focus()
    handle = await typist.held.get_attribute("data-handle")

    await typist.press("Enter")
    await expect(page.locator("[data-verb=undo]")).to_be_visible()
    await expect(page.locator(".target:focus, .send:focus, .chosen:focus")).to_have_count(1)
    await typist.press("Escape")
    await visitor.expect_asked(asked)
    await expect(typist.held).to_have_attribute("data-handle", handle or "")

    await typist.press("i")
    await focused(page, "card-sheet")
    await typist.press("Escape", "g")
    await expect(page.locator("dialog[open]")).to_contain_text("graveyard")
    await typist.press("Escape", "b")
    await focused(page, "board")
    await expect(page.get_by_role("table", name="Your base")).to_contain_text("Can attack.")
    await typist.press("Escape", "p")
    await expect(page.get_by_test_id("toasts")).to_contain_text("printed")
    await expect(typist.held).to_have_attribute("data-handle", handle or "")

    said = page.get_by_test_id("aloud")
    await expect(said).to_contain_text(asked)
    await typist.press("Enter", "Enter")
    await expect(said).not_to_contain_text(asked)
    await expect(page.get_by_test_id("log")).to_contain_text("attacked")
    await expect(page.get_by_test_id("told")).to_contain_text(re.compile("attacked|damage|destroyed"))
    await visitor.expect_no_complaints()
