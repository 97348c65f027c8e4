"""The chance of a match in this process that can be played again: everything follows from one number."""

import random
from collections.abc import Sequence
from typing import TypeVar

from engine.model.chance import SEED_BYTES
from engine.model.terms import SEATS, SeatName
from server.chance import CODE_LENGTH, CODE_LETTERS

T = TypeVar("T")


class Seeded:
    """A ``server.chance.Chance`` that repeats itself. Not for servers that others can reach."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def secret(self) -> bytes:
        return self._random.randbytes(SEED_BYTES)

    def seat(self) -> SeatName:
        return self._random.choice(SEATS)

    def code(self) -> str:
        return "".join(self._random.choices(CODE_LETTERS, k=CODE_LENGTH))

    def token(self) -> str:
        return self._random.randbytes(16).hex()

    def pick(self, options: Sequence[T]) -> T:
        return self._random.choice(options)

    def between(self, least: float, most: float) -> float:
        return self._random.uniform(least, most)
