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

from clients.sdk.transport import Document
from engine import catalogue
from server.controls import Controls, TimeControl, controls
from server.records import Adjudicated, Decided, decode
from server.store.base import Record, watched_by
from tests.chaos.cluster import Cluster, Member
from tests.chaos.history import History, check
from tests.chaos.loop import VirtualLoop, run
from tests.chaos.pairs import Host, Visitor
from tests.chaos.players import Player
from tests.chaos.proving import path, prove
from tests.chaos.storage import Storage
from tests.chaos.watchers import CODECS, Watcher
from tests.chaos.wires import Ways
from tests.chaos.witness import Acked, Closed, Over, Shown, Sight

PLACES: Final = 3
PLAYERS: Final = 20
PAIRS: Final = 2
"""So many tables of those are made by their players, and may be watched without much delay."""
WATCHERS: Final = 3
SECONDS: Final = 15.0
IDLE: Final = 3.0
RECOVERY: Final = 20.0
"""So long after the last fault every match goes on, in seconds."""
HURRY: Final = TimeControl(bank=6_000, increment=20, cap=1_000)
APART: Final = 0.5
"""So long after each other those leave who wait for an opponent: two who leave at once may be paired just then."""
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

    def __init__(
        self, loop: VirtualLoop, seed: int, seconds: float, trace: bool = False, players: int = PLAYERS
    ) -> None:
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
        self._ways = [Ways(self.cluster.hosts, loop, Random(seed * 1000 + n)) for n in range(players)]
        think = (0.06, 0.18) if self._is_torn else (0.02, 0.06)
        self.players = [
            self._role(n)(f"p{n}", ways, Random(seed * 2000 + n), think) for n, ways in enumerate(self._ways)
        ]
        for host, visitor in zip(self.players, self.players[1:], strict=False):
            if isinstance(visitor, Visitor):
                visitor.host = host
        for player in self.players:
            player.is_hurried = self._is_hurried
        self.watchers = [self._watcher(seed, n) for n in range(WATCHERS)]
        if trace:
            for player in self.players:
                player.end.trace = self._chronicle.note
            for watcher in self.watchers:
                watcher.end.trace = self._chronicle.note
        self.files: dict[str, bytes] = {}
        """The replays of the finished matches, by room, as they were given at the end."""
        self._playing: list[asyncio.Task[None]] = []
        self._watching: list[asyncio.Task[None]] = []

    @staticmethod
    def _role(number: int) -> type[Player]:
        """The first players make tables for the next ones, all others queue."""
        return Player if number >= 2 * PAIRS else (Visitor if number % 2 else Host)

    def _watcher(self, seed: int, number: int) -> Watcher:
        """The last one watches the own table from a second window, as its seat sees it."""
        ways = Ways(self.cluster.hosts, self._loop, Random(seed * 3000 + number))
        self._ways.append(ways)
        player = self.players[seed % len(self.players)] if number == WATCHERS - 1 else None
        chance, codec = Random(seed * 4000 + number), CODECS[number % 2]
        return Watcher(f"o{number}", ways, chance, self.storage.clock, codec, player)

    def _controls(self, seed: int) -> Controls:
        """In every fifth story clocks are so short that faults end questions, and whole matches, by them."""
        self._is_hurried = seed % 5 == 3
        return {**controls(), "standard": HURRY} if self._is_hurried else controls()

    async def tell(self) -> Outcome:
        """The whole story."""
        for player in self.players:
            self._playing.append(asyncio.create_task(player.live()))
        for watcher in self.watchers:
            self._watching.append(asyncio.create_task(watcher.live()))
        await asyncio.sleep(2.0)
        end = self._loop.time() + self._seconds
        while self._loop.time() < end:
            await (self._tear() if self._is_torn else self._hurt())
        await self._recover()
        await self._pry()
        await self._leave()
        await self._prove()
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
        Of those that died before, others may begin in the very moment in which the store does so.
        """
        await asyncio.sleep(self._chance.uniform(3.0, 5.0))
        begins_late = self._chance.random() < 0.5
        if self._chance.random() < 0.4:
            member = self._chance.choice(self._alive())
            kill = self._chance.random() < 0.5
            self._note(f"{'kill' if kill else 'term'} {member.name}")
            (member.kill if kill else member.terminate)()
            await asyncio.sleep(4.0)
            if not begins_late:
                self.cluster.revive()
                await asyncio.sleep(2.0)
        self._note("tear")
        self.storage.go_down()
        await asyncio.sleep(self._chance.uniform(0.1, 2.5))
        everything = self._chance.random() < 0.1
        self._has_forgotten |= everything
        lost = self.storage.come_up(None if everything else self._chance.randrange(300))
        self._note(f"lost {lost}", count=False)
        self.cluster.revive()
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

    async def _pry(self) -> None:
        """Nobody is told the replay of a match that goes on."""
        self.storage.reply_lost = 0.0
        rooms = self.storage.backend.rooms
        for room in [kept.row.id for kept in rooms.values() if kept.row.state != "ended"]:
            answer = await self._ask(room)
            kept = rooms.get(room)
            if kept is not None and kept.row.state != "ended":
                self.outcome.findings += prove(kept.row, answer, "", catalogue)
                self.outcome.figures["replays refused"] += answer.status == 404

    async def _ask(self, room: str) -> Document:
        """What any worker answers to the question for a room's replay."""
        alive = self._alive()
        if not alive:
            return Document(503, b"no worker is left")
        return await self._chance.choice(alive).host.ask("GET", path(room), [], b"")

    async def _leave(self) -> None:
        """Everyone gives up and goes; then nothing is left of anyone."""
        for player in self.players:
            player.may_begin = False
        seconds = 0.0
        for player, task in zip(self.players, self._playing, strict=True):
            seconds += APART * player.alone
            pause = seconds if player.alone else 0.0
            self._later(pause, lambda player=player, task=task: self._part(player, task))  # type: ignore[misc]
        await asyncio.sleep(seconds + 0.1)
        done, late = await asyncio.wait(self._playing, timeout=RECOVERY)
        for task in done:
            if not task.cancelled() and (error := task.exception()):
                self.outcome.findings.append(f"a player failed: {error!r}")
        if late:
            names = [player.name for player, task in zip(self.players, self._playing, strict=False) if task in late]
            self.outcome.findings.append(f"players cannot leave: {names}")
        await self._look_away()
        held: dict[str, dict[str, int]] = {}
        for _ in range(int(EMPTYING)):
            held = {member.name: member.holds() for member in self.cluster.members}
            if not any(sum(each.values()) for each in held.values()):
                return
            await asyncio.sleep(1.0)
        self.outcome.findings.append(f"something is left: {held}")

    async def _look_away(self) -> None:
        """Whoever watches sees the end of every match that has ended; one that both have left may go on for ever."""
        for watcher in self.watchers:
            watcher.may_begin = False
        _, late = await asyncio.wait(self._watching, timeout=RECOVERY)
        for watcher, task in zip(self.watchers, self._watching, strict=True):
            watched = watcher.client.watched
            kept = None if watched is None else self.storage.backend.rooms.get(watched.id)
            if task in late and (kept is None or kept.row.state == "ended"):
                self.outcome.findings.append(f"{watcher.name} does not see the end of {watched}")
            task.cancel()
        if late:
            await asyncio.wait(late)

    def _part(self, player: Player, task: "asyncio.Task[None]") -> None:
        if player.alone:
            task.cancel()
        else:
            self._playing.append(asyncio.create_task(player.give_up()))

    async def _prove(self) -> None:
        """Any worker gives the replay of each finished match, and it is proved."""
        promises: dict[str, str] = {}
        for player in self.players:
            promises |= player.end.witness.promises
        for kept in list(self.storage.backend.rooms.values()):
            answer = await self._ask(kept.row.id)
            wrong = prove(kept.row, answer, promises.get(kept.row.log, ""), catalogue)
            self.outcome.findings += wrong
            if kept.row.state == "ended" and not wrong:
                self.outcome.figures["proved"] += 1
                self.files[kept.row.id] = answer.body

    def _check(self) -> None:
        outcome, hasher = self.outcome, blake2b(digest_size=16)
        sights: dict[str, list[Sight]] = {}
        for player in self.players:
            outcome.findings += player.complaints
            for log, seen in player.end.witness.sights.items():
                if seen:  # a table to which nobody came is forgotten
                    sights.setdefault(log, []).extend(seen)
        self._check_watchers(sights)
        for room, kept in self.storage.backend.rooms.items():
            writers = self.storage.writers.get(room, {})
            history = History(room, kept.records, sights.pop(kept.row.log, []), writers, watched_by(kept.row))
            outcome.findings += check(history, catalogue)
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

    def _check_watchers(self, sights: dict[str, list[Sight]]) -> None:
        """Note what they saw by its log, and what went wrong with them."""
        for watcher in self.watchers:
            self.outcome.findings += watcher.end.complaints
            self.outcome.figures["matches watched"] += watcher.seen
            for room, why in watcher.dropped:
                kept = self.storage.backend.rooms.get(room)
                if kept is None or kept.row.state != "ended":
                    self.outcome.findings.append(f"{watcher.name} was not shown {room} any more: {why}")
            for log, seen in watcher.end.sights.items():
                sights.setdefault(log, []).extend(seen)
                self.outcome.figures["views watched"] += sum(isinstance(sight, Shown) for sight in seen)

    def _may_be_lost(self, seen: list[Sight]) -> bool:
        """A match that was over, and in nobody's memory any more, when the store forgot everything."""
        return self._has_forgotten and any(isinstance(sight, Over | Closed) for sight in seen)

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


def files(seed: int, seconds: float, players: int) -> dict[str, bytes]:
    """The replays of a story's matches. Raises ``AssertionError`` if anything else is found."""

    async def told(loop: VirtualLoop) -> dict[str, bytes]:
        story = Story(loop, seed, seconds, players=players)
        assert not (await story.tell()).findings
        return story.files

    return run(told)


def tell(seed: int, seconds: float = SECONDS, trace: bool = False) -> Outcome:
    """The story of a seed, from its beginning to what the checker says."""
    return run(lambda loop: Story(loop, seed, seconds, trace).tell())
