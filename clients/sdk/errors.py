"""What can go wrong between a client and its server, each with a sentence for the person who reads it."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from clients.sdk.prompt import PlainPrompt


class Defect(NamedTuple):
    """One thing that is wrong with a deck: a code for programs, a sentence for people."""

    code: str
    text: str


class PaltableError(Exception):
    """The base of all that the SDK raises."""


class Refused(PaltableError):
    """The server refused a message; nothing changed and the connection goes on.

    ``code`` is one of the protocol's refusal codes, ``why`` a sentence, ``prompt`` the open question if it is yours;
    ``defects`` lists everything that is wrong with a deck.
    """

    def __init__(
        self, code: str, why: str, prompt: "PlainPrompt | None" = None, defects: tuple[Defect, ...] = ()
    ) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.prompt = prompt
        self.defects = defects


class CannotConnect(PaltableError):
    """No connection could be made; the text says with what and why."""


class UnknownIdentity(CannotConnect):
    """The server does not know the identity of this token (any more)."""


class ConnectionLost(PaltableError):
    """The connection is gone for good: the server did not come back in time, or does not want this client again."""


class Replaced(ConnectionLost):
    """The seat is played from another connection now."""
