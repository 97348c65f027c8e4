"""A whole match against the house bot, by clicks alone."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import BrowserContext, expect

from clients.bots import BOTS
from clients.replays import decode, verify
from engine import catalogue
from server.app import running
from server.settings import Settings
from tests.e2e.scripted import Scripted
from tests.e2e.visitor import Visitor

OVERFLOW = "(e => [e.scrollHeight - innerHeight, e.scrollWidth - innerWidth])(document.scrollingElement)"
"""How much there is to scroll."""


async def test_a_whole_match_is_played_to_its_end_by_clicking(context: BrowserContext, settings: Settings) -> None:
    async with running(settings, BOTS, Scripted(5)) as url:
        visitor, chance = await Visitor.arrive(context, url), Random(5)
        await visitor.choose_deck("Blue and purple: Dragons")
        await visitor.play_bot()
        while kind := await visitor.turn_to_answer():
            await visitor.expect_known_letters()
            await visitor.step(kind, chance)
        await visitor.expect_known_letters()
        await visitor.expect_no_complaints()

    title = await visitor.page.locator("#end-title").inner_text()
    assert title in ("Victory", "Defeat")
    loser = "my-life" if title == "Defeat" else "their-life"
    reason = await visitor.page.get_by_test_id("end-reason").inner_text()
    assert reason.endswith(("life reached 0.", "life ran out.", "deck ran out.", "no deck left."))
    if reason.endswith(("life reached 0.", "life ran out.")):
        life = (await visitor.page.get_by_test_id(loser).inner_text()).split()[0]
        assert life == "0" or life.startswith("−")
    summed_up = await visitor.page.locator(".end .figures dt").all_inner_texts()
    assert summed_up == ["turns", "life taken", "Pals destroyed", "Lucky saves"], "nobody was away, so the log is whole"
    log = await visitor.log()
    assert any(line.startswith("Turn 2") for line in log)
    assert log[-1] == ("You won." if title == "Victory" else "Even bot won.")


async def test_the_replay_of_a_match_is_saved_by_a_click(context: BrowserContext, url: str, tmp_path: Path) -> None:
    visitor = await Visitor.arrive(context, url)
    await visitor.play_bot("Easy")
    await visitor.page.get_by_test_id("my-hand").wait_for()
    await visitor.concede()
    await expect(visitor.page.get_by_test_id("proof")).to_contain_text("anyone can verify it")
    async with visitor.page.expect_download() as saving:
        await visitor.page.get_by_test_id("save-replay").click()
    download = await saving.value
    assert download.suggested_filename.endswith(".paltable")
    kept = tmp_path / "kept.paltable"
    await download.save_as(kept)
    replay = decode(kept.read_bytes())
    proof = verify(replay, catalogue)
    brought = {seat: len(player.entropy) for seat, player in replay.head.seats.items()}
    assert sorted(brought.values()) == [0, 48], "the page has added to the chance of the shuffles, and the bot has not"
    assert proof.reason == "concede"
    assert proof.commitment
    await visitor.expect_no_complaints()


async def test_after_the_end_nothing_of_the_last_battle_stays_on_the_table(context: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.play_bot("Easy")
    await visitor.until("block", chance)
    arrow, stake = visitor.page.locator(".arrow"), visitor.page.get_by_test_id("stake")
    await expect(arrow).to_have_count(1)
    await expect(stake).to_have_count(1)
    await visitor.concede()
    await visitor.page.get_by_role("button", name="Look at the table").click()
    for left in (arrow, stake, visitor.page.locator(".badge"), visitor.page.locator(".phases .on")):
        await expect(left).to_have_count(0)
    await visitor.expect_no_complaints()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 625), (1280, 600)])
async def test_the_whole_table_is_seen_without_scrolling(
    context: BrowserContext, url: str, width: int, height: int
) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.page.set_viewport_size({"width": width, "height": height})
    await visitor.page.get_by_test_id("play-bot").wait_for()
    assert await visitor.page.evaluate(OVERFLOW) == [0, 0], "the lobby"
    await visitor.play_bot("Easy")
    await visitor.until("main", chance)
    assert await visitor.page.evaluate(OVERFLOW) == [0, 0]
    await expect(visitor.page.get_by_test_id("me")).to_be_in_viewport(ratio=1)
    hand = visitor.page.locator("[data-testid=my-hand] [data-testid=card]")
    for place in range(await hand.count()):
        await expect(hand.nth(place)).to_be_in_viewport(ratio=0.995)


async def test_before_the_first_turn_the_one_who_is_asked_is_marked(
    context: BrowserContext, settings: Settings
) -> None:
    async with running(settings, BOTS, Scripted(2)) as url:  # a number by which the visitor has the second seat
        visitor = await Visitor.arrive(context, url)
        await visitor.play_bot("Easy")
        assert await visitor.turn_to_answer() == "setup"
        await expect(visitor.page.locator(".player.turn")).to_have_attribute("data-testid", "me")


async def test_after_the_end_the_table_can_be_looked_at_and_another_game_begun(
    context: BrowserContext, url: str
) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(1)
    await visitor.play_bot("Easy")
    await visitor.until("main", chance)
    await visitor.concede()
    await expect(visitor.page.get_by_test_id("end-reason")).to_have_text("You conceded.")
    await visitor.page.get_by_role("button", name="Look at the table").click()
    await visitor.expect_asked("The game is over.")
    await visitor.page.get_by_test_id("my-graveyard").click()
    await visitor.page.get_by_role("button", name="Close").click()
    await visitor.page.get_by_test_id("prompt").get_by_role("button", name="Lobby").click()
    await visitor.play_bot("Easy")
    await visitor.until("main", chance)
    await visitor.concede()
    await visitor.page.get_by_test_id("rematch").click()
    await visitor.end.wait_for(state="detached")
    assert await visitor.turn_to_answer()
    await visitor.expect_no_complaints()


async def test_a_half_made_choice_is_taken_back_with_escape_and_by_a_second_click(
    context: BrowserContext, url: str
) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.play_bot("Easy")
    playable = visitor.page.locator("[data-testid=my-hand] .can")
    await visitor.until("main", chance)
    while not await playable.count():
        await visitor.answers.last.click()
        await visitor.until("main", chance)
    asked = await visitor.question.inner_text()
    card = visitor.page.locator(f'[data-handle="{await playable.first.get_attribute("data-handle")}"]')
    for undo in ("escape", "click", "button"):
        await card.click()
        await expect(visitor.question).to_contain_text("Play ")
        await expect(card).to_have_attribute("aria-pressed", "true")
        if undo == "escape":
            await visitor.page.keyboard.press("Escape")
        elif undo == "click":
            await card.click()
        else:
            await visitor.page.get_by_role("button", name="Back").click()
        await visitor.expect_asked(asked)
        await expect(card).to_have_attribute("aria-pressed", "false")
    await visitor.expect_no_complaints()


async def test_the_choices_of_a_cost_are_taken_back_step_by_step_until_the_last_one(
    context: BrowserContext, url: str
) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(4)
    await visitor.play_bot("Easy")
    step = visitor.page.locator(".steps")
    while True:
        await visitor.until("main", chance)
        asked, log = await visitor.question.inner_text(), await visitor.log()
        structures = visitor.page.locator("[data-testid=my-base] .can.k-structure")
        if await structures.count():
            await structures.first.click()
            await visitor.page.get_by_role("button", name="Use it").click()
            if await visitor.turn_to_answer() == "cards" and await step.count():
                break
            continue
        cards = visitor.page.locator("[data-testid=my-hand] .can.k-structure, [data-testid=my-hand] .can.k-pal")
        if await cards.count():
            await cards.first.click()
            await visitor.page.get_by_role("button", name="Play", exact=True).click()
        else:
            await visitor.page.get_by_role("button", name="End turn").click()

    await expect(step).to_have_text("To pay")
    await visitor.page.locator(".can").first.click()
    await expect(visitor.page.locator(".chosen")).to_have_count(1)
    await visitor.page.keyboard.press("Escape")
    await expect(visitor.page.locator(".chosen")).to_have_count(0)
    await expect(step).to_have_count(1)
    await visitor.page.keyboard.press("Escape")
    await expect(step).to_have_count(0)
    await visitor.expect_asked(asked)
    assert await visitor.log() == log, "nothing was sent"

    await structures.first.click()
    await visitor.page.get_by_role("button", name="Use it").click()
    assert await visitor.turn_to_answer() == "cards"
    await visitor.page.locator(".can").first.click()
    await visitor.page.locator("[data-testid=answer][data-verb=choose]").click()
    assert await visitor.turn_to_answer()
    told = " ".join((await visitor.log())[len(log) :])
    assert re.search(r"Used .+, assigned .+", told), told
    await visitor.expect_no_complaints()


async def test_the_numbers_of_a_card_are_taken_apart_where_it_is_read(context: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.play_bot("Easy")
    raised = visitor.page.locator("[data-testid=my-base] .pal-tile:has(.power.raised)")
    while not await raised.count():
        await visitor.step(await visitor.turn_to_answer(), chance)
    await raised.first.hover()
    changes = visitor.page.get_by_test_id("inspector").get_by_test_id("changed")
    await expect(changes).to_have_text(re.compile(r"Power \d+: printed \d+, \+\d+ (?!by effects)"))
    power = re.findall(r"\d+", (await changes.inner_text()).split(". ")[0])
    assert int(power[0]) == sum(map(int, power[1:])), "the parts make the whole"
    await visitor.expect_no_complaints()


async def test_a_card_is_played_with_the_keyboard_alone(context: BrowserContext, url: str) -> None:
    visitor, chance = await Visitor.arrive(context, url), Random(5)
    await visitor.play_bot("Easy")
    playable = visitor.page.locator("[data-testid=my-hand] .can.k-structure, [data-testid=my-hand] .can.k-pal")
    await visitor.until("main", chance)
    while not await playable.count():
        await visitor.answers.last.click()
        await visitor.until("main", chance)
    base = visitor.page.locator("[data-testid=my-base] [data-testid=card]")
    before = await base.count()
    await playable.first.focus()
    await expect(visitor.page.get_by_test_id("inspector")).to_be_visible()
    await visitor.page.keyboard.press("Enter")
    await visitor.page.get_by_role("button", name="Play", exact=True).focus()
    await visitor.page.keyboard.press("Enter")
    await expect(base).to_have_count(before + 1)
    await visitor.expect_no_complaints()
