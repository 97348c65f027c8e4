"""One player's client: an identity, a lasting connection, and the table at which it sits."""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from clients.sdk.errors import ConnectionLost, PaltableError, Refused
from clients.sdk.fetching import fetch_replay
from clients.sdk.link import Link
from clients.sdk.network import Network
from clients.sdk.prompt import PlainPrompt
from clients.sdk.table import Table
from clients.sdk.transport import Transport
from clients.sdk.watched import Watched
from engine import Deck
from engine.model.errors import Defect
from engine.model.terms import SeatName
from server.protocol import messages, shapes
from server.protocol.client import ClientEnd
from server.protocol.codec import CODECS
from server.protocol.messages import JSON, MSGPACK, ClientMessage, DeckChoice, ServerMessage, WatchPolicy
from server.protocol.pace import PHRASE_PACE, Pace

DeckLike: TypeAlias = Deck | str | Mapping[str, int]
"""A deck, the key of a preset, or copies by card number."""
Subprotocol: TypeAlias = Literal["msgpack", "json"]

SUBPROTOCOLS: Final[Mapping[Subprotocol, str]] = {"msgpack": MSGPACK, "json": JSON}
AGENT: Final = "paltable-sdk"
PATIENCE: Final = 60.0
"""For how many seconds a lost connection is tried again."""


_ForATable: TypeAlias = (
    messages.CreateTable | messages.PlayOn | messages.Learn | messages.Join | messages.Queue | messages.Rematch
)
"""What is answered by a new table."""


def fresh_entropy() -> str:
    """A text that nobody can guess, to be mixed into the shuffles of a match."""
    return secrets.token_urlsafe(24)


@dataclass(slots=True)
class _Request:
    """Something asked of the server without a number, so one at a time: the table at that time, and the answer."""

    message: ClientMessage
    seated: str
    answer: ServerMessage | None = None
    queued: bool = False
    """Whether the server has said that the client waits for an opponent."""

    @property
    def is_for_a_table(self) -> bool:
        return isinstance(self.message, _ForATable)


@asynccontextmanager
async def connect(
    where: str | Transport,
    *,
    name: str = "",
    token: str = "",
    subprotocol: Subprotocol = "msgpack",
    patience: float | None = PATIENCE,
    entropy: Callable[[], str] = fresh_entropy,
    watches: bool = False,
) -> AsyncIterator["Client"]:
    """Connect to a server, by its address or over a transport, as a guest of this name.

    ``token`` is that of an earlier client and brings its identity back, and the table at which it sits. A connection
    that is lost later comes back by itself, for ``patience`` seconds each time. ``entropy`` gives what the client adds
    to the shuffles of each match, at most 64 characters. Raises `CannotConnect`, and `UnknownIdentity` for a token that
    the server has never heard of. A client that only ``watches`` is brought to no table and takes no seat, so that the
    same identity may play beside it.
    """
    transport = Network(where) if isinstance(where, str) else where
    client = Client(transport, subprotocol, patience, entropy=entropy)
    client.watches_only = watches
    try:
        await client.open(name, token)
        yield client
    finally:
        await client.close()


class Client:
    """Everything that one player does; made by `connect`. ``end`` and ``chance`` are for tests that repeat it."""

    def __init__(
        self,
        transport: Transport,
        subprotocol: Subprotocol,
        patience: float | None,
        end: ClientEnd | None = None,
        chance: random.Random | None = None,
        entropy: Callable[[], str] = fresh_entropy,
    ) -> None:
        self.table: Table | None = None
        """The table at which the client sits."""
        self._entropy = entropy
        self.watched: Watched | None = None
        """The match that the client watches."""
        self._transport = transport
        self._end = end or ClientEnd(AGENT, secrets.token_urlsafe(12))
        self._link = Link(
            transport, CODECS[SUBPROTOCOLS[subprotocol]], self._end, self._received, self._notify, patience,
            chance or random.Random(),
        )  # fmt: skip
        self._running: asyncio.Task[None] | None = None
        self._failure: PaltableError | None = None
        self._changed: asyncio.Future[None] | None = None
        self._asking = asyncio.Lock()
        self._request: _Request | None = None
        self._refused: dict[int, messages.Refused] = {}
        self._pace = Pace(*PHRASE_PACE)

    @property
    def name(self) -> str:
        """What others see."""
        return "" if self._end.welcome is None else self._end.welcome.name

    @property
    def token(self) -> str:
        """Who this is: connect with it to come back."""
        return self._link.token

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection just now; if not, it is being made."""
        return self._link.is_open

    @property
    def parked(self) -> str:
        """A sentence about a match of this client that another version of the server began and this one only keeps."""
        return "" if self._end.welcome is None else self._end.welcome.parked

    @property
    def server_time(self) -> int:
        """The server's clock when the connection was made, in milliseconds of the Unix epoch; 0 before the first."""
        return 0 if self._end.welcome is None else self._end.welcome.server_time

    @property
    def watches_only(self) -> bool:
        """Whether the client takes no seat; it is decided before it connects."""
        return self._end.watches

    @watches_only.setter
    def watches_only(self, watches: bool) -> None:
        self._end.watches = watches

    @property
    def is_queued(self) -> bool:
        """Whether the client waits for an opponent."""
        return self._end.queued

    @property
    def connections(self) -> int:
        """How many connections there have been so far."""
        return self._link.connections

    # --- the connection -----------------------------------------------------------------------------------------------

    async def open(self, name: str, token: str) -> None:
        """Sign in and connect. Raises `CannotConnect`."""
        await self._link.sign_in(name, token)
        await self._link.open()
        self._running = asyncio.create_task(self._run())
        if self._end.welcome is not None and self._end.welcome.table:
            await self.until(lambda: self.table is not None)

    async def _run(self) -> None:
        try:
            await self._link.run()
        except PaltableError as failure:
            self._failure = failure
        except Exception as bug:
            self._failure = ConnectionLost(f"The client failed: {bug!r}")
            raise
        finally:
            self._notify()

    async def close(self) -> None:
        """Close the connection; the table stays, and ``token`` leads back to it."""
        self._failure = self._failure or ConnectionLost("This client is closed.")
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait((self._running,))
            if not self._running.cancelled():
                self._running.result()
        await self._link.close()
        self._notify()

    def lose_connection(self) -> None:
        """Cut the connection as a cable that is pulled would; the client comes back by itself. For tests."""
        self._link.lose()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds. Raises `ConnectionLost`."""
        while not condition():
            if self._failure is not None:
                raise self._failure
            if self._changed is None or self._changed.done():
                self._changed = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._changed)

    def _notify(self) -> None:
        if self._changed is not None and not self._changed.done():
            self._changed.set_result(None)

    def _received(self, message: ServerMessage) -> list[ClientMessage]:
        """Take a message; what has to be sent now."""
        send: list[ClientMessage] = []
        match message:
            case messages.Refused():
                self._refuse(message)
            case messages.WouldAsk() | messages.Explained() | messages.LeftTable() | messages.Tables():
                self._answer(message)
            case messages.Watching() | messages.Unwatched():
                self._look_on(message)
            case messages.Table():
                self._sit(message)
            case messages.RematchDeclined():
                self._decline(message)
            case messages.Queued() | messages.LeftQueue():
                self._wait_in_queue(isinstance(message, messages.Queued))
            case messages.Welcome():
                send = self._come_back(message)
            case _:
                pass
        if self.table is not None and self._end.table is not None:
            self.table.take(message, self._end)
        if self.watched is not None and self._end.watching is not None:
            self.watched.take(message, self._end)
        self._notify()
        return send

    def _refuse(self, message: messages.Refused) -> None:
        if message.n:
            self._refused[message.n] = message
        elif self._is_shown_no_more:
            self._stop_watching(message.why)
        else:
            self._answer(message)

    def _answer(self, message: ServerMessage) -> None:
        if self._request is not None and self._request.answer is None:
            self._request.answer = message

    @property
    def _is_shown_no_more(self) -> bool:
        """Whether what was watched is refused after the connection has come back."""
        return self.watched is not None and self._end.watching is None

    def _look_on(self, message: messages.Watching | messages.Unwatched) -> None:
        if isinstance(message, messages.Unwatched):
            self._stop_watching(message.why)
        elif self.watched is None or self.watched.id != message.id:
            self.watched = Watched(self, message)
        request = self._request
        if request is not None and isinstance(request.message, messages.Watch | messages.Unwatch):
            self._answer(message)

    def _stop_watching(self, why: str = "") -> None:
        if self.watched is not None:
            self.watched.why = "" if self.watched.outcome else why
            self.watched = None

    def _decline(self, message: messages.RematchDeclined) -> None:
        if self._request is not None and isinstance(self._request.message, messages.Rematch):
            self._answer(messages.Refused(code="bad_state", why="There is no rematch: it was declined."))

    def _sit(self, message: messages.Table) -> None:
        self._stop_watching()
        if self.table is None or self.table.id != message.id:
            self.table = Table(self, message)
        request = self._request
        if request is not None and request.is_for_a_table and message.id != request.seated:
            self._answer(message)

    def _wait_in_queue(self, queued: bool) -> None:
        """Whoever is told that it waits no longer, and has not said so itself, has lost its place."""
        request = self._request
        if request is None or not isinstance(request.message, messages.Queue):
            return
        if request.queued and not queued:
            self._answer(messages.Refused(code="bad_state", why="You have lost your place in the queue; queue again."))
        request.queued = queued

    def _come_back(self, welcome: messages.Welcome) -> list[ClientMessage]:
        """After a new hello, what was asked for and not answered is asked again, unless it was done in the meantime."""
        if self.table is not None and welcome.table != self.table.id:
            self.table = None
        request = self._request
        if request is None or request.answer is not None:
            return []
        if isinstance(request.message, messages.Rematch):
            if welcome.table == request.seated:
                return []  # the client's end asks again
            if not welcome.table:
                self._answer(messages.Refused(code="unknown_table", why="This table is no more."))
            return []
        if isinstance(request.message, messages.Leave) and welcome.table != request.seated:
            self._answer(welcome)
            return []
        if isinstance(request.message, messages.Preview | messages.Explain) and welcome.table != request.seated:
            why = welcome.parked or "You do not sit at this table any more."
            self._answer(messages.Refused(code="unknown_table", why=why))
            return []
        if request.is_for_a_table and welcome.table not in ("", request.seated):
            return []  # the table is told next
        request.seated = welcome.table
        request.queued = False
        return [request.message]

    # --- coming to a table --------------------------------------------------------------------------------------------

    async def create_table(
        self,
        *,
        deck: DeckLike,
        opponent: Literal["human", "bot"] = "human",
        bot: messages.Bot = "greedy",
        bot_deck: DeckLike | None = None,
        is_open: bool = False,
        time: messages.TimeControlName = "none",
        watch: WatchPolicy | None = None,
    ) -> Table:
        """Open a table, or play a bot at once. Raises `Refused` and `ConnectionLost`.

        A table is private, found by its code alone, unless it ``is_open``: then everyone sees it in the lobby. ``time``
        is how the players' time is measured (see `Table.clocks`). ``watch`` is who may watch the match and how late;
        without it, everyone, 30 seconds and two decisions late.
        """
        wanted = messages.CreateTable(
            opponent=opponent, bot=bot, deck=_choice(deck), bot_deck=UNSET if bot_deck is None else _choice(bot_deck),
            open=is_open, time=time, entropy=self._entropy(), watch=WatchPolicy() if watch is None else watch,
        )  # fmt: skip
        return await self._sit_down(wanted)

    async def play_on(self, room: str, at: int, seat: SeatName, *, bot: messages.Bot = "greedy") -> Table:
        """Play on from a finished match as it stood after ``at`` decisions, in this seat, against a bot.

        Raises `Refused` and `ConnectionLost`.
        """
        return await self._sit_down(messages.PlayOn(room=room, at=at, seat=seat, bot=bot))

    async def learn(self, lesson: str) -> Table:
        """Play a lesson or a puzzle. Raises `Refused` and `ConnectionLost`."""
        return await self._sit_down(messages.Learn(lesson=lesson))

    async def tables(self, *, standings: bool = False) -> messages.Tables:
        """The tables of the lobby: which wait for whoever likes to play, to be joined by their codes, and which play.

        With ``standings`` each match that is played comes with how far it is for its watchers, where that is known.
        Raises `ConnectionLost`, and `Refused` from a server that asks for patience.
        """
        answer = await self._ask(messages.ListTables(standings=True) if standings else messages.ListTables())
        assert isinstance(answer, messages.Tables), "the answer to the question"
        return answer

    async def join(self, code: str, deck: DeckLike, *, open_hands: bool | None = False) -> Table:
        """Sit down at a table by its code, or come back to it. Raises `Refused` and `ConnectionLost`.

        With ``open_hands`` watchers see both hands, if whoever made the table wants that too. ``None`` asks first:
        where that is wanted, it is refused with the code ``open_hands``.
        """
        if self.table is not None and self.table.code == code.strip().upper():
            return self.table
        hands: messages.Hands | UnsetType = UNSET if open_hands is None else "open" if open_hands else "hidden"
        joined = messages.Join(code=code, deck=_choice(deck), entropy=self._entropy(), hands=hands)
        return await self._sit_down(joined)

    async def queue(self, deck: DeckLike) -> Table:
        """Wait for the next one who queues; cancel it to wait no longer. Raises `Refused` and `ConnectionLost`."""
        try:
            return await self._sit_down(messages.Queue(deck=_choice(deck), entropy=self._entropy()))
        except asyncio.CancelledError:
            await self._link.send(messages.LeaveQueue())
            raise

    async def watch(self, table_id: str) -> Watched:
        """Watch a match by the id of its table (`tables`). Raises `Refused` and `ConnectionLost`."""
        await self._ask(messages.Watch(table=table_id))
        assert self.watched is not None, "it came with the answer"
        return self.watched

    async def unwatch(self) -> None:
        """See `Watched.stop`."""
        await self._ask(messages.Unwatch())

    async def _sit_down(self, wanted: _ForATable) -> Table:
        await self._ask(wanted)
        assert self.table is not None, "the table came before the answer"
        return self.table

    async def _ask(self, message: ClientMessage) -> ServerMessage:
        """Ask for something without a number, one thing at a time, and wait for the answer. Raises `Refused`."""
        async with self._asking:
            request = self._request = _Request(message, "" if self.table is None else self.table.id)
            self._end.asking = message if isinstance(message, messages.Preview | messages.Explain) else None
            try:
                await self._link.send(message)
                await self.until(lambda: request.answer is not None)
            finally:
                self._request = self._end.asking = None
        assert request.answer is not None, "waited for"
        if isinstance(request.answer, messages.Refused):
            raise self._refusal(request.answer)
        return request.answer

    async def replay(self, match: str) -> bytes:
        """The replay of a finished match, by its table's id: the bytes of a ``.paltable`` file.

        Raises `Refused` (there is none, or not yet) and `CannotConnect`.
        """
        return await fetch_replay(self._transport, match)

    # --- at the table -------------------------------------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Whether a command of this seat is not acknowledged yet."""
        return bool(self._end.pending)

    async def decide(self, table: Table, decision: shapes.Decision) -> None:
        """See `Table.decide`."""
        self._check(table)
        if table.prompt is None or self._end.prompt is None:
            raise Refused("not_your_prompt", "Nothing is asked of you now.")
        await self._command(self._end.decide(decision))

    async def concede(self, table: Table) -> None:
        """See `Table.concede`."""
        self._check(table)
        await self._command(self._end.concede())

    async def claim_win(self, table: Table) -> None:
        """See `Table.claim_win`."""
        self._check(table)
        await self._command(self._end.claim_win())

    async def settle(self, table: Table, passing: messages.Passing, yields: tuple[str, ...]) -> None:
        """See `Table.settle`."""
        self._check(table)
        await self._command(self._end.settle(passing, yields))

    async def _command(self, command: messages.Command) -> None:
        n = command.n
        await self._link.send(command)
        await self.until(lambda: n not in self._end.pending)
        if n in self._refused:
            raise self._refusal(self._refused.pop(n))

    async def preview(self, table: Table, decisions: tuple[shapes.Decision, ...]) -> PlainPrompt | None:
        """See `Table.preview`."""
        self._check(table)
        if table.prompt is None:
            raise Refused("not_your_prompt", "Nothing is asked of you now.")
        answer = await self._ask(messages.Preview(prompt=table.prompt.id, decisions=decisions))
        assert isinstance(answer, messages.WouldAsk), "the answer to a preview"
        return None if isinstance(answer.would, UnsetType) else PlainPrompt(answer.would, table.seat)

    async def explain(
        self, shown: Table | Watched, card: int, decisions: tuple[shapes.Decision, ...] = ()
    ) -> messages.Explained:
        """See `Table.explain` and `Watched.explain`."""
        if isinstance(shown, Table):
            self._check(shown)
        elif shown is not self.watched:
            raise Refused("bad_state", shown.why or "You do not watch this match any more.")
        prompt = shown.prompt.id if isinstance(shown, Table) and shown.prompt is not None else 0
        answer = await self._ask(messages.Explain(card=card, prompt=prompt, decisions=decisions))
        assert isinstance(answer, messages.Explained), "the answer to the question"
        return answer

    async def rematch(self, table: Table, deck: DeckLike | None) -> Table:
        """See `Table.rematch`."""
        self._check(table)
        try:
            return await self._sit_down(self._end.rematch(UNSET if deck is None else _choice(deck), self._entropy()))
        except asyncio.CancelledError:
            if self.table is table:
                await self._link.send(self._end.rematch(on=False))
            raise
        finally:
            self._end.wish = None

    async def decline(self, table: Table) -> None:
        """See `Table.decline_rematch`."""
        self._check(table)
        await self._link.send(self._end.rematch(on=False))

    async def say(self, table: Table, phrase: messages.Phrase) -> None:
        """See `Table.say`."""
        self._check(table)
        if not self._pace.take(asyncio.get_running_loop().time()):
            raise Refused("limit", "You have just said something; wait a moment.")
        await self._link.send(messages.Say(phrase=phrase))

    async def mute(self, on: bool) -> None:
        """See `Table.mute`."""
        await self._link.send(self._end.mute(on))

    @property
    def is_muted(self) -> bool:
        """Whether opponents are not heard."""
        return self._end.muted

    async def leave(self, table: Table) -> None:
        """See `Table.leave`."""
        self._check(table)
        await self._ask(messages.Leave())
        if self.table is table:
            self.table = None
            self._notify()

    def _refusal(self, message: messages.Refused) -> Refused:
        prompt = None
        if self.table is not None and not isinstance(message.prompt, UnsetType):
            prompt = PlainPrompt(message.prompt, self.table.seat)
        defects = tuple(Defect(defect.code, defect.text) for defect in message.defects)
        return Refused(message.code, message.why, prompt, defects)

    def _check(self, table: Table) -> None:
        if self._failure is not None:
            raise self._failure
        if self.table is not table:
            raise Refused("unknown_table", table.parked or "You do not sit at this table any more.")


def _choice(deck: DeckLike) -> DeckChoice:
    match deck:
        case str():
            return DeckChoice(preset=deck)
        case Deck():
            return DeckChoice(main=dict(deck.main))
        case _:
            return DeckChoice(main=dict(deck))
