"""Many players at once: rolling restarts under running games, hundreds in the queue, and memory after thousands."""

import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final

from clients.bots import BOTS
from clients.sdk import CannotConnect, Client, Refused, Table
from tests.chaos.harness import Harness, harness
from tests.chaos.players import DECKS
from tests.chaos.processes import Anywhere, WorkerProcess
from tests.chaos.report import Report
from tests.redis import redis_server

WORKERS: Final = 3
PATIENCE: Final = 600.0
ALONE: Final = 60.0
"""After so many seconds in the queue nobody comes any more: the others have left."""
SLOWLY: Final = (0.1, 0.4)
"""Seconds that a decision takes in games that are to outlast three restarts."""


@asynccontextmanager
async def _world(workers: int, seed: int, settings: Mapping[str, str] | None = None) -> AsyncIterator[Harness]:
    with tempfile.TemporaryDirectory(prefix="paltable-crowd-") as folder, redis_server(Path(folder) / "redis") as redis:
        async with harness(Path(folder), redis, workers, seed, settings) as world:
            yield world


class _Guest:
    """One player of a crowd: a client and its way."""

    def __init__(self, world: Harness, number: int, workers: Sequence[WorkerProcess] = ()) -> None:
        self.name = f"g{number}"
        self.chance = Random(world.chance.getrandbits(64))
        self.way = Anywhere(workers or world.workers, self.chance)
        self.client = Client(self.way, "msgpack", None)

    async def arrive(self) -> None:
        """Sign in and connect, however often it takes."""
        while True:
            with suppress(CannotConnect):
                return await self.client.open(self.name, "")
            await asyncio.sleep(self.chance.uniform(0.1, 0.5))

    async def play(self, table: Table, most: int = 1_000_000, think: tuple[float, float] = (0.02, 0.06)) -> None:
        """Play as the house bot does; after so many decisions give up."""
        async for prompt in table:
            await asyncio.sleep(self.chance.uniform(*think))
            with suppress(Refused):
                if most <= 0:
                    await table.concede()
                elif table.prompt is prompt:
                    choice = BOTS["greedy"].choose(table.view, prompt, prompt.legal(), self.chance.getrandbits(32))
                    await table.decide(choice)
                    most -= 1


# --- a rolling restart ------------------------------------------------------------------------------------------------


async def rolling(games: int, seed: int) -> Report:
    """Replace all workers, one after another, under running games: each ends by a rule, none of its players is lost.

    A client may reconnect once for each restarted worker that held its socket.
    """
    async with _world(WORKERS, seed) as world:
        guests = [_Guest(world, number) for number in range(2 * games)]
        await asyncio.gather(*[guest.arrive() for guest in guests])
        pairs = list(zip(guests[::2], guests[1::2], strict=True))
        tables = await asyncio.gather(*[_sit(*pair) for pair in pairs])
        playing = [
            asyncio.create_task(guest.play(table, think=SLOWLY))
            for pair, both in zip(pairs, tables, strict=True)
            for guest, table in zip(pair, both, strict=True)
        ]
        allowed: Counter[str] = Counter()
        for worker in world.workers:
            await _restart(world, worker, guests, allowed)
        running = sum(not task.done() for task in playing)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        _judge(world.report, guests, allowed, [table for both in tables for table in both])
        world.report.counts["games"] = games
        world.report.counts["players still playing after the last restart"] = running
        for guest in guests:
            await guest.client.close()
        return world.report


async def _sit(one: _Guest, other: _Guest) -> tuple[Table, Table]:
    table = await one.client.create_table(deck=one.chance.choice(DECKS))
    return table, await other.client.join(table.code, other.chance.choice(DECKS))


async def _restart(world: Harness, worker: WorkerProcess, guests: list[_Guest], allowed: Counter[str]) -> None:
    for guest in guests:
        allowed[guest.name] += guest.way.worker is worker
    begun = time.perf_counter()
    world.report.counts["restarts"] += 1
    if await worker.terminate() != 0:
        world.report.findings.append("a worker that was told to stop did not exit with 0")
    world.report.waits["worker ends"].append(time.perf_counter() - begun)
    await worker.start()
    await asyncio.sleep(1.0)


def _judge(report: Report, guests: list[_Guest], allowed: Counter[str], tables: list[Table]) -> None:
    for guest in guests:
        again = guest.client.connections - 1
        report.counts["reconnects"] += again
        report.counts["reconnects allowed"] += allowed[guest.name]
        if again > allowed[guest.name]:
            report.findings.append(
                f"{guest.name} reconnected {again} times, and {allowed[guest.name]} times its worker stopped"
            )
    for table in tables:
        if table.outcome is None or table.outcome.reason == "fault":
            report.findings.append(f"a game ended by no rule: {table!r}, {table.outcome}")


# --- a worker that is full --------------------------------------------------------------------------------------------


async def draining(rooms: int, seed: int) -> Report:
    """How long a worker with so many running matches takes until others own them all, once it is told to stop."""
    async with _world(2, seed) as world:
        full, other = world.workers
        there = [full]
        guests = [_Guest(world, number, there) for number in range(rooms)]
        await asyncio.gather(*[guest.arrive() for guest in guests])
        tables = [
            await guest.client.create_table(deck=guest.chance.choice(DECKS), opponent="bot", bot="random")
            for guest in guests
        ]
        first = await world.store.where(tables[0].id)
        assert first is not None, "it has just been made"
        owner = first.owner
        world.report.counts["rooms"] = len(await world.store.owned_by(owner))
        there[:] = [other]
        begun, ending = time.perf_counter(), asyncio.create_task(full.terminate())
        while await world.store.owned_by(owner):  # noqa: ASYNC110 - a store tells nobody who owns what
            await asyncio.sleep(0.01)
        world.report.waits["drained"].append(time.perf_counter() - begun)
        if await ending != 0:
            world.report.findings.append("a worker that was told to stop did not exit with 0")
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*[guest.play(table, 0) for guest, table in zip(guests, tables, strict=True)])
        world.report.counts["rooms that went on"] = sum(table.outcome is not None for table in tables)
        for count in ("rooms", "rooms that went on"):
            if world.report.counts[count] != rooms:
                world.report.findings.append(f"{count}: {world.report.counts[count]}, and there should be {rooms}")
        for guest in guests:
            await guest.client.close()
        return world.report


# --- the queue --------------------------------------------------------------------------------------------------------


async def queueing(count: int, rounds: int, seed: int) -> Report:
    """So many players queue, play a little and leave, and some vanish while they wait: nobody plays a ghost."""
    async with _world(WORKERS, seed) as world:
        met: dict[str, list[str]] = {}
        guests = [_Guest(world, number) for number in range(count)]
        await asyncio.gather(*[_queue(world, guest, rounds, met) for guest in guests])
        for room, names in met.items():  # a ghost would leave its opponent alone; two pairings, three at a table
            if len(names) != 2 or len(set(names)) != 2:
                world.report.findings.append(f"room {room} is played by {names}")
        world.report.counts["rooms"] = len(met)
        if (alone := world.report.counts["waited alone"]) > 1:  # the last of an odd number waits for nobody
            world.report.findings.append(f"{alone} players waited for an opponent in vain")
        return world.report


async def _queue(world: Harness, guest: _Guest, rounds: int, met: dict[str, list[str]]) -> None:
    await guest.arrive()
    for _ in range(rounds):
        if guest.chance.random() < 0.1:
            await _vanish(world, guest)
        table = await _pair(world, guest)
        if table is None:
            break
        met.setdefault(table.id, []).append(guest.name)
        try:
            async with asyncio.timeout(PATIENCE):
                await table.started()
                await guest.play(table, guest.chance.randrange(2, 8))
        except TimeoutError:
            world.report.findings.append(f"{guest.name} plays against nobody in {table.id}")
            break
        with suppress(Refused):
            await table.leave()
    await guest.client.close()


async def _pair(world: Harness, guest: _Guest) -> Table | None:
    """The table at which the guest is seated; None if nobody comes any more."""
    begun, client = time.perf_counter(), guest.client
    try:
        async with asyncio.timeout(ALONE):
            while client.table is None or client.table.is_over:
                try:
                    await client.queue(guest.chance.choice(DECKS))
                except Refused as refused:  # just seated, or the place was lost
                    world.report.counts[f"refused: {refused}"] += 1
                    await asyncio.sleep(0.1)
    except TimeoutError:
        world.report.counts["waited alone"] += 1
        return None
    world.report.waits["queue"].append(time.perf_counter() - begun)
    return client.table


async def _vanish(world: Harness, guest: _Guest) -> None:
    """Lose the connection while waiting, and come back: the place is lost, unless an opponent was found just then."""
    waiting = asyncio.create_task(guest.client.queue(guest.chance.choice(DECKS)))
    await asyncio.sleep(guest.chance.uniform(0.0, 0.1))
    world.report.counts["vanished"] += 1
    connections = guest.client.connections
    guest.way.break_off()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await guest.client.until(lambda: guest.client.connections > connections)


# --- memory -----------------------------------------------------------------------------------------------------------


async def memory(connects: int, rooms: int, seed: int) -> Report:
    """What one worker holds after so many connections and finished rooms, against what it holds when it is warm.

    It is warm after a tenth of the connections and a third of the rooms: what they need is kept and used again.
    """
    async with _world(1, seed, {"PALTABLE_IDLE_SECONDS": "1"}) as world:
        (worker,) = world.workers
        await _come_and_go(world, connects // 10, rooms // 3)
        before = worker.resident()
        await _come_and_go(world, connects, rooms)
        after = worker.resident()
        world.report.counts["KiB when warm"] = before // 1024
        world.report.counts["KiB at the end"] = after // 1024
        if after > 1.1 * before:
            world.report.findings.append(f"memory grew from {before // 1024} to {after // 1024} KiB")
        return world.report


async def _come_and_go(world: Harness, connects: int, rooms: int) -> None:
    numbers = iter(range(max(connects, rooms)))

    async def come() -> None:
        for number in numbers:
            guest = _Guest(world, number)
            await guest.arrive()
            if number < rooms:
                table = await guest.client.create_table(deck=DECKS[0], opponent="bot", bot="random")
                await table.concede()
            await guest.client.close()

    await asyncio.gather(*[come() for _ in range(16)])
    world.report.counts["connects"] += connects
    world.report.counts["rooms"] += rooms
    await asyncio.sleep(5.0)
