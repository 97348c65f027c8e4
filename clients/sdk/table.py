"""A table at which the client sits: what it sees there, what it is asked, and its answers."""

from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UnsetType

from clients.sdk.errors import Refused
from clients.sdk.prompt import PlainPrompt
from engine import Outcome
from engine.model.decisions import Decision, to_plain
from engine.model.terms import OTHER, SeatName
from server.protocol import messages, shapes
from server.protocol.client import ClientEnd

if TYPE_CHECKING:
    from clients.sdk.client import Client, DeckLike

PHRASES: Final = 100
"""So many phrases are kept for a reader that is behind."""
EVENTS: Final = 10_000
"""So many events are kept for a reader that is behind; then the oldest are dropped."""


def to_wire(decision: Decision) -> shapes.Decision:
    """A decision as it is sent. Raises `Refused` for one that cannot be, such as a number beyond all bounds."""
    try:
        return msgspec.convert(to_plain(decision), shapes.Decision)
    except msgspec.ValidationError as error:
        raise Refused("malformed", f"That is no decision: {error}.") from error


class Table:
    """One table. ``async for prompt in table`` gives each question to this seat until the game is over.

    What it holds is as of the last message of the server; ``view`` is that of this seat, and is replaced, never
    changed. After the game is over, or when the client sits elsewhere, it stays as it was. A game that the
    server could not restore is over by ``fault``, and has no view for a client that comes back to it.
    """

    def __init__(self, client: "Client", told: messages.Table) -> None:
        self._client = client
        self._told = told
        self._events: deque[dict[str, Any]] = deque(maxlen=EVENTS)
        self.view: dict[str, Any] = {}
        self.prompt: PlainPrompt | None = None
        self.outcome: Outcome | None = None
        self.players: dict[SeatName, messages.Player] = {}
        """Who plays, by seat; empty until the match begins."""
        self.is_opponent_here = False
        self.offers: tuple[str, ...] = ()
        """The seats that offer a rematch."""
        self._phrases: deque[messages.Phrase] = deque(maxlen=PHRASES)
        self._said = 0
        self._promise = told.commitment
        self.is_paused = False
        """Whether the table waits for the server; nothing acknowledged is lost."""
        self.passing: messages.Passing = "ask"
        """What the server passes for this seat, see `settle`; ``yields`` are the attackers that it passes."""
        self.yields: tuple[str, ...] = ()
        self._clocks: messages.Clocks | None = None
        self._claim_at = 0
        self._heard = 0.0
        """When the clocks were told, by this computer's clock that never goes back."""
        self._presence_told: tuple[object, ...] = (True, False, False, (), 0)

    def __repr__(self) -> str:
        return f"<table {self.code}, seat {self.seat}, {self.state}>"

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self._told.id

    @property
    def code(self) -> str:
        """What the other player types to join."""
        return self._told.code

    @property
    def seat(self) -> SeatName:
        return self._told.seat

    @property
    def commitment(self) -> str:
        """The hash, in hex, of the server's secret for the shuffles, as it was told first; empty without one.

        The replay reveals the secret.
        """
        return self._promise

    @property
    def state(self) -> str:
        """``waiting`` for an opponent, ``playing``, or ``ended``."""
        if self.outcome is not None or self._told.state == "ended":
            return "ended"
        return "playing" if self.view else "waiting"

    @property
    def time(self) -> messages.TimeControlName:
        """How the players' time is measured; ``none`` for not at all."""
        return self._told.time

    @property
    def clocks(self) -> dict[SeatName, int] | None:
        """Milliseconds that each seat has left now, as far as can be told from here; ``None`` without clocks.

        Whose time is over loses, and a question that is open for too long is answered by its default.
        """
        told = self._clocks
        if told is None:
            return None
        left: dict[SeatName, int] = {"A": told.A, "B": told.B}
        if self.running is not None and not self.is_paused:
            left[self.running] = max(0, left[self.running] - round((monotonic() - self._heard) * 1000))
        return left

    @property
    def running(self) -> SeatName | None:
        """Whose time runs; ``None`` if nobody's does."""
        told = None if self._clocks is None or self.outcome is not None else self._clocks.running
        return None if isinstance(told, UnsetType) else told

    @property
    def claim_at(self) -> int:
        """From when on the win can be claimed, in milliseconds of the Unix epoch by the server's clock; 0 for not."""
        return self._claim_at

    @property
    def opponent(self) -> messages.Player | None:
        """Who plays against this seat, once there is someone."""
        return self.players.get(OTHER[self.seat])

    @property
    def is_connected(self) -> bool:
        """Whether the client is connected just now; if not, it tries to be."""
        return self._client.is_connected

    # --- what happens -------------------------------------------------------------------------------------------------

    async def __aiter__(self) -> AsyncIterator[PlainPrompt]:
        while (prompt := await self.asked()) is not None:
            yield prompt

    async def asked(self) -> PlainPrompt | None:
        """Wait until this seat is asked, and everything sent is acknowledged; ``None`` when the game is over.

        Raises `ConnectionLost`.
        """
        await self._client.until(lambda: self._is_asked or self.is_over)
        return None if self.is_over else self.prompt

    @property
    def _is_asked(self) -> bool:
        return self.prompt is not None and not self._client.is_waiting

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen here: the game is over, or the client does not sit here any more."""
        return self.outcome is not None or self._client.table is not self

    @property
    def is_left(self) -> bool:
        """Whether the client does not sit here any more."""
        return self._client.table is not self

    @property
    def is_muted(self) -> bool:
        """Whether the opponent is not heard."""
        return self._client.is_muted

    @property
    def parked(self) -> str:
        """Why the client does not sit here any more, if the server has become another version: a sentence."""
        return self._client.parked if self.outcome is None and self._client.table is not self else ""

    async def started(self) -> None:
        """Wait until the opponent has sat down and the match begins. Raises `ConnectionLost`."""
        await self._client.until(lambda: bool(self.view) or self.is_over)

    async def ended(self) -> Outcome | None:
        """Wait until the game is over; ``None`` if the client has left before. Raises `ConnectionLost`."""
        await self._client.until(lambda: self.is_over)
        return self.outcome

    async def comings_and_goings(self, prompt: PlainPrompt | None = None) -> None:
        """Wait until somebody comes, goes or speaks, the table waits or goes on, or the game is over.

        With a ``prompt`` also until that is not open any more: a clock may answer it. Raises `ConnectionLost`.
        """
        await self._client.until(
            lambda: self._is_presence_new or self.is_over or (prompt is not None and self.prompt is not prompt)
        )
        self._presence_told = self._presence

    async def news(self) -> None:
        """Wait until there is something to show: events, a question to this seat, the end, or `comings_and_goings`.

        Raises `ConnectionLost`.
        """
        await self._client.until(lambda: bool(self._events) or self._is_asked or self.is_over or self._is_presence_new)
        self._presence_told = self._presence

    @property
    def _presence(self) -> tuple[object, ...]:
        return self.is_connected, self.is_opponent_here, self.is_paused, self.offers, self._said

    @property
    def _is_presence_new(self) -> bool:
        return self._presence != self._presence_told

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """What happens, as this seat may know it, until the game is over; each event is given once.

        What happened while a lost connection was replaced by a snapshot is not told.
        """
        while True:
            await self._client.until(lambda: bool(self._events) or self.is_over)
            for event in self.new_events():
                yield event
            if self.is_over:
                return

    def new_events(self) -> Iterator[dict[str, Any]]:
        """The events that have come since they were last taken, without waiting."""
        while self._events:
            yield self._events.popleft()

    def new_phrases(self) -> Iterator[messages.Phrase]:
        """What the opponent has said since this was last asked, without waiting."""
        while self._phrases:
            yield self._phrases.popleft()

    async def after_the_end(self) -> None:
        """Wait until somebody offers or declines a rematch, speaks, comes or goes, or the client sits elsewhere.

        Raises `ConnectionLost`.
        """
        await self._client.until(lambda: self._is_presence_new or self._client.table is not self)
        self._presence_told = self._presence

    # --- what this seat does ------------------------------------------------------------------------------------------

    async def decide(self, decision: Decision) -> None:
        """Answer the open prompt; returns when the answer is durable, whatever happens to the connection meanwhile.

        Raises `Refused` (nothing changed, and the question is still open) and `ConnectionLost`.
        """
        await self._client.decide(self, to_wire(decision))

    async def concede(self) -> None:
        """Give the game up. Raises `Refused` and `ConnectionLost`."""
        await self._client.concede(self)

    async def claim_win(self) -> None:
        """Win because the opponent has left (see `claim_at`). Raises `Refused` and `ConnectionLost`."""
        await self._client.claim_win(self)

    async def settle(self, passing: messages.Passing, yields: Sequence[str] = ()) -> None:
        """Choose what the server passes for this seat, in this match and from now on.

        ``playable`` passes blocks and quick steps in which nothing else can be done, and ``yields`` those of battles in
        which a card of one of these numbers attacks. Raises `Refused` and `ConnectionLost`.
        """
        await self._client.settle(self, passing, tuple(yields))

    async def preview(self, decisions: Sequence[Decision]) -> PlainPrompt | None:
        """The question that would follow half-made choices; ``None`` if they would be carried out.

        Nothing is decided. Raises `Refused` and `ConnectionLost`.
        """
        return await self._client.preview(self, tuple(to_wire(decision) for decision in decisions))

    async def explain(self, card: int, decisions: Sequence[Decision] = ()) -> messages.Explained:
        """What Power, Strike, cost and keywords of a card of the view are made of, part by part; and why it cannot act.

        With half-made choices, as of `preview`, it is told why the card cannot be part of what would be asked then.
        Raises `Refused` for a card that is not in the view, for choices that are not legal, and `ConnectionLost`.
        """
        return await self._client.explain(self, card, tuple(to_wire(decision) for decision in decisions))

    async def rematch(self, deck: "DeckLike | None" = None) -> "Table":
        """Offer a rematch with this deck or the last one, and wait until the opponent does too; the new table.

        Whoever did not choose who goes first in this match chooses in the next. Cancel it to take the offer back.
        Raises `Refused`, also if the opponent declines or leaves, and `ConnectionLost`.
        """
        return await self._client.rematch(self, deck)

    async def decline_rematch(self) -> None:
        """Decline what the opponent offers. Raises `Refused` and `ConnectionLost`."""
        await self._client.decline(self)

    async def say(self, phrase: messages.Phrase) -> None:
        """Say something to the opponent. Raises `Refused` if that is too often, and `ConnectionLost`."""
        await self._client.say(self, phrase)

    async def mute(self, on: bool = True) -> None:
        """Hear opponents no more, here and at other tables, or hear them again."""
        await self._client.mute(on)

    async def leave(self) -> None:
        """Stand up from a table that has ended or not begun. Raises `Refused` and `ConnectionLost`."""
        await self._client.leave(self)

    # --- what the client tells it -------------------------------------------------------------------------------------

    def take(self, message: messages.ServerMessage, end: ClientEnd) -> None:
        """Stand where the client's end stands after this message."""
        if isinstance(message, messages.Table):
            self._told = message
            self._promise = self._promise or message.commitment
        if isinstance(message, messages.Said):
            self._phrases.append(message.phrase)
            self._said += 1
        self.offers = tuple(end.offers)
        self._events.extend(end.told)
        self.view = end.view
        if end.prompt is None:
            self.prompt = None
        elif self.prompt is None or self.prompt.id != end.prompt["id"]:
            self.prompt = PlainPrompt(end.prompt, self.seat)
        if end.players is not None:
            self.players = {"A": end.players.A, "B": end.players.B}
        if end.outcome is not None:
            self.outcome = Outcome(end.outcome.winner, end.outcome.reason)
        self.passing, self.yields = end.settings
        self._claim_at = end.claim_at
        if end.clocks is not self._clocks:
            self._clocks, self._heard = end.clocks, monotonic()
        self.is_paused = end.paused
        self.is_opponent_here = end.online.get(OTHER[self.seat], not isinstance(self._told.opponent, UnsetType))
