"""A person at the page: looks at what it shows and clicks. Knows nothing of the protocol."""

from collections import Counter
from random import Random

from playwright.async_api import BrowserContext, ConsoleMessage, Error, Locator, Page, Position, expect

PATIENCE_MS = 20_000
"""No test waits longer for anything."""
expect.set_options(timeout=PATIENCE_MS)
PAUSED = "The table is paused: the server is catching up. Nothing is lost."
CORNER = Position(x=20, y=20)
"""Here a card is seen, whatever lies over it."""
FOREIGN = """() => {
    const said = [...document.querySelectorAll("[title]")].map(element => element.title);
    return [document.body.innerText, ...said].filter(text => /[\\u3000-\\u30ff]/.test(text));
}"""
"""The texts on the page with signs of a script for which it brings no font."""
SCRIPTED = """
const chance = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = bytes => bytes.length === 24 ? bytes.fill(1) : chance(bytes);
"""
"""Lets the page add the same to all shuffles, so that their chance is the server's, which is scripted."""


class Visitor:
    """One tab. ``complaints`` collects what the page itself reports as wrong."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.asked: Counter[str] = Counter()
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._note)
        page.on("pageerror", self._note_error)
        self.prompt = page.get_by_test_id("prompt")
        self.question = page.get_by_test_id("question")
        self.end = page.get_by_test_id("end")
        self.answers = page.locator("[data-testid=answer]:not(:disabled)")

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _note_error(self, error: Error) -> None:
        self.complaints.append(str(error))

    @classmethod
    async def arrive(cls, context: BrowserContext, url: str) -> "Visitor":
        """Open the page in a new tab."""
        visitor = cls(await context.new_page())
        await visitor.page.add_init_script(SCRIPTED)
        await visitor.page.goto(url)
        return visitor

    async def play_bot(self, level: str = "Even") -> None:
        """Begin a game against the house bot."""
        await self.page.get_by_text(level, exact=True).click()
        await self.page.get_by_test_id("play-bot").click()
        await self.page.get_by_test_id("table").wait_for()

    async def choose_deck(self, name: str) -> None:
        """Bring this deck along from now on."""
        await self.page.get_by_test_id("change-deck").click()
        await self.page.get_by_test_id("deck").filter(has_text=name).click()

    # --- what is asked ---

    async def turn_to_answer(self) -> str:
        """Wait until the page asks something or the game is over: the kind of question, or "" at the end."""
        await self.page.locator('[data-testid=end], [data-testid=prompt]:not([data-kind=""])').first.wait_for()
        if await self.end.count():
            return ""
        return await self.prompt.get_attribute("data-kind") or ""

    async def until(self, kind: str, chance: Random) -> None:
        """Play on until this kind of question is open."""
        while (asked := await self.turn_to_answer()) != kind:
            assert asked, f"the game was over before a {kind} question"
            await self.step(asked, chance)

    # --- how it is answered ---

    async def step(self, kind: str, chance: Random) -> None:
        """One click of a player who likes to act, chosen by chance among what the page offers."""
        self.asked[kind] += 1
        offered = await self.offered(kind, chance)
        await offered.click(position=CORNER)

    async def rush(self, kind: str, chance: Random) -> None:
        """One click of a player who attacks the other player with everything, and never defends."""
        attack = self.page.get_by_test_id("attack-player")
        if kind in ("block", "quick"):
            await self.answers.last.click()
        elif await attack.count():
            await attack.click()
        else:
            offered = await self.offered(kind, chance)
            await offered.press("Enter")  # who hardly ever has to pay holds so many cards that they overlap

    async def offered(self, kind: str, chance: Random) -> Locator:
        """What a player who likes to act would click next."""
        if kind in ("main", "quick", "block"):
            return await self._action(chance)
        if kind == "cards":
            send = self.page.locator("[data-testid=answer][data-verb=choose]")
            more = self.page.locator(".can:not(.chosen)")
            if await send.is_disabled() or (await more.count() and chance.random() < 0.5):
                return await _one_of(more, chance)
            return send
        if kind in ("option", "order") and not await self.page.locator(".entry.picked").count():
            return await _one_of(self.page.locator("[data-testid=row]:not(:disabled)"), chance)
        return self.answers.last if chance.random() < 0.8 else self.answers.first

    async def _action(self, chance: Random) -> Locator:
        """Pick a card that can act, then a target or a button; end or pass if there is none."""
        attack_player = self.page.get_by_test_id("attack-player")
        targets = self.page.get_by_test_id("card").filter(has_text="Can be attacked.")
        if await attack_player.count() and (chance.random() < 0.6 or not await targets.count()):
            return attack_player
        if await targets.count():
            return await _one_of(targets, chance)
        rows = self.page.locator("[data-testid=row]:not(.picked)")
        if await rows.count() and not await self.page.locator(".entry.picked").count():
            return await _one_of(rows, chance)
        picked = self.page.locator("[data-testid=answer].block, [data-testid=prompt]:has([data-verb=undo]) .send")
        cards = self.page.locator(".can, .blocker")
        if not await picked.count() and await cards.count() and chance.random() < 0.8:
            return await _one_of(cards, chance)
        return self.answers.last

    async def concede(self) -> None:
        """Give the game up."""
        await self.page.get_by_test_id("concede").click()
        await self.page.get_by_test_id("concede-yes").click()

    async def expect_no_complaints(self) -> None:
        """The page reported nothing wrong."""
        assert self.complaints == [], self.complaints

    async def log(self) -> list[str]:
        """The lines of the log."""
        return await self.page.locator("[data-testid=log] li").all_inner_texts()

    async def expect_known_letters(self) -> None:
        """Nothing that is shown, or said in a tooltip, has brackets or dots that the page's fonts lack."""
        assert await self.page.evaluate(FOREIGN) == []

    async def expect_kind(self, kind: str) -> None:
        """A question of this kind is open."""
        await expect(self.prompt).to_have_attribute("data-kind", kind, timeout=PATIENCE_MS)

    async def expect_asked(self, text: str) -> None:
        """This question is open."""
        await expect(self.question).to_have_text(text, timeout=PATIENCE_MS)


async def _one_of(locator: Locator, chance: Random) -> Locator:
    return locator.nth(chance.randrange(await locator.count()))
