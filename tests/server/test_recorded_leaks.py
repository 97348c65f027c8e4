"""Leaks that other engines and servers are on record for: each is a sentence about ours, over the wire.

Cards are marked, so that each can be told from all others wherever it is spoken of. In brackets stand the issues of the
projects where a leak was found.
"""

import base64
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Any

import httpx
import pytest
from msgspec import UNSET
from starlette.routing import Route

from clients.bots import BOTS as HOUSE_BOTS
from engine import SEATS, SPECTATOR, Decision, Game
from engine.model.state import BASE, DECK, HAND
from engine.model.terms import OTHER, PromptKind
from server import thinker
from server.app import create_app, running
from server.auth import Guest
from server.bots import Bots, bot_decision
from server.protocol.codec import CODECS, Frame
from server.protocol.messages import (
    JSON,
    MSGPACK,
    CreateTable,
    Join,
    ListTables,
    Plain,
    Preview,
    Refused,
    Resync,
    Snapshot,
    Table,
    Tables,
    Update,
    Watch,
    Welcome,
    WouldAsk,
)
from server.protocol.shapes import to_wire
from server.settings import Settings
from server.thinking import asked_of
from tests.bots.matches import BRIEF
from tests.chaos.loop import VirtualLoop
from tests.engine.knowledge import another_world
from tests.engine.play import Player as Chooser
from tests.engine.play import begin
from tests.server import player
from tests.server.audiences import SPECTATORS
from tests.server.bots import BOTS
from tests.server.chance import Scripted
from tests.server.onlookers import NOW
from tests.server.two_worlds import (
    PRIVATE,
    Cards,
    Recorder,
    Stage,
    Story,
    Terms,
    a_deck,
    marks_in,
    marks_of,
    start,
)
from tests.server.viewers import Opponent
from tests.server.witness import Taken, Witness, ahead
from tests.server.world import Client

LENGTH = 200
TRIES = 40
"""Among so many games there is one in which what is looked for happens."""

Found = Callable[[Stage, Game, list[Taken]], int]
"""Where in a game that will be played something happens; -1 for nowhere."""


def first(so: Callable[[Stage, Taken], object]) -> Found:
    """The first decision of which this is so."""
    return lambda stage, _, taken: next((place for place, each in enumerate(taken) if so(stage, each)), -1)


def at_once(stage: Stage, game: Game, taken: list[Taken]) -> int:
    """The beginning."""
    return 0


@asynccontextmanager
async def a_match(
    loop: VirtualLoop, happens: Found = at_once, begin: int = 0, terms: Terms = PRIVATE
) -> AsyncIterator[tuple[Stage, Witness, list[Taken]]]:
    """A match right before the decision of which this is so, and what comes of it and after it.

    It is looked for from this number on: what happens seldom is found sooner. Raises `LookupError` if it is not found.
    """
    for number in range(begin, begin + TRIES):
        async with Stage(loop, number, JSON, Cards(number, are_named=True), terms) as stage:
            await stage.open(Opponent())
            witness = Witness(stage)
            taken = ahead(witness.game, number, LENGTH)
            if (place := happens(stage, witness.game, taken)) >= 0:
                for each in taken[:place]:
                    await decide(stage, witness, each)
                yield stage, witness, taken[place:]
                return
    raise LookupError(f"among {TRIES} games there is none")


async def decide(stage: Stage, witness: Witness, taken: Taken) -> None:
    """A decision is taken, over the wire and before the witness."""
    _ = witness.follow(taken.decision)
    _ = stage.send_decision(taken.decision)
    await stage.deliver_all()


def of_seat(stage: Stage, seat: int) -> Recorder:
    """Who plays this seat."""
    return next(client for client in stage.clients if client.table.seat == SEATS[seat])


def told(client: Client, kind: str) -> list[Plain]:
    """The events of a kind in the last update of a client."""
    return [event for event in client.of(Update)[-1].events if event["type"] == kind]


def speak_of(frames: Sequence[tuple[float, Frame]]) -> set[str]:
    """The marks of all cards of which frames speak."""
    return set().union(*(marks_in(frame) for _, frame in frames))


# --- 1. a list of what is hidden misses a field (phase-rs/phase#7201) -------------------------------------------------


async def test_of_a_hidden_card_no_field_is_sent(virtual_time: VirtualLoop) -> None:
    async with a_match(virtual_time) as (stage, witness, taken):
        for each in taken[:120]:
            await decide(stage, witness, each)
            for client in stage.clients:
                view: dict[str, Any] = client.end.view
                seat = client.table.seat
                mine, theirs = view["players"][seat], view["players"][OTHER[seat]]
                assert theirs["hand"] == []
                assert set(theirs) == set(mine) == SEEN_OF_A_PLAYER
                places = {(card["owner"], card["zone"]) for key, card in view["cards"].items() if not looks(view, key)}
                assert places <= {(each, zone) for each in SEATS for zone in PUBLIC} | {(seat, "hand")}
                assert marks_in(json.dumps(view)) <= witness.may_see(client)


PUBLIC = ("base", "graveyard", "exile", "resolution")
SEEN_OF_A_PLAYER = {
    "life", "material", "ingredient", "souls", "resting_souls", "soul_deck", "hand", "hand_size", "deck_size", "base",
    "graveyard", "exile",
}  # fmt: skip


def looks(view: dict[str, Any], key: str) -> bool:
    """Whether a card is one of a hidden zone that is looked at just now."""
    return int(key) in view["looked"]


# --- 2. the state is cut, and the events are not (phase-rs/phase#5037) ------------------------------------------------


async def test_events_tell_that_the_opponent_has_drawn_and_not_what(virtual_time: VirtualLoop) -> None:
    draws = first(lambda stage, taken: any(event[0] == "card_drawn" for event in taken.events))
    async with a_match(virtual_time, draws) as (stage, witness, (draw, *_)):
        await decide(stage, witness, draw)
        seat = next(event[1] for event in draw.events if event[0] == "card_drawn")
        (mine, *_), (theirs, *_) = (told(of_seat(stage, each), "card_drawn") for each in (seat, 1 - seat))
        assert mine["card"]
        assert theirs == {"type": "card_drawn", "seat": SEATS[seat], "card": 0}
        assert not speak_of(of_seat(stage, 1 - seat).frames[-1:]) & marks_of(witness.game, hand_of(witness.game, seat))


def hand_of(game: Game, seat: int) -> set[int]:
    return set(game._match.state.hand[seat])


# --- 3. whole states lie inside of what is sent (phase-rs/phase#2340, boardgame.io#399, #1159, #227) ------------------


async def test_nothing_that_is_sent_holds_what_the_game_follows_from(virtual_time: VirtualLoop) -> None:
    async with a_match(virtual_time) as (stage, witness, taken):
        secrets = [witness.game._match.state.seed]
        for each in taken[:60]:
            await decide(stage, witness, each)
            secrets.append(witness.game.chain)
            for client in stage.clients:
                client.send(Resync())
            await stage.deliver_all()
            witness.look()
        secrets += [record.body for record in await stage.store.read(stage.viewer.table.id)]
        for client in stage.clients:
            sent = "".join(str(frame) for _, frame in client.frames)
            for secret in secrets:
                assert not any(spelling in sent for spelling in spellings(secret))


def spellings(secret: bytes) -> Iterator[str]:
    """How a secret looks in JSON, alone or somewhere inside of other bytes."""
    yield secret.hex()
    for before in range(3):  # bytes that stand before it in the same group of three
        spelled = base64.b64encode(bytes(before) + secret)
        whole = spelled[-(-8 * before // 6) : 8 * (before + len(secret)) // 6].decode()
        yield from (whole, whole.translate(str.maketrans("+/", "-_")))


# --- 4. that nobody is asked tells that there is no answer (throneteki#1054, #2174, #331, forceteki#1895, #2631, #2769,
# #2821; both direct peers) --------------------------------------------------------------------------------------------


async def test_an_attack_is_answered_in_the_same_frames_with_and_without_an_answer_in_hand(
    virtual_time: VirtualLoop,
) -> None:
    """The one has a Quick card in hand and the other has not, and both pass."""
    met = 0
    for number in range(TRIES):
        async with Story(virtual_time, number, Opponent()) as story:
            decisions = await story.begin(LENGTH)
            if here := answers_held_back(story, decisions):
                met += here
                await story.go(decisions)
        if met >= 3:
            return
    raise LookupError(f"among {TRIES} stories there are only {met} such attacks")


def answers_held_back(story: Story, decisions: Sequence[Decision]) -> int:
    """How often the other player passes with an answer in one world, and without any in the other."""
    games = [world.game_of(world.viewer).clone() for world in story.worlds]
    held_back = 0
    for decision in decisions:
        prompts = [prompt for game in games if (prompt := game.prompt) is not None]
        is_asked = prompts[0].kind == PromptKind.QUICK and prompts[0].seat == story.worlds[0].other.table.seat
        may_answer = [len(prompt.legal()) > 1 for prompt in prompts]
        held_back += is_asked and decision.verb == "pass" and may_answer[0] != may_answer[1]
        for game in games:
            game.decide(decision)
    return held_back


# --- 5. hidden cards can be chosen (throneteki#3449) ------------------------------------------------------------------


async def test_a_question_names_only_cards_that_the_asked_player_knows(virtual_time: VirtualLoop) -> None:
    async with a_match(virtual_time) as (stage, witness, taken):
        for each in taken:
            await decide(stage, witness, each)
            for client in stage.clients:
                if client.end.prompt is not None:
                    handles = {str(handle) for handle in handles_in(client.end.prompt)}
                    assert handles <= set(client.end.view["cards"])  # type: ignore[call-overload]


def handles_in(prompt: dict[str, Any]) -> Iterator[int]:
    """Every handle of which a question speaks; 0 where it speaks of a card that has none."""
    if "source" in prompt:
        yield prompt["source"]
    yield from prompt.get("candidates", ())
    yield from (entry["card"] for entry in prompt.get("entries", ()) if entry["card"])  # 0: it is not known any more
    offered = prompt.get("decisions", {})
    yield from offered.get("play", ())
    yield from offered.get("block", ())
    yield from (card for card, *_ in offered.get("activate", ()))
    for attacker, *targets in offered.get("attack", ()):
        yield attacker
        yield from filter(None, targets)  # 0: the player


# --- 6. a card is shown before it is played (throneteki#2514) ---------------------------------------------------------


async def test_a_card_of_a_hand_is_told_with_its_play_and_not_while_it_is_thought_about(
    virtual_time: VirtualLoop,
) -> None:
    async with a_match(virtual_time, a_play_among_other_choices) as (stage, witness, (play, *_)):
        viewer, other = stage.viewer, stage.other
        before = len(viewer.frames)
        prompt = other.end.prompt
        assert prompt is not None
        for legal in (play.decision, *witness.game.prompt.legal()):  # type: ignore[union-attr]
            other.send(Preview(prompt=witness.game.prompt.id, decisions=(to_wire(legal),)))  # type: ignore[union-attr]
        await stage.deliver_all()
        assert any(answer.would for answer in other.of(WouldAsk))
        assert len(viewer.frames) == before
        card = witness.game._match.state.handles[play.seat].index(play.decision.card)
        assert not marks_of(witness.game, {card}) & speak_of(viewer.frames)
        await decide(stage, witness, play)
        assert marks_of(witness.game, {card}) <= speak_of(viewer.frames[before:])


def a_play_among_other_choices(stage: Stage, game: Game, taken: list[Taken]) -> int:
    """The other player plays a card, and could have done something of which the next question can be asked first."""
    game = game.clone()
    for place, each in enumerate(taken):
        is_play = each.decision.verb == "play" and of_seat(stage, each.seat) is stage.other
        if is_play and game.prompt is not None and any(map(game.preview, [[legal] for legal in game.prompt.legal()])):
            return place
        game.decide(each.decision)
    return -1


# --- 7. animations and histories tell more than the moment did (HearthSim/hs-bugs#479, #19) ---------------------------


async def test_whoever_comes_back_is_told_the_past_as_it_was_told_at_the_time(virtual_time: VirtualLoop) -> None:
    cards = Cards(1, are_named=True)
    present, absent = (Stage(virtual_time, 1, JSON, cards) for _ in range(2))
    async with present, absent:
        await start([present, absent])
        for stage in (present, absent):
            await stage.sit_down(cards.of(0), Opponent().places(stage))
        missed = 0
        for taken in ahead(present.game_of(present.viewer), 1, 40):
            _ = present.send_decision(taken.decision)
            await present.deliver_all()
            if absent.asked_player is absent.viewer:
                await come_back(absent)
            _ = absent.send_decision(taken.decision)
            await absent.deliver_all()
            missed += not absent.viewer.is_connected
            absent.viewer.cut()
            await absent.deliver_all()
        await come_back(absent)
        assert missed > 8
        assert updates_of(absent.viewer) == updates_of(present.viewer)


async def come_back(stage: Stage) -> None:
    if not stage.viewer.is_connected:
        await stage.connect(stage.viewer, stage.owner)
        await stage.deliver_all()


def updates_of(client: Recorder) -> list[Frame]:
    frames = (frame for _, frame in client.frames)
    return [frame for frame in frames if isinstance(CODECS[client.codec].from_server(frame), Update)]


# --- 8. the computer looks at the cards (Card-Forge/forge#3730) -------------------------------------------------------


@pytest.mark.parametrize(("name", "games"), [("greedy", 4), ("search", 1), ("beginner", 4), ("random", 4)])
def test_a_bot_decides_the_same_whatever_it_may_not_know(name: str, games: int) -> None:
    assert set(HOUSE_BOTS) == {"greedy", "search", "beginner", "random"}, "each of them is tested here"
    bots: Bots = {**HOUSE_BOTS, BRIEF.name: BRIEF}
    others = 0
    for number in range(games):
        game, chooser, rng = begin(number), Chooser(number), Random(number)
        while (prompt := game.prompt) is not None and game.decisions < 60:
            seat = SEATS.index(prompt.seat)
            world = another_world(game, seat, rng, set())
            others += world._match.state.cards != game._match.state.cards
            assert thinker.packed(asked_of(world, "log")) == thinker.packed(asked_of(game, "log"))
            assert bot_decision(bots, name, world, "log") == bot_decision(bots, name, game, "log")
            game.decide(chooser.decide(prompt))
    assert others > 50 * games


# --- 9. what was shown once is known for ever (phase-rs/phase#8059) ---------------------------------------------------


async def test_cards_that_were_looked_at_and_put_back_are_not_known_any_longer(virtual_time: VirtualLoop) -> None:
    async with a_match(virtual_time, a_look_that_ends_in_the_deck) as (stage, witness, (look, *taken)):
        await decide(stage, witness, look)
        state = witness.game._match.state
        looked, client = state.looked[1:], of_seat(stage, state.looked[0])
        assert marks_of(witness.game, set(looked)) <= speak_of(client.frames[-1:])
        while witness.game._match.state.looked:
            await decide(stage, witness, taken.pop(0))
        back = {card for card in looked if witness.game._match.state.place[card] == DECK}
        assert back
        client.send(Resync())
        await stage.deliver_all()
        for known in (client.end.view, client.of(Snapshot)[-1].view):
            assert not marks_of(witness.game, back) & marks_in(json.dumps(known))


def a_look_that_ends_in_the_deck(stage: Stage, game: Game, taken: list[Taken]) -> int:
    """A decision after which somebody looks at cards, of which some lie in the deck when the looking is over."""
    game = game.clone()
    begun, looked = -1, list[int]()
    for place, each in enumerate(taken):
        game.decide(each.decision)
        state = game._match.state
        if looked and not state.looked:
            if any(state.place[card] == DECK for card in looked):
                return begun
            looked = []
        if state.looked and not looked:
            begun, looked = place, state.looked[1:]
    return -1


# --- 10. what was seen is taken back (ymichael/everdell#31) -----------------------------------------------------------


async def test_trying_a_decision_out_shows_nothing_that_the_decision_itself_would_show(
    virtual_time: VirtualLoop,
) -> None:
    draws = first(lambda stage, taken: taken.decision.verb == "draw")
    async with a_match(virtual_time, draws) as (stage, witness, (draw, *_)):
        client = of_seat(stage, draw.seat)
        before = len(client.frames)
        assert witness.game.prompt is not None
        tried = Preview(prompt=witness.game.prompt.id, decisions=(to_wire(draw.decision),))
        for _ in range(3):
            client.send(tried)
        await stage.deliver_all()
        assert client.of(WouldAsk) == 3 * [WouldAsk(prompt=tried.prompt)]
        assert speak_of(client.frames[before:]) == set()
        await decide(stage, witness, draw)
        assert speak_of(client.frames[before:]) - speak_of(client.frames[:before]), "the card that was drawn"


# --- the direct peers -------------------------------------------------------------------------------------------------


async def test_the_opponent_is_told_how_many_cards_were_looked_at_and_not_which(virtual_time: VirtualLoop) -> None:
    looks = first(lambda stage, taken: any(event[0] == "cards_looked" for event in taken.events))
    async with a_match(virtual_time, looks) as (stage, witness, (look, *_)):
        await decide(stage, witness, look)
        seat, amount = next((event[1], event[2]) for event in look.events if event[0] == "cards_looked")
        (mine,), (theirs,) = (told(of_seat(stage, each), "cards_looked") for each in (seat, 1 - seat))
        assert len(mine["cards"]) == amount  # type: ignore[arg-type]
        assert theirs == {"type": "cards_looked", "seat": SEATS[seat], "amount": amount}
        assert of_seat(stage, 1 - seat).of(Update)[-1].prompt is UNSET
        witness.look()


async def test_whoever_comes_to_watch_sees_what_everyone_may_see_and_a_player_what_its_seat_may(
    virtual_time: VirtualLoop,
) -> None:
    """One peer shows everyone who watches both hands, and what lies on both decks."""
    async with a_match(virtual_time, terms=Terms(watch=NOW)) as (stage, witness, taken):
        for each in taken[:40]:
            await decide(stage, witness, each)
        viewer, game = stage.viewer, witness.game
        stranger = stage.admit(JSON, SPECTATORS)
        player = stage.admit(MSGPACK, stage.viewer_seat, viewer.guest)
        for watcher in (stranger, player):
            await stage.connect(watcher, stage.elsewhere)
            await stage.deliver_all()
            watcher.send(Watch(table=viewer.table.id))
            await stage.pass_time(1)
            assert speak_of(watcher.frames)
        witness.look()
        assert [stranger.end.view, player.end.view] == [game.view(SPECTATOR), game.view(viewer.table.seat)]


async def test_a_second_tab_sees_what_its_seat_may_see_and_a_stranger_sees_nothing(virtual_time: VirtualLoop) -> None:
    async with a_match(virtual_time) as (stage, witness, taken):
        for each in taken[:40]:
            await decide(stage, witness, each)
        viewer = stage.viewer
        tab = Recorder(viewer.guest, MSGPACK, virtual_time)
        stranger = Recorder(Guest("guest 9", "Cay"), MSGPACK, virtual_time)
        stranger.end.table = viewer.table
        stranger.end.seq = viewer.end.seq
        stage.clients += [tab, stranger]
        for client in (tab, stranger):
            await stage.connect(client, stage.elsewhere)
            await stage.deliver_all()
        for pry in (Join(code=viewer.table.code, deck=player.DECK), Resync(), ListTables(standings=True)):
            stranger.send(pry)
        await stage.deliver_all()
        assert [type(message) for message in stranger.seen] == [Welcome, Refused, Refused, Tables]
        assert speak_of(stranger.frames) == set()
        assert tab.end.view == stage.game_of(viewer).view(viewer.table.seat)
        assert speak_of(tab.frames) <= witness.may_see(viewer)
        assert viewer.wire.peer.is_closing


async def test_no_address_of_the_server_tells_of_a_match_what_not_everyone_may_know(settings: Settings) -> None:
    """One peer serves the replay of a running game, and with it both hands."""
    cards = Cards(1, are_named=True)
    addresses = [
        route.path
        for route in create_app(replace(settings, state_dir=settings.state_dir / "other"), BOTS, pool=cards.pool).routes
        if isinstance(route, Route) and "GET" in (route.methods or ())
    ]
    async with running(settings, BOTS, Scripted(1), cards.pool) as url, httpx.AsyncClient(base_url=url) as http:
        ann, ben = [await player.Player(url, name).arrive() for name in ("Ann", "Ben")]
        known = {address: marks_in((await http.get(address)).text) for address in addresses}
        await ann.send(CreateTable(opponent="human", deck=a_deck(cards.of(0)[0])))
        table = await ann.wait(Table)
        await ben.send(Join(code=table.code, deck=a_deck(cards.of(0)[1])))
        for each in (ann, ben):
            await each.wait(Snapshot)
        while not all(marks_in(json.dumps(each.end.view)) for each in (ann, ben)):
            for each in (ann, ben):
                await each.catch_up()
                if each.end.prompt is not None:
                    await each.decide(player.any_decision(each.end.prompt, Random(1)))
        for address in [*addresses, "/api/replay/{id}", "/api/replay/{id}?all=1", "/api/tables/{id}", "/overlay/{id}"]:
            for name in (table.id, table.log, table.code):
                answer = await http.get(address.replace("{id}", name))
                assert marks_in(answer.text) <= known.get(address, set())
        for each in (ann, ben):
            await each.leave()


async def test_the_code_of_a_private_table_is_told_to_nobody_else(virtual_time: VirtualLoop) -> None:
    """One peer lists the codes of all rooms, so that none is private."""
    stage = Stage(virtual_time, 1, JSON, Cards(1, are_named=True))
    async with stage:
        await stage.start(stage.cards.pool)
        await stage.arrive()
        ann, ben = stage.clients
        ann.send(CreateTable(opponent="human", deck=a_deck(stage.cards.of(0)[0])))
        await stage.deliver_all()
        ben.send(ListTables())
        await stage.deliver_all()
        assert ben.of(Tables) == [Tables(open=(), live=())]
        assert not any(ann.table.code in str(frame) for _, frame in ben.frames)


async def test_a_card_that_was_out_of_sight_is_not_recognised_when_it_comes_back(virtual_time: VirtualLoop) -> None:
    """One peer numbers the cards of a game for good, so that a card that went back to a hand is known there."""
    async with a_match(virtual_time, a_card_that_comes_back, 100) as (stage, witness, taken):
        seen: dict[str, int] = {}
        out_of_sight = set[str]()
        again = 0
        for each in taken:
            before = witness.game._match.state.place[:]
            await decide(stage, witness, each)
            view: dict[str, Any] = stage.viewer.end.view
            handles = {mark: int(handle) for handle, card in view["cards"].items() for mark in marks_in(card["number"])}
            for card, (was, now) in enumerate(zip(before, witness.game._match.state.place, strict=True)):
                (mark,) = marks_of(witness.game, {card})
                if was == BASE and now == HAND and witness.game._match.state.owner(card) != stage.viewer_seat:
                    out_of_sight.add(mark)
                elif mark in out_of_sight and was == HAND and now == BASE:
                    assert handles[mark] > seen[mark]
                    again += 1
            seen.update(handles)
        assert again


def a_card_that_comes_back(stage: Stage, game: Game, taken: list[Taken]) -> int:
    """The beginning, of a game in which a card of the other player goes back to its hand and is played again."""
    game, went_back = game.clone(), set[int]()
    for each in taken:
        before = game._match.state.place[:]
        game.decide(each.decision)
        for card, (was, now) in enumerate(zip(before, game._match.state.place, strict=True)):
            if game._match.state.owner(card) == stage.viewer_seat:
                continue
            if was == BASE and now == HAND:
                went_back.add(card)
            elif card in went_back and was == HAND and now == BASE:
                return 0
    return -1
