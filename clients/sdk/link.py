"""One lasting connection: it says hello, reads, and comes back by itself with what was not acknowledged."""

import asyncio
import math
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Final

from clients.sdk.errors import CannotConnect, ConnectionLost, PaltableError, Replaced, UnknownIdentity
from clients.sdk.transport import VANISHED, Answer, Closed, Denied, Frame, Socket, Transport, Unreachable
from server.protocol.client import ClientEnd
from server.protocol.codec import Codec
from server.protocol.errors import Close, Refusal
from server.protocol.messages import ClientMessage, Goaway, Ping, Pong, ServerMessage, Welcome

FIRST_WAIT: Final = 0.1
LONGEST_WAIT: Final = 5.0
LIMIT_WAIT: Final = 10.0
"""The pause after too many refused messages."""
PING_AFTER: Final = 1.0
"""A server that has been silent for so many seconds is asked whether it is there, and the rest again."""
LOST_AFTER: Final = 2.5
"""After so many seconds of silence the connection is lost, though nobody has closed it."""
GREETED_WITHIN: Final = 5.0
"""So many seconds a server may take to open a connection and to greet."""
SIGN: Final = -1
"""The mark of those pings: whoever uses this link has others."""
FINAL_CODES: Final = (Close.MALFORMED, Close.REPLACED)
"""After these there is no way back."""


def waits(chance: random.Random) -> Iterator[float]:
    """The pauses between attempts, in seconds: doubled each time up to a cap, and never the same for two clients."""
    longest = FIRST_WAIT
    while True:
        yield chance.uniform(0.0, longest)
        longest = min(LONGEST_WAIT, 2.0 * longest)


class Link:
    """The connection of one client.

    ``received`` gets every message after ``end`` has taken it in, and returns what has to be sent now; ``patience``
    is for how many seconds a lost connection is tried again; ``None`` for ever. ``lost`` is told when it is lost.
    ``chance`` draws the pauses between attempts.
    """

    def __init__(
        self,
        transport: Transport,
        codec: Codec,
        end: ClientEnd,
        received: Callable[[ServerMessage], Iterable[ClientMessage]],
        lost: Callable[[], None],
        patience: float | None,
        chance: random.Random,
    ) -> None:
        self.token = ""
        self.connections = 0
        """How many connections there have been."""
        self._transport = transport
        self._codec = codec
        self._end = end
        self._received = received
        self._lost = lost
        self._patience = patience
        self._chance = chance
        self._socket: Socket | None = None
        self._ticket = ""
        """For the next connection; whether it is still good, the server knows."""
        self._leave_at = math.inf
        """When this connection has to be given up for another one, by the loop's clock."""

    @property
    def is_open(self) -> bool:
        """Whether there is a connection now."""
        return self._socket is not None

    # --- who one is ---------------------------------------------------------------------------------------------------

    async def sign_in(self, name: str, token: str) -> None:
        """Become a guest of this name, or come back as the one whose token it is.

        Raises `CannotConnect`, and `UnknownIdentity` if the server has never heard of the token.
        """
        try:
            if token:
                self.token = token
                self._ticket = await self._fetch_ticket()
            if name or not token:
                self.token = await self._become(name)
                self._ticket = ""
        except Unreachable as error:
            raise CannotConnect(str(error)) from error

    async def _become(self, name: str) -> str:
        """The token of a new guest, or of the known one with another name."""
        answer = await self._transport.post("/api/guest", {"name": name} if name else {}, self.token)
        if answer.status != 200:
            raise CannotConnect(_why(answer))
        return _word(answer, "token")

    async def _fetch_ticket(self) -> str:
        answer = await self._transport.post("/api/ticket", {}, self.token)
        if answer.status == 401:
            raise UnknownIdentity("The server does not know this identity; connect without its token.")
        if answer.status != 200:
            raise Unreachable(_why(answer))
        return _word(answer, "ticket")

    async def _take_ticket(self) -> str:
        """The kept ticket, else a new one. Raises `UnknownIdentity` and `Unreachable`."""
        ticket, self._ticket = self._ticket, ""
        return ticket or await self._fetch_ticket()

    # --- the connection -----------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Connect for the first time. Raises `CannotConnect`."""
        try:
            await self._connect()
        except (Unreachable, Denied, Closed) as error:
            raise CannotConnect(str(error)) from error

    async def run(self) -> None:
        """Read, and reconnect, for as long as it takes. Raises `ConnectionLost`, also if the server talks nonsense."""
        while True:
            try:
                await self._read()
            except Closed as closed:
                self._socket = None
                self._lost()
                await self._come_back(closed)

    async def send(self, message: ClientMessage) -> None:
        """Send a message; without a connection it is dropped: what is not acknowledged is sent again after the next."""
        if self._socket is not None:
            await self._socket.send(self._codec.encode(message))

    async def close(self) -> None:
        """Close in good order."""
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()

    def lose(self) -> None:
        """Cut the connection without a word, as a cable that is pulled would; for tests."""
        assert self._socket is not None, "there is a connection that can be cut"
        self._socket.abort()

    async def _connect(self) -> None:
        """One attempt, with a new ticket if the kept one is not good any more.

        Raises `Unreachable`, `Denied`, `Closed` or `UnknownIdentity`.
        """
        try:
            await self._greet(await self._take_ticket())
        except Closed as closed:
            if closed.code != Close.TICKET:
                raise
            await self._greet(await self._take_ticket())

    async def _greet(self, ticket: str) -> None:
        try:
            async with asyncio.timeout(GREETED_WITHIN):
                socket, welcome = await self._shake_hands(ticket)
        except TimeoutError:
            raise Unreachable("The server takes the connection and does not answer.") from None
        self._ticket = welcome.ticket
        self._socket = socket
        self.connections += 1
        await self._take(welcome)

    async def _shake_hands(self, ticket: str) -> tuple[Socket, Welcome]:
        socket = await self._transport.open(self._codec.name)
        try:
            await socket.send(self._codec.encode(self._end.hello(ticket)))
            welcome = self._understand(await socket.receive())
            if not isinstance(welcome, Welcome):
                raise Closed(Close.RESTART, "The server stops just now.")
        except BaseException:
            socket.abort()
            raise
        return socket, welcome

    async def _read(self) -> None:
        socket = self._socket
        assert socket is not None, "connected before it reads"
        while True:
            frame = await self._next_frame(socket)
            try:
                message = self._understand(frame)
            except Unreachable as error:
                socket.abort()
                raise ConnectionLost(str(error)) from error
            await self._take(message)

    def _understand(self, frame: Frame) -> ServerMessage:
        """Raises `Unreachable` if that is no message that this client knows."""
        try:
            return self._codec.from_server(frame)
        except Refusal as refusal:
            raise Unreachable(f"The server is none that this client understands: {refusal}") from refusal

    async def _next_frame(self, socket: Socket) -> Frame:
        """The next frame. A server may be silent, but not when it is asked whether it is there.

        Raises `Closed`, also when the server has asked to leave and it is time.
        """
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(min(self._leave_at, loop.time() + PING_AFTER)):
                return await socket.receive()
        if loop.time() >= self._leave_at:
            await socket.close()
            raise Closed(Close.RESTART, "The server stops.")
        for message in (Ping(t=SIGN), *self._end.again()):
            await socket.send(self._codec.encode(message))
        try:
            async with asyncio.timeout(LOST_AFTER - PING_AFTER):
                return await socket.receive()
        except TimeoutError:
            socket.abort()
            raise Closed(VANISHED, "The server does not answer.") from None

    async def _take(self, message: ServerMessage) -> None:
        if isinstance(message, Pong) and message.t == SIGN:
            return
        if isinstance(message, Goaway):
            self._leave_at = asyncio.get_running_loop().time() + message.retry_ms / 1000.0
        for answer in [*self._end.receive(message), *self._received(message)]:
            await self.send(answer)

    async def _come_back(self, closed: Closed) -> None:
        """Try again until it works. Raises `ConnectionLost`."""
        if closed.code in FINAL_CODES:
            raise _final(closed)
        loop = asyncio.get_running_loop()
        until = None if self._patience is None else loop.time() + self._patience
        pauses = waits(self._chance)
        for pause in chain([self._first_pause(closed, pauses)], pauses):
            await asyncio.sleep(pause)
            problem = await self._attempt()
            if problem is None:
                return
            if until is not None and loop.time() > until:
                raise ConnectionLost(f"The connection is lost and does not come back: {problem}") from problem

    def _first_pause(self, closed: Closed, pauses: Iterator[float]) -> float:
        leave_at, self._leave_at = self._leave_at, math.inf
        if leave_at < math.inf:
            return max(0.0, leave_at - asyncio.get_running_loop().time())
        return next(pauses) + (LIMIT_WAIT if closed.code == Close.LIMIT else 0.0)

    async def _attempt(self) -> Exception | None:
        """What keeps this attempt from working. Raises `ConnectionLost` if none ever will."""
        try:
            await self._connect()
        except UnknownIdentity as unknown:
            raise ConnectionLost(str(unknown)) from unknown
        except (Unreachable, Denied) as problem:
            return problem
        except Closed as closed:
            if closed.code in FINAL_CODES:
                raise _final(closed) from None
            return closed
        return None


def _why(answer: Answer) -> str:
    return str(answer.body.get("why", f"The server answers with status {answer.status}; is it Paltable?"))


def _word(answer: Answer, name: str) -> str:
    """A field of an answer. Raises `Unreachable` if it is not there."""
    word = answer.body.get(name)
    if not isinstance(word, str):
        raise Unreachable(f"The server answers without a {name}; is it Paltable?")
    return word


def _final(closed: Closed) -> PaltableError:
    if closed.code == Close.REPLACED:
        return Replaced(closed.reason or "The table is played from another connection now.")
    return ConnectionLost(f"The server closed the connection: {closed.reason}")
