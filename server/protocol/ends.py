"""The two ends of a connection, without input or output: frames and messages go in, messages come out."""

from server.protocol.codec import Codec, Frame
from server.protocol.errors import Close, ProtocolError, Refusal
from server.protocol.messages import ClientMessage, Hello


class ServerEnd:
    """The server's end of one connection: it begins with hello, and nothing a client sends can break it."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.greeted = False

    def receive(self, frame: Frame) -> ClientMessage:
        """The message in a frame.

        Raises `ProtocolError` if the first message is not a hello, and `Refusal` for one that is malformed or unknown,
        or a second hello.
        """
        try:
            message = self.codec.from_client(frame)
        except Refusal as refusal:
            if self.greeted:
                raise
            raise ProtocolError(Close.MALFORMED, refusal.why) from None
        if isinstance(message, Hello) == self.greeted:
            if self.greeted:
                raise Refusal("bad_state", "This connection has said hello already.")
            raise ProtocolError(Close.MALFORMED, "The first message has to be hello.")
        self.greeted = True
        return message
