"""The tables of the lobby: each has somebody at it, and whoever has gone is neither waited for nor in the way."""

from server.auth import Guest
from server.protocol.messages import JSON, CreateTable, Join, ListTables, Tables
from server.pulse import Timers
from server.room import LINGER_SECONDS
from tests.server.nodes import IDLE_SECONDS
from tests.server.player import DECK, OTHER_DECK
from tests.server.world import Client, World

TIMERS = Timers()
OPEN = CreateTable(opponent="human", open=True, deck=DECK)


async def listed(world: World, client: Client) -> list[str]:
    """The codes of the open tables, as a client is told of them."""
    client.send(ListTables())
    await world.deliver_all()
    return [table.code for table in client.of(Tables)[-1].open]


async def test_an_open_table_is_listed_while_whoever_opened_it_is_there_or_is_coming_back(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    ann.send(OPEN)
    assert await listed(world, ben) == [ann.table.code]
    await world.pass_time(2 * LINGER_SECONDS)
    assert await listed(world, ben) == [ann.table.code]
    ann.cut()
    await world.pass_time(LINGER_SECONDS - 1.0)
    assert await listed(world, ben) == [ann.table.code]
    await world.pass_time(2.0)
    assert await listed(world, ben) == []
    assert len(world.node.worker.rooms) == 0
    await world.connect(ann)
    assert await listed(world, ben) == [ann.table.code]


async def test_a_table_that_is_not_listed_any_more_is_joined_by_its_code(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    ann.send(OPEN)
    await world.deliver_all()
    code = ann.table.code
    ann.cut()
    await world.pass_time(LINGER_SECONDS + 1.0)
    ben.send(Join(code=code, deck=OTHER_DECK))
    await world.connect(ann)
    await world.deliver_all()
    await world.play(4)


async def test_open_tables_of_a_dead_worker_are_listed_when_whoever_opened_them_is_back(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    ann.send(OPEN)
    assert await listed(company, ben) == [ann.table.code]
    w0.kill()
    ann.cut()
    await company.pass_time(TIMERS.lease + 2 * TIMERS.beat)
    assert await listed(company, ben) == []
    await company.connect(ann, w1)
    await company.pass_time(TIMERS.retry)
    assert await listed(company, ben) == [ann.table.code]


async def test_an_open_table_is_listed_wherever_its_worker_hands_it(company: World) -> None:
    w0, w1 = company.nodes
    await company.arrive(w0, w1)
    ann, ben = company.clients
    ann.send(OPEN)
    await company.deliver_all()
    await company.hand_over(ann, w1)
    assert await listed(company, ben) == [ann.table.code]
    ann.cut()
    await company.pass_time(LINGER_SECONDS + 2 * TIMERS.roll)
    assert await listed(company, ben) == []


async def test_a_match_that_both_have_left_for_long_is_not_listed_until_one_is_back(world: World) -> None:
    await world.start()
    await world.arrive()
    ann, ben = world.clients
    ann.send(OPEN)
    await world.deliver_all()
    ben.send(Join(code=ann.table.code, deck=DECK))
    await world.deliver_all()
    watcher = Client(Guest("cay", "Cay"), JSON)
    world.clients.append(watcher)
    await world.connect(watcher)

    async def live() -> list[str]:
        await listed(world, watcher)
        return [table.id for table in watcher.of(Tables)[-1].live]

    assert await live() == [ann.table.id]
    ann.cut()
    ben.cut()
    await world.pass_time(IDLE_SECONDS - 1.0)
    assert await live() == [ann.table.id]
    await world.pass_time(2.0)
    assert await live() == []
    await world.connect(ben)
    assert await live() == [ann.table.id]
