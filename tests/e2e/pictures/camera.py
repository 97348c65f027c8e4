"""A camera: what a page shows, at every size, saved in few colours."""

import asyncio
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Page, ViewportSize

SIZES: Final = [
    ViewportSize(width=1280, height=720),
    ViewportSize(width=2560, height=1440),
    ViewportSize(width=820, height=1180),
    ViewportSize(width=360, height=740),
]
"""The first is the one at which the visitor acts. A page that was touched has no pointer again: those come last."""
TOUCHED: Final = 900
"""Narrower windows are those of devices that are touched."""
UNFOLDED_MS: Final = 700
"""After so long a scene, a panel or another size of the table stands as it shall be seen."""


class Camera:
    """Saves pictures in a folder: ``NAME-WIDTH.png``."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    async def take(self, page: Page, name: str) -> None:
        """Take what the page shows at every size, with the pointer where it lights nothing up."""
        await page.mouse.move(2, 300)
        for size in SIZES:
            if size["width"] < TOUCHED:
                await _touch(page)
            await page.set_viewport_size(size)
            await page.wait_for_timeout(UNFOLDED_MS)
            picture = self._folder / f"{name}-{size['width']}.png"
            await asyncio.to_thread(_save, await page.screenshot(), picture)  # the server runs here, too
        await page.set_viewport_size(SIZES[0])


async def _touch(page: Page) -> None:
    """Make the page's device one that is touched."""
    device = await page.context.new_cdp_session(page)
    await device.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    await device.detach()


def _save(shot: bytes, picture: Path) -> None:
    """Save a picture in the 256 colours that suit it best."""
    with Image.open(BytesIO(shot)) as whole:
        plain = whole.convert("RGB")
    colours = plain.reduce(max(1, plain.width // 640)).quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3)
    plain.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG).save(picture, optimize=True)
