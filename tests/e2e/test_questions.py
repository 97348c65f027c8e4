"""Every kind of question, answered by what the page shows: with the mouse on a desktop, with a finger on a phone."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, cast

import pytest
from playwright.async_api import Browser, Locator, Position, ViewportSize, expect

from engine import catalogue
from engine.decks import PRESETS, Deck
from engine.model.decisions import Decision
from engine.model.terms import Kind, PromptKind
from engine.prompts import Prompt
from server.app import running
from server.settings import Settings
from tests.e2e.axe import complaints
from tests.e2e.conftest import SCREEN
from tests.e2e.scripted import Scripted
from tests.e2e.visitor import Visitor

PHONE = ViewportSize(width=360, height=740)
CURIOUS = Deck(
    "A deck that asks everything",
    {
        "EBP01-004": 4,  # may return to the hand; its cost can be paid in two ways
        "EBP01-006": 4,
        "EBP01-008": 4,  # chooses a Pal
        "EBP01-012": 4,
        "EBP01-016": 4,
        "EBP01-017": 4,  # answers whatever enters, as that itself does: which one first?
        "EBP01-023": 4,  # three modes
        "EBP01-040": 4,  # a name, and a number
        "EBP01-042": 4,
        "EBP01-043": 4,
        "EBP01-046": 4,
        "EBP01-047": 4,
        "EBP01-048": 2,  # an answer to an attack
    },
)
"""Red and blue."""
CORNER = Position(x=20, y=20)
"""Here a card is seen, whatever lies over it."""
Press: TypeAlias = Callable[[Locator], Awaitable[None]]


PLACES = (
    ("[data-testid=my-base] .k-structure", 2),
    ("[data-testid=my-base] .k-pal", 1),
    ("[data-testid=my-hand] .k-structure", 1),
    ("[data-testid=my-hand] .hand-card", 2),
)
"""What lies where, the most interesting first, and how often each card there acts: Pals that stand can block."""


class Sparring:
    """A bot that attacks with one Pal a turn and does nothing else, so that the game lasts."""

    def choose(self, view: dict[str, object], prompt: Prompt, legal: Sequence[Decision], seed: int) -> Decision:
        wanted = [decision for decision in legal if decision.verb in ("attack", "keep", "first")]
        cards = cast("dict[str, dict[str, str]]", view["cards"])
        if not wanted and not any(card["zone"] == "base" and card["owner"] == prompt.seat for card in cards.values()):
            wanted = [d for d in legal if d.verb == "play" and _is_pal(cards[str(d.card)]["number"])]
        return wanted[0] if wanted else prompt.default


def _is_pal(number: str) -> bool:
    return catalogue.by_number(number).kind == Kind.PAL


class Curious:
    """A player who tries each card once, and answers whatever is asked by what is seen."""

    def __init__(self, visitor: Visitor, press: Press) -> None:
        self._visitor = visitor
        self._page = visitor.page
        self._press = press
        self._tried: Counter[str] = Counter()
        self.answered: set[str] = set()

    async def answer(self, kind: str) -> None:
        """Answer one question."""
        match kind:
            case "main" | "quick" | "block":
                await self._act()
            case "cards":
                await self._choose_cards()
            case "option" | "order":
                await self._press(self._page.locator("[data-testid=row]:not(:disabled)").first)
                await self._send()
            case "number":
                await self._press(self._page.get_by_role("button", name="One more"))
                await expect(self._page.locator("output")).not_to_have_text("0")
                await self._send()
            case "name":
                await self._page.get_by_test_id("name-search").fill("lamball - my")
                await self._press(self._page.get_by_role("button", name="Lamball – My First Pal"))
                await self._send()
            case _:
                await self._send()
        self.answered.add(kind)

    async def _send(self) -> None:
        await self._press(self._visitor.answers.last)

    async def _choose_cards(self) -> None:
        send = self._page.locator("[data-testid=answer][data-verb=choose]")
        more = self._page.locator(".can:not(.chosen)")
        while await more.count() and (await send.is_disabled() or not await self._page.locator(".chosen").count()):
            await self._press(more.first)
        await self._press(send)

    async def _act(self) -> None:
        card = await self._untried()
        if card is None:
            await self._send()
            return
        await self._press(card)
        sheet = self._page.get_by_test_id("card-sheet")
        if await sheet.count():
            await self._press(sheet.locator("[data-testid=sheet-row], [data-testid=sheet-answer]").first)
            return
        rows = self._page.get_by_test_id("row")
        if await rows.count():
            await self._press(rows.first)
        await self._send()

    async def _untried(self) -> Locator | None:
        """A card that can act and has not done so often enough."""
        for place, often in PLACES:
            for card in await self._page.locator(f"{place}:is(.can, .blocker)").all():
                what = f"{place} {await card.get_attribute('data-number')}"
                if self._tried[what] < often:
                    self._tried[what] += 1
                    return card
        return None


@pytest.fixture
def curious_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is among the decks of the lobby."""
    monkeypatch.setitem(cast("dict[str, Deck]", PRESETS), "curious", CURIOUS)


async def click(seen: Locator) -> None:
    await seen.click(position=CORNER)


async def tap(seen: Locator) -> None:
    await seen.tap(position=CORNER)


@pytest.mark.usefixtures("curious_deck")
@pytest.mark.parametrize("press", [click, tap])
async def test_every_kind_of_question_is_answered(browser: Browser, settings: Settings, press: Press) -> None:
    is_phone = press is tap
    context = await browser.new_context(
        viewport=PHONE if is_phone else SCREEN,
        has_touch=is_phone,
        is_mobile=is_phone,
        reduced_motion="reduce",
        bypass_csp=True,  # for axe
    )
    async with running(settings, {"greedy": Sparring()}, Scripted(1)) as url:
        visitor = await Visitor.arrive(context, url)
        await press(visitor.page.get_by_test_id("change-deck"))
        await press(visitor.page.get_by_test_id("deck").filter(has_text=CURIOUS.name))
        await press(visitor.page.get_by_test_id("play-bot"))
        player = Curious(visitor, press)
        while missing := set(PromptKind) - player.answered:
            kind = await visitor.turn_to_answer()
            assert kind, f"the game was over before these were asked: {missing}"
            if kind in missing:
                assert await complaints(visitor.page) == [], f"a {kind} question"
            await player.answer(kind)
        await visitor.expect_no_complaints()
