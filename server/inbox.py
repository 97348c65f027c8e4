"""The items of a room's inbox: whatever reads or writes a room is one of these."""

import asyncio
from dataclasses import dataclass
from typing import TypeAlias

from server.peer import Peer
from server.protocol.messages import Concede, Decide, Preview, Resume, Resync
from server.store.base import Seat


@dataclass(frozen=True, slots=True, eq=False)
class Attach:
    """Play this guest's seat from this connection."""

    peer: Peer
    resume: Resume | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Detach:
    """The connection is gone."""

    peer: Peer


@dataclass(frozen=True, slots=True, eq=False)
class Sit:
    """Take the free seat, and begin; ``done`` tells that it is so, or raises `Refusal`."""

    peer: Peer
    seat: Seat
    done: "asyncio.Future[None]"


@dataclass(frozen=True, slots=True, eq=False)
class Leave:
    """Stand up; ``done`` tells that it is so, or raises `Refusal`."""

    user: str
    done: "asyncio.Future[None]"


@dataclass(frozen=True, slots=True, eq=False)
class Act:
    """A message of a player about the match."""

    peer: Peer
    message: Decide | Concede | Preview | Resync


@dataclass(frozen=True, slots=True, eq=False)
class Idle:
    """Nobody has been here for a while."""


Item: TypeAlias = Attach | Detach | Sit | Leave | Act | Idle
