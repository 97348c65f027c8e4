"""The server's chance, scripted: what depends on luck is the same in every run."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from engine.model.terms import SEATS, SeatName
from server.chance import CODE_LENGTH, CODE_LETTERS

T = TypeVar("T")


class Scripted:
    """All chance from one number."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def secret(self) -> bytes:
        return self._random.randbytes(32)

    def seat(self) -> SeatName:
        return self._random.choice(SEATS)

    def code(self) -> str:
        return "".join(self._random.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))

    def token(self) -> str:
        return self._random.randbytes(18).hex()

    def pick(self, options: Sequence[T]) -> T:
        return self._random.choice(options)

    def between(self, least: float, most: float) -> float:
        return self._random.uniform(least, most)
