"""A match between two bots that stall at random: its owner is killed in mid-countdown, and it ends by the clock."""

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from clients.sdk import Client, Refused, Table
from engine import catalogue
from server import clocks
from server.clocks import Clocks
from server.records import Adjudicated, Corrected, Decided, Entry, Owned, Started, decode
from server.store.base import Record
from tests.chaos.harness import Harness, harness
from tests.chaos.history import History, check
from tests.chaos.players import BOT, DECKS, WitnessedEnd
from tests.chaos.processes import Anywhere
from tests.chaos.proving import prove
from tests.chaos.report import Report
from tests.redis import redis_server

STALLS = 0.35
"""This part of all questions is not answered before the clock does it."""
SOON = (0.05, 0.4)
"""Seconds that the others take."""
LAG_SHOWN = 20
"""A decision with less credit, in milliseconds, is not worth a line."""
KILLED_AT = (0.3, 0.7)
"""Which part of a stall is over when the owner is killed."""


class _Staller:
    """A bot that often does not answer. ``stalls`` is set while it does not, with how long it would be, in seconds."""

    def __init__(self, world: Harness, name: str, cap: float) -> None:
        self.chance = Random(world.chance.getrandbits(64))
        self.end = WitnessedEnd("paltable-countdown", f"tab of {name}")
        self.client = Client(Anywhere(world.workers, self.chance), "msgpack", None, self.end)
        self.name = name
        self.stalls = asyncio.Event()
        self._cap = cap

    async def play(self, table: Table) -> None:
        """Play until the match is over."""
        async for prompt in table:
            if self.chance.random() < STALLS:
                self.stalls.set()
                await table.comings_and_goings(prompt)
                while table.prompt is prompt and not table.is_over:
                    await table.comings_and_goings(prompt)
                self.stalls.clear()
                continue
            await asyncio.sleep(self.chance.uniform(*SOON))
            if table.prompt is prompt:
                try:
                    await table.decide(BOT.choose(table.view, prompt, prompt.legal(), self.chance.getrandbits(32)))
                except Refused as refused:  # the clock was quicker by the length of the way
                    if refused.code not in ("stale_prompt", "game_over"):
                        raise


async def countdown(control: str, seed: int) -> tuple[Report, list[str]]:
    """Play such a match with this time control; what was found, and the log as lines to read."""
    cap = int(control.partition("/")[2])
    settings = {"PALTABLE_FAST_TIME": control}
    with tempfile.TemporaryDirectory(prefix="paltable-clock-") as folder, redis_server(Path(folder) / "redis") as redis:
        async with harness(Path(folder), redis, 2, seed, settings) as world:
            players = [_Staller(world, name, cap) for name in ("Ann", "Ben")]
            await asyncio.gather(*[player.client.open(player.name, "") for player in players])
            ann, ben = players
            mine = await ann.client.create_table(deck=DECKS[0], time="fast")
            other = await ben.client.join(mine.code, DECKS[1])
            playing = [asyncio.create_task(ann.play(mine)), asyncio.create_task(ben.play(other))]
            await _kill_in_a_countdown(world, players, mine, cap)
            await asyncio.gather(*playing)
            log = await world.store.read(mine.id)
            seen = [*ann.end.witness.sights[mine._told.log], *ben.end.witness.sights[mine._told.log]]
            world.report.findings += check(History(mine.id, log, seen), catalogue)
            await _prove(world, mine)
            for player in players:
                await player.client.close()
            _judge(world.report, log)
            return world.report, told(log)


async def _kill_in_a_countdown(world: Harness, players: Sequence[_Staller], table: Table, cap: int) -> None:
    """Wait until someone stalls, and kill the room's owner before the clock has answered."""
    waits = [asyncio.create_task(player.stalls.wait()) for player in players]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(cap * world.chance.uniform(*KILLED_AT))
    for wait in waits:
        wait.cancel()
    where = await world.store.where(table.id)
    assert where is not None, "the table is there"
    (owner,) = [worker for worker in world.workers if worker.owns(where.owner)]
    owner.kill()
    world.report.counts["kill"] += 1
    await owner.start()


async def _prove(world: Harness, table: Table) -> None:
    """Any worker gives the replay of the match, which is proved."""
    row = await world.store.row(table.id)
    assert row is not None, "the table is there"
    wrong = prove(row, (await world.replays({row.log: row}))[row.log], table.commitment, catalogue)
    world.report.findings += wrong
    world.report.counts["proved"] += row.state == "ended" and not wrong


def _judge(report: Report, log: Sequence[Record]) -> None:
    entries = [decode(record.body) for record in log]
    report.counts["clock decides"] += sum(isinstance(entry, Decided) and entry.taken == "cap" for entry in entries)
    report.counts["decisions"] += sum(isinstance(entry, Decided) for entry in entries)
    if not any(isinstance(entry, Owned) and entry.why == "claimed" for entry in entries):
        report.findings.append("nobody claimed the room of the owner that was killed")
    if not (isinstance(entries[-1], Adjudicated) and entries[-1].reason == "time"):
        report.findings.append(f"the match did not end by the clock: {entries[-1]}")


def told(log: Sequence[Record]) -> list[str]:
    """What the clocks did, record by record: when, what, and what both seats had then."""
    known: Clocks | None = None
    lines = []
    begun = last = log[0].at
    for record in log:
        entry = decode(record.body)
        before, known = known, clocks.follow(known, entry, record.at)
        if line := _line(entry, record.at - last, before):
            banks = "" if known is None else f"A {known.a.bank / 1000:7.2f} s  B {known.b.bank / 1000:7.2f} s"
            lines.append(f"{record.seq:4} {(record.at - begun) / 1000:8.2f} s  {banks:27}  {line}")
        last = record.at
    return lines


def _line(entry: Entry, passed: int, before: Clocks | None) -> str:
    after = f"{passed / 1000:.2f} s after the record before"
    match entry:
        case Owned():
            charged = "carried" if entry.why == "handed" else "charged to nobody"
            return f"{entry.worker} owns the room ({entry.why}), {after}" + (f": {charged}" if before else "")
        case Started():
            return f"the match begins, {entry.time}"
        case Decided(taken="cap"):
            return f"the clock decides for {entry.seat}, {after}"
        case Decided() if passed > 1000 or entry.credit > LAG_SHOWN or entry.away:
            return f"{entry.seat} decides, {after} (credit {entry.credit} ms, store away {entry.away} ms)"
        case Corrected():
            return f"{entry.seat} gets {entry.ms} ms back ({entry.why})"
        case Adjudicated():
            return f"{entry.winner} wins ({entry.reason}), {after}"
        case _:
            return ""


def main(control: str, seed: int) -> int:
    """Play one, print its log; 1 if anything was found."""
    report, lines = asyncio.run(countdown(control, seed))
    sys.stdout.write("\n".join([*lines, *report.findings, str(dict(report.counts))]) + "\n")
    return min(1, len(report.findings))
