"""A match that the client watches: what its audience is shown."""

from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from engine import Outcome
from engine.model.terms import SEATS, SeatName
from server.protocol import messages
from server.protocol.client import ClientEnd

if TYPE_CHECKING:
    from clients.sdk.client import Client

EVENTS: Final = 10_000
"""So many events are kept for a reader that is behind; then the oldest are dropped."""


class Watched:
    """One match. ``async for view in watched`` gives each view of its audience until the match is over.

    Whoever is slower than the match gets the latest view and misses others. A view is replaced, never changed. What
    the audience is shown is so many seconds and decisions late, but to players who watch their own table.
    """

    def __init__(self, client: "Client", told: messages.Watching) -> None:
        self._client = client
        self._told = told
        self._events: deque[dict[str, Any]] = deque(maxlen=EVENTS)
        self.view: dict[str, Any] = {}
        """Empty as long as there is nothing to show yet."""
        self._shown = self.view
        self.hands: Mapping[SeatName, tuple[str, ...]] = {}
        """The numbers of the cards that both players hold, where both have agreed to show them; else empty."""
        self.outcome: Outcome | None = None
        self.watchers = told.watchers
        """How many watch."""
        self.rematch_id = ""
        """The id of the match in which the same two play again, as soon as it may be known."""
        self.why = ""
        """A sentence, if the server shows the match no longer although it is not over."""

    def __repr__(self) -> str:
        return f"<watched table {self.id}>"

    @property
    def id(self) -> str:
        return self._told.id

    @property
    def players(self) -> dict[SeatName, messages.Player]:
        """Who plays, by seat."""
        return {"A": self._told.players.A, "B": self._told.players.B}

    @property
    def delay(self) -> int:
        """How late it is, in seconds."""
        return self._told.delay

    @property
    def decisions(self) -> int:
        """How late it is, in decisions."""
        return self._told.decisions

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be shown: the match is over, or the client does not watch it any more."""
        return self.outcome is not None or self._client.watched is not self

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        self._shown = {}
        while True:
            await self._client.until(lambda: self._is_new or self.is_over)
            if not self._is_new:
                return
            self._shown = self.view
            yield self.view

    @property
    def _is_new(self) -> bool:
        return bool(self.view) and self.view is not self._shown

    def new_events(self) -> Iterator[dict[str, Any]]:
        """The events that have come since they were last taken, without waiting."""
        while self._events:
            yield self._events.popleft()

    async def explain(self, card: int) -> messages.Explained:
        """What Power, Strike, cost and keywords of a card of the view are made of, part by part.

        Raises `Refused` for a card that is not in the view, and `ConnectionLost`.
        """
        return await self._client.explain(self, card)

    async def following(self) -> "Watched | None":
        """Wait for the rematch, and watch it; None if this one is watched no more, so that nobody will tell.

        Cancel it to wait no longer. Raises `Refused` and `ConnectionLost`.
        """
        await self._client.until(lambda: bool(self.rematch_id) or self._client.watched is not self)
        return await self._client.watch(self.rematch_id) if self.rematch_id else None

    async def stop(self) -> None:
        """Watch it no longer. Raises `Refused` and `ConnectionLost`."""
        if self._client.watched is self:
            await self._client.unwatch()

    # --- what the client tells it -------------------------------------------------------------------------------------

    def take(self, message: messages.ServerMessage, end: ClientEnd) -> None:
        """Stand where the client's end stands after this message."""
        if isinstance(message, messages.Watching):
            self._told = message
        self._events.extend(end.told)
        self.watchers = end.watchers
        self.rematch_id = end.rematch_id
        if end.view:  # after a lost connection it comes again, and is the old one until then
            self.view = end.view
        if end.hands is not None:
            self.hands = {seat: getattr(end.hands, seat) for seat in SEATS}
        if end.outcome is not None:
            self.outcome = Outcome(end.outcome.winner, end.outcome.reason)
