"""Pictures of the page: `python -m tests.e2e.pictures [FOLDER]` plays until it has been everywhere, at every size.

A real server deals, a real browser plays the house bot. What is found depends on rules, bot and page, so a picture may
change with them; the same of them give the same pictures.
"""

import asyncio
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Page, Position, ViewportSize, async_playwright

from clients.bots import BOTS
from clients.lessons import lessons
from clients.rulings import reels
from server.app import running
from server.settings import Settings
from tests.conftest import launched_chromium
from tests.e2e.scripted import Scripted
from tests.e2e.sights import see
from tests.e2e.visitor import Visitor

FOLDER = Path(__file__).parents[2] / "clients" / "web" / "pictures"
SIZES = [
    ViewportSize(width=1280, height=720),
    ViewportSize(width=360, height=740),
    ViewportSize(width=820, height=1180),
    ViewportSize(width=2560, height=1440),
]
"""The first is the one that is played at."""
WANTED = ("home", "day", "night", "block", "quick", "lucky", "order", "end")
DECK = "Red and blue: structures"
BOT_DECK = "green-purple-souls"
MATCHES = 20
CORNER = Position(x=20, y=20)
FULL = 2
"""So many Pals, at least, are on each side of a table that is worth a picture."""
SETTLED = "[data-testid=end], .table:has([data-moving=false]) [data-testid=prompt]:not([data-kind=''])"
SAVED = "[data-testid=damage].saved"
UNFOLDED_MS = 700
"""After so long a scene, a panel or another size of the table stands as it shall be seen."""


class Photographer:
    """Plays matches until every position has been seen, and takes each at every size."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser = browser
        self._folder = folder
        self._missing = list(WANTED)

    async def work(self) -> None:
        """Play until everything has been seen."""
        self._folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, MATCHES + 1):
            with tempfile.TemporaryDirectory() as state:
                async with running(Settings(port=0, state_dir=Path(state)), BOTS, Scripted(number)) as url:
                    await self._play(url)
            if not self._missing:
                return
        raise LookupError(f"{MATCHES} matches have never shown: {', '.join(self._missing)}")

    async def _play(self, url: str) -> None:
        context = await self._browser.new_context(viewport=SIZES[0], has_touch=True, color_scheme="dark")
        visitor = await Visitor.arrive(context, url)
        page = visitor.page
        self._motion = await context.new_cdp_session(page)
        await self._motion.send("Animation.enable")
        await visitor.choose_deck(DECK)
        await page.get_by_label("Its deck").select_option(BOT_DECK)
        await self._take(page, "home")
        await page.get_by_test_id("play-bot").click()
        await page.get_by_test_id("table").wait_for()
        while kind := await self._turn(page):
            await self._look(page, kind)
            await self._answer(visitor, kind)
        if await page.locator("#end-title").inner_text() == "Victory":
            await self._take(page, "end")
        await context.close()

    async def _turn(self, page: Page) -> str:
        """What is asked next, when nothing moves any more, or "" at the end."""
        while True:
            await page.locator(f"{SETTLED}, {SAVED}").first.wait_for()
            if not await page.locator(SAVED).count():
                return "" if await page.get_by_test_id("end").count() else await self._kind(page)
            if "lucky" in self._missing:
                await self._take_lucky(page)
            await page.locator(SAVED).wait_for(state="detached")

    @staticmethod
    async def _kind(page: Page) -> str:
        return await page.get_by_test_id("prompt").get_attribute("data-kind") or ""

    async def _take_lucky(self, page: Page) -> None:
        """What moves becomes slow until all is there, and stands still while its pictures are taken."""
        await self._motion.send("Animation.setPlaybackRate", {"playbackRate": 0.2})
        await page.wait_for_function("getComputedStyle(document.querySelector('.rays')).opacity > 0.95")
        await self._motion.send("Animation.setPlaybackRate", {"playbackRate": 0})
        await self._take(page, "lucky")
        await self._motion.send("Animation.setPlaybackRate", {"playbackRate": 1})

    async def _look(self, page: Page, kind: str) -> None:
        """Take what is asked for, if there is enough on the table."""
        pals = [await page.get_by_test_id(f"{side}-base").locator(".pal-tile").count() for side in ("my", "their")]
        can = await page.locator(".can").count()
        is_night = await page.locator(".table.night").count()
        match kind:
            case "main" if min(pals) >= FULL and can >= FULL:
                await self._take(page, "night" if is_night else "day")
            case "block" if min(pals) >= FULL and await page.locator(".blocker").count() > 1:
                await self._take(page, "block")
            case "quick" if min(pals) >= FULL and can:
                await self._take(page, "quick")
            case "order" if pals[0] >= FULL:
                await self._take(page, "order")
            case _:
                pass

    async def _take(self, page: Page, name: str) -> None:
        if name not in self._missing:
            return
        self._missing.remove(name)
        await page.mouse.move(2, 300)
        for size in SIZES:
            await page.set_viewport_size(size)
            await page.wait_for_timeout(UNFOLDED_MS)
            picture = self._folder / f"{name}-{size['width']}.png"
            await asyncio.to_thread(_save, await page.screenshot(), picture)  # the server runs here, too
        await page.set_viewport_size(SIZES[0])

    async def _answer(self, visitor: Visitor, kind: str) -> None:
        """One step of a player who builds a base and lets the other one attack."""
        page = visitor.page
        cards = page.locator("[data-testid=my-hand] .can")
        attackers = page.locator("[data-testid=my-base] .pal-tile.can")
        if kind == "main" and await cards.count():
            await cards.first.click(position=CORNER)
            if await page.get_by_test_id("row").count():
                await page.get_by_test_id("row").first.click()
            await visitor.answers.last.click()
        elif (
            kind == "main"
            and await attackers.count()
            and await page.locator("[data-testid=my-base] .pal-tile").count() > FULL
        ):
            await attackers.first.click(position=CORNER)
            await page.get_by_test_id("attack-player").click(position=CORNER)
        elif kind in ("main", "quick", "block"):
            await page.locator("[data-testid=answer]:is([data-verb=end], [data-verb=pass])").click()
        elif kind == "cards":
            send = page.locator("[data-testid=answer][data-verb=choose]")
            while await send.is_disabled():
                await page.locator(".can:not(.chosen)").first.click(position=CORNER)
            await send.click()
        elif kind in ("option", "order"):
            await page.locator("[data-testid=row]:not(:disabled)").first.click()
            await visitor.answers.last.click()
        else:
            await visitor.answers.last.click()


def _save(shot: bytes, picture: Path) -> None:
    """Save a picture in the 256 colours that suit it best."""
    with Image.open(BytesIO(shot)) as whole:
        plain = whole.convert("RGB")
    colours = plain.reduce(max(1, plain.width // 640)).quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3)
    plain.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG).save(picture, optimize=True)


async def take(folder: Path) -> None:
    """Take all pictures."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launched_chromium())
        await Photographer(browser, folder).work()
        with tempfile.TemporaryDirectory() as state:
            around = Settings(port=0, state_dir=Path(state))
            async with running(around, BOTS, Scripted(1), lessons=lessons(), rulings=reels) as url:
                await see(browser, url, SIZES, _save, folder)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
