"""Decks as short codes: ``PT1-`` and capitals and digits, which survive any chat, address and keyboard.

After the version follow groups of five bits in Crockford's base 32; the last four groups are a checksum of the others.
The bits, in exponential Golomb codes of the order in brackets: how many sets (0); for each its place in ``SETS`` as a
distance from the last one (0), how many cards (3), and for each card the distance of its number from the last one (2)
and its copies: ``1`` for four, else ``0`` and two bits for one, two, three, or more, and then how many more (2).
Neither the order of the pool nor its size matters, so old codes are read by every later version.
"""

import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import groupby
from typing import Final

VERSION: Final = 1

SETS: Final = ("EBP01", "ETD01", "ETD02")
"""Sets in the order in which their cards came to be known; only ever made longer."""

CODE: Final = re.compile(r"(?<![A-Z0-9])PT([0-9]{1,3})-([A-Z0-9]{5,})(?![A-Z0-9])", re.ASCII | re.IGNORECASE)
"""A code within a text."""

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_GROUP: Final = 5
_CHECK: Final = 4
"""Groups of the checksum: one damaged code in a million passes."""
_FULL: Final = 4
"""Copies that take one bit."""


class UnwritableDeck(ValueError):
    """The deck has no form of this kind; the text says why and which one it has."""


class UnreadableCode(ValueError):
    """The code is damaged, or of a version or set that is not known here; the text says which."""


def encode(main: Mapping[str, int]) -> str:
    """The code of a main deck: copies by card number. Raises ``UnwritableDeck``; any numbers of copies will do."""
    bits = "".join(_write(main))
    bits += "0" * (-len(bits) % _GROUP)
    body = "".join(_ALPHABET[int(bits[at : at + _GROUP], 2)] for at in range(0, len(bits), _GROUP))
    return f"PT{VERSION}-{body}{_checksum(body)}"


def decode(code: str) -> dict[str, int]:
    """Copies by card number, in the order of the numbers. Raises ``UnreadableCode``."""
    found = CODE.fullmatch(code.strip())
    if found is None:
        raise UnreadableCode(f"{code} is not a deck code, such as PT{VERSION}- and capitals and digits.")
    if int(found[1]) != VERSION:
        raise UnreadableCode(f"The code is of version {int(found[1])}; this version of Paltable reads {VERSION}.")
    letters = found[2].upper().translate(str.maketrans("OIL", "011"))
    body, check = letters[:-_CHECK], letters[-_CHECK:]
    if not set(body) <= set(_ALPHABET) or _checksum(body) != check:
        raise UnreadableCode("The code is damaged: a character is wrong, missing or too many.")
    return dict(_read(_Bits("".join(f"{_ALPHABET.index(letter):05b}" for letter in body))))


def _checksum(body: str) -> str:
    bits = int.from_bytes(blake2b(f"PT{VERSION}-{body}".encode(), digest_size=4).digest(), "big")
    return "".join(_ALPHABET[bits >> _GROUP * place & 31] for place in range(_CHECK))


# --- writing ----------------------------------------------------------------------------------------------------------


def _write(main: Mapping[str, int]) -> Iterator[str]:
    cards = sorted(_place(number, copies) for number, copies in main.items())
    sets = [(place, list(group)) for place, group in groupby(cards, key=lambda card: card[0])]
    yield _golomb(len(sets), 0)
    last_set = -1
    for place, group in sets:
        yield _golomb(place - last_set - 1, 0) + _golomb(len(group) - 1, 3)
        last_set, last = place, -1
        for _, card, copies in group:
            yield _golomb(card - last - 1, 2) + _copies(copies)
            last = card


def _place(number: str, copies: int) -> tuple[int, int, int]:
    """(place of the set, number in the set, copies)."""
    name, _, rest = number.partition("-")
    if name not in SETS or re.fullmatch("[0-9]{3}", rest, re.ASCII) is None:
        raise UnwritableDeck(f"{number} is of no set that codes know ({', '.join(SETS)}).")
    if copies < 1:
        raise UnwritableDeck(f"{copies} copies of {number} cannot be written.")
    return SETS.index(name), int(rest), copies


def _copies(copies: int) -> str:
    if copies == _FULL:
        return "1"
    return f"0{copies - 1:02b}" if copies < _FULL else "011" + _golomb(copies - _FULL - 1, 2)


def _golomb(value: int, order: int) -> str:
    """Small numbers in few bits: as many zeros as there are bits beyond ``order`` + 1, then the bits."""
    bits = f"{value + (1 << order):b}"
    return "0" * (len(bits) - order - 1) + bits


# --- reading ----------------------------------------------------------------------------------------------------------


class _Bits:
    """Bits taken from the front."""

    def __init__(self, bits: str) -> None:
        self._bits = bits
        self._at = 0

    def take(self, count: int) -> int:
        taken = self._bits[self._at : self._at + count]
        self._at += count
        if len(taken) < count:
            raise UnreadableCode("The code is damaged: it ends too early.")
        return int(taken, 2) if taken else 0

    def golomb(self, order: int) -> int:
        zeros = 0
        while self.take(1) == 0:
            zeros += 1
        return (1 << zeros + order | self.take(zeros + order)) - (1 << order)

    def end(self) -> None:
        """Raise ``UnreadableCode`` if more is left than what fills up the last group."""
        rest = self._bits[self._at :]
        if len(rest) >= _GROUP or "1" in rest:
            raise UnreadableCode("The code is damaged: it says more than a deck.")


def _read(bits: _Bits) -> Iterator[tuple[str, int]]:
    place = -1
    for _ in range(bits.golomb(0)):
        place += 1 + bits.golomb(0)
        if place >= len(SETS):
            raise UnreadableCode("The code has cards of a set that this version of Paltable does not know.")
        number = -1
        for _ in range(bits.golomb(3) + 1):
            number += 1 + bits.golomb(2)
            yield f"{SETS[place]}-{number:03}", _read_copies(bits)
    bits.end()


def _read_copies(bits: _Bits) -> int:
    if bits.take(1):
        return _FULL
    fewer = bits.take(2)
    return fewer + 1 if fewer < _FULL - 1 else _FULL + 1 + bits.golomb(2)
