"""How frames and requests travel: what a transport promises, whatever it is made of."""

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol, TypeAlias

Frame: TypeAlias = str | bytes

VANISHED: Final = 1006
"""The close code of a side that just went."""


class Closed(Exception):
    """A socket is closed: the close code of the other side, `VANISHED` if it just went."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(f"{code} {reason}".strip())
        self.code = code
        self.reason = reason


class Unreachable(Exception):
    """Nobody answers there now; the text says who and why. It may be tried again."""


class Denied(Exception):
    """The server does not open a socket: an HTTP status and its sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


class Answer(NamedTuple):
    """The answer to a request: its status, and its JSON body."""

    status: int
    body: Mapping[str, object]


class Document(NamedTuple):
    """The answer to a request for a document: its status, and its bytes."""

    status: int
    body: bytes


class Socket(Protocol):
    """One open connection. Only one task receives."""

    async def send(self, frame: Frame) -> None:
        """Send a frame; one that cannot be sent any more is dropped, and ``receive`` tells why."""

    async def receive(self) -> Frame:
        """Wait for the next frame. Raises `Closed`."""

    async def close(self) -> None:
        """Close in good order."""

    def abort(self) -> None:
        """Lose the connection, as a cable that is pulled would."""


class Transport(Protocol):
    """A way to one server."""

    async def post(self, path: str, body: Mapping[str, object], token: str = "") -> Answer:
        """Send a request, with the token as bearer. Raises `Unreachable`."""

    async def get(self, path: str) -> Document:
        """Fetch a document. Raises `Unreachable`."""

    async def open(self, subprotocol: str) -> Socket:
        """Open a socket. Raises `Unreachable` or `Denied`."""
