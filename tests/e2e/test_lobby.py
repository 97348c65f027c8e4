"""How two people come to a table."""

from random import Random

from playwright.async_api import Browser, BrowserContext, expect

from tests.e2e.visitor import Visitor


async def test_friends_meet_by_a_link_and_play(
    context: BrowserContext, other_context: BrowserContext, url: str
) -> None:
    host = await Visitor.arrive(context, url)
    await host.choose_deck("Trial deck 2, our list")
    await host.page.get_by_test_id("create").click()
    link = await host.page.get_by_test_id("table-link").inner_text()
    guest = await Visitor.arrive(other_context, link)
    await guest.page.get_by_test_id("join").click()
    await guest.page.get_by_test_id("table").wait_for()
    await host.page.get_by_test_id("table").wait_for()

    chance = Random(2)
    for _ in range(12):
        for one, other in ((host, guest), (guest, host)):
            if await one.prompt.get_attribute("data-kind"):
                await one.step(await one.turn_to_answer(), chance)
                await other.page.get_by_test_id("table").wait_for()
    await host.concede()
    await expect(host.page.locator("#end-title")).to_have_text("Defeat")
    await expect(guest.page.locator("#end-title")).to_have_text("Victory")
    await expect(guest.page.get_by_test_id("end-reason")).to_contain_text("conceded")
    await host.expect_no_complaints()
    await guest.expect_no_complaints()


async def test_a_table_that_nobody_joined_is_closed_and_its_code_is_gone(
    context: BrowserContext, other_context: BrowserContext, url: str
) -> None:
    host, guest = await Visitor.arrive(context, url), await Visitor.arrive(other_context, url)
    await host.page.get_by_test_id("create").click()
    code = await host.page.get_by_test_id("table-code").inner_text()
    await host.page.get_by_test_id("close-table").click()
    await host.page.get_by_test_id("create").wait_for()
    await guest.page.get_by_test_id("code").fill(code.lower())
    await guest.page.get_by_test_id("join").click()
    await expect(guest.page.get_by_test_id("join-trouble")).to_have_text(f"There is no table with the code '{code}'.")
    await guest.page.get_by_test_id("code").fill("ANOTHER")
    await expect(guest.page.get_by_test_id("join-trouble")).to_have_count(0)


async def test_a_link_that_is_followed_where_the_page_is_open_invites_as_in_a_new_tab(
    context: BrowserContext, other_context: BrowserContext, url: str
) -> None:
    host, guest = await Visitor.arrive(context, url), await Visitor.arrive(other_context, url)
    await guest.page.get_by_test_id("lobby").wait_for()
    await host.page.get_by_test_id("create").click()
    link = await host.page.get_by_test_id("table-link").inner_text()
    await guest.page.goto(link)  # the address of the page that is open, but for its end: nothing is loaded
    await expect(guest.page.get_by_test_id("code")).to_have_value(link.partition("#join=")[2])
    await guest.page.get_by_test_id("invited").wait_for()
    await guest.page.get_by_test_id("join").click()
    await guest.page.get_by_test_id("table").wait_for()
    assert "#" not in guest.page.url, "the invitation is used"


async def test_an_invitation_to_a_table_that_is_taken_is_none_any_more(
    context: BrowserContext, other_context: BrowserContext, browser: Browser, url: str
) -> None:
    host = await Visitor.arrive(context, url)
    await host.page.get_by_test_id("create").click()
    link = await host.page.get_by_test_id("table-link").inner_text()
    late = await Visitor.arrive(await browser.new_context(), link)
    await late.page.get_by_test_id("invited").wait_for()
    guest = await Visitor.arrive(other_context, link)
    await guest.page.get_by_test_id("join").click()
    await guest.page.get_by_test_id("table").wait_for()
    await late.page.get_by_test_id("join").click()
    await expect(late.page.get_by_test_id("join-trouble")).to_have_text("Two players sit at this table already.")
    await expect(late.page.get_by_test_id("invited")).to_have_count(0)


async def test_who_waits_at_a_table_has_brought_a_deck_and_is_told_so(context: BrowserContext, url: str) -> None:
    host = await Visitor.arrive(context, url)
    await host.choose_deck("Trial deck 2, our list")
    chosen = host.page.get_by_test_id("chosen-deck")
    await expect(chosen).to_contain_text("Trial deck 2, our list")
    await host.page.get_by_test_id("create").click()
    await host.page.get_by_test_id("deck-at-table").wait_for()
    await expect(host.page.get_by_test_id("change-deck")).to_be_disabled()
    await expect(chosen).to_contain_text("Trial deck 2, our list")
    await host.page.get_by_test_id("close-table").click()
    await host.choose_deck("Trial deck 1, our list")
    await expect(chosen).to_contain_text("Trial deck 1, our list")
    await expect(host.page.get_by_test_id("deck-at-table")).to_have_count(0)


async def test_two_who_look_for_a_quick_match_find_each_other(
    context: BrowserContext, other_context: BrowserContext, url: str
) -> None:
    first, second = await Visitor.arrive(context, url), await Visitor.arrive(other_context, url)
    await first.page.get_by_test_id("queue").click()
    await first.page.get_by_test_id("queued").wait_for()
    await first.page.get_by_test_id("leave-queue").click()
    await first.page.get_by_test_id("queue").click()
    await first.page.get_by_test_id("queued").wait_for()
    await second.page.get_by_test_id("queue").click()
    for one in (first, second):
        await one.page.get_by_test_id("table").wait_for()
        await expect(one.question).not_to_be_empty()


async def test_a_visitor_takes_a_name_that_the_opponent_sees(
    context: BrowserContext, other_context: BrowserContext, url: str
) -> None:
    host, guest = await Visitor.arrive(context, url), await Visitor.arrive(other_context, url)
    await host.page.get_by_role("button", name="Change name").click()
    await host.page.get_by_label("Your name").fill("Oshiro")
    await host.page.get_by_role("button", name="Save").click()
    await expect(host.page.get_by_test_id("my-name")).to_have_text("Oshiro")
    await host.page.get_by_test_id("create").click()
    await guest.page.get_by_test_id("code").fill(await host.page.get_by_test_id("table-code").inner_text())
    await guest.page.get_by_test_id("join").click()
    await expect(guest.page.get_by_test_id("opponent")).to_contain_text("Oshiro")


async def test_while_an_opponent_is_looked_for_nothing_else_can_be_begun(context: BrowserContext, url: str) -> None:
    visitor = await Visitor.arrive(context, url)
    begin = [visitor.page.get_by_test_id(name) for name in ("join", "create", "play-bot")]
    await visitor.page.get_by_test_id("queue").click()
    await expect(visitor.page.get_by_test_id("queued")).to_contain_text("stop looking first")
    for button in begin:
        await expect(button).to_be_disabled()
        await expect(button).to_have_attribute("title", "You are looking for an opponent. Stop looking first.")
    await visitor.page.get_by_test_id("leave-queue").click()
    for button in begin:
        await expect(button).to_be_enabled()
    await visitor.expect_no_complaints()


async def test_the_rules_in_short_open_in_the_lobby_and_at_the_table(context: BrowserContext, url: str) -> None:
    visitor = await Visitor.arrive(context, url)
    rules = visitor.page.get_by_test_id("how-to")
    await visitor.page.get_by_test_id("rules").click()
    await expect(rules.locator("dt")).to_have_count(16)
    await visitor.page.keyboard.press("Escape")
    await expect(rules).to_have_count(0)
    await visitor.page.get_by_test_id("code").press("?")
    await expect(rules).to_have_count(0)
    await visitor.page.get_by_test_id("code").fill("")

    await visitor.page.get_by_test_id("rules").press("?")
    await expect(rules).to_be_visible()
    await visitor.page.get_by_role("button", name="Got it").click()

    await visitor.play_bot("Easy")
    await visitor.page.get_by_test_id("rules").click()
    await expect(rules).to_be_visible()
    await visitor.page.get_by_test_id("all-keys").click()
    await expect(visitor.page.get_by_test_id("keys")).to_be_visible()
    await expect(rules).to_have_count(0)
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.get_by_test_id("keys")).to_have_count(0)
    await visitor.expect_no_complaints()


async def test_two_talk_and_play_again_when_both_want_to(
    context: BrowserContext, other_context: BrowserContext, url: str
) -> None:
    host = await Visitor.arrive(context, url)
    await host.page.get_by_test_id("create").click()
    guest = await Visitor.arrive(other_context, await host.page.get_by_test_id("table-link").inner_text())
    await guest.page.get_by_test_id("join").click()
    for one in (host, guest):
        await one.page.get_by_test_id("table").wait_for()

    await host.page.get_by_test_id("phrases").click()
    await host.page.get_by_test_id("say-good_luck").click()
    await expect(guest.page.get_by_test_id("their-speech")).to_have_text("Good luck!")
    await expect(host.page.get_by_test_id("my-speech")).to_have_text("Good luck!")
    await host.page.get_by_test_id("phrases").click()
    await host.page.get_by_test_id("say-smile").click()
    await expect(host.page.locator(".toast")).to_have_text("One thing at a time: wait a moment.")
    await host.page.get_by_test_id("phrases").click()
    await host.page.get_by_test_id("mute").click()
    await guest.page.get_by_test_id("phrases").press("Enter")
    await guest.page.get_by_test_id("say-thanks").press("Enter")
    await expect(guest.page.get_by_test_id("my-speech")).to_have_text("Thanks!")

    await host.page.keyboard.press("Escape")
    await host.concede()
    await host.page.get_by_test_id("rematch").click()
    await expect(host.page.get_by_test_id("rematch-talk")).to_contain_text("Waiting for ")
    await expect(guest.page.get_by_test_id("rematch-talk")).to_contain_text(" wants a rematch.")
    await host.page.get_by_test_id("rematch-back").click()
    await expect(guest.page.get_by_test_id("rematch-talk")).to_have_text("")
    await host.page.get_by_test_id("rematch").click()
    await guest.page.get_by_role("button", name="Play again").click()
    for one in (host, guest):
        await one.end.wait_for(state="detached")
        await expect(one.page.get_by_test_id("table")).to_be_visible()
    chosen = host if await host.prompt.get_attribute("data-kind") else guest
    assert await chosen.turn_to_answer() == "setup"
    await expect(host.page.get_by_test_id("their-speech")).to_have_count(0)
    await host.expect_no_complaints()
    await guest.expect_no_complaints()
