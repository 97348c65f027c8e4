"""A newcomer learns to play: lessons and puzzles, by what the page shows alone."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, expect

from clients.bots import BOTS
from clients.lessons import lessons
from clients.rulings import reels
from server.app import running
from server.settings import Settings
from tests.e2e.axe import complaints
from tests.e2e.conftest import SCREEN
from tests.e2e.learner import CORNER, Learner
from tests.e2e.scripted import Scripted
from tests.e2e.test_motion import slowed
from tests.e2e.visitor import Visitor

PHONE = ViewportSize(width=360, height=740)
COVERED = """() => {
    const box = element => element.getBoundingClientRect();
    const coach = box(document.querySelector(".coach"));
    const beside = other => other.left >= coach.right || coach.left >= other.right;
    const above = other => other.top >= coach.bottom || coach.top >= other.bottom;
    const others = [...document.querySelectorAll(".base .pal-tile, .prompt, .hand .card")];
    return others.filter(e => !beside(box(e)) && !above(box(e))).map(e => e.outerHTML.slice(0, 120));
}"""
"""What the coach lies over, and may not."""


@pytest_asyncio.fixture(loop_scope="session")
async def url(settings: Settings) -> AsyncIterator[str]:
    async with running(settings, BOTS, Scripted(1), lessons=lessons(), rulings=reels) as address:
        yield address


async def steps_of(lesson: str) -> list[str]:
    return [step.say for step in lessons()[lesson].facts.steps]


def without_count(said: str) -> str:
    """What the coach says, without the number of the step that is read aloud."""
    return (
        said.split("\n")[-1].split(". ", 1)[1]
        if said.startswith("Step ") and "\n" not in said
        else said.split("\n")[-1]
    )


async def test_a_newcomer_finishes_the_first_lesson_and_solves_a_puzzle(context: BrowserContext, url: str) -> None:
    ann = await Learner.come(context, url)
    await ann.begin("attack")
    await ann.page.locator(ann.card("ETD01-002")).click(position=CORNER)  # not now: the coach still wants to be read
    await expect(ann.says).to_contain_text("Read this first. You win when your opponent has no life left.")
    assert await ann.page.locator(".can, .wanted").count() == 0
    await ann.follow()
    assert await ann.page.evaluate(COVERED) == []
    await ann.follow()
    await ann.page.reload()
    await expect(ann.says).to_contain_text("Attack your opponent with Kelpsea Ignis")
    places = await places_of_buttons(ann.page)
    for wrong in (ann.card("ETD01-002"), ann.card("ETD02-002", "B"), "[data-testid=opponent] .panel"):
        await ann.page.locator(wrong).click(position=CORNER, force=True)
        await expect(ann.says).to_have_text(re.compile("Not that one now: choose Kelpsea Ignis.$"))
    await ann.follow()
    await ann.page.keyboard.press("e")  # the turn is not to be ended yet
    await expect(ann.says).to_have_text(re.compile("Not that one now: choose “Attack Sparring bot”.$"))
    await ann.follow()
    await expect(ann.says).to_contain_text("For each point of damage")
    assert await places_of_buttons(ann.page) == places
    await leave_and_go_on(ann, url)
    ann.read.clear()
    await ann.finish()
    assert [without_count(said) for said in ann.read] == (await steps_of("attack"))[3:]
    await expect(ann.done).to_contain_text("Lesson done")
    await ann.page.get_by_test_id("to-lessons").click()
    await expect(ann.page.locator("[data-lesson=attack]")).to_contain_text("Done")

    await ann.begin("clear-the-way")
    await ann.page.locator("[data-testid=answer][data-verb=end]").click()
    await expect(ann.says).to_have_text(
        "Your turn is over, and they have life left. Try again from the same position, or play on against the bot."
    )
    await ann.page.get_by_test_id("answer").last.click()
    await ann.page.get_by_test_id("coach-again").click()
    await expect(ann.says).to_contain_text("They have 3 life and one Pal that can block.")
    await ann.page.locator(ann.card("ETD01-011")).click(position=CORNER)
    await ann.page.locator("[data-testid=answer][data-verb=play]").click()
    await ann.page.locator(ann.card("EBP01-086", "B")).click(position=CORNER)
    await ann.page.locator("[data-testid=answer][data-verb=choose]").click()
    for number in ("ETD02-016", "ETD01-003"):
        await ann.page.locator(f".can{ann.card(number)}").click(position=CORNER)
        await ann.page.get_by_test_id("attack-player").click()
    await expect(ann.done).to_contain_text("Solved")
    await ann.page.get_by_test_id("next-lesson").click()
    await expect(ann.says).to_contain_text("Eikthyrdeer Terra has Taunt")
    await ann.page.get_by_test_id("coach-leave").click()
    await expect(ann.page.locator("[data-lesson=clear-the-way]")).to_contain_text("Solved")
    await expect(ann.page.locator(".puzzles [data-lesson]").nth(1)).to_be_focused()
    await expect(ann.page.locator("#puzzles-title")).to_be_in_viewport()
    await ann.expect_no_complaints()


async def places_of_buttons(page: Page) -> list[object]:
    """Where the ways out of a lesson stand."""
    return [await page.get_by_test_id(way).bounding_box() for way in ("coach-again", "coach-leave")]


async def leave_and_go_on(learner: Learner, url: str) -> None:
    """Go home by the bare address, which leaves the lesson, and go on with it from the list where it was."""
    said = await learner.says.inner_text()
    await learner.page.goto("about:blank")
    await learner.page.goto(url)
    await learner.page.get_by_test_id("lobby").wait_for()
    await expect(learner.page.get_by_test_id("running-game")).to_have_count(0)
    await learner.page.get_by_test_id("to-learn").click()
    lesson = learner.page.locator("[data-lesson=attack]")
    await expect(lesson).to_contain_text("Continue")
    await expect(learner.page.get_by_test_id("begin-anew")).to_have_text("Start again")
    assert await complaints(learner.page) == []
    await lesson.click()
    await expect(learner.says).to_contain_text(without_count(said))


async def test_the_coach_speaks_of_what_has_been_seen(browser: Browser, url: str) -> None:
    context = await browser.new_context(viewport=SCREEN, reduced_motion="no-preference")
    ann = await Learner.come(context, url)
    await ann.begin("attack")
    for _ in range(3):  # two things to read, then the attacker
        await ann.follow()
    await slowed(ann.page)
    await ann.follow()
    await expect(ann.page.get_by_test_id("flights")).to_have_attribute("data-moving", "true")
    await expect(ann.says).to_contain_text("Attack your opponent with Kelpsea Ignis")
    await expect(ann.page.locator(".can, .wanted")).to_have_count(0)
    await expect(ann.prompt).to_have_attribute("data-kind", "")
    await ann.page.keyboard.press("Space")
    await expect(ann.says).to_contain_text("For each point of damage")
    await ann.expect_no_complaints()


async def test_a_lesson_with_a_block_and_a_quick_step_is_played_with_a_finger(browser: Browser, url: str) -> None:
    context = await browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True, is_mobile=True)
    ann = await Learner.come(context, url)
    await ann.begin("fights")
    assert await ann.page.evaluate(COVERED) == []
    await ann.finish()
    assert [without_count(said) for said in ann.read] == await steps_of("fights")
    await ann.page.get_by_test_id("next-lesson").click()
    await expect(ann.says).to_contain_text("Two Pals stand ready to block you.")
    await ann.expect_no_complaints()


async def test_after_the_last_lesson_a_match_is_a_click_away(context: BrowserContext, url: str) -> None:
    ann = await Learner.come(context, url)
    await ann.begin("night")
    await ann.finish()
    await ann.page.get_by_test_id("to-match").click()
    await ann.play_bot("Easy")
    assert await ann.turn_to_answer() == "setup"
    await ann.expect_no_complaints()


async def test_a_ruling_is_found_stepped_through_and_left_for_the_list_as_it_was(
    browser: Browser, context: BrowserContext, url: str
) -> None:
    ann = await Learner.come(context, url)
    await expect(ann.page.get_by_test_id("rulings")).to_contain_text("91 examples")
    await ann.page.get_by_test_id("seek-ruling").fill("q51 interrupt")
    await ann.page.get_by_test_id("ruling").click()
    panel, step = ann.page.get_by_test_id("ruling-panel"), ann.page.get_by_test_id("ruling-step")
    await expect(panel.get_by_role("heading")).to_have_text("Ruling 51")
    await expect(ann.page.get_by_test_id("ruling-says")).to_have_text("Bushi in the base cannot interrupt.")
    await expect(step).to_have_text("The example begins.")
    seen = []
    while await ann.page.get_by_test_id("next").is_enabled():
        await ann.page.keyboard.press("ArrowRight")
        seen.append(await step.inner_text())
    assert seen[2:] == [
        "Player B may not use Bushi. It has no such ability that can be used where it lies.",
        "Player B may not use Wumpo Botan. It has no such ability that can be used where it lies.",
        "Player B used Cryolinx, paid 1 soul, paid with Cryolinx.",
    ]
    await expect(ann.page.get_by_test_id("ruling-facts")).to_contain_text("Player B has 10 life")
    await expect(ann.page).to_have_url(re.compile("#ruling=Q51-interrupt-works-from-the-hand-only@5$"))

    phone = await browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
    ben = await Visitor.arrive(phone, ann.page.url)
    await expect(ben.page.get_by_test_id("ruling-facts")).to_contain_text("Player B has 10 life")
    assert await complaints(ben.page) == []
    assert await ben.page.evaluate(COVERED) == []
    await ben.page.get_by_test_id("ruling-after").click()
    await expect(ben.page.get_by_test_id("ruling-says")).to_have_text(
        "A Pal that stands up may attack again in the same turn."
    )
    await ben.page.get_by_test_id("angle-A").click()
    await expect(ben.page.get_by_test_id("ruling-step")).to_have_text("The example begins.")
    await ben.page.get_by_test_id("leave-replay").click()
    there = ben.page.locator("[data-ruling=Q52-two-costs-share-one-use]")
    await expect(there).to_be_focused()
    await expect(there).to_be_in_viewport()

    await ann.page.get_by_test_id("leave-replay").click()
    await expect(ann.page.get_by_test_id("ruling")).to_have_count(1)
    await expect(ann.page.get_by_test_id("ruling")).to_be_focused()
    await expect(ann.page.get_by_test_id("ruling")).to_be_in_viewport()
    assert await complaints(ann.page) == []
    for one in (ann, ben):
        await one.expect_no_complaints()
    await ann.page.goto(f"{url}/#ruling=Q51")
    await expect(ann.page.get_by_test_id("curtain")).to_contain_text("There is no example of a ruling by this name.")
    await ann.page.get_by_test_id("to-learn").click()
    await ann.page.get_by_test_id("learn").wait_for()


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_axe_finds_nothing_on_the_page_of_lessons_beside_the_coach_and_at_the_end(
    browser: Browser, url: str, scheme: str
) -> None:
    context = await browser.new_context(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    ann = await Learner.come(context, url)
    assert await complaints(ann.page) == []
    await ann.begin("attack")
    assert await complaints(ann.page) == []
    await ann.follow()
    await ann.follow()
    assert await complaints(ann.page) == []
    await ann.finish()
    assert await complaints(ann.page) == []


async def test_a_lesson_is_played_by_keys_alone(context: BrowserContext, url: str) -> None:
    ann = await Learner.come(context, url)
    await focus_on(ann.page, "[data-lesson=attack]")
    await ann.page.keyboard.press("Enter")
    await expect(ann.page.get_by_test_id("coach-next")).to_be_focused()
    await ann.page.keyboard.press("Enter")
    await ann.page.keyboard.press("Enter")
    await expect(ann.says).to_contain_text("Attack your opponent with Kelpsea Ignis")


async def focus_on(page: Page, selector: str) -> None:
    """Go there with the tabulator."""
    for _ in range(40):
        await page.keyboard.press("Tab")
        if await page.evaluate(f"document.activeElement.matches('{selector}')"):
            return
    raise AssertionError(f"the tabulator does not lead to {selector}")
