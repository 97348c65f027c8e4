"""The table says why: what stands in the way of an attack, what the words on a card mean, what was not meant."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import BrowserContext, expect

from clients.bots import BOTS
from clients.lessons import lessons
from server.app import running
from server.settings import Settings
from tests.e2e.axe import complaints
from tests.e2e.finger import Finger
from tests.e2e.learner import CORNER, Learner
from tests.e2e.scripted import Scripted
from tests.e2e.visitor import Visitor

COVERED = """() => {
    const box = element => element.getBoundingClientRect();
    const shown = box(document.querySelector("[data-testid=inspector]"));
    return [...document.querySelectorAll(".target, [data-testid=prompt]")].map(box).filter(one =>
        Math.min(one.right, shown.right) > Math.max(one.left, shown.left) &&
        Math.min(one.bottom, shown.bottom) > Math.max(one.top, shown.top)).length;
}"""
"""How many targets, and the prompt, lie under the card that is shown beside the pointer."""

LONG = "() => new Promise(done => setTimeout(done, 600))"
"""Longer than a card waits to be shown."""


@pytest_asyncio.fixture(loop_scope="session")
async def url(settings: Settings) -> AsyncIterator[str]:
    """The address of a server that has the lessons, and whose chance is scripted."""
    async with running(settings, BOTS, Scripted(1), lessons=lessons()) as address:
        yield address


async def test_what_cannot_be_attacked_says_why_and_what_can_is_not_covered(context: BrowserContext, url: str) -> None:
    ann = await Learner.come(context, url)
    await ann.begin("the-guard-that-rests")
    jolthog, terra = (ann.page.locator(ann.card(*card)) for card in (("ETD01-002", "A"), ("ETD02-005", "B")))
    shown = ann.page.get_by_test_id("inspector")

    await jolthog.hover()
    await expect(shown.get_by_test_id("words-on")).to_contain_text("Electricity is the work it is made for.")
    await jolthog.click(position=CORNER)
    await expect(ann.prompt).to_contain_text("Eikthyrdeer Terra has Taunt: nothing else can be attacked.")
    await expect(shown.get_by_test_id("words-on")).to_have_count(0)
    await terra.hover()
    await expect(shown).to_contain_text("Guardian of Nature")
    assert await ann.page.evaluate(COVERED) == 0

    start, end = await jolthog.bounding_box(), await terra.bounding_box()
    assert start
    assert end
    await ann.page.keyboard.press("Escape")
    await ann.page.mouse.move(start["x"] + 20, start["y"] + 20)
    await ann.page.mouse.down()
    await ann.page.mouse.move(end["x"] + 300, end["y"] + 20, steps=5)
    await expect(ann.page.get_by_test_id("arrow")).to_have_count(1)
    await expect(shown).to_have_count(0)
    await ann.page.mouse.up()

    await terra.focus()
    await ann.page.keyboard.press("i")
    sheet = ann.page.get_by_test_id("card-sheet")
    await expect(sheet.get_by_test_id("words-on")).to_contain_text("Ingredient is a resource")
    assert await complaints(ann.page) == []
    await ann.expect_no_complaints()


async def test_after_a_drag_no_card_is_shown_before_the_pointer_comes_to_one(context: BrowserContext, url: str) -> None:
    ann = await Learner.come(context, url)
    await ann.begin("the-guard-that-rests")
    jolthog, terra = (ann.page.locator(ann.card(*card)) for card in (("ETD01-002", "A"), ("ETD02-005", "B")))
    shown = ann.page.get_by_test_id("inspector")
    start, end = await jolthog.bounding_box(), await terra.bounding_box()
    assert start
    assert end
    await ann.page.mouse.move(start["x"] + 20, start["y"] + 20)
    await ann.page.mouse.down()
    await ann.page.mouse.move(end["x"] + 300, end["y"] + 20)  # as a fast hand does
    await ann.page.mouse.move(end["x"] + 310, end["y"] + 20)
    await expect(ann.page.get_by_test_id("arrow")).to_have_count(1)
    await ann.page.evaluate(LONG)
    await ann.page.mouse.up()
    await expect(ann.page.get_by_test_id("arrow")).to_have_count(0)
    await expect(shown).to_have_count(0)
    await ann.expect_no_complaints()


async def test_a_card_dropped_on_what_it_chooses_has_chosen_it(context: BrowserContext, url: str) -> None:
    ann = await Learner.come(context, url)
    await ann.begin("clear-the-way")
    breath, kelpsea, nox = (
        ann.page.locator(ann.card(*card)) for card in (("ETD01-011", "A"), ("ETD01-003", "A"), ("EBP01-086", "B"))
    )
    start, end = await breath.bounding_box(), await nox.bounding_box()
    assert start
    assert end
    await ann.page.mouse.move(start["x"] + 20, start["y"] + 20)
    await ann.page.mouse.down()
    await ann.page.mouse.move(end["x"] + 20, end["y"] + 20, steps=5)
    await expect(ann.page.locator(".base .can")).to_have_count(3)
    await expect(nox).to_contain_class("under")
    await expect(kelpsea).not_to_contain_class("under")
    await ann.page.mouse.move(start["x"] + 20, start["y"] + 20, steps=5)
    await ann.page.mouse.up()
    await expect(breath).to_have_count(1)

    finger = await Finger.of(ann.page)
    await finger.drag(breath, (end["x"] + end["width"] / 2, end["y"] + end["height"] / 2 + 24))
    await expect(nox).to_have_count(0)
    await ann.expect_kind("main")
    await expect(kelpsea).to_have_count(1)
    await ann.expect_no_complaints()


async def test_a_card_in_hand_that_costs_too_much_says_so_where_it_lies(context: BrowserContext, url: str) -> None:
    ann = await Visitor.arrive(context, url)
    await ann.play_bot("Easy")
    while await ann.turn_to_answer() == "setup":
        await ann.answers.last.click()
    await ann.expect_kind("main")
    dear = ann.page.locator("[data-testid=my-hand] [data-testid=card]:not(.can)").first
    await dear.hover(position=CORNER)
    await expect(dear).to_contain_text("you have")
    await expect(ann.page.get_by_test_id("inspector").get_by_test_id("hindrance")).to_contain_text("Costs ")
    await ann.expect_no_complaints()


async def test_the_second_click_of_a_double_click_does_not_answer_the_next_question(
    context: BrowserContext, url: str
) -> None:
    ann = await Visitor.arrive(context, url)
    await ann.play_bot("Easy")
    await ann.expect_kind("setup")
    button = await ann.answers.last.bounding_box()
    assert button
    asked = await ann.question.inner_text()
    await ann.page.mouse.move(button["x"] + button["width"] - 20, button["y"] + 20)
    await ann.page.mouse.down(click_count=1)
    await ann.page.mouse.up(click_count=1)
    await expect(ann.question).not_to_have_text(asked)
    await expect(ann.answers.last).to_be_enabled()
    following, kind = await ann.question.inner_text(), await ann.turn_to_answer()
    await ann.page.mouse.down(click_count=2)
    await ann.page.mouse.up(click_count=2)
    await ann.expect_asked(following)
    await ann.expect_kind(kind)
    await ann.answers.last.click()
    await expect(ann.question).not_to_have_text(following)
    await ann.expect_no_complaints()
