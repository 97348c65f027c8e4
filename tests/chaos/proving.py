"""The replays of what chaos has left: each finished match is made one, written, read, and proved."""

from collections.abc import Sequence

from clients.replays import Difference, InvalidReplay, Replay, decode, encode, verify
from engine import OtherVersion
from engine.effects.catalogue import Catalogue
from server.replays import BrokenLog, make
from server.store.base import Record, RoomRow


def prove(row: RoomRow, log: Sequence[Record], catalogue: Catalogue) -> list[str]:
    """What is wrong with the replay of a room; nothing is, if it is not over."""
    if row.state != "ended":
        return []
    try:
        proof = verify(decode(encode(_made(row, log, catalogue))), catalogue)
    except (BrokenLog, OtherVersion) as error:
        return [f"{row.id}: it is over and no replay: {error!r}"]
    except (InvalidReplay, Difference) as wrong:
        return [f"{row.id}: its replay is not proved: {wrong}"]
    return [] if proof.commitment else [f"{row.id}: nothing was promised about its shuffles"]


def _made(row: RoomRow, log: Sequence[Record], catalogue: Catalogue) -> Replay:
    making = make(row, log, catalogue)
    while True:
        try:
            next(making)
        except StopIteration as made:
            replay: Replay = made.value
            return replay
