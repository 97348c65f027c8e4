"""One audience of one room at this worker: a reader of its log, and the connections that watch.

The room itself does nothing for those who watch it, wherever it runs: its log is read from the store. Each update is
encoded once for each codec, however many watch, and is handed out in small portions, so that players who are served by
this worker do not wait for it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final

import structlog

from engine.model.errors import OtherVersion
from engine.model.terms import Audience
from server.delayed import Delayed, Rewritten
from server.match import Services, rematch_of
from server.peer import Peer
from server.protocol.codec import Codec, Frame
from server.protocol.errors import Close, Refusal
from server.protocol.messages import Audience as AudienceCount
from server.protocol.messages import (
    Ended,
    Explained,
    RematchBegan,
    ServerMessage,
    Snapshot,
    Unwatched,
    Update,
    Watching,
    WatchPolicy,
)
from server.rooms import PARKED
from server.store.base import RoomRow, StoreFailed, Tail, players_of

POLL: Final = 0.5
"""Seconds between two looks at the log."""
STEP: Final = 16
"""So many records are played before others have their turn."""
REMATCH_POLL: Final = 2.0
"""Seconds between two looks for a rematch."""
PORTION: Final = 8
BREATH: Final = 0.001
"""So many connections are written to at once, and then nobody for so many seconds."""
LINGER: Final = 10.0
"""For so many seconds a reader goes on for nobody."""
FORGOTTEN: Final = 5.0
"""For so many seconds a room of which the store knows nothing may still come back: its owner heals it."""
REMATCH_WITHIN: Final = 300.0
"""For so many seconds after the end a match is shown to its watchers, and they are told of a rematch."""
COUNT_EVERY: Final = 5.0
"""Seconds between two words about how many watch."""
OUTBOX_FRAMES: Final = 64
OUTBOX_BYTES: Final = 1 << 16
FORGIVEN: Final = 60.0
"""Whose outbox runs over gets a fresh snapshot; whose outbox does so again within so many seconds is closed."""

NO_MATCH: Final = "There is no match to watch under this id."
OVER: Final = "This match is over."
BROKEN: Final = "This match cannot be shown."


class Watcher:
    """A connection that watches; it is the peer's `Viewer`.

    One that ``ends`` is closed when it knows of the rematch, or there will be none to tell of.
    """

    def __init__(self, peer: Peer, reader: "Reader", *, ends: bool) -> None:
        self.peer = peer
        self.room = reader.room
        self.ends = ends
        self.knows = (0, 0)
        """The epoch and position that it has been shown last."""
        self._reader = reader
        self._shed_at = -FORGIVEN

    def again(self) -> None:
        self._reader.show(self)

    def explain(self, card: int) -> None:
        self.peer.send(self._reader.explain(card))

    def leave(self) -> None:
        if self.peer.watching is self:
            self.peer.watching = None
        self._reader.lose(self)

    def dismiss(self, message: ServerMessage) -> None:
        """Say for what reason it watches no longer."""
        self.leave()
        self.peer.send(message)
        if self.ends:
            self.peer.close(Close.RESTART, "")

    def offer(self, frame: Frame) -> None:
        """Send a frame; if the outbox is full, throw it away and show everything once; the second time, close."""
        if self.peer.offer(frame, OUTBOX_FRAMES, OUTBOX_BYTES):
            return
        now = asyncio.get_running_loop().time()
        if now - self._shed_at < FORGIVEN:
            self.peer.close(Close.SLOW, "You read too slowly.")
            return
        self._shed_at = now
        self._reader.shed()
        self.peer.shed()
        self._reader.show(self)


class Reader:
    """Shows a room to those of one audience who watch it here; `run` is its task.

    ``crowd`` tells how many watch, everywhere; ``closed`` is called when it reads no longer.
    """

    def __init__(
        self,
        row: RoomRow,
        audience: Audience,
        policy: WatchPolicy,
        services: Services,
        crowd: Callable[[], int],
        closed: Callable[["Reader"], None],
    ) -> None:
        self.room = row.id
        self.audience: Audience = audience
        self.policy = policy
        self.watchers: dict[str, Watcher] = {}
        """By connection."""
        self.is_over = False
        """Whether the match has ended for this audience."""
        self._log_name = row.log
        self._players = players_of(row)
        self._services = services
        self._crowd = crowd
        self._closed = closed
        self._delayed = self._from_the_start()
        self._failure: Exception | None = StoreFailed("the log of this match has not been read")
        self._looked = asyncio.Event()
        self._lingers_until = 0.0
        self._missing_since: float | None = None
        self._snapshots: dict[Codec, Frame] = {}
        self._ended: Ended | None = None
        self._rematch: RematchBegan | None = None
        self._over_at = 0.0
        """When the end was due, by the loop's clock."""
        self._counted, self._counted_at = 0, 0.0
        self._log = structlog.get_logger("server.audience").bind(room=row.id, audience=audience)

    def _from_the_start(self) -> Delayed:
        return Delayed(self._services.catalogue, self.audience, self.policy, self._log_name)

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # --- those who watch ---

    async def ready(self) -> None:
        """Wait until it is known what there is to see. Raises `Refusal`, and `StoreFailed`."""
        self._lingers_until = self._now + LINGER
        await self._looked.wait()
        if self._failure is not None:
            raise self._failure
        if self.is_over and self._now >= self._over_at + REMATCH_WITHIN:
            raise Refusal("game_over", OVER)

    def add(self, peer: Peer, *, ends: bool) -> None:
        """Show the match to one more."""
        watcher = Watcher(peer, self, ends=ends)
        peer.watching = self.watchers[peer.name] = watcher
        if len(self.watchers) == 1:
            self._counted, self._counted_at = self._crowd(), self._now
        self._greet(watcher)
        if self._rematch is not None:
            self._finish(watcher)

    def _greet(self, watcher: Watcher) -> None:
        policy = self.policy
        watcher.peer.send(
            Watching(
                id=self.room, log=self._log_name, players=self._players, delay=policy.delay, decisions=policy.decisions,
                hands=policy.hands, watchers=self._crowd(),
            )
        )  # fmt: skip
        self.show(watcher)

    def show(self, watcher: Watcher) -> None:
        """Send everything that this audience knows."""
        told = self._delayed.told
        if told is not None:
            watcher.knows = told.epoch, told.seq
            watcher.offer(self._snapshot(watcher.peer.codec))
        for told_at_last in (self._ended, self._rematch):
            if told_at_last is not None:
                watcher.peer.send(told_at_last)

    def explain(self, card: int) -> Explained:
        """What the values of a card are made of that this audience sees. Raises `Refusal`."""
        return self._delayed.explain(card)

    def _snapshot(self, codec: Codec) -> Frame:
        frame = self._snapshots.get(codec)
        if frame is None:
            snapshot = self._delayed.snapshot(self._players)
            assert snapshot is not None, "there is something that the audience knows"
            frame = self._snapshots[codec] = codec.encode(snapshot)
        return frame

    def lose(self, watcher: Watcher) -> None:
        """Show nothing to it any more."""
        if self.watchers.get(watcher.peer.name) is watcher:
            del self.watchers[watcher.peer.name]
            self._lingers_until = self._now + LINGER

    def shed(self) -> None:
        """Count a watcher's outbox that ran over."""
        self._services.metrics.sheds.inc()

    # --- reading ---

    async def run(self) -> None:
        """Read until the match is over, or nobody watches."""
        try:
            while not self.is_over and (self.watchers or self._now < self._lingers_until):
                await self._look()
                self._looked.set()
                await asyncio.sleep(POLL)
            if self.is_over:
                await self._see_out()
        except Refusal as refusal:
            self._fail(refusal)
        except OtherVersion:
            self._fail(Refusal("other_version", PARKED))
        except Exception:  # noqa: BLE001 - the edge of a task: one match is not shown, the others are
            self._log.exception("match cannot be shown")
            self._fail(Refusal("bad_state", BROKEN))
        finally:
            self._looked.set()
            self._closed(self)

    async def _see_out(self) -> None:
        """Show the end, and that there is a rematch, to those who stay and to whoever comes back."""
        closes = self._over_at + REMATCH_WITHIN
        while self._now < closes and (self.watchers or self._now < self._lingers_until):
            if self._rematch is None and self.watchers:
                await self._look_for_rematch()
            await asyncio.sleep(min(REMATCH_POLL, closes - self._now))
        for watcher in list(self.watchers.values()):
            self._finish(watcher)

    async def _look_for_rematch(self) -> None:
        """Tell of the rematch as soon as it is as old as the audience is late."""
        try:
            row = await rematch_after(self.room, self.policy, self._services)
        except StoreFailed as error:
            self._log.info("rematch cannot be looked for now", error=str(error))
            return
        if row is None:
            return
        self._rematch = RematchBegan(id=row.id)
        frames = dict[Codec, Frame]()
        async for watcher in self._in_portions():
            watcher.peer.send_frame(_encoded(self._rematch, watcher.peer.codec, frames))
            self._finish(watcher)

    def _fail(self, why: Refusal) -> None:
        self._failure = why
        for watcher in list(self.watchers.values()):
            watcher.dismiss(Unwatched(self.room, why.why))

    async def _look(self) -> None:
        """Take in what is new in the log, and show what is due. A store that is away is asked again the next time."""
        try:
            found = await self._hear()
        except StoreFailed as error:
            self._log.info("log cannot be read now", error=str(error))
            return
        if found is None:
            self._miss()
            return
        delayed, tail = found
        self._missing_since = None
        await self._catch_up(delayed, delayed.due(tail.now))
        self._failure = None
        await self._tell(delayed, tail.now)
        await self._count()

    async def _hear(self) -> tuple[Delayed, Tail] | None:
        """Read on; from the beginning if the log was rewritten. None if there is no such room."""
        tail = await self._read(*self._delayed.heard)
        if tail is None:
            return None
        try:
            self._delayed.hear(tail)
        except Rewritten as why:
            self._log.warning("the log was rewritten", why=str(why))
            tail = await self._read(0, 0)
            if tail is None:
                return None
            delayed = self._from_the_start()
            delayed.hear(tail)
            return delayed, tail
        return self._delayed, tail

    async def _read(self, epoch: int, seq: int) -> Tail | None:
        tail = await self._services.store.read_from(self.room, epoch, seq)
        return None if tail is None or tail.where.log != self._log_name else tail

    def _miss(self) -> None:
        """Raises `Refusal` if the room has been missing for too long, or was when it was looked for first."""
        if self._missing_since is None:
            self._missing_since = self._now
        if self._failure is not None or self._now - self._missing_since >= FORGOTTEN:
            raise Refusal("unknown_table", NO_MATCH)

    @staticmethod
    async def _catch_up(delayed: Delayed, due: int) -> None:
        while due:
            step = min(due, STEP)
            delayed.advance(step)
            due -= step
            await asyncio.sleep(0)

    # --- showing ---

    async def _tell(self, delayed: Delayed, now: int) -> None:
        message = delayed.tell(self._players, now)
        if message is not None:
            self._snapshots.clear()
        if delayed is not self._delayed:
            self._delayed = delayed
            async for watcher in self._in_portions():
                self._greet(watcher)
        elif message is not None:
            await self._hand_out(message)
        outcome = delayed.outcome
        if outcome is not None:
            epoch, seq = delayed.stands
            self._ended = Ended(log=self._log_name, epoch=epoch, seq=seq, outcome=outcome)
            self.is_over = True
            self._over_at = self._now - (now - delayed.written_at) / 1000 + self.policy.delay
            await self._end(self._ended)

    async def _in_portions(self) -> AsyncIterator[Watcher]:
        """Those who watch now, with a breath after each portion."""
        for place, watcher in enumerate(list(self.watchers.values()), 1):
            if self.watchers.get(watcher.peer.name) is watcher:
                yield watcher
            if place % PORTION == 0:
                await asyncio.sleep(BREATH)

    async def _hand_out(self, message: Update | Snapshot) -> None:
        stands, frames = (message.epoch, message.seq), dict[Codec, Frame]()
        async for watcher in self._in_portions():
            if watcher.knows != stands:
                watcher.knows = stands
                watcher.offer(_encoded(message, watcher.peer.codec, frames))

    async def _end(self, ended: Ended) -> None:
        frames = dict[Codec, Frame]()
        async for watcher in self._in_portions():
            watcher.peer.send_frame(_encoded(ended, watcher.peer.codec, frames))

    @staticmethod
    def _finish(watcher: Watcher) -> None:
        if watcher.ends:
            watcher.leave()
            watcher.peer.close(Close.RESTART, OVER)

    async def _count(self) -> None:
        """Tell how many watch, if that is another number than the last one, and that was told long ago."""
        crowd = self._crowd()
        if crowd == self._counted or self._now - self._counted_at < COUNT_EVERY:
            return
        self._counted, self._counted_at = crowd, self._now
        message, frames = AudienceCount(watchers=crowd), dict[Codec, Frame]()
        async for watcher in self._in_portions():
            watcher.offer(_encoded(message, watcher.peer.codec, frames))


async def rematch_after(room: str, policy: WatchPolicy, services: Services) -> RoomRow | None:
    """The rematch of a match, if it is as old as those are late who watch like this. Raises `StoreFailed`."""
    row = await services.store.row(rematch_of(room))
    tail = None if row is None else await services.store.read_from(row.id, row.epoch, row.seq)
    if row is None or tail is None or tail.now - row.created < 1000 * policy.delay:
        return None
    return row


def _encoded(message: ServerMessage, codec: Codec, frames: dict[Codec, Frame]) -> Frame:
    """The message in this codec, encoded once however many get it."""
    frame = frames.get(codec)
    if frame is None:
        frame = frames[codec] = codec.encode(message)
    return frame
