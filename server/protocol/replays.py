"""A replay: a finished match as a value, with everything that its two seats were told (`replay_file` is its file)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from engine.model.terms import SeatName
from engine.views import Watch
from server.protocol.messages import Milliseconds, Outcome, PlainEvent, PlainPatch, PlainView, TimeControlName
from server.protocol.shapes import BySeat, Count, Decision, Number, Shape, Winner

Hex32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Hex64: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Hex64OrNone: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


Name: TypeAlias = Annotated[str, Meta(max_length=64)]
Pin: TypeAlias = Annotated[str, Meta(max_length=200)]


class Side(Shape, frozen=True, kw_only=True):
    """Who played one seat, with which main deck; ``entropy`` is what the player's client added to the shuffles."""

    name: Name
    bot: bool = False
    deck_name: str = ""
    deck: Annotated[dict[Number, Count], Meta(max_length=200)]
    entropy: Annotated[str, Meta(max_length=64)] = ""


class Told(Shape, frozen=True):
    """What a seat was told after an entry: events, and the merge patch to its view."""

    events: tuple[PlainEvent, ...] = ()
    patch: PlainPatch = msgspec.field(default_factory=dict)


Sides: TypeAlias = BySeat[Side]
Views: TypeAlias = BySeat[PlainView]
"""What each seat saw before the first decision."""
Banks: TypeAlias = BySeat[Milliseconds]
"""How many milliseconds each seat has left, as the clock of whoever is asked begins to run."""


class Head(Shape, frozen=True, kw_only=True):
    """What a match began with.

    ``pin`` names the rules, the save format and the cards; ``chain`` is the link before the first entry. With a
    ``secret``, its hash is the ``commitment``, and the ``seed`` follows from it, the entropy of both seats and ``log``
    (`server.protocol.shuffles`). Without one, nothing was promised about the shuffles. ``at`` is when it began,
    ``time`` its time control, ``clocks`` are those of its beginning. ``chooser`` was named to choose to go first or
    second, as in a rematch; empty if that was left to chance.
    """

    pin: Pin
    log: Name = ""
    seats: Sides
    seed: Hex64
    secret: Hex64OrNone = ""
    commitment: Hex64OrNone = ""
    at: Milliseconds = 0
    clocks: Banks | UnsetType = UNSET
    time: TimeControlName
    chooser: Literal["A", "B", ""] = ""
    chain: Hex32
    views: Views


class Entry(Shape, frozen=True, kw_only=True):
    """The ``n``-th entry: a ``decision`` of a seat (``concede`` is one), or a ``ruling`` from outside the rules.

    ``at`` is when it was stored (0: unknown); ``clocks`` and ``chain``, the link, are those after it. ``by`` says how
    the decision was made if its player did not simply make it: ``cap``, the question was open for too long; ``pass``,
    auto-pass was on, and a pass, the player's own or the server's, took effect at the moment that chance had chosen.
    """

    n: Annotated[int, Meta(ge=1)]
    seat: Literal["A", "B", ""] = ""
    decision: Decision | UnsetType = UNSET
    ruling: Outcome | UnsetType = UNSET
    by: Name = ""
    at: Milliseconds = 0
    clocks: Banks | UnsetType = UNSET
    chain: Hex32
    told: BySeat[Told]

    @property
    def plain(self) -> list[Any]:
        """The entry as the engine's log has it (`engine.Game.take_entry`)."""
        if isinstance(self.ruling, Outcome):
            return ["", self.ruling.winner, self.ruling.reason]
        return [self.seat, msgspec.to_builtins(self.decision)]


class End(Shape, frozen=True):
    """How many entries there are, and how the match ended.

    After ``fault`` the game itself has no outcome: the server could not go on with it.
    """

    entries: Count
    outcome: Outcome


class Replay(msgspec.Struct, frozen=True):
    """A finished match."""

    head: Head
    entries: tuple[Entry, ...]
    end: End

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat."""
        return {seat: side.name for seat, side in self.head.seats.items()}


# --- making one -------------------------------------------------------------------------------------------------------


class Writer:
    """Makes a replay while a game is played or played again. ``watches`` stand at the game's first prompt."""

    def __init__(self, watches: Mapping[SeatName, Watch]) -> None:
        self._watches = watches
        self.views = Views(watches["A"].view, watches["B"].view)
        """What the head needs of them."""
        self.entries: list[Entry] = []

    def enter(
        self,
        entry: Sequence[Any],
        events: Sequence[Any],
        chain: bytes,
        *,
        at: int = 0,
        by: str = "",
        clocks: Banks | UnsetType = UNSET,
    ) -> None:
        """Take the last entry of the engine's log, and what came of it."""
        told = BySeat(*(Told(tuple(each.events), each.patch) for each in self._follow(events)))
        made = Entry(n=len(self.entries) + 1, by=by, at=at, clocks=clocks, chain=chain.hex(), told=told)
        if entry[0] == "":
            made = replace(made, ruling=Outcome(winner=cast(Winner, entry[1]), reason=entry[2]))
        else:
            made = replace(made, seat=entry[0], decision=msgspec.convert(entry[1], Decision))
        self.entries.append(made)

    def _follow(self, events: Sequence[Any]) -> Iterator[Any]:
        return (self._watches[seat].follow(events) for seat in ("A", "B"))

    def replay(self, head: Head, outcome: Outcome) -> Replay:
        """The whole of it."""
        return Replay(head, tuple(self.entries), End(len(self.entries), outcome))
