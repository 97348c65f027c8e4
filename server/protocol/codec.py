"""The two codecs: the same messages as JSON in text frames, or as msgpack in binary ones."""

from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

import msgspec

from server.protocol.errors import Refusal
from server.protocol.messages import (
    CLIENT_MESSAGES,
    JSON,
    MSGPACK,
    ClientMessage,
    ServerMessage,
    Subprotocol,
)
from server.protocol.shapes import LARGEST

Frame: TypeAlias = str | bytes
T = TypeVar("T")

CLIENT_TAGS: Final = frozenset(str(kind.__struct_config__.tag) for kind in CLIENT_MESSAGES)


class _Outline(msgspec.Struct):
    """What can be told of a message that does not decode."""

    type: str = ""
    n: int = 0


class Codec:
    """One subprotocol: how a message becomes a frame and a frame a message."""

    def __init__(
        self,
        name: Subprotocol,
        kind: type[str] | type[bytes],
        encode: Callable[[ClientMessage | ServerMessage], Frame],
        client: Callable[..., ClientMessage],
        server: Callable[..., ServerMessage],
        outline: Callable[..., _Outline],
    ) -> None:
        self.name = name
        self.encode = encode
        self._kind = kind
        self._client = client
        self._server = server
        self._outline = outline

    def __repr__(self) -> str:
        return f"<codec {self.name}>"

    def frame(self, content: bytes) -> Frame:
        """A frame of this codec, from its bytes."""
        return content if self._kind is bytes else content.decode()

    def from_client(self, frame: Frame) -> ClientMessage:
        """Decode what a client sent. Raises `Refusal` with ``malformed`` or ``unknown_message``."""
        return self._decode(self._client, frame)

    def from_server(self, frame: Frame) -> ServerMessage:
        """Decode what the server sent; our own server never sends what raises `Refusal` here."""
        return self._decode(self._server, frame)

    def _decode(self, decode: Callable[..., T], frame: Frame) -> T:
        if type(frame) is not self._kind:
            expected = "text" if self._kind is str else "binary"
            raise Refusal("malformed", f"{self.name} takes {expected} frames only.")
        try:
            return decode(frame)
        except msgspec.ValidationError as error:
            raise self._explain(frame, str(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refusal("malformed", f"The frame cannot be read: {error}.") from None

    def _explain(self, frame: Frame, why: str) -> Refusal:
        try:
            outline = self._outline(frame)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Refusal("malformed", f"The message does not fit the schema: {why}.")
        n = outline.n if 0 <= outline.n <= LARGEST else 0
        if outline.type and outline.type not in CLIENT_TAGS:
            return Refusal("unknown_message", f"There is no message {outline.type[:40]!r}.", n)
        return Refusal("malformed", f"The message does not fit the schema: {why}.", n)


def _json() -> Codec:
    encoder = msgspec.json.Encoder()
    return Codec(
        JSON,
        str,
        lambda message: encoder.encode(message).decode(),
        msgspec.json.Decoder(ClientMessage).decode,
        msgspec.json.Decoder(ServerMessage).decode,
        msgspec.json.Decoder(_Outline).decode,
    )


def _msgpack() -> Codec:
    return Codec(
        MSGPACK,
        bytes,
        msgspec.msgpack.Encoder().encode,
        msgspec.msgpack.Decoder(ClientMessage).decode,
        msgspec.msgpack.Decoder(ServerMessage).decode,
        msgspec.msgpack.Decoder(_Outline).decode,
    )


CODECS: Final[dict[str, Codec]] = {codec.name: codec for codec in (_msgpack(), _json())}
"""By subprotocol, the preferred one first."""


def negotiate(offered: list[str]) -> Codec | None:
    """The codec of the first offered subprotocol that we know."""
    return next((CODECS[name] for name in offered if name in CODECS), None)
