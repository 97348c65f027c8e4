"""What the server passes for a visitor, as the visitor has chosen."""

from random import Random

from playwright.async_api import BrowserContext, Locator, expect

from tests.e2e.visitor import Visitor


async def chosen(visitor: Visitor, choice: str) -> Locator:
    """One of the choices, in the open menu."""
    await visitor.page.get_by_test_id("auto-pass").click()
    return visitor.page.get_by_test_id(choice)


async def test_auto_pass_is_chosen_and_survives_a_reload(context: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.play_bot("Easy")
    await expect(await chosen(visitor, "pass-playable")).to_be_checked()
    await visitor.page.get_by_test_id("pass-ask").check()
    await visitor.page.reload()
    await expect(await chosen(visitor, "pass-ask")).to_be_checked()
    await visitor.page.keyboard.press("Escape")

    await visitor.until("block", chance)
    asked = await visitor.question.inner_text()
    await visitor.page.get_by_test_id("yield").click()
    await expect(visitor.question).not_to_have_text(asked)
    undo = visitor.page.get_by_test_id("toast-answer")
    await undo.click()
    await expect(undo).to_have_count(0)
    await expect(await chosen(visitor, "pass-ask")).to_be_checked()
    await expect(visitor.page.get_by_test_id("ask-again")).to_have_count(0)
    await visitor.page.keyboard.press("Escape")

    await visitor.until("block", chance)
    asked = await visitor.question.inner_text()
    await visitor.page.get_by_test_id("yield").click()
    await expect(visitor.question).not_to_have_text(asked)
    await visitor.page.reload()
    await visitor.page.get_by_test_id("auto-pass").click()
    again = visitor.page.get_by_test_id("ask-again")
    await expect(again).to_have_count(1)
    await again.click()
    await expect(again).to_have_count(0)
    await visitor.expect_no_complaints()
