"""After the end: both want to play again, and do so at a new table, whoever owns the old one and wherever they are."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from clients.replays import Difference, decode, verify
from engine import catalogue
from engine.decks import PRESETS
from engine.model.terms import OTHER, SeatName
from server import records, relayed
from server.controls import controls
from server.protocol import shuffles
from server.protocol.messages import (
    CreateTable,
    DeckChoice,
    Join,
    Leave,
    LeftTable,
    Matched,
    Message,
    Presence,
    Queue,
    Refused,
    Rematch,
    RematchDeclined,
    RematchOffered,
    Snapshot,
    Table,
)
from server.pulse import Timers
from server.records import Started
from server.rooms import Rooms
from tests.server.nodes import SharedGround
from tests.server.player import DECK
from tests.server.truth import both_see_what_is_so, nothing_is_lost_or_doubled
from tests.server.world import Client, World

AWHILE = 4 * Timers().roll
"""In this time everything that was lost is found out."""


async def finish(world: World, client: Client | None = None) -> str:
    """One of them concedes; the name of the finished table."""
    client = client or world.asked
    client.send(client.end.concede())
    await world.deliver_all()
    return client.table.id


async def ask(world: World, *clients: Client, deck: DeckChoice | None = None) -> None:
    """These ask for a rematch, one after the other."""
    for client in clients:
        client.send(Rematch() if deck is None else Rematch(deck=deck))
        await world.deliver_all()


async def started_of(world: World, room: str) -> Started:
    """How the match of a room began."""
    store = next(node.store for node in world.nodes if not node.is_gone)
    entries = [records.decode(record.body) for record in await store.read(room)]
    return next(entry for entry in entries if isinstance(entry, Started))


def since(client: Client, mark: int) -> list[type[Message]]:
    """The kinds of messages that a client was sent since then."""
    return [type(message) for message in client.seen[mark:]]


async def play_on(world: World, last: str, decisions: int = 20) -> None:
    """Both are at one new table, and play there."""
    ann, ben = world.clients[:2]
    assert ann.table.id == ben.table.id != last
    assert ann.table.state == ben.table.state == "playing"
    await world.play(decisions)
    both_see_what_is_so(world)
    await nothing_is_lost_or_doubled(world)


# --- agreed -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("places", [(0, 0), (0, 1), (1, 0), (1, 1)], ids=str)
async def test_two_who_both_want_a_rematch_play_it_at_a_new_table(company: World, places: tuple[int, int]) -> None:
    w0 = company.nodes[0]
    await company.seat(w0, w0)
    ann, ben = company.clients
    seats = [client.table.seat for client in company.clients]
    for client in company.clients:
        client.cut()
    await company.deliver_all()
    await company.arrive(*[company.nodes[place] for place in places])
    await company.play(10)
    last = await finish(company)
    marks = [len(client.seen) for client in company.clients]
    await ask(company, ben)
    for client, mark in zip(company.clients, marks, strict=True):
        assert client.seen[mark:] == [RematchOffered(seat=ben.table.seat)]
    await ask(company, ann)
    for client, mark in zip(company.clients, marks, strict=True):
        assert since(client, mark)[:4] == [RematchOffered, RematchOffered, Table, Snapshot]
    assert [client.table.seat for client in company.clients] == seats
    assert not ann.end.offers
    await play_on(company, last)


async def test_in_a_rematch_the_other_player_chooses_who_goes_first(company: World) -> None:
    await company.seat()
    choosers: list[SeatName] = []
    last = ""
    for _ in range(4):
        choosers.append(company.asked.table.seat)
        await company.play(1 if len(choosers) % 2 else 7)
        last = await finish(company)
        await ask(company, *company.clients)
        assert company.clients[0].table.id != last
    assert choosers == [choosers[0], OTHER[choosers[0]]] * 2
    assert (await started_of(company, last)).chooser == choosers[-1]


async def test_over_several_matches_the_two_take_turns_in_choosing_whoever_owns_the_table(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    chose = []
    for number in range(4):
        chose.append(company.asked)
        await finish(company, company.asked if number % 2 else company.idle)
        if number == 2:
            room = company.room_of(ann)
            await company.hand_over(ann, w1 if room.match.row.owner == w0.name else w0)
        await ask(company, ann, ben)
        await company.pass_time(1.0)
    assert chose[0] is chose[2]
    assert chose[1] is chose[3]
    assert chose[0] is not chose[1]


async def test_a_rematch_is_played_with_the_last_decks_or_with_another(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    first = await started_of(company, ann.table.id)
    await finish(company)
    await ask(company, ann, deck=DeckChoice(preset="trial-2"))
    await ask(company, ben)
    second = await started_of(company, ann.table.id)
    assert second.decks[ann.table.seat][1] == PRESETS["trial-2"].main
    assert second.decks[ben.table.seat] == first.decks[ben.table.seat]
    assert second.seed != first.seed


async def test_a_rematch_is_played_under_the_settings_of_the_table(company: World) -> None:
    await company.arrive()
    ann, ben = company.clients
    ann.send(CreateTable(opponent="human", deck=DECK, open=True, time="fast"))
    await company.deliver_all()
    ben.send(Join(code=ann.table.code, deck=DECK))
    await company.deliver_all()
    last = await finish(company)
    await ask(company, ben, ann)
    starts = [await started_of(company, room) for room in (last, ann.table.id)]
    assert starts[0].time == starts[1].time == controls()["fast"]
    assert ann.end.clocks is not None
    old, new = [await company.store.row(room) for room in (last, ann.table.id)]
    assert old is not None
    assert new is not None
    assert (new.open, new.time, new.pin) == (old.open, old.time, old.pin) == (True, "fast", old.pin)
    assert new.code != old.code


async def test_each_adds_to_the_shuffles_of_a_rematch_anew(company: World) -> None:
    await company.arrive()
    ann, ben = company.clients
    ann.send(CreateTable(opponent="human", deck=DECK, entropy="Ann's first"))
    await company.deliver_all()
    ben.send(Join(code=ann.table.code, deck=DECK, entropy="Ben's first"))
    await company.deliver_all()
    first = await started_of(company, await finish(company))
    ann.send(Rematch(entropy="Ann's second"))
    await company.deliver_all()
    await ask(company, ben)
    second = await started_of(company, ann.table.id)
    assert second.entropy == {ann.table.seat: "Ann's second"}, "nothing is added twice"
    assert second.secret != first.secret
    assert second.seed == shuffles.seed_of(second.secret, second.entropy, ann.table.log)
    assert {client.of(Table)[-1].commitment for client in (ann, ben)} == {shuffles.commitment(second.secret)}


async def test_a_rematch_is_proved_by_its_replay_with_whoever_was_to_choose(company: World) -> None:
    await company.seat()
    await finish(company)
    await ask(company, *company.clients)
    chooser = company.asked.table.seat
    await company.play(10)
    room = await finish(company)
    replay = decode(await company.nodes[0].worker.replays.file(room))
    assert replay.head.chooser == chooser
    assert verify(replay, catalogue, company.clients[0].table.commitment).reason == "concede"
    for named in (OTHER[chooser], ""):
        with pytest.raises(Difference, match="before the first decision"):
            verify(replace(replay, head=replace(replay.head, chooser=named)), catalogue)


async def test_a_bot_plays_again_at_once(company: World) -> None:
    await company.arrive()
    ann = company.clients[0]
    ann.send(CreateTable(opponent="bot", deck=DECK))
    await company.deliver_all()
    last = ann.table.id
    ann.send(ann.end.concede())
    await company.deliver_all()
    await ask(company, ann)
    assert ann.table.id != last
    assert ann.table.state == "playing"
    assert ann.end.players is not None
    first, second = [await started_of(company, room) for room in (last, ann.table.id)]
    assert second.decks == first.decks
    assert second.chooser is not None


async def test_whoever_is_away_when_the_other_agrees_comes_back_to_the_rematch(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    last = await finish(company)
    await ask(company, ben)
    ben.cut()
    await company.deliver_all()
    await ask(company, ann)
    assert ann.table.id != last
    await company.connect(ben, w0)
    await company.deliver_all()
    await play_on(company, last)


async def test_an_offer_is_known_to_whoever_comes_back(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    await finish(company)
    ann.cut()
    await company.deliver_all()
    await ask(company, ben)
    await company.connect(ann)
    await company.deliver_all()
    assert ann.end.offers == ben.end.offers == {ben.table.seat: None}


@pytest.mark.parametrize("after", [1, 2])
async def test_a_rematch_is_made_though_the_owner_of_the_table_dies(
    company: World, shared: SharedGround, after: int
) -> None:
    """The owner dies when one has offered it, or when both have, and it is just about to make the room."""
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann = company.clients[0]
    ann.cut()
    await company.connect(ann, w1)
    await company.deliver_all()
    last = await finish(company)
    if after == 2:
        w0.worker.rooms.create = never  # type: ignore[method-assign, assignment]
    await ask(company, *company.clients[:after])
    assert ann.table.id == last
    w0.kill()
    await company.pass_time(2 * Timers().lease + AWHILE)
    await ask(company, *company.clients[after:])
    await company.pass_time(AWHILE)
    await play_on(company, last)


async def never(*_: object, **__: object) -> None:
    """A room that is never made: whoever makes it waits until its process is killed."""
    await asyncio.get_running_loop().create_future()


async def test_a_rematch_is_found_though_the_message_that_leads_there_is_lost(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    last = await finish(company)
    lost: list[relayed.Message] = []

    def loses(sender: str, receiver: str, message: relayed.Message) -> bool:
        is_first = isinstance(message, relayed.Reseat) and not lost
        if is_first:
            lost.append(message)
        return is_first

    shared.loses = loses
    await ask(company, *company.clients)
    assert lost
    await company.pass_time(AWHILE)
    await play_on(company, last)


async def test_a_rematch_is_made_once_however_often_it_is_asked_for(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    last = await finish(company)
    for client in company.clients:
        for _ in range(3):
            client.send(Rematch())
    await company.deliver_all()
    await company.pass_time(AWHILE)
    await play_on(company, last)
    assert sum(len(node.worker.rooms) for node in company.nodes if node.worker.rooms) <= 2
    for client in company.clients:
        assert [sitting.state for sitting in await company.store.rooms_of(client.guest.id)] == ["playing"]


# --- not agreed -------------------------------------------------------------------------------------------------------


async def test_nobody_can_ask_for_a_rematch_before_the_end(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    await ask(company, ann)
    assert ann.of(Refused)[-1].code == "bad_state"
    assert not ben.of(RematchOffered)
    await company.play(3)


async def test_a_deck_that_may_not_be_played_is_refused_and_nothing_is_offered(company: World) -> None:
    await company.seat()
    ann, ben = company.clients
    await finish(company)
    await ask(company, ann, deck=DeckChoice(main={"ETD01-001": 4}))
    assert ann.of(Refused)[-1].code == "invalid_deck"
    assert ann.of(Refused)[-1].defects
    assert not ben.of(RematchOffered)


@pytest.mark.parametrize("who", [0, 1], ids=["its offer is taken back", "it is declined"])
async def test_an_offer_that_was_declined_stands_no_more(company: World, who: int) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    last = await finish(company)
    await ask(company, ann)
    no = company.clients[who]
    no.send(Rematch(on=False))
    await company.deliver_all()
    for client in company.clients:
        assert client.seen[-1] == RematchDeclined(seat=no.table.seat)
        assert client.end.offers == {}
    await ask(company, ben)
    assert ben.table.id == last, "one alone plays no rematch"
    await ask(company, ann)
    await play_on(company, last)


@pytest.mark.parametrize("message", [Rematch(on=False), Leave()], ids=["declines", "leaves"])
async def test_nobody_goes_back_on_a_rematch_whose_room_is_being_made(
    company: World, monkeypatch: pytest.MonkeyPatch, message: Rematch | Leave
) -> None:
    store_answers, create = asyncio.Event(), Rooms.create

    async def slowly(self: Rooms, *args: Any) -> object:
        await store_answers.wait()
        return await create(self, *args)

    await company.seat(*company.nodes)
    last = await finish(company)
    ann, _ = company.clients
    with monkeypatch.context() as slow:
        slow.setattr(Rooms, "create", slowly)
        await ask(company, *company.clients)
        ann.send(message)
        await company.deliver_all()
        assert ann.of(Refused)[-1].code == "bad_state"
        assert not ann.of(RematchDeclined)
        store_answers.set()
        await company.pass_time(AWHILE)
    await play_on(company, last)


async def test_who_declines_when_nothing_is_offered_tells_nobody(company: World) -> None:
    await company.seat()
    await finish(company)
    marks = [len(client.seen) for client in company.clients]
    company.clients[0].send(Rematch(on=False))
    await company.deliver_all()
    assert [client.seen[mark:] for client, mark in zip(company.clients, marks, strict=True)] == [[], []]


@pytest.mark.parametrize(
    "goes", [Leave(), CreateTable(opponent="human", deck=DECK), Queue(deck=DECK)], ids=lambda goes: type(goes).__name__
)
@pytest.mark.parametrize("offering", [0, 1])
async def test_whoever_leaves_takes_every_offer_with_it(
    company: World, goes: Leave | CreateTable | Queue, offering: int
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    last = await finish(company)
    await ask(company, company.clients[offering])
    seat = ann.table.seat
    ann.send(goes)
    await company.deliver_all()
    assert ben.seen[-2:] == [Presence(seat=seat, online=False), RematchDeclined(seat=seat)]
    await ask(company, ben)
    assert ben.of(Refused)[-1].code == "bad_state"
    assert ben.table.id == last
    assert isinstance(goes, Leave) == bool(ann.of(LeftTable))
    assert not ann.of(Matched)
    row = await company.store.row(last)
    assert row is not None
    assert [each.again for each in row.seats.values()] == [None, None], "who has left is not looked for at a rematch"


async def test_who_has_gone_elsewhere_is_not_brought_back_by_a_rematch(company: World) -> None:
    """One leaves in the very moment in which the other agrees."""
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    ann, ben = company.clients
    last = await finish(company)
    await ask(company, ann)
    ann.send(CreateTable(opponent="bot", deck=DECK))
    ben.send(Rematch())
    ann.wire.deliver_up()
    ben.wire.deliver_up()
    await company.deliver_all()
    await company.pass_time(AWHILE)
    assert ann.table.id != last
    rows = [await company.store.row(client.table.id) for client in company.clients]
    sittings = await company.store.rooms_of(ann.guest.id)
    assert [sitting.room for sitting in sittings] == [ann.table.id]
    assert rows[0] is not None


async def test_whoever_looks_for_the_old_table_is_brought_to_the_rematch(company: World, shared: SharedGround) -> None:
    """The message that leads there is lost, and its room is looked for before anybody finds that out."""
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    last = await finish(company)
    lost: list[relayed.Message] = []

    def loses(sender: str, receiver: str, message: relayed.Message) -> bool:
        is_first = isinstance(message, relayed.Reseat) and not lost
        if is_first:
            lost.append(message)
        return is_first

    shared.loses = loses
    await ask(company, *company.clients)
    assert lost
    company.clients[1].wire.peer.moved()
    await company.deliver_all()
    await play_on(company, last)


async def test_a_rematch_goes_on_after_its_table_was_handed_over_in_the_middle(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w1)
    last = await finish(company)
    made = w0.worker.rooms.create
    w0.worker.rooms.create = never  # type: ignore[method-assign, assignment]
    await ask(company, *company.clients)
    w0.worker.rooms.create = made  # type: ignore[method-assign]
    await company.hand_over(company.clients[0], w1)
    await company.pass_time(AWHILE + Timers().confirm)
    await play_on(company, last)
