"""Decks on the page: building one from nothing, passing them on and taking them in, and playing with them."""

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from engine.cards import catalogue
from engine.decks import FORMS, PRESETS, Deck
from tests.e2e.axe import complaints
from tests.e2e.conftest import SCREEN
from tests.e2e.test_touch import PHONE
from tests.e2e.visitor import Visitor

DECK = PRESETS["trial-2"]
FEW = "cost 7"
"""A search that finds cards of every colour and kind that axe may look at, and not all 148."""
BESIDE = (4, 400)
"""A place that no window covers."""
Scheme = Literal["dark", "light"]


async def count(page: Page, cards: int) -> None:
    """So many of 50 cards are in the deck."""
    await expect(page.get_by_test_id("count")).to_have_text(f"{cards}/50")


async def verdict(page: Page, about: str, text: str) -> None:
    await expect(page.get_by_test_id(f"verdict-{about}")).to_have_text(text)


async def play_the_chosen(visitor: Visitor, name: str) -> None:
    """On the first page, this deck is chosen; with it, a match against the bot begins."""
    await expect(visitor.page.get_by_test_id("chosen-deck")).to_contain_text(name)
    await visitor.play_bot()
    assert await visitor.turn_to_answer() == "setup"
    await visitor.expect_no_complaints()


async def test_a_deck_is_built_from_nothing_by_keys_and_mouse_and_played(context: BrowserContext, url: str) -> None:
    visitor = await Visitor.arrive(context, url)
    page = visitor.page
    await page.get_by_test_id("to-decks").click()
    await verdict(page, "size", "50 cards missing")
    await expect(page.get_by_test_id("play-deck")).to_be_disabled()
    await page.keyboard.press("/")
    await page.keyboard.type("red blue not lucky")
    await expect(page.get_by_test_id("colour-red")).to_have_attribute("aria-pressed", "true")
    first = page.get_by_test_id("library-card").first
    await first.hover()
    for copies in range(1, 5):
        await page.get_by_test_id("more").first.click()
        await count(page, copies)
    await expect(page.get_by_test_id("more").first).to_be_disabled()
    await first.focus()
    for card in range(2, 14):
        await page.keyboard.press("ArrowRight")
        for _ in range(4):
            await page.keyboard.press("+")
        await count(page, card * 4)
    await verdict(page, "size", "2 cards too many")
    await page.keyboard.press("-")
    await page.keyboard.press("-")
    await verdict(page, "size", "50 cards")
    await verdict(page, "colours", "2 colours of 2")

    await page.keyboard.press("+")
    await verdict(page, "size", "1 card too many")
    await page.get_by_test_id("undo").click()
    await page.get_by_test_id("deck-name").fill("Embers")
    await page.get_by_test_id("deck-name").press("Enter")
    await page.reload()
    await expect(page.get_by_test_id("deck-name")).to_have_value("Embers")
    await count(page, 50)
    await page.get_by_test_id("play-deck").click()
    await play_the_chosen(visitor, "Embers")


async def test_a_window_is_closed_by_a_press_beside_it_and_not_by_a_drag_that_ends_there(
    context: BrowserContext, url: str
) -> None:
    page = (await Visitor.arrive(context, f"{url}/#decks")).page
    await page.get_by_test_id("library-card").first.click()
    window = page.get_by_test_id("card-window")
    await window.locator("li").first.hover()
    await page.mouse.down()
    await page.mouse.move(*BESIDE)
    await page.mouse.up()
    await page.keyboard.press("Shift")  # a round trip: the click that was none is over
    await expect(window).to_be_visible()
    await page.mouse.click(*BESIDE)
    await expect(window).to_be_hidden()


async def test_a_copy_is_changed_on_a_phone_and_a_deck_with_a_defect_is_not_played(browser: Browser, url: str) -> None:
    phone = await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    visitor = await Visitor.arrive(phone, url)
    page = visitor.page
    await page.get_by_test_id("to-decks").tap()
    await page.get_by_test_id("sheet").tap()
    await page.get_by_test_id("shelf").tap()
    await page.get_by_test_id("presets").get_by_role("button").filter(has_text=DECK.name).tap()
    await page.get_by_test_id("deck-cards").get_by_test_id("less").first.tap()
    await count(page, 49)
    await page.get_by_test_id("sheet").tap()
    await page.get_by_test_id("to-play").tap()
    await page.get_by_test_id("change-deck").tap()
    copy = page.get_by_test_id("deck").filter(has_text="copy")
    await expect(page.get_by_test_id("choose-deck")).to_contain_text(
        f"{DECK.name}, copy cannot be played yet: 1 card missing."
    )
    await copy.tap(force=True)  # it is told what keeps it from being chosen
    await expect(page.get_by_test_id("toasts")).to_contain_text("1 card missing")
    await expect(page.get_by_test_id("chosen-deck")).not_to_contain_text("copy")
    await page.get_by_role("link", name="Build decks").tap()

    await page.get_by_test_id("search").fill("green strike 1 cost 2")
    await page.get_by_test_id("library-card").first.tap()
    await page.get_by_test_id("card-window").get_by_test_id("more").tap()
    await page.get_by_test_id("card-window").get_by_role("button", name="Close").tap()
    await count(page, 50)
    await page.get_by_test_id("sheet").tap()
    await page.get_by_test_id("play-deck").tap()
    await play_the_chosen(visitor, "copy")


async def test_a_deck_goes_out_and_comes_in_again_in_every_form(
    context: BrowserContext, other_context: BrowserContext, url: str, tmp_path: Path
) -> None:
    visitor = await Visitor.arrive(context, f"{url}/#decks")
    page = visitor.page
    await page.get_by_test_id("shelf").click()
    await page.get_by_test_id("presets").get_by_role("button").filter(has_text=DECK.name).click()
    await page.get_by_test_id("export").click()
    written = {form: await page.get_by_test_id(f"form-{form}").input_value() for form in (*FORMS, "share")}
    assert {form: written[form] for form in ("code", "numbers")} == {
        form: FORMS[form](Deck("", DECK.main), catalogue) for form in ("code", "numbers")
    }
    async with page.expect_download() as saved:
        await page.get_by_test_id("save-file").click()
    file = tmp_path / "deck.txt"
    await (await saved.value).save_as(file)
    await page.keyboard.press("Escape")

    await page.get_by_test_id("import").click()
    for form in FORMS:
        await page.get_by_test_id("import-text").fill(written[form])
        await page.get_by_test_id("read").click()
        await expect(page.get_by_test_id("reading")).to_contain_text("50 cards read.")
        await expect(page.get_by_test_id("unread")).to_have_count(0)
    await page.get_by_test_id("import-text").fill("")
    await page.get_by_test_id("import-file").set_input_files(file)
    await expect(page.get_by_test_id("reading")).to_contain_text("50 cards read.")

    damaged = written["text"].replace("(TD02-001)", "(TD02-901)")
    await page.get_by_test_id("import-text").fill(damaged)
    await page.get_by_test_id("read").click()
    await expect(page.get_by_test_id("reading")).to_contain_text("48 cards read.")
    await expect(page.get_by_test_id("unread").get_by_role("listitem")).to_have_count(1)
    await expect(page.get_by_test_id("unread")).to_contain_text("TD02-901 is not a card of this pool.")
    await page.get_by_test_id("take").click()
    await count(page, 48)

    friend = await Visitor.arrive(other_context, written["share"])
    await expect(friend.page.get_by_test_id("deck-name")).to_have_value(f"{DECK.name}, copy")
    await count(friend.page, 50)
    await friend.page.get_by_test_id("keep").click()
    await expect(friend.page).to_have_url(f"{url}/#decks")
    await friend.page.goto(f"{url}/#deck=PT1-DAMAGED")
    told = friend.page.get_by_test_id("toasts")
    await expect(told).to_contain_text("This link holds no deck that can be read.")
    await count(friend.page, 50)
    await friend.expect_no_complaints()
    await visitor.expect_no_complaints()


async def test_a_deck_that_the_browser_has_no_room_for_is_not_lost_before_the_page_is_closed(
    context: BrowserContext, url: str
) -> None:
    visitor = await Visitor.arrive(context, f"{url}/#decks")
    page = visitor.page
    await page.get_by_test_id("library").wait_for()
    await page.evaluate("""() => {
        let size = 1 << 22;
        for (let n = 0; size > 0; n++)
            try { localStorage.setItem("full" + n, "x".repeat(size)); } catch { size >>= 1; }
    }""")
    await page.get_by_test_id("library-card").first.focus()
    await page.keyboard.press("+")
    await expect(page.get_by_test_id("unkept")).to_contain_text("Save it as a file.")
    await page.get_by_test_id("to-play").click()
    await page.get_by_test_id("to-decks").click()
    await count(page, 1)
    await page.evaluate("localStorage.clear()")
    await page.get_by_test_id("library-card").first.focus()
    await page.keyboard.press("+")
    await expect(page.get_by_test_id("unkept")).to_have_count(0)
    kept = await page.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('paltable.own.'))[1]")
    assert list(json.loads(kept)["main"].values()) == [2]


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_axe_finds_nothing_among_decks_and_settings(browser: Browser, url: str, scheme: Scheme) -> None:
    desktop = await browser.new_context(viewport=SCREEN, reduced_motion="reduce", bypass_csp=True, color_scheme=scheme)
    page = (await Visitor.arrive(desktop, f"{url}/#decks")).page
    await page.get_by_test_id("search").fill(FEW)
    await page.get_by_test_id("shelf").click()
    assert await complaints(page) == [], "the decks"
    await page.get_by_test_id("presets").get_by_role("button").filter(has_text=DECK.name).click()
    await page.get_by_test_id("library-card").first.hover()
    assert await complaints(page) == [], "the builder"
    await page.get_by_test_id("more-filters").click()
    assert await complaints(page) == [], "the filters"
    await page.keyboard.press("Escape")
    for window in ("export", "import", "test-hand"):
        await page.get_by_test_id(window).click()
        if window == "import":
            await page.get_by_test_id("import-text").fill("4 Nobody")
            await page.get_by_test_id("read").click()
            await page.get_by_test_id("unread").wait_for()
        assert await complaints(page) == [], window
        await page.keyboard.press("Escape")
    await page.get_by_test_id("to-settings").click()
    await page.get_by_test_id("settings-page").wait_for()
    assert await complaints(page) == [], "the settings"

    phone = await browser.new_context(
        viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", color_scheme=scheme, bypass_csp=True
    )
    page = (await Visitor.arrive(phone, f"{url}/#settings")).page
    await page.get_by_test_id("settings-page").wait_for()
    assert await complaints(page) == [], "the settings on a phone"
    await page.get_by_test_id("contrast").check()
    other = "light" if scheme == "dark" else "dark"
    await page.get_by_text(other.capitalize(), exact=True).tap()
    await expect(page.locator("html")).to_have_attribute("data-theme", other)
    assert await complaints(page) == [], f"high contrast, {other}"
    await page.get_by_test_id("to-decks").tap()
    await page.get_by_test_id("search").fill(FEW)
    assert await complaints(page) == [], "the builder on a phone"
    await page.get_by_test_id("sheet").tap()
    assert await complaints(page) == [], "the deck on a phone"
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", other)
