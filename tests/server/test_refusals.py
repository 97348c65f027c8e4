"""Whatever a peer sends, it gets a code and a sentence; the game and the other player notice nothing."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import NamedTuple

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from engine.cards import CARDS
from engine.model.terms import Kind
from server.app import running
from server.protocol.codec import Frame
from server.protocol.messages import (
    FRAME_LIMIT,
    JSON,
    MSGPACK,
    Concede,
    CreateTable,
    Decide,
    DeckChoice,
    Ended,
    Explain,
    Explained,
    Hello,
    Join,
    Leave,
    LeaveQueue,
    LeftQueue,
    Ping,
    Pong,
    Preview,
    Queue,
    Queued,
    Refused,
    Resync,
    ServerMessage,
    Snapshot,
    Table,
    Update,
    WouldAsk,
)
from server.protocol.shapes import Decision
from server.settings import Settings
from tests.server.bots import BOTS
from tests.server.player import (
    DECK,
    OTHER_DECK,
    Closed,
    Player,
    any_decision,
    become_guest,
    fetch_ticket,
    seat_two,
)


class Pair(NamedTuple):
    """Two players in a match: the one who is asked, and the other."""

    asked: Player
    other: Player


@pytest.fixture(params=[JSON, MSGPACK])
async def pair(url: str, request: pytest.FixtureRequest) -> AsyncIterator[Pair]:
    ann, ben = await Player(url, "Ann", request.param).arrive(), await Player(url, "Ben", request.param).arrive()
    await seat_two(ann, ben)
    yield Pair(ann, ben) if ann.end.prompt else Pair(ben, ann)
    await ann.leave()
    await ben.leave()


@pytest.fixture
async def ann(url: str) -> AsyncIterator[Player]:
    player = await Player(url, "Ann").arrive()
    yield player
    await player.leave()


async def answer_to(player: Player, frame: Frame) -> Refused:
    """Send a frame; the refusal that comes back, as the very next message."""
    await player.send_frame(frame)
    message = await player.next()
    assert isinstance(message, Refused), message
    assert message.why
    assert message.why.endswith((".", "!"))
    return message


def shown_to(player: Player) -> list[str]:
    """The handles of the cards in a player's view."""
    cards = player.end.view["cards"]
    assert isinstance(cards, dict)
    return list(cards)


async def nothing_new(player: Player) -> bool:
    """Whether the server has told this player nothing since it was last read."""
    before = len(player.seen)
    await player.send(Ping(t=before))
    await player.wait(Pong, lambda pong: pong.t == before)
    return all(isinstance(message, Pong) for message in player.seen[before:])


async def untouched(pair: Pair) -> bool:
    """Whether the match stands as it stood: neither was told anything, and the match can go on."""
    view, prompt = pair.asked.end.view, pair.asked.end.prompt
    quiet = await nothing_new(pair.other) and await nothing_new(pair.asked)
    await pair.asked.send(Resync())
    snapshot = await pair.asked.wait(Snapshot)
    return quiet and snapshot.view == view and snapshot.prompt == prompt


def frame_of(player: Player, body: object) -> Frame:
    """Anything at all, in the player's codec."""
    return json.dumps(body) if player.codec.name == JSON else msgspec.msgpack.encode(body)


# --- frames -----------------------------------------------------------------------------------------------------------


async def test_a_malformed_frame_is_refused(pair: Pair) -> None:
    noise: Frame = "{never json" if pair.asked.codec.name == JSON else b"\xc1\x00"
    refused = await answer_to(pair.asked, noise)
    assert refused.code == "malformed"
    assert await untouched(pair)


async def test_the_other_kind_of_frame_is_refused(pair: Pair) -> None:
    wrong: Frame = b"{}" if pair.asked.codec.name == JSON else "{}"
    refused = await answer_to(pair.asked, wrong)
    assert refused.code == "malformed"
    assert await untouched(pair)


async def test_an_unknown_message_is_refused(pair: Pair) -> None:
    refused = await answer_to(pair.asked, frame_of(pair.asked, {"type": "declare_war", "n": 3}))
    assert (refused.code, refused.n) == ("unknown_message", 3)
    assert "declare_war" in refused.why
    assert await untouched(pair)


@pytest.mark.parametrize(
    "body",
    [
        {"type": "decide", "n": 1, "prompt": 1},
        {"type": "decide", "n": 0, "prompt": 1, "decision": {"verb": "pass"}},
        {"type": "decide", "n": 1, "prompt": 1, "decision": {"verb": "surrender"}},
        {"type": "decide", "n": 1, "prompt": 1, "decision": {"verb": "play", "card": -1}},
        {"type": "decide", "n": 1, "prompt": 1, "decision": {"verb": "play", "card": 2**60}},
        {"type": "decide", "n": 1, "prompt": 1, "decision": {"verb": "choose", "cards": [1] * 200}},
        {"type": "ping", "t": 1, "more": 1},
        {"type": "preview", "prompt": 1, "decisions": []},
        {"type": "join", "code": "X" * 50, "deck": {"preset": "trial-1"}},
        {"type": "create_table", "opponent": "cat", "deck": {"preset": "trial-1"}},
        {"type": 7},
        {"n": 7},
        [],
        None,
        17,
    ],
)
async def test_a_message_that_does_not_fit_the_schema_is_refused(ann: Player, body: object) -> None:
    refused = await answer_to(ann, frame_of(ann, body))
    assert refused.code == "malformed"
    assert await nothing_new(ann)


async def test_an_oversized_frame_closes_the_socket_and_the_player_comes_back(pair: Pair) -> None:
    asked, other = pair
    await asked.send_frame("x" * (FRAME_LIMIT + 1) if asked.codec.name == JSON else b"x" * (FRAME_LIMIT + 1))
    with pytest.raises(Closed) as closed:
        await asked.wait(Refused)
    assert closed.value.code == 1009
    await asked.arrive()
    await asked.wait(Table)
    assert asked.end.prompt is not None
    await asked.decide(any_decision(asked.end.prompt, random.Random(1)))
    await asked.wait(Update, lambda update: update.n == 1)
    await other.wait(Update)


async def test_an_oversized_frame_in_pieces_closes_the_socket_too(ann: Player) -> None:
    assert ann.socket is not None
    with contextlib.suppress(ConnectionClosed):
        await ann.socket.send(["x" * 5000, "x" * 5000])
    assert (await ann.until_closed()).code == 1009


async def test_text_that_is_not_utf_8_closes_the_socket(ann: Player) -> None:
    assert ann.socket is not None
    await ann.socket.send(b"\xff\xfe", text=True)
    assert (await ann.until_closed()).code == 1007


async def test_a_frame_of_exactly_the_limit_is_read(ann: Player) -> None:
    empty = json.dumps({"type": "ping", "t": 1, "x": ""})
    refused = await answer_to(ann, json.dumps({"type": "ping", "t": 1, "x": "x" * (FRAME_LIMIT - len(empty))}))
    assert refused.code == "malformed"


# --- the beginning of a connection ------------------------------------------------------------------------------------


@pytest.mark.parametrize("offered", [["paltable.v0.json"], ["chat"], None])
async def test_a_wrong_subprotocol_is_denied_with_a_sentence(url: str, offered: list[str] | None) -> None:
    with pytest.raises(InvalidStatus) as denied:
        await connect(url.replace("http", "ws") + "/ws", subprotocols=offered)  # type: ignore[arg-type]
    assert denied.value.response.status_code == 400
    assert denied.value.response.body is not None
    assert MSGPACK in denied.value.response.body.decode()


async def test_a_page_of_another_site_is_denied(url: str) -> None:
    with pytest.raises(InvalidStatus) as denied:
        await connect(url.replace("http", "ws") + "/ws", subprotocols=[JSON], origin="https://example.org")  # type: ignore[list-item, arg-type]
    assert denied.value.response.status_code == 403


async def test_a_full_server_says_so(settings: Settings) -> None:
    async with running(replace(settings, max_sockets=1), BOTS) as url:
        ann = await Player(url, "Ann").arrive()
        with pytest.raises(InvalidStatus) as denied:
            await Player(url, "Ben").dial()
        assert denied.value.response.status_code == 503
        await ann.leave()


async def test_one_address_has_so_many_connections_and_others_have_their_own(settings: Settings) -> None:
    async with running(replace(settings, max_sockets_each=2, proxies=("127.0.0.1",)), BOTS) as url:
        here = [await connect(url.replace("http", "ws") + "/ws", subprotocols=[JSON]) for _ in range(2)]  # type: ignore[list-item]
        with pytest.raises(InvalidStatus) as denied:
            await connect(url.replace("http", "ws") + "/ws", subprotocols=[JSON])  # type: ignore[list-item]
        assert denied.value.response.status_code == 429
        elsewhere = {"X-Forwarded-For": "192.0.2.7"}
        here.append(
            await connect(url.replace("http", "ws") + "/ws", subprotocols=[JSON], additional_headers=elsewhere)  # type: ignore[list-item]
        )
        await here.pop(0).close()
        async with asyncio.timeout(5.0):
            while len(here) < 3:
                try:
                    here.append(await connect(url.replace("http", "ws") + "/ws", subprotocols=[JSON]))  # type: ignore[list-item]
                except InvalidStatus:  # the server has not noticed the end of the other one yet
                    await asyncio.sleep(0)
        for each in here:
            await each.close()


async def test_a_connection_that_does_not_begin_with_hello_is_closed(url: str) -> None:
    player = Player(url, "Ann")
    await player.dial()
    await player.send(Ping(t=1))
    with pytest.raises(Closed) as closed:
        await player.next()
    assert closed.value.code == 4400
    assert "hello" in closed.value.reason


async def test_a_connection_that_stays_silent_is_closed(settings: Settings) -> None:
    async with running(replace(settings, hello_seconds=0.05), BOTS) as url:
        player = Player(url, "Ann")
        await player.dial()
        with pytest.raises(Closed) as closed:
            await player.next()
        assert closed.value.code == 4401


async def test_a_second_hello_is_refused(ann: Player) -> None:
    ticket = await fetch_ticket(ann.url, ann.token)
    refused = await answer_to(ann, ann.codec.encode(Hello(ticket=ticket, agent="", tab="t", conn=9)))
    assert refused.code == "bad_state"


async def test_an_unknown_ticket_closes_the_connection(url: str) -> None:
    player = Player(url, "Ann")
    await player.dial()
    await player.send(player.end.hello("never issued"))
    with pytest.raises(Closed) as closed:
        await player.next()
    assert closed.value.code == 4401
    assert "ticket" in closed.value.reason


async def test_a_ticket_is_good_for_one_connection(url: str) -> None:
    ticket = await fetch_ticket(url, await become_guest(url, "Ann"))
    first, second = Player(url, "Ann"), Player(url, "Ann")
    await first.dial()
    await first.send(first.end.hello(ticket))
    await first.next()
    await second.dial()
    await second.send(second.end.hello(ticket))
    with pytest.raises(Closed) as closed:
        await second.next()
    assert closed.value.code == 4401
    await first.leave()


# --- the match --------------------------------------------------------------------------------------------------------


async def test_an_illegal_decision_is_refused_and_the_prompt_stays(pair: Pair) -> None:
    prompt = pair.asked.end.prompt
    assert prompt is not None
    decide = Decide(n=1, prompt=1, decision=Decision("block", card=5))
    refused = await answer_to(pair.asked, pair.asked.codec.encode(decide))
    assert (refused.code, refused.n) == ("illegal", 1)
    assert refused.prompt == prompt
    assert await untouched(pair)


async def test_after_a_refusal_the_same_number_may_be_used_again(pair: Pair) -> None:
    asked, other = pair
    await answer_to(asked, asked.codec.encode(Decide(n=1, prompt=1, decision=Decision("pass"))))
    assert asked.end.prompt is not None
    await asked.decide(any_decision(asked.end.prompt, random.Random(1)))
    update = await asked.wait(Update)
    assert update.n == 1
    await other.wait(Update)


async def test_an_answer_to_a_closed_prompt_is_refused(pair: Pair) -> None:
    asked, other = pair
    assert asked.end.prompt is not None
    decision = any_decision(asked.end.prompt, random.Random(1))
    await asked.decide(decision)
    await asked.wait(Update)
    await other.wait(Update)
    refused = await answer_to(asked, asked.codec.encode(Decide(n=2, prompt=1, decision=decision)))
    assert (refused.code, refused.n) == ("stale_prompt", 2)
    assert await nothing_new(other)


async def test_an_answer_to_a_prompt_that_is_not_yet_open_is_refused(pair: Pair) -> None:
    decide = Decide(n=1, prompt=2, decision=Decision("first"))
    refused = await answer_to(pair.asked, pair.asked.codec.encode(decide))
    assert refused.code == "stale_prompt"
    assert await untouched(pair)


async def test_another_seats_prompt_is_refused_and_not_shown(pair: Pair) -> None:
    decide = Decide(n=1, prompt=1, decision=Decision("first"))
    refused = await answer_to(pair.other, pair.other.codec.encode(decide))
    assert refused.code == "not_your_prompt"
    assert isinstance(refused.prompt, msgspec.UnsetType)
    assert await untouched(pair)


async def test_a_preview_of_another_seats_prompt_is_refused(pair: Pair) -> None:
    preview = Preview(prompt=1, decisions=(Decision("first"),))
    refused = await answer_to(pair.other, pair.other.codec.encode(preview))
    assert refused.code == "not_your_prompt"
    assert await untouched(pair)


async def test_a_preview_of_an_illegal_decision_is_refused(pair: Pair) -> None:
    preview = Preview(prompt=1, decisions=(Decision("pass"),))
    refused = await answer_to(pair.asked, pair.asked.codec.encode(preview))
    assert refused.code == "illegal"
    assert await untouched(pair)


async def test_a_preview_decides_nothing(pair: Pair) -> None:
    await pair.asked.send(Preview(prompt=1, decisions=(Decision("first"),)))
    would = await pair.asked.next()
    assert would == WouldAsk(prompt=1)
    assert await untouched(pair)


async def test_a_card_that_is_not_in_ones_view_is_not_explained(pair: Pair) -> None:
    for player in pair:
        for card in [card for card in range(1, 60) if str(card) not in shown_to(player)][:5]:
            refused = await answer_to(player, player.codec.encode(Explain(card=card)))
            assert (refused.code, refused.why) == ("illegal", "There is no such card in your view.")
    assert await untouched(pair)


async def test_each_card_in_ones_view_is_explained_and_nothing_else_happens(pair: Pair) -> None:
    for player in pair:
        for card in shown_to(player):
            await player.send(Explain(card=int(card)))
            told = await player.next()
            assert isinstance(told, Explained)
            assert told.card == int(card)
            assert [part.text for part in told.cost] == [f"printed {told.cost[0].value}"]
    assert await untouched(pair)


async def test_a_decision_after_the_end_is_refused(pair: Pair) -> None:
    asked, other = pair
    await other.send(other.end.concede())
    await asked.wait(Ended)
    refused = await answer_to(asked, asked.codec.encode(Decide(n=1, prompt=2, decision=Decision("first"))))
    assert refused.code == "game_over"
    refused = await answer_to(asked, asked.codec.encode(Concede(n=1)))
    assert refused.code == "game_over"


@pytest.mark.parametrize(
    "message",
    [
        Decide(n=1, prompt=1, decision=Decision("pass")),
        Concede(n=1),
        Resync(),
        Preview(prompt=1, decisions=(Decision("pass"),)),
        Leave(),
    ],
    ids=lambda message: type(message).__name__,
)
async def test_whoever_sits_at_no_table_is_told_so(ann: Player, message: Decide) -> None:
    refused = await answer_to(ann, ann.codec.encode(message))
    assert refused.code == "bad_state"


async def test_a_match_that_has_not_begun_takes_no_decision(ann: Player) -> None:
    await ann.send(CreateTable(opponent="human", deck=DECK))
    await ann.wait(Table)
    for message in (Decide(n=1, prompt=1, decision=Decision("pass")), Concede(n=1), Resync()):
        refused = await answer_to(ann, ann.codec.encode(message))
        assert refused.code == "bad_state"


# --- the lobby --------------------------------------------------------------------------------------------------------


async def test_an_unknown_table_is_refused(ann: Player) -> None:
    refused = await answer_to(ann, ann.codec.encode(Join(code="NOSUCH", deck=DECK)))
    assert refused.code == "unknown_table"
    assert "NOSUCH" in refused.why


async def test_a_full_table_is_refused(url: str, pair: Pair) -> None:
    table = next(message for message in pair.asked.seen if isinstance(message, Table))
    cay = await Player(url, "Cay").arrive()
    refused = await answer_to(cay, cay.codec.encode(Join(code=table.code, deck=DECK)))
    assert refused.code == "table_full"
    assert await untouched(pair)
    await cay.send(CreateTable(opponent="human", deck=DECK))
    await cay.wait(Table)
    await cay.leave()


async def test_whoever_plays_can_neither_sit_down_elsewhere_nor_leave(pair: Pair) -> None:
    for message in (
        CreateTable(opponent="human", deck=DECK),
        CreateTable(opponent="bot", deck=DECK),
        Queue(deck=DECK),
        Leave(),
    ):
        refused = await answer_to(pair.asked, pair.asked.codec.encode(message))
        assert refused.code == "bad_state"
    assert await untouched(pair)


async def test_whoever_queues_cannot_sit_down_elsewhere(ann: Player) -> None:
    await ann.send(Queue(deck=DECK))
    assert isinstance(await ann.next(), Queued)
    refused = await answer_to(ann, ann.codec.encode(CreateTable(opponent="human", deck=DECK)))
    assert refused.code == "bad_state"
    await ann.send(LeaveQueue())
    assert isinstance(await ann.next(), LeftQueue)
    await ann.send(CreateTable(opponent="human", deck=DECK))
    await ann.wait(Table)


def _pals(lucky: bool, colour: str) -> Iterator[str]:
    return (c.number for c in CARDS if c.kind is Kind.PAL and c.lucky is lucky and c.colour == colour)


async def test_every_defect_of_a_deck_is_told_at_once(ann: Player) -> None:
    main = {
        next(_pals(False, "red")): 5,
        **dict.fromkeys([*_pals(True, "red"), *_pals(True, "blue"), *_pals(True, "green")], 2),
        "XYZ-001": 4,
    }
    lucky = sum(copies for number, copies in main.items() if number not in ("XYZ-001", next(_pals(False, "red"))))
    assert lucky > 8
    main[next(_pals(False, "blue"))] = 49 - sum(main.values())
    assert sum(main.values()) == 49
    deck = DeckChoice(main=main)
    for message in (
        CreateTable(opponent="human", deck=deck),
        CreateTable(opponent="bot", deck=DECK, bot_deck=deck),
        Queue(deck=deck),
    ):
        refused = await answer_to(ann, ann.codec.encode(message))
        assert refused.code == "invalid_deck"
        codes = [defect.code for defect in refused.defects]
        assert {"unknown_card", "size", "copies", "lucky", "colours"} <= set(codes), codes
        assert all(defect.text for defect in refused.defects)
    assert await nothing_new(ann)


async def test_an_illegal_deck_does_not_take_the_seat(url: str, ann: Player) -> None:
    await ann.send(CreateTable(opponent="human", deck=DECK))
    table = await ann.wait(Table)
    ben = await Player(url, "Ben").arrive()
    refused = await answer_to(ben, ben.codec.encode(Join(code=table.code, deck=DeckChoice(main={"ETD01-001": 49}))))
    assert refused.code == "invalid_deck"
    assert await nothing_new(ann)
    await ben.send(Join(code=table.code.lower(), deck=OTHER_DECK))
    await ben.wait(Snapshot)
    await ben.leave()


async def test_an_unknown_preset_is_an_invalid_deck(ann: Player) -> None:
    refused = await answer_to(ann, ann.codec.encode(Queue(deck=DeckChoice(preset="no such deck"))))
    assert refused.code == "invalid_deck"
    assert [defect.code for defect in refused.defects] == ["unknown_preset"]


@pytest.mark.parametrize("deck", [DeckChoice(), DeckChoice(preset="trial-1", main={})], ids=["neither", "both"])
async def test_a_deck_is_either_a_preset_or_a_list(ann: Player, deck: DeckChoice) -> None:
    refused = await answer_to(ann, ann.codec.encode(Queue(deck=deck)))
    assert refused.code == "malformed"


async def test_a_bot_that_the_server_does_not_have_is_refused(settings: Settings) -> None:
    async with running(settings, {}) as url:
        ann = await Player(url, "Ann").arrive()
        refused = await answer_to(ann, ann.codec.encode(CreateTable(opponent="bot", deck=DECK)))
        assert refused.code == "bad_state"
        await ann.leave()


# --- floods -----------------------------------------------------------------------------------------------------------


async def test_too_many_messages_are_refused_and_in_the_end_the_socket_is_closed(settings: Settings) -> None:
    async with running(replace(settings, messages_per_second=0.001, messages_burst=5.0), BOTS) as url:
        ann = await Player(url, "Ann").arrive()
        seen: list[ServerMessage] = []
        closed: Closed | None = None
        for t in range(200):
            try:
                await ann.send(Ping(t=t))
                seen.append(await ann.next())
            except Closed as error:
                closed = error
                break
        refused = [message for message in seen if isinstance(message, Refused)]
        assert len([message for message in seen if isinstance(message, Pong)]) == 4
        assert {message.code for message in refused} == {"limit"}
        assert closed is not None
        assert closed.code == 4429


async def test_codes_are_not_to_be_guessed(settings: Settings) -> None:
    async with running(replace(settings, messages_per_second=0.001, messages_burst=60.0), BOTS) as url:
        ann = await Player(url, "Ann").arrive()
        codes = [(await answer_to(ann, ann.codec.encode(Join(code=f"GUESS{n}", deck=DECK)))).code for n in range(8)]
        assert codes == ["unknown_table"] * 6 + ["limit"] * 2
        await ann.leave()


async def test_accepted_decisions_cost_nothing(settings: Settings) -> None:
    async with running(replace(settings, messages_per_second=0.001, messages_burst=4.0), BOTS) as url:
        ann, ben = await Player(url, "Ann").arrive(), await Player(url, "Ben").arrive()
        await seat_two(ann, ben)
        chance = random.Random(4)
        for _ in range(20):
            asked = ann if ann.end.prompt else ben
            assert asked.end.prompt is not None
            await asked.decide(any_decision(asked.end.prompt, chance))
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(ann.wait(Update))
                tasks.create_task(ben.wait(Update))
        await ann.leave()
        await ben.leave()
