"""What is so at a table, whatever has happened on the way: what both see, and what the log says."""

from engine import catalogue
from server import records, restore
from server.records import Owned, Played, Settled
from server.store.base import Record
from tests.server.world import World


def both_see_what_is_so(world: World) -> None:
    """Each client's view is what the engine says that it may know, after all patches and snapshots."""
    for client in world.clients[:2]:
        game, seat = world.game_of(client), client.table.seat
        assert client.end.view == game.view(seat)
        asked = game.prompt if game.prompt is not None and game.prompt.seat == seat else None
        assert client.end.prompt == (asked.plain() if asked else None)
        assert client.end.pending == {}


async def log_of(world: World) -> tuple[Record, ...]:
    """The log of the first client's table: it has no hole, its epochs rise, and each begins with its owner's name."""
    store = next(node.store for node in world.nodes if not node.is_gone)
    log = await store.read(world.clients[0].table.id)
    assert [record.seq for record in log] == list(range(1, len(log) + 1))
    epochs = [record.epoch for record in log]
    assert epochs == sorted(epochs)
    for before, record in zip([0, *epochs], log, strict=False):
        assert (record.epoch != before) == isinstance(records.decode(record.body), Owned)
    return log


async def nothing_is_lost_or_doubled(world: World) -> None:
    """Each command that a client was told of stands in the log once and in order, and the log leads to the game."""
    entries = [records.decode(record.body) for record in await log_of(world)]
    commands = [(entry.seat, entry.n) for entry in entries if isinstance(entry, Played | Settled) and entry.n]
    assert len(commands) == len(set(commands))
    for client in world.clients[:2]:
        numbers = [n for seat, n in commands if seat == client.table.seat]
        assert numbers == sorted(numbers)
        assert client.end.acked == max(numbers, default=0)
    again = restore.replay(entries, catalogue, restore.untouched()).game
    assert again is not None
    assert again.chain == world.game_of(world.clients[0]).chain
