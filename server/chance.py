"""The server's only source of chance: seats, secrets, codes and tokens. Tests put a scripted one in its place."""

import secrets
from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.model.terms import SEATS, SeatName

T = TypeVar("T")

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and digits that nobody confuses when reading a code aloud."""
CODE_LENGTH = 6


class Chance(Protocol):
    """What the server leaves to chance."""

    def secret(self) -> bytes:
        """32 bytes that nobody knows: with what the players add, a whole game follows from them."""

    def seat(self) -> SeatName:
        """The seat of whoever opens a table."""

    def code(self) -> str:
        """The code of a table."""

    def token(self) -> str:
        """A name that nobody can guess: for rooms, logs, identities and tickets."""

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, which are not empty."""

    def between(self, least: float, most: float) -> float:
        """Any number between these two, each as likely as any other."""


class Secrets:
    """Chance from the operating system."""

    def secret(self) -> bytes:
        return secrets.token_bytes(32)

    def seat(self) -> SeatName:
        return secrets.choice(SEATS)

    def code(self) -> str:
        return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))

    def token(self) -> str:
        return secrets.token_urlsafe(18)

    def pick(self, options: Sequence[T]) -> T:
        return secrets.choice(options)

    def between(self, least: float, most: float) -> float:
        return secrets.SystemRandom().uniform(least, most)
