"""The replays of what chaos has left, as whoever asks a server for them gets and proves them."""

from clients.replays import Difference, InvalidReplay, decode, verify
from clients.sdk.transport import Document
from engine import OtherVersion
from engine.effects.catalogue import Catalogue
from server.store.base import RoomRow


def path(room: str) -> str:
    """Where a server gives the replay of a room."""
    return f"/api/replay/{room}"


def prove(row: RoomRow, answer: Document, promised: str, catalogue: Catalogue) -> list[str]:
    """What is wrong with what a server has answered to the question for a room's replay; there is none before its end.

    It is proved as ``paltable replay --verify --commitment`` does, with what the players were promised.
    """
    if row.state != "ended":
        return [] if answer.status == 404 else [f"{row.id}: it is not over, and its replay is told: {answer.status}"]
    if answer.status != 200:
        return [f"{row.id}: it is over and no replay: {answer.status} {answer.body!r}"]
    try:
        proof = verify(decode(answer.body), catalogue, promised)
    except (InvalidReplay, Difference, OtherVersion) as wrong:
        return [f"{row.id}: its replay is not proved: {wrong}"]
    return [] if proof.commitment else [f"{row.id}: nothing was promised about its shuffles"]
