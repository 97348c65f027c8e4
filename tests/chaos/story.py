"""One simulated story: workers, players and faults, all drawn from a seed, and what the checker says in the end."""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from traceback import format_exception
from typing import Any, Final

import structlog

from engine import catalogue
from server.controls import Controls, TimeControl, controls
from server.records import Adjudicated, Decided, decode
from server.store.base import Record
from tests.chaos.cluster import Cluster, Member
from tests.chaos.history import History, check
from tests.chaos.loop import VirtualLoop, run
from tests.chaos.players import Player
from tests.chaos.proving import prove
from tests.chaos.storage import Storage
from tests.chaos.wires import Ways
from tests.chaos.witness import Acked, Over, Sight

PLACES: Final = 3
PLAYERS: Final = 20
SECONDS: Final = 15.0
IDLE: Final = 3.0
RECOVERY: Final = 20.0
"""So long after the last fault every match goes on, in seconds."""
HURRY: Final = TimeControl(bank=6_000, increment=20, cap=1_000)
EMPTYING: Final = 60.0
"""So long after the last player has left nothing is left of anyone."""


@dataclass
class Outcome:
    """What came of a story: no findings, if all is well."""

    seed: int
    findings: list[str] = field(default_factory=list)
    digest: str = ""
    figures: Counter[str] = field(default_factory=Counter)


class Chronicle:
    """What the server logs: a failure that it did not expect is a finding. Trace it to read along."""

    def __init__(self, loop: VirtualLoop, trace: bool) -> None:
        self.failures: list[str] = []
        self._loop = loop
        self._trace = trace

    def __call__(self, _: Any, level: str, event: MutableMapping[str, Any]) -> Any:
        error = event.pop("exc_info", None)
        if error is not None:
            what = sys.exc_info()[1] if error is True else error
            text = "".join(format_exception(what)) if isinstance(what, BaseException) else repr(what)
            self.failures.append(f"a worker logged: {event.get('event')}\n{text}")
        self.note(f"{level}: {dict(event)}")
        raise structlog.DropEvent

    def note(self, line: str) -> None:
        if self._trace:
            sys.stderr.write(f"{self._loop.time() - 1000:9.4f} {line}\n")


class Story:
    """The world of one seed."""

    def __init__(self, loop: VirtualLoop, seed: int, seconds: float, trace: bool) -> None:
        self.outcome = Outcome(seed)
        self._loop = loop
        self._chance = Random(seed)
        self._seconds = seconds
        self._is_torn = seed % 4 == 3
        self._has_forgotten = False
        self._chronicle = Chronicle(loop, trace)
        structlog.configure(processors=[self._chronicle], cache_logger_on_first_use=False)
        self.storage = Storage(loop, Random(seed + 1))
        self.cluster = Cluster(loop, self.storage, Random(seed + 2), PLACES, IDLE, self._controls(seed))
        self._ways = [Ways(self.cluster.hosts, loop, Random(seed * 1000 + n)) for n in range(PLAYERS)]
        think = (0.06, 0.18) if self._is_torn else (0.02, 0.06)
        self.players = [Player(f"p{n}", ways, Random(seed * 2000 + n), think) for n, ways in enumerate(self._ways)]
        for player in self.players:
            player.is_hurried = self._is_hurried
        for player in self.players if trace else ():
            player.end.trace = self._chronicle.note
        self._playing: list[asyncio.Task[None]] = []

    def _controls(self, seed: int) -> Controls:
        """In every fifth story clocks are so short that faults end questions, and whole matches, by them."""
        self._is_hurried = seed % 5 == 3
        return {**controls(), "standard": HURRY} if self._is_hurried else controls()

    async def tell(self) -> Outcome:
        """The whole story."""
        for player in self.players:
            self._playing.append(asyncio.create_task(player.live()))
        await asyncio.sleep(2.0)
        end = self._loop.time() + self._seconds
        while self._loop.time() < end:
            await (self._tear() if self._is_torn else self._hurt())
        await self._recover()
        await self._leave()
        self._check()
        return self.outcome

    # --- faults ---

    def _note(self, what: str, count: bool = True) -> None:
        self._chronicle.note(f"--- {what}")
        if count:
            self.outcome.figures[what.split()[0]] += 1

    def _alive(self) -> list[Member]:
        return [member for member in self.cluster.members if member.is_serving]

    async def _hurt(self) -> None:
        """One fault of workers, their connections or those of players; others may still be under way."""
        await asyncio.sleep(self._chance.uniform(0.1, 1.0))
        kind = self._chance.choices(
            ["kill", "stop", "term", "net", "silence", "cut"], [3, 3, 2, 3, 1, 2]
        )[0]  # fmt: skip
        if kind in ("silence", "cut"):
            self._break_wire(kind)
            return
        alive = self._alive()
        if not alive:
            return
        member = self._chance.choice(alive)
        seconds = self._chance.uniform(0.3, 5.0)
        self._note(f"{kind} {member.name} {seconds:.1f}")
        match kind:
            case "kill":
                member.kill()
                self._later(seconds / 2, self.cluster.revive)
            case "stop":
                member.stop()
                self._later(seconds, member.go_on)
            case "term":
                member.terminate()
                self._later(seconds, self.cluster.revive)
            case _:
                self.storage.stall(member.name, seconds)

    def _break_wire(self, kind: str) -> None:
        wire = self._chance.choice(self._ways).wire
        if wire is not None:
            self._note(kind)
            if kind == "cut":
                wire.abort()
            else:
                wire.go_silent()

    async def _tear(self) -> None:
        """The store dies with its log's tail, and every worker lives on: whoever owns a room gives it back.

        Between two such faults all rooms settle: an owner that dies before it has healed takes what was lost along.
        """
        await asyncio.sleep(self._chance.uniform(3.0, 5.0))
        if self._chance.random() < 0.4:
            member = self._chance.choice(self._alive())
            kill = self._chance.random() < 0.5
            self._note(f"{'kill' if kill else 'term'} {member.name}")
            (member.kill if kill else member.terminate)()
            await asyncio.sleep(4.0)
            self.cluster.revive()
            await asyncio.sleep(2.0)
        self._note("tear")
        self.storage.go_down()
        await asyncio.sleep(self._chance.uniform(0.1, 2.5))
        everything = self._chance.random() < 0.1
        self._has_forgotten |= everything
        lost = self.storage.come_up(None if everything else self._chance.randrange(300))
        self._note(f"lost {lost}", count=False)
        self.outcome.figures["transactions lost"] += lost
        await asyncio.sleep(6.0)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        self._loop.call_later(seconds, act)

    # --- the end ---

    async def _recover(self) -> None:
        """After the last fault every match goes on."""
        for _ in range(7):
            await asyncio.sleep(1.0)
            self.cluster.revive()
        self._note("quiet", count=False)
        waiting = {player.name: player.end.seq for player in self.players if player.is_playing}
        for _ in range(int(RECOVERY * 10)):
            await asyncio.sleep(0.1)
            for player in self.players:
                if not player.is_playing or player.end.seq != waiting.get(player.name):
                    waiting.pop(player.name, None)
            if not waiting:
                return
        for name in waiting:
            self.outcome.findings.append(f"the match of {name} does not go on")

    async def _leave(self) -> None:
        """Everyone gives up and goes; then nothing is left of anyone."""
        for player in self.players:
            player.may_begin = False
        for player, task in zip(self.players, self._playing, strict=True):
            self._later(0.0, lambda player=player, task=task: self._part(player, task))  # type: ignore[misc]
        await asyncio.sleep(0.1)
        done, late = await asyncio.wait(self._playing, timeout=RECOVERY)
        for task in done:
            if not task.cancelled() and (error := task.exception()):
                self.outcome.findings.append(f"a player failed: {error!r}")
        if late:
            names = [player.name for player, task in zip(self.players, self._playing, strict=False) if task in late]
            self.outcome.findings.append(f"players cannot leave: {names}")
        held: dict[str, dict[str, int]] = {}
        for _ in range(int(EMPTYING)):
            held = {member.name: member.holds() for member in self.cluster.members}
            if not any(sum(each.values()) for each in held.values()):
                return
            await asyncio.sleep(1.0)
        self.outcome.findings.append(f"something is left: {held}")

    def _part(self, player: Player, task: "asyncio.Task[None]") -> None:
        if player.alone:
            task.cancel()
        else:
            self._playing.append(asyncio.create_task(player.give_up()))

    def _check(self) -> None:
        outcome, hasher = self.outcome, blake2b(digest_size=16)
        sights: dict[str, list[Sight]] = {}
        for player in self.players:
            outcome.findings += player.complaints
            for log, seen in player.end.witness.sights.items():
                sights.setdefault(log, []).extend(seen)
        for room, kept in self.storage.backend.rooms.items():
            history = History(room, kept.records, sights.pop(kept.row.log, []), self.storage.writers.get(room, {}))
            outcome.findings += check(history, catalogue)
            outcome.findings += prove(kept.row, kept.records, catalogue)
            outcome.figures["replays"] += kept.row.state == "ended"
            self._count(history)
            for record in kept.records:
                hasher.update(_bytes(record))
        lost = [log for log, seen in sights.items() if not self._may_be_lost(seen)]
        if lost:
            outcome.findings.append(f"logs that players saw are nowhere: {lost}")
        outcome.findings += self._chronicle.failures
        outcome.findings += self._loop.failures
        for member in self.cluster.all:
            outcome.figures["claims"] += member.metrics.claims.value
            outcome.figures["handovers"] += member.metrics.handovers.value
            outcome.figures["fences"] += member.metrics.fences.value
            outcome.figures["heals"] += member.metrics.heals.value
            outcome.figures["late frames"] += member.metrics.late_frames.value
        outcome.digest = hasher.hexdigest()

    def _may_be_lost(self, seen: list[Sight]) -> bool:
        """A match that was over, and in nobody's memory any more, when the store forgot everything."""
        return self._has_forgotten and any(isinstance(sight, Over) for sight in seen)

    def _count(self, history: History) -> None:
        figures = self.outcome.figures
        figures["rooms"] += 1
        figures["records"] += len(history.records)
        entries = [decode(record.body) for record in history.records]
        figures["clock decides"] += sum(isinstance(entry, Decided) and entry.taken == "cap" for entry in entries)
        figures["clock ends"] += sum(isinstance(entry, Adjudicated) and entry.reason == "time" for entry in entries)
        figures["acks"] += sum(isinstance(sight, Acked) for sight in history.sights)


def _bytes(record: Record) -> bytes:
    return b"%d %d " % (record.seq, record.epoch) + record.body


def tell(seed: int, seconds: float = SECONDS, trace: bool = False) -> Outcome:
    """The story of a seed, from its beginning to what the checker says."""
    return run(lambda loop: Story(loop, seed, seconds, trace).tell())
