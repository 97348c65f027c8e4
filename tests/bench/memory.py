"""What a connection and a table hold of a worker's memory."""

from random import Random
from typing import Final

from tests.bench.echo import Echoes
from tests.bench.ground import Process, ground, run, why_missing
from tests.bench.tables import Pair, Player, Tables
from tests.bench.windows import Windows, rounded

Figures = dict[str, object]

SOCKETS: Final = 25
"""So many connections for each pair of windows."""
TABLES: Final = 8
FIRST: Final = 3
"""So many come, for each pair of windows, before anything is measured: what they need, others use again."""
DECISIONS: Final = 50
"""So many are made at every table: about a third of a match."""


def memory_of_a_socket(windows: Windows) -> Figures:
    """Memory for each connection that has said hello and does nothing, over that of the bare echo."""
    if reason := why_missing():
        return {"ratio": None, "reason": reason}
    ours, theirs = run(_sockets(FIRST * windows.pairs, SOCKETS * windows.pairs))
    return {"ratio": rounded(ours / theirs), "bytes": rounded(ours), "echo_bytes": rounded(theirs)}


async def _sockets(first: int, number: int) -> tuple[float, float]:
    async with ground() as here:
        (worker,) = here.workers
        players: list[Player] = []
        await _arrive(players, worker, first)
        before = worker.resident
        await _arrive(players, worker, number)
        ours = worker.resident - before
        echoes = Echoes()
        await echoes.open(here.echo.port, first)
        before = here.echo.resident
        await echoes.open(here.echo.port, number)
        theirs = here.echo.resident - before
    return ours / number, theirs / number


async def _arrive(players: list[Player], worker: Process, number: int) -> None:
    for _ in range(number):
        players.append(Player())
        await players[-1].arrive(worker.port)


def memory_of_a_table(windows: Windows) -> Figures:
    """Memory for each table with two players beyond that of their connections: when it begins, and later on."""
    if reason := why_missing():
        return {"bytes": None, "reason": reason}
    fresh, played = run(_tables(FIRST * windows.pairs, TABLES * windows.pairs))
    return {"bytes": rounded(played), "bytes_when_fresh": rounded(fresh), "after_decisions": DECISIONS}


async def _tables(first: int, number: int) -> tuple[float, float]:
    async with ground() as here:
        (worker,) = here.workers
        tables = Tables(first + number, Random(0))
        await tables.open([worker.port] * 2, first)
        await tables.play(first * DECISIONS)
        pairs = [await _arrived(worker) for _ in range(number)]
        before = worker.resident
        for pair in pairs:
            await tables.add(pair)
        fresh = worker.resident - before
        await tables.play((first + number) * DECISIONS)
        played = worker.resident - before
    return fresh / number, played / number


async def _arrived(worker: Process) -> Pair:
    pair = Pair()
    await pair.arrive([worker.port] * 2)
    return pair
