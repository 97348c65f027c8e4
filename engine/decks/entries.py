"""One entry of a deck list: how many copies of which card, in whichever order and spelling people write that."""

import re
import unicodedata
from typing import Final, NamedTuple

from engine.decks.names import names_of
from engine.decks.printings import NUMBER, canonical, is_soul
from engine.effects.catalogue import Catalogue

SOUL: Final = "soul"
"""Stands for a card number where soul cards are meant."""

_DASHES: Final = str.maketrans(
    dict.fromkeys("‐‑‒–—―−﹣", "-") | dict.fromkeys("×✕✖╳", "x") | dict.fromkeys("|\t\u3000", " ")
)
_INVISIBLE: Final = str.maketrans(dict.fromkeys("\ufeff\u200b\u200c\u200d\u2060\u00ad", ""))
_FRAME: Final = " \"'“”{}[]<>,;"
"""What may stand around an entry, in JSON and elsewhere."""

_COPIES_FIRST: Final = re.compile(r"(?:x\s*)?([0-9]{1,3})(?:\s*x(?![a-z])\s*|[\s\"'(\[{,;:]+|$)", re.IGNORECASE)
_COPIES_GLUED: Final = re.compile(r"(?<![A-Z0-9-])([0-9]{1,3})x(?=[A-Z]{2,5}[0-9]{0,2}-[0-9]{3})", re.IGNORECASE)
_COPIES_LAST: Final = re.compile(
    r"(?:(?<![a-z0-9])x\s*([0-9]{1,3})|\(\s*x?\s*([0-9]{1,3})\s*\)|[\s:=,;]\s*([0-9]{1,3})(?:\s*x)?)\s*$", re.IGNORECASE
)
_SOUL_WORDS: Final = re.compile(r"souls?(?: cards?)?|ソウル(?:カード)?", re.IGNORECASE)


class Entry(NamedTuple):
    """Copies of a card; ``number`` is one of the pool, one that it does not know, or ``SOUL``."""

    number: str
    copies: int


class Unreadable(ValueError):
    """An entry that cannot be read; the text is the reason."""


def tidy(text: str) -> str:
    """One width, one dash, one sign for "times", nothing invisible."""
    return unicodedata.normalize("NFKC", text).translate(_DASHES).translate(_INVISIBLE).strip()


def numbers_in(text: str) -> list[str]:
    """The card numbers of a tidy text, as they are written."""
    return [found[0] for found in NUMBER.finditer(text)]


def read_entry(text: str, pool: Catalogue) -> Entry:
    """One card and its copies, from a tidy text with one card number, or with a name; raises ``Unreadable``."""
    text = _COPIES_GLUED.sub(r"\1 ", text.strip(_FRAME))
    numbers = list(NUMBER.finditer(text))
    if not numbers:
        return _read_named(text, pool)
    if len(numbers) > 1:
        raise Unreadable("several cards on one line need commas between them.")
    found = numbers[0]
    before, copies_before = _take_first(text[: found.start()])
    after, copies_after = _take_last(text[found.end() :])
    if copies_before is not None and copies_after is not None and copies_before != copies_after:
        raise Unreadable(f"it says {copies_before} copies and {copies_after}.")
    name = f"{before} {after}".strip(f"{_FRAME}()-:=x ")
    number = _number(found, name, pool)
    copies = copies_before if copies_before is not None else copies_after
    if copies is None:
        if name and names_of(pool).full(name) != number:
            raise Unreadable("it does not say how many copies.")
        copies = 1
    return _entry(number, copies)


def read_copies_of_souls(text: str) -> int | None:
    """How many soul cards a tidy text without a number means; None if it means none."""
    rest, copies = _take_copies(text)
    return copies if copies is not None and _SOUL_WORDS.fullmatch(rest.strip(_FRAME)) else None


def _number(found: re.Match[str], name: str, pool: Catalogue) -> str:
    """The number meant; one that the pool does not know is left as it is."""
    written = found[1].upper()
    if is_soul(written):
        return SOUL
    number = canonical(written, (found[2] or "").upper(), pool)
    if number is None:
        return written + (found[2] or "").upper()
    meant = pool.by_number(number).name
    named = names_of(pool).find(name)
    if named and all(pool.by_number(other).name != meant for other in named):
        raise Unreadable(f"{number} is {meant}, but the name is that of {' or '.join(named)}.")
    return number


def _read_named(text: str, pool: Catalogue) -> Entry:
    name, copies = _take_copies(text)
    candidates = _find(name, pool)
    if len(candidates) > 1:
        choices = " or ".join(f"{pool.by_number(number).name} ({number})" for number in candidates)
        raise Unreadable(f"several cards are called so: {choices}.")
    if not candidates:
        like = names_of(pool).like(name)
        raise Unreadable("no card is called so." if like is None else f"no card is called so; is it {like}?")
    if copies is None:
        raise Unreadable("it does not say how many copies.")
    return _entry(candidates[0], copies)


def _find(name: str, pool: Catalogue) -> list[str]:
    """The cards called so, whatever stands behind the name in brackets."""
    names = names_of(pool)
    return names.find(name) or names.find(re.sub(r"\s*[(\[][^()\[\]]*[)\]]?\s*$", "", name))


def _entry(number: str, copies: int) -> Entry:
    if copies == 0:
        raise Unreadable("0 copies are none.")
    return Entry(number, copies)


def _take_copies(text: str) -> tuple[str, int | None]:
    rest, copies = _take_first(text)
    return (rest, copies) if copies is not None else _take_last(text)


def _take_first(text: str) -> tuple[str, int | None]:
    """The text without a number of copies at its beginning, and that number."""
    text = text.lstrip(_FRAME)
    found = _COPIES_FIRST.match(text)
    return (text, None) if found is None else (text[found.end() :], int(found[1]))


def _take_last(text: str) -> tuple[str, int | None]:
    """The text without a number of copies at its end, and that number."""
    text = text.rstrip(_FRAME)
    found = _COPIES_LAST.search(text)
    if found is None:
        return text, None
    return text[: found.start()], int(next(group for group in found.groups() if group is not None))
