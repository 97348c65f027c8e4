"""A connection that another worker holds, as the room that is owned here sees it."""

from server import relayed
from server.auth import Guest
from server.protocol.codec import CODECS, Codec, Frame
from server.protocol.errors import Close
from server.protocol.messages import ServerMessage, Snapshot
from server.relayed import Deliver, Knock, Reseat, Shut, Unseat
from server.store.base import Notice
from server.store.fleet import Fleet


class RemotePeer:
    """A connection that another worker holds, as its room sees it. Whatever is sent to it is posted to its holder."""

    def __init__(self, fleet: Fleet, knock: Knock) -> None:
        self.worker = knock.holder
        self.name = knock.peer
        self.room = knock.room
        self.codec: Codec = CODECS[knock.codec]
        self.guest: Guest = knock.guest
        self.tab = knock.tab
        self.conn = knock.conn
        self.epoch = 0
        self.count = 0
        """So many frames were sent to it since it has knocked."""
        self.is_closing = False
        self._fleet = fleet
        self._accepted = 0
        self._last: Shut | Reseat | None = None
        """What ended it here."""

    def send(self, message: ServerMessage) -> None:
        self.send_frame(self.codec.encode(message), message.seq if isinstance(message, Snapshot) else 0)

    def send_frame(self, frame: Frame, seq: int = 0) -> None:
        self._post(self._deliver(frame, seq))

    def notice(self, frame: Frame, epoch: int, seq: int) -> Notice:
        """The frame as a notice of the append with which its viewer comes to stand there."""
        self.stand(epoch)
        return Notice(self.worker, relayed.encode(self._deliver(frame, seq)))

    def _deliver(self, frame: Frame, seq: int) -> Deliver:
        accepted, self._accepted = self._accepted, 0
        self.count += 1
        content = frame if isinstance(frame, bytes) else frame.encode()
        return Deliver(self.name, self.room, self.count, self.epoch, seq, accepted, content)

    def stand(self, epoch: int) -> None:
        self.epoch = epoch

    def close(self, code: Close, reason: str) -> None:
        if not self.is_closing:
            self.is_closing = True
            self._last = Shut(self.name, self.room, self.epoch, code, reason)
            self.remind()

    def remind(self) -> None:
        """Say once more that it has to be closed, or sits elsewhere: its holder has perhaps not heard it."""
        if self._last is not None:
            self._post(self._last)

    def accepted(self) -> None:
        self._accepted += 1

    def unseat(self) -> None:
        self._post(Unseat(self.name, self.room))

    def moved(self) -> None:
        self._post(relayed.Moved(self.name, self.room))

    def reseat(self, room: str) -> None:
        self._last = Reseat(self.name, self.room, room)
        self.remind()

    def _post(self, message: relayed.Message) -> None:
        self._fleet.post(self.worker, relayed.encode(message))
