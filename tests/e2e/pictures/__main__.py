"""Takes the pictures: see the package."""

import argparse
import asyncio
import sys
import tempfile
from itertools import permutations
from pathlib import Path

from playwright.async_api import async_playwright

from clients.bots import BOTS
from clients.lessons import lessons
from clients.rulings import reels
from clients.sdk import connect
from engine.decks import PRESETS
from server.app import running
from server.settings import Settings
from tests.conftest import launched_chromium
from tests.e2e.pictures import pages
from tests.e2e.pictures.camera import Camera
from tests.e2e.pictures.moments import WANTED, Moment, play
from tests.e2e.pictures.table import photograph
from tests.e2e.scripted import Scripted

FOLDER = Path(__file__).parents[3] / "clients" / "web" / "pictures"
PAGES = {page.__name__: page for page in (pages.home, pages.decks, pages.lesson, pages.overlay)}


async def moments(url: str) -> list[Moment]:
    """Those of matches of every pair of decks that come with the game."""
    found: list[Moment] = []
    async with connect(url, name="Mirai") as mirai:
        for decks in permutations(PRESETS, 2):
            found += await play(mirai, *decks)
    return found


async def take(folder: Path, names: list[str]) -> None:
    """Take the pictures of these names."""
    camera = Camera(folder)
    with tempfile.TemporaryDirectory() as state:
        settings = Settings(port=0, state_dir=Path(state))
        async with (
            running(settings, BOTS, Scripted(1), lessons=lessons(), rulings=reels) as url,
            async_playwright() as playwright,
            await playwright.chromium.launch(**launched_chromium()) as browser,
        ):
            seen = await moments(url)
            for name in names:
                sys.stdout.write(f"{name}\n")
                if name in PAGES:
                    await PAGES[name](browser, url, camera)
                elif name in pages.STILL:
                    await pages.still(browser, url, camera, name)
                elif name == "replay":
                    await pages.replay(browser, url, camera, seen)
                else:
                    await photograph(browser, url, camera, seen, name)


if __name__ == "__main__":
    names = [*WANTED, *PAGES, *pages.STILL, "replay"]
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.pictures", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names))
    options = parser.parse_args()
    asyncio.run(take(options.folder, options.only))
