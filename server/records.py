"""What stands in a room's log: each record is one of these, as msgpack."""

from typing import Final, Literal, TypeAlias

import msgspec

import engine
from engine.effects.catalogue import Catalogue
from engine.model.terms import SeatName
from server.controls import TimeControl
from server.protocol.messages import Passing
from server.protocol.shapes import Decision

VERSION: Final = 3
"""Of the records below: whoever adds or changes one raises it."""


def pin(catalogue: Catalogue) -> str:
    """The name of all that a stored match hangs on: it goes on only where games, cards and records are the same."""
    return f"{engine.pin(catalogue)}, log {VERSION}"


class Committed(msgspec.Struct, frozen=True, tag="m"):
    """The secret of the match that is going to be played here: whoever sits down first is told its hash."""

    secret: bytes


class Started(msgspec.Struct, frozen=True, omit_defaults=True, tag="s"):
    """The match began: everything that it follows from, and the chain after it."""

    seed: bytes
    decks: dict[SeatName, tuple[str, dict[str, int]]]
    chain: bytes
    pin: str
    """The name of rules, save format and cards (`engine.pin`): the match is played again under no other."""
    chooser: SeatName | None = None
    """Who was named to choose to go first or second, as in a rematch; None if that was left to chance."""
    secret: bytes = b""
    """With ``entropy`` and the log's name it makes the seed; empty in logs from before shuffles could be proved."""
    entropy: dict[SeatName, str] = {}
    time: TimeControl | None = None
    position: bytes = b""
    """The save of the game that it goes on from; empty if it began with two decks that were shuffled."""


Taken: TypeAlias = Literal["", "cap", "pass"]
"""Who decided: the player or bot itself; the clock, since the question was open for too long; or a pass that took
effect when the seat's auto-pass does, whoever made it: it costs no time but what had passed before the seat chose, in
this very question, what is passed for it; and it earns none."""


class Decided(msgspec.Struct, frozen=True, omit_defaults=True, tag="d"):
    """A seat decided; ``n`` is the number of its command (0 for a bot, and for what was decided for the seat)."""

    seat: SeatName
    n: int
    decision: Decision
    chain: bytes
    taken: Taken = ""
    credit: int = 0
    """Milliseconds that the way of the player's messages may have taken, and are not charged."""
    away: int = 0
    """Milliseconds, while the question was open, in which the store was away: nobody is charged for them."""


class Conceded(msgspec.Struct, frozen=True, tag="c"):
    """A seat gave up."""

    seat: SeatName
    n: int
    chain: bytes


class Adjudicated(msgspec.Struct, frozen=True, omit_defaults=True, tag="a"):
    """The match ended outside the rules: the loser's time was over, or it had left and the winner claimed the win.

    ``n`` is the number of the winner's command, if it gave one.
    """

    winner: SeatName
    reason: Literal["time", "abandoned"]
    chain: bytes
    n: int = 0

    @property
    def seat(self) -> SeatName:
        """Whose command it was, if it was one."""
        return self.winner


class Settled(msgspec.Struct, frozen=True, omit_defaults=True, tag="p"):
    """A seat chose what is passed for it from now on; the match itself is as it was."""

    seat: SeatName
    n: int
    passing: Passing
    yields: tuple[str, ...] = ()


class Corrected(msgspec.Struct, frozen=True, tag="k"):
    """A seat gets back so many milliseconds, and why: the store was away when it had decided already."""

    seat: SeatName
    ms: int
    why: Literal["store"]


class Owned(msgspec.Struct, frozen=True, omit_defaults=True, tag="o"):
    """A process took the room over; the first record of its epoch."""

    worker: str
    why: Literal["made", "handed", "taken", "claimed"] = "claimed"
    """The room was new; the last owner gave it away; whoever it was given to, or whoever found it without an owner,
    takes it up; or its owner was dead. The time before the last two is nobody's: nobody owned the room."""
    away: int = 0
    """As that of `Decided`, for one who gives the room away."""


class Faulted(msgspec.Struct, frozen=True, tag="f"):
    """The engine failed and the table is over; the log before this record replays up to the failure."""

    why: str


Played: TypeAlias = Decided | Conceded | Adjudicated
"""What changes a game."""
Entry: TypeAlias = Committed | Started | Played | Settled | Corrected | Owned | Faulted

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Entry).decode


class Save(msgspec.Struct, frozen=True, array_like=True):
    """What is kept beside the log: the game, and the last command number of each seat."""

    a: int
    b: int
    game: bytes


encode_save = msgspec.msgpack.Encoder().encode
decode_save = msgspec.msgpack.Decoder(Save).decode
