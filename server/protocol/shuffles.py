"""Provable shuffles: what the server promises before the first card is drawn, and anyone can check after the last one.

The server draws a secret and tells its hash, the *commitment*. Each player's client may add *entropy*, a short text of
its own. The seed from which every shuffle follows is a hash of them all, so that neither the server nor a player can
choose it once the commitment is told. A replay reveals the secret.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from engine.model.chance import SEED_BYTES
from engine.model.terms import SEATS, SeatName

LENGTH_BYTES: Final = 2


def commitment(secret: bytes) -> str:
    """What is told of a secret beforehand: its BLAKE2b-256, in hex."""
    return blake2b(secret, digest_size=32).hexdigest()


def seed_of(secret: bytes, entropy: Mapping[SeatName, str], log: str) -> bytes:
    """The seed of a match: BLAKE2b-256 of the secret, the entropy of A, that of B, and the name of the room's log.

    Each part has its length in bytes before it (two bytes, the higher one first); texts are UTF-8, and a seat without
    entropy has an empty one.
    """
    parts = (secret, *(entropy.get(seat, "").encode() for seat in SEATS), log.encode())
    told = b"".join(len(part).to_bytes(LENGTH_BYTES, "big") + part for part in parts)
    return blake2b(told, digest_size=SEED_BYTES).digest()
