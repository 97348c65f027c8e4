"""Somebody who learns to play: reads what the coach says and touches what is marked, and knows nothing else."""

from playwright.async_api import BrowserContext, Page, Position, expect

from tests.e2e.visitor import Visitor

CORNER = Position(x=20, y=20)
"""Here a card is seen, whatever lies over it."""
CLIPPED = """(e => e.scrollHeight - e.clientHeight)(document.querySelector("[data-testid=coach-says]"))"""
"""How much of the coach's words has to be scrolled to."""
ENOUGH = 60
"""No lesson takes more clicks."""


class Learner(Visitor):
    """A visitor who goes by the marks; ``read`` collects the words of the coach, each once."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.read: list[str] = []
        self.says = page.get_by_test_id("coach-says").locator("p")
        self.done = page.get_by_test_id("lesson-end")

    @classmethod
    async def come(cls, context: BrowserContext, url: str) -> "Learner":
        """Open the first page, and go to the lessons by the bar."""
        learner = cls(await context.new_page())
        await learner.page.goto(url)
        await learner.page.get_by_test_id("to-learn").click()
        await learner.page.get_by_test_id("learn").wait_for()
        return learner

    def card(self, number: str, owner: str = "A") -> str:
        """Finds a card on the table."""
        return f"[data-number='{number}'][data-owner={owner}]:not([data-zone=graveyard])"

    async def begin(self, lesson: str) -> None:
        await self.page.locator(f"[data-lesson={lesson}]").click()
        await expect(self.says).not_to_be_empty()

    async def finish(self) -> None:
        """Do what is said, up to the end panel."""
        for _ in range(ENOUGH):
            await self.page.locator("[data-testid=lesson-end], [data-testid=coach-next], .wanted").first.wait_for()
            if await self.done.count():
                return
            await self.follow()
        raise AssertionError(f"the lesson does not end after “{self.read[-1]}”")

    async def follow(self) -> None:
        """One click on what the coach wants."""
        said = await self.says.inner_text()
        if said not in self.read:
            self.read.append(said)
            assert await self.page.evaluate(CLIPPED) <= 1, said
        if await (next_words := self.page.get_by_test_id("coach-next")).count():
            await next_words.click()
            return
        on_sheet = self.page.locator("dialog[open] .wanted")
        marked = self.page.locator("[data-testid=coach-next], .wanted").first
        wanted = on_sheet if await on_sheet.count() else marked
        if await wanted.get_attribute("data-testid") == "coach-next":
            return  # what was marked before has just been done, and there are new words to read
        is_card = await wanted.get_attribute("data-handle") is not None
        if not is_card:
            await wanted.click()
        elif await self.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            await wanted.tap(position=CORNER)
        else:
            await wanted.click(position=CORNER)
