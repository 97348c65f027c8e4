"""The random source: BLAKE2b keyed with the seed, over a counter that is part of the state.

Stable for ever, unpredictable without the seed, and fit to be committed to beforehand.
"""

from hashlib import blake2b

SEED_BYTES = 32


def draw_below(seed: bytes, counter: int, bound: int) -> tuple[int, int]:
    """Return a uniform number in ``range(bound)`` and the next counter.

    Each block is 64 bits; a block beyond the largest multiple of ``bound`` is rejected and the next one taken.
    """
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        block = blake2b(counter.to_bytes(8, "big"), digest_size=8, key=seed).digest()
        counter += 1
        value = int.from_bytes(block, "big")
        if value < limit:
            return value % bound, counter


def shuffle(seed: bytes, counter: int, cards: list[int]) -> int:
    """Shuffle ``cards`` in place (Fisher and Yates) and return the next counter."""
    for last in range(len(cards) - 1, 0, -1):
        other, counter = draw_below(seed, counter, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return counter
