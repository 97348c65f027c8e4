"""What workers say to each other through their inboxes, as msgpack.

The *holder* holds a connection, the *owner* the room at which it plays. Nobody waits for one of these: whatever is lost
is said again, or found out by `Roll`. A connection is named by its holder and its name there.
"""

from typing import TypeAlias

import msgspec

from server.auth import Guest
from server.protocol.errors import Close
from server.protocol.messages import RefusalCode, Resume, Standing, Subprotocol
from server.store.base import Seat
from server.store.fleet import Offer


class Said(msgspec.Struct, frozen=True, array_like=True):
    """The base of all."""


# --- holder to owner --------------------------------------------------------------------------------------------------


class Knock(Said, frozen=True, tag="k"):
    """This connection plays at your room."""

    holder: str
    peer: str
    room: str
    guest: Guest
    tab: str
    conn: int
    codec: Subprotocol
    resume: Resume | None


class Pass(Said, frozen=True, tag="c"):
    """A message of the connection about its match, in msgpack, and the connection's lag in milliseconds."""

    holder: str
    peer: str
    room: str
    frame: bytes
    lag: int = 0


class Gone(Said, frozen=True, tag="g"):
    """The connection is closed."""

    holder: str
    peer: str


class Roll(Said, frozen=True, tag="r"):
    """All connections that the holder has at the owner's rooms, with the rooms; whoever is not named is gone."""

    holder: str
    peers: dict[str, str]


class Ask(Said, frozen=True, tag="a"):
    """Let a guest sit down (``seat``) or stand up (``user``) at your room."""

    asker: str
    number: int
    room: str
    seat: Seat | None
    user: str


# --- owner to holder --------------------------------------------------------------------------------------------------


class Deliver(Said, frozen=True, tag="f"):
    """A frame for the connection, and where its viewer stands then (``seq`` 0: where it stood)."""

    peer: str
    room: str
    number: int
    """Counts the frames since the connection has knocked, from 1 on."""
    epoch: int
    seq: int
    accepted: int
    """So many commands of the connection were accepted since the last delivery."""
    frame: bytes


class Shut(Said, frozen=True, tag="x"):
    """Close the connection."""

    peer: str
    room: str
    epoch: int
    code: Close
    reason: str


class Unseat(Said, frozen=True, tag="u"):
    """The connection sits at this room no longer."""

    peer: str
    room: str


class Reseat(Said, frozen=True, tag="e"):
    """The connection's player sits at another room from now on."""

    peer: str
    room: str
    to: str


class Moved(Said, frozen=True, tag="m"):
    """The room is not here, or does not know the connection: look for it again."""

    peer: str
    room: str


class Heads(Said, frozen=True, tag="h"):
    """The answer to `Roll`: the number of the last frame for each connection."""

    owner: str
    peers: dict[str, int]


class Answer(Said, frozen=True, tag="b"):
    """The answer to `Ask`: done, or refused with a code, or the room is not here (``moved``)."""

    number: int
    code: RefusalCode | None
    why: str
    moved: bool = False


# --- between workers --------------------------------------------------------------------------------------------------


class Take(Said, frozen=True, tag="t"):
    """This room is handed over to you."""

    room: str


class Offered(Said, frozen=True, tag="o"):
    """A connection of yours is offered an opponent."""

    offer: Offer
    ticket: str


class Seated(Said, frozen=True, tag="s"):
    """A connection of yours that waited plays in this room now."""

    ticket: str
    room: str


class Unmade(Said, frozen=True, tag="n"):
    """The room of two who have both confirmed could not be made by my version, and why. ``tried``: nor by another."""

    offer: Offer
    why: str
    tried: bool


class Crowds(Said, frozen=True, tag="w"):
    """So many connections of mine watch these rooms, and no others. What is not said again for a while is not so.

    ``standings`` is what watchers are shown of matches that I own.
    """

    worker: str
    rooms: dict[str, int]
    standings: dict[str, Standing] = {}


class SatDown(Said, frozen=True, tag="d"):
    """A connection of this guest has sat down, and was closed meanwhile: a later one of its tab goes on there."""

    guest: str
    tab: str
    conn: int


Message: TypeAlias = (
    Knock
    | Pass
    | Gone
    | Roll
    | Ask
    | Deliver
    | Shut
    | Unseat
    | Reseat
    | Moved
    | Heads
    | Answer
    | Take
    | Offered
    | Seated
    | Unmade
    | Crowds
    | SatDown
)

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Message).decode
