"""The other process of the save mode: it loads a game, takes one decision, saves it, and waits for the next.

Both ways every message is a length (four bytes, big-endian) and as many bytes. A request is two messages: an entry of a
log as JSON, then a save. An answer is one message: the save after it.
"""

import json
import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

from engine import Game, catalogue

ROOT = Path(__file__).parents[2]
HASH_SEED = "4321"


def send(stream: IO[bytes], *messages: bytes) -> None:
    for message in messages:
        stream.write(struct.pack(">I", len(message)) + message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """Return the next message, or None at the end of the stream."""
    head = stream.read(4)
    return stream.read(struct.unpack(">I", head)[0]) if head else None


class SecondProcess:
    """Starts the other process, and stops it by closing its input."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.scenarios.second"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": HASH_SEED},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def take(self, entry: list[Any], blob: bytes) -> bytes:
        """Let the other process load ``blob``, take the log entry and save."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        send(self._process.stdin, json.dumps(entry).encode(), blob)
        answer = receive(self._process.stdout)
        assert answer is not None, "the second process has ended"
        return answer

    def close(self) -> None:
        self._process.communicate(timeout=30)
        assert self._process.returncode == 0


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until their stream ends."""
    while (entry := receive(requests)) is not None:
        blob = receive(requests)
        assert blob is not None, "a request is two messages"
        game = Game.load(blob, catalogue)
        assert game.save() == blob, "a loaded game saves to the same bytes"
        game.take_entry(json.loads(entry))
        send(answers, game.save())


if __name__ == "__main__":
    assert hash("a text") != 0
    serve(sys.stdin.buffer, sys.stdout.buffer)
