"""What ties a connection of this worker to its room, wherever that is.

If the room runs here, the link hands messages over; if another worker owns the room, it passes them on. When the room
moves, the link looks for it again, and the socket stays open.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.model.errors import OtherVersion
from server.inbox import Act, Attach, Detach
from server.peer import Peer
from server.protocol.codec import CODECS
from server.protocol.errors import Refusal
from server.protocol.messages import MSGPACK, Paused, Resume, TableMessage
from server.relayed import Deliver, Gone, Knock, Pass
from server.room import Room
from server.rooms import DAMAGED, PARKED
from server.store.base import StoreFailed, Unreadable

if TYPE_CHECKING:
    from server.relay import Relay

HELD = 32
"""So many messages wait while a room is looked for; more are refused."""
FORGOTTEN = 5.0
"""For so many seconds a room of which the store knows nothing may still come back: its owner heals it."""


def backoff(longest: float) -> Iterator[float]:
    """Pauses between tries, in seconds: short at first, since most rooms are found at once."""
    pause = longest / 16
    while True:
        yield pause
        pause = min(longest, 2 * pause)


class RoomLink:
    """What ties a connection of this worker to its room; it is the peer's `Link` until another one is."""

    def __init__(self, relay: "Relay", peer: Peer, room_id: str, resume: Resume | None) -> None:
        self.peer = peer
        self.room_id = room_id
        self.owner = ""
        """The other worker that owns the room; empty while it is here, or looked for."""
        self.epoch = 0
        self.count = 0
        """So many frames of the owner have arrived since the last knock, without a gap."""
        self.behind = False
        """Whether the owner has sent more than has arrived."""
        self.paused = False
        self._relay = relay
        self._resume = resume
        self._room: Room | None = None
        self._was_there = False
        """Whether the room has been found before."""
        self._held: deque[TableMessage] = deque()
        self._seeking: asyncio.Task[None] | None = None
        self._answered = asyncio.Event()
        self._refused = False

    @property
    def is_over(self) -> bool:
        """Whether the connection is closed, or sits elsewhere."""
        return self.peer.is_closing or self.peer.link is not self

    @property
    def is_seeking(self) -> bool:
        """Whether it looks for its room."""
        return self._seeking is not None

    # --- what the connection says ---

    def act(self, message: TableMessage) -> None:
        """Pass it on. Raises `Refusal` if too many messages wait at the table."""
        if self._seeking is not None:
            self._hold(message)
        elif self._room is not None:
            self._room.post(Act(self.peer, message, self.peer.lag()))
        else:
            frame = CODECS[MSGPACK].encode(message)
            assert isinstance(frame, bytes), "msgpack"
            passed = Pass(self._relay.worker, self.peer.name, self.room_id, frame, self.peer.lag())
            self._relay.post(self.owner, passed)

    def _hold(self, message: TableMessage) -> None:
        """Keep it until the room is found; what is only said again, because nobody answers, waits already."""
        if message in self._held:
            return
        if len(self._held) >= HELD:
            raise Refusal("limit", "Too many messages wait at this table.")
        self._held.append(message)

    def gone(self) -> None:
        self._relay.forget(self)
        if self._seeking is not None:
            self._seeking.cancel()
        if self._room is not None:
            self._room.post(Detach(self.peer))
        elif self.owner:
            self._relay.post(self.owner, Gone(self._relay.worker, self.peer.name))

    # --- where the room is ---

    def moved(self) -> None:
        """Look for the room, again if need be."""
        if self._seeking is not None:
            self._answer_is_no()
        elif not self.is_over and not self._relay.is_stopped:
            self._room = None
            self._seeking = self._relay.spawn(self._seek())

    def reseat(self, room: str) -> None:
        """The player sits at another room: this link is over, and another one leads there."""
        if not self.is_over:
            self._relay.attach(self.peer, room)

    def _answer_is_no(self) -> None:
        """Whoever was asked just now does not have the room."""
        self._refused = True
        self._answered.set()

    async def _seek(self) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        hopeless = begun + FORGOTTEN if self._was_there else begun
        try:
            for pause in backoff(self._relay.timers.retry):
                if self.is_over or await self._find(loop.time() >= hopeless):
                    break
                if loop.time() - begun > self._relay.timers.ask:
                    self.pause(True)
                await asyncio.sleep(pause)
        finally:
            self._seeking = None
            if self.is_over:  # meanwhile: what was found for it was remembered in vain
                self._relay.forget(self)
        while self._held and not self.is_over:
            try:
                self.act(self._held.popleft())
            except Refusal as refusal:
                self.peer.send(refusal.message())

    async def _find(self, hopeless: bool) -> bool:
        """Whether the connection is at its room now, or there is no room for it, also if a while is waited."""
        try:
            found = await self._relay.rooms.open(self.room_id)
        except Unreadable:
            return self._leave(Refusal("unknown_table", DAMAGED))
        except StoreFailed:
            self.pause(True)
            return False
        except OtherVersion:
            return self._leave(Refusal("other_version", PARKED))
        if self.is_over:
            return True
        if found is None:
            self.pause(not hopeless)
            return hopeless and self._leave(Refusal("unknown_table", "This table is no more."))
        if isinstance(found, Room):
            self._relay.forget(self)
            self._room, self.owner, self._was_there = found, "", True
            self.epoch = max(self.epoch, found.match.row.epoch)
            self._refused = False
            self.pause(False)
            found.post(Attach(self.peer, self._resume))
            if self._refused:  # it is about to end here, and turns everyone away at once
                self._room = None
            return not self._refused
        return await self._knock(found.owner)

    def _leave(self, why: Refusal) -> bool:
        self.peer.send(why.message())
        self._relay.forget(self)
        if self.peer.link is self:
            self.peer.link = None
        return True

    async def _knock(self, owner: str) -> bool:
        """Whether the owner has answered."""
        relay, peer = self._relay, self.peer
        self.owner, self.count, self._refused = owner, 0, False
        self._answered.clear()
        relay.remember(self)
        knock = Knock(
            relay.worker, peer.name, self.room_id, peer.guest, peer.tab, peer.conn, peer.codec.name, self._resume
        )
        try:
            if not await relay.tell(owner, knock):
                await asyncio.sleep(relay.timers.quiet)
                if not await relay.tell(owner, knock):
                    relay.suspect(owner)
                    return False
            async with asyncio.timeout(relay.timers.ask):
                await self._answered.wait()
        except StoreFailed:
            self.pause(True)
            return False
        except TimeoutError:
            return False
        return not self._refused

    # --- what the owner says ---

    def deliver(self, message: Deliver) -> None:
        """A frame of the owner; one of a former owner comes too late."""
        if message.epoch < self.epoch:
            self._relay.metrics.late_frames.inc()
            return
        is_next = self._follows(message.number)
        self.epoch = message.epoch
        if self._resume is not None and message.seq and is_next:
            self._resume = replace(self._resume, epoch=message.epoch, seq=message.seq)
        self.pause(False)
        for _ in range(message.accepted):
            self.peer.accepted()
        self.peer.send_frame(self.peer.codec.frame(message.frame))

    def _follows(self, number: int) -> bool:
        """Whether a frame follows the last one, or is the first one, which answers a knock.

        After a gap the room is looked for again, so that it tells what is so.
        """
        follows = number in (1, self.count + 1)
        if follows:
            self.count, self.behind, self._was_there = number, False, True
            self._answered.set()
        elif not self.is_seeking:  # else it was sent before the knock, or the first one is lost
            self.moved()
        return follows

    def stands(self, count: int) -> None:
        """So many frames the owner has sent; if others have arrived twice, something was lost."""
        is_behind = count != self.count and not self.is_seeking
        if is_behind and self.behind:
            self.moved()
        self.behind = is_behind and not self.behind

    def pause(self, on: bool) -> None:
        """Tell the player that the table waits, or does so no longer."""
        if on != self.paused:
            self.paused = on
            self.peer.send(Paused(on=on))
