"""A worker's signs of life, and what it may believe of itself and of others by them.

A worker that could not show a sign of life for most of its lease may have lost its rooms without knowing: it answers
nothing until it has asked the store for each of them. And who was late itself does not judge others.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import structlog

from server.store.base import StoreFailed
from server.store.fleet import Beat, Fleet


@dataclass(frozen=True, slots=True)
class Timers:
    """All times of a worker, in seconds; each was measured in use."""

    beat: float = 0.5
    """Between two signs of life, give or take a fifth."""
    lease: float = 1.8
    """For how long one holds."""
    fence: float = 0.6
    """The part of the lease after which a worker without a sign of life answers nothing."""
    grace: float = 1.5
    """So many leases long a worker that was late claims no room."""
    grace_renewed: float = 2.5
    """How long a worker claims no room when its connection to the store was lost, or has only just been made: the store
    may have been away, and others may not be back yet."""
    adopt: float = 3.0
    """How often a worker looks for rooms that are its own and do not run."""
    claims: int = 8
    """So many rooms of a dead worker are claimed at once."""
    roll: float = 1.0
    """How often workers tell each other which connections they hold for each other's rooms."""
    ask: float = 1.0
    """How long an answer of another worker is waited for before the question is put again."""
    quiet: float = 0.1
    """How long a worker that does not hear may take to subscribe before it counts as gone."""
    retry: float = 0.2
    """Between two tries of what the store did not take."""
    confirm: float = 5.0
    """How long two who are paired have to confirm."""
    drain: float = 10.0
    """How long a worker may take to hand its rooms over."""
    drains: int = 16
    """So many rooms are handed over at once."""


class Pulse:
    """Beats for one worker.

    ``recheck`` asks the store for every room that runs here, and calls what it is given after some of them; ``beaten``
    is told of each sign of life, and ``silent`` of each that failed or comes too late, while nothing may be answered.
    """

    def __init__(
        self,
        fleet: Fleet,
        timers: Timers,
        chance: random.Random,
        recheck: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]],
        beaten: Callable[[Beat], None],
        silent: Callable[[], None],
    ) -> None:
        self.timers = timers
        self.last: Beat | None = None
        """What the last sign of life told."""
        self._fleet = fleet
        self._chance = chance
        self._recheck = recheck
        self._beaten = beaten
        self._silent = silent
        self.beaten = 0.0
        """When the last sign of life that was taken was begun, by the loop's clock."""
        self._fresh_until = 0.0
        self._in_doubt = True
        """Whether the rooms have to be asked for, because that has not been done since they may have been lost."""
        self._judge_from = 0.0
        self._settled_from = 0.0
        self._take_from = 0.0
        self._claim_from = 0.0
        self._fresh = asyncio.Event()
        self._beating = asyncio.Lock()
        self._away_since: float | None = None
        """When the first sign of life was begun that the store did not take, since it took one; None if it did."""
        self._log = structlog.get_logger("server.pulse")

    # --- what may be believed ---

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    @property
    def may_answer(self) -> bool:
        """Whether the rooms that run here are certainly this worker's."""
        return self._fresh.is_set() and self._now < self._fresh_until

    async def standing(self) -> None:
        """Wait until this worker knows which rooms are its own."""
        while not self.may_answer:
            self._fresh.clear()
            await self._fresh.wait()

    @property
    def may_judge(self) -> bool:
        """Whether this worker may take rooms from a worker that seems to be dead."""
        return self._now >= self._judge_from

    @property
    def may_claim(self) -> bool:
        """Whether the store knows what owners know: if it may just have lost something, they give it back first."""
        return self.may_take and self._now >= self._claim_from

    @property
    def has_settled(self) -> bool:
        """Whether the store knows what there is at all: it has perhaps forgotten even who else is here."""
        return self.may_claim and self._now >= self._settled_from

    @property
    def may_take(self) -> bool:
        """The same of a room that was given to this worker: if that has only just begun, it has given it to nobody."""
        return not self._fleet.is_renewed() and self._now >= self._take_from

    @property
    def is_away(self) -> bool:
        """Whether the store did not take the last sign of life; that is in the log, and what follows need not be."""
        return self._away_since is not None

    async def is_dead(self, worker: str) -> bool:
        """Whether a worker's lease has run out, by a sign of life of one's own if need be. Raises `StoreFailed`."""
        if self.last is None or worker not in self.last.alive:
            await self._beat_since(self._now)
        assert self.last is not None, "a beat that did not raise was kept"
        return worker not in self.last.alive

    # --- beating ---

    async def run(self) -> None:
        """Beat for ever."""
        while True:
            try:
                await self.beat()
            except StoreFailed:
                self._note_silence()
            except Exception:  # noqa: BLE001 - the edge of a loop: without a sign of life this worker answers nothing
                self._log.exception("sign of life failed")
                self._note_silence()
            beat = self.timers.beat
            await asyncio.sleep(beat * self._chance.uniform(0.8, 1.2))

    def _note_silence(self) -> None:
        if not self.may_answer:
            self._silent()

    async def beat(self) -> Beat:
        """One sign of life, and everything that follows from it. Raises `StoreFailed`."""
        async with self._beating:
            return await self._beat()

    async def _beat_since(self, when: float) -> None:
        """See to it that a sign of life was begun since then: whoever asks meanwhile shares it."""
        async with self._beating:
            if self.beaten < when:
                await self._beat()

    async def _beat(self) -> Beat:
        if self.last is not None and self._now >= self._fresh_until:  # the process itself stood still, or the store
            self._silent()
        beat = await self._sign()
        if self._in_doubt:
            self._fresh.clear()
            beat = await self._ask_for_rooms(beat)
        if self._now < self._fresh_until and not self._in_doubt:
            self._fresh.set()
        self._beaten(beat)
        return beat

    async def _sign(self) -> Beat:
        """One sign of life, and what it tells of this worker."""
        begun = self._now
        try:
            beat = await self._show_life(begun)
        except StoreFailed as error:
            self._missed(begun, str(error))
            raise
        self._reached()
        return beat

    def _missed(self, begun: float, why: str) -> None:
        if self._away_since is None:
            self._away_since = begun
            self._log.warning("the store cannot be reached: tables wait until it can", why=why)
        else:
            self._log.debug("the store still cannot be reached", why=why)

    def _reached(self) -> None:
        if self._away_since is not None:
            self._log.warning("the store is reached again", seconds=round(self._now - self._away_since, 1))
            self._away_since = None

    async def _show_life(self, begun: float) -> Beat:
        beat = await self._fleet.beat(int(self.timers.lease * 1000))
        lapsed = beat.late or begun >= self._fresh_until
        if lapsed and (beat.dead or len(beat.alive) > 1):
            self._judge_later(self.timers.grace * self.timers.lease)
        if beat.renewed or (self.last is None and self._fleet.is_shared):
            self._wait_for_others(beat)
        self._in_doubt |= lapsed or beat.renewed
        self.last, self.beaten = beat, begun
        self._fresh_until = max(self._fresh_until, begun + self.timers.fence * self.timers.lease)
        return beat

    async def _ask_for_rooms(self, beat: Beat) -> Beat:
        """Ask for every room; the last sign of life. If they are many, that takes longer than one of them holds.

        If one comes too late, everything is in doubt again, and is asked for with the next.
        """

        async def go_on() -> None:
            nonlocal beat
            if self._now - self.beaten >= self.timers.beat:
                beat = await self._sign()

        self._in_doubt = False
        try:
            await self._recheck(go_on)
        except BaseException:
            self._in_doubt = True
            raise
        return beat

    def _wait_for_others(self, beat: Beat) -> None:
        """The connection to the store was just made: if there are others, they know perhaps more than the store."""
        until = self._now + self.timers.grace_renewed
        self._settled_from = until
        if beat.renewed or beat.dead or len(beat.alive) > 1:
            self._claim_from = until
            self._judge_later(self.timers.grace_renewed)
        if beat.renewed:
            self._take_from = until

    def _judge_later(self, seconds: float) -> None:
        self._judge_from = max(self._judge_from, self._now + seconds)
