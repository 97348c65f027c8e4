"""A match as an audience is shown it: late, by time and by decisions, from the records of its log alone.

The game that stands here has never been further than its audience may see. What is not due yet waits as it stands in
the log.
"""

from collections import deque
from itertools import takewhile
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine import Game
from engine.effects.catalogue import Catalogue
from engine.model.terms import Audience
from engine.views import Watch, diff, in_brief, in_full
from server import clocks, records, restore
from server.explained import explained
from server.protocol.errors import Refusal
from server.protocol.messages import (
    Clocks,
    Explained,
    OpenHands,
    Outcome,
    Plain,
    Players,
    Snapshot,
    Update,
    WatchPolicy,
)
from server.records import (
    Adjudicated,
    Committed,
    Conceded,
    Corrected,
    Decided,
    Entry,
    Faulted,
    Owned,
    Played,
    Settled,
    Started,
)
from server.store.base import Record, Tail


class Rewritten(Exception):
    """The log is another one than it was: its store has lost some of it, and it went on otherwise."""


class _Waiting(NamedTuple):
    record: Record
    entry: Entry


class Shown(NamedTuple):
    """What an audience knows: a view that is replaced and never changed, and where in the log it was so."""

    epoch: int
    seq: int
    view: Plain
    hands: OpenHands | UnsetType
    clocks: Clocks | UnsetType
    """As if their seats' time passed from the moment on at which the audience is told, however late that is."""


class Delayed:
    """One match for one audience. The log is taken in with `hear`, and shown with `advance`, as far as it is `due`."""

    def __init__(self, catalogue: Catalogue, audience: Audience, policy: WatchPolicy, log: str) -> None:
        self.policy = policy
        self._catalogue = catalogue
        self._audience = audience
        self._log = log
        self._waiting: deque[_Waiting] = deque()
        self._heard = (0, 0)
        self._fault = ""
        self._is_over = False
        """Whether the log that was taken in is all that there will ever be."""
        self._game: Game | None = None
        self._watch: Watch | None = None
        self._clocks: clocks.Clocks | None = None
        self._epoch = self._seq = 0
        self.written_at = 0
        """When the last record that is shown was written, as `Record.at`."""
        self._events: list[Plain] = []
        """What has happened since `told`, each with the number of its card."""
        self.told: Shown | None = None
        """What the audience knows; None before the match has begun for it."""

    # --- the log ---

    @property
    def heard(self) -> tuple[int, int]:
        """The epoch and position of the last record that was taken in; zeros before the first."""
        return self._heard

    def hear(self, tail: Tail) -> None:
        """Take in what stands behind `heard`. Raises `Rewritten`."""
        for record in tail.records:
            if record.seq != self._heard[1] + 1:
                raise Rewritten(f"behind {self._heard} comes {(record.epoch, record.seq)}")
            self._heard = record.epoch, record.seq
            self._waiting.append(_Waiting(record, records.decode(record.body)))
        self._is_over = tail.where.state == "ended" and tail.where.seq == self._heard[1]

    def due(self, now: int) -> int:
        """How many records may be shown now; ``now`` is the time of the store's clock, in milliseconds."""
        old = now - 1000 * self.policy.delay
        ripe = len(list(takewhile(lambda waiting: waiting.record.at <= old, self._waiting)))
        if self._is_over and ripe == len(self._waiting):
            return ripe
        return min(ripe, len(self._waiting) - self._too_few_behind())

    def _too_few_behind(self) -> int:
        """How many of the last records have not so many decisions behind them as the audience is late."""
        decisions = 0
        for place, waiting in enumerate(reversed(self._waiting)):
            if decisions >= self.policy.decisions:
                return place
            decisions += isinstance(waiting.entry, Decided)
        return len(self._waiting)

    # --- the match ---

    def advance(self, most: int) -> None:
        """Go on by so many records, which are `due`. Raises what a damaged log leads to, and `OtherVersion`."""
        for _ in range(most):
            record, entry = self._waiting.popleft()
            self._epoch, self._seq, self.written_at = record.epoch, record.seq, record.at
            self._clocks = clocks.follow(self._clocks, entry, record.at)
            match entry:
                case Started():
                    self._game = restore.begun(entry, self._catalogue)
                case Decided() | Conceded() | Adjudicated():
                    self._follow(entry)
                case Faulted():
                    self._fault = entry.why
                case Committed() | Settled() | Corrected() | Owned():
                    pass

    def _follow(self, entry: Played) -> None:
        assert self._game is not None, "a log begins with the start of its match"
        events = restore.apply(self._game, entry)
        if self._watch is not None:
            before = self._watch.view
            self._events += in_full(self._watch.follow(events).events, before, self._watch.view)

    @property
    def outcome(self) -> Outcome | None:
        """How the match has ended, as far as it is shown."""
        return restore.outcome_of(self._game, self._fault)

    @property
    def stands(self) -> tuple[int, int]:
        """The epoch and position of the last record that is shown."""
        return self._epoch, self._seq

    # --- what the audience is told ---

    def tell(self, players: Players, now: int) -> Update | Snapshot | None:
        """What is new since the last time, which the audience knows from ``now`` on, by the store's clock.

        None if it knows it all; everything if the match has just begun for it, or has another owner.
        """
        told, new = self.told, self._look(now)
        if new is None or (told is not None and new.view is told.view):
            return None
        if told is None or told.epoch != new.epoch:
            self.told, self._events = new, []
            return self.snapshot(players)
        patch = diff(told.view, new.view)
        if not patch and not self._events and new.hands == told.hands:
            return None
        events = in_brief(self._events, told.view, new.view)
        self.told, self._events = new, []
        return Update(
            epoch=new.epoch, seq=new.seq, prev=UNSET if told.seq == new.seq - 1 else told.seq, events=tuple(events),
            patch=patch, hands=UNSET if new.hands == told.hands else new.hands, clocks=new.clocks,
        )  # fmt: skip

    def _look(self, now: int) -> Shown | None:
        if self._game is None:
            return None
        if self._watch is None:
            self._watch = self._game.watch(self._audience)
        hands: OpenHands | UnsetType = UNSET
        if self.policy.hands == "open":
            hands = OpenHands(A=self._game.hand("A"), B=self._game.hand("B"))
        return Shown(self._epoch, self._seq, self._watch.view, hands, self._clocks_at(now))

    def _clocks_at(self, now: int) -> Clocks | UnsetType:
        assert self._game is not None, "a match has begun"
        if self._clocks is None:
            return UNSET
        prompt = None if self._fault else self._game.prompt
        shown = self._clocks.told(None if prompt is None else prompt.seat, self.written_at, 0)
        return replace(shown, as_of=now)

    def explain(self, card: int) -> Explained:
        """What the values of a card of the audience's view are made of now. Raises `Refusal`."""
        if self._game is None or self.told is None:
            raise Refusal("bad_state", "There is nothing to show yet.")
        try:
            return explained(self._game, card, self._audience, self.told.view)
        except KeyError:  # what is due has been played, and is told in a moment
            raise Refusal("illegal", "This card is not where it was any more.") from None

    def snapshot(self, players: Players) -> Snapshot | None:
        """All that the audience knows."""
        if self.told is None:
            return None
        epoch, seq, view, hands, told_clocks = self.told
        return Snapshot(
            log=self._log, epoch=epoch, seq=seq, view=view, players=players, n=0, hands=hands, clocks=told_clocks
        )
