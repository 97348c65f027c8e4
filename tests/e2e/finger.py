"""A finger on the page: what Playwright's `tap` cannot do."""

from playwright.async_api import CDPSession, Locator, Page

STRIP = 20
"""So far from its left edge a card of the hand is seen, whatever lies over it."""


class Finger:
    """One finger. It is put down, moved and lifted."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session

    @classmethod
    async def of(cls, page: Page) -> "Finger":
        return cls(page, await page.context.new_cdp_session(page))

    async def tap(self, card: Locator) -> None:
        """Tap a card where it is seen."""
        await card.tap(position={"x": STRIP, "y": STRIP})

    async def middle(self, card: Locator) -> tuple[float, float]:
        """Where a card is touched: at half its height, where it is seen."""
        box = await card.bounding_box()
        assert box is not None
        return box["x"] + STRIP, box["y"] + box["height"] / 2

    async def down(self, card: Locator) -> tuple[float, float]:
        """Put the finger on a card: where that is."""
        x, y = await self.middle(card)
        await self._touch("touchStart", x, y)
        return x, y

    async def move(self, start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> None:
        """Move it in a straight line."""
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            await self._touch("touchMove", x, y)

    async def lift(self) -> None:
        await self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    async def drag(self, card: Locator, end: tuple[float, float]) -> None:
        """Put the finger on a card, move it and lift it."""
        await self.move(await self.down(card), end)
        await self.lift()

    async def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        await self._touch("touchStart", *start)
        await self.move(start, end)
        await self.lift()

    async def _touch(self, kind: str, x: float, y: float) -> None:
        points = [{"x": x, "y": y}]
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
