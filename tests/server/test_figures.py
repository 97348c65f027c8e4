"""What each figure of a worker counts, and what it does not: driven by what really happens."""

import asyncio

import pytest

from server.protocol.messages import CreateTable, Join, Resync, Snapshot
from server.pulse import Timers
from server.store.base import Appended, StoreFailed, Whereabouts
from tests.server.nodes import IDLE_SECONDS, SharedGround
from tests.server.player import DECK
from tests.server.world import World

TIMERS = Timers()


async def test_decisions_count_what_players_and_bots_decide_and_concede_and_nothing_that_is_refused(
    world: World,
) -> None:
    await world.start()
    await world.arrive()
    ann, _ = world.clients
    ann.send(CreateTable(opponent="bot", bot="random", deck=DECK))
    await world.deliver_all()
    for _ in range(6):
        world.decide(ann)
        await world.deliver_all()
    figures, made = world.node.metrics, world.game_of(ann).decisions
    assert made > ann.end.n, "the bot has decided too"
    assert (figures.decisions.value, sum(figures.decide_seconds.counts)) == (made, made)

    command = world.decide(ann).wire.up[-1]
    ann.wire.up.append(command)  # it is sent twice
    await world.deliver_all()
    made = world.game_of(ann).decisions
    assert (figures.decisions.value, sum(figures.decide_seconds.counts)) == (made, made)

    ann.send(ann.end.concede())
    await world.deliver_all()
    assert (figures.decisions.value, sum(figures.decide_seconds.counts)) == (made + 1, made)


async def test_every_append_is_measured_with_the_time_for_which_the_store_was_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.seat()
    figure = world.node.metrics.append_seconds
    assert (sum(figure.counts), figure.sum) == (1, 0.0), "the beginning of the match is one"
    append = world.store.append

    async def slow(*arguments: object) -> Appended:
        await asyncio.sleep(0.75)
        return await append(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(world.store, "append", slow)
    world.decide()
    await world.pass_time(1.0)
    assert sum(figure.counts) == 2
    assert figure.sum == pytest.approx(0.75)


async def test_snapshots_count_what_is_sent_of_a_match_and_resumes_who_came_back_to_less(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    figures = world.node.metrics
    ann.send(CreateTable(opponent="human", deck=DECK))
    await world.deliver_all()
    assert (figures.snapshots.value, figures.resumes.value) == (0, 0), "there is nothing to see yet"
    ben.send(Join(code=ann.table.code, deck=DECK))
    await world.deliver_all()
    ann.send(Resync())
    await world.deliver_all()
    assert figures.snapshots.value == 3
    ben.cut()
    await world.connect(ben)
    await world.deliver_all()
    assert (figures.snapshots.value, figures.resumes.value) == (3, 1)
    assert figures.snapshots.value == sum(len(client.of(Snapshot)) for client in world.clients)


async def test_a_table_that_was_put_away_is_not_claimed_by_whoever_opens_it(company: World) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    for client in company.clients:
        client.cut()
    await company.pass_time(IDLE_SECONDS + 1.0)
    assert len(w0.worker.rooms) == 0
    await company.arrive(w1, w1)
    assert len(w1.worker.rooms) == 1
    assert [node.metrics.claims.value for node in company.nodes] == [0, 0]


async def test_a_table_that_another_worker_owns_is_fenced_once_however_often_that_is_noticed(
    company: World, shared: SharedGround
) -> None:
    w0, w1 = company.nodes
    await company.seat(w0, w0)
    asked = company.decide()
    room = company.room_of(asked)
    shared.go_away(w0.name)  # between the decision and its append
    await company.deliver_all()
    row = room.match.row
    for _ in range(3):
        room.check(Whereabouts(w1.name, row.epoch + 1, row.seq, row.log, row.state, row.pin), row.seq)
    assert room._inbox.qsize() == 1
    await company.pass_time(TIMERS.lease + 2 * TIMERS.beat)
    shared.come_back(w0.name)
    await company.pass_time(2.0)
    assert company.room_of(asked) is not room
    assert w0.metrics.fences.value == 1


async def test_a_heal_is_counted_when_the_store_has_taken_it(
    company: World, shared: SharedGround, monkeypatch: pytest.MonkeyPatch
) -> None:
    w0, _ = company.nodes
    await company.seat(w0, w0)
    await company.play(3)

    async def fails(*arguments: object) -> None:
        raise StoreFailed("it is away")

    with monkeypatch.context() as broken:
        broken.setattr(w0.store, "heal", fails)
        shared.backend.restart(lost=2)
        company.decide()
        await company.pass_time(3 * TIMERS.retry)
        assert w0.metrics.heals.value == 0
    await company.pass_time(3 * TIMERS.retry)
    assert w0.metrics.heals.value == 1
