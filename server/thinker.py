"""The process in which bots think: it reads questions from its input and writes decisions to its output.

It lives as long as its input, so that a worker that is killed takes it along, and dies of a question that takes
`LONGEST_SECONDS`, when nobody waits for it any more. `server.thinking` begins it.
"""

import os
import pickle
import signal
import sys
import traceback
from typing import IO, Any, Final

SIZE_BYTES: Final = 4
"""Before each message stands how long it is, the highest byte first."""

LONGEST_SECONDS: Final = 20

READY: Final = "ready"
"""What is written once the bots are there."""

YIELDING: Final = 10
"""By so much its priority is lower than that of whoever began it, whose players must not wait for it."""


def packed(message: object) -> bytes:
    """A message as it is written."""
    body = pickle.dumps(message)
    return len(body).to_bytes(SIZE_BYTES, "big") + body


def unpacked(body: bytes) -> Any:
    """A message that was read, without its size."""
    return pickle.loads(body)


def read(stream: IO[bytes]) -> Any:
    """The next message; ``EOFError`` if there is none."""
    size = int.from_bytes(stream.read(SIZE_BYTES), "big")
    if not size:
        raise EOFError
    return unpacked(stream.read(size))


def say(stream: IO[bytes], message: object) -> None:
    """Write a message."""
    stream.write(packed(message))
    stream.flush()


def answer(bots: Any, name: str, asked: tuple[Any, ...]) -> tuple[Any, str]:
    """The decision of a bot, or ``None`` and what went wrong."""
    try:
        return bots[name].choose(*asked), ""
    except Exception:  # noqa: BLE001 - the edge to a bot: the worker is told
        return None, traceback.format_exc()


def limit(seconds: int) -> None:
    """End this process after so long; 0 is never. Not on Windows, which has no alarm."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def main() -> None:
    """Answer until the input ends."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # whoever stops the worker stops it by that
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(YIELDING)
    output, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        bots = read(sys.stdin.buffer)
        say(output, READY)
        while True:
            name, asked = read(sys.stdin.buffer)
            limit(LONGEST_SECONDS)
            answered = answer(bots, name, asked)
            limit(0)
            say(output, answered)
    except (EOFError, BrokenPipeError):
        os._exit(0)


if __name__ == "__main__":
    main()
