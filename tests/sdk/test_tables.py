"""What a client does at a table, and what it is told when it cannot."""

import asyncio
from pathlib import Path

import pytest

from clients.bots import BOTS
from clients.sdk import Refused, Table, connect
from engine import Deck
from engine.decks import PRESETS
from engine.model import decisions
from engine.model.decisions import END, FIRST, KEEP, SECOND, Decision, play
from engine.model.terms import PromptKind
from tests.sdk.servers import DECK, OTHER_DECK, Local, Repeatable, local, play_on


async def to_main_phase(table: Table) -> None:
    """Go first with the cards that come, up to the first main phase of this seat."""
    async for prompt in table:
        if prompt.kind == PromptKind.MAIN:
            return
        legal = prompt.legal()
        await table.decide(next(decision for decision in (FIRST, KEEP, legal[0]) if decision in legal))


async def test_a_table_against_a_bot_is_played_at_once(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", bot="random", deck=DECK)

        assert table.state == "playing"
        assert table.opponent is not None
        assert table.opponent.bot
        assert table.is_opponent_here
        assert table.players[table.seat].name == "Ann"


async def test_an_open_table_waits_until_someone_joins_it(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        table = await ann.create_table(deck=DECK)
        assert (table.state, table.view, table.opponent) == ("waiting", {}, None)

        other = await ben.join(table.code.lower(), OTHER_DECK)
        await table.started()

        assert (table.state, other.state) == ("playing", "playing")
        assert {table.seat, other.seat} == {"A", "B"}
        assert table.opponent is not None
        assert table.opponent.name == "Ben"


@pytest.mark.parametrize("deck", [DECK, PRESETS[DECK], dict(PRESETS[DECK].main)])
async def test_a_deck_is_a_preset_a_deck_or_a_list(here: Local, deck: str | Deck | dict[str, int]) -> None:
    async with connect(here.transport, name="Ann") as ann:
        assert (await ann.create_table(opponent="bot", deck=deck, bot_deck=deck)).state == "playing"


async def test_a_bad_deck_is_refused_with_everything_that_is_wrong(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        with pytest.raises(Refused) as refused:
            await ann.create_table(deck={"ETD01-002": 5, "XYZ-001": 1})

        assert refused.value.code == "invalid_deck"
        assert {defect.code for defect in refused.value.defects} == {"unknown_card", "size", "copies"}
        assert ann.table is None


async def test_an_unknown_table_is_refused(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        with pytest.raises(Refused, match="NOSUCH") as refused:
            await ann.join("NOSUCH", DECK)

        assert refused.value.code == "unknown_table"


async def test_to_join_the_own_table_gives_it_back(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(deck=DECK)

        assert await ann.join(table.code.lower(), DECK) is table


async def test_an_illegal_decision_is_refused_with_a_reason_and_the_question_stays(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        await to_main_phase(table)
        prompt = table.prompt

        with pytest.raises(Refused) as refused:
            await table.decide(play(10_000))

        assert refused.value.code == "illegal"
        assert refused.value.why
        assert refused.value.prompt is not None
        assert prompt is not None
        assert refused.value.prompt.id == prompt.id
        assert await table.asked() is table.prompt
        await table.decide(END)


async def test_what_cannot_be_sent_is_refused_before_it_is(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        await to_main_phase(table)

        for decision in (decisions.number(10**30), decisions.name("x" * 9000), decisions.choose(range(1, 200))):
            with pytest.raises(Refused) as refused:
                await table.decide(decision)
            assert refused.value.code == "malformed"

        await table.decide(END)
        assert ann.connections == 1


async def test_who_is_not_asked_cannot_decide(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        table = await ann.create_table(deck=DECK)
        other = await ben.join(table.code, DECK)
        game = (await here.room(table)).match.game
        assert game is not None
        assert game.prompt is not None
        waiting = table if game.prompt.seat == other.seat else other

        with pytest.raises(Refused) as refused:
            await waiting.decide(SECOND)
        with pytest.raises(Refused):
            await waiting.preview([SECOND])

        assert refused.value.code == "not_your_prompt"


async def test_a_preview_tells_the_next_question_and_decides_nothing(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        await to_main_phase(table)
        view = table.view

        assert await table.preview([END]) is None
        with pytest.raises(Refused):
            await table.preview([Decision("pass")])

        assert table.view == view
        assert table.prompt is not None


async def test_a_card_is_taken_apart_and_one_that_is_not_in_the_view_is_refused(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        await to_main_phase(table)
        card = table.view["players"][table.seat]["hand"][0]

        told = await table.explain(card)
        assert told.card == card
        assert [part.text for part in told.cost] == [f"printed {told.cost[0].value}"]
        with pytest.raises(Refused) as refused:
            await table.explain(999)

        assert refused.value.code == "illegal"


async def test_whoever_is_asked_is_told_why_a_card_cannot_be_played_and_the_other_is_not(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        tables = [await ann.create_table(deck=DECK)]
        tables.append(await ben.join(tables[0].code, DECK))
        until = [asyncio.create_task(to_main_phase(table)) for table in tables]
        await asyncio.wait(until, return_when=asyncio.FIRST_COMPLETED)
        asked, other = sorted(tables, key=lambda table: table.prompt is None)
        assert asked.prompt is not None
        player = asked.view["players"][asked.seat]
        playable = {decision.card for decision in asked.prompt.legal() if decision.verb == "play"}
        for card in player["hand"]:
            told = await asked.explain(card)
            plays = [refusal for refusal in told.refusals if refusal.decision.verb == "play"]
            assert [(one.code, one.held) for one in plays] == ([] if card in playable else [("souls", player["souls"])])
        assert len(playable) < len(player["hand"])
        for card in other.view["players"][other.seat]["hand"]:
            assert (await other.explain(card)).refusals == ()
        await asked.concede()
        await asyncio.gather(*until)


async def test_while_a_cost_is_paid_a_card_that_cannot_pay_says_why_and_one_that_can_does_not(
    tmp_path: Path,
) -> None:
    async with local(tmp_path, Repeatable(2)) as here, connect(here.transport, name="Ann", entropy=str) as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        explained = 0
        async for prompt in table:
            for decision in (each for each in prompt.legal() if each.verb == "activate"):
                would = await table.preview([decision])
                if would is None or would.kind != "cards":
                    continue
                for card in table.view["players"][table.seat]["base"]:
                    refusals = (await table.explain(card, [decision])).refusals
                    assert [one.decision.verb for one in refusals] == ([] if card in would.candidates else ["choose"])
                    explained += len(refusals)
                with pytest.raises(Refused):
                    await table.explain(card, [Decision("choose")])
            if explained:
                await table.concede()
                break
            await table.decide(BOTS["greedy"].choose(table.view, prompt, prompt.legal(), prompt.id))
        assert explained


async def test_both_hear_of_a_concession(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        table = await ann.create_table(deck=DECK)
        other = await ben.join(table.code, DECK)

        await table.concede()

        for seat in (table, other):
            outcome = await seat.ended()
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == (other.seat, "concede")
            assert await seat.asked() is None
            assert seat.state == "ended"


async def test_after_the_end_one_can_leave_and_play_again(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        first = await ann.create_table(opponent="bot", deck=DECK)
        with pytest.raises(Refused, match="concede"):
            await first.leave()
        await first.concede()
        await first.ended()
        await first.leave()
        assert ann.table is None

        second = await ann.create_table(opponent="bot", deck=DECK)

        assert second.id != first.id
        assert second.outcome is None
        assert first.outcome is not None
        with pytest.raises(Refused, match="any more"):
            await first.concede()
        await second.concede()
        third = await ann.create_table(opponent="bot", deck=DECK)
        assert ann.table is third


async def test_two_tables_at_once_are_refused(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        with pytest.raises(Refused) as refused:
            await ann.create_table(opponent="bot", deck=DECK)

        assert refused.value.code == "bad_state"
        assert ann.table is table


async def test_the_next_two_in_the_queue_play_each_other(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann, connect(here.transport, name="Ben") as ben:
        mine, other = await asyncio.gather(ann.queue(DECK), ben.queue(OTHER_DECK))

        assert mine.id == other.id


async def test_who_stops_waiting_has_left_the_queue(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        waiting = asyncio.create_task(ann.queue(DECK))
        await ann.until(lambda: ann.is_queued)

        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await ann.until(lambda: not ann.is_queued)

        assert (await ann.create_table(opponent="bot", deck=DECK)).state == "playing"


async def test_one_sees_whether_the_opponent_is_there(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(deck=DECK)
        async with connect(here.transport, name="Ben") as ben:
            await ben.join(table.code, DECK)
            await ann.until(lambda: table.is_opponent_here)

        await ann.until(lambda: not table.is_opponent_here)


async def test_events_tell_the_match_from_the_first_turn_to_the_end(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        playing = asyncio.create_task(play_on(table))
        types = [event["type"] async for event in table.events()]
        await playing

    assert types[-1] == "game_ended"
    assert {"turn_began", "card_drawn", "card_played", "attack_declared"} <= set(types)


async def test_what_one_may_not_know_is_not_in_the_events(here: Local) -> None:
    async with connect(here.transport, name="Ann") as ann:
        table = await ann.create_table(opponent="bot", deck=DECK)
        await play_on(table)
        drawn = [event for event in table.new_events() if event["type"] == "card_drawn"]

    assert all(("number" in event) == (event["seat"] == table.seat) for event in drawn)
