"""The items of a room's inbox: whatever reads or writes a room is one of these."""

import asyncio
from dataclasses import dataclass
from typing import TypeAlias

from engine.model.decisions import Decision
from engine.model.terms import SeatName
from server.peer import Sitter
from server.protocol.messages import Resume, TableMessage
from server.store.base import Seat

Done: TypeAlias = "asyncio.Future[None]"


class NotHere(Exception):
    """The room is not here any more, and what was asked of it was perhaps not done: ask again where it is now."""


@dataclass(frozen=True, slots=True, eq=False)
class Attach:
    """Play this guest's seat from this connection."""

    peer: Sitter
    resume: Resume | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Detach:
    """The connection is gone."""

    peer: Sitter


@dataclass(frozen=True, slots=True, eq=False)
class Sit:
    """Take the free seat, and begin; ``done`` tells that it is so, or raises `Refusal` or `NotHere`."""

    seat: Seat
    done: Done


@dataclass(frozen=True, slots=True, eq=False)
class StandUp:
    """Stand up; ``done`` tells that it is so, or raises `Refusal` or `NotHere`."""

    user: str
    done: Done


@dataclass(frozen=True, slots=True, eq=False)
class Act:
    """A message of a player about the match."""

    peer: Sitter
    message: TableMessage
    lag: int = 0
    """Half the way to the player and back, as it was measured last, in milliseconds."""


@dataclass(frozen=True, slots=True, eq=False)
class HandOver:
    """Give the room to another worker, or to nobody; ``done`` tells that it is not here any more."""

    target: str
    done: Done


@dataclass(frozen=True, slots=True, eq=False)
class Heal:
    """The store has perhaps lost some of the room."""


@dataclass(frozen=True, slots=True, eq=False)
class Back:
    """The store was away, and is back."""


@dataclass(frozen=True, slots=True, eq=False)
class GoOn:
    """Both players sit at this room from now on; if it is empty, there is no rematch because of this seat."""

    room: str
    seat: SeatName


@dataclass(frozen=True, slots=True, eq=False)
class Due:
    """A moment has come at which something happens by itself; ``last`` if all that came before it was handled."""

    generation: int
    last: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """A bot that takes long has decided what the prompt of this number asks."""

    prompt: int
    decision: Decision


@dataclass(frozen=True, slots=True, eq=False)
class Idle:
    """Nobody has been here for a while."""


Item: TypeAlias = Attach | Detach | Sit | StandUp | Act | HandOver | Heal | Back | GoOn | Due | Thought | Idle
