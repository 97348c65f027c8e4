"""Who may write: the comparisons that a store makes before it changes a room."""

from collections.abc import Sequence

from server.store.base import Behind, Fenced, Record, RoomRow, Whereabouts


def check_seen(found: RoomRow | Whereabouts, epoch: int) -> None:
    """Raises `Fenced` if the room has another epoch than the one that a claimer saw."""
    if found.epoch != epoch:
        raise Fenced(f"the epoch is {found.epoch}, not {epoch}")


def check_creator(there: RoomRow, row: RoomRow, worker: str) -> RoomRow:
    """The room that is there, for whoever made it and tries again. Raises `Fenced` for everyone else."""
    if there.log != row.log or there.owner != worker:
        raise Fenced(f"room {row.id} is there already")
    return there


def check_owner(found: Whereabouts | None, room: str, worker: str, epoch: int) -> Whereabouts:
    """What was found, if this worker owns it under this epoch. Raises `Fenced`, or `Behind` if that was forgotten."""
    if found is None or found.epoch < epoch:
        raise Behind(f"the store has forgotten epoch {epoch} of room {room}")
    if found.epoch > epoch or found.owner != worker:
        raise Fenced(f"room {room} belongs to {found.owner or 'nobody'} in epoch {found.epoch}")
    return found


def check_writable(found: Whereabouts, room: str, seq: int, records: Sequence[bytes] = ()) -> None:
    """Raises `Behind` or `Fenced` if the log ends elsewhere, and `Fenced` for records in a room that is over."""
    if found.seq < seq:
        raise Behind(f"the log of room {room} ends at {found.seq}, not {seq}")
    if found.seq > seq:
        raise Fenced(f"the log of room {room} ends at {found.seq}, not {seq}")
    if records and found.state == "ended":
        raise Fenced(f"room {room} is over")


def check_healer(found: Whereabouts | None, row: RoomRow, worker: str) -> bool:
    """Whether there is something to heal: not so if the store has this owner's epoch, and more of it than was given.

    Raises `Fenced` if the store knows a newer epoch, this epoch of another owner, or another log.
    """
    if found is None:
        return True
    if found.log != row.log or found.epoch > row.epoch or (found.epoch == row.epoch and found.owner != worker):
        raise Fenced(f"room {row.id} belongs to {found.owner or 'nobody'} in epoch {found.epoch}")
    return found.epoch < row.epoch or found.seq <= row.seq


def in_common(ours: Sequence[Record], theirs: Sequence[Record]) -> int:
    """How many records both logs begin with: an epoch has one writer, so position and epoch name a record."""
    count = 0
    for one, other in zip(ours, theirs, strict=False):
        if (one.seq, one.epoch) != (other.seq, other.epoch):
            break
        count += 1
    return count
