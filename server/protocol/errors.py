"""What goes wrong between the two ends, whose fault it is, and what happens then."""

from enum import IntEnum

from msgspec import UNSET, UnsetType

from server.protocol.messages import Plain, RefusalCode, Refused
from server.protocol.shapes import DeckDefect


class Close(IntEnum):
    """Why the server closes a socket. After 1009, 1011, 1012 and 4408 a client may come back at once."""

    TOO_BIG = 1009
    """A frame above the limit; the socket layer itself closes."""
    BUG = 1011
    """The server failed at this connection; it is noted in its log."""
    RESTART = 1012
    """The server stops, or the table has to be opened again: come back."""
    MALFORMED = 4400
    """The connection did not begin with a hello."""
    TICKET = 4401
    """The ticket is unknown, used or too old, or none came in time: fetch another."""
    SLOW = 4408
    """The client reads too slowly: come back and resume."""
    REPLACED = 4409
    """The seat is played from another connection now: do not come back."""
    LIMIT = 4429
    """Too many refused messages: come back later."""


class ProtocolError(Exception):
    """The connection cannot go on: it is closed with ``code``; ``reason`` says why, in the 123 bytes of a frame."""

    def __init__(self, code: Close, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason.encode()[:123].decode(errors="ignore")


class Refusal(Exception):
    """A message is refused and nothing changed; the connection goes on.

    ``n`` is the number of the refused message where that is known already, ``defects`` all that is wrong with a deck.
    """

    def __init__(self, code: RefusalCode, why: str, n: int = 0, defects: tuple[DeckDefect, ...] = ()) -> None:
        super().__init__(why)
        self.code: RefusalCode = code
        self.why = why
        self.n = n
        self.defects = defects

    def message(self, n: int = 0, prompt: Plain | UnsetType = UNSET) -> Refused:
        """The refusal as it is sent: of the message with number ``n``, with the open prompt of the seat."""
        return Refused(n=self.n or n, code=self.code, why=self.why, prompt=prompt, defects=self.defects)
