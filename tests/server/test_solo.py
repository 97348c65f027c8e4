"""Playing on alone from a position: a moment of a finished match, or a lesson."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
import pytest

from engine import Game, catalogue
from engine.model import decisions
from engine.model.position import CardAt, Position, Side
from engine.model.terms import SeatName
from server import records, restore
from server.auth import Guest
from server.bots import Bot
from server.protocol.messages import JSON, MSGPACK, Learn, Leave, PlayOn, Refused, Rematch, Table, Watch
from server.protocol.shapes import Decision, LessonFacts, Offered, Prompt
from server.pulse import Timers
from server.records import Decided, Started
from server.replays import FromPosition, Replays
from tests.server.bots import BOTS
from tests.server.player import DECK, OTHER_DECK
from tests.server.test_rematch import finish
from tests.server.world import Client, World


async def moment_of(world: World, room: str, at: int) -> Game:
    """The match as its own log has it, after so many decisions."""
    entries = [records.decode(record.body) for record in await world.store.read(room)]
    kept, left = [], at
    for entry in entries:
        if isinstance(entry, Started) or (isinstance(entry, Decided) and left > 0):
            kept.append(entry)
            left -= isinstance(entry, Decided)
    game = restore.replay(kept, catalogue, restore.untouched()).game
    assert game is not None
    return game


async def finished(world: World, decisions: int = 40) -> tuple[Client, str]:
    """One who has left a finished match, and its name."""
    await world.start()
    await world.seat()
    await world.play(decisions)
    room = await finish(world)
    return world.clients[0], room


async def position_of(world: World, client: Client) -> bytes:
    """What the match of a client began from."""
    entries = [records.decode(record.body) for record in await world.store.read(client.table.id)]
    return next(entry for entry in entries if isinstance(entry, Started)).position


def refusal(client: Client) -> tuple[str, str]:
    told = client.of(Refused)[-1]
    return told.code, told.why


async def test_a_match_goes_on_from_a_moment_of_a_finished_one_in_either_seat(world: World) -> None:
    ann, room = await finished(world)
    moments: tuple[tuple[int, SeatName], ...] = ((25, "A"), (0, "B"), (39, "B"))
    for at, seat in moments:
        ann.send(PlayOn(room, at, seat))
        await world.deliver_all()
        assert ann.table.seat == seat
        assert await position_of(world, ann) == (await moment_of(world, room, at)).save()
        while ann.end.prompt is not None and ann.end.outcome is None:
            world.decide(ann)
            await world.deliver_all()
        assert ann.end.outcome is not None


async def test_the_new_match_survives_its_worker(company: World) -> None:
    first, second = company.nodes
    await company.seat(first, first)
    await company.play(40)
    room, ann = await finish(company), company.clients[0]
    ann.send(PlayOn(room, 20, "A"))
    await company.deliver_all()
    company.decide(ann)
    await company.deliver_all()
    before = ann.end.view
    first.kill()
    company.cut_at(first)
    await company.connect(ann, second)
    await company.pass_time(4 * Timers().roll)
    assert ann.end.view == before
    company.decide(ann)
    await company.deliver_all()
    assert ann.end.acked == 2


async def test_it_is_played_again_from_the_same_position(world: World) -> None:
    ann, room = await finished(world)
    ann.send(PlayOn(room, 20, "A"))
    await world.deliver_all()
    await finish(world, ann)
    ann.send(Rematch())
    await world.deliver_all()
    assert (await position_of(world, ann)) == (await moment_of(world, room, 20)).save()


async def test_a_rematch_has_the_cards_of_the_position_whatever_deck_is_brought(world: World) -> None:
    ann, room = await finished(world)
    ann.send(PlayOn(room, 20, "A"))
    await world.deliver_all()
    row = await world.store.row(ann.table.id)
    assert row is not None
    await finish(world, ann)
    ann.send(Rematch(deck=OTHER_DECK if row.seats["A"].deck_name != "Trial deck 2" else DECK))
    await world.deliver_all()
    again = await world.store.row(ann.table.id)
    assert again is not None
    assert again.id != row.id
    assert {seat: each.deck for seat, each in again.seats.items()} == {
        seat: each.deck for seat, each in row.seats.items()
    }


async def test_whoever_sits_at_a_table_costs_no_match_that_is_played_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, room = await finished(world)
    ann.send(PlayOn(room, 20, "A"))
    await world.deliver_all()
    table = ann.table.id
    monkeypatch.delattr(Replays, "moment")
    ann.send(PlayOn(room, 20, "B"))
    await world.deliver_all()
    assert refusal(ann)[0] == "bad_state"
    assert ann.table.id == table


async def test_two_windows_of_a_guest_that_ask_at_once_get_one_table(company: World) -> None:
    first, second = company.nodes
    await company.seat(first, first)
    await company.play(20)
    room = await finish(company)
    tabs = [Client(Guest("guest 9", "Cay"), codec) for codec in (JSON, MSGPACK)]
    tabs[1].end.tab = "another tab"
    company.clients += tabs
    for tab, node in zip(tabs, (first, second), strict=True):
        await company.connect(tab, node)
    await company.deliver_all()
    for tab in tabs:
        tab.send(PlayOn(room, 10, "A"))
        tab.wire.deliver_up()
    await company.deliver_all()
    assert sum(len(tab.of(Table)) for tab in tabs) == 1
    assert [told.code for tab in tabs for told in tab.of(Refused)] == ["bad_state"]


async def test_nobody_watches_it_and_it_has_no_replay(world: World) -> None:
    ann, room = await finished(world)
    ben = world.clients[1]
    ann.send(PlayOn(room, 20, "A"))
    ben.send(Leave())
    await world.deliver_all()
    ben.send(Watch(ann.table.id))
    await world.deliver_all()
    assert refusal(ben)[0] == "unknown_table"
    await finish(world, ann)
    with pytest.raises(FromPosition):
        await world.worker.replays.file(ann.table.id)
    ann.send(PlayOn(ann.table.id, 0, "A"))
    await world.deliver_all()
    assert refusal(ann) == ("bad_state", "This match itself went on from a position.")


async def test_nothing_is_told_of_a_match_that_goes_on(world: World) -> None:
    await world.start()
    await world.seat()
    await world.play(10)
    running = world.clients[0].table.id
    world.clients.append(Client(Guest("guest 9", "Cay"), JSON))
    cay = world.clients[-1]
    await world.connect(cay)
    for room in (running, "no-such-room", "../etc"):
        cay.send(PlayOn(room, 5, "A"))
        await world.deliver_all()
        assert refusal(cay) == ("unknown_table", "There is no finished match of this name.")
    assert cay.end.table is None


async def test_who_sits_at_a_table_or_asks_for_the_end_is_refused(world: World) -> None:
    ann, room = await finished(world)
    entries = [records.decode(record.body) for record in await world.store.read(room)]
    decisions = sum(isinstance(entry, Decided) for entry in entries)
    end = decisions + 1  # it was conceded
    ann.send(PlayOn(room, end + 1, "A"))
    await world.deliver_all()
    assert refusal(ann) == ("bad_state", f"This match has {end} decisions, and not {end + 1}.")
    assert ann.table.id == room
    ann.send(PlayOn(room, end, "A"))
    await world.deliver_all()
    assert ann.table.id != room
    assert await position_of(world, ann) == (await moment_of(world, room, decisions)).save()
    ann.send(PlayOn(room, 4, "A"))
    await world.deliver_all()
    assert refusal(ann)[0] == "bad_state"


class Hit(NamedTuple):
    """A lesson of this test: one attack wins."""

    facts: LessonFacts
    position: Position
    line: Mapping[int, decisions.Decision]
    opponent: Bot


HIT = Hit(
    LessonFacts(name="hit", title="Hit", kind="lesson", goal="Win."),
    Position(
        {
            "A": Side(base=(CardAt("ETD01-002"),), deck=(CardAt("ETD01-003"),) * 5),
            "B": Side(life=1, deck=(CardAt("ETD01-003"),) * 5),
        }
    ),
    {},
    BOTS["random"],
)


async def test_a_lesson_is_played_and_the_table_says_which(world: World) -> None:
    world.lessons = {"hit": HIT}
    await world.start()
    await world.arrive()
    ann = world.clients[0]
    ann.send(Learn("unheard-of"))
    await world.deliver_all()
    assert refusal(ann) == ("bad_state", "There is no lesson 'unheard-of'.")
    ann.send(Learn("hit"))
    await world.deliver_all()
    assert (ann.table.lesson, ann.table.seat) == ("hit", "A")
    assert ann.end.prompt is not None
    decisions = msgspec.convert(ann.end.prompt, Prompt).decisions
    assert isinstance(decisions, Offered)
    ((attacker, _),) = decisions.attack
    ann.send(ann.end.decide(Decision("attack", attacker)))
    await world.pass_time(10.0)
    assert ann.end.outcome is not None
    assert ann.end.outcome.winner == "A"
