"""The checker of those who watch: what each was shown stands in the log, was due by then, and hid what it had to."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Final

import msgspec

from engine import Game
from engine.model.terms import SPECTATOR, Audience
from server import clocks, records
from server.gallery import OWN_SEAT
from server.protocol.codec import Frame
from server.protocol.messages import Clocks, OpenHands, Outcome, WatchPolicy
from server.records import Decided
from server.store.base import Record
from tests.chaos.witness import Closed, Heard, Shown, Sight, digest, scene

NUMBER: Final = re.compile(rb"[A-Z]{3}\d{2}-\d{3}")
"""The number of a card, wherever it stands in a frame of either codec."""

_encode = msgspec.json.Encoder().encode


def numbers_in(frame: Frame) -> frozenset[str]:
    """The numbers of all cards of which these bytes speak."""
    data = frame.encode() if isinstance(frame, str) else frame
    return frozenset(number.decode() for number in NUMBER.findall(data))


class Onlookers:
    """Everyone who watched one room, while its log is played again. Without any of them nothing is done."""

    def __init__(
        self, sights: Iterable[Sight], policy: WatchPolicy, log: Sequence[Record], entries: Sequence[records.Entry]
    ) -> None:
        self._stops: dict[Audience, dict[int, list[Heard | Shown]]] = defaultdict(lambda: defaultdict(list))
        self._closed: list[Closed] = []
        for sight in sights:
            match sight:
                case Heard() | Shown():
                    self._stops[sight.audience][sight.seq].append(sight)
                case Closed():
                    self._closed.append(sight)
                case _:
                    pass
        self._policy = policy
        self._times = [record.at for record in log]
        self._entries = entries
        self._clocks: clocks.Clocks | None = None
        self._decisions = list(accumulate((isinstance(entry, Decided) for entry in entries), initial=0))
        """How many decisions stand before each position."""
        self._events: dict[Audience, dict[int, list[Any]]] = defaultdict(dict)
        self._known: dict[Audience, set[str]] = defaultdict(set)
        """The numbers that each audience may have read by now."""

    def _policy_of(self, audience: Audience) -> WatchPolicy:
        return self._policy if audience == SPECTATOR else OWN_SEAT

    def follow(self, game: Game, events: Sequence[Any], at: int, epoch: int) -> Iterator[str]:
        """The game stands at the next position: what its audiences were shown there."""
        self._clocks = clocks.follow(self._clocks, self._entries[at - 1], self._times[at - 1])
        for audience, stops in self._stops.items():
            told = self._events[audience][at] = game.events_for(audience, events)
            known = self._known[audience]
            known |= numbers_in(_encode(told))
            if at in stops:
                view, hands = game.view(audience), self._hands(game, audience)
                known |= numbers_in(_encode([view, hands]))
                shown = scene(view, hands, self._left(game, at))
                for sight in stops[at]:
                    if isinstance(sight, Heard):
                        yield from self._names(sight)
                    else:
                        yield from self._shows(sight, shown, epoch)

    def _hands(self, game: Game, audience: Audience) -> OpenHands | None:
        return OpenHands(game.hand("A"), game.hand("B")) if self._policy_of(audience).hands == "open" else None

    def _left(self, game: Game, at: int) -> Clocks | None:
        """Both clocks as they stood when the position was written."""
        if self._clocks is None:
            return None
        return self._clocks.told(None if game.prompt is None else game.prompt.seat, self._times[at - 1], 0)

    def _names(self, sight: Heard) -> Iterator[str]:
        hidden = sorted(sight.numbers - self._known[sight.audience])
        if hidden:
            yield f"a watcher ({sight.audience}) was sent at {sight.seq} what is hidden: {hidden}"

    def _shows(self, sight: Shown, shown: bytes, epoch: int) -> Iterator[str]:
        watcher = f"a watcher ({sight.audience})"
        if sight.epoch != epoch:
            yield f"{watcher} was shown {sight.seq} in epoch {sight.epoch}, and it was written in {epoch}"
        if sight.picture != shown:
            yield f"{watcher} saw something else at {sight.seq} than the log shows"
        if sight.events is not None:
            events = self._events[sight.audience]
            told = [event for at in range(sight.since + 1, sight.seq + 1) for event in events.get(at, ())]
            if sight.events != digest(told):
                yield f"{watcher} was told other events from {sight.since} to {sight.seq} than the log shows"

    def judge(self, outcome: Outcome | None) -> Iterator[str]:
        """When the log is over: that everything was due when it was shown, and that the end was the end."""
        for audience, stops in self._stops.items():
            beyond = max(stops)
            if beyond > len(self._times):
                yield f"watchers were shown position {beyond}, and the log ends at {len(self._times)}"
            if min(stops) > 0 and audience not in self._events:
                yield f"watchers ({audience}) were shown a match that never began"
            for seq, sights in stops.items():
                for sight in sights:
                    if isinstance(sight, Heard) and seq <= len(self._times):
                        yield from self._is_due(sight, is_over=outcome is not None)
        for closed in self._closed:
            if closed.outcome != outcome:
                yield f"a watcher ({closed.audience}) was told {closed.outcome}, and the log says {outcome}"
            elif (early := self._times[-1] + 1000 * self._policy_of(closed.audience).delay - closed.at) > 0:
                yield f"a watcher ({closed.audience}) was told of the end {early} ms too early"

    def _is_due(self, sight: Heard, *, is_over: bool) -> Iterator[str]:
        policy = self._policy_of(sight.audience)
        then = sight.at - 1000 * policy.delay
        if self._times[sight.seq - 1] > then:
            early = self._times[sight.seq - 1] - then
            yield f"a watcher ({sight.audience}) was shown {sight.seq} {early} ms too early"
        behind = self._decisions[bisect_right(self._times, sight.at)] - self._decisions[sight.seq]
        if behind < policy.decisions and not (is_over and self._times[-1] <= then):
            yield f"a watcher ({sight.audience}) was shown {sight.seq} with {behind} decisions behind it"
