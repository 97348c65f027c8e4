"""Who someone is: a guest with a signed identity, and single-use tickets that bring it to a socket."""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable

import msgspec

from server.chance import Chance
from server.store.base import Store

TICKET_SECONDS = 60
"""How long a ticket is good that was asked for."""
RETURN_SECONDS = 12 * 3600
"""How long the ticket of a welcome is good: it is for a connection that breaks at any time of a long evening."""
NAME_LIMIT = 24


class Guest(msgspec.Struct, frozen=True):
    """An identity: ``id`` never changes, ``name`` is what others see."""

    id: str
    name: str


def clean_name(text: str) -> str:
    """The name in its tidy form; ``ValueError`` with a sentence if it cannot be one."""
    name = " ".join(text.split())
    if not name:
        raise ValueError("A name needs at least one character.")
    if len(name) > NAME_LIMIT:
        raise ValueError(f"A name has at most {NAME_LIMIT} characters.")
    if not name.isprintable():
        raise ValueError("A name has only printable characters.")
    return name


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Identities:
    """Signs identities with the store's key, so that a restart signs nobody out."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def token(self, guest: Guest) -> str:
        """The signed identity, for a cookie or a bearer header."""
        body = msgspec.json.encode(guest)
        return f"{_encode(body)}.{_encode(self._signature(body))}"

    def read(self, token: str) -> Guest | None:
        """Whose token it is; None for one that this server has not signed."""
        body, _, signature = token.partition(".")
        try:
            data = _decode(body)
            if not hmac.compare_digest(self._signature(data), _decode(signature)):
                return None
            return msgspec.json.decode(data, type=Guest)
        except (binascii.Error, ValueError, msgspec.MsgspecError):
            return None

    def _signature(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, hashlib.sha256)


class Tickets:
    """Single-use tickets; ``clock`` gives milliseconds of the Unix epoch."""

    def __init__(self, store: Store, clock: Callable[[], int], chance: Chance) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance

    async def issue(self, guest: Guest, seconds: int = TICKET_SECONDS) -> str:
        """A new ticket for this guest, good for so long."""
        ticket = self._chance.token()
        expires = self._clock() + seconds * 1000
        await self._store.put_ticket(ticket, msgspec.msgpack.encode(guest), expires)
        return ticket

    async def redeem(self, ticket: str) -> Guest | None:
        """Whose ticket it was; None if it is unknown, used or too old."""
        body = await self._store.take_ticket(ticket, self._clock())
        return None if body is None else msgspec.msgpack.decode(body, type=Guest)
