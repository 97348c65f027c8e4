"""Another process, with other hashes: it loads saved games, goes on with them, and tells what it got.

Run as a program it answers requests until its input ends. A request is a list of (save, entries of the log to take);
the answer has for each the save made anew, the chain after every entry, and a digest of all that everyone then sees.
Both are msgpack, with the length in 4 bytes before it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

import msgpack

from engine import AUDIENCES, Game, catalogue


class Request(NamedTuple):
    """A saved game and what to do with it."""

    save: bytes
    entries: Sequence[Sequence[Any]]


class Answer(NamedTuple):
    """What a game became elsewhere."""

    save: bytes
    chains: list[bytes]
    seen: bytes


def seen(game: Game) -> bytes:
    """A digest of every view and of the open prompt."""
    prompt = game.prompt
    everything = [[game.view(audience) for audience in AUDIENCES], None if prompt is None else prompt.plain()]
    return blake2b(json.dumps(everything).encode(), digest_size=16).digest()


def go_on(request: Request) -> Answer:
    """Load, save again, and take the entries."""
    game = Game.load(request.save, catalogue)
    again = game.save()
    chains = []
    for entry in request.entries:
        game.take_entry(entry)
        chains.append(game.chain)
    return Answer(again, chains, seen(game))


class Elsewhere:
    """The other process, as long as the ``with`` block."""

    def __init__(self, hash_seed: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        )

    def __enter__(self) -> "Elsewhere":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()
        assert self._process.returncode == 0

    def go_on(self, requests: Sequence[Request]) -> list[Answer]:
        """What ``go_on`` makes of each request over there."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        _send(self._process.stdin, requests)
        return [Answer(*answer) for answer in _receive(self._process.stdout)]


def _send(pipe: IO[bytes], message: object) -> None:
    packed: bytes = msgpack.packb(message)
    pipe.write(len(packed).to_bytes(4, "big") + packed)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> Any:
    """The next message; ``None`` at the end of the input."""
    length = pipe.read(4)
    return msgpack.unpackb(pipe.read(int.from_bytes(length, "big"))) if length else None


if __name__ == "__main__":
    while (requests := _receive(sys.stdin.buffer)) is not None:
        _send(sys.stdout.buffer, [go_on(Request(*request)) for request in requests])
